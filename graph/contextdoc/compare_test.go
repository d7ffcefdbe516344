package contextdoc_test

import (
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
)

// TestChanges compares documents with an earlier one of another service, by its
// digest.
func TestChanges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shared.db")
	earlier, later := storetest.OpenFile(t, file), storetest.OpenFile(t, file)
	earlier.Load(t, storetest.DemoGraph(t, "../.."))
	input := contextdoc.Input{Start: contextdoc.Start{Topic: new("offline queue")}, MaxTokens: new(1500)}
	since := document(t, newWriter(earlier), input).Digest
	service := newWriter(later)
	task := later.Entity(t, "shoplane/task/offline-queue").(*graph.Task)
	note := &graph.Insight{Title: "The offline queue fills up"}
	note.ID, note.Kind, note.ProjectID = graph.ID("new note"), graph.KindInsight, task.ProjectID
	gone := later.Entity(t, "shoplane/plan/offline").Self().Ref()
	for _, step := range []struct {
		name           string
		write          graph.Batch
		maxTokens      int
		added, changed string // the only one, "" for none
		gone           string // one of them, "" for none
	}{
		{name: "nothing", maxTokens: 1500},
		{name: "less of the same", maxTokens: 1460},
		{name: "more text of one, far down", write: graph.Batch{Entities: []graph.Entity{changed(task)}}, maxTokens: 1500, changed: task.ID},
		{name: "an entity more", write: graph.Batch{Entities: []graph.Entity{note}}, maxTokens: 100_000, changed: task.ID, added: note.ID},
		{name: "an entity less", write: graph.Batch{Deleted: []graph.Ref{gone}}, maxTokens: 100_000, changed: task.ID, added: note.ID,
			gone: gone.ID},
	} {
		later.Put(t, step.write)
		input.MaxTokens, input.Since = new(step.maxTokens), &since
		got := document(t, service, input).Changes
		if !slices.Contains(append(got.Added, ""), step.added) || step.added == "" && len(got.Added) > 0 ||
			!slices.Equal(got.Changed, named(step.changed)) || !slices.Contains(append(got.Gone, ""), step.gone) {
			t.Errorf("%s: %+v, want added %s, changed %s, gone %s", step.name, got, step.added, step.changed, step.gone)
		}
	}
}

// changed returns a copy of the task with one more sentence at the end of its
// text.
func changed(task *graph.Task) *graph.Task {
	next := *task
	next.Description = new(*task.Description + " One thing more.")
	next.UpdatedAt = storetest.Now()
	return &next
}

func named(id string) []string {
	if id == "" {
		return []string{}
	}
	return []string{id}
}

func document(t *testing.T, service *contextdoc.Writer, input contextdoc.Input) *contextdoc.Document {
	t.Helper()
	got, err := service.Write(storetest.Context(), input)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestDigests checks that digests of equal documents are equal, limited in
// length and accepted as since, and that other texts are refused.
func TestDigests(t *testing.T) {
	service := demo(t).Writer
	rapid.Check(t, func(r *rapid.T) {
		input := contextdoc.Input{
			Start: contextdoc.Start{Topic: new(rapid.SampledFrom([]string{"fog", "offline", "who pays for the launch", "zyzzyva"}).Draw(r,
				"topic"))},
			MaxTokens: new(rapid.IntRange(100, 30_000).Draw(r, "tokens")),
		}
		first := document(t, service, input)
		input.Since = &first.Digest
		again := document(t, service, input)
		if c := again.Changes; again.Digest != first.Digest || len(first.Digest) > 6000 || len(c.Added)+len(c.Changed)+len(c.Gone) > 0 {
			r.Errorf("%d characters, changes %+v", len(first.Digest), c)
		}
		cut := rapid.IntRange(0, len(first.Digest)-1).Draw(r, "cut")
		input.Since = new(first.Digest[:cut] + rapid.StringN(0, 3, -1).Draw(r, "tail"))
		if _, err := service.Write(storetest.Context(), input); err != nil && graph.CodeOf(err) != graph.CodeBadUserInput {
			r.Errorf("%s: %v", *input.Since, err)
		}
	})
}

// TestLongDigest compares a document that has more entities than a digest
// holds. It checks that the changes are reported as partial.
func TestLongDigest(t *testing.T) {
	service := demo(t).Writer
	input := contextdoc.Input{Start: contextdoc.Start{Topics: []string{"offline payments of a shop", "who calibrates the stations",
		"tapes of the archive"}}, MaxTokens: new(200_000)}
	first := document(t, service, input)
	input.Since = &first.Digest
	again := document(t, service, input)
	if len(first.Nodes) <= 150 || len(first.Digest) > 6000 {
		t.Fatalf("%d nodes, %d characters", len(first.Nodes), len(first.Digest))
	}
	if again.Warnings[0].Code != "CHANGES_PARTIAL" || len(again.Changes.Added) > 0 {
		t.Errorf("%v, %+v", again.Warnings, again.Changes)
	}
}
