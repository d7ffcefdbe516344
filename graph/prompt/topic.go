package prompt

import (
	"cmp"

	"dossier/graph"
	"dossier/graph/inert"
)

// A Topic is a subject of a question with its text and lists, or a list that a
// question asks for.
type Topic struct {
	Name
	Source   string         // why it is included; may be empty
	Count    int            // number of entities of a list, 0 for a subject
	Items    []Item         // the entities of a list
	Lead     []Passage      // sentences below the heading
	Sections []TopicSection // parts by kind, and sections of documents
}

// A TopicSection is a part of a topic: entities of one kind, or a section of a
// document.
type TopicSection struct {
	Title    string       // the heading
	Count    int          // number of entities, included or not
	Inline   bool         // the items are rendered in one line
	Items    []Item       // entities, in order
	Passages []Passage    // sentences of a section, in the order of its text
	Document graph.Entity // source of the passages
	ID       string       // of the document as displayed, "" for none
}

// Heading returns the heading of the section, a level below that of its topic.
func (s *TopicSection) Heading() Heading {
	title := s.title()
	if s.Document != nil {
		title = "› " + title
	}
	return Heading{Level: 3, Name: Name{Label: withCount(title, s.Count), ID: s.ID}, Tight: true}
}

// title returns the title of the section, or of its document if it has none.
func (s *TopicSection) title() string {
	if s.Document == nil {
		return s.Title
	}
	return cmp.Or(s.Title, s.Document.Self().Label)
}

// hasLines reports whether the section has anything below its heading.
func (s *TopicSection) hasLines() bool { return len(s.Items)+len(s.Passages) > 0 }

// Detail returns the text of an entity that its item's label does not include.
func Detail(e graph.Entity) string {
	if requirement, ok := e.(*graph.Requirement); ok {
		return inert.Line(beyond(graph.Line(requirement.Label, graph.LabelLimit), graph.Line(requirement.Text, 0)))
	}
	return ownText(e)
}
