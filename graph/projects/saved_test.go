package projects_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/projects"
)

// savedIn returns a cache that saves in a folder.
func savedIn(store projects.Store, folder string) *projects.Cache {
	return projects.New(store, projects.Options{Folder: folder})
}

// openSaved returns a store, and a folder in which its projects are saved.
func openSaved(t *testing.T) (store *storetest.Store, folder string) {
	t.Helper()
	store = openTwo(t)
	return store, savedOf(t, store)
}

// savedOf returns a folder in which the projects of a store are saved.
func savedOf(t *testing.T, store *storetest.Store) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "saved")
	cache := savedIn(store, folder)
	get(t, cache, nil, indexed)
	cache.Flush(t.Context())
	for _, part := range []string{"graph", "index"} {
		for _, id := range []string{"alpha", "beta"} {
			info, err := os.Stat(filepath.Join(folder, graph.ID(id)+"."+part))
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != 0o600 {
				t.Errorf("the %s has the mode %v, want that only its owner may read it", part, info.Mode())
			}
		}
	}
	return folder
}

// loaded returns what a new process reads, and the number of its statements.
func loaded(t *testing.T, store *storetest.Store, folder string, parts projects.Parts) (set projects.Set, statements int) {
	t.Helper()
	cache := savedIn(store, folder)
	statements = store.Statements(func() { set = get(t, cache, alpha, parts) })
	cache.Flush(t.Context())
	return set, statements
}

func TestSavedProjectsAreLoaded(t *testing.T) {
	store, folder := openSaved(t)
	if set, statements := loaded(t, store, folder, projects.Parts{}); statements != 1 || set[0].Graph.Count() != 3 ||
		set[0].Graph.EdgeCount() != 1 {
		t.Errorf("the graph: %d statements, want 1 for its revision; %d entities", statements, set[0].Graph.Count())
	}
	set, statements := loaded(t, store, folder, indexed)
	if got := searched(set, "lighthouse"); statements != 1 || got != "Paint the lighthouse" {
		t.Errorf("the index: %d statements, want 1; found %q", statements, got)
	}
	if links := set[0].Index.Links.Families(); len(links) != 0 ||
		len(set[0].Index.Links.Of(0))+len(set[0].Index.Links.Of(1))+len(set[0].Index.Links.Of(2)) != 2 {
		t.Error("the index has other links")
	}
}

func TestSavedProjectsAreUpdated(t *testing.T) {
	store, folder := openSaved(t)
	rename(t, store, "a1", "Sell the barn")
	store.Put(t, graph.Batch{Deleted: []graph.Ref{{Kind: graph.KindTask, ID: graph.ID("a2")}}})
	set, statements := loaded(t, store, folder, indexed)
	if want := 1 + changes + 1; statements != want {
		t.Errorf("%d statements, want %d for what changed", statements, want)
	}
	if barn, lost := searched(set, "barn"),
		searched(set, "lighthouse seagulls"); barn != "Sell the barn" || lost != "" || set.With(graph.ID("a2")) != nil {
		t.Errorf("found %q and %q, want what is stored", barn, lost)
	}
}

// TestOldSavedProjectsAreBuilt writes more than the trail of changes keeps, and
// then looks for what the second start saved.
func TestOldSavedProjectsAreBuilt(t *testing.T) {
	store, folder := openSaved(t)
	for n := range 70 {
		rename(t, store, "a1", "Paint it "+string(rune('a'+n%26))+string(rune('a'+n/26)))
	}
	if set, _ := loaded(t, store, folder, indexed); searched(set, "lighthouse") != "" || searched(set, "seagulls") != "Feed the seagulls" {
		t.Errorf("found %q", searched(set, "lighthouse"))
	}
	if _, statements := loaded(t, store, folder, indexed); statements != 1 {
		t.Errorf("%d statements at the next start, want 1", statements)
	}
}

