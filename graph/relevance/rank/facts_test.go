package rank_test

import (
	"crypto/md5"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"dossier/graph/pack"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/rank"
	"dossier/tokens"

	"golang.org/x/text/unicode/norm"
)

// figures are results on a set, in per cent.
type figures struct {
	facts [4]float64 // included in each of the budgets
	r5    float64    // gold documents among the first five at 1,000 tokens
}

var budgets = [4]int{250, 500, 1000, 2000}

// least is a little below the last measurement of ranking and packing together.
// Lower results mean that a change made the answers worse.
var least = map[string]figures{
	"hotpot_train":  {facts: [4]float64{89.5, 96, 97, 98}, r5: 97},
	"musique_train": {facts: [4]float64{63, 72, 79.5, 85}, r5: 74},
}

// TestBenchmark renders documents for the questions of both sets as context
// documents are rendered: titles with kind and, from 500 tokens on, the
// beginning of an id.
func TestBenchmark(t *testing.T) {
	counter, err := tokens.For("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range least {
		h := newHarness(t, indextest.ReadSet(t, name), counter.Count)
		var got figures
		for i, budget := range budgets {
			facts, r5 := h.ask(t, budget)
			got.facts[i] = facts
			if budget == 1000 {
				got.r5 = r5
			}
		}
		t.Logf("%s: facts %.1f, R@5 %.1f", name, got.facts, got.r5)
		for i, budget := range budgets {
			if got.facts[i] < want.facts[i] {
				t.Errorf("%s: %.1f %% of the facts in %d tokens, want %.1f", name, got.facts[i], budget, want.facts[i])
			}
		}
		if got.r5 < want.r5 {
			t.Errorf("%s: R@5 is %.1f, want %.1f", name, got.r5, want.r5)
		}
	}
}

// TestRelevanceBeatsWords compares the first five entities with plain BM25: on
// whole sets, without titles, and with only ten documents.
func TestRelevanceBeatsWords(t *testing.T) {
	for _, name := range []string{"hotpot_train", "musique_train"} {
		set := indextest.ReadSet(t, name)
		untitled, few := *set, *set
		untitled.Documents = slices.Clone(set.Documents)
		for i := range untitled.Documents {
			untitled.Documents[i].Title = ""
		}
		few.Documents = set.Documents[:10]
		for label, set := range map[string]*indextest.Set{"whole": set, "without titles": &untitled, "ten documents": &few} {
			x := set.Index(t)
			recall := func(request rank.Request) float64 {
				return set.Recall(func(question string) []string {
					request.Topics, request.Limit = []string{question}, 5
					return ids(ranker(x).Rank(request).Nodes)
				})
			}
			words := set.Recall(func(question string) []string { return byWords(corpus.Over(x), question) })
			walked, unwalked, classic := recall(rank.Request{Depth: 2}), recall(rank.Request{}), recall(rank.Request{Depth: 2, Classic: true})
			t.Logf("%s %s: R@5 BM25 %.1f, classic %.1f, depth 0 %.1f, depth 2 %.1f", name, label, words, classic, unwalked, walked)
			if min(walked, unwalked) < words {
				t.Errorf("%s %s: BM25 %.1f beats depth 0 %.1f or depth 2 %.1f", name, label, words, unwalked, walked)
			}
		}
	}
}

// byWords returns the best five entities by BM25.
func byWords(c corpus.Corpus, question string) []string {
	reader := c.Open()
	defer reader.Close()
	params := corpus.QuestionDefaults()
	params.Titles = corpus.TitleParams{}
	q := reader.Question(question, "", &params)
	defer q.Release()
	arrays := q.Arrays()
	q.BM25(0)
	var list []string
	for _, one := range corpus.Best(reader, arrays.Scored, arrays.Lexical, 5) {
		list = append(list, reader.Entry(one.Doc).ID)
	}
	return list
}

// harness renders context documents for a set and measures them.
type harness struct {
	set    *indextest.Set
	ranker rank.Ranker
	byID   map[string]indextest.SetDocument
	count  func(string) int
	pieces func(string) int // cached count
}

