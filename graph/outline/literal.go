package outline

import (
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// literal matches what a question has literally from a text, because nobody says it in
// other words: a date, an option or a key of a configuration, a name in code, an
// address. It is of three parts without spaces, or of two if it has a digit.
var literal = regexp.MustCompile(`[\p{L}\p{N}]+(?:[-_.:/@+~]{1,3}[\p{L}\p{N}]+)+`)

// The number of entries with a literal above which it distinguishes none, and of the
// parts of one. By eye.
const (
	literalEntries = 4
	literalParts   = 16
)

// literals returns the texts that hold a literal of the question, the best first, at
// most [nearestTexts]. It returns none for a literal that names a topic, for a list,
// and for a long message, which has many.
func (f *finding) literals(o *Outline) (list []Near) {
	if o.List != nil || o.IsVague || o.isLong || strings.Contains(strings.TrimSpace(f.question), "\n") {
		return nil
	}
	for _, run := range literal.FindAllString(f.question, -1) {
		words := literalWords(run)
		if !isLiteral(run, len(words)) || f.isInTopicName(o, run) {
			continue
		}
		holding := passage.Holding(f.reader, words, literalEntries)
		if slices.ContainsFunc(o.Topics, func(t *Topic) bool { return t.isFirstIn(holding) }) {
			continue
		}
		for _, one := range f.byQuestion(holding) {
			if len(one.Sentences) > 0 && !searchtext.Quotable(one.Field, one.Words()) {
				continue
			}
			g := f.graphs[one.Doc.Project]
			if e := g.Entity(one.DocID); e != nil && e.Self().Kind != graph.KindProject && len(list) < nearestTexts {
				list = append(list, Near{Member{Graph: g, Entity: e}, one})
			}
		}
	}
	return list
}

// byQuestion returns texts that hold a literal in the order of what else they have of
// the question.
func (f *finding) byQuestion(texts []passage.Passage) []passage.Passage {
	var docs []corpus.Doc
	for i := range texts {
		if !slices.Contains(docs, texts[i].Doc) {
			docs = append(docs, texts[i].Doc)
		}
	}
	if len(texts) < 2 {
		return texts
	}
	near := passage.Nearest(f.reader, f.nearWords(), docs)
	place := func(one *passage.Passage) int {
		return slices.IndexFunc(near, func(p passage.Passage) bool { return p.Doc == one.Doc && p.Field == one.Field && p.Start == one.Start })
	}
	slices.SortStableFunc(texts, func(a, b passage.Passage) int { return place(&a) - place(&b) })
	return texts
}

// The number of words of a heading that a question may hold whole, and the least share
// of the question that it is. By eye.
const (
	fewestOfHeading = 2
	mostOfHeading   = 8
	headingShare    = .5
)

// headings returns the sections whose headings are most of the question, if few
// have such a heading: of the topics' documents if it names a topic whole.
func (f *finding) headings(o *Outline) (list []Near) {
	if o.List != nil || o.IsVague || o.isLong {
		return nil
	}
	words := f.asked.Words
	for length := min(mostOfHeading, len(words)); length >= fewestOfHeading && len(list) == 0; length-- {
		for first := 0; first+length <= len(words); first++ {
			if window := words[first : first+length]; f.isMostOf(window) && f.mayHead(window) {
				list = append(list, f.headed(o, window)...)
			}
		}
	}
	return list
}

// isMostOf reports whether some words of the question, of which two are no stop words
// or which are a phrase of three, are most of it.
func (f *finding) isMostOf(window []text.Word) bool {
	said := 0
	for _, word := range window {
		if !text.StopWord(word.Text) {
			said++
		}
	}
	isPhrase := said > 1 || said == 1 && len(window) > 2
	return isPhrase && float64(len(window)) >= headingShare*float64(len(f.asked.Words))
}

// mayHead reports whether few sections have a heading of the terms of some words.
func (f *finding) mayHead(window []text.Word) bool {
	count := 0
	for _, x := range f.reader.Indexes {
		if terms := x.HeadingTerms(window); len(terms) > 0 {
			count += x.HeadingsOf(terms)
		}
	}
	return count > 0 && count <= literalEntries
}

// headed returns the sections with a heading of some words of the question.
func (f *finding) headed(o *Outline, window []text.Word) (list []Near) {
	var words []string
	for _, word := range window {
		words = append(words, word.Text)
	}
	for _, one := range passage.Headed(f.reader, words, literalEntries) {
		g := f.graphs[one.Doc.Project]
		e := g.Entity(one.DocID)
		isOther := func(t *Topic) bool {
			return t.Name > 0 && !slices.ContainsFunc(t.Documents, func(d graph.Entity) bool { return d.Self().ID == one.DocID })
		}
		if e != nil && searchtext.Quotable(one.Field, one.Words()) && !slices.ContainsFunc(o.Topics, isOther) {
			list = append(list, Near{Member{Graph: g, Entity: e}, one})
		}
	}
	return list
}

// literalWords returns the folded words of a text, without whole identifiers beside their parts.
func literalWords(s string) (words []string) {
	for word := range text.Words(s) {
		if word.Marks&text.Whole == 0 {
			words = append(words, word.Text)
		}
	}
	return words
}

func isLiteral(run string, parts int) bool {
	return parts <= literalParts && (parts > 2 || strings.ContainsAny(run, "0123456789"))
}

// isInTopicName reports whether a literal is in the name of a topic, or in what the
// question calls it by.
func (f *finding) isInTopicName(o *Outline, run string) bool {
	folded := strings.ToLower(run)
	return slices.ContainsFunc(o.Topics, func(t *Topic) bool {
		called := ""
		if t.Name > 0 {
			called = f.question[f.asked.Words[t.First].Start:f.asked.Words[t.Last-1].End]
		}
		return slices.ContainsFunc(append(f.namesOf(t), called), func(name string) bool { return strings.Contains(strings.ToLower(name), folded) })
	})
}

// isFirstIn reports whether one of some texts is the section that the question clearly
// asks for, one of the topic's parts that answer, or the topic itself.
func (t *Topic) isFirstIn(texts []passage.Passage) bool {
	return slices.ContainsFunc(texts, func(one passage.Passage) bool {
		if t.isClearlyAsked() {
			best := &t.Passages[0]
			if best.DocID == one.DocID && best.Field == one.Field && best.Start == one.Start {
				return true
			}
		}
		is := func(e graph.Entity) bool { return e.Self().ID == one.DocID }
		return len(one.Sentences) == 0 && (is(t.Entity) || slices.ContainsFunc(t.Parts, is))
	})
}
