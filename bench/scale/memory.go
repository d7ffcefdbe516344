package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/projects"
)

// memoryCosts prints the memory that projects of several sizes take, and the
// time of the first request for them, built and loaded from files. With -heap it stores profiles of the
// heap.
func memoryCosts(ctx context.Context, s settings) error {
	defer debug.SetGCPercent(debug.SetGCPercent(measure.ServerGC))
	_, words, err := stores.ReadWords(s.data)
	if err != nil {
		return err
	}
	costs := measure.NewTable("entities", "edges", "store", "import", "graph from cold", "with index", "graph, bytes an entity", "with index",
		"accounted / measured", "peak, with index", "saved in", "bytes saved an entity", "graph from files", "with index")
	for size := range strings.SplitSeq(s.sizes, ",") {
		entities, err := strconv.Atoi(size)
		if err != nil || entities < 1 {
			return fmt.Errorf("-sizes: expected numbers of entities with commas; got %q", size)
		}
		for _, db := range strings.Split(s.db, ",") {
			if err := s.memoryOf(ctx, db, entities, words, costs); err != nil {
				return fmt.Errorf("%d entities: %w", entities, err)
			}
		}
	}
	costs.Print()
	return nil
}

func (s settings) memoryOf(ctx context.Context, db string, entities int, words []string, costs *measure.Table) error {
	subject, imported, err := s.large(ctx, db, entities, words)
	if err != nil {
		return err
	}
	defer subject.Close()
	ids := []string{graph.ID(stores.EntityName(0))}
	before := measure.HeapInUse()
	cache := projects.New(subject.Store, projects.Options{})
	var took [2]time.Duration
	var heap, peak [2]uint64
	var set projects.Set
	measure.ForgetPeak()
	for i, parts := range []projects.Parts{{}, {Index: true}} {
		start := time.Now()
		if set, err = cache.Get(ctx, ids, parts); err != nil {
			return err
		}
		took[i], peak[i] = time.Since(start), measure.Peak()
		heap[i] = max(measure.HeapInUse(), before) - before // less if more was freed meanwhile
		if err := s.keepHeap(fmt.Sprintf("%s-%d-%d", db, entities, i)); err != nil {
			return err
		}
	}
	each := func(n uint64) uint64 { return n / uint64(entities) }
	accounted, edges := float64(cache.Stats().Bytes)/float64(heap[1]), set[0].Graph.EdgeCount()
	runtime.KeepAlive(cache)
	files, err := savedCosts(ctx, subject, ids)
	if err != nil {
		return err
	}
	costs.Add(entities, edges, subject.Name, imported, measure.Seconds(took[0]), measure.Seconds(took[0]+took[1]), each(heap[0]),
		each(heap[1]),
		fmt.Sprintf("%.2f", accounted), measure.Megabytes(peak[0])+", "+measure.Megabytes(peak[1]),
		measure.Seconds(files.saving), each(files.bytes), measure.Seconds(files.graph), measure.Seconds(files.graph+files.index))
	return nil
}

// fileCosts are the costs of the files of projects: their bytes, the time to save
// them, and the times of the first requests of a process that loads them.
type fileCosts struct {
	bytes                uint64
	saving, graph, index time.Duration
}

// savedCosts saves projects and loads them again.
func savedCosts(ctx context.Context, subject *stores.Subject, ids []string) (costs fileCosts, err error) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return costs, err
	}
	defer os.RemoveAll(folder)
	saving := projects.New(subject.Store, projects.Options{Folder: folder})
	if _, err := saving.Get(ctx, ids, projects.Parts{Index: true}); err != nil {
		return costs, err
	}
	start := time.Now()
	saving.Close(ctx)
	costs.saving = time.Since(start)
	files, err := os.ReadDir(folder)
	if err != nil {
		return costs, err
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			return costs, err
		}
		costs.bytes += uint64(info.Size())
	}
	runtime.GC()
	loading := projects.New(subject.Store, projects.Options{Folder: folder})
	for _, part := range []struct {
		parts projects.Parts
		took  *time.Duration
	}{{projects.Parts{}, &costs.graph}, {projects.Parts{Index: true}, &costs.index}} {
		start := time.Now()
		if _, err := loading.Get(ctx, ids, part.parts); err != nil {
			return costs, err
		}
		*part.took = time.Since(start)
	}
	return costs, nil
}

// keepHeap writes a profile of the heap into the folder of -heap.
func (s settings) keepHeap(name string) error {
	if s.heap == "" {
		return nil
	}
	out, err := os.Create(filepath.Join(s.heap, name+".pprof"))
	if err != nil {
		return err
	}
	defer out.Close()
	return pprof.Lookup("heap").WriteTo(out, 0)
}

// large opens a store with one project with a number of entities.
func (s settings) large(ctx context.Context, db string, entities int, words []string) (subject *stores.Subject, imported string,
	err error) {
	subject, took, err := s.synthetic(ctx, db, fmt.Sprintf("one-project-%d", entities),
		func(out io.Writer) error { return stores.SynthesizeOne(out, entities, words) })
	if took == 0 {
		return subject, "before", err
	}
	return subject, fmt.Sprintf("%.0f/s", float64(entities)/took.Seconds()), err
}

// synthetic opens a store with the NDJSON that write writes, and returns how long
// its import took. For SQLite, it uses a store that was imported before, from the
// folder of stores; then that is 0.
func (s settings) synthetic(ctx context.Context, db, name string, write func(io.Writer) error) (subject *stores.Subject, took time.Duration,
	err error) {
	in, out := io.Pipe()
	defer in.Close()
	begin := func() io.Reader {
		go func() { out.CloseWithError(write(out)) }()
		return in
	}
	switch db {
	case "postgres":
		return stores.FilledPostgres(ctx, begin())
	case "sqlite":
		place := filepath.Join(s.stores, name)
		if _, err := os.Stat(place); err == nil {
			subject, err := stores.OpenSQLite(ctx, place)
			return subject, 0, err
		}
		return stores.Imported(ctx, begin(), place)
	}
	return nil, 0, fmt.Errorf("-db: %q is neither sqlite nor postgres", db)
}
