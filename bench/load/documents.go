package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dossier/bench/measure"
	"dossier/bench/sets"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
	"dossier/graph/searchtext"
)

// documentTokens are the budgets of the documents that -json keeps. The second is that of
// the ones that are measured.
var documentTokens = []int{500, 4000, 12_000}

// documentCosts prints the time, processor time and memory of context documents for the
// questions of the set questions about the sample, for topics about it, and for the same
// topics about a large store. With -heap it keeps profiles of the processor. With -json it
// writes all documents for the questions of the shared sets about -data and the sample to
// a file instead, and with -diff it prints those that differ from a file.
func documentCosts(ctx context.Context, s settings) error {
	if s.kept+s.diff != "" {
		return s.keepDocuments(ctx)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(measure.ServerGC))
	asked, err := sets.ReadPosed(s.shared)
	if err != nil {
		return err
	}
	asked = slices.DeleteFunc(asked, func(q sets.Posed) bool { return !strings.HasPrefix(q.ID, "dev-") })
	sample, words, err := stores.ReadWords(filepath.Join(s.shared, "kep.ndjson.gz"))
	if err != nil {
		return err
	}
	costs := measure.NewTable("entities", "store", "questions", "p50 / p95 in ms", "of a processor in ms", "kB", "objects", "page faults")
	for db := range strings.SplitSeq(s.db, ",") {
		err := s.documentsOf(ctx, db, sample, costs, named{"real", asked}, named{"topics", posedTopics()})
		if err != nil {
			return err
		}
		if err := s.documentsOf(ctx, db, stores.Synthesize(s.entities, words), costs, named{"topics", posedTopics()}); err != nil {
			return err
		}
	}
	costs.Print()
	return nil
}

// named are questions with a name for all of them.
type named struct {
	name      string
	questions []sets.Posed
}

func posedTopics() (list []sets.Posed) {
	for _, topic := range topics {
		list = append(list, sets.Posed{ID: topic, Question: topic, Now: sets.Clock})
	}
	return list
}

// documentsOf measures documents about data in a new store.
func (s settings) documentsOf(ctx context.Context, db string, data []byte, costs *measure.Table, asked ...named) error {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	open := map[string]func(context.Context, string) (*stores.Subject, error){"sqlite": stores.OpenSQLite, "postgres": stores.OpenPostgres}[db]
	if open == nil {
		return fmt.Errorf("-db: expected sqlite and postgres with commas; got %q", s.db)
	}
	subject, err := open(ctx, folder)
	if err != nil {
		return err
	}
	defer subject.Close()
	if _, err := subject.Load(ctx, bytes.NewReader(data), searchtext.Analyse); err != nil {
		return err
	}
	service := query.New(subject.Store, query.Options{Now: time.Now, Tokens: stores.CountAsServed})
	entities := bytes.Count(data, []byte("\n")) - bytes.Count(data, []byte(`"src_id"`))
	for _, list := range asked {
		for _, q := range list.questions { // the first ones load the projects and fill caches
			if _, err := documentFor(ctx, q, service, documentTokens[1]); err != nil {
				return err
			}
		}
		stop, err := s.profile(fmt.Sprintf("%s-%d-%s", db, entities, list.name))
		if err != nil {
			return err
		}
		c := cost{}
		for i := range max(s.requests, len(list.questions)) {
			q := list.questions[i%len(list.questions)]
			if err := c.of(func() error { _, err := documentFor(ctx, q, service, documentTokens[1]); return err }); err != nil {
				return fmt.Errorf("%s: %w", q.ID, err)
			}
		}
		stop()
		n := float64(len(c.took))
		costs.Add(entities, subject.Name, list.name, c.took.Pair(), measure.Millis(c.processor)/n, float64(c.bytes)/n/1000,
			fmt.Sprintf("%.0f", float64(c.objects)/n), float64(c.faults)/n)
	}
	return nil
}

// documentFor returns the document for a question.
func documentFor(ctx context.Context, q sets.Posed, service *query.Service, tokens int) (*contextdoc.Document, error) {
	now := q.Now
	if !strings.Contains(now, "T") {
		now += "T00:00:00Z"
	}
	at, err := time.Parse(time.RFC3339, now)
	if err != nil {
		return nil, err
	}
	return service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &q.Question}, Now: &at, MaxTokens: &tokens})
}

// A cost is the sum of what calls took.
type cost struct {
	took           measure.Times
	processor      time.Duration
	bytes, objects uint64
	faults         int64
}

