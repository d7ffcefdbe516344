package outline

import (
	"math"
	"slices"
	"strings"
	"time"
)

// A comparison is what a question requires of a number that the members of a list
// have: "over 5 million euros", "the largest", "in total".
type comparison struct {
	// first and last are the words of the question that compare, up to last, which
	// is not one of them.
	first, last int
	// bounds are those of the number, nil for any.
	bounds *interval
	// order is 1 for the largest first, -1 for the smallest first, and 0 for neither.
	order int
	// sum reports whether the question asks for the sum.
	sum bool
	// means are the stems of names of the number, if the words that compare mean one,
	// as "cheapest" means the price.
	means []string
}

// An interval has the least and the greatest number of a comparison, infinite for
// none.
type interval struct {
	from, to float64
	// isOpen excludes from and to themselves. isPercent means that they are shares,
	// from 0 to 1. isOfTime means that they are numbers of days or other units of time.
	isOpen, isPercent, isOfTime bool
}

// has reports whether a number is in the interval.
func (v *interval) has(number float64) bool {
	if v.isOpen {
		return v.from < number && number < v.to
	}
	return v.from <= number && number <= v.to
}

// A side is the side of a number that a phrase asks for, and whether it excludes
// the number.
type side struct {
	isAbove, isOpen bool
}

// The phrases before a number, the signs before it, and the words after "or" or "and"
// after it, as in "60 or more".
var (
	sidesBefore = map[string]side{
		"more than": {true, true}, "greater than": {true, true}, "higher than": {true, true}, "larger than": {true, true},
		"bigger than": {true, true}, "longer than": {true, true}, "heavier than": {true, true}, "dearer than": {true, true}, "pricier than": {true, true},
		"likelier than": {true, true}, "over": {true, true}, "above": {true, true}, "exceeding": {true, true},
		"exceed": {true, true}, "exceeds": {true, true}, "at least": {true, false}, "no less than": {true, false}, "not less than": {true, false},
		"less than": {false, true}, "fewer than": {false, true}, "lower than": {false, true}, "smaller than": {false, true},
		"shorter than": {false, true}, "cheaper than": {false, true}, "lighter than": {false, true}, "under": {false, true}, "below": {false, true}, "at most": {false, false},
		"no more than": {false, false}, "not more than": {false, false}, "up to": {false, false},
	}
	signsBefore = map[string]side{
		">": {true, true}, ">=": {true, false}, "≥": {true, false}, "<": {false, true}, "<=": {false, false}, "≤": {false, false},
	}
	sidesAfter = map[string]side{
		"more": {isAbove: true}, "higher": {isAbove: true}, "above": {isAbove: true}, "over": {isAbove: true}, "up": {isAbove: true}, "longer": {isAbove: true},
		"less": {}, "fewer": {}, "lower": {}, "below": {}, "under": {}, "shorter": {},
	}
)

// longestSide is the number of words of the longest phrase of sidesBefore.
const longestSide = 3

// The words that order members by a number, and ask for their sum.
var (
	largestWords  = strings.Fields("highest largest biggest greatest longest most costliest dearest priciest heaviest likeliest")
	smallestWords = strings.Fields("lowest smallest fewest shortest least cheapest lightest")
	totalWords    = strings.Fields("total sum altogether overall")
)

// The stems of names of a number that adjectives mean, after "most" and between "more"
// and "than" too.
var (
	priceStems  = nameStems("price cost fee amount value budget")
	weightStems = nameStems("weight mass")
	chanceStems = nameStems("probability likelihood chance")
	lengthStems = nameStems("duration length time")

	adjectives = map[string][]string{
		"cheapest": priceStems, "costliest": priceStems, "dearest": priceStems, "priciest": priceStems, "expensive": priceStems, "costly": priceStems,
		"cheaper": priceStems, "dearer": priceStems, "pricier": priceStems,
		"heaviest": weightStems, "lightest": weightStems, "heavier": weightStems, "lighter": weightStems,
		"likeliest": chanceStems, "likely": chanceStems, "probable": chanceStems, "likelier": chanceStems,
		"longest": lengthStems, "shortest": lengthStems, "longer": lengthStems, "shorter": lengthStems,
	}
)

