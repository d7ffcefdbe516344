package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// asksPropOf reports whether a question asks for a property of a topic that has several
// words, or is called after who does something, such as reporter, and is no owner.
func (d *describing) asksPropOf(t *Topic) bool {
	return slices.ContainsFunc(d.reader.Entry(t.Doc).Fields, func(field string) bool {
		name, isProp := strings.CutPrefix(field, propField)
		isDoer := wording.Deed(name) != "" && !graph.IsOwnerKey(name)
		return isProp && (strings.Contains(name, "_") || isDoer) && wording.AsksFor(name, d.askedStems())
	})
}

// hasProperty reports whether one of the best subjects, or a part of it that matches the
// question, has a property or a field with a word in its name: its texts need not have that.
func (c *choosing) hasProperty(subjects []subject.Subject, word string) bool {
	stem := text.English(word)
	isOf := func(name string) bool {
		isCalled := func(w string) bool { return text.English(w) == stem }
		return stem != "" && slices.ContainsFunc(text.Folded(name), isCalled)
	}
	return slices.ContainsFunc(subjects[:min(len(subjects), c.params.Topics)], func(s subject.Subject) bool {
		return slices.ContainsFunc(append([]corpus.Doc{s.Doc, s.Member}, s.Parts...), func(d corpus.Doc) bool {
			return slices.ContainsFunc(c.propertiesOf(d), isOf)
		})
	})
}

// propertiesOf returns the names of the properties of an entity, and of the fields of a record's type.
func (c *choosing) propertiesOf(d corpus.Doc) (names []string) {
	entry := c.reader.Entry(d)
	for _, field := range entry.Fields {
		if name, isText := searchtext.Property(field); isText {
			names = append(names, name)
		} else if name, isNumber := strings.CutPrefix(field, searchtext.NumberField); isNumber {
			names = append(names, name)
		}
	}
	g := c.graphs[d.Project]
	if record, is := g.Entity(entry.ID).(*graph.Record); is {
		for _, shape := range g.Records().Fields {
			if shape.RecordType == record.RecordType {
				names = append(names, shape.Name)
			}
		}
	}
	return names
}

// askedStems returns the result of [wording.AskedStems] for the question.
func (a *asking) askedStems() map[string]bool {
	if a.askedFor == nil {
		a.askedFor = wording.AskedStems(a.question)
	}
	return a.askedFor
}
