package sources

import (
	"cmp"
	"net/mail"
	"slices"
	"strings"

	"dossier/graph"
)

// A Person is somebody whom a source names. What is unknown is empty; an address
// may be in any of the three.
type Person struct{ Handle, Name, Email string }

// people are the people of a source, by folded handle.
type people struct {
	byHandle map[string]*person
	order    []*person
	named    int // calls of Person with somebody
}

type person struct {
	Person
	pos Position
}

// Person adds a person, and returns the name by which props refer to it: the
// handle, or else the name; "" for nobody. Addresses are only kept with the option
// KeepEmails; of others, the part before the @ is the handle.
func (r *Records) Person(pos Position, p Person) string {
	p = cleanPerson(p)
	key := cmp.Or(p.Handle, p.Name)
	if key == "" {
		return ""
	}
	r.people.named++
	known := r.people.byHandle[folded(key)]
	if known == nil {
		known = &person{p, pos}
		r.people.byHandle[folded(key)] = known
		r.people.order = append(r.people.order, known)
	}
	known.Name, known.Email = cmp.Or(known.Name, p.Name), cmp.Or(known.Email, p.Email)
	return cmp.Or(known.Handle, known.Name)
}

// cleanPerson returns a person whose handle and name are no addresses.
func cleanPerson(p Person) Person {
	p.Handle, p.Name, p.Email = bare(p.Handle), bare(p.Name), bare(p.Email)
	if name, email, found := strings.Cut(p.Name, "<"); found && strings.Contains(email, "@") { // Ann <ann@example.com>
		p.Name, p.Email = strings.TrimSpace(name), cmp.Or(p.Email, strings.TrimSuffix(email, ">"))
	}
	if name, email, found := strings.Cut(p.Handle, "<"); found && strings.Contains(email, "@") {
		p.Handle, p.Name, p.Email = "", cmp.Or(p.Name, strings.TrimSpace(name)), cmp.Or(p.Email, strings.TrimSuffix(email, ">"))
	}
	for _, text := range []*string{&p.Handle, &p.Name} {
		if local, _, found := strings.Cut(*text, "@"); found && local != "" && !strings.Contains(*text, " ") {
			p.Email, *text = cmp.Or(p.Email, *text), ""
			p.Handle = cmp.Or(p.Handle, local)
		}
	}
	if local, _, found := strings.Cut(p.Email, "@"); found && p.Name == "" {
		p.Handle = cmp.Or(p.Handle, local)
	}
	if slices.Contains(nobody, folded(cmp.Or(p.Handle, p.Name))) {
		return Person{}
	}
	return p
}

var nobody = []string{"unassigned", "none", "n/a", "nobody", "-", "--", "----", "null", "nicht zugewiesen", "non assigné", "sin asignar"}

func bare(text string) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(clean(text)), " "), "@")
}

// addPeople adds the people as records, in the order of their handles.
func (r *Records) addPeople() {
	if len(r.people.order) == 0 {
		return
	}
	r.addType(graph.PersonType, "Person", []map[string]any{{"name": "handle", "type": "text"}, {"name": "email", "type": "email"}})
	slices.SortFunc(r.people.order, func(a, b *person) int {
		return cmp.Compare(folded(cmp.Or(a.Handle, a.Name)), folded(cmp.Or(b.Handle, b.Name)))
	})
	for _, p := range r.people.order {
		r.addPerson(p)
	}
}

// RecordType adds a type of records, whose fields are texts.
func (r *Records) RecordType(id, name string, fields []string) {
	var list []map[string]any
	for _, field := range fields {
		list = append(list, map[string]any{"name": field, "type": "text"})
	}
	r.addType(id, name, list)
}

// addType adds a type of records, unless there is one with its id.
func (r *Records) addType(id, name string, fields []map[string]any) {
	if slices.Contains(r.types, id) {
		return
	}
	r.types = append(r.types, id)
	r.add(Position{}, map[string]any{"kind": graph.KindRecordType, "id": id, "name": name, "fields": fields})
}

func (r *Records) addPerson(p *person) {
	fields := map[string]any{}
	line := map[string]any{"record_type": graph.PersonType, "name": cmp.Or(p.Name, p.Handle), "fields": fields}
	if p.Handle != "" {
		fields["handle"] = p.Handle
	}
	if p.Handle != "" && p.Handle != p.Name && p.Name != "" {
		line["props"] = map[string]any{"handle": p.Handle}
	}
	if _, err := mail.ParseAddress(p.Email); err == nil && r.opts.KeepEmails {
		fields["email"] = p.Email
	}
	r.Entity(p.pos, graph.KindRecord, "person/"+folded(cmp.Or(p.Handle, p.Name)), line)
}
