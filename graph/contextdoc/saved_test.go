package contextdoc_test

import (
	"context"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/projects"
)

// A saved store is one whose projects need not be built.
type saved struct {
	store
	t *testing.T
}

// Changes implements [projects.Store].
func (s saved) Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	s.t.Errorf("%d graphs were built", len(since))
	return s.store.Changes(ctx, since)
}

// Terms implements [projects.Store].
func (s saved) Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error {
	s.t.Error("an index was built of project " + since.ProjectID)
	return s.store.Terms(ctx, since, yield)
}

// savedWriter returns a writer that loads the projects of a store from files.
func savedWriter(t *testing.T, s store) *contextdoc.Writer {
	t.Helper()
	options := projects.Options{Folder: t.TempDir()}
	saving := projects.New(s, options)
	if _, err := saving.Get(storetest.Context(), nil, projects.Parts{Index: true}); err != nil {
		t.Fatal(err)
	}
	saving.Close(storetest.Context())
	w := newWriter(s)
	w.Projects = projects.New(saved{s, t}, options)
	return w
}

// TestSavedProjectsHaveTheSameDocuments writes the documents of TestDocuments and
// TestTopics with graphs and indexes that are loaded from files.
func TestSavedProjectsHaveTheSameDocuments(t *testing.T) {
	if *update {
		t.Skip("the goldens are those of built projects")
	}
	s := demo(t)
	checkDocuments(t, savedWriter(t, s.store))
	topics := libraryOf(t, topicsLibrary)
	loaded := *topics
	loaded.writer = savedWriter(t, topics.store)
	checkTopics(t, &loaded)
}
