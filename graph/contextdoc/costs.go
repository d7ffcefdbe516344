package contextdoc

import (
	"sort"

	"dossier/graph/outline/layout"
	"dossier/graph/prompt"
)

// costs caches the costs of the first lines of a plan in tokens, by the number
// of lines, because a body is filled repeatedly.
type costs struct {
	plan  *layout.Plan
	count func(string) int
	known map[int]int
	sizes []int // in bytes, of the first lines by their number
}

func newCosts(plan *layout.Plan, count func(string) int) *costs {
	c := &costs{plan: plan, count: count, known: map[int]int{}, sizes: make([]int, len(plan.Lines)+1)}
	for i := range plan.Lines {
		c.sizes[i+1] = c.sizes[i] + plan.Lines[i].Size()
	}
	return c
}

// fit returns how many lines fit into a budget, and their cost. It expects as
// many tokens a byte as in the lines that it counted last.
func (c *costs) fit(budget int) (lines, tokens int) {
	if budget <= 0 {
		return 0, 0
	}
	low, high := 0, len(c.plan.Lines)
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

// At first fit expects usualBytes for each token, and then the bytes of the lines
// that it has counted. After mostTries of these it halves the range. By eye;
// counting few lines is cheap.
const (
	usualBytes = 4.
	mostTries  = 8
)

// of returns the cost of the first lines.
func (c *costs) of(lines int) int {
	if sum, known := c.known[lines]; known {
		return sum
	}
	sum := 0
	for _, topic := range c.plan.First(lines) {
		sum += c.count(prompt.Markdown(topic))
	}
	c.known[lines] = sum
	return sum
}
