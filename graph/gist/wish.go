// Package gist reads what a question says that is no list: the view that it asks for, such
// as "brief me", the period, the columns, and what it is about.
package gist

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/scan"
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
	// Loose are those of Rest that need not name anything: they are common in such
	// questions, or mean a date of the project whatever it is called, as the opening does.
	Loose []string
	// Passing are runs of words of Rest in lower case that follow no article or preposition, as
	// "dragged onto" in "so she dragged me onto the roof": remarks, unless they are in a name.
	Passing [][]string
	// When are the words of the period, and Aside those that say nothing of what such
	// questions are about. Both may be in a name.
	When, Aside []string
	// Hinted are the words that ask for one of several views, which may be in a name: the
	// fallback.
	Hinted []string
	// Only are conditions on the tasks of the view, of [view.Where]: unowned.
	Only []string
	// Guessed means that the question has no phrase for the view, but is like questions
	// that ask for it.
	Guessed bool
	weight  float64
}

// The types of words that ask for views. A phrase of the first asks for a view by
// itself, two of the second together.
const (
	viewWord = words.View
	hintWord = words.Hint
	// asideWord is the type of words that say nothing of what a broad question is about.
	asideWord = "aside"
	// narrowWord is the type of words that say of which tasks a view is.
	narrowWord = "narrow"
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
	question = askedIn(question)
	asked := scan.Words(question)
	if len(asked) == 0 || len(asked) > mostAsked {
		return best, false
	}
	readings := sync.OnceValue(func() []ask.Reading { return ask.Read(question, nil, now) })
	isList := func() bool { return AskForList(readings()) }
	for _, table := range words.Tables {
		cues := slices.DeleteFunc(cuesOf(table, asked), func(c cue) bool { return !has(c.Value) })
		for _, own := range byView(cues) {
			wish := Wish{View: own[0].Value, Language: table.Language, weight: weightOf(own)}
			if wish.weight < 1 || wish.weight <= best.weight {
				break
			}
			if tokens := wish.complete(table, asked, own, now); !mayBeList(tokens, own) && (!namesKind(tokens) || !isList()) {
				best, found = wish, true
				break
			}
		}
	}
	if !found {
		best, found = guessed(asked, now, has, readings)
	}
	best.pass(asked)
	return best, found
}

// pass sets Passing by the words of the question.
func (w *Wish) pass(asked []text.Word) {
	inName, isOpen := false, false // whether the word before is in a name, or in a run
	for at, word := range asked {
		isFirst := at == 0 || word.Marks&text.Apart != 0
		isCapital := word.Marks&text.Capital != 0 && !isFirst
		inName = !isFirst && (inName || words.IsBeforeName(asked[at-1].Text))
		switch {
		case !slices.Contains(w.Rest, word.Text), isCapital, strings.ContainsAny(word.Text, "0123456789"):
			inName, isOpen = false, false
		case inName:
			isOpen = false
		case isOpen && !isFirst:
			last := len(w.Passing) - 1
			w.Passing[last] = append(w.Passing[last], word.Text)
		default:
			w.Passing, isOpen = append(w.Passing, []string{word.Text}), true
		}
	}
}

// askedIn returns the only question of a message, if that names a kind in the plural: the other
// sentences say why it is asked, as in "I am about to call the printer. Which tasks are open?".
// It returns other texts as they are.
func askedIn(message string) string {
	var asking []text.Span
	sentences := ask.Sentences(message)
	for _, s := range sentences {
		if strings.HasSuffix(message[s.Start:s.End], "?") {
			asking = append(asking, s)
		}
	}
	if len(sentences) < 2 || len(asking) != 1 {
		return message
	}
	one := message[asking[0].Start:asking[0].End]
	for _, table := range words.Tables {
		if tokens, _ := scan.Tokens(table, scan.Words(one)); namesKind(tokens) {
			return one
		}
	}
	return message
}

// WishFor returns the wish of a question whose client names the view. The question
// may have the words that ask for the view, or only say what it is about.
func WishFor(view, question string, now time.Time) (best Wish) {
	asked := scan.Words(question)
	for i, table := range words.Tables {
		own := cuesFor(view, cuesOf(table, asked))
		wish := Wish{View: view, Language: table.Language, weight: weightOf(own)}
		if i == 0 || wish.weight > best.weight {
			wish.complete(table, asked, own, now)
			best = wish
		}
	}
	return best
}

