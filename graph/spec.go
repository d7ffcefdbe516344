package graph

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Spec is what is declared of a kind.
type Spec struct {
	Kind   Kind
	Doc    string // the tag of the embedded Row
	Plural string // "tasks"
	Table  string // "onto_tasks"
	Label  string // the column that names an entity: name, title, text or channel
	States []string
	Active []string // the states in which something is still to be expected
	Done   []string // the states in which it is over
	Fields []Field  // those of Common first
	New    func() Entity

	label []int
}

// A Field is one declared field of a kind.
type Field struct {
	Name     string // the column, in snake case
	Doc      string
	Light    bool   // part of the light view
	Limit    int    // runes kept in the light view, 0 for all
	Column   bool   // kept in the kind's table
	API      bool   // shown by GraphQL
	Input    bool   // accepted from an import; the others are derived when written
	Searched bool   // part of the text that search reads
	Due      bool   // the date that lists and scores take as due
	Enum     string // the name of its closed set in [Enums], "" for none
	Type     reflect.Type

	index []int
}

// states are the states of a kind, separated by blanks.
type states struct{ all, active, done string }

func describe[T any, P interface {
	*T
	Entity
}](kind Kind, label, plural string, s states) *Spec {
	spec := &Spec{
		Kind: kind, Plural: plural, Table: "onto_" + plural, Label: label,
		States: strings.Fields(s.all), Active: strings.Fields(s.active), Done: strings.Fields(s.done),
		New: func() Entity {
			e := P(new(T))
			e.Self().Kind = kind
			return e
		},
	}
	row, _ := reflect.TypeFor[T]().FieldByName("Row")
	spec.Doc = row.Tag.Get("doc")
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		field := describeField(f)
		if field.Name == label {
			spec.label = f.Index
		}
		// The two columns that not every kind has.
		missing := field.Name == "project_id" && kind == KindProject || field.Name == "state_key" && len(spec.States) == 0
		field.Column = field.Column && !missing
		spec.Fields = append(spec.Fields, field)
	}
	return spec
}

func describeField(f reflect.StructField) Field {
	tag, light := f.Tag.Lookup("light")
	limit, _ := strconv.Atoi(tag)
	_, searched := f.Tag.Lookup("search")
	_, due := f.Tag.Lookup("due")
	derived := f.Tag.Get("derived") == "write" || f.Name == "DeletedAt" || f.Name == "CreatedBy"
	return Field{
		Name: Snake(f.Name), Doc: f.Tag.Get("doc"), Light: light, Limit: limit,
		Column: f.Tag.Get("col") != "-", API: f.Tag.Get("api") != "-",
		Input: !derived, Searched: searched, Due: due, Enum: f.Tag.Get("enum"),
		Type: f.Type, index: f.Index,
	}
}

var specs = func() map[Kind]*Spec {
	byKind := make(map[Kind]*Spec, len(Kinds))
	for _, spec := range Kinds {
		byKind[spec.Kind] = spec
	}
	return byKind
}()

// SpecOf is what is declared of a kind, nil for an unknown one.
func SpecOf(kind Kind) *Spec { return specs[kind] }

// mixed is what lists of several kinds have in common.
var mixed = func() *Spec {
	states := AllStates()
	return &Spec{Plural: "entities", Label: "label", States: states.Names(), Fields: mixedFields()}
}()

func mixedFields() []Field {
	var fields []Field
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Common]()) {
		fields = append(fields, describeField(f))
	}
	return fields
}

// ListSpec is what is declared of what lists of a kind have: that of the kind or,
// for "", what all kinds have in common.
func ListSpec(kind Kind) *Spec {
	if kind == "" {
		return mixed
	}
	return SpecOf(kind)
}

// ParseKind is the kind of a name in any case; the error lists the kinds.
func ParseKind(argument, name string) (Kind, error) {
	kind := Kind(strings.ToLower(name))
	if SpecOf(kind) == nil {
		return "", BadInput(argument, "unknown kind %q; expected one of %s", Truncate(name, 60), KindNames())
	}
	return kind, nil
}

