package graph

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dossier/flat"
)

// A Spec is the declaration of a kind.
type Spec struct {
	Kind   Kind
	Doc    string        // the tag of the embedded Common
	Plural string        // "tasks"
	Table  string        // "onto_tasks"
	Label  string        // the column that names an entity: name, title, text or channel
	States []string      // all of them; empty for a kind without states
	Active []string      // the states in which more is expected of an entity; "paused", for one, is neither active nor done
	Done   []string      // the states in which an entity is done
	Over   []string      // those and the states in which it was dropped: nothing more is expected, and it is not done
	Traits Trait         // what answers take its entities for
	Fields []Field       // those of Common first
	New    func() Entity // returns an entity of the kind without values

	read        map[string]string        // the columns of the fields of the API that are read from one, by name
	finished    []int                    // the indices in Fields of times, and of texts that the light view cuts
	newAll      func(count int) []Entity // entities without values
	due         int                      // the index of the field of DueField, which is a *time.Time; -1 for none
	labelOffset uintptr
}

// A Field is one declared field of a kind.
type Field struct {
	Name     string       // the column, in snake case
	Doc      string       // the description in the schema
	Light    bool         // part of the light view
	Limit    int          // runes kept in the light view, 0 for all
	Column   bool         // stored in the kind's table
	API      bool         // part of the GraphQL schema
	Input    bool         // accepted from an import; other fields are derived on writing
	Searched bool         // part of the searched text
	Due      bool         // the due date for lists and scores
	Enum     string       // the name of its closed set in [Enums], "" for none
	Type     reflect.Type // of the field in the struct

	index   []int
	offset  uintptr                             // in the struct of the kind
	pointer func(e *Common, offset uintptr) any // nil for a field that is no column
}

// states are the states of a kind, separated by blanks.
type states struct{ all, active, done, dropped string }

func describe[T any, P interface {
	*T
	Entity
}](kind Kind, label, plural string, traits Trait, s states) *Spec {
	spec := &Spec{
		Kind: kind, Plural: plural, Table: "onto_" + plural, Label: label, Traits: traits,
		States: strings.Fields(s.all), Active: strings.Fields(s.active), Done: strings.Fields(s.done),
		Over: strings.Fields(s.done + " " + s.dropped),
		New: func() Entity {
			e := P(new(T))
			e.Self().Kind = kind
			return e
		},
		newAll: func(count int) []Entity { return newAll[T, P](kind, count) },
	}
	common, _ := reflect.TypeFor[T]().FieldByName("Common")
	spec.Doc = common.Tag.Get("doc")
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		field := describeField(f)
		field.offset = offsetOf(reflect.TypeFor[T](), f.Index)
		if field.Name == label {
			spec.labelOffset = field.offset
		}
		// The two columns that not every kind has.
		missing := field.Name == "project_id" && kind == KindProject || field.Name == "state_key" && len(spec.States) == 0
		field.Column = field.Column && !missing
		if field.Type == timeType || field.Type == optionalTimeType || field.Limit > 0 {
			spec.finished = append(spec.finished, len(spec.Fields))
		}
		spec.Fields = append(spec.Fields, field)
	}
	spec.read, spec.due = columnsRead(spec), slices.IndexFunc(spec.Fields, func(f Field) bool { return f.Due })
	return spec
}

// newAll returns empty entities of a kind, in one array.
func newAll[T any, P interface {
	*T
	Entity
}](kind Kind, count int) []Entity {
	entities, all := flat.Make[Entity](count, count), flat.Make[T](count, count)
	for i := range all {
		e := P(&all[i])
		e.Self().Kind, entities[i] = kind, e
	}
	return entities
}

var timeType, optionalTimeType = reflect.TypeFor[time.Time](), reflect.TypeFor[*time.Time]()

// offsetOf returns the offset of a field in a struct with embedded structs.
func offsetOf(of reflect.Type, index []int) (offset uintptr) {
	for _, i := range index {
		offset += of.Field(i).Offset
		of = of.Field(i).Type
	}
	return offset
}

