package projects_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/projects"
)

// many returns the NDJSON of 40 projects. All tasks have a common word, and the
// tasks of each four projects have their own word.
func many() string {
	var lines strings.Builder
	for i := range 40 {
		fmt.Fprintf(&lines, `{"kind":"project","id":"p%02d","name":"Project %02d","created_at":"2026-01-01T00:00:00Z"}`+"\n", i, i)
		fmt.Fprintf(&lines, `{"kind":"task","id":"p%02d/t","project_id":"p%02d","title":"Paint the fence","description":"word%02d",`+
			`"created_at":"2026-01-01T00:00:00Z"}`+"\n", i, i, i/4)
	}
	return lines.String()
}

func ask(t testing.TB, cache *projects.Cache, question string) (names []string, choice projects.Choice) {
	t.Helper()
	set, choice, err := cache.Ask(storetest.Context(), []string{question}, projects.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set {
		names = append(names, *p.Graph.Project().ExternalID)
	}
	return names, choice
}

// TestAskChooses checks that the projects with rare words are chosen if there
// are too many projects.
func TestAskChooses(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, many())
	params := projects.ChoiceDefaults()
	params.Projects = 4
	cache := projects.New(store, projects.Options{Choice: params})
	names, choice := ask(t, cache, "who paints the fence of word07?")
	for _, want := range []string{"p28", "p29", "p30", "p31"} {
		if !strings.Contains(strings.Join(names, " "), want) {
			t.Errorf("asked %v, want %s among them", names, want)
		}
	}
	if want := (projects.Choice{All: 40, Asked: 4, Left: 36}); choice != want {
		t.Errorf("got %+v, want %+v", choice, want)
	}
	if _, choice := ask(t, cache, "word07"); choice.Left != 0 {
		t.Errorf("%d projects with the word were left out", choice.Left)
	}
	again, _ := ask(t, projects.New(store, projects.Options{Choice: params}), "who paints the fence of word07?")
	if strings.Join(again, " ") != strings.Join(names, " ") {
		t.Errorf("got %v and then %v", names, again)
	}
}

// TestAskLeavesUnlikely checks that further projects need a share of the best
// score, but that some are asked whatever their score.
func TestAskLeavesUnlikely(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, many())
	for least, want := range map[int]int{1: 4, 6: 6} {
		params := projects.ChoiceDefaults()
		params.Least = least
		names, choice := ask(t, projects.New(store, projects.Options{Choice: params}), "who paints the fence of word07?")
		for _, with := range []string{"p28", "p29", "p30", "p31"} {
			if !slices.Contains(names, with) {
				t.Errorf("at least %d: asked %v, want %s among them", least, names, with)
			}
		}
		if len(names) != want || choice.Left != 40-want {
			t.Errorf("at least %d: asked %v, %+v; want %d projects", least, names, choice, want)
		}
	}
}

// TestAskLimitsEntities checks that the number of entities is limited, but that
// at least one project is asked.
func TestAskLimitsEntities(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, many())
	for entities, want := range map[int]int{1: 1, 5: 2, 6: 3} {
		params := projects.ChoiceDefaults()
		params.Projects, params.Entities = 10, entities
		if names, _ := ask(t, projects.New(store, projects.Options{Choice: params}), "fence"); len(names) != want {
			t.Errorf("%d entities: asked %v, want %d projects", entities, names, want)
		}
	}
}

// TestAskSeesWrites asks for a word that was written after the last question,
// and counts the statements.
func TestAskSeesWrites(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, many())
	params := projects.ChoiceDefaults()
	params.Projects = 1
	cache := projects.New(store, projects.Options{Choice: params})
	ask(t, cache, "zanzibar")
	store.Load(t, `{"kind":"task","id":"p39/new","project_id":"p39","title":"Sail to Zanzibar"}`)
	if names, choice := ask(t, cache, "zanzibar"); len(names) != 1 || names[0] != "p39" || choice.Left != 0 {
		t.Errorf("asked %v, %+v", names, choice)
	}
	if got := store.Statements(func() { ask(t, cache, "zanzibar") }); got != 3 {
		t.Errorf("%d statements, want the moment, what is incomplete, and the counts", got)
	}
	nobody := graph.WithActor(t.Context(), graph.Actor{})
	for i, want := range []int{2, 1} {
		got := store.Statements(func() { _, _, _ = cache.Ask(nobody, []string{"zanzibar"}, indexed) })
		if got != want {
			t.Errorf("question %d of nobody takes %d statements; expected %d", i, got, want)
		}
	}
	few := projects.New(store, projects.Options{})
	if names, choice := ask(t, few, "zanzibar"); len(names) > 32 || choice.All != 40 {
		t.Errorf("asked %d projects, %+v", len(names), choice)
	}
}

// TestAskFew checks that all projects are asked if they are few.
func TestAskFew(t *testing.T) {
	cache := projects.New(openTwo(t), projects.Options{})
	set, choice, err := cache.Ask(storetest.Context(), []string{"nothing has this"}, indexed)
	if err != nil || len(set) != 2 || choice != (projects.Choice{All: 2, Asked: 2}) {
		t.Errorf("got %d projects, %+v, %v", len(set), choice, err)
	}
	nobody := graph.WithActor(t.Context(), graph.Actor{})
	if set, _, err := cache.Ask(nobody, []string{"lighthouse"}, indexed); err != nil || len(set) != 0 {
		t.Errorf("nobody reads %d projects, %v", len(set), err)
	}
}

// TestGraphsInPages loads more projects than a page has. If a request ends
// while it loads the second page, the next request need not load the first one.
func TestGraphsInPages(t *testing.T) {
	store := &gate{Store: storetest.Open(t)}
	var lines strings.Builder
	for i := range 120 {
		fmt.Fprintf(&lines, `{"kind":"project","id":"p%03d","name":"Project","created_at":"2026-01-01T00:00:00Z"}`+"\n", i)
	}
	store.Load(t, lines.String())
	cache := projects.New(store, projects.Options{})
	ctx, cancel := context.WithCancel(storetest.Context())
	pages := 0
	var last string
	store.before = func(_ context.Context, projectID string) error {
		if projectID < last { // pages are ordered by id
			t.Errorf("read %s after %s", projectID, last)
		}
		last = projectID
		if len(store.changes) == 2 {
			cancel()
			return errors.New("the page failed")
		}
		return nil
	}
	if _, err := cache.Get(ctx, nil, projects.Parts{}); err == nil {
		t.Fatal("a request that ended has an answer")
	}
	store.before = nil
	set, err := cache.Get(storetest.Context(), nil, projects.Parts{})
	if err != nil || len(set) != 120 {
		t.Fatalf("got %d projects, %v", len(set), err)
	}
	for _, page := range store.changes {
		pages += len(page)
	}
	if len(store.changes) != 4 || pages != 50+50+50+20 {
		t.Errorf("read %d projects in %d pages, want the first 50, 50 that failed, and the other 70", pages, len(store.changes))
	}
}
