package merge

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/check"
)

// A Line is an entity as a source has it.
type Line struct {
	Entity graph.Entity
	graph.Draft

	lacks []string // see Complete: keys of objects that the source had, with their columns
}

// Complete makes the line say all that the source has of the entity: what it had at
// its last import and the line lacks has its default, or is cleared.
func (l *Line) Complete(base *Base) {
	if base == nil {
		return
	}
	spec := l.Entity.Self().Spec()
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if _, had := base.fields[field.Name]; had && !slices.Contains(constant, field.Name) {
			l.Given |= 1 << i
		}
		if field.IsMerged() {
			l.clear(field, base.keys(field.Name))
		}
	}
}

// ClearObjects makes a line with null for an object clear its keys: those that the
// source had at its last import, or without one those that are stored.
func (l *Line) ClearObjects(base *Base, stored graph.Entity) {
	spec := l.Entity.Self().Spec()
	for i := range spec.Fields {
		switch field := &spec.Fields[i]; {
		case !field.IsMerged() || !slices.Contains(l.Cleared, field.Name):
		case base != nil:
			l.clear(field, base.keys(field.Name))
		case stored != nil:
			l.clear(field, maps.Keys(values(*field.Pointer(stored).(*graph.JSON))))
		}
	}
}

// clear makes the line clear those of the keys of an object that it does not have.
func (l *Line) clear(field *graph.Field, keys iter.Seq[string]) {
	has := l.object(field)
	for key := range keys {
		if _, given := has[key]; !given {
			l.lacks = append(l.lacks, field.Name+"."+key)
		}
	}
}

// constant are the columns that a source cannot take back.
var constant = []string{"id", "project_id", "external_id", "created_at", "updated_at"}

// Base returns the base of an entity after this line, given the one before, nil for
// none. Row is not set.
func (l *Line) Base(before *Base) *Base {
	base := before.with(l.each)
	if before != nil {
		return base
	}
	spec := l.Entity.Self().Spec()
	for i := range spec.Fields { // the defaults, which nobody wrote here
		field := &spec.Fields[i]
		if l.Has(i) || !field.Column || !field.Input || field.Type != optionalText {
			continue
		}
		if value := field.Value(l.Entity); value != nil {
			base.fields[field.Name] = hashOf(value)
		}
	}
	return base
}

var optionalText = reflect.TypeFor[*string]()

// each yields each field of the line, each key of an object, and each label.
func (l *Line) each(yield func(name string, value any) bool) {
	spec := l.Entity.Self().Spec()
	for i := range spec.Fields {
		field := &spec.Fields[i]
		switch {
		case !l.merges(i):
		case field.IsMerged():
			for key, value := range l.object(field) {
				if !yield(field.Name+"."+key, value) {
					return
				}
			}
		default:
			if !yield(field.Name, field.Value(l.Entity)) || field.Name == labels && !l.eachLabel(yield) {
				return
			}
		}
	}
}

// eachLabel yields each label of the line, and reports whether more is wanted.
func (l *Line) eachLabel(yield func(name string, value any) bool) bool {
	for _, label := range l.Entity.Self().Labels {
		if !yield(labelPrefix+label, true) {
			return false
		}
	}
	return true
}

// merges reports whether a field is merged. Fields that no kind has are in props,
// so that a line may have some without naming these.
func (l *Line) merges(field int) bool {
	declared := &l.Entity.Self().Spec().Fields[field]
	name := declared.Name
	return (l.Has(field) || name == "props" || len(l.lacks) > 0 && declared.IsMerged()) && name != "id" && name != "project_id"
}

// object returns the keys of an object that the line has. Those that it clears are
// nil.
func (l *Line) object(field *graph.Field) map[string]any {
	object := values(*field.Pointer(l.Entity).(*graph.JSON))
	if field.Name == "props" {
		for _, key := range l.Cleared {
			if l.Entity.Self().Spec().Field(key) == nil {
				object[key] = nil
			}
		}
	}
	for _, name := range l.lacks {
		if key, is := strings.CutPrefix(name, field.Name+"."); is {
			object[key] = nil
		}
	}
	return object
}

// values returns the values of an object by key, each [graph.JSON] or nil for
// null.
func values(object graph.JSON) map[string]any {
	var raw map[string]json.RawMessage
	if len(object) > 0 {
		_ = json.Unmarshal(object, &raw) // another value has no keys
	}
	found := make(map[string]any, len(raw))
	for key, value := range raw {
		found[key] = nil
		if !bytes.Equal(value, []byte("null")) {
			found[key] = graph.JSON(value)
		}
	}
	return found
}

