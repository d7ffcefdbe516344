package outline

import (
	"slices"
	"strconv"
	"strings"

	"dossier/graph/text"
)

// A wording is a text with its words, and the same folded.
type wording struct {
	question string
	words    []text.Word
	folded   []string
}

func wordingOf(s string) *wording {
	q := &wording{question: s, words: slices.Collect(text.Parts(s))}
	for _, word := range q.words {
		q.folded = append(q.folded, word.Text)
	}
	return q
}

// before returns what is between word i and the word before it, "" if they overlap, as
// words of scripts without spaces do.
func (q *wording) before(i int) string {
	start := 0
	if i > 0 {
		start = q.words[i-1].End
	}
	return q.question[min(start, q.words[i].Start):q.words[i].Start]
}

// signBefore is before without spaces, a minus and the signs of currencies.
func (q *wording) signBefore(i int) string { return strings.Trim(q.before(i), " €$£−-") }

// isNegative reports whether a minus precedes word i, and no word precedes the minus
// directly, as in SE-5.
func (q *wording) isNegative(i int) bool {
	before := strings.TrimRight(q.before(i), "€$£")
	ahead := strings.TrimRight(before, "−-")
	return ahead != before && (i == 0 || ahead != "")
}

// at returns folded word i, "" for none.
func (q *wording) at(i int) string {
	if i < len(q.folded) {
		return q.folded[i]
	}
	return ""
}

// An amount is a number with a unit.
type amount struct {
	value               float64 // a share from 0 to 1 if isPercent
	factor              float64 // by which a word multiplied it, 0 for none
	isPercent, isOfTime bool
}

// shareUnits gives two amounts the unit that one of them has for both, as in "between
// 20 and 60 per cent" and "between 1 and 2 million".
func shareUnits(lower, upper *amount) {
	if lower.factor == 0 && upper.factor != 0 && lower.value*upper.factor <= upper.value {
		lower.value *= upper.factor
	}
	if lower.isPercent == upper.isPercent {
		return
	}
	for _, of := range []*amount{lower, upper} {
		if !of.isPercent {
			of.value, of.isPercent = of.value/percent, true
		}
	}
}

// factors are the words after a number that multiply it, also directly after its
// digits, as in "5m".
var factors = map[string]float64{
	"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "mn": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9,
}

// timeUnits are the units of time in the singular, and unitWords those of money.
var (
	timeUnits = strings.Fields("second minute hour day week month quarter year")
	unitWords = strings.Fields("eur euro euros usd dollar dollars gbp pound pounds chf franc francs")
)

// amountAt returns the amount that begins at word i, and the number of its words,
// 0 for none.
func (q *wording) amountAt(i int) (of amount, length int) {
	if i >= len(q.words) {
		return of, 0
	}
	digits := strings.TrimRight(q.folded[i], "abcdefghijklmnopqrstuvwxyz")
	factor, known := factors[q.folded[i][len(digits):]]
	switch {
	case digits == "":
		of.value, length = float64(slices.Index(numbers, q.folded[i])), 1
		if of.value < 0 {
			return of, 0
		}
	case digits != q.folded[i] && !known:
		return of, 0
	default:
		if of.value, length = q.numberAt(i, digits); length == 0 {
			return of, 0
		}
	}
	if known {
		of.value, of.factor = of.value*factor, factor
	}
	if q.isNegative(i) {
		of.value = -of.value
	}
	return of, length + q.unitAt(i+length, &of)
}

// numberAt returns the number with the digits of word i and the groups of digits that
// follow, as in "1,000", and the number of these words, 0 for none.
func (q *wording) numberAt(i int, digits string) (value float64, length int) {
	for length = 1; i+length < len(q.words) && !strings.Contains(digits, ".") && q.isGroup(i+length); length++ {
		digits += q.folded[i+length]
	}
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0, 0
	}
	return value, length
}

// isGroup reports whether word i is three more digits of the number before it, the
// last ones perhaps with decimals.
func (q *wording) isGroup(i int) bool {
	group, decimals, hasDecimals := strings.Cut(q.folded[i], ".")
	isNumber := text.IsDigits(group) && (!hasDecimals || text.IsDigits(decimals))
	return len(group) == 3 && isNumber && slices.Contains(groupMarks, q.before(i))
}

// groupMarks are what may be between groups of digits. A space may also be between
// two numbers.
var groupMarks = []string{",", "'", "’", "\u00a0", "\u202f"}

// unitAt multiplies an amount by the unit at word i, and returns the number of the
// unit's words. A unit of time is not one of them.
func (q *wording) unitAt(i int, of *amount) (length int) {
	if factor, known := factors[q.at(i)]; known {
		of.value, of.factor, length = of.value*factor, factor, 1
	}
	next := q.at(i + length)
	switch {
	case strings.HasPrefix(strings.TrimLeft(q.question[q.words[i-1].End:], " "), "%"):
		of.isPercent = true
	case next == "per" && q.at(i+length+1) == "cent":
		of.isPercent, length = true, length+2
	case next == "percent":
		of.isPercent, length = true, length+1
	case slices.Contains(unitWords, next):
		length++
	default:
		of.isOfTime = slices.Contains(timeUnits, strings.TrimSuffix(next, "s"))
	}
	if of.isPercent {
		of.value /= percent
	}
	return length
}

const percent = 100
