// Package dbtest has the contract of a store as tests, the same for every
// database. They test the Stores of packages query, similarity, access and
// auth, and that the migrations of a store create the declared tables.
// README.md explains how to add a store.
package dbtest

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"dossier/auth"
	"dossier/db"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/history"
	"dossier/graph/lists"
	"dossier/graph/query"
	"dossier/graph/similarity"
)

// A Store is a store under test.
type Store interface {
	query.Store
	similarity.Store
	access.Store
	auth.Store
	// Audit returns the latest entries of the audit, at most limit.
	Audit(ctx context.Context, limit int) ([]history.AuditEntry, error)
	// Prune removes what is older than the retention.
	Prune(ctx context.Context, before history.Retention) (history.Pruned, error)
	// Close closes the store.
	Close() error
}

// contract are the tests of every store.
var contract = []struct {
	name string
	run  func(*fixture)
}{
	{"every column", everyColumn},
	{"light texts are cut", lightTextsAreCut},
	{"hostile text", hostileText},
	{"refused text", refusedText},
	{"hostile numbers", hostileNumbers},
	{"entities by id", entitiesByID},
	{"projects of an actor", readableProjects},
	{"ids by beginning", idsByBeginning},
	{"list orders", listOrders},
	{"list filters", listFilters},
	{"list pages", listPages},
	{"list columns", listColumns},
	{"labels are collated", labelsAreCollated},
	{"random filters", randomFilters},
	{"hostile filters", hostileFilters},
	{"empty alternatives", emptyAlternatives},
	{"nested lists", nestedLists},
	{"nested pages", nestedPages},
	{"groups", groups},
	{"periods in time zones", periodsInZones},
	{"owners", owners},
	{"scope of lists", scopeOfLists},
	{"access scope", accessScope},
	{"writing needs access", writingNeedsAccess},
	{"forbidden looks unknown", forbiddenLooksUnknown},
	{"grant", grant},
	{"deleted project", deletedProject},
	{"keys limit reading", keyScope},
	{"keys limit writing", keysWrite},
	{"keys", keys},
	{"keys of members", keysOfMembers},
	{"the last admin", lastAdmin},
	{"actors", actors},
	{"members", memberList},
	{"pages of members", spans},
	{"transactions of access", transactions},
	{"audit", audited},
	{"times", times},
	{"given times are content", givenTimesAreContent},
	{"write twice", writeTwice},
	{"the last of a batch is written", lastOfABatch},
	{"all or nothing", allOrNothing},
	{"parts", parts},
	{"merges", merges},
	{"merges of edges", mergesOfEdges},
	{"merges of projects", mergesOfProjects},
	{"merges of old files", mergesOfOld},
	{"merges of names", mergesOfNames},
	{"repeated imports", repeatedImports},
	{"taken ids", takenIDs},
	{"ids are of one project", idsAreOfOneProject},
	{"delete and restore", deleteAndRestore},
	{"link and unlink", linkAndUnlink},
	{"synonyms", synonyms},
	{"record types", recordTypes},
	{"imported records", importedRecords},
	{"terms", terms},
	{"reanalyse", reanalyse},
	{"counts of words", wordCounts},
	{"counts of many words", manyWordCounts},
	{"attention", attention},
	{"changed since", changedSince},
	{"vectors", vectors},
	{"access scope of vectors", vectorScope},
	{"moments", moments},
	{"changes", changes},
	{"changes add up", changesAddUp},
	{"constant statements", constantStatements},
	{"stamps", stamps},
	{"events of writes", eventsOfWrites},
	{"reading events", readingEvents},
	{"deletions", deletedSince},
	{"the past", pastStates},
	{"pruning", pruning},
	{"edits read what they change", editsReadWhatTheyChange},
	{"dry runs", dryRuns},
	{"repeated edits", repeatedEdits},
	{"scope of edits", scopeOfEdits},
	{"export", export},
	{"readers see whole writes", readersSeeWholeWrites},
	{"requests share no rows", requestsShareNoRows},
	{"reads at once", readsAtOnce},
	{"reads follow writes", readsFollowWrites},
	{"writers take turns", writersTakeTurns},
	{"ended context", endedContext},
	{"panics", panics},
	{"closing", closing},
}

// Run tests stores returned by open. Each must be empty; it is used by one
// test, and open must close it when that test ends.
func Run(t *testing.T, open func(t testing.TB, options db.Options) Store) {
	checkColumns(t, newFixture(t, open))
	for _, test := range contract {
		t.Run(test.name, func(t *testing.T) { test.run(newFixture(t, open)) })
	}
}

