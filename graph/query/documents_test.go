package query

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"dossier/db"
	"dossier/db/sqlite"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/tokens"
)

// Update reports whether tests write their golden files.
var Update = flag.Bool("update", false, "write the golden files")

func clock() time.Time { return time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC) }

func localContext() context.Context { return graph.WithActor(context.Background(), graph.LocalActor) }

// serviceOver returns a service over a store that holds a file of entities.
func serviceOver(lines string) (*Service, error) {
	store, err := sqlite.Open(localContext(), sqlite.Memory, db.Options{Now: clock})
	if err != nil {
		return nil, err
	}
	options := ndjson.Options{Analyse: searchtext.Analyse, OnError: ndjson.Skip}
	if _, err := ndjson.Import(localContext(), store, strings.NewReader(lines), options); err != nil {
		return nil, err
	}
	return New(store, Options{Now: clock, Tokens: func(encoding string) (TokenCounter, error) {
		counter, err := tokens.For(encoding)
		if err != nil {
			return TokenCounter{}, err
		}
		return TokenCounter{Encoding: counter.Encoding(), Count: counter.Count}, nil
	}}), nil
}

var demo = sync.OnceValues(func() (*Service, error) {
	text, err := os.ReadFile("../../testdata/demo.ndjson")
	if err != nil {
		return nil, err
	}
	return serviceOver(string(text))
})

func demoService(t testing.TB) *Service {
	t.Helper()
	s, err := demo()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A request is a context document as testdata asks for it, ids as the demo's
// import gave them.
type request struct {
	Topic, Focus, Project string
	Topics, IDs           []string
	Global, Sources       bool
	MaxTokens             int
	Format, Lens, Message string
	Mentions, Pins, Kinds []string
	Hint                  string
}

func (r request) input() ContextInput {
	in := ContextInput{Message: &r.Message, MaxTokens: &r.MaxTokens, IncludeSources: &r.Sources, LinksHint: r.Hint}
	given := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	id := func(name string) *string {
		if name == "" {
			return nil
		}
		return new(graph.ID(name))
	}
	ids := func(names []string) (list []string) {
		for _, name := range names {
			list = append(list, graph.ID(name))
		}
		return list
	}
	in.Start = ContextStart{Topic: given(r.Topic), Topics: r.Topics, IDs: ids(r.IDs), FocusID: id(r.Focus)}
	if r.Global {
		in.Start.Global = &r.Global
	}
	if in.ProjectID = id(r.Project); r.Topic+r.Focus == "" && r.Topics == nil && r.IDs == nil {
		in.Start.ProjectID, in.ProjectID = in.ProjectID, nil
	}
	in.Lens = given(r.Lens)
	if r.Format != "" {
		in.Format = new(ContextFormat(r.Format))
	}
	in.MentionIDs, in.PinIDs = ids(r.Mentions), ids(r.Pins)
	for _, kind := range r.Kinds {
		in.Kinds = append(in.Kinds, graph.Kind(kind))
	}
	return in
}

// TestDocuments asks the demo for the documents of testdata/documents.txtar.
// The name of each part is the request.
func TestDocuments(t *testing.T) {
	s := demoService(t)
	const path = "testdata/documents.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range archive.Files {
		var r request
		decoder := json.NewDecoder(strings.NewReader(file.Name))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&r); err != nil {
			t.Fatalf("%s: %v", file.Name, err)
		}
		document, err := s.Context(localContext(), r.input())
		if err != nil {
			t.Fatalf("%s: %v", file.Name, err)
		}
		got := described(document)
		if got != string(file.Data) && !*Update {
			t.Errorf("%s: got\n%s\nwant\n%s", file.Name, got, file.Data)
		}
		archive.Files[i].Data = []byte(got)
	}
	if *Update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// described returns a document's text and, below it, the rest of the answer.