// KeepCreation makes the line, which replaces an entity, leave its time of creation as it
// is stored, unless the source says it.
func (l *Line) KeepCreation() {
	if !l.hasColumn("created_at") {
		l.Entity.Self().CreatedAt = time.Time{}
	}
}

// Same reports whether the source has of an entity what it had at its last
// import.
func (l *Line) Same(base *Base) bool { return base.has(l.each, false) }

// Revives reports whether the source has something else of an entity than at its
// last import, or than what is stored if that is not known. The times of creation and
// of the change alone do not count.
func (l *Line) Revives(stored graph.Entity, base *Base) bool {
	if base == nil {
		base = (&Line{Entity: stored, Draft: l.Draft}).Base(nil)
	}
	return !base.has(l.each, true)
}

// IsOlder reports whether the line has an earlier time of change than the stored
// entity.
func (l *Line) IsOlder(stored time.Time) bool {
	at := l.Entity.Self().UpdatedAt
	return !at.IsZero() && at.Before(stored)
}

// A Result is the result of merging a line.
type Result struct {
	Entity    graph.Entity          // what is to be stored
	Kept      bool                  // a field keeps what was written here, although the source has something else
	Conflicts []graph.MergeConflict // of fields
}

// Into merges a line into the stored entity, which it does not change. base is
// what the source had at its last import, nil for nothing. An entity whose state
// becomes one of completed ones was completed now, unless the line says when.
func (l *Line) Into(stored graph.Entity, base *Base, onConflict graph.OnConflict, now time.Time) *Result {
	self := stored.Self()
	m := &merging{base: base.orNone(), onConflict: onConflict, about: graph.MergeConflict{
		Kind: self.Kind, EntityID: self.ID, ID: graph.Or(self.ExternalID, self.ID), Name: graph.Truncate(self.Label, shown),
	}}
	m.Entity = clone(stored)
	spec := self.Spec()
	for i := range spec.Fields {
		switch field := &spec.Fields[i]; {
		case !l.merges(i) || field.Name == "updated_at":
		case field.IsMerged():
			into := field.Pointer(m.Entity).(*graph.JSON)
			*into = m.object(field.Name, *into, l.object(field))
		case field.Name == labels:
			m.labels(field, l.Entity)
		default:
			m.column(field, l.Entity)
		}
	}
	made := m.Entity.Self()
	made.DeletedAt, made.UpdatedAt = nil, l.Entity.Self().UpdatedAt
	check.Default(m.Entity)
	check.Close(m.Entity, self.State(), l.hasColumn, now)
	spec.Finish(m.Entity, graph.Full)
	check.Derive(m.Entity)
	return &m.Result
}

// hasColumn reports whether the line has a column.
func (l *Line) hasColumn(name string) bool {
	fields := l.Entity.Self().Spec().Fields
	return l.Has(slices.IndexFunc(fields, func(field graph.Field) bool { return field.Name == name }))
}

// clone returns a copy of an entity.
func clone(e graph.Entity) graph.Entity {
	made := reflect.New(reflect.TypeOf(e).Elem())
	made.Elem().Set(reflect.ValueOf(e).Elem())
	return made.Interface().(graph.Entity)
}

// merging is a merge under way.
type merging struct {
	Result
	base       *Base
	onConflict graph.OnConflict
	about      graph.MergeConflict // without a field
}

// column merges a column.
func (m *merging) column(field *graph.Field, line graph.Entity) {
	into := reflect.ValueOf(field.Pointer(m.Entity)).Elem()
	if m.takes(field.Name, field.Value(line), field.Value(m.Entity), into.IsZero()) {
		into.Set(reflect.ValueOf(field.Pointer(line)).Elem())
	}
}

// labels merges labels: those that the source added or removed since are added or
// removed here, and no others. Too many are merged as a column.
func (m *merging) labels(field *graph.Field, line graph.Entity) {
	self, theirs := m.Entity.Self(), line.Self().Labels
	merged := slices.DeleteFunc(slices.Clone(self.Labels),
		func(label string) bool { return m.had(label, field) && !slices.Contains(theirs, label) })
	for _, label := range theirs {
		if !m.had(label, field) && !slices.Contains(merged, label) {
			merged = append(merged, label)
		}
	}
	if len(merged) > graph.MaxLabels {
		m.column(field, line)
		return
	}
	m.Kept = m.Kept || len(merged) != len(theirs) || slices.ContainsFunc(merged,
		func(label string) bool { return !slices.Contains(theirs, label) })
	self.Labels = merged
}

