package sources

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/graph"
)

// Records collects what a format reads, as lines of the import format with their
// places. It keeps the ids of entities, and edges, in memory; of lines only the
// last ones.
type Records struct {
	output
	Examples []Record          // the first entities, for a dry run
	State    map[string]string // of a live source, for its next read
	Partial  bool              // what is not in the records may still be in the source

	opts     Options
	numbers  map[string]int32 // of entities by id
	entities []entity
	names    map[string]int32 // numbers by folded further name, -1 if several entities have it
	edges    []edge
	people   people
	types    []string // the ids of types of records
}

// A Record is an entity or an edge in the import format, with its place in the
// source. Fields has the members of the line: kind, id, and the columns of the
// kind.
type Record struct {
	Fields map[string]any
	Pos    Position
}

// maxExamples is how many entities are kept as examples, by eye.
const maxExamples = 10

type entity struct {
	id    string
	kind  graph.Kind
	place place
	added bool // its line is among the records
}

// newRecord returns records of a project, with the line of the project itself.
func newRecord(opts Options) *Records {
	r := &Records{
		output: output{Counts: map[graph.Kind]int{}, files: map[string]int32{}, first: map[noteKey]int{}}, opts: opts,
		numbers: map[string]int32{}, names: map[string]int32{}, people: people{byHandle: map[string]*person{}},
	}
	r.add(Position{}, map[string]any{
		"kind": graph.KindProject, "id": opts.Project, "name": cmp.Or(opts.Name, opts.Project), "state_key": "active",
	})
	return r
}

// Options returns the options of the read.
func (r *Records) Options() Options { return r.opts }

// Entity adds an entity of the project, with an edge from the project to it. Its
// kind and id replace those of fields. It returns its id, which has a suffix if an
// earlier entity has the same one.
func (r *Records) Entity(pos Position, kind graph.Kind, id string, fields map[string]any) string {
	id = r.unused(pos, kind, clean(graph.FirstRunes(id, maxID)))
	line := map[string]any{}
	for name, value := range fields {
		if value != nil && value != "" {
			line[name] = r.cut(pos, name, value)
		}
	}
	line["kind"], line["id"], line["project_id"] = kind, id, r.opts.Project
	r.numbers[id] = int32(len(r.entities))
	r.entities = append(r.entities, entity{id, kind, r.place(pos), true})
	r.add(pos, line)
	if r.opts.Project != "" {
		r.addPlainEdge(r.place(pos), fromProject(kind), r.opts.Project, id)
	}
	if len(r.Examples) < maxExamples {
		r.Examples = append(r.Examples, Record{line, pos})
	}
	return id
}

// The bounds of ids in runes, which leave room for a suffix, and of texts in
// bytes: a line of an import may have 16 MiB.
const (
	maxID   = 120
	maxText = 2 << 20
)

// unused returns an id that no entity has: the given one, if possible.
func (r *Records) unused(pos Position, kind graph.Kind, id string) string {
	if id == "" {
		id = string(kind) + " " + fmt.Sprint(len(r.entities)+1)
	}
	number, taken := r.numbers[id]
	if (!taken || !r.entities[number].added) && id != r.opts.Project {
		return id
	}
	for n := 2; ; n++ {
		next := fmt.Sprintf("%s~%d", id, n)
		if _, taken := r.numbers[next]; taken {
			continue
		}
		first := "the project"
		if taken := id != r.opts.Project; taken {
			first = r.position(r.entities[number].place).String()
		}
		r.Note(Warned, pos, fmt.Sprintf("the id %q is used by %s; this one is imported as %q", id, first, next))
		return next
	}
}

// Kind returns the kind of an entity that was added, "" for none.
func (r *Records) Kind(id string) graph.Kind {
	if number, known := r.numbers[id]; known {
		return r.entities[number].kind
	}
	return ""
}

// Name adds a further name of an entity, by which edges may refer to it.
func (r *Records) Name(id, name string) {
	number, known := r.numbers[id]
	key := folded(name)
	if _, isID := r.numbers[name]; !known || key == "" || isID && name != id {
		return
	}
	if other, taken := r.names[key]; taken && other != number {
		number = -1
	}
	r.names[key] = number
	if r.keeping != nil {
		r.keeping.names = append(r.keeping.names, name)
	}
}

// find returns the number of the entity with an id or a further name.
func (r *Records) find(name string) (number int32, found bool) {
	if number, found = r.numbers[name]; found {
		return number, true
	}
	number, found = r.names[folded(name)]
	return number, found && number >= 0
}

// Find returns the id of the entity that was added with an id or a further name.
func (r *Records) Find(name string) (id string, found bool) {
	number, found := r.find(name)
	if !found {
		return "", false
	}
	return r.entities[number].id, true
}

// Nothing returns an error if no entities were added and something was rejected, with
// the first reason.
func (r *Records) Nothing() error {
	for _, note := range r.Notes {
		if note.Kind == Rejected && len(r.Examples) == 0 {
			return graph.BadInput("", "nothing could be read: %s: %s", note.Pos, note.Text)
		}
	}
	return nil
}

func folded(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// clean returns a text without NUL characters and invalid UTF-8.
func clean(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.ReplaceAll(text, "\x00", "")
}

// finish adds what depends on all records: people, and edges. No records may be
// added or found after it, whose memory an import needs.
func (r *Records) finish() error {
	r.addPeople()
	r.addEdges()
	r.numbers, r.names, r.entities = nil, nil, nil
	slices.SortStableFunc(r.Notes, func(a, b Note) int {
		return cmp.Or(strings.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line)
	})
	return r.err
}