// leastProbable is the probability from which on a view is guessed. By eye: with a lesser
// one, more questions have a view that ask for none, see TestGuess.
const leastProbable = .4

// guessed returns the view whose questions have the words of a question, unless that is read
// whole as a query with conditions.
func guessed(asked []text.Word, now time.Time, has func(view string) bool, readings func() []ask.Reading) (wish Wish, found bool) {
	var list []string
	for _, word := range asked {
		list = append(list, word.Text)
	}
	like := learned().guess(list)
	if like.view == noView || like.probability < leastProbable || !has(like.view) {
		return wish, false
	}
	wish = Wish{View: like.view, Language: words.Tables[0].Language, Guessed: true}
	if tokens := wish.complete(words.Tables[0], asked, nil, now); namesKind(tokens) || choosesWhole(readings()) {
		return Wish{}, false
	}
	wish.Rest = slices.DeleteFunc(wish.Rest, isCommon)
	return wish, true
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

// choosesWhole reports whether the best reading has all words of a question, and chooses.
func choosesWhole(list []ask.Reading) bool {
	return AskForList(list) || len(list) > 0 && len(list[0].Unused) == 0 && chooses(list[0].Query.Where)
}

// AskForList reports whether the best of the readings of a question is whole, and a list
// of a kind with more conditions than to be open, or of something, or several lists: it
// says more than the words for a view, such as milestones before the end of the quarter.
func AskForList(list []ask.Reading) bool {
	if len(list) == 0 || len(list[0].Unused) > 0 {
		return false
	}
	q := &list[0].Query
	if q.Kind == "" {
		return isDue(q.Where) || q.Where.Op == ask.Linked && q.Where.Link.To != nil || choosesTwice(q.Where) || isReadyWithin(q.Where)
	}
	return chooses(q.Where) || q.Number.Op != "" || q.Limit > 0 || len(q.And) > 0
}

// choosesTwice reports whether a condition is to be open or blocked, say, and to have a
// priority or a label: what is open with priority 1.
func choosesTwice(c ask.Cond) bool {
	isValue := func(part ask.Cond) bool {
		return (part.Op == ask.Equal || part.Op == ask.Compare) && (part.Name == "priority" || part.Name == ask.LabelColumn)
	}
	return c.Op == ask.And && slices.ContainsFunc(c.Of, isValue) && c.Has(ask.Open, ask.Blocked, ask.Overdue, ask.Ready)
}

// isReadyWithin reports whether a condition is to be ready and part of something: what can be
// started for the open day.
func isReadyWithin(c ask.Cond) bool {
	return c.Op == ask.And && c.Has(ask.Ready) && slices.ContainsFunc(c.Of, ask.Cond.IsWithin)
}

// isDue reports whether a condition is of a due date, as in "what has to be done by Friday".
func isDue(c ask.Cond) bool {
	return c.Op == ask.Date && c.Name == "due" || c.Op == ask.And && slices.ContainsFunc(c.Of, isDue)
}

// chooses reports whether a condition is more than to be open, or part of something; what
// somebody owns is chosen.
func chooses(c ask.Cond) bool {
	switch c.Op {
	case "", ask.Open:
		return false
	case ask.Scope:
		return c.Entity.Kind == graph.KindRecord
	case ask.And, ask.Or:
		return slices.ContainsFunc(c.Of, chooses)
	}
	return true
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
	for _, pattern := range table.PatternsIn(asked) {
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

// byView returns the cues of each view, the view with the strongest first. No word counts
// twice, and no cue that occurs twice.
func byView(cues []cue) (views [][]cue) {
	seen := map[string]bool{}
	for _, first := range cues {
		if !seen[first.Value] {
			seen[first.Value] = true
			views = append(views, cuesFor(first.Value, cues))
		}
	}
	slices.SortStableFunc(views, func(a, b []cue) int { return cmp.Compare(weightOf(b), weightOf(a)) })
	return views
}

// cuesFor returns the cues of a view that have no word in common.
func cuesFor(view string, cues []cue) (own []cue) {
	used := map[int]bool{}
	for _, c := range cues {
		if c.Value != view || slices.ContainsFunc(c.at, func(at int) bool { return used[at] }) {
			continue
		}
		for _, at := range c.at {
			used[at] = true
		}
		own = append(own, c)
	}
	return own
}

func weightOf(cues []cue) (sum float64) {
	for _, c := range cues {
		sum += c.weight()
	}
	return sum
}

// complete sets what the words of a question say besides the view, and returns its tokens.
func (w *Wish) complete(table *words.Table, asked []text.Word, own []cue, now time.Time) []chart.Node {
	tokens, fills := scan.Tokens(table, asked)
	used := make([]bool, len(asked))
	for _, c := range own {
		for _, at := range c.at {
			used[at] = true
			if word := asked[at].Text; c.Type == hintWord && !text.StopWord(word) {
				w.Hinted = append(w.Hinted, word)
			}
		}
	}
	for i := range tokens {
		if t := &tokens[i]; t.Type == narrowWord {
			w.Only = append(w.Only, t.Value.(string))
			for at := t.First; at < t.Last; at++ {
				used[at] = true
			}
		}
	}
	if n := periodIn(tokens, fills, used, now); n != nil && !isAttribute(asked, n, fills, used) {
		w.take(n, asked, used)
	}
	w.takeKinds(tokens, asked, used)
	w.leave(table, asked, asides(tokens, len(asked)), func(i int) bool { return used[i] || fills[i] })
	return tokens
}

// takeKinds sets the kinds that the question names in one word.
func (w *Wish) takeKinds(tokens []chart.Node, asked []text.Word, used []bool) {
	for i := range tokens {
		t := &tokens[i]
		if t.Type != "kind" && t.Type != "one" || t.Last > t.First+1 || used[t.First] || t.Type == "one" && isNumbered(asked, t.First) {
			continue
		}
		w.Kinds = append(w.Kinds, graph.Kind(t.Value.(string)))
		used[t.First] = true
	}
}

// isNumbered reports whether a number is behind a word, with which it is a name:
// deliverable 2.
func isNumbered(asked []text.Word, at int) bool {
	return at+1 < len(asked) && text.IsDigits(asked[at+1].Text)
}

// leave sets the words that are left of a question: those that are not done.
func (w *Wish) leave(table *words.Table, asked []text.Word, aside []bool, isDone func(i int) bool) {
	for i, word := range asked {
		if isDone(i) || text.StopWord(word.Text) {
			continue
		}
		if aside[i] {
			w.Aside = append(w.Aside, word.Text)
			continue
		}
		w.Rest = append(w.Rest, word.Text)
		if slices.Contains(table.Of(word.Text), words.Meaning{Type: momentWord}) || isCommon(word.Text) {
			w.Loose = append(w.Loose, word.Text)
		}
	}
}

// take sets the period to that of a node, and marks its words as used.
func (w *Wish) take(period *chart.Node, asked []text.Word, used []bool) {
	p := period.Value.(times.Period)
	w.Period = &p
	for at := period.First; at < period.Last; at++ {
		w.Hinted = slices.DeleteFunc(w.Hinted, func(word string) bool { return word == asked[at].Text }) // closed today
		if word := asked[at].Text; !used[at] && !text.StopWord(word) && !strings.ContainsAny(word, "0123456789") {
			w.When = append(w.When, word)
		}
		used[at] = true
	}
}

// isAttribute reports whether a period says which of several things is meant, as in the
// winter calibration: its last word is between a definite one and a noun.
func isAttribute(asked []text.Word, period *chart.Node, fills, used []bool) bool {
	last := period.Last - 1
	if last == 0 || period.Last == len(asked) || !words.IsDefinite(asked[last-1].Text) {
		return false
	}
	next := asked[period.Last].Text
	return !fills[period.Last] && !used[period.Last] && !text.StopWord(next) && !isCommon(next)
}

// asides reports which words of a question say nothing about the view.
func asides(tokens []chart.Node, length int) []bool {
	aside := make([]bool, length)
	for i := range tokens {
		if tokens[i].Type == asideWord {
			for at := tokens[i].First; at < tokens[i].Last; at++ {
				aside[at] = true
			}
		}
	}
	return aside
}

var periodsAt = times.Grammar(amounts.Rules)

// periodIn returns the node of the longest period of a question, nil for none. It may
// use words that ask for the view: what is new this week.
func periodIn(tokens []chart.Node, fills, used []bool, now time.Time) (longest *chart.Node) {
	free := slices.DeleteFunc(slices.Clone(tokens), func(n chart.Node) bool {
		return n.Last > n.First+1 && slices.Contains(used[n.First:n.Last], true) && n.Type == viewWord
	})
	for _, n := range periodsAt(now).Read(free, fills, len(fills)) {
		if n.Type == times.Type && (longest == nil || n.Last-n.First > longest.Last-longest.First) {
			longest = n
		}
	}
	return longest
}
