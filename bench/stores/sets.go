package stores

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/bench/sets"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// OfSet opens a store with the graph of a set. For SQLite, it uses a store
// that was imported before, from the folder of stores.
func OfSet(ctx context.Context, db string, set sets.Set, folder string) (*Subject, error) {
	data, err := set.NDJSON()
	if err != nil {
		return nil, err
	}
	switch db {
	case "postgres":
		subject, _, err := FilledPostgres(ctx, bytes.NewReader(data))
		return subject, err
	case "sqlite":
		mark, err := fingerprint(ctx, data)
		if err != nil {
			return nil, fmt.Errorf("probe import: %w", err)
		}
		place := filepath.Join(folder, FileName(set)+"-"+mark)
		if _, err := os.Stat(place); err == nil {
			return OpenSQLite(ctx, place)
		}
		subject, _, err := Imported(ctx, bytes.NewReader(data), place)
		return subject, err
	}
	return nil, fmt.Errorf("-db: %q is neither sqlite nor postgres", db)
}

// FileName returns the name of a set for file names.
func FileName(set sets.Set) string {
	return strings.NewReplacer("/", "-", " ", "-", ",", "").Replace(set.Name())
}

// FilledPostgres imports into a new server, removed when the store is closed, and
// returns how long that took.
func FilledPostgres(ctx context.Context, in io.Reader) (*Subject, time.Duration, error) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, 0, err
	}
	s, err := OpenPostgres(ctx, folder)
	if err != nil {
		return nil, 0, err
	}
	stop := s.Close
	s.Close = func() {
		stop()
		_ = os.RemoveAll(folder) // in the folder for temporary files
	}
	took, err := s.Load(ctx, in, searchtext.Analyse)
	return s, took, err
}

// Imported imports into a folder with another name first, so that an
// interrupted import is not taken for a complete one. If another process was
// faster, it uses that process's folder. It returns how long the import took.
func Imported(ctx context.Context, in io.Reader, place string) (*Subject, time.Duration, error) {
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return nil, 0, err
	}
	unfinished, err := os.MkdirTemp(filepath.Dir(place), "unfinished-")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(unfinished)
	s, err := OpenSQLite(ctx, unfinished)
	if err != nil {
		return nil, 0, err
	}
	took, err := s.Load(ctx, in, searchtext.Analyse)
	s.Close()
	if err != nil {
		return nil, 0, err
	}
	if err := os.Rename(unfinished, place); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, 0, err
	}
	s, err = OpenSQLite(ctx, place)
	return s, took, err
}

// probed is the number of lines of an import that are analysed to detect
// changes of analysis.
const probed = 300

// fingerprint returns a text that identifies an import by its data, its tables,
// and the analysis of its first lines.
func fingerprint(ctx context.Context, data []byte) (string, error) {
	whole := sha256.Sum256(data)
	sum := sha256.New()
	sum.Write(whole[:])
	lines, err := firstLines(data, probed)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	s, err := OpenSQLite(ctx, folder)
	if err != nil {
		return "", err
	}
	defer s.Close()
	var all analyses
	if _, err = ndjson.Import(ctx, s.Store, bytes.NewReader(lines), ndjson.Options{OnError: ndjson.Skip, Analyse: all.analyse}); err != nil {
		return "", err
	}
	all.write(sum)
	tables, err := s.Floor(ctx, "SELECT group_concat(sql) FROM (SELECT sql FROM sqlite_schema ORDER BY name)")
	sum.Write([]byte(tables))
	return fmt.Sprintf("%x", sum.Sum(nil)[:6]), err
}

// analyses collects the analyses of an import, which is concurrent.
type analyses struct {
	mu   sync.Mutex
	list [][]byte
}

func (a *analyses) analyse(e graph.Entity) []byte {
	analysed := searchtext.Analyse(e)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, analysed)
	return analysed
}

// write writes the analyses in an order that depends only on them.
func (a *analyses) write(sum hash.Hash) {
	slices.SortFunc(a.list, bytes.Compare)
	for _, analysed := range a.list {
		sum.Write(analysed)
	}
}

// firstLines returns the first n lines of NDJSON, uncompressed.
func firstLines(data []byte, n int) ([]byte, error) {
	var in io.Reader = bytes.NewReader(data)
	if sets.IsPacked(data) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = unpacked
	}
	var first bytes.Buffer
	lines := bufio.NewReader(in)
	for range n {
		line, err := lines.ReadBytes('\n')
		first.Write(line)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return first.Bytes(), nil
}
