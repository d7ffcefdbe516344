package prompt

import (
	"cmp"

	"dossier/graph"
)

// A Topic is a subject of a question with what a text says about it, or a list
// that a question asks for.
type Topic struct {
	Name
	Source   string // why it is included, "" for not said
	Count    int    // of the entities of a list, 0 for a subject
	Items    []Item
	Lead     []Passage
	Sections []TopicSection
}

// A TopicSection is a part of a topic: entities of one kind, or a section of a
// document.
type TopicSection struct {
	Title    string
	Count    int  // of the entities, included or not
	Inline   bool // they are rendered in one line
	Items    []Item
	Passages []Passage
	Document graph.Entity // that the passages are from
	ID       string       // of the document as it is shown, "" for none
}

// heading returns the heading of a section below that of its topic.
func (s *TopicSection) heading() Heading {
	title := s.title()
	if s.Document != nil {
		title = "› " + title
	}
	return Heading{Level: 3, Name: Name{Label: withCount(title, s.Count), ID: s.ID}, Tight: true}
}

// title returns what the section is called: one that has no heading, as its
// document.
func (s *TopicSection) title() string {
	if s.Document == nil {
		return s.Title
	}
	return cmp.Or(s.Title, s.Document.Self().Label)
}

// HasLines reports whether the section has anything below its heading.
func (s *TopicSection) HasLines() bool { return len(s.Items)+len(s.Passages) > 0 }

// Detail returns what an entity says beyond the label that its item has.
func Detail(e graph.Entity) string {
	if requirement, ok := e.(*graph.Requirement); ok {
		return InertLine(beyond(graph.Line(requirement.Label, LabelLimit), graph.Line(requirement.Text, 0)))
	}
	return ownText(e)
}
