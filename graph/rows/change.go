package rows

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/check"
)

// New returns a new entity of a kind with the given columns, and every problem
// found. Columns that the kind does not have are problems, unlike in an import,
// because nobody would look for them in props.
func New(spec *graph.Spec, fields Members) (graph.Entity, []error) {
	if problems := known(spec, fields, append(inputs(spec), owner)); problems != nil {
		return nil, problems
	}
	fields, err := newOwner(fields)
	if err != nil {
		return nil, []error{err}
	}
	item, problems := parseEntity(spec, maps.Clone(fields))
	return item.Entity, append(problems, item.Missing...)
}

// Set sets columns of an entity, and returns every problem found. null clears a
// column; one that has a default gets it, as in a new entity. Labels are added, and
// the members of props and of the fields of a record are merged into those of the
// entity; see [Patches] for what replaces or removes them.
func Set(e graph.Entity, fields Members) []error {
	spec := e.Self().Spec()
	problems := known(spec, fields, append(Settable(spec), Patches(spec)...))
	if problems != nil {
		return problems
	}
	fields, problems = whole(e, fields)
	if problems != nil {
		return problems
	}
	rest := maps.Clone(fields)
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if _, given := fields[field.Name]; !given {
			continue
		}
		pointer := field.Pointer(e)
		reflect.ValueOf(pointer).Elem().SetZero()
		problems = append(problems, rest.take(field.Name, pointer))
		if IsReference(field) {
			canonical(pointer)
		}
	}
	if problems = Present(problems); problems != nil {
		return problems
	}
	check.Default(e)
	spec.Finish(e, graph.Full)
	check.Derive(e)
	return check.Entity(e)
}

// SetType returns a record type with columns changed: null clears one. It returns
// every problem found.
func SetType(was graph.RecordType, fields Members) (*graph.RecordType, []error) {
	for name, clear := range map[string]func(){
		"name": func() { was.Name = "" }, "icon": func() { was.Icon = "" }, "fields": func() { was.Fields = []graph.RecordField{} },
	} {
		if _, given := fields[name]; given {
			clear()
		}
	}
	return &was, setRecordType(&was, maps.Clone(fields))
}

// inputs returns the names of the columns that can be set on a new entity.
func inputs(spec *graph.Spec) (names []string) {
	for i := range spec.Fields {
		if IsInput(&spec.Fields[i]) {
			names = append(names, spec.Fields[i].Name)
		}
	}
	return names
}

// fixed are the columns that cannot be changed after an entity is created.
var fixed = []string{"id", "project_id", "external_id", "created_at", "updated_at"}

// Settable returns the names of the columns that an update may change.
func Settable(spec *graph.Spec) []string {
	return slices.DeleteFunc(inputs(spec), func(name string) bool { return slices.Contains(fixed, name) })
}

// known returns a problem for each column that is not in allowed.
func known(spec *graph.Spec, fields Members, allowed []string) (problems []error) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(allowed, name) {
			problems = append(problems,
				graph.BadInput(name, "cannot be set of %s; expected one of %s", spec.Kind.WithArticle(), strings.Join(allowed, ", ")))
		}
	}
	return problems
}

// ReadMembers returns the members of a JSON object. It fails if the object has
// something that cannot be stored exactly as written.
func ReadMembers(object []byte) (Members, error) { return split(object) }

// Replace returns a copy of the members with replaced applied to the ids in
// columns, and to all texts within the fields of a record.
func (m Members) Replace(spec *graph.Spec, replaced func(text string) (string, error)) (Members, error) {
	made := maps.Clone(m)
	for _, name := range referring(spec) {
		raw, given := m[name]
		if !given {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		var value any
		if decoder.Decode(&value) != nil {
			continue // take reports it
		}
		changed, err := replaceTexts(value, replaced)
		if err != nil {
			return nil, err
		}
		made[name], _ = json.Marshal(changed) // decoded from JSON
	}
	return made, nil
}

// referring returns the names of the members that may have ids of entities.
func referring(spec *graph.Spec) []string {
	names := []string{owner}
	for i := range spec.Fields {
		if IsReference(&spec.Fields[i]) {
			names = append(names, spec.Fields[i].Name)
		}
	}
	if spec.Kind == graph.KindRecord {
		names = append(names, "fields", replaceFields)
	}
	return names
}

func replaceTexts(value any, replaced func(string) (string, error)) (_ any, err error) {
	switch value := value.(type) {
	case string:
		return replaced(value)
	case []any:
		for i := range value {
			if value[i], err = replaceTexts(value[i], replaced); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for name := range value {
			if value[name], err = replaceTexts(value[name], replaced); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}

// Text returns a member that is a text, or "".
func (m Members) Text(name string) (text string) {
	_ = json.Unmarshal(m[name], &text) // "" if it is not a text
	return text
}

// SetText sets a member to a text.
func (m Members) SetText(name, text string) {
	m[name], _ = json.Marshal(text) // cannot fail
}