// comparison returns the comparison of a question, nil for none.
func (q *wording) comparison(clock time.Time) *comparison {
	for i := range q.words {
		if c := q.boundsAt(i, clock); c != nil {
			return c
		}
	}
	for i, word := range q.folded {
		c := &comparison{first: i, last: i + 1, order: 1, means: adjectives[word]}
		if means := adjectives[q.at(i+1)]; means != nil && c.means == nil && (word == "most" || word == "least") {
			c.last, c.means = i+2, means
		}
		switch {
		case slices.Contains(largestWords, word), slices.Contains(byWords, word) && i > 0 && i+1 < len(q.folded):
			return c
		case slices.Contains(smallestWords, word):
			c.order = -1
			return c
		case slices.Contains(totalWords, word), word == "much" && i > 0 && q.folded[i-1] == "how":
			c.sum = true
			return c
		}
	}
	return nil
}

// boundsAt returns the comparison with the number that word i begins, nil if it is
// none or if nothing compares with it. A number that is part of a date is none.
func (q *wording) boundsAt(i int, clock time.Time) *comparison {
	number, length := q.amountAt(i)
	if _, date := spanAt(q.folded[i:], dayOf(clock), false); length == 0 || date > 0 {
		return nil
	}
	end := i + length
	if before, first, known := q.sideBefore(i); known {
		return &comparison{first: first, last: end, bounds: before.of(&number), means: q.meansBefore(i)}
	}
	if after, known := q.sideAfter(end); known {
		return &comparison{first: i, last: end + 2, bounds: after.of(&number)}
	}
	upper, more := q.amountAt(end + 1)
	if more == 0 || i == 0 || q.folded[i-1] != "between" || q.folded[end] != "and" {
		return nil
	}
	shareUnits(&number, &upper)
	from, to := min(number.value, upper.value), max(number.value, upper.value)
	bounds := &interval{from: from, to: to, isPercent: upper.isPercent, isOfTime: upper.isOfTime}
	return &comparison{first: i - 1, last: end + 1 + more, bounds: bounds}
}

// of returns the interval that is this side of an amount.
func (s side) of(number *amount) *interval {
	v := &interval{from: math.Inf(-1), to: number.value, isOpen: s.isOpen, isPercent: number.isPercent, isOfTime: number.isOfTime}
	if s.isAbove {
		v.from, v.to = number.value, math.Inf(1)
	}
	return v
}

// sideBefore returns the side that the words or the sign before word i ask for, and
// the first of these words.
func (q *wording) sideBefore(i int) (of side, first int, known bool) {
	for length := min(longestSide, i); length > 0; length-- {
		if of, known = sidesBefore[strings.Join(q.folded[i-length:i], " ")]; known {
			return of, i - length, true
		}
	}
	if of, known = q.adjectiveBefore(i); known {
		return of, i - 3, true
	}
	of, known = signsBefore[q.signBefore(i)]
	return of, i, known
}

// adjectiveBefore returns the side that "more likely than" or the like before word i
// asks for.
func (q *wording) adjectiveBefore(i int) (of side, known bool) {
	if i < 3 || q.folded[i-1] != "than" || adjectives[q.folded[i-2]] == nil {
		return of, false
	}
	of, known = sidesBefore[q.folded[i-3]+" than"]
	return of, known
}

// meansBefore returns the stems of names of a number that an adjective means before
// "than" and word i, nil for none.
func (q *wording) meansBefore(i int) []string {
	if i < 2 || q.folded[i-1] != "than" {
		return nil
	}
	return adjectives[q.folded[i-2]]
}

// sideAfter returns the side that word i and the next one ask for, as in "or more".
func (q *wording) sideAfter(i int) (of side, known bool) {
	if i+1 >= len(q.folded) || q.folded[i] != "or" && q.folded[i] != "and" {
		return of, false
	}
	of, known = sidesAfter[q.folded[i+1]]
	return of, known
}

// phrase returns the words that compare, as they are in the question.
func (q *wording) phrase(c *comparison) string {
	start, end := q.words[c.first].Start, q.words[c.last-1].End
	before, sign := q.before(c.first), q.signBefore(c.first)
	if _, known := signsBefore[sign]; known {
		start -= len(before) - strings.Index(before, sign)
	} else if q.isNegative(c.first) {
		start -= len(before) - strings.IndexAny(before, "−-")
	}
	after := strings.TrimLeft(q.question[end:], " ")
	if strings.HasPrefix(after, "%") {
		end = len(q.question) - len(after) + len("%")
	}
	return q.question[start:end]
}
