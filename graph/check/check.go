// Package check finds errors in what is to be written, and completes it by default values,
// columns that are computed from others, and the times at which work ended.
package check

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// Entity returns all errors in the columns of an entity that is to be written,
// in the order of its fields. They are BAD_USER_INPUT errors whose argument is
// the column. Entity does not verify that referenced entities exist.
func Entity(e graph.Entity) []error {
	spec := e.Self().Spec()
	var problems []error
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if !field.Column {
			continue
		}
		if err := checkField(spec, field, e); err != nil {
			problems = append(problems, err)
		}
	}
	if project, ok := e.(*graph.Project); ok {
		if _, err := project.Language(); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

func checkField(s *graph.Spec, field *graph.Field, e graph.Entity) error {
	switch at := field.Pointer(e).(type) {
	case *string:
		return checkText(s, field, *at)
	case **string:
		if *at != nil {
			return checkText(s, field, **at)
		}
	case *graph.JSON:
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
			return graph.BadInput(field.Name, "%d is out of range; expected 1 (highest) to 5", **at)
		}
	case **float64:
		return checkNumber(field, *at)
	}
	return nil
}

func checkNumber(field *graph.Field, at *float64) error {
	if field.Name == "probability" && at != nil && (*at < 0 || *at > 1) {
		return graph.BadInput(field.Name, "%v is out of range; expected 0 to 1", *at)
	}
	return nil
}

func checkTime(field *graph.Field, at time.Time) error {
	if year := at.UTC().Year(); year < 1 || year > 9999 {
		return graph.BadInput(field.Name, "the year %d is out of range; expected 1 to 9999", year)
	}
	return nil
}

// checkOptionalTime is like checkTime for a column that may have no time. The
// zero time is read as none, so that it would be lost.
func checkOptionalTime(field *graph.Field, at time.Time) error {
	if at.IsZero() {
		return graph.BadInput(field.Name, "the first moment of the year 1 is out of range; expected null for no time")
	}
	return checkTime(field, at)
}

func checkText(s *graph.Spec, field *graph.Field, text string) error {
	var allowed []string
	switch {
	case field.Name == "state_key":
		allowed = s.States
	case field.Enum != "":
		allowed = graph.EnumValues(field.Enum)
	}
	switch {
	case text == "" && field.Type.Kind() == reflect.String:
		return graph.BadInput(field.Name, "missing; %s needs one", s.Kind.WithArticle())
	case field.Type.Kind() == reflect.String && graph.IsBlank(text):
		return graph.BadInput(field.Name, "is blank; %s needs one", s.Kind.WithArticle())
	case strings.ContainsRune(text, 0):
		return graph.BadInput(field.Name, "has a NUL character; expected text without any")
	case allowed != nil && !slices.Contains(allowed, text):
		return graph.BadInput(field.Name, "%q is not known for %s; expected one of %s", graph.Truncate(text, 60), s.Kind.WithArticle(),
			graph.OneOf(allowed))
	case field.Name == "external_id" && len(text) > graph.MaxExternalID:
		return graph.BadInput(field.Name, "%d bytes are too long; expected at most %d", len(text), graph.MaxExternalID)
	case field.Name == "type_key":
		return checkTypeKey(s, text)
	}
	return nil
}