// TestSavedAgainAfterChanges makes as many changes as are left to the next start,
// and one more.
func TestSavedAgainAfterChanges(t *testing.T) {
	store, folder := openSaved(t)
	for range 2 {
		for n := range 20 {
			rename(t, store, "a1", "Paint it "+string(rune('a'+n)))
		}
		loaded(t, store, folder, indexed)
	}
	if _, statements := loaded(t, store, folder, indexed); statements != 1 {
		t.Errorf("%d statements, want 1, as 40 changes were saved", statements)
	}
}

func TestUnusableFilesAreIgnored(t *testing.T) {
	store := openTwo(t)
	for name, change := range map[string]func([]byte) []byte{
		"empty":           func([]byte) []byte { return nil },
		"cut":             func(file []byte) []byte { return file[:len(file)/2] },
		"longer":          func(file []byte) []byte { return append(file, 0) },
		"changed":         func(file []byte) []byte { file[len(file)/2] ^= 1; return file },
		"another program": func(file []byte) []byte { return bytes.Replace(file, []byte("go1"), []byte("go0"), 1) },
	} {
		for _, part := range []string{"graph", "index"} {
			folder := savedOf(t, store)
			path := filepath.Join(folder, alpha[0]+"."+part)
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, change(file), 0o600); err != nil {
				t.Fatal(err)
			}
			set, statements := loaded(t, store, folder, indexed)
			if got := searched(set, "lighthouse"); got != "Paint the lighthouse" || statements < 2 {
				t.Errorf("%s %s: found %q by %d statements, want that it was built", name, part, got, statements)
			}
			if _, statements := loaded(t, store, folder, indexed); statements != 1 {
				t.Errorf("%s %s: %d statements at the next start, want 1", name, part, statements)
			}
		}
	}
}

// TestFilesOfAnotherProject puts the files of a project in the place of another.
func TestFilesOfAnotherProject(t *testing.T) {
	store, folder := openSaved(t)
	for _, part := range []string{".graph", ".index"} {
		if err := os.Rename(filepath.Join(folder, graph.ID("beta")+part), filepath.Join(folder, alpha[0]+part)); err != nil {
			t.Fatal(err)
		}
	}
	if set, _ := loaded(t, store, folder, indexed); set[0].ID() != alpha[0] || searched(set, "lighthouse") != "Paint the lighthouse" {
		t.Errorf("found %q in %s", searched(set, "lighthouse"), set[0].ID())
	}
}

// TestFilesOfARestoredStore has files of a state that was lost by a restore, after
// which the same revision has other content.
func TestFilesOfARestoredStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.db")
	original := storetest.OpenFile(t, file)
	original.Load(t, two)
	if err := original.Close(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	lost := copied(t, file)
	rename(t, lost, "a1", "Sell the barn")
	loaded(t, lost, folder, indexed)
	for _, further := range []int{0, 1, 2} {
		store := copied(t, file)
		for range further {
			rename(t, store, "a2", "Count the gulls")
		}
		if set, _ := loaded(t, store, folder, indexed); searched(set, "barn") != "" || searched(set, "lighthouse") != "Paint the lighthouse" {
			t.Errorf("%d writes: found %q, which is lost", further, searched(set, "barn"))
		}
	}
}

// TestFilesOpenNothing asks as an actor who may not read what is saved.
func TestFilesOpenNothing(t *testing.T) {
	store, folder := openSaved(t)
	ctx := graph.WithActor(t.Context(), graph.Actor{ID: "stranger"})
	set, err := savedIn(store, folder).Get(ctx, alpha, indexed)
	if err != nil || len(set) != 0 {
		t.Errorf("a stranger got %d projects, error %v", len(set), err)
	}
}

// TestUnusedFilesAreRemoved leaves old files where projects are saved.
func TestUnusedFilesAreRemoved(t *testing.T) {
	const day = 24 * time.Hour
	folder := t.TempDir()
	for name, age := range map[string]time.Duration{
		"a.graph": 29 * day, "b.graph": 31 * day, "c.index": 31 * day, "d.graph.1.unfinished": 2 * time.Hour, "e.index.2.unfinished": 0,
		"notes": 1000 * day,
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	cache := savedIn(openTwo(t), folder)
	get(t, cache, alpha, projects.Parts{})
	cache.Flush(t.Context())
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, file.Name())
	}
	slices.Sort(names)
	want := []string{alpha[0] + ".graph", "a.graph", "e.index.2.unfinished", "notes"}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("left are %v, want %v", names, want)
	}
}

