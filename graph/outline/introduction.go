package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// The words of questions that ask for nothing in particular of what they name.
// Such words fit long headings by chance, such as "What are the alternatives?".
// introducing ask what it is, and how long the answer is to be; progressing how
// far it is. plain are between them. Beside other words, all of these are part of
// what is asked: the terms of a contract, the state of a valve.
var (
	introducing = strings.Fields(`explain describe define introduce introduction summary summarise summarize gist short shortly
		brief briefly simple simply word words sentence sentences few one two three line lines understand learn`)
	progressing = strings.Fields(`status state progress situation going doing done finish finished complete completed ready
		far along still yet already next new news latest recap update current currently now today overall`)
	plain = strings.Fields(`what whats is s are was were has have been how hows where it we does do about
		tell me us give show please can could you i
		want need know in a an the of for on at to with and they them these those both be should must so up some any more info
		information thing things all really exactly`)
)

// introduction returns the number of sentences with which the answer about a
// topic of an outline begins: 1 if the question has only words of names or asks
// how far the topic is, more if it asks what the topic is, and 0 if it asks for
// something else.
func (d *describing) introduction(t *Topic, o *Outline) (sentences int, asksProgress bool) {
	names := []string{t.Entity.Self().Label} // words of a part's title may ask for sections
	if o.Named {
		names = d.namesOf(o.Topics...)
	}
	inName, isAsked := wordsOf(names), false
	for i, word := range d.asked.Words {
		switch {
		case o.calls(i), inName[word.Text], inName[text.English(word.Text)]:
		case slices.Contains(progressing, word.Text):
			asksProgress = true
		case slices.Contains(introducing, word.Text), slices.Contains(plain, word.Text):
			isAsked = true
		default:
			return 0, false
		}
	}
	if isAsked && !asksProgress {
		return LeadSentences, false
	}
	return 1, asksProgress
}

// calls reports whether word i of the question is of the name of a topic.
func (o *Outline) calls(i int) bool {
	return slices.ContainsFunc(o.Topics, func(t *Topic) bool { return t.First <= i && i < t.Last })
}

// wordsOf returns the words of some names, and their stems.
func wordsOf(names []string) map[string]bool {
	words := map[string]bool{}
	for _, name := range names {
		for word := range text.Words(name) {
			words[word.Text], words[text.English(word.Text)] = true, true
		}
	}
	delete(words, "") // the stem of a stop word
	return words
}

// introduce sets what the answer about a topic begins with, if the question asks
// only what the topic is or how far it is.
func (d *describing) introduce(t *Topic, o *Outline) {
	t.Introduction, t.AsksProgress = d.introduction(t, o)
	for i := range t.Groups {
		if g := &t.Groups[i]; t.AsksProgress && !g.Related && g.Kind.Has(graph.Reports) {
			g.Meant = true
		}
	}
}

// LeadSentences is the number of sentences of a lead before details, by eye.
const LeadSentences = 4
