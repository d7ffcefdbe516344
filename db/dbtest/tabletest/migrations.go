// Package tabletest tests the tables of a store: that its migrations make the declared ones,
// that databases of older versions are upgraded, and that damaged rows keep nobody from
// reading others.
package tabletest

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"dossier/db/dbtest/fixture"
)

// landed is the list of the migrations that databases may have run, with their
// hashes in the format of sha256sum.
const landed = "testdata/migrations.sha256"

// Migrations tests that no landed migration was changed, and that the
// migrations of a store create the declared tables. If they do not, the error
// has the next migration. With -update, that is written instead.
func Migrations(t *testing.T, s Schema) {
	files, want := read(t, s.Migrations.Files), s.declared(t)
	t.Run("landed files", func(t *testing.T) { checkLanded(t, files) })
	t.Run("declared tables", func(t *testing.T) { s.checkDeclared(t, files, want) })
	t.Run("written migrations", func(t *testing.T) { s.checkUpgrade(t, want) })
}

// read returns a copy of the migration files.
func read(t *testing.T, from fs.FS) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(from, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

// checkLanded compares the files with their hashes. With -update, it adds new
// files to the list.
func checkLanded(t *testing.T, files fstest.MapFS) {
	list, err := os.ReadFile(landed)
	if err != nil && !*fixture.Update {
		t.Fatal(err)
	}
	problems, added := compareLanded(string(list), files)
	for _, problem := range problems {
		t.Error(problem)
	}
	for _, name := range added {
		if *fixture.Update {
			land(t, name, files[name].Data)
		} else {
			t.Errorf("%s is not in %s; go generate ./db/... adds it. From then on it must not change", name, landed)
		}
	}
}

// compareLanded returns the problems of the listed files, and the names of the
// files that are not listed.
func compareLanded(list string, files fstest.MapFS) (problems, added []string) {
	known := map[string]string{}
	for line := range strings.Lines(list) {
		hash, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		known[name] = hash
		if files[name] == nil {
			problems = append(problems, name+" is missing: databases may have run it; restore it")
		}
	}
	for _, name := range names(files) {
		switch hash := fmt.Sprintf("%x", sha256.Sum256(files[name].Data)); known[name] {
		case hash:
		case "":
			added = append(added, name)
		default:
			problems = append(problems, fmt.Sprintf("%s has changed: databases may have run it; restore it, and write %s for the change",
				name, next(files, "change")))
		}
	}
	return problems, added
}

// land adds a migration to the list of landed ones.
func land(t testing.TB, name string, text []byte) {
	t.Helper()
	list, err := os.OpenFile(landed, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	if _, err := fmt.Fprintf(list, "%x  %s\n", sha256.Sum256(text), name); err != nil {
		t.Fatal(err)
	}
}

// checkDeclared compares the tables created by migrations with the declared
// ones.
func (s *Schema) checkDeclared(t *testing.T, files fstest.MapFS, want map[Part]string) {
	database := s.migrated(t, nil)
	before := difference{s.parts(t, database), want}
	changed := before.parts()
	if len(changed) == 0 {
		return
	}
	name, text := next(files, s.subject(changed)), migration(s.upgrade(before))
	files[name] = &fstest.MapFile{Data: []byte(text)}
	s.migrate(t, database, files)
	after := difference{s.parts(t, database), want}
	if *fixture.Update {
		fixture.Write(t, name, text)
		land(t, name, []byte(text))
	}
	if len(after.parts()) > 0 {
		t.Errorf("%s must also do by hand what is left:\n%s", name, after)
	}
	if !*fixture.Update {
		t.Errorf("the migrations do not make the declared tables:\n%s\nWrite the next migration, %s, or let go generate ./db/... write it:\n\n%s",
			before, name, text)
	}
}

// checkUpgrade tests that the migration for a database without tables creates
// all of them. A new store starts with it.
func (s *Schema) checkUpgrade(t *testing.T, want map[Part]string) {
	files := fstest.MapFS{"migrations/00001_tables.sql": {Data: []byte("-- +goose Up\n")}}
	database := s.migrated(t, files)
	text := migration(s.upgrade(difference{s.parts(t, database), want}))
	files[next(files, "tables")] = &fstest.MapFile{Data: []byte(text)}
	s.migrate(t, database, files)
	if left := (difference{s.parts(t, database), want}).String(); left != "" {
		t.Errorf("the written migration does not make the declared tables:\n%s", left)
	}
}

// next returns the name of the next migration.
func next(files fstest.MapFS, subject string) string {
	return fmt.Sprintf("migrations/%05d_%s.sql", len(files)+1, subject)
}

// subject returns the changed parts as a file name: "tasks_color" for a column,
// "tasks" for a table, "tables" for several. Triggers, indexes and computed columns, which
// differ between the stores, count only if no table or other column has changed, so
// that a change has one name on all stores.
func (s *Schema) subject(changed []Part) string {
	tabular := slices.DeleteFunc(slices.Clone(changed), func(part Part) bool {
		isExtra := slices.ContainsFunc(s.Extras, func(extra Extra) bool { return extra.Part == part })
		return isExtra || part.Kind != "table" && part.Kind != "column"
	})
	if len(tabular) > 0 {
		changed = tabular
	}
	tables, columns := map[string]bool{}, []string{}
	for _, part := range changed {
		if part.Table != "" {
			tables[part.Table] = true
		}
		if part.Kind == "column" {
			columns = append(columns, part.Name)
		}
	}
	if len(tables) != 1 {
		return "tables"
	}
	name := strings.TrimPrefix(changed[len(changed)-1].Table, "onto_")
	if len(changed) == 1 && len(columns) == 1 {
		return name + "_" + columns[0]
	}
	return name
}

// names returns the names of the files, in order.
func names(files fstest.MapFS) []string {
	list, _ := fs.Glob(files, path.Join("migrations", "*.sql")) // sorted; the pattern is valid
	return list
}
