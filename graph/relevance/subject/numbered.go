package subject

import (
	"iter"
	"slices"
	"strings"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// joined yields words as titles write them. "beta 2" becomes beta2, and "side
// car" sidecar, if no title has the two words. "beta2" becomes two words if no
// text has the one. Numbers get the zeros and the series that they have in titles.
func (a *asking) joined(words []text.Word) iter.Seq[text.Word] {
	return func(yield func(text.Word) bool) {
		var last text.Word
		for i, word := range words {
			if series, number := a.identifier(words, i); series != "" {
				if last.Text != "" && !a.yieldSplit(last, yield) {
					return
				}
				last = text.Word{Text: series, Start: word.Start, End: word.Start, Marks: text.Capital}
				word.Text, word.Marks = number, 0
			}
			word.Text = a.numberAfter(last.Text, word.Text)
			if whole := a.whole(last, word); whole != "" {
				word = text.Word{Text: whole, Start: last.Start, End: word.End, Marks: last.Marks}
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

// whole returns the word that two words of a question are together, or "".
func (a *asking) whole(first, second text.Word) string {
	if mayJoin(first, second) && a.titled(first.Text+second.Text) && !a.titled(first.Text, second.Text) {
		return first.Text + second.Text
	}
	return ""
}

// mayJoin reports whether two words of a question may be one of a title: the
// second is a number, or one is no stop word.
func mayJoin(first, second text.Word) bool {
	if first.Text == "" || second.Marks&(text.Apart|text.Whole) != 0 || !isLetters(first.Text) {
		return false
	}
	return text.IsDigits(second.Text) || isLetters(second.Text) && (!text.StopWord(first.Text) || !text.StopWord(second.Text))
}

// isName reports whether two words are a name of an entry, such as the number of a
// ticket in its props.
func (a *asking) isName(first, second string) bool {
	return slices.ContainsFunc(a.reader.Indexes, func(x *index.Index) bool {
		owners, length := x.Names.LongestName([]text.Token{text.NewToken(x.Words.Number(first), 0), text.NewToken(x.Words.Number(second), 0)})
		return length == 2 && len(owners) > 0
	})
}

// yieldSplit yields a word, or its letters and its number if only those are in a
// title, or a name, together, or are an identifier.
func (a *asking) yieldSplit(word text.Word, yield func(text.Word) bool) bool {
	letters := strings.TrimRight(word.Text, "0123456789")
	number := word.Text[len(letters):]
	if number == "" || !isLetters(letters) || letters == "" {
		return yield(word)
	}
	at := word.End - len(number)
	number = a.numberAfter(letters, number)
	if a.knows(word.Text) && !a.identifies(number, letters+number) || !a.titled(letters, number) && !a.isName(letters, number) {
		return yield(word)
	}
	return yield(text.Word{Text: letters, Start: word.Start, End: at, Marks: word.Marks}) &&
		yield(text.Word{Text: number, Start: at, End: word.End})
}

// knows reports whether a text has a word.
func (a *asking) knows(word string) bool {
	return slices.ContainsFunc(a.reader.Indexes, func(x *index.Index) bool { return x.Words.Lookup(word) != 0 })
}

// titled reports whether the title of an entry has some words, one after the
// other. The last one, if it is a number, or else the first must not be a stop
// word. It looks at the titles with the rarest of them, once: a question may have
// hundreds of numbers.
func (a *asking) titled(words ...string) bool {
	key := strings.Join(words, " ")
	has, known := a.sequences[key]
	if !known {
		has = a.inTitles(a.rarest(words), func(_ *index.Index, e *index.Entry) bool { return hasSequence(e.Title, words) })
		a.sequences[key] = has
	}
	return has
}

// rarest returns the word of a sequence by which titled looks for it.
func (a *asking) rarest(words []string) string {
	rare := words[0]
	if len(words) == 1 {
		return rare
	}
	if last := words[len(words)-1]; text.IsDigits(last) {
		rare = last
	}
	least := a.entriesWith(rare)
	for _, word := range words {
		if n := a.entriesWith(word); n < least && !text.StopWord(word) {
			rare, least = word, n
		}
	}
	return rare
}

// entriesWith returns the number of entries with a word.
func (a *asking) entriesWith(word string) (n int) {
	for _, x := range a.reader.Indexes {
		n += len(x.Postings.Of(x.Words.Lookup(word)))
	}
	return n
}

// inTitles reports whether an entry with a word in its title is as wanted.
func (a *asking) inTitles(word string, wanted func(*index.Index, *index.Entry) bool) bool {
	return slices.ContainsFunc(a.reader.Indexes, func(x *index.Index) bool {
		return slices.ContainsFunc(x.Postings.Of(x.Words.Lookup(word)), func(p terms.Posting) bool {
			return p.Title > 0 && wanted(x, x.Entry(p.Ordinal))
		})
	})
}

// mostDigits is the number of digits up to which zeros before a number are
// tried, by eye.
const mostDigits = 6

// spellings yields a number as it is written, and with more and fewer zeros
// before it.
func spellings(number string) iter.Seq[string] {
	return func(yield func(string) bool) {
		short := strings.TrimLeft(number, "0")
		for ok := yield(number); ok && short != "" && len(short) <= mostDigits; short = "0" + short {
			ok = short == number || yield(short)
		}
	}
}

// numberAfter returns a number as titles write it after a word: 0174 for the 174
// of "se-174". It returns other words unchanged.
func (a *asking) numberAfter(word, number string) string {
	if !text.IsDigits(number) || !isLetters(word) || word == "" {
		return number
	}
	for spelling := range spellings(number) {
		if a.titled(word, spelling) {
			return spelling
		}
	}
	return number
}

// leastNumber is the least number of digits of a number that names an entity
// without its series. By eye: shorter ones are quantities.
const leastNumber = 3

// identifier returns the series and the number of the identifier that word i, a
// number, means: "proposal 174" is SE-0174. The number must have zeros in front or
// be alone, or the word before it must be "number" or a word of the kind or type of
// the entity. It returns "" for other numbers.
func (a *asking) identifier(words []text.Word, i int) (series, written string) {
	before, number := "", words[i].Text
	if i > 0 {
		before = words[i-1].Text
	}
	if !text.IsDigits(number) || len(number) < leastNumber || a.titled(before, number) || a.isName(before, number) ||
		a.isOfOtherSeries(words, i) {
		return "", ""
	}
	isName := strings.HasPrefix(number, "0") || before == "number" || a.isAlone(words, i)
	for spelling := range spellings(number) {
		a.inTitles(spelling, func(x *index.Index, e *index.Entry) bool {
			words := text.Folded(naming.Identifier(e.Title))
			if len(words) == 2 && words[0] != before && words[1] == spelling && (isName || isKindOf(x, e, before)) {
				series, written = words[0], spelling
			}
			return series != ""
		})
		if series == "" && isName {
			series, written = a.unmarked(spelling), spelling
		}
		if series != "" {
			return series, written
		}
	}
	return "", ""
}

// isOfOtherSeries reports whether a hyphen joins word i, a number, to letters that are
// capitals, or neither in a title nor a series: ADR-0112 is not CIP-0112.
func (a *asking) isOfOtherSeries(words []text.Word, i int) bool {
	if i == 0 || !isLetters(words[i-1].Text) || a.text[words[i-1].End:words[i].Start] != "-" {
		return false
	}
	return a.isInCapitals(words[i-1]) || !a.titled(words[i-1].Text) && !a.isSeries(words[i-1].Text)
}

// isSeries reports whether identifiers have some letters.
func (a *asking) isSeries(letters string) bool {
	for _, x := range a.reader.Indexes {
		for stem := range x.Series.Stems() {
			if stem == letters {
				return true
			}
		}
	}
	return false
}

// unmarked returns the series of an identifier with a number that has no mark
// before it, such as msc of MSC2675: the first one in alphabetical order. It returns
// "" for none.
func (a *asking) unmarked(number string) (series string) {
	for _, x := range a.reader.Indexes {
		for stem := range x.Series.Stems() {
			if word := stem + number; (series == "" || stem < series) && a.identifies(word, word) {
				series = stem
			}
		}
	}
	return series
}

// identifies reports whether the identifier of an entry with a word in its title has
// some letters and digits, whatever is between them.
func (a *asking) identifies(word, identifier string) bool {
	return a.inTitles(word, func(_ *index.Index, e *index.Entry) bool {
		return strings.ReplaceAll(text.Key(naming.Identifier(e.Title)), " ", "") == identifier
	})
}

// shortQuestion is the number of words up to which a number alone in a question may
// name an entity, by eye: a log has many numbers.
const shortQuestion = 12

// amountWords are before an amount or a year.
var amountWords = strings.Fields("than over under above below at up in from since before after until during by")

// isAlone reports whether word i, a number, is neither a year nor an amount, of
// something after it or before it: "drawbacks of 3216".
func (a *asking) isAlone(words []text.Word, i int) bool {
	if i > 0 {
		before := words[i-1].Text
		asks := (text.StopWord(before) || a.asks(before)) && !slices.Contains(amountWords, before)
		if !asks && words[i].Marks&text.Apart == 0 {
			return false
		}
	}
	isLast := i+1 == len(words) || text.StopWord(words[i+1].Text) || words[i+1].Marks&text.Apart != 0
	return len(words) <= shortQuestion && (isLast || i == 0 && !strings.HasSuffix(words[1].Text, "s"))
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

// isKindOf reports whether a word is one of the kind or type of an entry.
func isKindOf(x *index.Index, e *index.Entry, word string) bool {
	return slices.ContainsFunc(e.Sentences, func(s text.Sentence) bool {
		return e.IsValue(&s) && slices.ContainsFunc(e.Tokens[s.First:s.Last], func(t text.Token) bool {
			return x.Words.Text(t.Word()) == word
		})
	})
}
