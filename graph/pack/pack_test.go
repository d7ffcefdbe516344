package pack

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// fields counts words: the token counter of these tests.
func fields(s string) int { return len(strings.Fields(s)) }

// candidate returns a candidate with a piece per text; later pieces are better.
func candidate(heading string, score float64, texts ...string) Candidate {
	c := Candidate{Heading: "## " + heading, Name: "- " + heading, Score: score}
	for i, s := range texts {
		c.Pieces = append(c.Pieces, Piece{Text: s, Before: " ", Score: float64(i)})
	}
	return c
}

// candidateList holds candidates in memory.
type candidateList []Candidate

func (l candidateList) Len() int            { return len(l) }
func (l candidateList) At(i int) *Candidate { return &l[i] }
func (l candidateList) Texts(int) int       { return len(l) }

// limitedList has candidates of which each text needs some tokens of a step.
type limitedList struct {
	candidateList
	tokens int
}

func (l limitedList) Texts(budget int) int { return budget / l.tokens }

func TestPackPrefersTheBest(t *testing.T) {
	list := candidateList{
		candidate("one", 1, "lead of one.", "middle of one.", "best of one."),
		candidate("two", .9, "lead of two.", "best of two."),
		candidate("three", .1, strings.Repeat("long ", 500)),
	}
	params := Defaults()
	params.ShortLeast, params.Stop = 3, 4
	packed := Nested(list, 27, 27, fields, params)
	var got []string
	for _, p := range packed {
		got = append(got, fmt.Sprint(p.Level, " ", list[p.Candidate].Text(p.Picked)))
	}
	want := []string{"3 lead of one. middle of one. best of one.", "3 lead of two. best of two.", "1 "}
	if !slices.Equal(got, want) {
		t.Errorf("packed %q, want %q", got, want)
	}
	if small := Nested(list, 12, 12, fields, params); len(small) == 0 || list[0].Text(small[0].Picked) != "best of one." {
		t.Errorf("12 tokens hold %+v", small)
	}
}

func TestRowsAreIncludedWithTheirHead(t *testing.T) {
	list := candidateList{candidate("prices", 1, "| for | a year |", "| one shop | 90 |", "| ten shops | 600 |")}
	list[0].Pieces[1].Head, list[0].Pieces[2].Head = 1, 1
	for budget, want := range map[int]string{ // the heading has 4 tokens, a line 6
		15: "| for | a year |",
		16: "| for | a year | … | ten shops | 600 |",
		22: "| for | a year | | one shop | 90 | | ten shops | 600 |",
	} {
		packed := Nested(list, budget, budget, fields, Defaults())
		if got := list[0].Text(packed[0].Picked); got != want {
			t.Errorf("%d tokens hold %q, want %q", budget, got, want)
		}
	}
}

func TestTextMarksGaps(t *testing.T) {
	c := candidate("x", 1, "One.", "Two.", "Three.")
	c.Pieces[2].Before = "\n\n"
	for picked, want := range map[[3]bool]string{
		{true, true, true}:   "One. Two.\n\nThree.",
		{true, false, true}:  "One.\n\nThree.",
		{false, true, false}: "Two.",
	} {
		if got := c.Text(picked[:]); got != want {
			t.Errorf("%v gives %q, want %q", picked, got, want)
		}
	}
}

func TestPackKeepsToTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list candidateList
		isLimited, score := rapid.Bool().Draw(t, "limited"), 1.0
		for i := range rapid.IntRange(0, 12).Draw(t, "candidates") {
			var texts []string
			for range rapid.IntRange(0, 9).Draw(t, "pieces") {
				texts = append(texts, strings.Repeat("word ", rapid.IntRange(1, 90).Draw(t, "words")))
			}
			c := candidate(fmt.Sprint("heading ", i), score, texts...)
			for range rapid.IntRange(0, 3).Draw(t, "related") {
				c.Related = append(c.Related, Related{Text: "- related line", Key: fmt.Sprint("edge ", rapid.IntRange(0, 20).Draw(t, "edge"))})
			}
			if isLimited {
				c.NameFrom = 20 * i
			}
			list = append(list, c)
			score *= rapid.Float64Range(.2, 1).Draw(t, "fall")
		}
		var candidates Candidates = list
		if isLimited {
			candidates = limitedList{list, rapid.IntRange(1, 100).Draw(t, "tokens of a text")}
		}
		budget := rapid.IntRange(0, 900).Draw(t, "budget")
		last, tokens := -1, 0
		for _, p := range Nested(candidates, budget, budget, fields, Defaults()) {
			c := list[p.Candidate]
			whole := c.Name
			if p.Level > Name {
				whole = c.Heading + "\n" + c.Text(p.Picked) + "\n" + strings.Join(p.Related, "\n")
			}
			if n := fields(strings.ReplaceAll(whole, "…", "")); n > p.Tokens {
				t.Fatalf("candidate %d says %d tokens and has %d", p.Candidate, p.Tokens, n)
			}
			if p.Level == Full && (slices.Contains(p.Picked, false)) {
				t.Fatalf("candidate %d is not full: %+v", p.Candidate, p)
			}
			if p.Candidate <= last {
				t.Fatalf("candidate %d is behind %d", p.Candidate, last)
			}
			last, tokens = p.Candidate, tokens+p.Tokens
		}
		if tokens > budget {
			t.Fatalf("%d tokens in a budget of %d", tokens, budget)
		}
		base, more := rapid.IntRange(1, 300).Draw(t, "base"), rapid.IntRange(1, 500).Draw(t, "more")
		checkNested(t, Nested(candidates, base, budget, fields, Defaults()), Nested(candidates, base, budget+more, fields, Defaults()))
	})
}

// checkNested checks that a larger budget has everything that a smaller one has.
func checkNested(t *rapid.T, small, large []Packed) {
	has := map[int]Packed{}
	for _, p := range large {
		has[p.Candidate] = p
	}
	for _, p := range small {
		other := has[p.Candidate]
		if other.Level < p.Level {
			t.Fatalf("candidate %d has level %d, then %d", p.Candidate, p.Level, other.Level)
		}
		for k, picked := range p.Picked {
			if picked && !other.Picked[k] {
				t.Fatalf("candidate %d has lost piece %d", p.Candidate, k)
			}
		}
		for _, line := range p.Related {
			if !slices.Contains(other.Related, line) {
				t.Fatalf("candidate %d has lost %q", p.Candidate, line)
			}
		}
	}
}

func TestPackIncludesEqualContentOnce(t *testing.T) {
	list := candidateList{candidate("one", 1, "the same sentence."), candidate("two", .9, "the same sentence.", "its own."),
		candidate("one", .8)}
	list[0].Pieces[0].Key, list[1].Pieces[0].Key = "same", "same"
	list[0].Key, list[2].Key = "one", "one"
	packed := Nested(list, 200, 200, fields, Defaults())
	if len(packed) != 2 || list[1].Text(packed[1].Picked) != "its own." {
		t.Errorf("packed %+v, want the first two and the sentence of the second", packed)
	}
}

func TestVagueLinesComeLast(t *testing.T) {
	list := candidateList{candidate("one", 1, strings.Repeat("word ", 10)), candidate("two", .9, strings.Repeat("word ", 25))}
	for i := range list {
		list[i].Related = []Related{
			{Text: "- a vague line of eight words in all", Key: fmt.Sprint("vague ", i), Vague: true},
			{Text: "- blocks it", Key: "edge"},
		}
	}
	for budget, want := range map[int]string{
		60: "[- blocks it] []",
		90: "[- blocks it - a vague line of eight words in all] [- a vague line of eight words in all]",
	} {
		packed := Nested(list, budget, budget, fields, Defaults())
		if got := fmt.Sprint(packed[0].Related, packed[1].Related); got != want {
			t.Errorf("%d tokens hold %s, want %s", budget, got, want)
		}
	}
}

// TestLongCandidatesShare leaves room for the others beside a text longer than
// the budget.
func TestLongCandidatesShare(t *testing.T) {
	list := candidateList{candidate("long", 1), candidate("next", .9, strings.Repeat("word ", 50))}
	for i := range 400 {
		list[0].Pieces = append(list[0].Pieces, Piece{Text: fmt.Sprintf("sentence %d of a long text.", i), Before: " "})
	}
	packed := Nested(list, 400, 400, fields, Defaults())
	if len(packed) != 2 || packed[0].Level != Short || packed[1].Level != Full {
		t.Errorf("packed %+v, want the long one short and the next one full", packed)
	}
}
