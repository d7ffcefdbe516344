package outline

import (
	"slices"
	"strings"

	"dossier/graph/outline/parts"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// isCalled reports whether a member is called by one of the words.
func (l *library) isCalled(m parts.Member, words []string) bool {
	stems := l.callsOf(m)
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(stems, l.stem(word)) })
}

// match sets Matches of the groups of a topic.
func (d *describing) match(t *Topic) {
	x := d.reader.Indexes[t.Doc.Project]
	terms := map[uint32]bool{}
	for i, word := range d.asked.Words {
		if isNamed := i >= t.First && i < t.Last; !isNamed && !rank.Asks(word.Text) {
			terms[x.Words.Lookup(word.Text)] = true
		}
	}
	for _, name := range d.namesOf(t) {
		for word := range text.Words(name) {
			delete(terms, x.Words.Lookup(word.Text))
		}
	}
	delete(terms, 0)
	for i := range t.Groups {
		group := &t.Groups[i]
		first := group.Members[:min(len(group.Members), parts.FewMembers)]
		group.Matches = !group.Related && slices.ContainsFunc(first, func(m parts.Member) bool {
			doc, found := d.document(m)
			return found && slices.ContainsFunc(d.reader.TitleTerms(doc, nil), func(term uint32) bool { return terms[term] })
		})
	}
}

// neighbourPhrases ask for what is joined to a subject.
var neighbourPhrases = []string{
	"related", "relate", "relates", "similar", "cite", "cites", "cited", "citing", "refer", "refers", "references", "referenced",
	"mention", "mentions", "mentioned", "linked", "builds on", "build on", "based on", "supersede", "supersedes", "superseded",
	"replace", "replaces", "replaced", "extends", "see also", "predecessor", "predecessors", "successor", "successors",
	"obsolete", "obsoletes", "obsoleted", "connected to", "connected with", "depend on", "depends on",
}

// asksNeighbours reports whether the question asks for what is joined to a topic,
// by such a phrase or by the plural of what the topic is called: "which other
// plans". Words of the topic's name do not ask.
func (d *describing) asksNeighbours(t *Topic) bool {
	called := append(d.callsOf(parts.Member{Graph: t.Graph, Entity: t.Entity}), d.stem(string(t.Entity.Self().Kind)))
	for i := range d.asked.Words {
		if i >= t.First && i < t.Last {
			continue
		}
		word := d.asked.Words[i].Text
		if wording.IsPlural(word) && slices.Contains(called, d.stem(word)) ||
			slices.ContainsFunc(neighbourPhrases, func(phrase string) bool { return d.says(i, phrase) }) {
			return true
		}
	}
	return false
}

// says reports whether the question has the words of a phrase from word i on.
func (a *asking) says(i int, phrase string) bool {
	for word := range strings.FieldsSeq(phrase) {
		if i == len(a.asked.Words) || a.asked.Words[i].Text != word {
			return false
		}
		i++
	}
	return true
}

// clipped are common short forms of words for types, by the words; full are the words.
var (
	clipped = map[string]string{
		"application": "app", "configuration": "config", "dependency": "dep", "documentation": "doc", "environment": "env", "feature": "feat",
		"repository": "repo", "specification": "spec", "vulnerability": "vuln",
	}
	full = func() map[string]string {
		words := map[string]string{}
		for word, short := range clipped {
			words[short] = word
		}
		return words
	}()
)

// stem returns the stem of a word by which entities may be called. It keeps stems,
// because many entities have the same type.
func (l *library) stem(word string) string {
	stem, known := l.stems[word]
	if !known {
		stem = wording.Stem(word)
		l.stems[word] = stem
	}
	return stem
}
