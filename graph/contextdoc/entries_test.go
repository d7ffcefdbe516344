package contextdoc

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/projects"
	"dossier/graph/prompt"
	"dossier/graph/records"
	"dossier/graph/relevance/rank"
)

// words counts words, which is sufficient to fill a budget.
func words(text string) int { return len(strings.Fields(text)) }

// A reading counts how often entities are read in full.
type reading struct {
	*storetest.Store
	full int
}

// Entities implements [Store].
func (s *reading) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	if view == graph.Full && len(refs) > 0 && refs[0].Kind != graph.KindProject {
		s.full++
	}
	return s.Store.Entities(ctx, refs, view)
}

func newDemo(t *testing.T) (*Writer, *reading) {
	t.Helper()
	store := &reading{Store: storetest.Demo(t, "../..")}
	return &Writer{
		Store: store, Projects: projects.New(store, projects.Options{}), Params: rank.Defaults(), Lenses: lens.BuiltIn, Now: storetest.Now,
		Tokens: func(encoding string) (TokenCounter, error) {
			return TokenCounter{Encoding: encoding, Count: words}, nil
		},
	}, store
}

// stages are the results of the stages of a ranked document.
type stages struct {
	request *request
	scope   *scope
	found   *ranking
	loaded  *texts
}

// run runs the stages up to load.
func run(t *testing.T, w *Writer, in Input) stages {
	t.Helper()
	var s stages
	var err error
	if s.request, err = w.request(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if s.scope, err = w.scope(storetest.Context(), s.request); err != nil {
		t.Fatal(err)
	}
	if s.found, err = w.rank(storetest.Context(), s.request, s.scope, &front{}); err != nil {
		t.Fatal(err)
	}
	if s.loaded, err = w.load(storetest.Context(), s.request, s.scope, s.found, &outlined{}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s stages) entries(maxTokens int) *entries {
	return entriesOf(styleOf(s.request, s.scope, s.found, maxTokens), s.scope, s.found, nil, s.loaded)
}

// TestEntriesDoNotDependOnOrder checks that entries are the same when requested
// in reverse order.
func TestEntriesDoNotDependOnOrder(t *testing.T) {
	w, _ := newDemo(t)
	for topic, maxTokens := range map[string]int{"offline queue": 8000, "risks of the launch": 900, "people and teams": 300} {
		s := run(t, w, Input{Start: Start{Topic: &topic}, MaxTokens: &maxTokens})
		backwards, forwards := s.entries(maxTokens), s.entries(maxTokens)
		for i := backwards.Len() - 1; i >= 0; i-- {
			backwards.At(i)
		}
		for i := range backwards.Len() {
			if got, want := fmt.Sprintf("%+v", *backwards.At(i)), fmt.Sprintf("%+v", *forwards.At(i)); got != want {
				t.Errorf("entry %d of %q: got %s, want %s", i, topic, got, want)
			}
		}
	}
}

// TestLoadReadsOnce cuts attachments until a document fits. It checks that
// texts are read three times at most: those of the attachments, those that the
// outline quotes, and those of the other entities.
func TestLoadReadsOnce(t *testing.T) {
	w, store := newDemo(t)
	for maxTokens := MinTokens; maxTokens < 1000; maxTokens += 60 {
		store.full = 0
		_, err := w.Write(storetest.Context(), Input{
			Start: Start{Topic: new("installation of stations")}, MaxTokens: &maxTokens, Format: new(FormatJSON),
			PinIDs: []string{"airnet/document/install-manual", "airnet/document/context"}, MentionIDs: []string{graph.ID("airnet/person/marek")},
		})
		if err != nil || store.full < 2 || store.full > 3 {
			t.Errorf("%d tokens: %d reads of texts, want 2 or 3 (%v)", maxTokens, store.full, err)
		}
	}
}

// TestLoadIsEnough compares the entries of smaller bodies made from the texts
// of a large request with those of small requests.
func TestLoadIsEnough(t *testing.T) {
	w, _ := newDemo(t)
	start := Start{Topic: new("offline queue")}
	large := run(t, w, Input{Start: start, MaxTokens: new(4000)})
	for _, maxTokens := range []int{100, 350, 900, 2000} {
		small := run(t, w, Input{Start: start, MaxTokens: &maxTokens})
		one, other := small.entries(maxTokens), large.entries(maxTokens)
		if one.Len() != other.Len() || one.Len() == 0 {
			t.Fatalf("%d tokens: %d and %d entries", maxTokens, one.Len(), other.Len())
		}
		for i := range one.Len() {
			if got, want := fmt.Sprintf("%+v", *other.At(i)), fmt.Sprintf("%+v", *one.At(i)); got != want {
				t.Errorf("entry %d in %d tokens: got %s, want %s", i, maxTokens, got, want)
			}
		}
	}
}

// TestSources fills a page from lines and from entries. It checks that entries
// get only the tokens that the lines leave.
func TestSources(t *testing.T) {
	w, _ := newDemo(t)
	s := run(t, w, Input{Start: Start{Topic: new("offline queue")}, MaxTokens: new(400)})
	var blocks []prompt.Block
	for i := range 40 {
		blocks = append(blocks, prompt.Text{Text: fmt.Sprintf("Line %d of an outline of eight words.", i)})
	}
	for _, budget := range []int{20, 100, 300, 400, 2000} {
		options := s.request.options
		options.MaxTokens = budget
		d, err := compose(t.Context(), prompt.Page{Title: "two sources"},
			[]source{lines(blocks, 1, words), restOf(styleOf(s.request, s.scope, s.found, 400), s.scope, s.found, s.loaded, words)}, options)
		if err != nil {
			t.Fatal(err)
		}
		included := strings.Count(d.Text, "of an outline")
		if d.Tokens > budget || included == 0 || !strings.HasPrefix(d.Text, "# Context: two sources\n\nLine 0 ") {
			t.Errorf("%d of %d tokens, %d lines:\n%s", d.Tokens, budget, included, d.Text)
		}
		if entries := len(d.Nodes) > 0; entries != (budget > 350) || entries && included < len(blocks) {
			t.Errorf("%d tokens: %d lines and %d nodes; lines come first", budget, included, len(d.Nodes))
		}
	}
}

// TestFrontIsCutOnceMore renders a front before a body that exceeds its budget.
func TestFrontIsCutOnceMore(t *testing.T) {
	w, _ := newDemo(t)
	r, err := w.request(t.Context(),
		Input{Start: Start{Topic: new("fog")}, MaxTokens: new(300), PinIDs: []string{"airnet/document/install-manual"}})
	if err != nil {
		t.Fatal(err)
	}
	sc, err := w.scope(storetest.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.attach(storetest.Context(), r, sc)
	if err != nil || len(f.first.documents) != 1 {
		t.Fatalf("attached %v (%v)", f, err)
	}
	stubborn := func(context.Context, int) (*Document, error) {
		return &Document{Text: strings.Repeat("word ", 250)}, nil
	}
	d, err := render(t.Context(), r, f, stubborn)
	if err != nil || d.Tokens > 300 {
		t.Errorf("%d tokens (%v)", d.Tokens, err)
	}
	if last := d.Warnings[len(d.Warnings)-2]; last.Code != records.WarnCut {
		t.Errorf("warnings %v, want one of the cut and one of the budget", d.Warnings)
	}
}

func TestMore(t *testing.T) {
	count := func(kind graph.Kind, n int) graph.KindCount { return graph.KindCount{Kind: kind, Count: n} }
	for _, test := range []struct {
		omitted []graph.KindCount
		want    string
	}{
		{nil, ""},
		{[]graph.KindCount{count("task", 1), count("risk", 1)}, "… and 2 more"},
		{[]graph.KindCount{count("task", 3)}, "… and 3 more, all of them tasks"},
		{[]graph.KindCount{count("task", 3), count("risk", 5)}, "… and 8 more, 5 of them risks"},
	} {
		if got := more(test.omitted); got != test.want {
			t.Errorf("%v: got %q, want %q", test.omitted, got, test.want)
		}
	}
}

// TestFirstLinks checks that the first links of an entity are the beginning of
// all of them, and that neighbours have the same ranks in both ways of finding
// these.
func TestFirstLinks(t *testing.T) {
	w, _ := newDemo(t)
	x := run(t, w, Input{Start: Start{Topic: new("offline queue")}}).entries(4000)
	for i, node := range x.nodes {
		g := x.graph(i)
		all := x.linked(g, node.ID, 1000)
		for _, most := range []int{1, 2, 5} {
			first := x.linked(g, node.ID, most)
			if want := all.links[:min(most, len(all.links))]; !slices.Equal(first.links, want) || first.parent != all.parent ||
				first.more != (len(want) == most) {
				t.Errorf("the first %d links of %s are %v, want %v", most, node.Title, first.links, want)
			}
		}
		ordinal, _ := g.Ordinal(node.ID)
		if few, many := x.rankIn(g, 0)(ordinal), x.rankIn(g, 1000)(ordinal); few != many {
			t.Errorf("the rank of %s is %d among few links and %d among many", node.Title, few, many)
		}
	}
}
