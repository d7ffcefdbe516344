package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/text"

	"pgregory.net/rapid"
)

// open returns a reader, which is closed when the test ends.
func open(t testing.TB, c corpus.Corpus) *corpus.Reader {
	reader := c.Open()
	t.Cleanup(reader.Close)
	return reader
}

// ask returns a question, which is released when the test ends.
func ask(t testing.TB, reader *corpus.Reader, question, prefix string, params corpus.QuestionParams) *corpus.Question {
	q := reader.Question(question, prefix, &params)
	t.Cleanup(q.Release)
	return q
}

func terms(q *corpus.Question) string {
	var words []string
	for _, term := range q.Terms {
		words = append(words, term.Word)
	}
	return strings.Join(words, " ")
}

func TestUnknownWordsAreCorrected(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	for question, want := range map[string]string{
		"oauth logn":                "oauth login",
		"the logn":                  "login",
		"paymnts":                   "payments",
		"login page form band logn": "login page form band", // few of the words are unknown
		"the of and":                "",
		"zebra":                     "",
		"payments":                  "payments",
	} {
		if got := terms(ask(t, reader, question, "", corpus.QuestionDefaults())); got != want {
			t.Errorf("%q searches %q, want %q", question, got, want)
		}
	}
	q := ask(t, reader, "oauth logn", "", corpus.QuestionDefaults())
	if got := fmt.Sprint(q.Corrections); got != "[{logn [login]}]" {
		t.Errorf("corrections are %s", got)
	}
	if weight := q.Terms[1].Weight; weight <= 0 || weight >= 1 {
		t.Errorf("the correction weighs %g, want its similarity", weight)
	}
}

func TestUnfinishedWordsAreCompleted(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	params := corpus.QuestionDefaults()
	params.Completion = corpus.CompletionParams{MinLetters: 2, Most: 9, Weight: .5}
	for prefix, want := range map[string]string{"prov": "login provider", "p": "login", "": "login"} {
		if got := terms(ask(t, reader, "login", prefix, params)); got != want {
			t.Errorf("completing %q searches %q, want %q", prefix, got, want)
		}
	}
}

// TestCompletionsOfManyProjects checks that the allocations for a completion
// grow linearly with the number of projects.
func TestCompletionsOfManyProjects(t *testing.T) {
	params := corpus.QuestionDefaults()
	params.Completion = corpus.CompletionParams{MinLetters: 2, Most: 3, Weight: .5}
	allocated := func(projects int) float64 {
		var indexes []*index.Index
		for i := range projects {
			x := index.New(text.English)
			note := fmt.Sprintf("waded walk wax%d", i)
			if err := x.Apply([]index.Document{indextest.Note(fmt.Sprint(i), "A note", note)}, nil); err != nil {
				t.Fatal(err)
			}
			indexes = append(indexes, x)
		}
		reader := open(t, corpus.Over(indexes...))
		if got := terms(ask(t, reader, "note", "wa", params)); got != "note waded walk wax0" {
			t.Errorf("%d projects: searches %q", projects, got)
		}
		return testing.AllocsPerRun(10, func() { reader.Question("note", "wa", &params).Release() })
	}
	if some, more := allocated(20), allocated(40); more > 2.5*some {
		t.Errorf("%g allocations for 20 projects, %g for 40", some, more)
	}
}

func TestTitlesInQuestions(t *testing.T) {
	reader := open(t, corpus.Over(indextest.People(t)))
	for question, want := range map[string]string{
		"Who was the friend of Ada Lovelace?":       "Ada Lovelace",
		"ada lovelace and the analytical engine":    "ada lovelace, analytical engine",
		"mills in Leeds":                            "Leeds",
		"mills in leeds":                            "", // a single word in lower case
		"Leeds":                                     "", // a single word at the beginning
		"did the gears may jam in Jedburgh at all?": "gears may jam",
	} {
		q := ask(t, reader, question, "", corpus.QuestionDefaults())
		var got []string
		for _, title := range q.Titles {
			got = append(got, question[q.Words[title.First].Start:q.Words[title.Last-1].End])
			if len(q.Owners(0, title)) != 1 || title.Confidence <= 0 {
				t.Errorf("%q: title %+v has owners %v", question, title, q.Owners(0, title))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q names %q, want %q", question, got, want)
		}
	}
}

func TestBM25(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t), indextest.People(t)))
	q := ask(t, reader, "oauth provider border", "", corpus.QuestionDefaults())
	scores := q.Arrays().Lexical
	q.BM25(0)
	if len(scores) != 2 {
		t.Fatalf("%d projects have scores, want 2", len(scores))
	}
	for project, list := range scores {
		for ordinal, score := range list {
			d := corpus.Doc{Project: int32(project), Ordinal: int32(ordinal)}
			want := 0.0
			for i, term := range q.Terms {
				want += term.Weight * term.IDF * q.TermWeight(i, d)
			}
			if difference := float64(score) - want; difference < -1e-5 || difference > 1e-5 {
				t.Errorf("%s scores %g, want %g", reader.Entry(d).ID, score, want)
			}
		}
	}
	if d, found := reader.Find("1"); !found || scores[d.Project][d.Ordinal] == 0 {
		t.Error("OAuth Login has no score")
	}
	if _, found := reader.Find("nobody"); found {
		t.Error("nobody is found")
	}
}

