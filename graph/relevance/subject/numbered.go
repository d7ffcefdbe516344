package subject

import (
	"iter"
	"slices"
	"strings"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// joined yields words as titles have them: "beta 2" as beta2 and "side car" as
// sidecar if no title has the two words, and "beta2" as two words if no text has
// the one.
func (a *asking) joined(words iter.Seq[text.Word]) iter.Seq[text.Word] {
	return func(yield func(text.Word) bool) {
		var last text.Word
		for word := range words {
			if mayJoin(last, word) && a.titled(last.Text+word.Text) && !a.titled(last.Text, word.Text) {
				word = text.Word{Text: last.Text + word.Text, Start: last.Start, End: word.End, Marks: last.Marks}
				last = text.Word{}
			}
			if last.Text != "" && !a.yieldSplit(last, yield) {
				return
			}
			last = word
		}
		if last.Text != "" {
			a.yieldSplit(last, yield)
		}
	}
}

// mayJoin reports whether two words of a question may be one of a title: the
// second is a number, or one is no stop word.
func mayJoin(first, second text.Word) bool {
	if first.Text == "" || second.Marks&(text.Apart|text.Whole) != 0 || !isLetters(first.Text) {
		return false
	}
	return text.IsDigits(second.Text) || isLetters(second.Text) && (!text.StopWord(first.Text) || !text.StopWord(second.Text))
}

// yieldSplit yields a word, or its letters and its number if only those are in a
// title together.
func (a *asking) yieldSplit(word text.Word, yield func(text.Word) bool) bool {
	letters := strings.TrimRight(word.Text, "0123456789")
	number := word.Text[len(letters):]
	if number == "" || !isLetters(letters) || letters == "" || a.knows(word.Text) || !a.titled(letters, number) {
		return yield(word)
	}
	at := word.End - len(number)
	return yield(text.Word{Text: letters, Start: word.Start, End: at, Marks: word.Marks}) &&
		yield(text.Word{Text: number, Start: at, End: word.End})
}

// knows reports whether a text has a word.
func (a *asking) knows(word string) bool {
	return slices.ContainsFunc(a.reader.Indexes, func(x *index.Index) bool { return x.Term(x.Stem(word)) != 0 })
}

// titled reports whether the title of an entry has some words, one after the
// other.
func (a *asking) titled(words ...string) bool {
	return slices.ContainsFunc(a.reader.Indexes, func(x *index.Index) bool {
		return slices.ContainsFunc(x.Postings(x.Term(x.Stem(words[0]))), func(p index.Posting) bool {
			return p.Title > 0 && hasSequence(x.Entry(p.Ordinal).Title, words)
		})
	})
}

// hasSequence reports whether a title has some folded words, one after the other.
func hasSequence(title string, words []string) bool {
	list := text.Folded(title)
	for i := range max(0, len(list)-len(words)+1) {
		if slices.Equal(list[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