var typeKeyForm = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$`)

// checkTypeKey checks the form <kind>.<family>[.<variant>]. The form for
// projects has a realm after the kind.
func checkTypeKey(s *graph.Spec, key string) error {
	form, parts := string(s.Kind)+".<family>[.<variant>]", 2
	if s.Kind == graph.KindProject {
		form, parts = "project.<realm>.<domain>[.<variant>]", 3
	}
	n := strings.Count(key, ".") + 1
	if n < parts || n > parts+1 || !strings.HasPrefix(key, string(s.Kind)+".") || !typeKeyForm.MatchString(key) {
		return graph.BadInput("type_key", "%q has another form; expected %s in lower-case letters, digits and underscores",
			graph.Truncate(key, 60), form)
	}
	return nil
}

func checkJSON(field *graph.Field, value graph.JSON) error {
	switch {
	case field.Name != "payload" && value[0] != '{':
		return graph.BadInput(field.Name, "got %s; expected a JSON object", graph.Truncate(string(value), 60))
	case value.HasNUL():
		return graph.BadInput(field.Name, "has a NUL character; expected text without any")
	}
	return nil
}

// Edge returns the edge between two live entities. rel must be a known
// relation in canonical form. The error names the end that does not fit.
func Edge(rel graph.Relation, src, dst *graph.Common) (graph.Edge, error) {
	switch {
	case src.ID == dst.ID:
		return graph.Edge{}, graph.BadInput("dst_id", "is the source itself; an edge joins two entities")
	case src.ProjectID != dst.ProjectID:
		return graph.Edge{}, graph.BadInput("dst_id", "is in another project than the source; an edge joins entities of one project")
	}
	if err := rel.Spec().Allows(src.Kind, dst.Kind); err != nil {
		return graph.Edge{}, err
	}
	return graph.Edge{ID: graph.EdgeID(src.ID, rel, dst.ID), ProjectID: src.ProjectID, Rel: rel, Src: src.Ref(), Dst: dst.Ref()}, nil
}

// needed are the settings that types of record fields require.
var needed = map[string]string{"select": "options", "entity_ref": "entity_type", "entity_ref_list": "entity_type", "computed": "query"}

// SettingOf returns the setting that a type of record fields requires, "" for none.
func SettingOf(fieldType string) string { return needed[fieldType] }

// RecordType returns the first error in a record type that is to be written, a
// BAD_USER_INPUT error. It does not check the references of entity types and
// queries.
func RecordType(t *graph.RecordType) error {
	for _, required := range []struct{ name, text string }{{"id", t.ID}, {"name", t.Name}} {
		if graph.IsBlank(required.text) {
			return graph.BadInput(required.name, "missing; a record type needs one")
		}
	}
	if graph.SpecOf(graph.Kind(t.ID)) != nil {
		return graph.BadInput("id", "%q is a kind, which fields and queries name alike; expected another id", t.ID)
	}
	if graph.JSON(graph.EncodeJSON(t)).HasNUL() {
		return graph.BadInput("", "a NUL character is in the record type; expected text without any")
	}
	seen := map[string]bool{}
	for i := range t.Fields {
		field := &t.Fields[i]
		switch {
		case field.Name == "":
			return graph.BadInput(fmt.Sprintf("fields[%d].name", i), "missing; every field needs one")
		case seen[field.Name]:
			return graph.BadInput(fmt.Sprintf("fields[%d].name", i), "%q is repeated; expected names that are unique",
				graph.Truncate(field.Name, 60))
		}
		seen[field.Name] = true
		if err := checkTypeField(field, i); err != nil {
			return err
		}
	}
	return nil
}

// checkTypeField checks the field with an index in its type.
func checkTypeField(f *graph.RecordField, at int) error {
	types := graph.EnumValues("RecordFieldType")
	if !slices.Contains(types, f.Type) {
		return graph.BadInput(fmt.Sprintf("fields[%d].type", at), "unknown type %q; expected one of %s", graph.Truncate(f.Type, 60),
			graph.OneOf(types))
	}
	needs := needed[f.Type]
	has := map[string]bool{"": true, "options": len(f.Options) > 0, "entity_type": f.EntityType != "", "query": len(f.Query) > 0}
	if !has[needs] {
		return graph.BadInput(fmt.Sprintf("fields[%d].%s", at, needs), "missing; the field %q of type %s needs it", graph.Truncate(f.Name, 60),
			f.Type)
	}
	return nil
}

// checkLabels returns an error for labels that are too many or too long.
func checkLabels(field *graph.Field, labels []string) error {
	if len(labels) > graph.MaxLabels {
		return graph.BadInput(field.Name, "has %d; expected at most %d", len(labels), graph.MaxLabels)
	}
	for i, label := range labels {
		switch {
		case graph.IsBlank(label):
			return graph.BadInput(graph.ElementOf(field.Name, i), "is blank; expected a text")
		case strings.ContainsRune(label, 0):
			return graph.BadInput(graph.ElementOf(field.Name, i), "has a NUL character; expected text without any")
		case len([]rune(label)) > graph.MaxLabel:
			return graph.BadInput(graph.ElementOf(field.Name, i), "has %d characters; expected at most %d", len([]rune(label)), graph.MaxLabel)
		}
	}
	return nil
}
