package subject

import (
	"slices"

	"dossier/graph/lexicon"
	"dossier/graph/text"
)

// Exchanged returns a word of the question that is where a title has another one: both
// have the same words on either side of it, or the title ends with it and the question
// has a name or a number instead. So "Require Java 25 or newer" is not about "Require
// Java 11 or newer". It returns "" for none, for words that the dictionary relates and
// for misspelt ones, and if each has the word of the other elsewhere.
func (q *Question) Exchanged(title string) string {
	titled := contentOf(slices.Collect(text.Words(title)))
	asked := contentOf(q.Words)
	for j := 1; j < len(titled); j++ {
		for i := 1; i < len(asked); i++ {
			if asked[i-1].stem == titled[j-1].stem && asked[i].stem != titled[j].stem && isExchange(asked, titled, i, j) &&
				!q.isOther(asked, titled, i, j) {
				return asked[i].Text
			}
		}
	}
	return ""
}

// content is a word that is no stop word, with its stem.
type content struct {
	text.Word
	stem string
}

func contentOf(words []text.Word) (list []content) {
	for _, word := range words {
		if stem := text.English(word.Text); stem != "" {
			list = append(list, content{word, stem})
		}
	}
	return list
}

// isExchange reports whether the words after word i of a question and word j of a title
// are the same, or the title ends with its word.
func isExchange(asked, titled []content, i, j int) bool {
	if j+1 < len(titled) {
		return i+1 < len(asked) && asked[i+1].stem == titled[j+1].stem
	}
	isName := asked[i].Marks&text.Capital != 0 || text.IsDigits(asked[i].Text)
	isNext := asked[i].Start-asked[i-1].End <= betweenLetters
	return isName && isNext && i > 1 && j > 1 && asked[i-2].stem == titled[j-2].stem
}

// betweenLetters is the number of bytes between two words that are together, by eye: a
// preposition and spaces.
const betweenLetters = 4

// isOther reports whether two words may mean the same, or are elsewhere in the other text.
func (q *Question) isOther(asked, titled []content, i, j int) bool {
	has := func(list []content, stem string) bool {
		return slices.ContainsFunc(list, func(c content) bool { return c.stem == stem })
	}
	a, b := asked[i].stem, titled[j].stem
	isRelated := func(w lexicon.Word) bool { return w.Stem == b }
	return has(titled, a) || has(asked, b) || slices.ContainsFunc(lexicon.Related(a), isRelated) || q.Corrected[asked[i].Text] != "" ||
		!text.IsDigits(a) && Slips(a, b) <= mostSlips
}

// mostSlips is the number of letters in which a misspelt word differs from the one that is
// meant, by eye.
const mostSlips = 2
