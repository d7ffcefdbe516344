package gist

import (
	"slices"
	"strings"
	"time"

	"dossier/graph/ask/scan"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// choosingTypes are the types of words that say which entities a question asks for, and
// askingTypes further ones that say how many, in which form, or by whom.
var (
	choosingTypes = strings.Fields("is state same event level priority due column not without count " +
		"any which all each every some listing only")
	askingTypes = strings.Fields(`must todo counted several limit who whose that those ones of with number others passed set unset sofar bynow
		need within how first last next lately sup somebody nobody nothing too other`)
)

// OnlyAsks reports whether a folded English word says which entities a question asks for,
// such as a state or a column.
func OnlyAsks(word string) bool {
	return slices.ContainsFunc(words.Tables[0].Of(word), func(m words.Meaning) bool {
		return m.Type == words.Fill || slices.Contains(choosingTypes, m.Type)
	})
}

// AboutOf returns the folded words that say what a question is about: neither which
// entities it asks for, nor a view or a period. It reads the question in the language that
// leaves fewest.
func AboutOf(question string, now time.Time) (fewest []string) {
	asked := scan.Words(question)
	for i, table := range words.Tables {
		wish := Wish{}
		tokens := wish.complete(table, asked, cuesOfView(table, asked), now)
		asks := map[string]bool{}
		for _, t := range tokens {
			if slices.Contains(choosingTypes, t.Type) || slices.Contains(askingTypes, t.Type) {
				for _, word := range asked[t.First:t.Last] {
					asks[word.Text] = true
				}
			}
		}
		about := slices.DeleteFunc(wish.Rest, func(word string) bool { return asks[word] })
		if i == 0 || len(about) < len(fewest) {
			fewest = about
		}
	}
	return fewest
}

// cuesOfView returns the phrases of a question that ask for views. Words that only hint at
// a view, such as "parental leave" at a handover, are what a question is about unless they
// ask for it together.
func cuesOfView(table *words.Table, asked []text.Word) []cue {
	cues := cuesOf(table, asked)
	if views := byView(cues); len(views) > 0 && weightOf(views[0]) >= 1 {
		return cues
	}
	return nil
}
