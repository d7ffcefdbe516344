package query_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/feed"
	"dossier/graph/graphtest"
	"dossier/graph/query"
)

// followed returns a service on the demo that looks for changes after writes.
func followed(t *testing.T) *asked {
	t.Helper()
	store, with := storetest.Demo(t, "../.."), options()
	with.Feed = feed.Options{Every: time.Hour, Settle: time.Nanosecond}
	ctx, cancel := context.WithTimeout(storetest.Context(), time.Minute)
	t.Cleanup(cancel)
	return &asked{query.New(store, with), store, ctx}
}

// retitle changes the title of a task of the demo.
func (a *asked) retitle(t *testing.T, title string) {
	t.Helper()
	a.store.Load(t, fmt.Sprintf(`{"kind":"task","id":"shoplane/task/offline-queue","project_id":"shoplane","title":%q}`, title))
}

// TestProjectChanges follows the tasks of a project, and checks the errors of
// invalid arguments.
func TestProjectChanges(t *testing.T) {
	a := followed(t)
	changes := graphtest.Must(a.ProjectChanges(a.ctx, shoplane, nil, []graph.Kind{graph.KindTask}))(t)
	defer changes.Close()
	notice := graphtest.Must(changes.Next(a.ctx))(t)
	if !notice.Resync || notice.Event != nil {
		t.Errorf("the first change is %+v, want a notice", notice)
	}
	a.store.Load(t, `{"kind":"risk","id":"shoplane/risk/new","project_id":"shoplane","title":"Left out"}`)
	a.retitle(t, "Feed the zyzzyva")
	change := graphtest.Must(changes.Next(a.ctx))(t)
	if change.Resync || change.Event.ID != queue {
		t.Errorf("the next change is %+v, want that of the task", change)
	}
	after := graphtest.Must(a.ProjectChanges(a.ctx, shoplane, &notice.Cursor, nil))(t)
	defer after.Close()
	if first := graphtest.Must(after.Next(a.ctx))(t); first.Resync || first.Event.Kind != graph.KindRisk {
		t.Errorf("after the notice: %+v, want the risk", first)
	}
	for name, test := range map[string]struct {
		project string
		after   *string
		code    graph.Code
	}{
		"an unknown project": {nowhere, nil, graph.CodeNotFound},
		"no id":              {"shoplane", nil, graph.CodeBadUserInput},
		"no cursor":          {shoplane, new("yesterday"), graph.CodeBadUserInput},
	} {
		if _, err := a.ProjectChanges(a.ctx, test.project, test.after, nil); graph.CodeOf(err) != test.code {
			t.Errorf("%s: %v, want %s", name, err, test.code)
		}
	}
	if _, err := a.stranger().ProjectChanges(a.stranger().ctx, shoplane, nil, nil); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("a stranger: %v", err)
	}
}

// TestContextChanges follows a document. A change that does not affect it makes
// no version.
func TestContextChanges(t *testing.T) {
	a := followed(t)
	input := contextdoc.Input{Start: contextdoc.Start{Topic: new("offline queue")}, ProjectID: &shoplane, MaxTokens: new(300)}
	versions := graphtest.Must(a.ContextChanges(a.ctx, input))(t)
	defer versions.Close()
	a.store.Load(t, `{"kind":"project","id":"elsewhere","name":"Elsewhere"}`)
	a.retitle(t, "Build the offline queue for the zyzzyva")
	version := graphtest.Must(versions.Next(a.ctx))(t)
	if !strings.Contains(version.Text, "zyzzyva") || version.Changes == nil {
		t.Errorf("the version is %s", version.Text)
	}
	a.retitle(t, "Build the offline queue")
	input.Since = &version.Digest
	since := graphtest.Must(a.ContextChanges(a.ctx, input))(t)
	defer since.Close()
	for name, next := range map[string]*query.ContextChanges{"the next version": versions, "the version since a digest": since} {
		if d := graphtest.Must(next.Next(a.ctx))(t); strings.Contains(d.Text, "zyzzyva") || d.Digest == version.Digest {
			t.Errorf("%s is %s", name, d.Text)
		}
	}
	if _, err := a.ContextChanges(a.ctx, contextdoc.Input{}); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("without a start: %v", err)
	}
}
