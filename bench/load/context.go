package main

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/links"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// topics are the topics of context documents over all projects.
var topics = []string{
	"in-place pod resize risks", "who owns sidecar containers", "what blocks KEP-2400", "swap support for nodes",
	"graceful node shutdown", "user namespaces and security", "metrics for dynamic resource allocation",
	"tracing of the API server", "job success policy", "deprecation of cgroup v1",
}

// contextCosts prints the cost of context documents by stage, on the data and
// on a large store made of its words, and the cost of the index.
func contextCosts(ctx context.Context, s settings) error {
	defer debug.SetGCPercent(debug.SetGCPercent(measure.ServerGC))
	data, words, err := stores.ReadWords(s.data)
	if err != nil {
		return err
	}
	stages := measure.NewTable("entities", "store", "statements", "scope", "search", "walk", "read", "count", "pack and render", "all",
		"reads by hand")
	index := measure.NewTable("entities", "store", "import", "without analysis", "terms stored", "index in memory", "built in")
	for _, data := range [][]byte{data, stores.Synthesize(s.entities, words)} {
		if err := contextCostsOf(ctx, s, data, stages, index); err != nil {
			return err
		}
	}
	fmt.Println("p50 / p95 in ms:")
	fmt.Println()
	stages.Print()
	index.Print()
	return nil
}

func contextCostsOf(ctx context.Context, s settings, data []byte, stages, index *measure.Table) error {
	plain := map[string]time.Duration{}
	err := stores.Each(ctx, func(subject *stores.Subject) (err error) {
		plain[subject.Name], err = subject.Load(ctx, bytes.NewReader(data), nil)
		return err
	})
	if err != nil {
		return err
	}
	return stores.Each(ctx, func(subject *stores.Subject) error {
		analysed, err := subject.Load(ctx, bytes.NewReader(data), searchtext.Analyse)
		if err != nil {
			return err
		}
		built, err := buildIndex(ctx, subject)
		if err != nil {
			return err
		}
		index.Add(built.documents, subject.Name, measure.Seconds(analysed), measure.Seconds(plain[subject.Name]),
			measure.Megabytes(built.terms), measure.Megabytes(built.heap),
			measure.Seconds(built.took))
		return measureStages(ctx, subject, s, built, stages)
	})
}

// A built is the cost of the index of a store, built as by the service.
type built struct {
	documents int
	terms     uint64 // bytes in the store
	heap      uint64 // bytes in memory
	took      time.Duration
}

func buildIndex(ctx context.Context, s *stores.Subject) (*built, error) {
	projects, err := s.Store.Revisions(ctx, nil)
	if err != nil {
		return nil, err
	}
	before, b := measure.HeapInUse(), &built{}
	start := time.Now()
	var indexes []*index.Index
	for _, project := range projects {
		g, err := loadGraph(ctx, s, project.ProjectID)
		if err != nil {
			return nil, err
		}
		x, err := indexOf(ctx, s, g, b)
		if err != nil {
			return nil, err
		}
		indexes = append(indexes, x)
	}
	b.took = time.Since(start)
	b.heap = max(measure.HeapInUse(), before) - before // a small index may take less than what was freed meanwhile
	runtime.KeepAlive(indexes)
	return b, nil
}

func indexOf(ctx context.Context, s *stores.Subject, g *memory.Graph, b *built) (*index.Index, error) {
	var documents []index.Document
	var edges []links.Edge
	err := s.Store.Terms(ctx, graph.Revision{ProjectID: g.Revision.ProjectID}, func(terms graph.Terms) {
		self := g.Entity(terms.ID).Self()
		b.documents++
		b.terms += uint64(len(terms.Data))
		documents = append(documents,
			index.Document{
				ID: self.ID, Kind: string(self.Kind), Title: self.Label, Attributes: index.Attributes{Modified: self.UpdatedAt}, Vector: terms.Data,
			})
	})
	if err != nil {
		return nil, err
	}
	for edge := range g.Edges() {
		edges = append(edges, links.Edge{
			ID: edge.ID, From: edge.Src.ID, To: edge.Dst.ID, Relation: string(edge.Rel), Role: links.Role(edge.Rel.Role()),
		})
	}
	x := index.New(text.English)
	x.SetEdges(edges)
	return x, x.Apply(documents, nil)
}

// A watched is a store that records when a context document reads, to separate
// its stages: ranking is between the statement for the access scope and the
// reading of texts.
type watched struct {
	query.Store
	stages
	fenced time.Time
	refs   []graph.Ref
}

// measureStages are the times of the stages of one context document.
type stages struct {
	fence, rank, read, count, all time.Duration
	statements                    int64
}

// rest returns the time that belongs to no stage, for packing and rendering.
func (s *stages) rest() time.Duration { return s.all - s.fence - s.rank - s.read - s.count }

// Moment implements [query.Store].
func (w *watched) Moment(ctx context.Context) (string, error) {
	start := time.Now()
	moment, err := w.Store.Moment(ctx)
	w.fenced = time.Now()
	w.fence = w.fenced.Sub(start)
	return moment, err
}

// Entities implements [query.Store].
func (w *watched) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	w.rank, w.refs = time.Since(w.fenced), refs
	defer since(&w.read, time.Now())
	return w.Store.Entities(ctx, refs, view)
}

// since adds the time since start to a sum.
func since(sum *time.Duration, start time.Time) { *sum += time.Since(start) }

// tokens returns a counter whose time is recorded.
func (w *watched) tokens(encoding string) (query.TokenCounter, error) {
	counter, err := stores.CountAsServed(encoding)
	count := counter.Count
	counter.Count = func(text string) int {
		defer since(&w.count, time.Now())
		return count(text)
	}
	return counter, err
}

// measureStages measures the time of each stage of context documents. The time of the
// walk is the difference from a document without a walk.
func measureStages(ctx context.Context, s *stores.Subject, of settings, b *built, table *measure.Table) error {
	store := &watched{Store: s.Store}
	service := query.New(store, query.Options{Now: time.Now, Tokens: store.tokens})
	ask := func(topic string, depth int) (stages, error) {
		store.stages = stages{}
		start := time.Now()
		ran, err := s.Counted(func() error {
			_, err := service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &topic}, Depth: &depth})
			return err
		})
		store.all, store.statements = time.Since(start), ran
		return store.stages, err
	}
	var fence, search, walk, read, count, rest, all, floor measure.Times
	var statements int64
	for i := range of.requests + len(topics) {
		topic := topics[i%len(topics)]
		unwalked, err := ask(topic, 0)
		if err != nil {
			return err
		}
		one, err := ask(topic, 2)
		if err != nil {
			return err
		}
		byHand, err := readByHand(ctx, s, store.refs)
		if err != nil {
			return err
		}
		if i < len(topics) { // the first ones load the projects and fill caches
			continue
		}
		statements = max(statements, one.statements)
		fence, search, walk = append(fence, one.fence), append(search, unwalked.rank), append(walk, max(one.rank-unwalked.rank, 0))
		read, count, rest = append(read, one.read), append(count, one.count), append(rest, one.rest())
		all, floor = append(all, one.all), append(floor, byHand)
	}
	table.Add(b.documents, s.Name, statements, fence.Pair(), search.Pair(), walk.Pair(), read.Pair(), count.Pair(), rest.Pair(), all.Pair(),
		floor.Pair())
	return nil
}

// readByHand reads the texts of entities with one statement.
func readByHand(ctx context.Context, s *stores.Subject, refs []graph.Ref) (time.Duration, error) {
	ids := make([]string, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	r := stores.Request{SQL: stores.TextsSQL()}
	sql := r.Floor(s.Name == "SQLite", ids)
	start := time.Now()
	_, err := s.Floor(ctx, sql)
	return time.Since(start), err
}
