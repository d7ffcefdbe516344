// Package migrations upgrades the tables of a database by numbered SQL files.
package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"dossier/graph"
)

// Migrations are numbered SQL files that create the tables of a store, or
// upgrade those of an older version.
type Migrations struct {
	Files   fs.FS         // the files in a folder "migrations"
	Dialect goose.Dialect // of goose's own statements
	// HasVersions is the query whether goose's table of versions exists.
	HasVersions string
	Options     []goose.ProviderOption // further options of goose
}

// Up runs the migrations that a database lacks. It fails if [Migrations.Check]
// does. name is the name of the database in errors.
func (m *Migrations) Up(ctx context.Context, database *sql.DB, name string) error {
	provider, err := m.provider(database)
	if err != nil {
		return err
	}
	if err := m.check(ctx, provider, database, name); err != nil {
		return err
	}
	return m.up(ctx, provider, database)
}

// The maximum number of attempts to run one migration, and the pause between two.
// By eye.
const (
	mostAttempts = 10
	attemptPause = 100 * time.Millisecond
)

// up runs the migrations that a database lacks. One fails if another process runs
// it at the same time, which SQLite has no lock for, and is then no longer lacking.
func (m *Migrations) up(ctx context.Context, provider *goose.Provider, database *sql.DB) error {
	reached := int64(-1)
	for attempts := 1; ; attempts++ {
		_, err := provider.Up(ctx)
		if err == nil {
			return nil
		}
		version, unread := m.version(ctx, database)
		if version > reached {
			reached, attempts = version, 1
		}
		if unread != nil || attempts == mostAttempts {
			return fmt.Errorf("run migrations: %w", err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("run migrations: %w", err)
		case <-time.After(attemptPause):
		}
	}
}

// Check returns an UNAVAILABLE error if a later version of the program upgraded
// a database. It changes nothing.
func (m *Migrations) Check(ctx context.Context, database *sql.DB, name string) error {
	provider, err := m.provider(database)
	if err != nil {
		return err
	}
	return m.check(ctx, provider, database, name)
}

// CheckPresent returns an UNAVAILABLE error unless a database has the tables of
// this version. It changes nothing.
func (m *Migrations) CheckPresent(ctx context.Context, database *sql.DB, name string) error {
	provider, err := m.provider(database)
	if err != nil {
		return err
	}
	if err := m.check(ctx, provider, database, name); err != nil {
		return err
	}
	version, err := m.version(ctx, database)
	switch known := latest(provider); {
	case err != nil:
		return fmt.Errorf("read the version of the tables: %w", err)
	case version == 0:
		return unfit(name, graph.FaultNoTables, noTables)
	case version < known:
		return unfit(name, graph.FaultOld, "the store has tables of version %d, and this program needs version %d; run dossier migrate",
			version, known)
	}
	return nil
}

// CheckAny returns an UNAVAILABLE error unless a database has tables of some
// version. It changes nothing.
func (m *Migrations) CheckAny(ctx context.Context, database *sql.DB, name string) error {
	switch version, err := m.version(ctx, database); {
	case err != nil:
		return fmt.Errorf("read the version of the tables: %w", err)
	case version == 0:
		return unfit(name, graph.FaultNoTables, noTables)
	}
	return nil
}

const noTables = "the store has no tables; run dossier migrate, or check its name"

// unfit returns an UNAVAILABLE error about a database.
func unfit(name string, fault graph.Fault, format string, args ...any) error {
	return &graph.Error{Code: graph.CodeUnavailable, Fault: fault, Text: fmt.Sprintf(format, args...), Place: name}
}

// latest returns the number of the last migration of the program.
func latest(provider *goose.Provider) int64 {
	sources := provider.ListSources() // in order, at least one
	return sources[len(sources)-1].Version
}

// indexed matches a statement that creates or removes an index.
var indexed = regexp.MustCompile(`(?m)^(CREATE|DROP)(?: UNIQUE)? INDEX (?:IF (?:NOT )?EXISTS )?(\w+)[^;]*;`)

// Indexes returns the statements that create the indexes of the last version, by
// name.
func (m *Migrations) Indexes() (map[string]string, error) {
	files, err := fs.Glob(m.Files, "migrations/*.sql") // in order
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	created := map[string]string{}
	for _, file := range files {
		text, err := fs.ReadFile(m.Files, file)
		if err != nil {
			return nil, fmt.Errorf("read migrations: %w", err)
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		for _, statement := range indexed.FindAllStringSubmatch(up, -1) {
			delete(created, statement[2])
			if statement[1] == "CREATE" {
				created[statement[2]] = statement[0]
			}
		}
	}
	return created, nil
}

func (m *Migrations) provider(database *sql.DB) (*goose.Provider, error) {
	folder, err := fs.Sub(m.Files, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	provider, err := goose.NewProvider(m.Dialect, database, whole{folder}, m.Options...)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return provider, nil
}

// whole is a folder of migrations that goose runs as one statement each. It
// would look for the end of a statement in every line, with a buffer of 4 MB
// each time, which took a quarter of the tests of stores with the race detector.
type whole struct{ fs.FS }

// Open implements [fs.FS].
func (w whole) Open(name string) (fs.File, error) {
	file, err := w.FS.Open(name)
	if err != nil || path.Ext(name) != ".sql" {
		return file, err
	}
	text, err := io.ReadAll(file)
	if err != nil {
		_ = file.Close() // the first error says more
		return nil, err
	}
	return migration{file, oneStatement(string(text))}, nil
}

// A migration is a file with another text.
type migration struct {
	fs.File
	text io.Reader
}

// Read implements [fs.File].
func (m migration) Read(p []byte) (int, error) { return m.text.Read(p) }

// oneStatement returns the text of a migration with all statements of each
// direction in one that goose does not look into.
func oneStatement(text string) io.Reader {
	const begin, end, up, down = "-- +goose StatementBegin\n", "-- +goose StatementEnd\n", "-- +goose Up\n", "-- +goose Down\n"
	enclose := strings.NewReplacer(begin, "", end, "", up, up+begin, down, end+down+begin)
	return strings.NewReader(enclose.Replace(text) + "\n" + end)
}

func (m *Migrations) check(ctx context.Context, provider *goose.Provider, database *sql.DB, name string) error {
	known := latest(provider)
	version, err := m.version(ctx, database)
	if err != nil {
		return fmt.Errorf("read the version of the tables: %w", err)
	}
	if version > known {
		return unfit(name, graph.FaultLater,
			"expected tables of version %d or earlier; got version %d: use the later version of dossier that upgraded them", known, version)
	}
	return nil
}

// version returns the number of a database's last migration, 0 for none.
func (m *Migrations) version(ctx context.Context, database *sql.DB) (version int64, err error) {
	var versioned bool
	if err := database.QueryRowContext(ctx, m.HasVersions).Scan(&versioned); err != nil || !versioned {
		return 0, err
	}
	err = database.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM "+goose.DefaultTablename).Scan(&version)
	return version, err
}
