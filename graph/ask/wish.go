package ask

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// A Wish is the view that a broad question asks for, such as "brief me".
type Wish struct {
	View     string        // its name in the tables of words
	Language string        // of the table
	Period   *times.Period // nil for none
	Kinds    []graph.Kind  // that the question names
	Rest     []string      // folded words that say neither: what it is about
	// Moments are those of Rest that may mean a date of the project whatever it is called:
	// the launch, the opening.
	Moments []string
	weight  float64
}

// The types of words that ask for views. A phrase of the first asks for a view by
// itself, two of the second together.
const (
	viewWord = words.View
	hintWord = words.Hint
	// asideWord is the type of words that say nothing of what a broad question is about.
	asideWord = "aside"
	// momentWord is the type of words for the date that a project is about.
	momentWord = "moment"
)

// The weights of such phrases, by eye. A longer phrase says more.
const (
	hintWeight = .5
	longerCue  = .1
	mostAsked  = 30 // words of a question for a view: longer texts are messages
)

// A cue is a phrase of a question that asks for a view.
type cue struct {
	words.Meaning
	at []int // the places of its words
}

func (c cue) weight() float64 {
	weight := hintWeight
	if c.Type == viewWord {
		weight = 1
	}
	return weight + longerCue*float64(len(c.at)-1)
}

// WishOf returns the view that a question asks for, and reports whether it asks for one
// of the views for which has returns true.
func WishOf(question string, now time.Time, has func(view string) bool) (best Wish, found bool) {
	asked := Words(question)
	if len(asked) == 0 || len(asked) > mostAsked {
		return best, false
	}
	isList := sync.OnceValue(func() bool { return isList(question, now) })
	for _, table := range words.Tables {
		cues := slices.DeleteFunc(cuesOf(table, asked), func(c cue) bool { return !has(c.Value) })
		if view, own := strongest(cues); view != "" {
			wish := Wish{View: view, Language: table.Language}
			for _, c := range own {
				wish.weight += c.weight()
			}
			if wish.weight <= best.weight {
				continue
			}
			if tokens := wish.complete(table, asked, own, now); !mayBeList(tokens, own) && (!namesKind(tokens) || !isList()) {
				best, found = wish, true
			}
		}
	}
	return best, found
}

// mayBeList reports whether a question asks for the entities of a kind, which it names in
// the plural: it has only hints of a view, or phrases around the kind, as in "what tasks
// were closed".
func mayBeList(tokens []chart.Node, own []cue) bool {
	isHint := func(c cue, n chart.Node) bool {
		first, last := c.at[0], c.at[len(c.at)-1]
		return c.Type == hintWord || first < n.First && n.First < last && !slices.Contains(c.at, n.First)
	}
	return slices.ContainsFunc(tokens, func(n chart.Node) bool {
		isPlural := n.Type == "kind" && n.Value != string(graph.KindProject)
		return isPlural && !slices.ContainsFunc(own, func(c cue) bool { return !isHint(c, n) })
	})
}

// namesKind reports whether a token is a kind in the plural.
func namesKind(tokens []chart.Node) bool {
	return slices.ContainsFunc(tokens, func(n chart.Node) bool { return n.Type == "kind" })
}

// isList reports whether a question is read whole as a list of a kind with conditions,
// which says more than the words for a view: milestones before the end of the quarter.
func isList(question string, now time.Time) bool {
	list := Read(question, nil, now)
	if len(list) == 0 || len(list[0].Unused) > 0 {
		return false
	}
	q := &list[0].Query
	return q.Kind != "" && q.Where.Op != "" && q.Where.Op != Open
}

// cuesOf returns the phrases of a question that ask for views, the strongest first.
func cuesOf(table *words.Table, asked []text.Word) (cues []cue) {
	isCue := func(m words.Meaning) bool { return m.Type == viewWord || m.Type == hintWord }
	for first := range asked {
		phrase := ""
		for last := first; last < len(asked) && last-first < table.Longest(); last++ {
			phrase = strings.TrimSpace(phrase + " " + asked[last].Text)
			for _, meaning := range table.Of(phrase) {
				if isCue(meaning) {
					cues = append(cues, cue{meaning, span(first, last+1)})
				}
			}
		}
	}
	for _, pattern := range table.Patterns() {
		if at := pattern.Places(asked); at != nil {
			cues = append(cues, cue{pattern.Meaning, at})
		}
	}
	slices.SortStableFunc(cues, func(a, b cue) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.at[0], b.at[0]), cmp.Compare(a.Value, b.Value))
	})
	return cues
}

func span(first, last int) (at []int) {
	for ; first < last; first++ {
		at = append(at, first)
	}
	return at
}

// strongest returns the view with the strongest cues, "" if none is strong enough, and
// these cues. No word counts twice.
func strongest(cues []cue) (view string, own []cue) {
	best := 0.
	seen := map[string]bool{}
	for _, first := range cues {
		if seen[first.Value] {
			continue
		}
		seen[first.Value] = true
		var list []cue
		used, weight := map[int]bool{}, 0.
		for _, c := range cues {
			if c.Value != first.Value || slices.ContainsFunc(c.at, func(at int) bool { return used[at] }) {
				continue
			}
			for _, at := range c.at {
				used[at] = true
			}
			list, weight = append(list, c), weight+c.weight()
		}
		if weight >= 1 && weight > best {
			view, own, best = first.Value, list, weight
		}
	}
	return view, own
}

// complete sets what the words of a question say besides the view, and returns its tokens.
func (w *Wish) complete(table *words.Table, asked []text.Word, own []cue, now time.Time) []chart.Node {
	tokens, fills := tokensOf(table, asked, nil)
	used := make([]bool, len(asked))
	for _, c := range own {
		for _, at := range c.at {
			used[at] = true
		}
	}
	if n := periodIn(tokens, fills, used, now); n != nil {
		p := n.Value.(times.Period)
		w.Period = &p
		for at := n.First; at < n.Last; at++ {
			used[at] = true
		}
	}
	for i := range tokens {
		t := &tokens[i]
		if t.Type != "kind" && t.Type != "one" || t.Last > t.First+1 || used[t.First] {
			continue
		}
		w.Kinds = append(w.Kinds, graph.Kind(t.Value.(string)))
		used[t.First] = true
	}
	fillAsides(tokens, fills)
	for i, word := range asked {
		if !used[i] && !fills[i] && !text.StopWord(word.Text) {
			w.Rest = append(w.Rest, word.Text)
			if slices.Contains(table.Of(word.Text), words.Meaning{Type: momentWord}) {
				w.Moments = append(w.Moments, word.Text)
			}
		}
	}
	return tokens
}

// fillAsides marks the words that say nothing about the view.
func fillAsides(tokens []chart.Node, fills []bool) {
	for i := range tokens {
		if tokens[i].Type == asideWord {
			for at := tokens[i].First; at < tokens[i].Last; at++ {
				fills[at] = true
			}
		}
	}
}

// periodIn returns the node of the longest period of a question, nil for none. It may
// use words that ask for the view: what is new this week.
func periodIn(tokens []chart.Node, fills, used []bool, now time.Time) (longest *chart.Node) {
	free := slices.DeleteFunc(slices.Clone(tokens), func(n chart.Node) bool {
		return n.Last > n.First+1 && slices.Contains(used[n.First:n.Last], true) && n.Type == viewWord
	})
	for _, n := range chart.NewGrammar(times.Rules(now), amounts.Rules).Read(free, fills) {
		if n.Type == times.Type && (longest == nil || n.Last-n.First > longest.Last-longest.First) {
			longest = n
		}
	}
	return longest
}
