package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/prompt"
	"dossier/graph/relevance/passage"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

func (w *writer) section(topic int, s prompt.TopicSection) int {
	t := &w.plan.Topics[topic]
	t.Sections = append(t.Sections, s)
	return len(t.Sections) - 1
}

// groupSection returns the number of the section of a group, which it adds if the
// topic has none.
func (w *writer) groupSection(topic int, s prompt.TopicSection) int {
	at := slices.IndexFunc(w.plan.Topics[topic].Sections, func(known prompt.TopicSection) bool {
		return known.Document == nil && known.Title == s.Title && known.Inline == s.Inline
	})
	if at >= 0 {
		return at
	}
	return w.section(topic, s)
}

// The number of sentences of a lead before further sections if no heading explains
// the question, and in total, see [outline.LeadSentences]. By eye.
const (
	longLead     = 16
	allSentences = 100
)

// lead adds the sentences from to to of a topic's lead, without headings and
// comments, and without those that were added before.
func (w *writer) lead(t *outline.Topic, number, from, to int) {
	source := w.leadOf(t)
	at := 0
	end := 0
	for _, span := range text.Sentences(source) {
		if span.Unit == text.Heading || span.Unit == text.Comment {
			continue
		}
		quote, place := text.Unlinked(source[span.Start:span.End]), fmt.Sprintf("%s lead %d", t.Entity.Self().ID, at)
		if at >= from && at < to && !w.said[place] && w.says(quote) {
			w.said[place] = true
			said := prompt.Passage{Text: quote, Before: between(source[end:span.Start])}
			w.put(Line{Topic: number, Section: -1, Entity: t.Entity, IsPassage: true, Passage: said})
		}
		end = span.End
		at++
	}
}

// leadOf returns the description of a topic, or else of the first of its
// documents that has one, or else the first prose of its documents up to the
// next heading.
func (w *writer) leadOf(t *outline.Topic) string {
	entities := append([]graph.Entity{t.Entity}, t.Documents...)
	if t.Entity.Self().Kind.IsShared() {
		entities = entities[:1] // its documents are about other things
	}
	for _, e := range entities {
		if full := w.full[e.Self().ID]; full != nil {
			if lead := graph.Description(full); lead != "" {
				return lead
			}
		}
	}
	for _, e := range entities {
		if content, known := fieldOf(w.inFull(e), "content"); known {
			return firstProse(content)
		}
	}
	return ""
}

// firstProse returns the first prose of a text, up to the next heading.
func firstProse(source string) string {
	spans := text.Sentences(source)
	first := slices.IndexFunc(spans, func(s text.Span) bool { return s.Unit == text.Prose })
	if first < 0 {
		return ""
	}
	rest := spans[first:]
	last := slices.IndexFunc(rest, func(s text.Span) bool { return s.Unit == text.Heading })
	if last < 0 {
		last = len(rest)
	}
	return source[rest[0].Start:rest[last-1].End]
}

// between returns the separator of two sentences for the text between them: a
// line break or a space.
func between(source string) string {
	if strings.Contains(source, "\n") {
		return "\n"
	}
	return " "
}

// passages adds the sections from to to of a topic's documents, sentence by
// sentence.
func (w *writer) passages(t *outline.Topic, number, from, to int) {
	for i := from; i < min(to, len(t.Passages)); i++ {
		if w.isFull() {
			w.plan.IsCut = true
			return
		}
		w.passage(t, number, t.Passages[i], begins(t, i))
	}
}

// passage adds a section to a topic, which is nil if it has no entity, unless it was
// added before. Its sentences after the first bytes are held back.
func (w *writer) passage(t *outline.Topic, number int, one passage.Passage, begins int) {
	document, source, known := w.sourceOf(one)
	place := fmt.Sprintf("%s %s %d", one.DocID, one.Field, one.Start)
	if !known || w.said[place] {
		return
	}
	w.said[place] = true
	w.section(number, w.sectionOf(t, document, source, one))
	w.quote(number, document, source, one, begins)
}

