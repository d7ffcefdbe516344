package ask

import (
	"slices"
	"strings"
	"time"

	"dossier/graph/ask/chart"
	"dossier/graph/ask/scan"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// mostSentences is the maximum number of sentences of a message whose question is read. By
// eye: longer texts are documents.
const mostSentences = 12

// readMessage returns the readings of the sentence of a message that asks for a list: its
// only question, or any if it has none. The others say why it is asked. It returns nil if
// there is no such sentence, if another is a list too, or if others name what may be meant.
func readMessage(message string, v scan.Vocabulary, now time.Time) (readings []Reading) {
	sentences := Sentences(message)
	if len(sentences) < 2 || len(sentences) > mostSentences {
		return nil
	}
	isQuestion := func(s text.Span) bool { return strings.HasSuffix(message[s.Start:s.End], "?") }
	questions, others := divided(sentences, isQuestion)
	var asking text.Span
	for _, s := range slices.Concat(questions, others) { // most questions are no lists, and then nothing else is read
		list := Read(message[s.Start:s.End], v, now)
		isList := len(list) > 0 && list[0].isList()
		if label, asked, found := strings.Cut(message[s.Start:s.End], ": "); !isList && found { // what I miss is: which are open?
			list = Read(asked, v, now)
			isList, s.Start = len(list) > 0 && list[0].isList(), s.Start+len(label)+len(": ")
		}
		switch {
		case isList && (readings != nil || len(questions) > 0 && !isQuestion(s)), !isList && isQuestion(s):
			return nil
		case isList:
			readings, asking = list, s
		}
	}
	readings, asking = withNext(message, sentences, v, now, readings, asking)
	before, behind := message[:asking.Start], message[asking.End:]
	if readings == nil || !readings[0].Query.Where.Has(Scope) && namesAny(before+" "+behind, v) {
		return nil
	}
	for i := range readings {
		readings[i].Sentence = message[asking.Start:asking.End]
		readings[i].fillAround(before, behind)
	}
	return readings
}

// divided returns the sentences for which is returns true, and the others.
func divided(sentences []text.Span, is func(text.Span) bool) (those, others []text.Span) {
	for _, s := range sentences {
		if is(s) {
			those = append(those, s)
		} else {
			others = append(others, s)
		}
	}
	return those, others
}

// withNext returns the readings of a sentence with those behind it, as far as they are one
// question: Which are due? The earliest on top.
func withNext(
	message string, sentences []text.Span, v scan.Vocabulary, now time.Time, readings []Reading, asking text.Span,
) ([]Reading, text.Span) {
	for _, s := range sentences {
		if s.Start < asking.End {
			continue
		}
		list := readWhole(message[asking.Start:s.End], v, now)
		if len(list) == 0 || !list[0].isList() {
			break
		}
		readings, asking.End = list, s.End
	}
	return readings, asking
}

// Sentences returns the sentences of a message. One does not end behind a number of one or two
// digits: before the 26. January.
func Sentences(message string) (list []text.Span) {
	for _, s := range text.Sentences(message) {
		if last := len(list) - 1; last >= 0 && endsWithOrdinal(message[list[last].Start:list[last].End]) {
			list[last].End = s.End
			continue
		}
		list = append(list, s)
	}
	return list
}

func endsWithOrdinal(sentence string) bool {
	number, ends := strings.CutSuffix(sentence, ".")
	digits := number[strings.LastIndexByte(number, ' ')+1:]
	return ends && len(digits) > 0 && len(digits) <= 2 && text.IsDigits(digits)
}

// fillAround moves the words that a reading uses behind those of one text, and adds these
// and those of another to the words that say nothing.
func (r *Reading) fillAround(before, behind string) {
	first := scan.Words(before)
	for i := range r.Uses {
		r.Uses[i].First += len(first)
		r.Uses[i].Last += len(first)
	}
	last := scan.Words(behind)
	arranges := arranging(r.Language, last)
	for i, w := range slices.Concat(first, last) {
		if at := i - len(first); at >= 0 && arranges[at] {
			r.Unused = append(r.Unused, w.Text)
		} else {
			r.Filled = append(r.Filled, w.Text)
		}
	}
}

// arranging returns which words ask for an order or groups: start with the earliest.
func arranging(language string, asked []text.Word) []bool {
	arranges := make([]bool, len(asked))
	table := words.Tables[slices.IndexFunc(words.Tables, func(t *words.Table) bool { return t.Language == language })]
	tokens, _ := scan.Tokens(table, asked)
	for _, n := range tokens {
		for at := n.First; at < n.Last; at++ {
			arranges[at] = arranges[at] || slices.Contains([]string{"beginning", "sort", "sortup", "sortdown", "grouped"}, n.Type)
		}
	}
	return arranges
}

// isList reports whether a reading is whole, and a list of a kind or by a condition.
func (r *Reading) isList() bool {
	return len(r.Unused) == 0 && (r.Query.Kind != "" || r.Query.Where.Op != "" && !r.Query.Where.IsWithin())
}

// namesAny reports whether a text names an entity. People write messages, or are mentioned.
func namesAny(said string, v scan.Vocabulary) bool {
	isNamed := func(n chart.Node) bool {
		c, is := n.Value.(Cond)
		return n.Type == "entity" && is && !isOfAnyPerson(c)
	}
	return v != nil && slices.ContainsFunc(scan.Named(v, said, scan.Words(said)), isNamed)
}

func isOfAnyPerson(c Cond) bool {
	return c.Op == Scope && (c.Entity.IsPerson || c.Entity.ID == "") || c.Op == Or && slices.ContainsFunc(c.Of, isOfAnyPerson)
}
