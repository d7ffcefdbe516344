package mcp

import (
	"dossier/graph"
	"dossier/graph/query"
)

// budgets fit answers into numbers of tokens.
type budgets struct {
	service    *query.Service // counts
	structured bool           // answers have structured content
}

// count returns the number of tokens of text, or if the vocabulary cannot be
// loaded, the number of bytes, which is larger.
func (b budgets) count(text string) int {
	count, err := b.service.Counter()
	if err != nil {
		return len(text)
	}
	return count(text)
}

// tokens returns the number of tokens of an answer: those of its text or those
// of its structured content, whichever are more.
func (b budgets) tokens(a *answer) int {
	text := b.count(a.full())
	if !b.structured {
		return text
	}
	structured := b.count(string(a.json()))
	return max(text, structured+structured/spare)
}

// spare is the share of a structured content, as a divisor, that is reserved
// for clients that count more tokens because they reorder members. By eye.
const spare = 50

// fitted returns the answer with as many of n items as fit into a budget.
// render returns the answer with the first items. Its cost must grow with their
// number, and without items it must fit.
func (b budgets) fitted(budget, n int, render func(items int) (*answer, error)) (*answer, error) {
	low, high := 0, n
	best, err := render(n)
	if err != nil || b.tokens(best) <= budget {
		return best, err
	}
	high--
	if best, err = render(0); err != nil {
		return nil, err
	}
	for low < high {
		middle := (low + high + 1) / 2
		one, err := render(middle)
		if err != nil {
			return nil, err
		}
		if b.tokens(one) <= budget {
			low, best = middle, one
		} else {
			high = middle - 1
		}
	}
	if err := b.tooFew(best, budget); err != nil {
		return nil, err
	}
	return best, nil
}

// tooFew returns an error if an answer does not fit into a budget.
func (b budgets) tooFew(a *answer, budget int) error {
	if cost := b.tokens(a); cost > budget {
		return graph.BadInput("max_tokens", "%d is too few; the least that this answer takes is %d", budget, cost)
	}
	return nil
}
