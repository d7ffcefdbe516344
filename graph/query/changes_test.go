package main

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
)

// TestChanges compares documents with an earlier one by its digest, which
// another service gave.
func TestChanges(t *testing.T) {
	earlier, later := twoOverOneFile(t)
	input := query.ContextInput{Start: query.ContextStart{Topic: new("offline queue")}, MaxTokens: new(1500)}
	since := told(t, earlier, input).Digest
	task := later.entity(t, "shoplane/task/offline-queue").(*graph.Task)
	note := &graph.Insight{Title: "The offline queue fills up"}
	note.ID, note.Kind, note.ProjectID = graph.ID("new note"), graph.KindInsight, task.ProjectID
	gone := later.entity(t, "shoplane/plan/offline").Self().Ref()
	for _, step := range []struct {
		name           string
		write          graph.Batch
		maxTokens      int
		added, changed string // the only one, "" for none
		gone           string // is among them, "" for none
	}{
		{name: "nothing", maxTokens: 1500},
		{name: "less of the same", maxTokens: 1470},
		{name: "more text of one, far down", write: graph.Batch{Entities: []graph.Entity{changed(task)}}, maxTokens: 1500, changed: task.ID},
		{name: "an entity more", write: graph.Batch{Entities: []graph.Entity{note}}, maxTokens: 100_000, changed: task.ID, added: note.ID},
		{name: "an entity less", write: graph.Batch{Deleted: []graph.Ref{gone}}, maxTokens: 100_000, changed: task.ID, added: note.ID, gone: gone.ID},
	} {
		step.write.Analyse = searchtext.Analyse
		if _, err := later.store.Write(localContext(), &step.write); err != nil {
			t.Fatal(step.name, err)
		}
		input.MaxTokens, input.Since = new(step.maxTokens), &since
		got := told(t, later, input).Changes
		if !slices.Contains(append(got.Added, ""), step.added) || step.added == "" && len(got.Added) > 0 ||
			!slices.Equal(got.Changed, named(step.changed)) || !slices.Contains(append(got.Gone, ""), step.gone) {
			t.Errorf("%s: %+v, want added %s, changed %s, gone %s", step.name, got, step.added, step.changed, step.gone)
		}
	}
}

// changed is a task that has more to say at the end of its text.
func changed(task *graph.Task) *graph.Task {
	next := *task
	next.Description = new(*task.Description + " One thing more.")
	next.UpdatedAt = clock()
	return &next
}

func named(id string) []string {
	if id == "" {
		return []string{}
	}
	return []string{id}
}

func told(t *testing.T, s *served, input query.ContextInput) *query.ContextDocument {
	t.Helper()
	document, err := s.service.Context(localContext(), input)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// TestDigests holds digests to what is promised of them: equal for equal
// documents, of bounded length, and taken back; anything else is refused.
func TestDigests(t *testing.T) {
	s := serveDemo(t)
	rapid.Check(t, func(r *rapid.T) {
		input := query.ContextInput{
			Start:     query.ContextStart{Topic: new(rapid.SampledFrom([]string{"fog", "offline", "who pays for the launch", "zyzzyva"}).Draw(r, "topic"))},
			MaxTokens: new(rapid.IntRange(100, 30_000).Draw(r, "tokens")),
		}
		first := told(t, s, input)
		input.Since = &first.Digest
		again := told(t, s, input)
		if c := again.Changes; again.Digest != first.Digest || len(first.Digest) > 4100 || len(c.Added)+len(c.Changed)+len(c.Gone) > 0 {
			r.Errorf("%d characters, changes %+v", len(first.Digest), c)
		}
		cut := rapid.IntRange(0, len(first.Digest)-1).Draw(r, "cut")
		input.Since = new(first.Digest[:cut] + rapid.StringN(0, 3, -1).Draw(r, "tail"))
		if _, err := s.service.Context(localContext(), input); err != nil && graph.CodeOf(err) != graph.CodeBadUserInput {
			r.Errorf("%s: %v", *input.Since, err)
		}
	})
}

// TestLongDigest tells of more entities than a digest holds, and says so.
func TestLongDigest(t *testing.T) {
	s := serveDemo(t)
	input := query.ContextInput{Start: query.ContextStart{Topics: []string{"offline payments of a shop", "who calibrates the stations", "tapes of the archive"}}, MaxTokens: new(200_000)}
	first := told(t, s, input)
	input.Since = &first.Digest
	again := told(t, s, input)
	if len(first.Nodes) <= 150 || len(first.Digest) > 4100 {
		t.Fatalf("%d nodes, %d characters", len(first.Nodes), len(first.Digest))
	}
	if again.Warnings[0].Code != "CHANGES_PARTIAL" || len(again.Changes.Added) > 0 {
		t.Errorf("%v, %+v", again.Warnings, again.Changes)
	}
}
