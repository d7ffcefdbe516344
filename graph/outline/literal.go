package outline

import (
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// literal matches what a question has literally from a text, because nobody says it in
// other words: a date, an option or a key of a configuration, a name in code, an
// address. See isLiteral.
var literal = regexp.MustCompile(`[\p{L}\p{N}]+(?:[-_.:/@+~]{1,3}[\p{L}\p{N}]+)+`)

// The number of entries with a literal above which it distinguishes none, and of the
// parts of one. By eye.
const (
	literalEntries = 4
	literalParts   = 16
)

// literals returns the texts that hold a literal of the question, the best first, at
// most [nearestTexts]. It returns none for a literal that names a topic, and
// for a long message, which has many.
func (q *quoting) literals(o *Outline) (list []Near) {
	if o.IsVague || o.IsLong || strings.Contains(strings.TrimSpace(q.question), "\n") {
		return nil
	}
	for _, run := range literal.FindAllString(q.question, -1) {
		words := text.Folded(run)
		if !isLiteral(run, words) || q.isInTopicName(o, run) {
			continue
		}
		holding := passage.Holding(q.reader, words, literalEntries)
		if slices.ContainsFunc(o.Topics, func(t *Topic) bool { return t.isFirstIn(holding) }) {
			continue
		}
		for _, one := range q.byQuestion(holding) {
			g := q.graphs[one.Doc.Project]
			if e := g.Entity(one.DocID); e != nil && searchtext.Quotable(one.Field, one.Words()) && len(list) < nearestTexts {
				list = append(list, Near{parts.Member{Graph: g, Entity: e}, one})
			}
		}
	}
	return list
}

// byQuestion returns texts that hold a literal in the order of what else they have of
// the question.
func (q *quoting) byQuestion(texts []passage.Passage) []passage.Passage {
	var docs []corpus.Doc
	for i := range texts {
		if !slices.Contains(docs, texts[i].Doc) {
			docs = append(docs, texts[i].Doc)
		}
	}
	if len(texts) < 2 {
		return texts
	}
	near := passage.Nearest(q.reader, q.nearWords(), docs)
	place := func(one *passage.Passage) int {
		return slices.IndexFunc(near, func(p passage.Passage) bool { return p.Is(one) })
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
func (q *quoting) headings(o *Outline) (list []Near) {
	if o.IsVague || o.IsLong {
		return nil
	}
	words := q.asked.Words
	for length := min(mostOfHeading, len(words)); length >= fewestOfHeading && len(list) == 0; length-- {
		for first := 0; first+length <= len(words); first++ {
			if window := words[first : first+length]; q.isMostOf(window) && q.mayHead(window) {
				list = append(list, q.headed(o, window)...)
			}
		}
	}
	return list
}

// isMostOf reports whether some words of the question, of which two are no stop words
// or which are a phrase of three, are most of it.
func (a *asking) isMostOf(window []text.Word) bool {
	said, all := contentWords(window), contentWords(a.asked.Words)
	return (said > 1 || said == 1 && len(window) > fewestOfHeading) && float64(said) >= headingShare*float64(all)
}

// contentWords returns the number of words that are no stop words.
func contentWords(words []text.Word) (n int) {
	for _, word := range words {
		if !text.StopWord(word.Text) {
			n++
		}
	}
	return n
}

// mayHead reports whether few sections have a heading of the terms of some words.
func (q *quoting) mayHead(window []text.Word) bool {
	count := 0
	for _, x := range q.reader.Indexes {
		if terms := x.Headings.Terms(window); len(terms) > 0 {
			count += x.Headings.Of(terms)
		}
	}
	return count > 0 && count <= literalEntries
}

// headed returns the sections with a heading of some words of the question.
func (q *quoting) headed(o *Outline, window []text.Word) (list []Near) {
	var words []string
	for _, word := range window {
		words = append(words, word.Text)
	}
	sections := passage.Headed(q.reader, words, literalEntries)
	if len(o.Topics) > 0 && o.Topics[0].isFirstIn(sections) {
		return nil
	}
	for _, one := range sections {
		g := q.graphs[one.Doc.Project]
		e := g.Entity(one.DocID)
		isOther := func(t *Topic) bool {
			return t.Name > 0 && !slices.ContainsFunc(t.Documents, func(d graph.Entity) bool { return d.Self().ID == one.DocID })
		}
		if e != nil && searchtext.Quotable(one.Field, one.Words()) && !slices.ContainsFunc(o.Topics, isOther) {
			list = append(list, Near{parts.Member{Graph: g, Entity: e}, one})
		}
	}
	return list
}

// isLiteral reports whether a run of parts without spaces is a literal: two parts of
// which the second has a digit and the first a letter, as in STX-2, or three or more,
// unless hyphens join words, as in up-to-date.
func isLiteral(run string, parts []string) bool {
	if len(parts) == 2 {
		return wording.HasDigit(parts[1]) && !wording.HasDigit(parts[0])
	}
	isCode := strings.ContainsAny(run, "_.:/@+~") || wording.HasDigit(run)
	return len(parts) > 2 && len(parts) <= literalParts && (isCode || !slices.ContainsFunc(parts, text.StopWord))
}

// isInTopicName reports whether a literal is in the name of a topic, or in what the
// question calls it by.
func (q *quoting) isInTopicName(o *Outline, run string) bool {
	folded := strings.ToLower(run)
	return slices.ContainsFunc(o.Topics, func(t *Topic) bool {
		called := ""
		if t.Name > 0 {
			called = q.question[q.asked.Words[t.First].Start:q.asked.Words[t.Last-1].End]
		}
		return slices.ContainsFunc(append(q.namesOf(t), called),
			func(name string) bool { return strings.Contains(strings.ToLower(name), folded) })
	})
}

// isFirstIn reports whether one of some texts is the section of the topic that the
// question clearly asks for.
func (t *Topic) isFirstIn(texts []passage.Passage) bool {
	return t.IsClearlyAsked() && slices.ContainsFunc(texts, func(one passage.Passage) bool { return one.Is(&t.Passages[0]) })
}
