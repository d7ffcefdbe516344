package sets

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Score is the score of an answer by measure. A measure that does not apply
// to the question is absent.
type Score map[string]float64

// Over is the measure that is 1 for a text over its budget.
const Over = "over budget"

// A Row is a line of a table: a measure for the questions of a part of the set.
type Row struct {
	Part, Measure string // a group of questions, and one of the measures
}

// Value returns the value of the row for the scores of answers with one budget,
// and the number of questions. The value is NaN if there are none.
func (r Row) Value(questions []Question, scores map[string]Score) (value float64, n int) {
	switch r.Measure {
	case Summary:
		return summary(questions, scores)
	case Separation:
		return separation(r.Part, questions, scores)
	}
	list := values(r.Part, r.Measure, questions, scores)
	if r.Measure == Over {
		return sum(list), len(list)
	}
	return mean(list), len(list)
}

// Format returns a value in the form for tables, with shares in per cent.
func (r Row) Format(value float64) string {
	switch {
	case math.IsNaN(value):
		return "–"
	case r.Measure == Over:
		return strconv.Itoa(int(value))
	case r.Measure == Separation:
		return strconv.FormatFloat(value, 'f', 3, 64)
	}
	return strconv.FormatFloat(100*value, 'f', 1, 64)
}

// values returns the values of a measure for the questions of a part.
func values(part, measure string, questions []Question, scores map[string]Score) (list []float64) {
	for _, q := range questions {
		if value, has := scores[q.ID][measure]; has && slices.Contains(q.Groups, part) {
			list = append(list, value)
		}
	}
	return list
}

func sum(list []float64) (total float64) {
	for _, value := range list {
		total += value
	}
	return total
}

func mean(list []float64) float64 { return sum(list) / float64(len(list)) }

// summary returns the mean over the answered families of their mean recall.
func summary(questions []Question, scores map[string]Score) (float64, int) {
	var families []float64
	n := 0
	for _, family := range answered {
		if list := values(family, Recall, questions, scores); len(list) > 0 {
			families = append(families, mean(list))
			n += len(list)
		}
	}
	return mean(families), n
}

// separation returns the AUROC of the confidence, between the answerable
// questions and those of a part.
func separation(part string, questions []Question, scores map[string]Score) (float64, int) {
	against := values(part, Confidence, questions, scores)
	return auroc(values(Answerable, Confidence, questions, scores), against), len(against)
}

// auroc returns the share of pairs in which the positive value is greater than
// the negative one, where equal values count half, or NaN if there are no
// pairs.
func auroc(positives, negatives []float64) float64 {
	if len(positives) == 0 || len(negatives) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(negatives))
	wins := 0.0
	for _, value := range positives {
		below, _ := slices.BinarySearch(sorted, value)
		above, _ := slices.BinarySearch(sorted, math.Nextafter(value, math.Inf(1)))
		wins += float64(below) + float64(above-below)/2
	}
	return wins / float64(len(positives)*len(negatives))
}

// family returns the part of a group's name that is its family.
func family(group string) string {
	name, _, _ := strings.Cut(group, ",")
	return name
}
