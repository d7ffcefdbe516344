package query

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/contextdoc"
	"dossier/graph/feed"
	"dossier/graph/lens"
	"dossier/graph/projects"
	"dossier/graph/relevance/rank"
	"dossier/graph/similarity"
	"dossier/graph/view"
	"dossier/problems"
)

// A Service answers requests from a store, each as the actor of its context. It
// is safe for concurrent use. Its methods are those of its parts.
type Service struct {
	*base        // entities and graphs
	*listing     // lists, groups and owners
	*searching   // the search
	*graphs      // workspaces, snapshots, links
	*recordTypes // fields of records, mentions
	*changes     // what changed after a time
	*pasts       // histories and past states
	*editing     // mutations
	*following   // context documents and subscriptions
	*lensSet     // lenses and views
	*callLog     // the last calls of agents
	*states      // what identifies all that an actor may read
	*sizes       // numbers of entities, for prices
	*sources     // what the server reads into projects

	ready     func(ctx context.Context) error // may be nil
	encodings []TokenEncoding
	embedding *similarity.Job // nil without an embedder
	access    *access.Service
	problems  *problems.List // may be nil
}

// Options are the settings of a service.
type Options struct {
	// Now returns the current time, in the time zone of days. It is required.
	Now func() time.Time
	// NewID returns the id of a new entity; nil means [graph.NewID].
	NewID func() string
	// Secret returns an unpredictable text of at least 128 bits; nil means
	// [rand.Text].
	Secret func() string
	// Tokens returns the counter of an encoding or model. Its errors name the
	// argument input.encoding. It is required.
	Tokens func(encoding string) (TokenCounter, error)
	// Ready returns an error if the store cannot be read. It does not wait for
	// running requests; nil means that a revision is read.
	Ready func(ctx context.Context) error
	// Encodings are the encodings that Tokens supports, in the order in which
	// they are listed.
	Encodings []TokenEncoding
	// GraphBudget is the maximum memory of all cached projects together, in
	// bytes; 0 means [projects.DefaultBudget].
	GraphBudget int
	// Builders is the number of search indexes that a request builds at the same
	// time; 0 means 1.
	Builders int
	// Folder is the folder in which projects are saved for the next start, ""
	// for none; see [projects.Options].
	Folder string
	// Problems gets what is left out, and has what is wrong for /readyz; nil for
	// neither.
	Problems *problems.List
	// Log is where failures to save projects are logged; nil for nowhere.
	Log *slog.Logger
	// Relevance are the constants of ranking, which measurements change; nil
	// means [rank.Defaults].
	Relevance *rank.Params
	// Lenses are the lenses of context documents, in the order in which they
	// are listed; nil means [lens.BuiltIn].
	Lenses []lens.Lens
	// Views are the views that questions may ask for; nil means [view.BuiltIn].
	Views []view.View
	// Embedder makes searches and rankings compare meaning besides words; nil
	// means only words.
	Embedder similarity.Embedder
	// Sources returns what the server reads; nil for nothing.
	Sources func(context.Context) ([]Source, error)
	// OnDocument is called with each context document and the name of its lens, and
	// OnSearch with the number of hits of each search; nil for nothing. OnCall is called
	// when a method that answers a request begins, and what it returns at its end.
	OnDocument func(d *contextdoc.Document, lens string)
	OnSearch   func(hits int)
	OnCall     func(ctx context.Context, method string) (context.Context, func())
	// Feed are the options of subscriptions.
	Feed feed.Options
	// Vectors stores the vectors that the embedder returns. It is required if
	// Embedder is set.
	Vectors similarity.Store
}

// A TokenCounter counts the tokens of a text in one encoding.
type TokenCounter = contextdoc.TokenCounter

// New returns a service over a store.
func New(store Store, options Options) *Service {
	s := &Service{
		ready: options.Ready, encodings: options.Encodings, problems: options.Problems,
		access: &access.Service{Store: store, Now: options.Now, Random: options.Secret},
	}
	if options.Secret == nil {
		s.access.Random = rand.Text
	}
	newID := options.NewID
	if newID == nil {
		newID = graph.NewID
	}
	cached := projects.Options{
		Budget: options.GraphBudget, Builders: options.Builders, Folder: options.Folder, Log: options.Log, Now: options.Now,
	}
	var questions *similarity.Questions
	if options.Embedder != nil {
		questions = similarity.NewQuestions(options.Embedder, options.Now)
		s.embedding = &similarity.Job{Embedder: options.Embedder, Entities: store, Vectors: options.Vectors, Problems: options.Problems}
		cached.Vectors, cached.Model = options.Vectors, options.Embedder.Model()
	}
	s.base = &base{store: store, now: options.Now, count: options.Tokens, projects: projects.New(store, cached), onCall: options.OnCall}
	s.lensSet = newLensSet(options)
	s.listing, s.pasts, s.changes, s.recordTypes = &listing{s.base}, &pasts{s.base}, &changes{s.base}, &recordTypes{s.base}
	s.searching = &searching{base: s.base, questions: questions, onSearch: options.OnSearch}
	s.graphs = &graphs{base: s.base, views: s.Views}
	s.editing = &editing{s.base, newID}
	s.callLog = &callLog{newID: newID, administers: s.access.Administers}
	s.states = &states{store: store, isOff: options.Embedder != nil, edition: s.Edition}
	s.sizes, s.sources = &sizes{store: store, now: options.Now}, &sources{store: store, list: options.Sources}
	s.following = newFollowing(s.base, s.lensSet, questions, options)
	return s
}

// Close ends the loads that outlived their requests, saves the projects that are
// held for the next start, and waits for that until ctx ends. It does not close
// the store, which nothing reads afterwards.
func (s *Service) Close(ctx context.Context) { s.projects.Close(ctx) }

// Held returns numbers of the projects in memory.
func (s *Service) Held() projects.Stats { return s.projects.Stats() }

// Problems returns the problems in spite of which the service works. Callers may add
// to the list. It may be nil.
func (s *Service) Problems() *problems.List { return s.problems }

// Ready returns an error if the store cannot be read.
func (s *Service) Ready(ctx context.Context) error {
	if s.ready != nil {
		return s.ready(ctx)
	}
	_, err := s.base.store.Revisions(ctx, []string{})
	return err
}

// Access returns the service that manages access to the deployment.
func (s *Service) Access() *access.Service { return s.access }

// Embed makes and stores the vectors of those entities of the actor that have
// none, or one of other content; see [similarity.Job.Run].
func (s *Service) Embed(ctx context.Context, progress func(done, total int)) error {
	if s.embedding == nil {
		return graph.BadInput("", "no endpoint for embeddings is configured")
	}
	return s.embedding.Run(ctx, progress)
}