func newHarness(t testing.TB, set *indextest.Set, count func(string) int) *harness {
	h := &harness{set: set, ranker: ranker(set.Index(t)), byID: make(map[string]indextest.SetDocument), count: count}
	for _, document := range set.Documents {
		h.byID[document.ID] = document
	}
	counts := make(map[string]int)
	h.pieces = func(piece string) int {
		tokens, known := counts[piece]
		if !known {
			tokens = count(piece)
			counts[piece] = tokens
		}
		return tokens
	}
	return h
}

// ask returns the share of facts included in the budget, and of gold documents
// among the first five, in per cent.
func (h *harness) ask(t *testing.T, budget int) (facts, r5 float64) {
	asked := 0.0
	for _, question := range h.set.Questions {
		document, ids := h.document(question.Text, budget)
		if tokens := h.count(document); tokens > budget {
			t.Errorf("%s: %d tokens in a budget of %d", question.ID, tokens, budget)
		}
		folded := foldText(document)
		ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.Contains(folded, foldText(h.byID[id].Title)) })
		r5 += share(question.Gold, func(id string) bool { return slices.Contains(ids[:min(5, len(ids))], id) })
		var included []string
		for _, fact := range question.Facts {
			if slices.Contains(ids, fact.Doc) && strings.Contains(folded, foldText(fact.Text)) {
				included = append(included, fact.Text)
			}
		}
		if count := len(question.Facts); count > 0 {
			asked++
			facts += float64(len(included)) / float64(count)
		}
	}
	return 100 * facts / asked, 100 * r5 / float64(len(h.set.Questions))
}

func share(list []string, holds func(string) bool) float64 {
	count := 0
	for _, one := range list {
		if holds(one) {
			count++
		}
	}
	return float64(count) / float64(len(list))
}

// document returns the document for a question and the ids in it, in order.
func (h *harness) document(question string, budget int) (string, []string) {
	nodes := h.ranker.Rank(rank.Request{Topics: []string{question}, Depth: 2, Limit: 40}).Nodes
	list := h.candidates(question, nodes, budget)
	for room := budget; ; {
		var text strings.Builder
		var included []string
		for _, packed := range pack.Nested(list, room, room, h.pieces, pack.Defaults()) {
			candidate := list[packed.Candidate]
			included = append(included, nodes[packed.Candidate].ID)
			if packed.Level == pack.Name {
				text.WriteString(candidate.Name + "\n")
			} else {
				text.WriteString(candidate.Heading + "\n" + candidate.Text(packed.Picked) + "\n\n")
			}
		}
		over := h.count(text.String()) - budget
		if over <= 0 {
			return text.String(), included
		}
		room -= over
	}
}

// shortID returns eight hex digits of a hash, enough to distinguish the
// entities.
func shortID(id string) string {
	sum := md5.Sum([]byte(id))
	return fmt.Sprintf("%x", sum[:4])
}

// candidates are candidates in memory.
type candidates []pack.Candidate

func (c candidates) Len() int                 { return len(c) }
func (c candidates) At(i int) *pack.Candidate { return &c[i] }
func (c candidates) Texts(int) int            { return len(c) }

func (h *harness) candidates(question string, nodes []rank.Node, budget int) candidates {
	var list candidates
	for i, sentences := range h.ranker.Sentences(question, ids(nodes)) {
		document := h.byID[nodes[i].ID]
		mark := " (document)"
		if budget >= 500 {
			mark = " [" + shortID(nodes[i].ID) + "] (document, published)"
		}
		candidate := pack.Candidate{Heading: "## " + document.Title + mark, Name: "- " + document.Title + mark, Score: nodes[i].Score}
		end := 0
		for _, s := range sentences {
			candidate.Pieces = append(candidate.Pieces,
				pack.Piece{Text: document.Content[s.Start:s.End], Before: document.Content[end:s.Start], Score: s.Score})
			end = s.End
		}
		list = append(list, candidate)
	}
	return list
}

// foldText folds a text as the benchmark's evaluate.py does.
func foldText(text string) string {
	drop := func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}
	return strings.Join(strings.Fields(strings.ToLower(strings.Map(drop, norm.NFKD.String(text)))), " ")
}
