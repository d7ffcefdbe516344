package graph

import (
	"slices"
	"strings"
)

// ownerKeys are the names of props, or of fields of a record, that have the
// owner, the most specific first.
var ownerKeys = []string{"owner", "owners", "assignee", "assignees", "responsible", "accountable", "lead", "author", "authors",
	"maintainer",
	"verantwortlich", "verantwortliche", "zuständig", "ansprechpartner"}

// OwnerRank returns the place of a prop, or of a field of a record, among those that
// have the owner, the most specific first. It returns -1 for others.
func OwnerRank(name string) int { return slices.Index(ownerKeys, name) }

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
		if _, names := ownersIn(object); names != nil {
			return names[0]
		}
	}
	return ""
}

// OwnersInProps returns the owners in the props of a full entity, as ids or
// names, and the name of the prop that has them.
func OwnersInProps(e Entity) (key string, owners []string) { return ownersIn(e.Self().Props.Object()) }

// ownersIn returns the owners in an object by the most specific key.
func ownersIn(object map[string]any) (key string, owners []string) {
	for _, key := range ownerKeys {
		if owners = NamesIn(object[key]); owners != nil {
			return key, owners
		}
	}
	return "", nil
}

// nameFields are the fields of records by which props may name a person, besides
// the name of the record.
var nameFields = []string{"handle", "login", "username", "email", "initials", "nickname", "kürzel", "kuerzel"}

// leastShort is the least length of the last part of an external id that is a name,
// by eye: shorter ones are numbers of rows, unless the name has them.
const leastShort = 3

// Names returns the names of a record in the props of others: its name, short forms
// such as a handle, and the last part of its external id.
func (r *Record) Names() []string {
	names := []string{r.Name}
	if r.ExternalID != nil {
		if short := (*r.ExternalID)[strings.LastIndexAny(*r.ExternalID, "/:#")+1:]; len(short) >= leastShort || r.isCalled(short) {
			names = append(names, short)
		}
	}
	fields := r.Fields.Object()
	for _, field := range nameFields {
		if values := NamesIn(fields[field]); values != nil {
			names = append(names, values[0])
		}
	}
	return names
}

// isCalled reports whether a short text is a word of the name, or its initials: bo or bw
// of Bo Wikander.
func (r *Record) isCalled(short string) bool {
	words := strings.Fields(strings.ToLower(r.Name))
	initials := ""
	for _, word := range words {
		initials += string([]rune(word)[:1])
	}
	return short != "" && (slices.Contains(words, strings.ToLower(short)) || strings.ToLower(short) == initials)
}

// NamesIn returns the texts of a JSON value that is a text or a list, nil for
// others.
func NamesIn(value any) (names []string) {
	values, isList := value.([]any)
	if !isList {
		values = []any{value}
	}
	for _, item := range values {
		if name, ok := item.(string); ok && strings.TrimSpace(name) != "" {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// An Owner is the owner of an entity: the one in its props, otherwise the
// person from whose record an edge leads to it, the first by name if there are
// several.
type Owner struct {
	ID   string // the id of a record; "" if only a name is known
	Name string // "" if there is no owner
}
