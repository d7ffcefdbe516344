// Package scan divides a question into words, and finds their meanings: the tokens from
// which rules make readings.
package scan

import (
	"slices"
	"strings"
	"time"

	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// Words returns the words of a question, with the signs of percent and comparisons. Dates in the form of ISO
// 8601 are one word, and elided words are apart: l'échéance is two.
func Words(question string) (list []text.Word) {
	for _, w := range wholeWords(question) {
		length := words.Elided(question[w.Start:w.End])
		if length > 0 {
			elided := strings.TrimRight(question[w.Start:w.Start+length], "'’")
			list = append(list, text.Word{Text: text.Fold(elided), Start: w.Start, End: w.Start + length})
			w.Text, w.Start = text.Fold(question[w.Start+length:w.End]), w.Start+length
		}
		list = append(list, w)
	}
	return list
}

// wholeWords is like Words, but keeps elided words as written, as names have them.
func wholeWords(question string) (list []text.Word) {
	end := 0
	for w := range text.Parts(question) {
		if w.Start > end { // pairs of runes overlap
			list = appendSigns(list, question, end, w.Start)
		}
		if n := len(list); joinsDate(list, 2, question, w) || joinsDate(list, 1, question, w) {
			list = joined(list, question, w)
		} else if n > 0 && isThousands(question, list[n-1], w) {
			list[n-1] = text.Word{Text: list[n-1].Text + w.Text, Start: list[n-1].Start, End: w.End}
		} else {
			list = append(list, signed(question, w))
		}
		end = w.End
	}
	return appendSigns(list, question, end, len(question))
}

// signed returns a number with the minus before it, if a space, a sign or nothing is
// before that.
func signed(question string, w text.Word) text.Word {
	before := strings.TrimSuffix(question[:w.Start], "-")
	if len(before) == w.Start || !text.IsDigits(w.Text) || strings.TrimRight(before, " <>=") == before && before != "" {
		return w
	}
	return text.Word{Text: "-" + w.Text, Start: w.Start - 1, End: w.End, Marks: w.Marks}
}

// appendSigns appends the signs of percent and of comparisons between two places of a
// question.
func appendSigns(list []text.Word, question string, from, to int) []text.Word {
	for at := from; at < to; {
		sign := ""
		for _, known := range words.Signs {
			if strings.HasPrefix(question[at:to], known) {
				sign = known
				break
			}
		}
		if sign != "" {
			list = append(list, text.Word{Text: sign, Start: at, End: at + len(sign)})
		}
		at += max(1, len(sign))
	}
	return list
}

// isThousands reports whether a word is of three digits, and maybe parts of one, behind a
// number of at most three and a comma or a space: 5,000 or 5 000.
func isThousands(question string, number, w text.Word) bool {
	whole, _, _ := strings.Cut(w.Text, ".")
	const group = 3
	if len(whole) != group || !text.IsDigits(whole) || !text.IsDigits(number.Text) {
		return false
	}
	between := question[number.End:w.Start]
	return between == "," || len(number.Text) <= group && slices.Contains([]string{" ", "\u00a0", "\u202f"}, between)
}

// joinsDate reports whether the last count words and another one are a date, or a month of
// a year.
func joinsDate(list []text.Word, count int, question string, w text.Word) bool {
	at := len(list) - count
	if at < 0 || list[at].Start >= w.Start {
		return false
	}
	whole := question[list[at].Start:w.End]
	return dateOf(whole) != "" || monthOf(whole) != ""
}

// joined returns the words with another one, which is a date with the last two or the last.
func joined(list []text.Word, question string, w text.Word) []text.Word {
	at := len(list) - 1
	if joinsDate(list, 2, question, w) {
		at--
	}
	return append(list[:at], text.Word{Text: question[list[at].Start:w.End], Start: list[at].Start, End: w.End})
}

// dateOf returns a date in the form of ISO 8601, "" for none. One with slashes may begin
// with the day or the month; it is none if both may be.
func dateOf(s string) (date string) {
	if !beginsWithDigit(s) {
		return "" // before the errors of all layouts are made
	}
	layouts := []string{time.DateOnly, "2.1.2006", "2/1/2006", "1/2/2006"}
	for _, layout := range layouts {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if found := t.Format(time.DateOnly); date == "" || date == found {
			date = found
		} else {
			return ""
		}
	}
	return date
}

// monthOf returns a month of a year in the form of ISO 8601, "" for none: of 2026-12 or
// 12/2026.
func monthOf(s string) string {
	if !beginsWithDigit(s) {
		return ""
	}
	for _, layout := range []string{"2006-01", "1/2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format("2006-01")
		}
	}
	return ""
}

func beginsWithDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }
