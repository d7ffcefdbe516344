package main

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/relevance"
	"dossier/graph/text"
)

// topics are what context documents are asked about, over all projects.
var topics = []string{
	"in-place pod resize risks", "who owns sidecar containers", "what blocks KEP-2400", "swap support for nodes",
	"graceful node shutdown", "user namespaces and security", "metrics for dynamic resource allocation",
	"tracing of the API server", "job success policy", "deprecation of cgroup v1",
}

// contextCosts tells what context documents take, stage by stage, on the data
// and on a large store in words of it, and what the index takes.
func contextCosts(ctx context.Context, s settings) error {
	const serverGC = 400 // as servers set it
	defer debug.SetGCPercent(debug.SetGCPercent(serverGC))
	data, err := readAll(s.data)
	if err != nil {
		return err
	}
	words, err := vocabulary(data)
	if err != nil {
		return err
	}
	stages := newTable("entities", "store", "statements", "fence", "search", "walk", "read", "count", "pack and render", "all", "reads by hand")
	index := newTable("entities", "store", "import", "without analysis", "terms stored", "index in memory", "built in")
	for _, data := range [][]byte{data, synthesize(s.entities, words)} {
		if err := contextCostsOf(ctx, s, data, stages, index); err != nil {
			return err
		}
	}
	fmt.Println("p50 / p95 in ms:")
	fmt.Println()
	stages.print()
	index.print()
	return nil
}

func contextCostsOf(ctx context.Context, s settings, data []byte, stages, index *table) error {
	plain := map[string]time.Duration{}
	err := each(ctx, func(subject *subject) (err error) {
		plain[subject.name], err = subject.load(ctx, bytes.NewReader(data), nil)
		return err
	})
	if err != nil {
		return err
	}
	return each(ctx, func(subject *subject) error {
		analysed, err := subject.load(ctx, bytes.NewReader(data), query.Analyse)
		if err != nil {
			return err
		}
		built, err := subject.index(ctx)
		if err != nil {
			return err
		}
		index.add(built.documents, subject.name, seconds(analysed), seconds(plain[subject.name]), megabytes(built.terms), megabytes(built.heap), seconds(built.took))
		return subject.stages(ctx, s, built, stages)
	})
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// built is the index of a store, made as the service makes its own.
type built struct {
	corpus    relevance.Corpus
	documents int
	terms     uint64 // bytes in the store
	heap      uint64 // bytes in memory
	took      time.Duration
}

func (s *subject) index(ctx context.Context) (*built, error) {
	projects, err := s.store.Revisions(ctx, nil)
	if err != nil {
		return nil, err
	}
	before, b := heapInUse(), &built{}
	start := time.Now()
	var indexes []*relevance.Index
	for _, project := range projects {
		g, err := s.graph(ctx, project.ProjectID)
		if err != nil {
			return nil, err
		}
		x, err := s.indexOf(ctx, g, b)
		if err != nil {
			return nil, err
		}
		indexes = append(indexes, x)
	}
	b.took = time.Since(start)
	b.heap = heapInUse() - before
	b.corpus = relevance.Over(indexes...)
	return b, nil
}

func (s *subject) indexOf(ctx context.Context, g *graph.Graph, b *built) (*relevance.Index, error) {
	var documents []relevance.Document
	var edges []relevance.Edge
	err := s.store.Terms(ctx, graph.Revision{ProjectID: g.Revision.ProjectID}, func(terms graph.Terms) {
		self := g.Entity(terms.ID).Self()
		b.documents++
		b.terms += uint64(len(terms.Data))
		documents = append(documents, relevance.Document{ID: self.ID, Kind: string(self.Kind), Title: self.Label, Modified: self.UpdatedAt, Vector: terms.Data})
	})
	if err != nil {
		return nil, err
	}
	for edge := range g.Edges() {
		edges = append(edges, relevance.Edge{ID: edge.ID, From: edge.Src.ID, To: edge.Dst.ID, Relation: string(edge.Rel)})
	}
	x := relevance.NewIndex(text.English)
	x.SetEdges(edges)
	return x, x.Apply(documents, nil)
}

// watched is a store that notes what is read and how long that takes.
type watched struct {
	query.Store
	fence, read time.Duration
	refs        []graph.Ref
}

// Revisions implements [query.Store].
func (w *watched) Revisions(ctx context.Context, ids []string) ([]graph.Revision, error) {
	defer since(&w.fence, time.Now())
	return w.Store.Revisions(ctx, ids)
}

// Entities implements [query.Store].
func (w *watched) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	defer since(&w.read, time.Now())
	w.refs = refs
	return w.Store.Entities(ctx, refs, view)
}

// since adds the time since a start.
func since(sum *time.Duration, start time.Time) { *sum += time.Since(start) }

// stages asks for context documents and tells the time of each stage. What
// the service computes itself is measured beside it: searching, and walking on
// from what was found. The rest of its time is packing and rendering.
func (s *subject) stages(ctx context.Context, settings settings, b *built, stages *table) error {
	var counting time.Duration
	store := &watched{Store: s.store}
	service := query.New(store, query.Options{Now: time.Now, Tokens: func(encoding string) (query.TokenCounter, error) {
		counter, err := countAsServed(encoding)
		count := counter.Count
		counter.Count = func(text string) int {
			defer since(&counting, time.Now())
			return count(text)
		}
		return counter, err
	}})
	var fence, search, walk, read, count, rest, all, floor times
	var statements int64
	for i := range settings.requests + len(topics) {
		topic := topics[i%len(topics)]
		store.fence, store.read, counting = 0, 0, 0
		start := time.Now()
		ran, err := s.counted(func() error {
			_, err := service.Context(ctx, query.ContextInput{Start: query.ContextStart{Topic: &topic}})
			return err
		})
		if err != nil {
			return err
		}
		took := time.Since(start)
		if i < len(topics) { // the first ones load the projects and fill caches
			continue
		}
		found, ranked := rankTimes(b.corpus, topic)
		byHand, err := s.byHand(ctx, store.refs)
		if err != nil {
			return err
		}
		statements = max(statements, ran)
		fence, search, walk = append(fence, store.fence), append(search, found), append(walk, max(ranked-found, 0))
		read, count, all, floor = append(read, store.read), append(count, counting), append(all, took), append(floor, byHand)
		rest = append(rest, max(took-store.fence-ranked-store.read-counting, 0))
	}
	stages.add(b.documents, s.name, statements, fence.pair(), search.pair(), walk.pair(), read.pair(), count.pair(), rest.pair(), all.pair(), floor.pair())
	return nil
}

// rankTimes is how long searching takes alone, and with the walk.
func rankTimes(corpus relevance.Corpus, topic string) (search, all time.Duration) {
	const limit = 2000 // as the service asks
	request := relevance.Request{Topics: []string{topic}, Now: time.Now(), Limit: limit}
	for _, depth := range []int{0, 2} {
		request.Depth = depth
		start := time.Now()
		corpus.Rank(request)
		search, all = all, time.Since(start)
	}
	return search, all
}

// byHand reads the texts of entities by one statement.
func (s *subject) byHand(ctx context.Context, refs []graph.Ref) (time.Duration, error) {
	ids := make([]string, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	r := request{sql: textsSQL(), ids: func([]byte) ([]string, error) { return ids, nil }}
	sql, err := r.floor(s.name == "SQLite", nil)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	_, err = s.floor(ctx, sql)
	return time.Since(start), err
}