// had reports whether the source had a label at its last import. A base of an
// earlier version has no labels by name: then it had those of here if nobody
// changed them since.
func (m *merging) had(label string, field *graph.Field) bool {
	known, has := m.base.fields[labels]
	return m.base.hasLabel(label) || has && known == hashOf(field.Value(m.Entity)) && slices.Contains(m.Entity.Self().Labels, label)
}

// object returns an object with the keys that are taken from the source.
func (m *merging) object(name string, stored graph.JSON, theirs map[string]any) graph.JSON {
	ours, changed := values(stored), false
	for _, key := range slices.Sorted(maps.Keys(theirs)) {
		if !m.takes(name+"."+key, theirs[key], ours[key], ours[key] == nil) {
			continue
		}
		changed = true
		if theirs[key] == nil {
			delete(ours, key)
		} else {
			ours[key] = theirs[key]
		}
	}
	if !changed {
		return stored
	}
	return encoded(ours)
}

// encoded returns an object, nil for one without keys.
func encoded(object map[string]any) graph.JSON {
	if len(object) == 0 {
		return nil
	}
	text, _ := graph.NewJSON(object) // of parts that are in canonical form
	return text
}

// takes reports whether a field takes the value of the source. It records a
// conflict if both sides changed it. Nobody changes the time of creation or the
// external id here.
func (m *merging) takes(name string, theirs, ours any, empty bool) bool {
	their, our := hashOf(theirs), hashOf(ours)
	base, known := m.base.fields[name]
	switch {
	case known && base == their:
		m.Kept = m.Kept || our != their
		return false
	case their == our:
		return false
	case known && base == our, !known && empty, name == "created_at", name == "external_id":
		return true
	}
	conflict := m.about
	conflict.Field, conflict.Ours, conflict.Theirs = name, text(ours), text(theirs)
	m.Conflicts = append(m.Conflicts, conflict)
	takes := m.onConflict != graph.OursWins
	m.Kept = m.Kept || !takes
	return takes
}

// shown is the length to which the values of a conflict are cut.
const shown = 100

// text returns a value as JSON, cut.
func text(value any) string {
	if value == nil {
		return "null"
	}
	return graph.Truncate(graph.EncodeJSON(value), shown)
}

// A Link is an edge as a source has it.
type Link struct {
	graph.Edge

	lacks []string // see Complete: keys of props
}

// Complete makes the line say all that the source has of the edge: the keys of props
// that it had at its last import and the line lacks are cleared.
func (l *Link) Complete(base *Base) {
	if base == nil {
		return
	}
	has := values(l.Props)
	for key := range base.keys("props") {
		if _, given := has[key]; !given {
			l.lacks = append(l.lacks, key)
		}
	}
}

// props returns the keys that the line has. Those that it clears are nil.
func (l *Link) props() map[string]any {
	object := values(l.Props)
	for _, key := range l.lacks {
		object[key] = nil
	}
	return object
}

// Base returns the base of the edge after this line, given the one before, nil for none.
func (l *Link) Base(before *Base) *Base {
	base := before.with(l.each)
	base.Row = Differs // whether an edge was changed is not looked at
	return base
}

// Revives reports whether the source has something else of the edge than at its last
// import, or than what is stored if that is not known: an edge that was unlinked here
// has no time, by which it would be newer than the line.
func (l *Link) Revives(stored graph.JSON, base *Base) bool {
	if base == nil {
		base = (&Link{Edge: graph.Edge{Props: stored}}).Base(nil)
	}
	return !l.Same(base)
}

// Same reports whether the source has of the edge what it had at its last import.
func (l *Link) Same(base *Base) bool { return base.has(l.each, false) }

func (l *Link) each(yield func(name string, value any) bool) {
	for key, value := range l.props() {
		if !yield("props."+key, value) {
			return
		}
	}
}

// Into returns the stored edge with the props that are taken from the source.
func (l *Link) Into(stored graph.JSON, base *Base, onConflict graph.OnConflict) (props graph.JSON, conflicts []graph.MergeConflict) {
	m := &merging{base: base.orNone(), onConflict: onConflict, about: graph.MergeConflict{
		Kind: graph.KindEdge, EntityID: l.ID, ID: l.ID, Name: l.Src.ID + " " + string(l.Rel) + " " + l.Dst.ID,
	}}
	return m.object("props", stored, l.props()), m.Conflicts
}