// KindNames are the names of the kinds, separated by commas.
func KindNames() string {
	names := make([]Kind, len(Kinds))
	for i, spec := range Kinds {
		names[i] = spec.Kind
	}
	return oneOf(names)
}

// Rank is the kind's place in [Kinds].
func (k Kind) Rank() int { return kindRanks[k] }

var kindRanks = ranksOf(Kinds, func(s *Spec) Kind { return s.Kind })

// IsActive reports whether something is still to be expected of an entity in
// the state.
func (s *Spec) IsActive(state string) bool { return slices.Contains(s.Active, state) }

// IsDone reports whether it is over for an entity in the state.
func (s *Spec) IsDone(state string) bool { return slices.Contains(s.Done, state) }

// Columns are the fields of a view that are columns of the kind's table.
func (s *Spec) Columns(view View) []Field {
	var columns []Field
	for _, field := range s.Fields {
		if field.Column && (view == Full || field.Light) {
			columns = append(columns, field)
		}
	}
	return columns
}

// Field is the declared field of a name, nil if the kind has none of it.
func (s *Spec) Field(name string) *Field {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return &s.Fields[i]
		}
	}
	return nil
}

// DueField is the field that lists and scores take as due, nil if none is.
func (s *Spec) DueField() *Field {
	for i := range s.Fields {
		if s.Fields[i].Due {
			return &s.Fields[i]
		}
	}
	return nil
}

// Pointer is a pointer to the field in e, to scan into: *string, **string,
// *time.Time, **time.Time, **int, **float64, *bool or *[JSON].
func (f *Field) Pointer(e Entity) any {
	return reflect.ValueOf(e).Elem().FieldByIndex(f.index).Addr().Interface()
}

// Value is the value of the field in e: nil, string, time.Time, int, float64,
// bool or [JSON].
func (f *Field) Value(e Entity) any {
	value := reflect.ValueOf(e).Elem().FieldByIndex(f.index)
	switch {
	case value.Kind() == reflect.Pointer && value.IsNil(), value.Kind() == reflect.Slice && value.Len() == 0:
		return nil
	case value.Kind() == reflect.Pointer:
		return value.Elem().Interface()
	}
	return value.Interface()
}

// Finish completes an entity that a store has scanned in a view: times in UTC,
// texts cut to the light view, the label, and a project's id of itself. Stores
// read a cut text one rune past its limit, so that Finish sees that it was
// cut.
func (s *Spec) Finish(e Entity, view View) {
	value := reflect.ValueOf(e).Elem()
	common := e.Self()
	for i := range s.Fields {
		field := &s.Fields[i]
		switch at := value.FieldByIndex(field.index).Addr().Interface().(type) {
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
	common.Label = value.FieldByIndex(s.label).String()
	if s.Kind == KindProject {
		common.ProjectID = common.ID
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

// setCut records whether the text of the field at a place in the kind's fields
// is truncated.
func (c *Common) setCut(field int, is bool) {
	if is {
		c.cut |= 1 << field
	}
}

// Cut returns the names, in the API, of the fields whose texts are truncated;
// the label is among them where the field that names the entity is.
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

// Truncate is a text of at most limit runes as it is; of a longer one the
// first limit runes without trailing white space, and an ellipsis.
func Truncate(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return strings.TrimRightFunc(FirstRunes(text, limit), unicode.IsSpace) + "…"
}

// FirstRunes is the beginning of a text, of at most n runes.
func FirstRunes(text string, n int) string {
	end := 0
	for ; n > 0 && end < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return text[:end]
}

// InputName returns the field's name in the inputs of mutations, where a state is
// a value of an enum: state_key is state.
func (f *Field) InputName() string {
	if f.Name == "state_key" {
		return "state"
	}
	return f.SchemaName()
}

// SchemaName is the field's name in the API: project_id is projectId.
func (f *Field) SchemaName() string {
	words := strings.Split(f.Name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// DateName is the field's name in filters and groups by date: "due" for the due
// date, else the column without _at.
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

// Snake returns a name of Go or of the API as a column's: ProjectID and
// projectId are project_id.
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
