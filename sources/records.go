package sources

import "sort"

// A Record is an entity, an edge or a record type in the import format, with
// its place in the source. Fields has the members of the line: kind, id, and
// the columns of the kind.
type Record struct {
	Fields map[string]any
	Pos    Position
}

// Records collects what a format reads, in the order in which it was added.
type Records struct {
	List  []Record
	Notes []Note
}

// A Note is something about the source that its user should know.
type Note struct {
	Kind NoteKind
	Pos  Position
	Text string
}

// A NoteKind is what happened to the part of the source that a note is about.
type NoteKind string

// The kinds of note.
const (
	Warned   NoteKind = "warned"   // it was read in another way than written
	Skipped  NoteKind = "skipped"  // it was left out on purpose, as templates are
	Rejected NoteKind = "rejected" // it could not be read
	Lost     NoteKind = "lost"     // it has no place in the graph
)

// Entity adds an entity. Its kind and id replace those of fields.
func (r *Records) Entity(pos Position, kind, id string, fields map[string]any) {
	line := map[string]any{"kind": kind, "id": id}
	for name, value := range fields {
		if value != nil && name != "kind" && name != "id" {
			line[name] = value
		}
	}
	r.List = append(r.List, Record{Fields: line, Pos: pos})
}

// Edge adds an edge between two entities by their ids; props may be nil.
func (r *Records) Edge(pos Position, rel, src, dst string, props map[string]any) {
	line := map[string]any{"kind": "edge", "rel": rel, "src_id": src, "dst_id": dst}
	if len(props) > 0 {
		line["props"] = props
	}
	r.List = append(r.List, Record{Fields: line, Pos: pos})
}

// Note adds a note.
func (r *Records) Note(kind NoteKind, pos Position, text string) {
	r.Notes = append(r.Notes, Note{Kind: kind, Pos: pos, Text: text})
}

// Sort puts the notes in the order of their places.
func (r *Records) Sort() {
	sort.SliceStable(r.Notes, func(i, j int) bool {
		a, b := r.Notes[i].Pos, r.Notes[j].Pos
		if a.File != b.File {
			return a.File < b.File
		}
		return a.Line < b.Line
	})
}
