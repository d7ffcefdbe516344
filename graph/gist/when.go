package gist

import (
	"slices"
	"time"
	"unicode/utf8"

	"dossier/graph/ask/scan"
	"dossier/graph/ask/times"
	"dossier/graph/ask/words"
)

// A When is a period that a text names.
type When struct {
	times.Period
	Start, End int // of its words in the text, in bytes
	Words      int // their number
}

// WhenOf returns the longest period that a text names, nil for none, and for a text
// that is too long for a question.
func WhenOf(said string, now time.Time) *When {
	asked := scan.Words(said)
	if len(asked) > 3*scan.MaxWords || !utf8.ValidString(said) {
		return nil
	}
	var longest *When
	for _, table := range words.Tables {
		tokens, fills := scan.Tokens(table, asked)
		n := periodIn(tokens, fills, make([]bool, len(asked)), now)
		if n != nil && (longest == nil || n.Last-n.First > longest.Words) {
			longest = &When{n.Value.(times.Period), asked[n.First].Start, asked[n.Last-1].End, n.Last - n.First}
		}
	}
	return longest
}

// timeTypes are the types of words that name a time by themselves.
var timeTypes = []string{"month", "weekday", "day"}

// NamesTime reports whether a folded word is a month, a day of the week or a day near
// today in one of the languages.
func NamesTime(word string) bool {
	return slices.ContainsFunc(words.Tables, func(table *words.Table) bool {
		return slices.ContainsFunc(table.Of(word), func(m words.Meaning) bool { return slices.Contains(timeTypes, m.Type) })
	})
}
