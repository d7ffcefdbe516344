package sources

// A Note is something about the source that its user should know.
type Note struct {
	Kind  NoteKind
	Pos   Position // the first place
	Text  string
	Count int // in how many places
}

// A NoteKind is the fate of the part of the source that a note is about.
type NoteKind string

// The kinds of note.
const (
	Warned   NoteKind = "warned"   // it was read in another way than written
	Skipped  NoteKind = "skipped"  // it was left out on purpose, as templates are
	Rejected NoteKind = "rejected" // it could not be read
	Lost     NoteKind = "lost"     // it has no place in the graph
)

// A noteKey identifies a note. Errors are of one place; what is lost is the same
// in many.
type noteKey struct {
	kind NoteKind
	text string
	pos  Position // of a rejected part
}

// Note adds a note. Notes of one kind and text are counted, with the first place;
// rejected parts of the source are noted each.
func (o *output) Note(kind NoteKind, pos Position, text string) {
	o.noted++
	key := noteKey{kind: kind, text: text}
	if kind == Rejected {
		key.pos = pos
	}
	if at, known := o.first[key]; known {
		o.Notes[at].Count++
		return
	}
	o.first[key] = len(o.Notes)
	o.Notes = append(o.Notes, Note{Kind: kind, Pos: pos, Text: text, Count: 1})
}
