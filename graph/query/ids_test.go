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
		short, err := service.ShortIDs(storetest.Context(), nil, []string{twin, other, project})
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
			"ABCDEF01": " id: 2 entities may be meant by \"ABCDEF01\": " + twin,
			"00000000": " no entity with id 00000000",
		} {
			id, err := expand(short, nil)
			if got := fmt.Sprint(id, " ", err); !strings.HasPrefix(got, want) {
				t.Errorf("%d projects: %s is %s, want %s", projects, short, got, want)
			}
		}
	}
}

// TestManyProjectsAreListed lists projects without loading them.
func TestManyProjectsAreListed(t *testing.T) {
	store, _ := withMany(t, 40)
	service := query.New(graphless{store, t}, options())
	if projects, err := service.Projects(storetest.Context()); err != nil || len(projects) != 40 ||
		!strings.HasPrefix(projects[0].Name, "Project ") {
		t.Errorf("got %d projects, %v", len(projects), err)
	}
}

// TestNames resolves names that look like ids, dates, numbers and hashes, with few
// projects and with many: what a text looks like does not matter.
func TestNames(t *testing.T) {
	external := []string{"20261128", "10023456", "20261128-01", "3c979d73", "abcdef01", "1e5", "HARB-42", "deadbeef-0000", "a/b c",
		"0", "2026-11-28", "\u00e4"}
	for _, projects := range []int{2, 40} {
		store, _ := withMany(t, projects)
		var lines strings.Builder
		for _, name := range external {
			fmt.Fprintf(&lines, `{"kind":"task","id":%q,"project_id":"p1","title":"Named %[1]s"}`+"\n", name)
		}
		lines.WriteString(`{"kind":"task","id":"3c979d73-0000-4000-8000-000000000003","project_id":"p0","title":"Innocent"}
{"kind":"task","id":"aaaaaaaa-0000-4000-8000-000000000004","external_id":"task-1","project_id":"p0","title":"One"}
{"kind":"task","id":"bbbbbbbb-0000-4000-8000-000000000005","external_id":"task-1","project_id":"p1","title":"Two"}
`)
		store.Load(t, lines.String())
		service := query.New(store, options())
		expand, err := service.Expander(storetest.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range external {
			id, err := expand(name, nil)
			found, missing := service.Entities(storetest.Context(), []graph.Ref{{ID: id}}, graph.Light)
			if err != nil || missing != nil || found[id] == nil || found[id].Self().Label != "Named "+name {
				t.Errorf("%d projects: %s is %s, %v", projects, name, id, err)
			}
		}
		if id, err := expand("3c979d73-0", nil); err != nil || id != "3c979d73-0000-4000-8000-000000000003" {
			t.Errorf("%d projects: a beginning is %s, %v", projects, id, err)
		}
		if id, err := expand("task-1", nil); id != "" || graph.CodeOf(err) != graph.CodeBadUserInput ||
			!strings.Contains(err.Error(), "aaaaaaaa-0000") || !strings.Contains(err.Error(), "bbbbbbbb-0000") {
			t.Errorf("%d projects: an ambiguous name is %s, %v", projects, id, err)
		}
		if id, err := expand("Innocent", nil); graph.CodeOf(err) != graph.CodeNotFound {
			t.Errorf("%d projects: a title is %s, %v", projects, id, err)
		}
		if id, err := expand("p1/task-1", nil); err != nil || id != "bbbbbbbb-0000-4000-8000-000000000005" {
			t.Errorf("%d projects: with its project it is %s, %v", projects, id, err)
		}
		typed := graph.WithActor(storetest.Context(), graph.Actor{ID: graph.LocalActor.ID, Admin: true, Interface: graph.InterfaceMCP})
		if expand, err = service.Expander(typed); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{
			"innocent": "3c979d73-0000-4000-8000-000000000003", "harb-0042": graph.ID("p1/HARB-42"), "HARB-42": graph.ID("p1/HARB-42"),
			"Project 1/task-1": "bbbbbbbb-0000-4000-8000-000000000005", "TWO": "bbbbbbbb-0000-4000-8000-000000000005", "project 0": graph.ID("p0"),
		} {
			id, err := expand(name, nil)
			if named, _ := service.Entities(storetest.Context(), []graph.Ref{{ID: id}}, graph.Light); err != nil ||
				id != want && named[id].Self().Label != "Named HARB-42" {
				t.Errorf("%d projects: on the command line %s is %s, %v", projects, name, id, err)
			}
		}
		for _, name := range []string{"TASK-01", "no such", "p1/nothing", "none/task-1"} {
			if id, err := expand(name, nil); err == nil || name == "TASK-01" && graph.CodeOf(err) != graph.CodeBadUserInput {
				t.Errorf("%d projects: on the command line %s is %s, %v", projects, name, id, err)
			}
		}
	}
}

// TestStatementsOfNames checks that more names in a request take no more statements, with
// few projects and with many, on the command line too.
func TestStatementsOfNames(t *testing.T) {
	var lines strings.Builder
	for i := range 60 {
		fmt.Fprintf(&lines, `{"kind":"task","id":"T-%02d","project_id":"p1","title":"Paint fence %[1]d"}`+"\n", i)
	}
	for _, projects := range []int{2, 40} {
		store, _ := withMany(t, projects)
		store.Load(t, lines.String())
		for _, by := range []graph.Interface{graph.InterfaceGraphQL, graph.InterfaceCLI} {
			ctx := graph.WithActor(storetest.Context(), graph.Actor{ID: graph.LocalActor.ID, Admin: true, Interface: by})
			service := query.New(store, options())
			find, err := service.Expander(ctx)
			if err != nil {
				t.Fatal(err)
			}
			count := func(n int) int {
				var names []string
				for i := range n {
					task := fmt.Sprintf("T-%02d", i)
					id, err := find(task, nil)
					if err != nil {
						t.Fatal(err)
					}
					names = append(names, task, "p1/"+task, id[:13])
					if by == graph.InterfaceCLI {
						names = append(names, fmt.Sprint("paint fence ", i))
					}
				}
				return store.Statements(func() {
					expand, err := service.Expander(ctx)
					for i, name := range names {
						if err != nil {
							break
						}
						if _, err = expand(name, func() []string { return names }); err != nil {
							err = fmt.Errorf("%d: %w", i, err)
						}
					}
					if err != nil {
						t.Errorf("%d projects, %s: %v", projects, by, err)
					}
				})
			}
			count(50) // loads graphs
			if few, more := count(2), count(50); more > few {
				t.Errorf("%d projects, %s: names of 50 entities take %d statements, of 2 %d", projects, by, more, few)
			}
		}
	}
}
