package text

import "strings"

// irregular are the forms of English words that a stemmer cannot relate to the
// base form, with that form. Forms that are also other words, such as left, saw
// and led, are not among them.
var irregular = baseForms(`
begin began begun, bend bent, buy bought, catch caught, choose chose chosen, deal dealt, dig dug, draw drew drawn,
drive drove driven, fight fought, fly flew flown, forget forgot forgotten, foresee foresaw foreseen,
freeze froze frozen, grow grew grown, hang hung, hear heard, hide hid hidden, lend lent, lose lost, meet met,
mistake mistook mistaken, oversee oversaw overseen, overtake overtook overtaken, pay paid, prove proven,
rebuild rebuilt, rewrite rewrote rewritten,
seek sought, sell sold, send sent, shake shook shaken, shoot shot, shrink shrank shrunk, sink sank
sunk, sleep slept, spend spent, spin spun,
steal stole stolen, stick stuck, strike struck stricken, sweep swept, swim swam swum,
teach taught, throw threw thrown, understand understood, undertake undertook undertaken, undergo underwent undergone,
uphold upheld, wake woke woken, wear wore worn, weave wove woven, win won, withdraw withdrew withdrawn, withhold withheld,
child children, criterion criteria, crisis crises, foot feet, half halves, hypothesis hypotheses, index indices, man men,
matrix matrices, mouse mice, phenomenon phenomena, shelf shelves, thesis theses, tooth teeth, vertex vertices, woman women`)

// IsPlural reports whether a folded word may be the plural of another, in English or by
// an ending that other languages have too.
func IsPlural(word, singular string) bool {
	if consonant, ok := strings.CutSuffix(singular, "y"); ok && word == consonant+"ies" {
		return true
	}
	ending, ok := strings.CutPrefix(word, singular)
	return ok && (ending == "s" || ending == "es" || ending == "n" || ending == "en") || irregular[word] == singular
}

// distinct are beginnings of English words to which Snowball gives the stem of a word
// with another meaning, such as that of author to authority. These words have the
// beginning as their stem.
var distinct = strings.Fields(`authorit authoriz constitution engineer experiment importan informal initiativ integral
integrit international objection objectiv organiz personal positiv production productiv responsib responsiv several
terminal transition universit`)

// british are beginnings of distinct in their British spelling, with the American one.
var british = map[string]string{"authoris": "authoriz", "organis": "organiz"}

// distinctStem returns the stem of a word that begins as one of distinct, "" for others.
// It looks only at words that are longer than all stems that these are mistaken for.
func distinctStem(word string) string {
	if len(word) < leastDistinct {
		return ""
	}
	for spelling, other := range british {
		if strings.HasPrefix(word, spelling) {
			return other
		}
	}
	for _, beginning := range distinct {
		if strings.HasPrefix(word, beginning) {
			return beginning
		}
	}
	return ""
}

// leastDistinct is the length of the shortest word that begins as one of distinct.
const leastDistinct = 7

// baseForms returns the first word of each list by the others.
func baseForms(lists string) map[string]string {
	base := make(map[string]string)
	for _, list := range strings.Split(lists, ",") {
		words := strings.Fields(list)
		for _, form := range words[1:] {
			base[form] = words[0]
		}
	}
	return base
}
