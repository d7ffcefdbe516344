package query_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
)

// A graphless store reports projects that are loaded.
type graphless struct {
	*storetest.Store
	t *testing.T
}

// Changes implements [query.Store].
func (s graphless) Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error) {
	s.t.Errorf("%d graphs are loaded", len(since))
	return s.Store.Changes(ctx, since)
}

const (
	twin  = "abcdef01-1111-4000-8000-000000000001"
	other = "abcdef01-2222-4000-8000-000000000002"
)

// withMany returns a service on a number of projects, with two entities in the first
// and the last whose ids have the same first digits.
func withMany(t *testing.T, projects int) (*storetest.Store, string) {
	t.Helper()
	var lines strings.Builder
	for i := range projects {
		fmt.Fprintf(&lines, `{"kind":"project","id":"p%d","name":"Project %d"}`+"\n", i, i)
	}
	fmt.Fprintf(&lines, `{"kind":"task","id":%q,"project_id":"p0","title":"A twin"}`+"\n", twin)
	fmt.Fprintf(&lines, `{"kind":"task","id":%q,"project_id":"p%d","title":"Another"}`+"\n", other, projects-1)
	store := storetest.Open(t)
	store.Load(t, lines.String())
	return store, graph.ID("p0")
}

// TestShortIDs shortens and completes ids with few projects, which are loaded, and
// with many, which are not.
func TestShortIDs(t *testing.T) {
	for _, projects := range []int{2, 40} {
		store, project := withMany(t, projects)
		service := query.New(store, options())
		if projects > 32 {
			service = query.New(graphless{store, t}, options())
		}
		short, err := service.ShortIDs(storetest.Context(), []string{twin, other, project})
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range map[string]string{twin: "abcdef01-1111", other: "abcdef01-2222", project: project[:8]} {
			if got := short(id); got != want {
				t.Errorf("%d projects: %s is %s, want %s", projects, id, got, want)
			}
		}
		expand, err := service.Expander(storetest.Context())
		if err != nil {
			t.Fatal(err)
		}
		for short, want := range map[string]string{
			"abcdef01-1": twin + " <nil>", project[:8]: project + " <nil>",
			"ABCDEF01": " id: 2 entities have ids that begin with ABCDEF01: " + twin + ", " + other,
			"00000000": " no entity with id 00000000",
		} {
			id, err := expand(short)
			if got := fmt.Sprint(id, " ", err); got != want {
				t.Errorf("%d projects: %s is %s, want %s", projects, short, got, want)
			}
		}
	}
}

// TestManyProjectsAreListed lists projects without loading them.
func TestManyProjectsAreListed(t *testing.T) {
	store, _ := withMany(t, 40)
	service := query.New(graphless{store, t}, options())
	if projects, err := service.Projects(storetest.Context()); err != nil || len(projects) != 40 || !strings.HasPrefix(projects[0].Name, "Project ") {
		t.Errorf("got %d projects, %v", len(projects), err)
	}
}