// of adds what a call takes.
func (c *cost) of(call func() error) error {
	var before, after runtime.MemStats
	var used, usedAfter syscall.Rusage
	runtime.ReadMemStats(&before)
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return err
	}
	start := time.Now()
	err := call()
	c.took = append(c.took, time.Since(start))
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usedAfter); err != nil {
		return err
	}
	runtime.ReadMemStats(&after)
	spent := func(u syscall.Rusage) time.Duration { return time.Duration(u.Utime.Nano() + u.Stime.Nano()) }
	c.processor += spent(usedAfter) - spent(used)
	c.bytes, c.objects, c.faults = c.bytes+after.TotalAlloc-before.TotalAlloc, c.objects+after.Mallocs-before.Mallocs,
		c.faults+usedAfter.Minflt-used.Minflt
	return err
}

// profile starts a profile of the processor in the folder of -heap, if that is set, and
// returns how to end it.
func (s settings) profile(name string) (stop func(), err error) {
	if s.profiles == "" {
		return func() {}, nil
	}
	file, err := os.Create(filepath.Join(s.profiles, "cpu-"+name+".prof"))
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, err
	}
	return func() {
		pprof.StopCPUProfile()
		_ = file.Close() // an incomplete profile is noticed when it is read
	}, nil
}

// keepDocuments keeps the documents for the questions of the shared sets, or compares them.
func (s settings) keepDocuments(ctx context.Context) error {
	questions, err := sets.ReadPosed(s.shared)
	if err != nil {
		return err
	}
	err = sets.Lines(filepath.Join(s.shared, "broad/questions_dev.jsonl"), func(q sets.Posed) { questions = append(questions, q) })
	if err != nil {
		return err
	}
	for _, topic := range posedTopics() {
		topic.Graph = "kep"
		questions = append(questions, topic)
	}
	all := map[string]string{}
	for _, name := range []string{"demo", "kep"} {
		of := slices.DeleteFunc(slices.Clone(questions), func(q sets.Posed) bool { return q.Graph != name })
		if err := s.documentsAbout(ctx, name, of, all); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if s.kept != "" {
		encoded, err := json.Marshal(all)
		if err != nil {
			return err
		}
		return sets.WritePacked(s.kept, encoded)
	}
	return s.compareDocuments(all)
}

// documentsAbout adds the documents about one graph to all, by question and budget, as
// JSON.
func (s settings) documentsAbout(ctx context.Context, name string, questions []sets.Posed, all map[string]string) error {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	subject, err := stores.OpenSQLite(ctx, folder)
	if err != nil {
		return err
	}
	defer subject.Close()
	if err := subject.LoadFile(ctx, map[string]string{"demo": s.data, "kep": filepath.Join(s.shared, "kep.ndjson.gz")}[name]); err != nil {
		return err
	}
	service := query.New(subject.Store, query.Options{Now: time.Now, Tokens: stores.CountAsServed})
	for _, q := range questions {
		for _, tokens := range documentTokens {
			d, err := documentFor(ctx, q, service, tokens)
			if err != nil {
				return fmt.Errorf("%s: %w", q.ID, err)
			}
			encoded, err := json.Marshal(withoutTimes(d))
			if err != nil {
				return err
			}
			all[q.ID+" "+strconv.Itoa(tokens)] = string(encoded)
		}
	}
	return nil
}

// withoutTimes returns a document without the entities themselves, which have the time of
// their import, and its digests, which contain these times.
func withoutTimes(d *contextdoc.Document) any {
	short := *d
	short.Digest, short.KnownDigest, short.Nodes, short.OmittedBest = "", "", nil, nil
	type node struct {
		ID, Passages string
		contextdoc.Node
	}
	var nodes []node
	for _, n := range d.Nodes {
		one := node{n.Entity.Self().ID, fmt.Sprint(n.Passages), n}
		one.Entity, one.Node.Passages = nil, nil
		nodes = append(nodes, one)
	}
	var omitted []string
	for _, e := range d.OmittedBest {
		omitted = append(omitted, e.Self().ID)
	}
	return map[string]any{"document": short, "nodes": nodes, "omitted": omitted}
}

// compareDocuments prints the names of the documents that differ from those of the file
// of -diff.
func (s settings) compareDocuments(all map[string]string) error {
	data, err := sets.ReadAll(s.diff)
	if err != nil {
		return err
	}
	known := map[string]string{}
	if err := json.Unmarshal(data, &known); err != nil {
		return fmt.Errorf("read documents: %w", err)
	}
	differ := 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if now, before := all[name], known[name]; now != before {
			differ++
			at := 0
			for at < min(len(now), len(before)) && now[at] == before[at] {
				at++
			}
			fmt.Printf("%s\n\tnow    %s\n\tbefore %s\n", name, graph.Truncate(now[max(0, at-40):], 300), graph.Truncate(before[max(0, at-40):], 300))
		}
	}
	fmt.Printf("%d of %d documents differ\n", differ, len(all))
	return nil
}
