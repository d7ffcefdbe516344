package prompt

import (
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
)

// A Block is a piece of a text. The types of this file are the only ones: other
// packages use them, and markdown.go and json.go render them.
type Block interface {
	// subject returns the entity that the block is about, nil if there is none.
	subject() graph.Entity
}

// A Part is a named part of a text, which a [Section] describes.
type Part struct {
	Name    string  // in the table of sections
	Heading Block   // nil for none
	Blocks  []Block // below the heading
	Total   int     // number of entities that belong in the list, 0 if the part is not a list
}

// Markdown returns the part as Markdown.
func (p Part) Markdown() string {
	if p.Heading == nil {
		return Markdown(p.Blocks...)
	}
	return Markdown(p.Heading) + Markdown(p.Blocks...)
}

// A Name identifies an entity, or anything else, within a line: label [id]
// (kind, fact, fact).
type Name struct {
	Entity graph.Entity // nil if the block is not about an entity
	Label  string       // of any text: rendering makes it inert
	ID     string       // as displayed, "" for none
	Kind   string       // of the entity, with its parent: "risk of Offline mode"; "" for none
	Facts  []string     // after the kind; inert already
}

// String returns the name, which is the same in Markdown and JSON. It makes the
// label and the kind inert. Facts must be inert: some have ids of ours.
func (n Name) String() string {
	text := inert.Line(n.Label)
	if n.ID != "" {
		text += " [" + n.ID + "]"
	}
	facts := n.Facts
	if n.Kind != "" {
		facts = append([]string{inert.Line(n.Kind)}, facts...)
	}
	if len(facts) > 0 {
		text += " (" + strings.Join(facts, ", ") + ")"
	}
	return text
}

// Named returns the name of an entity with its full id.
func Named(e graph.Entity, facts ...string) Name {
	return Name{Entity: e, Label: graph.Line(graph.Heading(e), graph.LabelLimit), ID: e.Self().ID, Facts: facts}
}

// TypeLabel is the maximum length of a record's type after a name, in characters;
// by eye.
const TypeLabel = 40

// RecordType returns the type of a record as the fact after its kind, nil for
// other entities.
func RecordType(e graph.Entity) []string {
	if record, ok := e.(*graph.Record); ok && record.RecordType != "" {
		return []string{inert.Line(graph.Line(record.RecordType, TypeLabel))}
	}
	return nil
}

// Blocks of a line or a paragraph.
type (
	// A Heading is followed by a blank line unless it is tight.
	Heading struct {
		Name
		Level int  // 1 to 6: the number of # in Markdown
		Tight bool // no blank line follows
	}
	// A Text is a paragraph.
	Text struct{ Text string }
	// A Quote is text of an entity, made inert.
	Quote struct {
		Entity graph.Entity // whose text it is
		Text   string       // as it is in the entity
	}
	// A Sentence is a line that begins with a name.
	Sentence struct {
		Name
		Rest string // what follows the name
	}
	// An Item is a list item about an entity: its name and its text.
	Item struct {
		Name
		Text   string // "" for none
		Detail string // a line below it, "" for none
	}
	// A Fact is a list item with a value and its label.
	Fact struct {
		Label string // "" for none
		Value string // in one line
	}
	// A Link is a list item about one neighbour of an entity.
	Link struct {
		Relations []string // as they read from the entity
		To        Name     // the neighbour
	}
	// A LinkedItem is an item of a list of linked entities.
	LinkedItem struct {
		Name
		Relations []string // as they read from the entity whose links are listed
	}
	// A More is the number of entities that a list leaves out.
	More struct {
		Count int    // at least 1
		Noun  string // what is counted, "" to leave it out
		Kinds []graph.KindCount
	}
	// A Note is a remark about the text itself.
	Note struct{ Text string }
	// A Hint explains how to get more.
	Hint struct{ Text string }
	// A Blank is a blank line.
	Blank struct{}
	// An Apart is a block preceded by a blank line.
	Apart struct{ Block }
)

// Blocks of several lines.
type (
	// A Group is a sequence of blocks that are included or left out together.
	Group []Block
	// A Card is an entity with facts about it, each on a line.
	Card struct {
		Heading Heading // the name of the entity
		Facts   []Fact  // a line each
	}
	// An Entry is an entity that was found: its name, the reason for its
	// inclusion, passages of its text, and its links.
	Entry struct {
		Name
		Source   string    // "" for none
		Passages []Passage // in the order of the text
		Links    []Link
	}
	// An AttachedEntity is an entity with the values of its fields. A message
	// mentions it, or an attached entity refers to it.
	AttachedEntity struct {
		Name            // Kind is the name of the record type
		Reason   string // why it is attached
		Fields   []Fact // the values of its fields, by label
		Distance int    // number of references from a mention
		Further  bool   // it refers to entities that are not attached
	}
	// An AttachedDocument is a document that a message attaches, with its text.
	AttachedDocument struct {
		Name
		Text     string // Markdown
		Distance int    // number of references from a mention
		Whole    bool   // Text is all of its text
	}
	// A Snapshot is a part of a project's graph. Nodes in Listed appear only in
	// the legend.
	Snapshot struct {
		*memory.GraphSnapshot
		Listed  map[string]bool        // ids of nodes that the text has a line about
		ShortID func(id string) string // returns an id as displayed
	}
)

// A Passage is a quote from an entity's text: a sentence, an item of a list, a
// row of a table, a fence of code, or the value of a field, which is inert.
type Passage struct {
	Text    string
	Field   string // that the text is the value of, "" for a passage of running text
	Heading string // of the section that the passage begins, "" for none
	Before  string // source text between the heading, or else the previous passage, and this one
	Gap     bool   // passages directly before this one were left out
}

// repeatedBytes is the minimum length of passages that a document does not
// repeat. Shorter ones, such as "Unit tests", may recur. By eye.
const repeatedBytes = 40

// Key returns a key that passages with the same words share regardless of their
// line breaks. It returns "" for a passage that is short enough to be repeated.
func (p Passage) Key() string {
	if len(p.Text) < repeatedBytes {
		return ""
	}
	return graph.Line(p.Text, 0)
}

func (q Quote) subject() graph.Entity { return q.Entity }

func (n Name) subject() graph.Entity { return n.Entity }

func (Text) subject() graph.Entity     { return nil }
func (Fact) subject() graph.Entity     { return nil }
func (Link) subject() graph.Entity     { return nil }
func (More) subject() graph.Entity     { return nil }
func (Note) subject() graph.Entity     { return nil }
func (Hint) subject() graph.Entity     { return nil }
func (Blank) subject() graph.Entity    { return nil }
func (Group) subject() graph.Entity    { return nil }
func (Card) subject() graph.Entity     { return nil }
func (Snapshot) subject() graph.Entity { return nil }

// ids returns the ids of all entities that a block is about, in order.
func ids(b Block) []string {
	var list []string
	switch b := b.(type) {
	case Group:
		for _, inner := range b {
			list = append(list, ids(inner)...)
		}
	case Snapshot:
		for _, node := range b.Nodes {
			list = append(list, node.ID)
		}
	default:
		if entity := b.subject(); entity != nil {
			list = append(list, entity.Self().ID)
		}
	}
	return list
}