func describeField(f reflect.StructField) Field {
	tag, light := f.Tag.Lookup("light")
	limit, _ := strconv.Atoi(tag)
	_, searched := f.Tag.Lookup("search")
	_, due := f.Tag.Lookup("due")
	if due && f.Type != optionalTimeType {
		panic(fmt.Sprintf("%s is a due date of the type %s; expected *time.Time", f.Name, f.Type))
	}
	derived := f.Tag.Get("derived") == "write" || f.Name == "DeletedAt" || f.Name == "CreatedBy"
	return Field{
		Name: Snake(f.Name), Doc: f.Tag.Get("doc"), Light: light, Limit: limit,
		Column: f.Tag.Get("col") != "-", API: f.Tag.Get("api") != "-",
		Input: !derived, Searched: searched, Due: due, Enum: f.Tag.Get("enum"),
		Type: f.Type, index: f.Index, offset: f.Offset, pointer: pointers[f.Type],
	}
}

var specs = func() map[Kind]*Spec {
	byKind := make(map[Kind]*Spec, len(Kinds))
	for _, spec := range Kinds {
		byKind[spec.Kind] = spec
	}
	return byKind
}()

// SpecOf returns the declaration of a kind, nil for an unknown one.
func SpecOf(kind Kind) *Spec { return specs[kind] }

// mixed is the declaration of lists of several kinds: the fields that all kinds
// have.
var mixed = func() *Spec {
	states := AllStates()
	return &Spec{Plural: "entities", Label: "label", States: states.Names(), Fields: mixedFields(), due: -1}
}()

func mixedFields() []Field {
	var fields []Field
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Common]()) {
		fields = append(fields, describeField(f))
	}
	return fields
}

// ListSpec returns the declaration for lists of a kind. For "" it has the
// fields that all kinds have.
func ListSpec(kind Kind) *Spec {
	if kind == "" {
		return mixed
	}
	return SpecOf(kind)
}

// ParseKind returns the kind with a name, in any case. The error lists the
// kinds.
func ParseKind(argument, name string) (Kind, error) {
	kind := Kind(strings.ToLower(name))
	if SpecOf(kind) == nil {
		return "", BadInput(argument, "unknown kind %q; expected one of %s", Truncate(name, 60), KindNames())
	}
	return kind, nil
}

// WithArticle returns the kind with its article: "a task", "an output".
func (k Kind) WithArticle() string {
	if k != "" && strings.ContainsRune("aeiou", rune(k[0])) {
		return "an " + string(k)
	}
	return "a " + string(k)
}

// KindNames returns the names of the kinds, separated by commas.
func KindNames() string {
	names := make([]Kind, len(Kinds))
	for i, spec := range Kinds {
		names[i] = spec.Kind
	}
	return OneOf(names)
}

// Has reports whether the kind has a trait.
func (k Kind) Has(trait Trait) bool {
	spec := SpecOf(k)
	return spec != nil && spec.Traits&trait != 0
}

// Rank returns the kind's index in [Kinds].
func (k Kind) Rank() int { return kindRanks[k] }

var kindRanks = ranksOf(Kinds, func(s *Spec) Kind { return s.Kind })

// IsActive reports whether more is expected of entities in the state.
func (s *Spec) IsActive(state string) bool { return slices.Contains(s.Active, state) }

// IsDone reports whether entities in the state are done.
func (s *Spec) IsDone(state string) bool { return slices.Contains(s.Done, state) }

// IsOver reports whether entities in the state are done or dropped, so that they
// are no longer open.
func (s *Spec) IsOver(state string) bool { return slices.Contains(s.Over, state) }

// Columns returns the fields of a view that are columns of the kind's table.
func (s *Spec) Columns(view View) []Field {
	var columns []Field
	for _, field := range s.Fields {
		if field.Column && (view == Full || field.Light) {
			columns = append(columns, field)
		}
	}
	return columns
}

// columnsRead returns the column of each field of the API that has the value of
// one column of the light view, "" if its value is that of the kind.
func columnsRead(s *Spec) map[string]string {
	read := map[string]string{"label": s.Label, "kind": "", "__typename": ""}
	for _, field := range s.Columns(Light) {
		if field.API {
			read[field.SchemaName()], read[field.InputName()] = field.Name, field.Name
		}
	}
	return read
}