// TestFailedSaves has a file where the folder belongs.
func TestFailedSaves(t *testing.T) {
	var log bytes.Buffer
	folder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cache := projects.New(openTwo(t), projects.Options{Folder: folder, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if set := get(t, cache, nil, indexed); searched(set, "barn") != "" || len(set) != 2 {
		t.Errorf("%d projects", len(set))
	}
	cache.Flush(t.Context())
	if warnings := strings.Count(log.String(), "level=WARN"); warnings != 1 {
		t.Errorf("%d warnings, want one for both projects:\n%s", warnings, log.String())
	}
}

// TestIndexOfAnEarlierGraphIsSaved stops after a change of which only the graph
// was asked for. Nothing could be saved before.
func TestIndexOfAnEarlierGraphIsSaved(t *testing.T) {
	store := openTwo(t)
	folder := filepath.Join(t.TempDir(), "saved")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cache := savedIn(store, folder)
	get(t, cache, alpha, indexed)
	cache.Flush(t.Context())
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	rename(t, store, "a1", "Sell the barn")
	get(t, cache, alpha, projects.Parts{})
	cache.Flush(t.Context())
	set, statements := loaded(t, store, folder, indexed)
	if got, want := searched(set, "barn"), 1+changes+1; got != "Sell the barn" || statements != want {
		t.Errorf("found %q by %d statements, want %d for what changed", got, statements, want)
	}
}

// TestEvictedProjectsAreSaved has a cache that holds one project at a time.
func TestEvictedProjectsAreSaved(t *testing.T) {
	store := openTwo(t)
	for range 10 { // an eviction may come before or after the save
		folder := t.TempDir()
		cache := projects.New(store, projects.Options{Folder: folder, Budget: 1})
		get(t, cache, alpha, indexed)
		get(t, cache, []string{graph.ID("beta")}, indexed)
		cache.Flush(t.Context())
		if set, statements := loaded(t, store, folder, indexed); statements != 1 || searched(set, "lighthouse") != "Paint the lighthouse" {
			t.Errorf("%d statements, want 1 for the revision of a project that was evicted", statements)
		}
	}
}

func TestFlushEndsWithTheContext(t *testing.T) {
	store := openTwo(t)
	cache := savedIn(store, t.TempDir())
	get(t, cache, nil, indexed)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cache.Flush(ctx)
	cache.Flush(t.Context()) // nothing is written after the test
}

// TestCloseEndsLoads closes a cache while the store is being read for a request
// that has ended. The read ends before Close returns, and nothing is saved later.
func TestCloseEndsLoads(t *testing.T) {
	reading, ended := make(chan struct{}, 2), make(chan struct{}, 2)
	g := &gate{Store: openTwo(t)}
	g.before = func(ctx context.Context, _ string) error {
		reading <- struct{}{}
		<-ctx.Done()
		ended <- struct{}{}
		return ctx.Err()
	}
	folder := filepath.Join(t.TempDir(), "saved")
	cache := savedIn(g, folder)
	ctx, cancel := context.WithCancel(storetest.Context())
	first := start(ctx, cache, alpha, indexed)
	<-reading
	cancel()
	wait(t, first)
	cache.Close(t.Context())
	select {
	case <-ended:
	default:
		t.Error("the store is read after Close")
	}
	if later := wait(t, start(storetest.Context(), cache, alpha, indexed)); !errors.Is(later.err, context.Canceled) {
		t.Errorf("a load after Close: %v, want that it is cancelled", later.err)
	}
	if files, _ := os.ReadDir(folder); len(files) > 0 {
		t.Errorf("%d files were saved", len(files))
	}
}