// RunAccess tests that stores returned by open limit what actors and keys read
// and write. They may be opened with Unchecked, if the database has policies.
func RunAccess(t *testing.T, open func(t testing.TB, options db.Options) Store) {
	for name, test := range map[string]func(*fixture){
		"access scope": scopeOfLive, "keys limit reading": keyScope, "refused writes": refusedWrites, "scope of lists": scopeOfLists,
		"access scope of vectors": vectorScope, "the last admin": lastAdmin, "merges of names": mergesOfNames,
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "scope of lists" {
				t.Skip("hundreds of lists")
			}
			test(newFixture(t, open))
		})
	}
}

// checkColumns stops the tests if a table lacks declared columns, because all
// tests would fail.
func checkColumns(t *testing.T, f *fixture) {
	t.Helper()
	for _, spec := range graph.Kinds {
		if _, err := f.store.List(f.ann, lists.List{Kind: spec.Kind, View: graph.Full, First: 1, Order: byUpdated}); err != nil {
			t.Fatalf("the tables are not the declared ones, see the test of migrations: %v", err)
		}
	}
}

// start is the initial time of a fixture's clock, which only tests advance.
var start = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

// never is a time that no test takes: a store that wrote its notes in the
// background would run statements that tests do not expect.
const never = 24 * time.Hour

// A fixture is an empty store with two actors.
type fixture struct {
	*testing.T
	store    Store
	now      time.Time
	counter  statements.Counter
	ann, bob context.Context
	project  string // of imports that are merged
}

func newFixture(t *testing.T, open func(t testing.TB, options db.Options) Store) *fixture {
	f := &fixture{T: t, now: start, ann: as("ann"), bob: as("bob")}
	f.store = open(t, db.Options{Now: func() time.Time { return f.now }, OnStatement: f.counter.Count, Migrate: true, NotesAfter: never})
	return f
}

// as returns the context of an actor, or one without an actor if name is "".
// Ann administers the deployment.
func as(name string) context.Context {
	if name == "" {
		return context.Background()
	}
	return graph.WithActor(context.Background(), graph.Actor{ID: graph.ID(name), Name: name, Admin: name == "ann"})
}

func (f *fixture) write(batch *graph.Batch) *graph.Written {
	f.Helper()
	written, err := f.store.Write(f.ann, batch)
	if err != nil {
		f.Fatal(err)
	}
	return written
}

func (f *fixture) writeEntities(entities ...graph.Entity) *graph.Written {
	f.Helper()
	return f.write(&graph.Batch{Entities: entities})
}

// entity returns the entity with an id, nil if it is not found.
func (f *fixture) entity(ctx context.Context, id string, view graph.View) graph.Entity {
	f.Helper()
	found, err := f.store.Entities(ctx, []graph.Ref{{ID: id}}, view)
	if err != nil {
		f.Fatal(err)
	}
	return found[id]
}

// changes returns the changes of a project after a revision.
func (f *fixture) changes(projectID string, since int64) graph.Changes {
	f.Helper()
	found, err := f.store.Changes(f.ann, []graph.Revision{{ProjectID: projectID, Number: since}})
	if err != nil || len(found) != 1 {
		f.Fatalf("changes: got %d, %v", len(found), err)
	}
	return found[0]
}

func (f *fixture) wantCode(what string, err error, want graph.Code) {
	f.Helper()
	got := graph.Code("none")
	if err != nil {
		got = graph.CodeOf(err)
	}
	if got != want {
		f.Errorf("%s: got %s (%v), want %s", what, got, err, want)
	}
}

func newProject(name string) *graph.Project {
	p := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	p.ID, p.Name = graph.ID(name), name
	return p
}

func newTask(projectID, title string) *graph.Task {
	t := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	t.ID, t.ProjectID, t.Title = graph.ID(projectID+title), projectID, title
	return t
}

func newEdge(src graph.Entity, rel graph.Relation, dst graph.Entity) graph.Edge {
	return graph.Edge{ProjectID: src.Self().ProjectID, Rel: rel, Src: src.Self().Ref(), Dst: dst.Self().Ref()}
}

func ptr[T any](value T) *T { return &value }

var update = flag.Bool("update", false, "write the next migration, missing fixtures and the goldens")

// golden checks that the content of a file is got, or writes it if the tests
// run with -update.
func golden(t testing.TB, name, got string) {
	t.Helper()
	if *update {
		write(t, name, got)
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs; run go generate ./db/... and look at the change", name)
	}
}

// write writes a generated file.
func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
