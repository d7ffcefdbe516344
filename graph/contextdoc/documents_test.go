package contextdoc_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
)

// An example is a request as written in testdata. Its ids are those of the
// demo's NDJSON.
type example struct {
	Topic, Focus, Project string
	Topics, IDs           []string
	Global, Sources       bool
	MaxTokens             int
	Format, Lens, Message string
	Mentions, Pins, Kinds []string
	Hint                  string
}

func (r example) input() contextdoc.Input {
	in := contextdoc.Input{Message: &r.Message, MaxTokens: &r.MaxTokens, IncludeSources: &r.Sources}
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
	in.Start = contextdoc.Start{Topic: given(r.Topic), Topics: r.Topics, IDs: ids(r.IDs), FocusID: id(r.Focus)}
	if r.Global {
		in.Start.Global = &r.Global
	}
	if in.ProjectID = id(r.Project); r.Topic+r.Focus == "" && r.Topics == nil && r.IDs == nil {
		in.Start.ProjectID, in.ProjectID = in.ProjectID, nil
	}
	in.Lens = given(r.Lens)
	if r.Format != "" {
		in.Format = new(contextdoc.Format(r.Format))
	}
	in.MentionIDs, in.PinIDs = ids(r.Mentions), ids(r.Pins)
	for _, kind := range r.Kinds {
		in.Kinds = append(in.Kinds, graph.Kind(kind))
	}
	return in
}

// TestDocuments compares context documents of the demo with those in
// testdata/documents.txtar. The name of each part is the request.
func TestDocuments(t *testing.T) { checkDocuments(t, demo(t).Writer) }

func checkDocuments(t *testing.T, w *contextdoc.Writer) {
	t.Helper()
	const path = "testdata/documents.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range archive.Files {
		var r example
		decoder := json.NewDecoder(strings.NewReader(file.Name))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&r); err != nil {
			t.Fatalf("%s: %v", file.Name, err)
		}
		document, err := w.Write(storetest.Context(), r.input())
		if err != nil {
			t.Fatalf("%s: %v", file.Name, err)
		}
		got := described(document)
		if got != string(file.Data) && !*update {
			t.Errorf("%s: got\n%s\nwant\n%s", file.Name, got, file.Data)
		}
		archive.Files[i].Data = []byte(got)
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// described returns the text of a document, followed by its other fields.
func described(d *contextdoc.Document) string {
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

// TestAttachedJSONStaysWithinItsBudget pins a document that takes more tokens
// in JSON, where its line breaks are escaped, than in Markdown.
func TestAttachedJSONStaysWithinItsBudget(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, `{"kind":"project","id":"p","name":"P"}
{"kind":"document","id":"d","project_id":"p","title":"Quotes","content":"`+strings.Repeat(`\"a\"\n\n\n# \n`, 500)+`"}
`)
	s := newWriter(store)
	for _, budget := range []int{100, 300, 1500, 4000} {
		in := example{Topic: "nothing of it", MaxTokens: budget, Format: "JSON", Pins: []string{"d"}}.input()
		d, err := s.Write(storetest.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if d.Tokens > budget || !json.Valid([]byte(d.Text)) {
			t.Errorf("%d tokens of %d: %.200s", d.Tokens, budget, d.Text)
		}
	}
}

// TestAttachedDocumentsAreLeftOutBelow checks that the body lacks a pinned
// document.
func TestAttachedDocumentsAreLeftOutBelow(t *testing.T) {
	d, err := demo(t).Write(storetest.Context(), example{
		Topic: "installation manual", Project: "airnet", MaxTokens: 8000, Pins: []string{"airnet/document/install-manual"},
	}.input())
	if err != nil {
		t.Fatal(err)
	}
	pinned := func(n contextdoc.Node) bool { return n.Entity.Self().ID == graph.ID("airnet/document/install-manual") }
	if at := slices.IndexFunc(d.Nodes, pinned); at != 0 || slices.IndexFunc(d.Nodes[1:], pinned) >= 0 {
		t.Errorf("the pinned document is node %d, want it once, first", at)
	}
}
