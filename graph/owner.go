package graph

import (
	"slices"
	"strings"
)

// ownerKeys are the names of props, or of fields of a record, that have the
// owner, the most specific first.
var ownerKeys = []string{"owner", "owners", "assignee", "assignees", "responsible", "accountable", "lead", "author", "authors", "maintainer",
	"verantwortlich", "verantwortliche", "zuständig", "ansprechpartner"}

// IsOwnerKey reports whether a prop, or a field of a record, has the owner.
func IsOwnerKey(name string) bool { return slices.Contains(ownerKeys, name) }

// NamedOwner returns the owner in the props of an entity, or in the fields of a
// record, as an id or a name. It is the first of several, "" for none. The
// entity must be full.
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

// nameFields are the fields of records by which props may name a person, besides
// the name of the record.
var nameFields = []string{"handle", "login", "username", "email", "initials", "nickname", "kürzel", "kuerzel"}

// Names returns what props may call the entity of a record: its name, and short
// forms such as a handle.
func (r *Record) Names() []string {
	names := []string{r.Name}
	fields := r.Fields.Object()
	for _, field := range nameFields {
		if name := firstName(fields[field]); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// IsCalled reports whether a name in props is one of the record's names. Case
// and an @ before a handle do not count.
func (r *Record) IsCalled(name string) bool {
	return slices.ContainsFunc(r.Names(), func(own string) bool {
		return strings.EqualFold(strings.TrimPrefix(own, "@"), strings.TrimPrefix(name, "@"))
	})
}

// firstName returns a JSON value that is a text, or the first text of a list;
// "" for others.
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

// An Owner is the owner of an entity: the one in its props, otherwise the
// person from whose record an edge leads to it, the first by name if there are
// several.
type Owner struct {
	ID   string // the id of a record; "" if only a name is known
	Name string
}
