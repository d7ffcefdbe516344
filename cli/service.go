package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dossier/db"
	"dossier/graph"
	"dossier/graph/lensfile"
	"dossier/graph/query"
	"dossier/telemetry"
	"dossier/tokens"
)

// services opens services over the store, with the lenses and the embeddings
// endpoint of the command line.
type services struct {
	stores     *stores
	lensFile   string // "" for none
	embeddings embeddingOptions
	now        func() time.Time
	// graphBudget is the GraphBudget of [query.Options], 0 for the default.
	graphBudget int
	// builders is the Builders of [query.Options].
	builders int
	// observer observes a server, nil for other commands.
	observer *telemetry.Observer
	// indexDir is the flag of the folder for saved projects.
	indexDir string
}

// open opens the store and a service over it. The caller closes the store, which
// saves what was built for the next command.
func (s *services) open(ctx context.Context, what use) (service *query.Service, closeStore func(), err error) {
	store, stop, err := s.stores.open(ctx, what)
	if err != nil {
		return nil, nil, err
	}
	if service, err = s.over(ctx, store); err != nil {
		stop()
		return nil, nil, err
	}
	return service, func() { s.finish(ctx, service); stop() }, nil
}

// finishWithin limits the time in which a command saves what it had to build. By
// eye: saving takes a tenth of building.
const finishWithin = 30 * time.Second

// finish closes a service, which saves its projects for the next command.
func (s *services) finish(ctx context.Context, service *query.Service) {
	ctx, cancel := context.WithTimeout(ctx, finishWithin)
	defer cancel()
	service.Close(ctx)
}

// over returns a service over a store.
func (s *services) over(ctx context.Context, store *db.Store) (*query.Service, error) {
	counters := NewCounters()
	options := query.Options{Folder: s.stores.indexFolder(s.indexDir), Log: s.stores.log, Now: s.now, GraphBudget: s.graphBudget,
		Builders: s.builders, Tokens: counters.Find, Encodings: counters.Encodings(), Ready: store.Ping, Problems: s.stores.problems,
		Sources: s.stores.sources(store)}
	if err := s.embeddings.configure(&options, store); err != nil {
		return nil, err
	}
	read, err := s.lenses(ctx)
	if err != nil {
		return nil, err
	}
	options.Lenses, options.Views = read.Lenses, read.Views
	if s.observer == nil {
		return query.New(store, options), nil
	}
	options.OnDocument, options.OnSearch, options.OnCall = s.documented, s.observer.Search, s.observer.Service
	service := query.New(store, options)
	s.watch(service, store, counters)
	return service, nil
}

// lenses returns the lenses and views of the lens file, or without one the built-in ones.
func (s *services) lenses(ctx context.Context) (read lensfile.File, err error) {
	if s.lensFile == "" {
		read, _, err = lensfile.Read("", nil)
		return read, err
	}
	source, err := os.ReadFile(s.lensFile)
	if err != nil {
		return read, graph.BadInput("lenses", "open %s: %v", s.lensFile, errors.Unwrap(err))
	}
	read, found, err := lensfile.Read(s.lensFile, bytes.TrimLeft(source, "\ufeff"))
	if err != nil {
		return read, graph.BadInput("lenses", "%v", err)
	}
	s.stores.problems.Set(ctx, "lenses", found)
	return read, nil
}

// reload returns a function that reads the lens file again, for a service.
func (s *services) reload(service *query.Service) func(context.Context) error {
	return func(ctx context.Context) error {
		read, err := s.lenses(ctx)
		if err == nil {
			service.SetLenses(read)
		}
		return err
	}
}

// countCache is the maximum size, in bytes, of the cached token counts of each
// encoding. They are cached because consecutive documents have the same
// passages. By eye.
const countCache = 32 << 20

// Counters are the token counters of a service, one for each encoding.
type Counters struct {
	counted atomic.Int64 // tokens

	mu    sync.Mutex
	found map[counterKey]query.TokenCounter
}

// A counterKey identifies a counter.
type counterKey struct {
	encoding string
	factor   float64
}

// NewCounters returns counters.
func NewCounters() *Counters {
	return &Counters{found: map[counterKey]query.TokenCounter{}}
}

// Find returns the counter of an encoding or model.
func (c *Counters) Find(encoding string) (query.TokenCounter, error) {
	known, err := tokens.For(encoding)
	if errors.Is(err, tokens.ErrUnknown) {
		return query.TokenCounter{}, graph.BadInput("input.encoding", "unknown encoding or model %q; expected one of %s, or the name of a model",
			graph.Truncate(encoding, 60), strings.Join(tokens.Encodings(), ", "))
	}
	if err != nil {
		return query.TokenCounter{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := counterKey{known.Encoding(), known.Factor()}
	counter, cached := c.found[key]
	if !cached {
		counter = query.TokenCounter{Encoding: known.Encoding(), Count: c.counting(tokens.Cached(known, countCache))}
		if known.Factor() != 1 {
			counter.Estimate = fmt.Sprintf("the tokenizer of %s is not public: tokens are those of %s times %g, an upper bound",
				graph.Truncate(encoding, 60), known.Encoding(), known.Factor())
		}
		c.found[key] = counter
	}
	return counter, nil
}

// counting returns a function that counts tokens by a counter, and adds them up.
func (c *Counters) counting(by tokens.Counter) func(text string) int {
	return func(text string) int {
		count := by.Count(text)
		c.counted.Add(int64(count))
		return count
	}
}

// Encodings returns the encodings and their models.
func (*Counters) Encodings() []query.TokenEncoding {
	var all []query.TokenEncoding
	for _, name := range tokens.Encodings() {
		all = append(all, query.TokenEncoding{Name: name, Factor: 1, Models: []string{}})
	}
	for _, family := range tokens.Families() {
		at := slices.IndexFunc(all, func(e query.TokenEncoding) bool {
			return e.Name == family.Encoding && e.Factor == family.Factor
		})
		if at < 0 {
			at = len(all)
			all = append(all, query.TokenEncoding{Name: family.Encoding, Factor: family.Factor})
		}
		all[at].Models = append(all[at].Models, family.Prefix)
	}
	return all
}
