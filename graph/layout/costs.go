package layout

import (
	"sort"

	"dossier/graph/prompt"
)

// Costs caches the costs of the first lines of a plan in tokens, by the number
// of lines, because a body is filled repeatedly.
type Costs struct {
	Plan  *Plan
	count func(string) int
	known map[int]int
	sizes []int // in bytes, of the first lines by their number
}

// NewCosts returns the costs of a plan, given a function that counts the tokens of a text.
func NewCosts(plan *Plan, count func(string) int) *Costs {
	c := &Costs{Plan: plan, count: count, known: map[int]int{}, sizes: make([]int, len(plan.Lines)+1)}
	for i := range plan.Lines {
		c.sizes[i+1] = c.sizes[i] + plan.Lines[i].Size()
	}
	return c
}

// Fit returns how many lines fit into a budget, and their cost. It expects as
// many tokens a byte as in the lines that it counted last.
func (c *Costs) Fit(budget int) (lines, tokens int) {
	if budget <= 0 {
		return 0, 0
	}
	low, high := 0, len(c.Plan.Lines)
	each := usualBytes
	for tries := 0; low < high; tries++ {
		room := c.sizes[low] + int(float64(budget-c.of(low))*each)
		next := min(max(sort.SearchInts(c.sizes, room+1)-1, low+1), high)
		if tries >= mostTries {
			next = (low + high + 1) / 2
		}
		sum := c.of(next)
		if each = float64(c.sizes[next]) / float64(max(sum, 1)); sum <= budget {
			low = next
		} else {
			high = next - 1
		}
	}
	return low, c.of(low)
}

// At first Fit expects usualBytes for each token, and then the bytes of the lines
// that it has counted. After mostTries of these it halves the range. By eye;
// counting few lines is cheap.
const (
	usualBytes = 4.
	mostTries  = 8
)

// of returns the cost of the first lines.
func (c *Costs) of(lines int) int {
	if sum, known := c.known[lines]; known {
		return sum
	}
	c.known[lines] = c.ofTopics(c.Plan.First(lines))
	return c.known[lines]
}

// ofTopics returns the cost of topics.
func (c *Costs) ofTopics(topics []prompt.Topic) (sum int) {
	for _, topic := range topics {
		sum += c.count(prompt.Markdown(topic))
	}
	return sum
}
