package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"dossier/bench/measure"
	"dossier/bench/served"
	"dossier/bench/stores"
	"dossier/db/engine"
	"dossier/db/managed"
	"dossier/db/schema"
	"dossier/graph"
)

// importCosts prints the time, the processor time and the memory of imports of
// one project of several sizes, by the command line into an empty store, beside
// the time for the least that an import has to do: decoding the lines, and
// writing the rows without and with indexes.
func importCosts(ctx context.Context, s settings) error {
	_, words, err := stores.ReadWords(s.data)
	if err != nil {
		return err
	}
	folder, program, err := served.Build(ctx)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	costs := measure.NewTable("entities", "store", "time", "a second", "processor", "peak memory", "decoding the lines", "rows with keys",
		"and search vectors", "and indexes")
	for size := range strings.SplitSeq(s.sizes, ",") {
		entities, err := strconv.Atoi(size)
		if err != nil || entities < 1 {
			return fmt.Errorf("-sizes: expected numbers of entities with commas; got %q", size)
		}
		file, err := synthesizeFile(filepath.Join(folder, size+".ndjson"), entities, words)
		if err != nil {
			return err
		}
		for _, db := range strings.Split(s.db, ",") {
			if err := importCost(ctx, program, db, file, entities, costs); err != nil {
				return fmt.Errorf("%s, %d entities: %w", db, entities, err)
			}
		}
	}
	costs.Print()
	return nil
}

// synthesizeFile writes a file with one project, and returns its path.
func synthesizeFile(path string, entities int, words []string) (string, error) {
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	return path, errors.Join(stores.SynthesizeOne(out, entities, words), out.Flush(), file.Close())
}

// importCost imports a file in a process of its own.
func importCost(ctx context.Context, program, kind, file string, entities int, costs *measure.Table) error {
	folder, err := os.MkdirTemp(filepath.Dir(file), kind)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	url, rows := "sqlite:"+filepath.Join(folder, "import.db"), sqliteRows
	if kind == "postgres" {
		server, err := managed.Start(ctx, filepath.Join(folder, "postgres"), managed.Options{})
		if err != nil {
			return err
		}
		defer func() { _ = server.Stop() }() // its folder is removed in any case
		if url, err = server.Database(ctx, "bench"); err != nil {
			return err
		}
		rows = postgresRows
	}
	command := exec.CommandContext(ctx, program, "import", "--db="+url, file)
	start := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("import: %w\n%s", err, out)
	}
	took, usage := time.Since(start), command.ProcessState.SysUsage().(*syscall.Rusage)
	decoding, err := decodingTime(file)
	if err != nil {
		return err
	}
	floors, err := rows(ctx, url)
	if err != nil {
		return fmt.Errorf("write rows: %w", err)
	}
	costs.Add(entities, kind, measure.Seconds(took), fmt.Sprintf("%.0f", float64(entities)/took.Seconds()),
		measure.Seconds(command.ProcessState.UserTime()+command.ProcessState.SystemTime()), fmt.Sprint(usage.Maxrss*1024/1e6, " MB"),
		measure.Seconds(decoding), floors[0], floors[1], floors[2])
	return nil
}