func described(d *ContextDocument) string {
	var out strings.Builder
	out.WriteString(strings.TrimRight(d.Text, "\n") + "\n\n")
	fmt.Fprintf(&out, "%d of %d tokens\n", d.Tokens, d.MaxTokens)
	for _, section := range d.Sections {
		fmt.Fprintf(&out, "section %s: %d tokens, %d ids\n", section.Name, section.Tokens, len(section.IDs))
	}
	for _, node := range d.Nodes[:min(len(d.Nodes), 5)] {
		fmt.Fprintf(&out, "node %s: %s %s, %d tokens, score %.3f, distance %d\n",
			*node.Entity.Self().ExternalID, node.Why, node.Form, node.Tokens, node.Score, node.Distance)
	}
	fmt.Fprintf(&out, "%d nodes, omitted %v\n", len(d.Nodes), d.Omitted)
	for _, warning := range d.Warnings {
		fmt.Fprintf(&out, "%s: %s\n", warning.Code, warning.Message)
	}
	return out.String()
}

// TestCandidatesDoNotDependOnOrder asks for candidates from the last on, and
// wants what asking from the first on gives.
func TestCandidatesDoNotDependOnOrder(t *testing.T) {
	s := demoService(t)
	for _, in := range []request{
		{Topic: "offline queue", MaxTokens: 8000}, {Topic: "risks of the launch", MaxTokens: 900}, {Topic: "people and teams", MaxTokens: 300},
	} {
		r, err := s.contextRequest(in.input())
		if err != nil {
			t.Fatal(err)
		}
		var lists [2]*candidates
		for i := range lists {
			sc, err := s.scope(localContext(), r)
			if err != nil {
				t.Fatal(err)
			}
			f, _, err := s.rank(localContext(), r, sc)
			if err != nil {
				t.Fatal(err)
			}
			if lists[i], err = s.candidates(localContext(), f); err != nil {
				t.Fatal(err)
			}
		}
		for i := lists[0].Len() - 1; i >= 0; i-- {
			lists[0].At(i)
		}
		for i := range lists[0].Len() {
			if got, want := fmt.Sprintf("%+v", *lists[0].At(i)), fmt.Sprintf("%+v", *lists[1].At(i)); got != want {
				t.Errorf("candidate %d of %q: got %s, want %s", i, in.Topic, got, want)
			}
		}
	}
}

// TestAttachedJSONStaysWithinItsBudget pins a document that costs more in JSON,
// where its line breaks are escaped, than as Markdown.
func TestAttachedJSONStaysWithinItsBudget(t *testing.T) {
	s, err := serviceOver(`{"kind":"project","id":"p","name":"P"}
{"kind":"document","id":"d","project_id":"p","title":"Quotes","content":"` + strings.Repeat(`\"a\"\n\n\n# \n`, 500) + `"}
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int{100, 300, 1500, 4000} {
		in := request{Topic: "nothing of it", MaxTokens: budget, Format: "JSON", Pins: []string{"d"}}.input()
		d, err := s.Context(localContext(), in)
		if err != nil {
			t.Fatal(err)
		}
		if d.Tokens > budget || !json.Valid([]byte(d.Text)) {
			t.Errorf("%d tokens of %d: %.200s", d.Tokens, budget, d.Text)
		}
	}
}

// TestAttachedDocumentsAreLeftOutBelow looks for a pinned document in the body.
func TestAttachedDocumentsAreLeftOutBelow(t *testing.T) {
	d, err := demoService(t).Context(localContext(), request{
		Topic: "installation manual", Project: "airnet", MaxTokens: 8000, Pins: []string{"airnet/document/install-manual"},
	}.input())
	if err != nil {
		t.Fatal(err)
	}
	pinned := func(n ContextNode) bool { return n.Entity.Self().ID == graph.ID("airnet/document/install-manual") }
	if at := slices.IndexFunc(d.Nodes, pinned); at != 0 || slices.IndexFunc(d.Nodes[1:], pinned) >= 0 {
		t.Errorf("the pinned document is node %d, want it once, first", at)
	}
}

func TestShortNames(t *testing.T) {
	for label, want := range map[string]string{
		"KEP-1287: In-place update": "KEP-1287", "Offline mode": "Offline mode",
		"A name that is much longer than there is room for": "A name that is much longer…", strings.Repeat("x", 40): strings.Repeat("x", 30) + "…",
	} {
		if got := shortName(label); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
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
