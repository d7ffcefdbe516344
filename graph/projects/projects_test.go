package projects_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/projects"
	"dossier/graph/relevance/search"
	"dossier/graph/searchtext"
)

// two are two small projects.
const two = `{"kind":"project","id":"alpha","name":"Alpha","created_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"a1","project_id":"alpha","title":"Paint the lighthouse","created_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"a2","project_id":"alpha","title":"Feed the seagulls","created_at":"2026-01-01T00:00:00Z"}
{"kind":"edge","rel":"depends_on","src_id":"a1","dst_id":"a2"}
{"kind":"project","id":"beta","name":"Beta","created_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"b1","project_id":"beta","title":"Count the lighthouses","created_at":"2026-01-01T00:00:00Z"}
`

// Each refresh of a project reads its changes by 15 statements: one for each
// kind, one for edges and one for access.
var changes = len(graph.Kinds) + 2

func openTwo(t testing.TB) *storetest.Store {
	t.Helper()
	store := storetest.Open(t)
	store.Load(t, two)
	return store
}

func get(t testing.TB, cache *projects.Cache, ids []string, parts projects.Parts) projects.Set {
	t.Helper()
	set, err := cache.Get(storetest.Context(), ids, parts)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

var (
	alpha   = []string{graph.ID("alpha")}
	indexed = projects.Parts{Index: true}
)

func rename(t testing.TB, store *storetest.Store, name, title string) {
	t.Helper()
	task := store.Entity(t, name).(*graph.Task)
	task.Title = title
	store.Put(t, graph.Batch{Entities: []graph.Entity{task}})
}

// searched returns the labels of the entities that the indexes of a set find.
func searched(set projects.Set, words string) string {
	var labels []string
	for _, hit := range search.Search(set.Corpus(), search.Request{Query: words, Limit: 10}, search.Defaults()).Hits {
		labels = append(labels, set.With(hit.ID).Entity(hit.ID).Self().Label)
	}
	return strings.Join(labels, ", ")
}

// TestGetReadsWhatChanged counts the statements of reads between writes.
func TestGetReadsWhatChanged(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{})
	for _, step := range []struct {
		name  string
		write func()
		parts projects.Parts
		want  int
		finds string
	}{
		{"graph", nil, projects.Parts{}, 1 + changes, ""},
		{"graph again", nil, projects.Parts{}, 1, ""},
		{"too large for an index", nil, projects.Parts{IndexUpTo: 1}, 1, ""},
		{"index", nil, indexed, 1 + 1 + 1, "Paint the lighthouse"}, // language, texts
		{"index again", nil, indexed, 1, "Paint the lighthouse"},
		{"small enough for it", nil, projects.Parts{IndexUpTo: 100}, 1, "Paint the lighthouse"},
		{"renamed", func() { rename(t, store, "a2", "Greet the lighthouse keeper") }, projects.Parts{}, 1 + changes, ""},
		{"index of it", nil, indexed, 1 + 1, "Paint the lighthouse, Greet the lighthouse keeper"},
		{"another project", func() { rename(t, store, "b1", "Count the ferries") }, indexed, 1,
			"Paint the lighthouse, Greet the lighthouse keeper"},
		{"deleted", func() { store.Put(t, graph.Batch{Deleted: []graph.Ref{{Kind: graph.KindTask, ID: graph.ID("a1")}}}) }, indexed,
			1 + changes + 1, "Greet the lighthouse keeper"},
	} {
		if step.write != nil {
			step.write()
		}
		var set projects.Set
		if got := store.Statements(func() { set = get(t, cache, alpha, step.parts) }); got != step.want {
			t.Errorf("%s: %d statements, want %d", step.name, got, step.want)
		}
		if len(set) != 1 || set[0].ID() != alpha[0] || (set[0].Index != nil) != (step.finds != "") || set[0].Vectors != nil {
			t.Fatalf("%s: got %+v", step.name, set)
		}
		if step.finds != "" {
			if got := searched(set, "lighthouse"); got != step.finds {
				t.Errorf("%s: found %q, want %q", step.name, got, step.finds)
			}
		}
	}
}

// TestGetChecksAccess loads projects as one actor and requests them as another.
func TestGetChecksAccess(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{})
	if set := get(t, cache, nil, indexed); len(set) != 2 || set[0].ID() > set[1].ID() {
		t.Fatalf("got %d projects, want 2 by id", len(set))
	}
	stranger := graph.WithActor(storetest.Context(), graph.Actor{ID: graph.ID("stranger")})
	for _, ids := range [][]string{nil, {graph.ID("alpha"), graph.ID("beta")}} {
		if set, err := cache.Get(stranger, ids, indexed); len(set) > 0 || err != nil {
			t.Errorf("a stranger got %d projects of %v, %v", len(set), ids, err)
		}
	}
	if err := store.Grant(storetest.Context(), graph.ID("beta"), "stranger", graph.AccessRead); err != nil {
		t.Fatal(err)
	}
	if set, err := cache.Get(stranger, nil, indexed); err != nil || len(set) != 1 || set[0].ID() != graph.ID("beta") {
		t.Errorf("got %d projects, %v, want the granted one", len(set), err)
	}
	if set := get(t, cache, []string{graph.ID("nowhere")}, indexed); len(set) > 0 {
		t.Errorf("got %d projects of an unknown id", len(set))
	}
	if set := get(t, cache, []string{}, indexed); len(set) > 0 {
		t.Errorf("got %d projects of no ids", len(set))
	}
}

