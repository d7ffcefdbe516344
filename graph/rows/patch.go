package rows

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// Members of an update that are no columns. They and the columns with lists and
// objects change parts of these, so that an update keeps what it does not name.
const (
	owner         = "owner"          // a text that becomes props.owner; null for none
	addLabels     = "add_labels"     // the same as labels
	removeLabels  = "remove_labels"  // labels to remove
	replaceLabels = "replace_labels" // all labels
	replaceProps  = "replace_props"  // all props
	replaceFields = "replace_fields" // all fields of a record
)

// Patches returns the names of the members of an update that are no columns.
func Patches(spec *graph.Spec) []string {
	names := []string{owner, addLabels, removeLabels, replaceLabels, replaceProps}
	if spec.Kind == graph.KindRecord {
		names = append(names, replaceFields)
	}
	return names
}

// whole returns the columns that an update sets, with the whole values of labels,
// props and fields of a record after it.
func whole(e graph.Entity, fields Members) (Members, []error) {
	columns := maps.Clone(fields)
	for _, name := range Patches(e.Self().Spec()) {
		delete(columns, name)
	}
	problems := []error{patchLabels(e, fields, columns), patchObject("props", replaceProps, e.Self().Props, fields, columns)}
	if record, is := e.(*graph.Record); is {
		problems = append(problems, patchObject("fields", replaceFields, record.Fields, fields, columns))
	}
	return columns, Present(problems)
}

// patchLabels sets the labels of columns, if fields change those of the entity.
func patchLabels(e graph.Entity, fields, columns Members) error {
	labels, changes := e.Self().Labels, false
	for _, patch := range []struct {
		name  string
		apply func(given []string) []string
	}{
		{replaceLabels, graph.CleanLabels},
		{"labels", func(given []string) []string { return graph.PatchLabels(labels, given, nil) }},
		{addLabels, func(given []string) []string { return graph.PatchLabels(labels, given, nil) }},
		{removeLabels, func(given []string) []string { return graph.PatchLabels(labels, nil, given) }},
	} {
		raw, given := fields[patch.name]
		if !given {
			continue
		}
		var list []string
		if err := (Members{patch.name: raw}).take(patch.name, &list); err != nil {
			return err
		}
		changes = true
		if labels = patch.apply(list); patch.name == "labels" && string(raw) == "null" {
			labels = nil
		}
	}
	if changes {
		columns["labels"], _ = json.Marshal(labels) // texts
	}
	return nil
}

// patchObject sets the object of a column, if fields change it. The members of the
// column are merged into it, as JSON Merge Patch (RFC 7396) defines: null removes one.
// Those of the member with the name replace are all. An owner is a member of props.
func patchObject(column, replace string, stored graph.JSON, fields, columns Members) error {
	object, changes := stored.Object(), false
	if raw, given := fields[replace]; given {
		all, err := objectIn(replace, raw)
		if err != nil {
			return err
		}
		object, changes = all, true
	}
	if raw, given := fields[column]; given {
		patch, err := objectIn(column, raw)
		if err != nil {
			return err
		}
		if object, changes = merged(object, patch), true; patch == nil {
			object = nil
		}
	}
	if raw, given := fields[owner]; given && column == "props" {
		var err error
		if object, err = owned(object, raw); err != nil {
			return err
		}
		changes = true
	}
	if !changes {
		return nil
	}
	columns[column] = json.RawMessage("null")
	if len(object) > 0 {
		columns[column], _ = json.Marshal(object) // decoded from JSON
	}
	return nil
}

// objectIn returns the object in a member, nil for null.
func objectIn(name string, raw json.RawMessage) (map[string]any, error) {
	value, err := graph.ParseJSON(raw)
	if err != nil {
		return nil, graph.BadInput(name, "%v", err)
	}
	if len(value) > 0 && value[0] != '{' {
		return nil, graph.BadInput(name, "got %s; expected a JSON object", short(raw))
	}
	return value.Object(), nil
}

// merged returns an object after a JSON Merge Patch. It changes object.
func merged(object, patch map[string]any) map[string]any {
	if object == nil {
		object = map[string]any{}
	}
	for name, value := range patch {
		switch value := value.(type) {
		case nil:
			delete(object, name)
		case map[string]any:
			inner, _ := object[name].(map[string]any)
			object[name] = merged(inner, value)
		default:
			object[name] = value
		}
	}
	return object
}

// ownerNames are the members of props which mean the one who does the work, as owner
// does. Setting the owner removes them; authors, maintainers and others stay.
var ownerNames = []string{owner, "owners", "assignee", "assignees"}

// owned returns props with an owner, or without one for null and "". It changes props.
func owned(props map[string]any, raw json.RawMessage) (map[string]any, error) {
	var name string
	if err := (Members{owner: raw}).take(owner, &name); err != nil {
		return nil, err
	}
	if props == nil {
		props = map[string]any{}
	}
	maps.DeleteFunc(props, func(key string, _ any) bool { return slices.Contains(ownerNames, key) })
	if name = strings.TrimSpace(name); name != "" {
		props[owner] = name
	}
	return props, nil
}

// newOwner moves the owner of a new entity to its props.
func newOwner(fields Members) (Members, error) {
	raw, given := fields[owner]
	if !given {
		return fields, nil
	}
	columns := maps.Clone(fields)
	delete(columns, owner)
	props := graph.Or(rawOf(fields, "props"), json.RawMessage("null"))
	return columns, patchObject("props", "", nil, Members{"props": props, owner: raw}, columns)
}

// rawOf returns a pointer to a member, nil for one that is missing.
func rawOf(fields Members, name string) *json.RawMessage {
	if raw, given := fields[name]; given {
		return &raw
	}
	return nil
}
