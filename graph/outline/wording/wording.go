// Package wording says what words and phrases of questions mean by themselves,
// whatever the graph has: forms of words, numbers, names of kinds, events and
// measures and the sides of comparisons.
package wording

import (
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// KindOf returns the kind whose name a word is, "" for none.
func KindOf(word string) graph.Kind {
	for _, spec := range graph.Kinds {
		if word == string(spec.Kind) || word == spec.Plural {
			return spec.Kind
		}
	}
	return ""
}

// IsPlural reports whether a word is the plural of a regular noun or of an
// abbreviation.
func IsPlural(word string) bool {
	singular, cut := strings.CutSuffix(word, "s")
	return cut && (text.English(singular) == text.English(word) || isAbbreviations(word))
}

// isAbbreviations reports whether a word is the plural of an abbreviation without
// vowels, such as "rfcs", which has no other stem. Shorter words are abbreviations
// that end so, such as "dns".
func isAbbreviations(word string) bool {
	return len(word) > len("dns") && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.ContainsAny(word, "aeiouy")
}

// Stem returns the stem of a word by which entities may be called.
func Stem(word string) string {
	stem := text.English(word)
	if isAbbreviations(word) {
		stem = strings.TrimSuffix(stem, "s")
	}
	return stem
}

// IsOrdinal reports whether a word is an ordinal number of a day or a rank.
func IsOrdinal(word string) bool {
	digits := strings.TrimRight(word, "stndrh")
	return len(digits) > 0 && len(digits) < len(word) && IsNumber(digits) && slices.Contains([]string{"st", "nd", "rd", "th"},
		word[len(digits):])
}

// OrdinalDay returns the day of a month that an ordinal number such as 3rd may
// be, 0 for another word.
func OrdinalDay(word string) int {
	day, err := strconv.Atoi(strings.TrimRight(word, "stndrh"))
	if err != nil || !IsOrdinal(word) || day < 1 || day > 31 {
		return 0
	}
	return day
}

// IsNumber reports whether a word is a number.
func IsNumber(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
}

// HasDigit reports whether a text has a digit.
func HasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
