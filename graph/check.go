package graph

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// MaxExternalID is the maximum length of an external id in bytes, which is
// limited because databases index it.
const MaxExternalID = 512

// Check returns all errors in the columns of an entity that is to be written,
// in the order of its fields. They are BAD_USER_INPUT errors whose argument is
// the column. Check does not verify that referenced entities exist.
func Check(e Entity) []error {
	spec := e.Self().Spec()
	var problems []error
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if !field.Column {
			continue
		}
		if err := spec.checkField(field, e); err != nil {
			problems = append(problems, err)
		}
	}
	if project, ok := e.(*Project); ok {
		if _, err := project.Language(); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

// Languages are the languages as which the texts of a project may be searched.
// The first is the default; with the last, words are searched as written.
var Languages = []string{"english", "simple"}

// Language returns the language of the project's texts, props.language. If that
// is invalid, it returns the default and an error.
func (p *Project) Language() (string, error) {
	switch said := p.Props.Object()["language"].(type) {
	case nil:
		return Languages[0], nil
	case string:
		if slices.Contains(Languages, said) {
			return said, nil
		}
		return Languages[0], BadInput("props.language", "%q is not known; expected one of %s", Truncate(said, 60), OneOf(Languages))
	default:
		return Languages[0], BadInput("props.language", "is no text; expected one of %s", OneOf(Languages))
	}
}

func (s *Spec) checkField(field *Field, e Entity) error {
	switch at := field.Pointer(e).(type) {
	case *string:
		return s.checkText(field, *at)
	case **string:
		if *at != nil {
			return s.checkText(field, **at)
		}
	case *JSON:
		if len(*at) > 0 {
			return checkJSON(field, *at)
		}
	case *[]string:
		return checkLabels(field, *at)
	case *time.Time:
		return checkTime(field, *at)
	case **time.Time:
		if *at != nil {
			return checkOptionalTime(field, **at)
		}
	case **int:
		if field.Name == "priority" && *at != nil && (**at < 1 || **at > 5) {
			return BadInput(field.Name, "%d is out of range; expected 1 (highest) to 5", **at)
		}
	case **float64:
		return checkNumber(field, *at)
	}
	return nil
}

func checkNumber(field *Field, at *float64) error {
	if field.Name == "probability" && at != nil && (*at < 0 || *at > 1) {
		return BadInput(field.Name, "%v is out of range; expected 0 to 1", *at)
	}
	return nil
}

func checkTime(field *Field, at time.Time) error {
	if year := at.UTC().Year(); year < 1 || year > 9999 {
		return BadInput(field.Name, "the year %d is out of range; expected 1 to 9999", year)
	}
	return nil
}

// checkOptionalTime is like checkTime for a column that may have no time. The
// zero time is read as none, so that it would be lost.
func checkOptionalTime(field *Field, at time.Time) error {
	if at.IsZero() {
		return BadInput(field.Name, "the first moment of the year 1 is out of range; expected null for no time")
	}
	return checkTime(field, at)
}

func (s *Spec) checkText(field *Field, text string) error {
	var allowed []string
	switch {
	case field.Name == "state_key":
		allowed = s.States
	case field.Enum != "":
		allowed = enumValues[field.Enum]
	}
	switch {
	case text == "" && field.Type.Kind() == reflect.String:
		return BadInput(field.Name, "missing; %s needs one", s.Kind.WithArticle())
	case field.Type.Kind() == reflect.String && IsBlank(text):
		return BadInput(field.Name, "is blank; %s needs one", s.Kind.WithArticle())
	case strings.ContainsRune(text, 0):
		return BadInput(field.Name, "has a NUL character; expected text without any")
	case allowed != nil && !slices.Contains(allowed, text):
		return BadInput(field.Name, "%q is not known for %s; expected one of %s", Truncate(text, 60), s.Kind.WithArticle(), OneOf(allowed))
	case field.Name == "external_id" && len(text) > MaxExternalID:
		return BadInput(field.Name, "%d bytes are too long; expected at most %d", len(text), MaxExternalID)
	case field.Name == "type_key":
		return s.checkTypeKey(text)
	}
	return nil
}

var typeKeyForm = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$`)

// checkTypeKey checks the form <kind>.<family>[.<variant>]. The form for
// projects has a realm after the kind.
func (s *Spec) checkTypeKey(key string) error {
	form, parts := string(s.Kind)+".<family>[.<variant>]", 2
	if s.Kind == KindProject {
		form, parts = "project.<realm>.<domain>[.<variant>]", 3
	}
	n := strings.Count(key, ".") + 1
	if n < parts || n > parts+1 || !strings.HasPrefix(key, string(s.Kind)+".") || !typeKeyForm.MatchString(key) {
		return BadInput("type_key", "%q has another form; expected %s in lower-case letters, digits and underscores", Truncate(key, 60), form)
	}
	return nil
}

func checkJSON(field *Field, value JSON) error {
	switch {
	case field.Name != "payload" && value[0] != '{':
		return BadInput(field.Name, "got %s; expected a JSON object", Truncate(string(value), 60))
	case value.HasNUL():
		return BadInput(field.Name, "has a NUL character; expected text without any")
	}
	return nil
}

// HasNUL reports whether a text in the value has a NUL character, which some
// databases cannot store.
func (j JSON) HasNUL() bool {
	nul := []byte(`\u0000`)
	return bytes.Contains(j, nul) && bytes.Contains(bytes.ReplaceAll(j, []byte(`\\`), nil), nul)
}

// NewEdge returns the edge between two live entities. rel must be a known
// relation in canonical form. The error names the end that does not fit.
func NewEdge(rel Relation, src, dst *Common) (Edge, error) {
	switch {
	case src.ID == dst.ID:
		return Edge{}, BadInput("dst_id", "is the source itself; an edge joins two entities")
	case src.ProjectID != dst.ProjectID:
		return Edge{}, BadInput("dst_id", "is in another project than the source; an edge joins entities of one project")
	}
	if err := rel.Spec().Allows(src.Kind, dst.Kind); err != nil {
		return Edge{}, err
	}
	return Edge{ID: EdgeID(src.ID, rel, dst.ID), ProjectID: src.ProjectID, Rel: rel, Src: src.Ref(), Dst: dst.Ref()}, nil
}

// needed are the settings that types of record fields require.
var needed = map[string]string{"select": "options", "entity_ref": "entity_type", "entity_ref_list": "entity_type", "computed": "query"}

// SettingOf returns the setting that a type of record fields requires, "" for none.
func SettingOf(fieldType string) string { return needed[fieldType] }

// Check returns the first error in a record type that is to be written, a
// BAD_USER_INPUT error. It does not check the references of entity types and
// queries.
func (t *RecordType) Check() error {
	for _, required := range []struct{ name, text string }{{"id", t.ID}, {"name", t.Name}} {
		if IsBlank(required.text) {
			return BadInput(required.name, "missing; a record type needs one")
		}
	}
	if SpecOf(Kind(t.ID)) != nil {
		return BadInput("id", "%q is a kind, which fields and queries name alike; expected another id", t.ID)
	}
	if JSON(EncodeJSON(t)).HasNUL() {
		return BadInput("", "a NUL character is in the record type; expected text without any")
	}
	seen := map[string]bool{}
	for i := range t.Fields {
		field := &t.Fields[i]
		switch {
		case field.Name == "":
			return BadInput(fmt.Sprintf("fields[%d].name", i), "missing; every field needs one")
		case seen[field.Name]:
			return BadInput(fmt.Sprintf("fields[%d].name", i), "%q is repeated; expected names that are unique", Truncate(field.Name, 60))
		}
		seen[field.Name] = true
		if err := field.check(i); err != nil {
			return err
		}
	}
	return nil
}

// check checks the field with an index in its type.
func (f *RecordField) check(at int) error {
	types := enumValues["RecordFieldType"]
	if !slices.Contains(types, f.Type) {
		return BadInput(fmt.Sprintf("fields[%d].type", at), "unknown type %q; expected one of %s", Truncate(f.Type, 60), OneOf(types))
	}
	needs := needed[f.Type]
	has := map[string]bool{"": true, "options": len(f.Options) > 0, "entity_type": f.EntityType != "", "query": len(f.Query) > 0}
	if !has[needs] {
		return BadInput(fmt.Sprintf("fields[%d].%s", at, needs), "missing; the field %q of type %s needs it", Truncate(f.Name, 60), f.Type)
	}
	return nil
}