// begins returns the number of bytes of a section of the topic that are rendered
// before the rest of it is held back.
func begins(t *outline.Topic, at int) int {
	switch {
	case at == 0 && hasBest(t):
		return bestBegins
	case at >= firstPassages:
		return furtherBegins
	}
	return sectionBegins
}

// hasBest reports whether headings explain the question, and the first section
// answers it better than the others.
func hasBest(t *outline.Topic) bool {
	return t.IsClearlyAsked() && (len(t.Passages) == 1 || t.Passages[0].Score > bestBy*t.Passages[1].Score)
}

// sectionOf returns a section of a topic's document without its text. A section
// without a heading is named by its field, or by its document without the topic's
// name.
func (w *writer) sectionOf(t *outline.Topic, document graph.Entity, source string, one passage.Passage) prompt.TopicSection {
	s := prompt.TopicSection{Title: strings.Join(headings(source, one), " › "), Document: document}
	if t == nil || document.Self().ID != t.Entity.Self().ID {
		s.ID = w.shownOnce(document)
		switch {
		case t == nil && s.ID != "" && s.Title != "":
			s.Title = graph.Line(document.Self().Label, nearLabel) + " › " + s.Title
		case t != nil && s.Title == "":
			s.Title = shortTitle(document.Self().Label, t.Entity.Self().Label)
		}
	} else if s.Title == "" {
		s.Title = cmp.Or(searchtext.NoteTitle(one.Field), searchtext.Title(strings.TrimPrefix(one.Field, searchtext.RecordField)))
	}
	return s
}

// nearLabel is the maximum length of a document's name before its heading among the
// nearest texts, in characters, by eye.
const nearLabel = 40

// shownOnce returns the id of a document for its first rendered section, "" for
// further ones.
func (w *writer) shownOnce(document graph.Entity) string {
	id := document.Self().ID
	if w.shown[id] {
		return ""
	}
	w.shown[id] = true
	return w.style.ID(id)
}

// sectionBegins is the number of bytes of a section that are rendered before
// the facts about its topic. By eye: some 300 tokens. One section of 1,800
// tokens left no room for them. furtherBegins is that of sections after the
// first ones, before the ends of others. With 700 instead of 1,200, 73 instead of
// 71 % of the sections of PEPs were found at 2,000 tokens. bestBegins is that of a
// first section whose score is more than bestBy times that of the second: in 500
// tokens, 58.4 instead of 56.6 % of what sections say was found, 58.0 with a ratio
// of 1 and 57.6 with 2.
const (
	sectionBegins = 1200
	furtherBegins = 700
	bestBegins    = 2000
	bestBy        = 1.2
)

// isClear reports whether headings of a topic explain the question.
func (w *writer) isClear(number int) bool {
	return number < len(w.outline.Topics) && w.outline.Topics[number].IsClearlyAsked()
}

// offsetsOf returns the offsets of the text of a document's field.
func (w *writer) offsetsOf(document graph.Entity, field, source string) *text.Offsets {
	key := document.Self().ID + " " + field
	if w.offsets[key] == nil {
		w.offsets[key] = text.NewOffsets(source)
	}
	return w.offsets[key]
}

// sourceOf returns the document of a passage, and the text of the field that has it.
// They are unknown if the document was not read, or if it changed after the index
// was.
func (w *writer) sourceOf(one passage.Passage) (document graph.Entity, source string, known bool) {
	if document = w.full[one.DocID]; document == nil {
		return nil, "", false
	}
	source, known = fieldOf(document, one.Field)
	return document, source, known && one.End <= len(source)
}

// fieldOf returns a text field of an entity, the text in a field of a record, or a
// text in props.
func fieldOf(e graph.Entity, name string) (value string, known bool) {
	if field := e.Self().Spec().Field(name); field != nil {
		value, known = field.Value(e).(string)
		return value, known
	}
	value, known = searchtext.Quoted(e)[name]
	return value, known
}

// headings returns the headings around a section, without the title of the
// document.
func headings(source string, one passage.Passage) []string {
	titles := []string{}
	for i, h := range one.Headings {
		if int(h.End) <= len(source) && (i > 0 || h.Level > 1 || len(one.Headings) == 1) {
			titles = append(titles, text.Plain(source[h.Start:h.End]))
		}
	}
	return titles
}
