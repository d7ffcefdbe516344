package prompt

import "sort"

// Fit calls render and shorten in turn until the text is within budget. render
// renders the text and returns its tokens. shorten removes some of the text,
// which is over tokens above the budget, and reports whether there was anything
// to remove. Fit reports whether the last text is within the budget.
//
// The entire text must be counted, because a token can span two parts: the
// tokens of a text are not the sum of the tokens of its parts.
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

// Steps returns the smallest number of steps that cut a text to the budget, or
// else most. tokens returns the size of the text after a number of steps, and
// must not increase with it. Steps calls it for few numbers, by binary search.
func Steps(most, budget int, tokens func(step int) int) int {
	return sort.Search(most, func(step int) bool { return tokens(step) <= budget })
}
