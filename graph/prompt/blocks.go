package prompt

import (
	"strings"

	"dossier/graph"
)

// A Block is a piece of a text. The types of this file are all there are:
// other packages hand over blocks, and markdown.go and json.go render them.
type Block interface {
	// subject returns the entity that the block is about, nil if there is none.
	subject() graph.Entity
}

// A Part is a named part of a text, which a [Section] describes.
type Part struct {
	Name    string
	Heading Block // nil for none
	Blocks  []Block
	Total   int // how many entities belong in the list that it is, 0 for other parts
}

// Markdown returns the part as Markdown.
func (p Part) Markdown() string {
	if p.Heading == nil {
		return Markdown(p.Blocks...)
	}
	return Markdown(p.Heading) + Markdown(p.Blocks...)
}

// A Name names an entity, or anything else, in a line: label [id] (kind, fact,
// fact).
type Name struct {
	Entity graph.Entity // nil if the block is not about an entity
	Label  string
	ID     string // as it is shown, "" for none
	Kind   string // of the entity, and its parent: "risk of Offline mode"; "" for none
	Facts  []string
}

// String returns the name as it is in every format. The label and the kind are
// made inert; facts are so already, since some have ids of ours.
func (n Name) String() string {
	text := InertLine(n.Label)
	if n.ID != "" {
		text += " [" + n.ID + "]"
	}
	facts := n.Facts
	if n.Kind != "" {
		facts = append([]string{InertLine(n.Kind)}, facts...)
	}
	if len(facts) > 0 {
		text += " (" + strings.Join(facts, ", ") + ")"
	}
	return text
}

// LabelLimit is how many characters of a label a text has at most, by eye.
const LabelLimit = 160

// Named returns the name of an entity with its whole id.
func Named(e graph.Entity, facts ...string) Name {
	return Name{Entity: e, Label: graph.Line(e.Self().Label, LabelLimit), ID: e.Self().ID, Facts: facts}
}

// Blocks of a line or a paragraph.
type (
	// A Heading opens what is below it, after a blank line unless it is tight.
	Heading struct {
		Name
		Level int
		Tight bool
	}
	// A Text is a paragraph.
	Text struct{ Text string }
	// A Quote is text of an entity in its own words, made inert.
	Quote struct {
		Entity graph.Entity
		Text   string
	}
	// A Sentence is a line that names an entity and goes on.
	Sentence struct {
		Name
		Rest string
	}
	// An Item is a line of a list about an entity: a name and what it says.
	Item struct {
		Name
		Text   string // "" for none
		Detail string // a line below it, "" for none
	}
	// A Fact is a line of a list: a value and what it is called.
	Fact struct {
		Label string // "" for none
		Value string
	}
	// A Link is a line about one neighbour of an entity.
	Link struct {
		Relations []string // as they read from the entity
		To        Name
	}
	// A LinkedItem is a line of a list of linked entities.
	LinkedItem struct {
		Name
		Relations []string
	}
	// A More counts what a list leaves out.
	More struct {
		Count int
		Noun  string // what is counted, "" to leave it out
		Kinds []graph.KindCount
	}
	// A Note is a remark about the text itself.
	Note struct{ Text string }
	// A Hint says how to learn more.
	Hint struct{ Text string }
	// A Blank is a blank line.
	Blank struct{}
	// An Apart is a block with a blank line above it.
	Apart struct{ Block }
)

// Blocks of several lines.
type (
	// A Group is blocks that are included or left out together.
	Group []Block
	// A Card is an entity with facts about it, each in a line.
	Card struct {
		Heading Heading
		Facts   []Fact
	}
	// An Entry is an entity that was found: what it is, why it is there, what
	// its text says, and what it is linked to.
	Entry struct {
		Name
		Source   string // "" for none
		Passages []Passage
		Links    []Link
	}
	// An AttachedEntity is an entity that a message mentions, or that one of
	// these refers to, with the values of its fields.
	AttachedEntity struct {
		Name            // its kind is that of its record type
		Reason   string // why it is attached
		Fields   []Fact
		Distance int  // references away from a mention
		Further  bool // it refers to entities that are not attached
	}
	// An AttachedDocument is a document that a message attaches, with its text.
	AttachedDocument struct {
		Name
		Text     string
		Distance int  // references away from a mention
		Whole    bool // Text is all of its text
	}
	// A Snapshot is a part of a project's graph. Nodes that the text has a line
	// about are only in the legend.
	Snapshot struct {
		*graph.GraphSnapshot
		Listed  map[string]bool // ids of nodes that the text has a line about
		ShortID func(id string) string
	}
)

// A Passage is a quote from an entity's text: a sentence, an item of a list, a
// row of a table, a fence of code, or the value of a field, which is inert.
type Passage struct {
	Text    string
	Field   string // whose value it is, "" for a passage of running text
	Heading string // of the section that it opens, "" for none
	Before  string // what is between it and the heading, else the passage before, in the source
	Gap     bool   // passages before it were left out
}

// repeatedBytes is the length from which on a document does not repeat a passage.
// Short ones, such as "Unit tests", are true of several entities. By eye.
const repeatedBytes = 40

// Key returns what passages with the same words have in common, whatever their
// line breaks; "" for one that is short enough to be repeated.
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