// ColumnRead returns the column from whose value alone a field of the API is
// read, by the name of the field, "" if its value is that of the kind. ok is
// false for a field that needs more.
func (s *Spec) ColumnRead(name string) (column string, ok bool) {
	column, ok = s.read[name]
	return column, ok
}

// Field returns the field with a name, nil if the kind has none.
func (s *Spec) Field(name string) *Field {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return &s.Fields[i]
		}
	}
	return nil
}

// DueField returns the due date for lists and scores, nil if there is none.
func (s *Spec) DueField() *Field {
	if s.due < 0 {
		return nil
	}
	return &s.Fields[s.due]
}

// Finish completes an entity that a store has scanned in a view. It converts
// times to UTC, cuts texts to the light view, and sets the label and, for a
// project, its project id. Stores must read texts one rune past their limit, so
// that Finish can detect that they are cut.
func (s *Spec) Finish(e Entity, view View) {
	common := e.Self()
	for _, i := range s.finished {
		field := &s.Fields[i]
		switch at := field.Pointer(e).(type) {
		case *time.Time:
			*at = at.UTC()
		case **time.Time:
			if *at != nil {
				**at = (*at).UTC()
			}
		case *string:
			common.setCut(i, field.cut(at, view))
		case **string:
			common.setCut(i, field.cut(*at, view))
		}
	}
	s.label(common)
}

// label sets the label of an entity and, for a project, its project id.
func (s *Spec) label(e *Common) {
	e.Label = *fieldAt[string](e, s.labelOffset)
	if s.Kind == KindProject {
		e.ProjectID = e.ID
	}
}

// cut truncates a text to the field's limit in the view, and reports whether it
// was longer.
func (f *Field) cut(text *string, view View) bool {
	if text == nil || view == Full || f.Limit == 0 {
		return false
	}
	whole := *text
	*text = Truncate(whole, f.Limit)
	return *text != whole
}

// setCut records whether the text of a field is truncated. field is its index
// in the kind's fields.
func (c *Common) setCut(field int, is bool) {
	if is {
		c.cut |= 1 << field
	}
}

// Cut returns the names, in the API, of the fields whose texts are truncated.
// If the field with the label is one of them, "label" is included.
func (c *Common) Cut() []string {
	names := []string{}
	spec := c.Spec()
	for i := range spec.Fields {
		if c.cut&(1<<i) == 0 {
			continue
		}
		names = append(names, spec.Fields[i].SchemaName())
		if spec.Fields[i].Name == spec.Label {
			names = append(names, "label")
		}
	}
	return names
}

// Truncate returns a text of at most limit runes unchanged. Of a longer one it
// returns the first limit runes, without trailing white space, and an ellipsis.
func Truncate(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return strings.TrimRightFunc(FirstRunes(text, limit), unicode.IsSpace) + "…"
}

// FirstRunes returns the first n runes of a text, or all of a shorter one.
func FirstRunes(text string, n int) string {
	end := 0
	for ; n > 0 && end < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return text[:end]
}

// IsMerged reports whether the column is an object whose keys imports merge as fields
// of their own.
func (f *Field) IsMerged() bool { return f.Name == "props" || f.Name == "fields" }

// InputName returns the field's name in the inputs of mutations, where a state is
// a value of an enum: state_key is state.
func (f *Field) InputName() string {
	if f.Name == "state_key" {
		return "state"
	}
	return f.SchemaName()
}

// SchemaName returns the field's name in the API: projectId for project_id.
func (f *Field) SchemaName() string {
	words := strings.Split(f.Name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// DateName returns the field's name in filters and groups by date: "due" for
// the due date, otherwise the column without _at.
func (f *Field) DateName() string {
	if f.Due {
		return "due"
	}
	return strings.TrimSuffix(f.Name, "_at")
}

var (
	typeTime         = reflect.TypeFor[time.Time]()
	typeOptionalTime = reflect.TypeFor[*time.Time]()
)

// Snake returns a name of Go or of the API in the form of a column: project_id
// for ProjectID and projectId.
func Snake(name string) string {
	var out strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		word := i > 0 && unicode.IsUpper(r) &&
			(unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if word {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
