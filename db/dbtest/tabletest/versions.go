package tabletest

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/lists"
)

// Fixtures are stored databases, one for each version of a store's tables:
// testdata/v1.db.gz, and so on.
type Fixtures struct {
	Extension string // the extension of the files: ".db.gz"
	// Create returns an empty store, and a function that saves its database.
	Create func(t testing.TB, options sqlstore.Options) (store fixture.Store, save func(file string))
	// Open returns a store on a saved database, and a connection to it.
	Open func(t testing.TB, file string, options sqlstore.Options) (fixture.Store, *sql.DB)
}

// OlderVersions tests that the databases of all earlier versions are upgraded:
// their tables become the declared ones, their contents are read, and writing
// works. A database of the current version must exist, for tests of later
// versions; -update creates it. A stored database is never overwritten.
func OlderVersions(t *testing.T, s Schema, f Fixtures) {
	present := fmt.Sprintf("testdata/v%d%s", len(read(t, s.Migrations.Files)), f.Extension)
	if found, _ := filepath.Glob(present); len(found) == 0 && *fixture.Update {
		store, save := f.Create(t, versionOptions)
		writeHistory(t, store)
		save(present)
	} else if len(found) == 0 {
		t.Errorf("%s is missing: go generate ./db/... makes it, with the present version of the program", present)
	}
	files, err := filepath.Glob("testdata/v*" + f.Extension)
	if err != nil || len(files) == 0 {
		t.Fatalf("found no stored databases: %v", err)
	}
	want := s.declared(t)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			store, database := f.Open(t, file, versionOptions)
			fixture.CheckColumns(t, &fixture.F{T: t, Store: store, Ann: fixture.As("ann")})
			fixture.CheckIDs(t, database)
			checkHistory(t, store, strings.TrimSuffix(file, f.Extension)+".golden")
			fixture.CheckIDs(t, database)
			if left := (difference{s.parts(t, database), want}).String(); left != "" {
				t.Errorf("the upgraded tables are not the declared ones:\n%s", left)
			}
		})
	}
}

var versionOptions = sqlstore.Options{Now: func() time.Time { return fixture.Start }, Migrate: true}

// historyModel is the embedding model of the stored vectors.
const historyModel = "small"

