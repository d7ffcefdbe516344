// Package rows parses rows to be written from JSON, and checks the rules that
// imports and mutations share.
package rows

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/check"
)

// An Item is the content of a line: an entity, a record type or an edge.
type Item struct {
	Kind       graph.Kind        // [graph.KindEdge] or [graph.KindRecordType] for other lines
	ID         string            // of an entity, "" if unknown
	Entity     graph.Entity      // nil for other lines
	RecordType *graph.RecordType // nil for other lines
	Edge       graph.Edge        // its ends have ids, but no kinds yet
	Swapped    bool              // the line has the ends of the edge in the opposite order
	Unknown    []string          // the fields that were moved to props, sorted

	graph.Draft         // what the line has of an entity
	Missing     []error // the columns that it lacks and a new entity needs
}

// Parse parses a line and checks everything that does not depend on other lines.
// It returns every problem found, as errors whose argument is a field. If
// relatesTo is set, an edge of an unknown relation becomes an edge of relates_to.
func Parse(line []byte, relatesTo bool) (Item, []error) {
	fields, err := split(line)
	if err != nil {
		return Item{}, []error{err}
	}
	var name string
	if err := fields.take("kind", &name); err != nil {
		return Item{}, []error{err}
	}
	kind := graph.Kind(strings.ToLower(name))
	switch spec := graph.SpecOf(kind); {
	case spec != nil:
		return parseEntity(spec, fields)
	case kind == graph.KindRecordType:
		return parseRecordType(fields)
	case kind == graph.KindEdge:
		return parseEdge(fields, relatesTo)
	case kind == "":
		err = graph.BadInput("kind", "missing; expected one of %s, record_type, edge", graph.KindNames())
	default:
		err = graph.BadInput("kind", "unknown kind %q; expected one of %s, record_type, edge", graph.Truncate(name, 60), graph.KindNames())
	}
	return Item{}, []error{err}
}

func parseEntity(spec *graph.Spec, fields Members) (Item, []error) {
	entity := spec.New()
	self := entity.Self()
	it := Item{Kind: spec.Kind, Entity: entity}
	it.Cleared = fields.nulls(spec)
	var problems []error
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if _, given := fields[field.Name]; given && IsInput(field) {
			it.Given |= 1 << i
			problems = append(problems, fields.take(field.Name, field.Pointer(entity)))
		}
	}
	problems = append(problems, takeCreatedBefore(fields, self))
	it.Unknown = slices.DeleteFunc(fields.names(), func(name string) bool {
		field := spec.Field(name)
		return field != nil && field.Column && field.Searched // a text that [graph.Derive] reads from the props
	})
	problems = append(problems, fields.checkLive(), fields.moveTo(&self.Props), identify(spec, entity))
	it.ID = self.ID
	if problems = Present(problems); problems != nil {
		return it, problems
	}
	check.Default(entity)
	spec.Finish(entity, graph.Full)
	check.Derive(entity)
	for _, problem := range check.Entity(entity) {
		if it.lacks(problem) {
			it.Missing = append(it.Missing, problem)
		} else {
			problems = append(problems, problem)
		}
	}
	return it, problems
}

func takeCreatedBefore(fields Members, self *graph.Common) error {
	var at time.Time
	err := fields.take(graph.CreatedBefore, &at)
	if self.CreatedAt.IsZero() {
		self.CreatedAt = at
	}
	return err
}

// lacks reports whether a problem is that the line lacks a column, which is none
// if the entity is stored.
func (it *Item) lacks(problem error) bool {
	known, is := errors.AsType[*graph.Error](problem)
	if !is || known.Argument == "id" || known.Argument == "project_id" {
		return false
	}
	spec := it.Entity.Self().Spec()
	at := slices.IndexFunc(spec.Fields, func(field graph.Field) bool { return field.Name == known.Argument })
	return at >= 0 && !it.Has(at)
}