func TestRepeatedWordsWeighMore(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	weights := func(question string) (weights []float64) {
		for _, term := range ask(t, reader, question, "", corpus.QuestionDefaults()).Terms {
			weights = append(weights, term.Weight)
		}
		return weights
	}
	once, often := weights("login provider"), weights("login provider, and login with a provider, login")
	if once[0] != 1 || often[0] <= often[1] || often[1] <= 1 {
		t.Errorf("words used once weigh %v, three times and twice %v", once, often)
	}
}

func TestTermsThatSayMostAreKept(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	all := ask(t, reader, "login page with an oauth provider for payments", "", corpus.QuestionDefaults())
	params := corpus.QuestionDefaults()
	params.Terms = 2
	q := ask(t, reader, "login page with an oauth provider for payments", "", params)
	least := q.Terms[0].IDF
	for _, term := range q.Terms {
		least = min(least, term.IDF)
	}
	if len(q.Terms) != 2 || len(q.Corrections) > 0 {
		t.Fatalf("kept %q, corrected %v; want two terms and nothing", terms(q), q.Corrections)
	}
	for _, term := range all.Terms {
		if term.IDF > least && !strings.Contains(terms(q), term.Word) {
			t.Errorf("kept %q without %s", terms(q), term.Word)
		}
	}
	for _, word := range q.Words {
		if word.Term >= 0 && !strings.HasPrefix(word.Text, q.Terms[word.Term].Stem) {
			t.Errorf("%s is the term %s", word.Text, q.Terms[word.Term].Word)
		}
	}
}

func TestFitCountsPrefixes(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	q := ask(t, reader, "charger cards", "", corpus.QuestionDefaults())
	d, _ := reader.Find("3")
	fits := make([]float64, len(q.Terms))
	q.Fit(d, reader.Entry(d).Sentences[1], fits)
	if got := fmt.Sprint(terms(q), fits); got != "cards[1]" {
		t.Errorf("fits are %s", got)
	}
	q = ask(t, reader, "provide cards providers", "", corpus.QuestionDefaults())
	fits = make([]float64, len(q.Terms))
	q.Fit(d, reader.Entry(d).Sentences[1], fits)
	if !slices.Contains(fits, 1) || slices.Contains(fits, 0) {
		t.Errorf("%s fit %v", terms(q), fits)
	}
}

func TestResidualLeavesTheTitleOut(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	q := ask(t, reader, "login provider", "", corpus.QuestionDefaults())
	d, _ := reader.Find("1")
	idf, largest := q.Residual(d)
	if idf[0] != 0 || idf[1] == 0 || largest < idf[1] {
		t.Errorf("the residual is %v of at most %g, want provider only", idf, largest)
	}
}

func TestSimilarCountsRanks(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	if reader.Similar(nil, corpus.SimilarityDefaults()) != nil {
		t.Error("something is similar without embeddings")
	}
	cosines := map[string]float64{"1": .9, "2": .7, "3": .6, "4": .1}
	got := map[string]float64{}
	for d, similarity := range reader.Similar(func(id string) float64 { return cosines[id] }, corpus.SimilarityDefaults()) {
		got[reader.Entry(d).ID] = similarity
	}
	if len(got) != 2 || got["1"] != .6 || got["2"] >= .6 {
		t.Errorf("similar are %v, want 1 at .6 and 2 below", got)
	}
}

// TestReleasedArraysAreReused asks questions of corpora of different sizes in
// random order, and compares the results with those of the first run.
func TestReleasedArraysAreReused(t *testing.T) {
	corpora := []corpus.Corpus{corpus.Over(indextest.Library(t)), corpus.Over(indextest.People(t), indextest.Library(t)), corpus.Over()}
	scores := func(c corpus.Corpus, question string) string {
		reader := c.Open()
		defer reader.Close()
		q := reader.Question(question, "", new(corpus.QuestionDefaults()))
		defer q.Release()
		q.BM25(0)
		return fmt.Sprint(terms(q), q.Titles, q.Arrays().Lexical)
	}
	questions := []string{"oauth login", "Who was Ada Lovelace?", "", "provider of borders"}
	want := map[string]string{}
	for i, c := range corpora {
		for _, question := range questions {
			want[fmt.Sprint(i, question)] = scores(c, question)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		i, question := rapid.IntRange(0, len(corpora)-1).Draw(t, "corpus"), rapid.SampledFrom(questions).Draw(t, "question")
		if got := scores(corpora[i], question); got != want[fmt.Sprint(i, question)] {
			t.Fatalf("got %s, want %s", got, want[fmt.Sprint(i, question)])
		}
	})
}

func TestBestPrefersLowerIDs(t *testing.T) {
	reader := open(t, corpus.Over(indextest.Library(t)))
	all, scored := [][]float64{{1, 2, 1, 1, 0, 1}}, []corpus.Set{{1<<6 - 1}}
	var got []string
	for _, one := range reader.Top(corpus.Best(reader, scored, all, 3), 3) {
		got = append(got, reader.Entry(one.Doc).ID)
	}
	if !slices.Equal(got, []string{"2", "1", "3"}) {
		t.Errorf("the best are %v, want 2, 1, 3", got)
	}
	if best := corpus.Best(reader, scored, all, 9); len(best) != 5 {
		t.Errorf("%d have a score, want 5", len(best))
	}
}
