package prompt

import "sort"

// Fit renders a text shorter and shorter until it is within a budget. The
// tokens of a text are not the sum of those of its parts, since a token can
// span a seam: what was chosen by its parts must be counted as a whole. render
// renders the text and returns its tokens; shorten takes away from it, knowing
// by how many tokens it is over, and reports whether there was anything to
// take. Fit reports whether the last text is within the budget.
func Fit(budget int, render func() (tokens int, err error), shorten func(over int) bool) (bool, error) {
	for {
		tokens, err := render()
		if err != nil || tokens <= budget {
			return err == nil, err
		}
		if !shorten(tokens - budget) {
			return false, nil
		}
	}
}

// Steps returns how many steps a text must be cut to be within a budget, at
// most most. tokens counts what is left after so many steps, never more than
// before; it is called for few of them.
func Steps(most, budget int, tokens func(step int) int) int {
	return sort.Search(most, func(step int) bool { return tokens(step) <= budget })
}