// nulls returns the names of the members that are null and no columns, or columns
// that are merged key by key.
func (m Members) nulls(spec *graph.Spec) (names []string) {
	for name, raw := range m {
		if field := spec.Field(name); string(raw) == "null" && (field == nil || field.IsMerged()) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// checkLive returns an error for a row that is deleted: among the props its
// deleted_at would have no effect, and the entity would be live.
func (m Members) checkLive() error {
	if at, given := m["deleted_at"]; given {
		return graph.BadInput("deleted_at", "got %s; expected rows of live entities only", short(at))
	}
	return nil
}

// IsInput reports whether a line may set the field.
func IsInput(field *graph.Field) bool { return field.Column && field.Input }

// IsReference reports whether the field holds the id of an entity.
func IsReference(field *graph.Field) bool {
	return strings.HasSuffix(field.Name, "id") && IsInput(field) &&
		(field.Name == "id" || strings.HasSuffix(field.Name, "_id") && field.Name != "external_id")
}

// identify replaces the ids of the line with stored ids, and keeps the entity's
// id as its external id unless it is a UUID.
func identify(spec *graph.Spec, entity graph.Entity) error {
	self := entity.Self()
	if name := self.ID; name != "" && !graph.IsUUID(name) {
		if graph.IsBlank(name) {
			return graph.BadInput("id", "is blank; %s needs one", spec.Kind.WithArticle())
		}
		if self.ExternalID != nil && *self.ExternalID != name {
			return graph.BadInput("external_id", "differs from id; expected it left out, or a UUID as id")
		}
		self.ExternalID = &name
	}
	for i := range spec.Fields {
		if field := &spec.Fields[i]; IsReference(field) {
			canonical(field.Pointer(entity))
		}
	}
	return nil
}

// canonical replaces the name in a *string or **string, if any, with its id.
func canonical(pointer any) {
	text, ok := pointer.(*string)
	if !ok {
		text = *pointer.(**string)
	}
	if text != nil && *text != "" {
		*text = graph.ID(*text)
	}
}

func parseRecordType(fields Members) (Item, []error) {
	recordType := &graph.RecordType{Fields: []graph.RecordField{}}
	problems := setRecordType(recordType, fields)
	return Item{Kind: graph.KindRecordType, RecordType: recordType}, problems
}

func setRecordType(recordType *graph.RecordType, fields Members) []error {
	problems := Present([]error{
		fields.take("id", &recordType.ID),
		fields.take("name", &recordType.Name),
		fields.take("icon", &recordType.Icon),
		fields.take("fields", &recordType.Fields),
	})
	for _, name := range fields.names() {
		problems = append(problems, graph.BadInput(name, "a record type has no such field; expected id, name, icon, fields"))
	}
	if problems == nil {
		problems = Present([]error{check.RecordType(recordType)})
	}
	return problems
}

func parseEdge(fields Members, relatesTo bool) (Item, []error) {
	it := Item{Kind: graph.KindEdge}
	var name, src, dst string
	problems := Present([]error{
		fields.take("rel", &name), fields.take("src_id", &src), fields.take("dst_id", &dst), fields.take("props", &it.Edge.Props),
	})
	it.Unknown = fields.names()
	for _, required := range []struct{ field, text string }{{"rel", name}, {"src_id", src}, {"dst_id", dst}} {
		if required.text == "" && problems == nil {
			return it, []error{missingOf(required.field, it.Unknown)}
		}
	}
	rel, swap, err := graph.ParseRelation(name)
	if err != nil && relatesTo {
		fields["original_rel"], _ = json.Marshal(name) // a string cannot fail
		rel, err = graph.RelRelatesTo, nil
	}
	problems = append(problems, unrelated(err), fields.moveTo(&it.Edge.Props))
	it.Edge.Rel, it.Swapped = rel, swap
	it.Edge.Src.ID, it.Edge.Dst.ID = graph.ID(src), graph.ID(dst)
	if swap {
		it.Edge.Src, it.Edge.Dst = it.Edge.Dst, it.Edge.Src
	}
	return it, Present(problems)
}

// missingOf returns the error about an edge that lacks a field, with the fields
// that it has beside those of an edge, because one of them may be meant.
func missingOf(field string, others []string) error {
	if len(others) == 0 {
		return graph.BadInput(field, "missing; an edge needs rel, src_id and dst_id")
	}
	return graph.BadInput(field, "missing; an edge needs rel, src_id and dst_id; got %s", graph.Truncate(strings.Join(others, ", "), 100))
}

// unrelated adds to the error about an unknown relation what an import can do
// about it. It returns nil for nil.
func unrelated(err error) error {
	problem, is := errors.AsType[*graph.Error](err)
	if !is {
		return err
	}
	return graph.BadInput(problem.Argument,
		"%s; what has no relation of its own is references or relates_to, and --relates-to imports all such edges", problem.Text)
}

// Present returns the errors that are not nil, nil for none. It reuses errs.
func Present(errs []error) []error {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// Members are the members of a JSON object that were not taken yet.
type Members map[string]json.RawMessage

func split(line []byte) (Members, error) {
	if !utf8.Valid(line) {
		return nil, graph.BadInput("", "not UTF-8; expected the file in this encoding")
	}
	fields, err := inspect(line)
	if err != nil {
		return nil, refused(line, err)
	}
	if !bytes.Contains(line, []byte(`\u0000`)) {
		return fields, nil
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if strings.ContainsRune(name, 0) || graph.JSON(fields[name]).HasNUL() {
			return nil, graph.BadInput(name, "has a NUL character; expected text without any")
		}
	}
	return fields, nil
}

// refused returns the error about a line that inspect refused: that it is not
// JSON or no object, or otherwise err.
func refused(line []byte, err error) error {
	if !json.Valid(line) {
		err := json.Unmarshal(line, new(any)) // says why
		return graph.BadInput("", "not JSON: %v; expected one whole object a line", err)
	}
	if !bytes.HasPrefix(bytes.TrimLeft(line, spaces), []byte("{")) {
		return graph.BadInput("", "got %s; expected a JSON object", short(line))
	}
	return err
}

// take removes a member and decodes it into into. It does not change into if
// the member is missing or null.
func (m Members) take(name string, into any) error {
	raw, given := m[name]
	if !given {
		return nil
	}
	delete(m, name)
	if string(raw) == "null" {
		return nil
	}
	switch at := into.(type) {
	case *string:
		if text, ok := content(raw); ok {
			*at = text
			return nil
		}
	case **string:
		if text, ok := content(raw); ok {
			*at = &text
			return nil
		}
	case *time.Time:
		return takeTime(name, raw, at)
	case **time.Time:
		*at = new(time.Time)
		return takeTime(name, raw, *at)
	case **int:
		raw = wholeNumber(raw)
	}
	err := decode(raw, into)
	if texts, isList := into.(*[]string); isList {
		*texts = graph.CleanLabels(*texts)
	}
	if _, anyJSON := into.(*graph.JSON); err != nil && anyJSON {
		return graph.BadInput(name, "%v", err)
	}
	if err != nil {
		return graph.BadInput(name, "got %s; expected %s", short(raw), wanted(into))
	}
	return nil
}

// wholeNumber returns a number without a fraction of zeros: tables that have
// gaps export 2 as 2.0.
func wholeNumber(raw json.RawMessage) json.RawMessage {
	if whole, fraction, _ := bytes.Cut(raw, []byte(".")); len(bytes.Trim(fraction, "0")) == 0 {
		return whole
	}
	return raw
}

// content returns the content of a string, and whether raw is one.
func content(raw json.RawMessage) (text string, ok bool) {
	switch {
	case raw[0] != '"':
		return "", false
	case bytes.IndexByte(raw, '\\') < 0:
		return string(raw[1 : len(raw)-1]), true
	}
	return unescape(raw[1 : len(raw)-1]), true
}

// decode decodes a member. It rejects unknown fields in record fields, which
// have no props to keep them in.
func decode(raw json.RawMessage, into any) error {
	if _, strict := into.(*[]graph.RecordField); !strict {
		return json.Unmarshal(raw, into)
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// wanted returns the description of JSON that can be decoded into into.
func wanted(into any) string {
	switch into.(type) {
	case *string, **string:
		return "text"
	case **int:
		return "a whole number"
	case **float64:
		return "a number"
	case *[]string:
		return "a list of texts"
	case *bool:
		return "true or false"
	case *[]graph.RecordField:
		return "a list of objects with name, type, options, entity_type, query"
	}
	return "a JSON value"
}

// takeTime decodes a date or time, cut to microseconds, which databases keep.
func takeTime(name string, raw json.RawMessage, into *time.Time) error {
	if text, ok := content(raw); ok {
		for _, layout := range []string{time.RFC3339, time.DateOnly} {
			if at, err := time.Parse(layout, text); err == nil {
				*into = at.UTC().Truncate(time.Microsecond)
				return nil
			}
		}
	}
	return graph.BadInput(name, "got %s; expected a date such as 2026-01-31, or a time such as 2026-01-31T09:00:00Z", short(raw))
}

// names returns the names of the members that were not taken, sorted, and
// removes those that are null.
func (m Members) names() []string {
	if len(m) == 0 {
		return nil
	}
	maps.DeleteFunc(m, func(_ string, raw json.RawMessage) bool { return string(raw) == "null" })
	return slices.Sorted(maps.Keys(m))
}

// moveTo adds the members that were not taken to props, and sets empty props to
// nil.
func (m Members) moveTo(props *graph.JSON) error {
	switch {
	case len(*props) == 0:
		*props = graph.JSON("{}")
	case (*props)[0] != '{':
		return graph.BadInput("props", "got %s; expected a JSON object", short(*props))
	}
	if err := m.mergeInto(props); err != nil {
		return err
	}
	if string(*props) == "{}" {
		*props = nil
	}
	return nil
}

func (m Members) mergeInto(props *graph.JSON) error {
	if len(m) == 0 {
		return nil
	}
	all := Members{}
	if err := json.Unmarshal(*props, &all); err != nil {
		return graph.BadInput("props", "%v; expected a JSON object", err)
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		value, err := graph.ParseJSON(m[name])
		if err != nil {
			return graph.BadInput(name, "%v", err)
		}
		if stored, twice := all[name]; twice && !bytes.Equal(stored, value) {
			return graph.BadInput(name, "is both beside and inside props; expected it once")
		}
		all[name] = json.RawMessage(value)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return graph.BadInput("props", "%v; expected a JSON object", err)
	}
	*props, err = graph.ParseJSON(text)
	return err
}

// short returns a prefix of a JSON text, for messages.
func short(raw []byte) string { return graph.Truncate(string(raw), 60) }