// TestGetIsAValue checks that a write does not change an earlier result.
func TestGetIsAValue(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{})
	before := get(t, cache, alpha, indexed)[0]
	rename(t, store, "a1", "Sell the lighthouse")
	after := get(t, cache, alpha, indexed)[0]
	if before.Graph == after.Graph || before.Graph.Revision.Number >= after.Graph.Revision.Number {
		t.Errorf("revisions %d and %d, want a later one", before.Graph.Revision.Number, after.Graph.Revision.Number)
	}
	for _, one := range []struct {
		p     projects.Project
		label string
	}{{before, "Paint the lighthouse"}, {after, "Sell the lighthouse"}} {
		if got := one.p.Graph.Entity(graph.ID("a1")).Self().Label; got != one.label {
			t.Errorf("the graph has %q, want %q", got, one.label)
		}
		mentioned := one.p.Labels().Candidates("light", nil, 5)
		if len(mentioned) != 1 || mentioned[0].Self().Label != one.label {
			t.Errorf("the labels have %v, want %q", mentioned, one.label)
		}
		if first, second := one.p.Labels(), one.p.Labels(); first != second {
			t.Error("labels were made twice for one graph")
		}
	}
	if again := get(t, cache, alpha, indexed)[0]; again.Labels() != after.Labels() {
		t.Error("labels were made twice for one revision")
	}
}

func TestSet(t *testing.T) {
	set := get(t, projects.New(openTwo(t), projects.Options{}), nil, projects.Parts{})
	a1, beta := graph.ID("a1"), graph.ID("beta")
	if got := set.With(a1); got == nil || got.Project().Name != "Alpha" {
		t.Errorf("With(a1) is %v", got)
	}
	if got := set.Project(beta); got == nil || got.Project().Name != "Beta" {
		t.Errorf("Project(beta) is %v", got)
	}
	if set.With(graph.ID("none")) != nil || set.Project(a1) != nil {
		t.Error("found what is not there")
	}
}

// TestUnreadableSearchText writes search text of another version, damaged or
// missing: its entity is counted and not found until it is analysed again.
func TestUnreadableSearchText(t *testing.T) {
	for name, damaged := range map[string]func([]byte) []byte{
		"another version": func([]byte) []byte { return []byte("\xffolder") },
		"cut off":         func(blob []byte) []byte { return blob[:len(blob)-3] },
		"missing":         func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			store := openTwo(t)
			held := projects.New(store, projects.Options{})
			get(t, held, alpha, indexed)
			task := store.Entity(t, "a1")
			analysed := searchtext.Analyse(task)
			store.Put(t,
				graph.Batch{Entities: []graph.Entity{task}, Reanalyse: true, Analyse: func(graph.Entity) []byte { return damaged(analysed) }})
			for _, cache := range []*projects.Cache{held, projects.New(store, projects.Options{})} {
				set := get(t, cache, alpha, indexed)
				if got := searched(set, "lighthouse"); got != "" || set.Unindexed() != 1 {
					t.Errorf("found %q, %d unindexed, want 1", got, set.Unindexed())
				}
			}
			store.Put(t, graph.Batch{Entities: []graph.Entity{task}, Reanalyse: true})
			set := get(t, held, alpha, indexed)
			if got := searched(set, "lighthouse"); got != "Paint the lighthouse" || set.Unindexed() != 0 {
				t.Errorf("analysed again: found %q, %d unindexed", got, set.Unindexed())
			}
		})
	}
}

// TestLanguage reads the language of a project when its entity changes, of all
// projects by one statement.
func TestLanguage(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{})
	reads := store.Statements(func() { get(t, cache, nil, indexed) })
	if want := 1 + changes + 1 + 2; reads != want {
		t.Errorf("%d statements, want %d: revisions, changes, languages, texts of two", reads, want)
	}
	for _, step := range []struct{ language, finds string }{
		{"english", ""}, {"simple", "Feed the seagulls, Paint the lighthouse"}, {"english", ""}, // a stop word of English
	} {
		project := store.Entity(t, "alpha").(*graph.Project)
		project.Props = graph.JSON(fmt.Sprintf(`{"language":%q}`, step.language))
		store.Put(t, graph.Batch{Entities: []graph.Entity{project}})
		if got := searched(get(t, cache, alpha, indexed), "the"); got != step.finds {
			t.Errorf("%s: found %q, want %q", step.language, got, step.finds)
		}
	}
}