// decodingTime returns how long it takes to decode the lines of a file.
func decodingTime(path string) (time.Duration, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	start := time.Now()
	lines := json.NewDecoder(bufio.NewReaderSize(file, 1<<20))
	for err == nil {
		var line map[string]json.RawMessage
		err = lines.Decode(&line)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return time.Since(start), err
}

// sqliteRows copies the rows of all tables into a new file with the same tables,
// and then creates their indexes. It returns how long both took.
func sqliteRows(ctx context.Context, url string) (floors [3]string, err error) {
	path := strings.TrimPrefix(url, "sqlite:")
	conn, err := driver.Open("file:"+path+".rows", func(conn *sqlite3.Conn) error {
		return conn.Exec("PRAGMA synchronous = normal; PRAGMA cache_size = -96000; PRAGMA temp_store = file") // as an import does
	})
	if err != nil {
		return floors, err
	}
	defer conn.Close()
	conn.SetMaxOpenConns(1) // the other file is attached to a connection
	run := func(statements []string) (string, error) {
		start := time.Now()
		for _, statement := range statements {
			if _, err := conn.ExecContext(ctx, statement); err != nil {
				return "", fmt.Errorf("%s: %w", statement, err)
			}
		}
		return measure.Seconds(time.Since(start)), nil
	}
	if _, err := conn.ExecContext(ctx, "ATTACH "+sqlite3.Quote(path)+" AS full"); err != nil {
		return floors, err
	}
	tables, err := texts(ctx, conn, "SELECT sql FROM full.sqlite_schema WHERE type = 'table' AND name LIKE 'onto_%'")
	if err != nil {
		return floors, err
	}
	copies := []string{"BEGIN"}
	for _, table := range schema.Tables() {
		copies = append(copies, "INSERT INTO main."+table.Name+" SELECT * FROM full."+table.Name)
	}
	indexes, err := texts(ctx, conn, "SELECT sql FROM full.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
	if err != nil {
		return floors, err
	}
	if _, err := run(tables); err != nil {
		return floors, err
	}
	if floors[0], err = run(copies); err != nil {
		return floors, err
	}
	floors[1] = "–"
	indexes = slices.Insert(indexes, 0, "PRAGMA cache_size = -32000") // a sort takes as much memory, and twice that for a moment
	floors[2], err = run(append(indexes, "COMMIT"))
	return floors, err
}

// texts returns the texts that a query returns.
func texts(ctx context.Context, conn *sql.DB, query string) (found []string, err error) {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	return found, rows.Err()
}

// postgresRows copies the rows of all tables through a client into tables like
// them: with their keys, with search vectors, and with all indexes. It returns
// how long each took.
func postgresRows(ctx context.Context, url string) (floors [3]string, err error) {
	from, err := pgx.Connect(ctx, url)
	if err != nil {
		return floors, err
	}
	defer from.Close(ctx)
	into, err := pgx.Connect(ctx, url)
	if err != nil {
		return floors, err
	}
	defer into.Close(ctx)
	for i := range floors {
		var took time.Duration
		for _, table := range schema.Tables() {
			one, err := copyLike(ctx, from, into, table, i > 0, i > 1)
			if err != nil {
				return floors, fmt.Errorf("%s: %w", table.Name, err)
			}
			took += one
		}
		floors[i] = measure.Seconds(took)
	}
	return floors, nil
}

// copyLike copies the rows of a table into a new table like it, which the server
// gives search vectors and all indexes if wanted.
func copyLike(ctx context.Context, from, into *pgx.Conn, table engine.Table, vectors, indexes bool) (took time.Duration, err error) {
	create := fmt.Sprintf("CREATE TABLE bench_rows (LIKE %s INCLUDING DEFAULTS); ALTER TABLE bench_rows ADD PRIMARY KEY (%s)", table.Name,
		strings.Join(table.Key, ", "))
	if indexes {
		create = fmt.Sprintf("CREATE TABLE bench_rows (LIKE %s INCLUDING DEFAULTS INCLUDING INDEXES)", table.Name)
	}
	searched := slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool { return spec.Table == table.Name })
	if vectors && searched {
		create += fmt.Sprintf("; CREATE TRIGGER vectors BEFORE INSERT ON bench_rows FOR EACH ROW EXECUTE FUNCTION %s_vector()", table.Name)
	}
	if _, err := into.Exec(ctx, create, pgx.QueryExecModeSimpleProtocol); err != nil {
		return 0, err
	}
	columns := strings.Join(table.Names(), ", ")
	out, in := io.Pipe()
	defer out.Close()
	go func() {
		_, err := from.PgConn().CopyTo(ctx, in, fmt.Sprintf("COPY %s (%s) TO STDOUT (FORMAT binary)", table.Name, columns))
		in.CloseWithError(err)
	}()
	start := time.Now()
	if _, err := into.PgConn().CopyFrom(ctx, out, fmt.Sprintf("COPY bench_rows (%s) FROM STDIN (FORMAT binary)", columns)); err != nil {
		return 0, err
	}
	took = time.Since(start)
	_, err = into.Exec(ctx, "DROP TABLE bench_rows")
	return took, err
}
