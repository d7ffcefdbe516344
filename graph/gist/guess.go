package gist

import (
	_ "embed"

	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// A question without a phrase for a view has that of the questions that it is like. Each
// view has a weight for each word, pair of neighbouring words and beginning of a question.
// The weights are those of a logistic regression, which is made at the first use from
// questions.txt: the same questions have the same weights.

//go:embed questions.txt
var questions string

// noView is the view of questions that ask for none.
const noView = "-"

// A guess is the view that a question is like.
type guess struct {
	view        string // or noView
	probability float64
}

// isCommon reports whether a folded word is one of those that say which view a question asks
// for, not what the view is about.
func isCommon(word string) bool {
	m := learned()
	_, known := m.features[word]
	return known && !m.names[word]
}

var learned = sync.OnceValue(func() *model {
	list, names, err := readQuestions(questions)
	if err != nil {
		panic(err) // a test reads the questions
	}
	return learn(list, names)
})

// An example is a question and the view that it asks for.
type example struct {
	view  string
	words []string
}

// readQuestions reads lines "view: question", and "names: word word".
func readQuestions(data string) (list []example, names map[string]bool, err error) {
	names = map[string]bool{}
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		view, question, isRow := strings.Cut(line, ": ")
		switch {
		case !isRow:
			return nil, nil, fmt.Errorf("%q has no colon; expected view: question", line)
		case view == "names":
			for _, name := range text.Folded(question) {
				names[name] = true
			}
		default:
			list = append(list, example{view, text.Folded(question)})
		}
	}
	return list, names, nil
}

// The constants of learning, by eye, with the figures of TestGuess.
const (
	leastExamples = 2   // of a feature
	rounds        = 20  // over all questions
	firstStep     = .3  // of the first round
	laterStep     = .93 // of that of the round before
	noneWeight    = .3  // of a question that asks for no view
)

// A model has the weights of the features of questions.
type model struct {
	views    []string
	features map[string]int // the numbers of the features
	weights  [][]float64    // of each feature, for each view
	names    map[string]bool
}

func learn(list []example, names map[string]bool) *model {
	m := &model{features: map[string]int{}, names: names}
	counts := map[string]int{}
	for _, e := range list {
		if !slices.Contains(m.views, e.view) {
			m.views = append(m.views, e.view)
		}
		if e.view == noView {
			continue
		}
		for _, f := range featuresOf(e.words, names) {
			if counts[f]++; counts[f] == leastExamples {
				m.features[f] = len(m.features)
			}
		}
	}
	m.weights = make([][]float64, len(m.features))
	for i := range m.weights {
		m.weights[i] = make([]float64, len(m.views))
	}
	numbers := make([][]int, len(list))
	for i := range list {
		numbers[i] = m.numbers(list[i].words)
	}
	order, step := rand.New(rand.NewPCG(1, 1)), firstStep
	for range rounds {
		for _, at := range order.Perm(len(list)) {
			m.correct(numbers[at], list[at].view, step)
		}
		step *= laterStep
	}
	return m
}

// correct moves the weights of features towards the view of a question.
func (m *model) correct(numbers []int, right string, step float64) {
	step /= math.Sqrt(float64(len(numbers) + 1))
	if right == noView {
		step *= noneWeight
	}
	for view, p := range m.probabilities(numbers) {
		if m.views[view] == right {
			p--
		}
		for _, n := range numbers {
			m.weights[n][view] -= step * p
		}
	}
}

func (m *model) guess(asked []string) guess {
	best := guess{view: noView}
	for view, p := range m.probabilities(m.numbers(asked)) {
		if p > best.probability {
			best = guess{m.views[view], p}
		}
	}
	return best
}

// numbers returns the numbers of the features of a question that the model knows.
func (m *model) numbers(asked []string) (list []int) {
	for _, f := range featuresOf(asked, m.names) {
		if n, known := m.features[f]; known {
			list = append(list, n)
		}
	}
	return list
}

// probabilities returns the probability of each view.
func (m *model) probabilities(numbers []int) []float64 {
	list := make([]float64, len(m.views))
	for _, n := range numbers {
		for view, weight := range m.weights[n] {
			list[view] += weight
		}
	}
	most, sum := slices.Max(list), 0.
	for view, weight := range list {
		list[view] = math.Exp(weight - most)
		sum += list[view]
	}
	for view := range list {
		list[view] /= sum
	}
	return list
}

// stemRunes is the number of characters of a word that words of one stem have in common.
const stemRunes = 5

// featuresOf returns the features of a question, each once: its words in their long forms,
// their beginnings, pairs of neighbours, and how the question begins. A name is the
// beginning or end of no pair.
func featuresOf(asked []string, names map[string]bool) (list []string) {
	add := func(feature string) {
		if !slices.Contains(list, feature) {
			list = append(list, feature)
		}
	}
	before := "^"
	for _, word := range words.Long(asked) {
		if names[word] {
			before = ""
			continue
		}
		add(word)
		if before != "" {
			add(before + " " + word)
		}
		if runes := []rune(word); len(runes) > stemRunes {
			add(string(runes[:stemRunes]) + "~")
		}
		before = word
	}
	return list
}
