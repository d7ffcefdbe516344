package filter

import (
	"math/big"
	"slices"

	"dossier/graph"
	"dossier/graph/lists"
)

// Number returns the number in a column, or else the least of those of a field, and
// reports whether there is one.
func (m *Matcher) Number(e graph.Entity, name string) (n float64, has bool) {
	if field := lists.NumberColumn(e.Self().Spec(), name); field != nil {
		switch value := field.Value(e).(type) {
		case int:
			return float64(value), true
		case float64:
			return value, true
		}
		return 0, false
	}
	for _, value := range m.Values(e, name) {
		if number, is := lists.FieldNumber(value); is && (!has || number < n) {
			n, has = number, true
		}
	}
	return n, has
}

// Summary summarises the numbers of entities.
func (m *Matcher) Summary(entities []graph.Entity, name string) lists.GroupNumber {
	var numbers []float64
	for _, e := range entities {
		if n, has := m.Number(e, name); has {
			numbers = append(numbers, n)
		}
	}
	summary := lists.GroupNumber{Name: name, Count: len(numbers)}
	if len(numbers) > 0 {
		sum, least, greatest := sumOf(numbers), slices.Min(numbers), slices.Max(numbers)
		summary.Sum, summary.Minimum, summary.Maximum = &sum, &least, &greatest
		summary.Summarise()
	}
	return summary
}

// sumOf returns the sum of numbers, which does not depend on their order.
func sumOf(numbers []float64) float64 {
	const bits = 512
	sum := new(big.Float).SetPrec(bits)
	for _, n := range numbers {
		sum.Add(sum, big.NewFloat(n))
	}
	value, _ := sum.Float64()
	return value
}
