package outline

import (
	"slices"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/subject"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// leastSeries is the number of entities of a kind whose names begin with a word
// and a number from which on these are a series, by eye.
const leastSeries = 5

// uncalled returns an identifier in the question that nothing has, by its series or
// because it is written as one. It returns "" for none, and for a long message.
func (m *missing) uncalled() string {
	if m.isLong() {
		return ""
	}
	if name := m.unknownOfSeries(); name != "" {
		return name
	}
	return m.unknownCode()
}

// unknownOfSeries returns a word and a number of the question if names of a series
// begin with the word, but none with this number: "site 31" of 26 sites. It
// returns "" for none.
func (m *missing) unknownOfSeries() string {
	for i := range len(m.asked.Words) - 1 {
		word, number := m.asked.Words[i], m.asked.Words[i+1]
		if m.named != nil && m.named.First <= i && i+1 < m.named.Last {
			continue // a name of the topic, such as that of its ticket
		}
		if !text.IsDigits(number.Text) || number.Marks&text.Apart != 0 || !m.isSeries(word.Text) || m.isInSeries(word.Text, number.Text) {
			continue
		}
		return word.Text + " " + number.Text
	}
	return ""
}

// unknownCode returns an identifier of capitals and a number in the question, such as
// CAPA-58, that no text has and whose number is neither in a title nor a property. It
// returns "" for none, and if the question names something.
func (m *missing) unknownCode() string {
	if m.named != nil {
		return ""
	}
	for i := range len(m.asked.Words) - 1 {
		word, number := m.asked.Words[i], m.asked.Words[i+1]
		isJoined := word.End < number.Start && m.question[word.End:number.Start] == "-"
		if !isJoined || !isCapitals(m.question[word.Start:word.End]) || !text.IsDigits(number.Text) {
			continue
		}
		if !m.hasPair(m.asked.Words[i:i+2]) && !m.isNumber(number.Text) {
			return m.question[word.Start:number.End]
		}
	}
	return ""
}

// isCapitals reports whether a word has several letters, which are all capitals.
func isCapitals(word string) bool {
	return len(word) > 1 && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
}

// isNumber reports whether a word is in a title, or a property of an entry.
func (m *missing) isNumber(word string) bool {
	return slices.ContainsFunc(m.reader.Indexes, func(x *index.Index) bool {
		return slices.ContainsFunc(x.Postings.Of(x.Words.Lookup(word)), func(p terms.Posting) bool {
			return p.Title > 0 || isProp(x, x.Entry(p.Ordinal), word)
		})
	})
}

// isSeries reports whether names of many entities begin with a word and a number.
func (m *missing) isSeries(word string) bool {
	stem := m.stem(word)
	return stem != "" && slices.ContainsFunc(m.reader.Indexes, func(x *index.Index) bool {
		return slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool {
			_, with := x.Series.Of(string(spec.Kind), stem)
			return with >= leastSeries
		})
	})
}

// mostZeros is the number of zeros before a number of a series that are looked
// for, by eye.
const mostZeros = 4

// isInSeries reports whether a name begins with a word and a number, or has these as
// its identifier. The number may have zeros before it that the question lacks, or lack
// those of the question. It looks at the names with the number, which are few of a
// series.
func (m *missing) isInSeries(word, number string) bool {
	stem := m.stem(word)
	number = strings.TrimLeft(number, "0")
	begin := func(words []string) bool {
		return len(words) > 1 && m.stem(words[0]) == stem && strings.TrimLeft(words[1], "0") == number
	}
	begins := func(title string) bool {
		return begin(text.Folded(title)) || begin(text.Folded(naming.Identifier(title)))
	}
	for zeros := range mostZeros + 1 {
		if m.isInName(strings.Repeat("0", zeros)+number, begins) {
			return true
		}
	}
	return false
}

// isInName reports whether a name with a word is as wanted.
func (m *missing) isInName(word string, wanted func(title string) bool) bool {
	return slices.ContainsFunc(m.reader.Indexes, func(x *index.Index) bool {
		return slices.ContainsFunc(x.Postings.Of(x.Words.Lookup(word)), func(p terms.Posting) bool {
			return p.Title > 0 && wanted(x.Entry(p.Ordinal).Title)
		})
	})
}

// isAmount reports whether a word is a number with its unit in a question that
// names a subject, such as 280 in "what if 280 litres are left".
func (m *missing) isAmount(number string) bool {
	return m.named != nil && text.IsDigits(number) && !slices.ContainsFunc(m.asked.Words, func(word text.Word) bool {
		return word.Text == number && !m.hasUnit(word)
	})
}

// hasUnit reports whether a word of the question is directly before another one of
// letters.
func (m *missing) hasUnit(number text.Word) bool {
	return slices.ContainsFunc(m.asked.Words, func(unit text.Word) bool {
		return unit.Start == number.End+1 && m.question[number.End] == ' ' && !strings.ContainsFunc(unit.Text, unicode.IsDigit) &&
			!text.StopWord(unit.Text)
	})
}

// hasNumberOfRoot reports whether the question names a member of a family by a number
// in its title that is also a property of the root, as that of "Text of RFC 7" is of
// the task which the text belongs to. The whole family is meant.
func (c *choosing) hasNumberOfRoot(s *subject.Subject) bool {
	x := c.reader.Indexes[s.Member.Project]
	root := x.Roots.Of(s.Member.Ordinal)
	if root == s.Member.Ordinal || s.Name > 0 {
		return false
	}
	title := text.Folded(x.Entry(s.Member.Ordinal).Title)
	return slices.ContainsFunc(c.asked.Words, func(word text.Word) bool {
		return text.IsDigits(word.Text) && slices.Contains(title, word.Text) && isProp(x, x.Entry(root), word.Text)
	})
}

// isProp reports whether a word is the value of a property of an entry.
func isProp(x *index.Index, entry *index.Entry, word string) bool {
	return slices.ContainsFunc(entry.Sentences, func(s text.Sentence) bool {
		return s.Last == s.First+1 && strings.HasPrefix(entry.Fields[s.Field], propField) && x.Words.Text(entry.Tokens[s.First].Word()) == word
	})
}
