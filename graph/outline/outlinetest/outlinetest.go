// Package outlinetest finds outlines of questions about graphs of tests.
package outlinetest

import (
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/layout"
	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/projects"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
	"dossier/graph/reply"
)

// Now is the time of all questions.
var Now = time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)

// Library is the graph of a store.
type Library struct {
	Store *storetest.Store
	Set   projects.Set
}

// Open returns a graph of NDJSON.
func Open(t *testing.T, source string) *Library {
	t.Helper()
	store := storetest.Open(t)
	store.Load(t, source)
	set, err := projects.New(store, projects.Options{}).Get(storetest.Context(), nil, projects.Parts{Index: true})
	if err != nil {
		t.Fatal(err)
	}
	return &Library{store, set}
}

// Find returns the outline of a question.
func (l *Library) Find(question string) *outline.Outline {
	reader := l.Set.Corpus().Open()
	defer reader.Close()
	types, _ := l.Store.RecordTypes(storetest.Context())
	names := map[string]string{}
	for _, t := range types {
		names[t.ID] = t.Name
	}
	asked := reply.Question{Asked: question, Plain: rank.Plain(question), TypeNames: names}
	return reply.Find(reader, l.Set.Graphs(), asked, Now, nil, outline.Defaults())
}

// Plan returns the lines of an outline of a question, with states as facts and ids of 8
// characters.
func (l *Library) Plan(t *testing.T, question string, o *outline.Outline) *layout.Plan {
	t.Helper()
	intent := rank.IntentOf(question)
	wants := func(k graph.Kind) bool { return intent.Kinds[k] }
	full, err := l.Store.Entities(storetest.Context(), o.Refs(wants), graph.Full)
	if err != nil {
		t.Fatal(err)
	}
	return layout.Of(o, full, layout.Style{
		Wants: wants, Relation: func(r graph.Relation) bool { return intent.Relations[r] }, Open: intent.Open,
		ID: func(id string) string { return id[:8] }, Facts: state, FirstFacts: state, ListFacts: state, SubjectFacts: state,
		Values: func(*graph.Record) []string { return nil },
	})
}

func state(g *memory.Graph, e graph.Entity) []string {
	return prompt.Facts(g, e, []string{"state"}, Now)
}

// Text returns topics as Markdown.
func Text(topics []prompt.Topic) string {
	var out strings.Builder
	for _, topic := range topics {
		out.WriteString(prompt.Markdown(topic))
	}
	return out.String()
}
