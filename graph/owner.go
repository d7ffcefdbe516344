package graph

import "strings"

// ownerKeys are the props, or fields of a record, that name an owner, the most
// telling first.
var ownerKeys = []string{"owner", "owners", "assignee", "assignees", "lead", "author", "authors"}

// NamedOwner is whom the props of an entity name as its owner, by id or name; of
// a record, its fields too. It is the first of several, "" for none. The entity
// must be full.
func NamedOwner(e Entity) string {
	objects := []map[string]any{e.Self().Props.Object()}
	if record, ok := e.(*Record); ok {
		objects = append(objects, record.Fields.Object())
	}
	for _, object := range objects {
		for _, key := range ownerKeys {
			if name := firstName(object[key]); name != "" {
				return name
			}
		}
	}
	return ""
}

// firstName is a value of JSON that is a text, or the first text of a list.
func firstName(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimSpace(value)
	case []any:
		for _, item := range value {
			if name, ok := item.(string); ok && strings.TrimSpace(name) != "" {
				return strings.TrimSpace(name)
			}
		}
	}
	return ""
}

// An Owner is whom an entity belongs to: whom its props name, else the person
// from whose record an edge leads to it, of several the first by name.
type Owner struct {
	ID   string // of a record; "" for a name that is not one
	Name string
}