// writeHistory writes some of everything that is stored: entities of all kinds,
// deleted ones, edges, record types, members, terms and vectors.
func writeHistory(t testing.TB, store fixture.Store) {
	entities := fixture.OneOfEach()
	entities[0].(*graph.Project).IsPublic = false
	project := entities[0].Self().ID
	gone := fixture.NewTask(project, "gone")
	batch := &graph.Batch{
		Entities:    append(entities, gone),
		RecordTypes: []graph.RecordType{{ID: "person", Name: "Person", Fields: []graph.RecordField{{Name: "role", Type: "text"}}}},
		Analyse:     func(e graph.Entity) []byte { return []byte(e.Self().ID) },
	}
	for _, entity := range entities[1:] {
		batch.Edges = append(batch.Edges, fixture.NewEdge(entities[0], graph.RelContains, entity))
	}
	batch.Edges[0].Props = fixture.Object(`{"why": "because"}`)
	unlinked := fixture.NewEdge(entities[1], graph.RelRelatesTo, gone)
	batch.Edges = append(batch.Edges, unlinked)
	for _, b := range []*graph.Batch{batch, {
		Deleted:  []graph.Ref{gone.Ref()},
		Unlinked: []string{graph.EdgeID(unlinked.Src.ID, unlinked.Rel, unlinked.Dst.ID)},
	}} {
		if _, err := store.Write(fixture.As("ann"), b); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Grant(fixture.As("ann"), project, graph.ID("bob"), graph.AccessRead); err != nil {
		t.Fatal(err)
	}
	vector := graph.Vector{Entity: entities[1].Self().Ref(), Hash: []byte("hash"), Values: []float32{1, -.5}}
	if err := store.PutVectors(fixture.As("ann"), historyModel, []graph.Vector{vector}); err != nil {
		t.Fatal(err)
	}
}

// checkHistory compares everything that a store reads with a golden file, and
// then writes to the store.
func checkHistory(t *testing.T, store fixture.Store, file string) {
	f := &fixture.F{T: t, Store: store, Now: fixture.Start, Ann: fixture.As("ann"), Bob: fixture.As("bob")}
	history := storedHistory(f)
	exported := f.Exported(nil)
	fixture.Golden(t, file, fmt.Sprintf("%supdated by its own export: %v\n", history, f.Write(exported).Updated))
	if got := f.Write(exported); len(got.Created)+len(got.Updated) > 0 {
		t.Errorf("its own export, written twice, changed %v", got)
	}
	checkCompleted(f)
	entities := fixture.OneOfEach()
	for _, entity := range entities {
		entity.Self().ID = graph.ID("new " + string(entity.Self().Kind))
		entity.Self().ProjectID = graph.ID("new project")
	}
	if got := f.WriteEntities(entities...); len(got.Created) != len(graph.Kinds) {
		t.Errorf("new entities: got %v", got)
	}
	if got := f.Changes(graph.ID("new project"), 0); len(got.Entities) != len(graph.Kinds) {
		t.Errorf("got %d new entities", len(got.Entities))
	}
}

// checkCompleted checks that lists contain the entities of all kinds in the
// order of their labels, which older versions did not store. A database that is
// older than a kind has no entities of the kind.
func checkCompleted(f *fixture.F) {
	f.Helper()
	byLabel := []lists.Order{{Field: lists.OrderLabel}}
	listed := 0
	for _, spec := range graph.Kinds {
		page := f.List(lists.List{Kind: spec.Kind, Order: byLabel, First: 200})
		listed += len(page.Entities)
		if !slices.Equal(fixture.IDs(page.Entities), fixture.IDs(fixture.Sorted(page.Entities, byLabel))) {
			f.Errorf("%s are not in the order of their labels: %v", spec.Plural, fixture.IDs(page.Entities))
		}
	}
	if listed == 0 {
		f.Error("nothing is listed")
	}
}

// history returns the contents of a store as text.
func storedHistory(f *fixture.F) string {
	f.Helper()
	var out strings.Builder
	out.WriteString(fixture.Written(f.Exported(nil)))
	for _, who := range []context.Context{f.Ann, f.Bob, fixture.As("eve")} {
		revisions, err := f.Store.Revisions(who, nil)
		if err != nil {
			f.Fatal(err)
		}
		fmt.Fprintf(&out, "revisions for %s: %v\n", graph.ActorFrom(who).Name, revisions)
	}
	project := fixture.OneOfEach()[0].Self().ID
	fmt.Fprintf(&out, "changes %s\n", fixture.Changed(f.Changes(project, 1)))
	var terms []graph.Terms
	if err := f.Store.Terms(f.Ann, graph.Revision{ProjectID: project}, func(t graph.Terms) { terms = append(terms, t) }); err != nil {
		f.Fatal(err)
	}
	slices.SortFunc(terms, func(a, b graph.Terms) int { return strings.Compare(a.ID, b.ID) })
	for _, t := range terms {
		fmt.Fprintf(&out, "terms %s %q\n", t.Kind, t.Data)
	}
	fmt.Fprintf(&out, "vectors %s\n", fixture.VectorsOf(f.Ann, f, historyModel, project, 0))
	return out.String()
}

// LaterVersion tests that opening a database with tables of a later version
// fails, with or without Migrate. database is a connection to the database that
// open opens.
func LaterVersion(t *testing.T, s Schema, database *sql.DB, open func(sqlstore.Options) (*sqlstore.Store, error)) {
	s.migrate(t, database, nil)
	known := len(read(t, s.Migrations.Files))
	later := fmt.Sprint(known + 7)
	execute(t, database, "INSERT INTO goose_db_version (version_id, is_applied) VALUES ("+later+", TRUE)")
	for _, migrate := range []bool{false, true} {
		store, err := open(sqlstore.Options{Migrate: migrate})
		if err == nil {
			t.Fatalf("migrate %v: a later version was opened: %v", migrate, store.Close())
		}
		want := fmt.Sprintf("expected tables of version %d or earlier; got version %s: use the later version of dossier", known, later)
		if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), want) {
			t.Errorf("migrate %v: got %v, want %s", migrate, err, want)
		}
	}
	execute(t, database, "DELETE FROM goose_db_version WHERE version_id = "+later)
	store, err := open(sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

func execute(t testing.TB, database *sql.DB, statement string) {
	t.Helper()
	if _, err := database.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
