package query

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"sync/atomic"
	"time"

	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/contextdoc"
	"dossier/graph/feed"
	"dossier/graph/lens"
	"dossier/graph/lensfile"
	"dossier/graph/memory"
	"dossier/graph/projects"
	"dossier/graph/relevance/rank"
	"dossier/graph/similarity"
	"dossier/graph/view"
	"dossier/problems"
)

// A Service answers requests from a store, each as the actor of its context. It
// is safe for concurrent use.
type Service struct {
	store      Store
	now        func() time.Time
	newID      func() string
	ready      func(ctx context.Context) error // may be nil
	count      func(encoding string) (TokenCounter, error)
	encodings  []TokenEncoding
	projects   *projects.Cache
	questions  *similarity.Questions // nil without an embedder
	embedding  *similarity.Job       // nil without an embedder
	documents  *contextdoc.Writer
	lenses     atomic.Pointer[lensList]
	kinds      kindMemory
	states     states
	sizes      sizes
	access     *access.Service
	calls      callLog
	sources    func(context.Context) ([]Source, error) // may be nil
	problems   *problems.List                          // may be nil
	feed       *feed.Feed
	following  chan struct{} // has an element for each call of inTurn that is running
	onDocument func(d *contextdoc.Document, lens string)
	onSearch   func(hits int)
	onCall     func(ctx context.Context, method string) (context.Context, func())
}

// Options are what a service needs besides its store.
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

// keptShare is the divisor of GraphBudget that is the memory of texts which documents
// quoted, beside it: 62 MB by default. By eye: the texts of 30,000 entities of the sample.
const keptShare = 32

// A TokenCounter counts the tokens of a text in one encoding.
type TokenCounter = contextdoc.TokenCounter

// New returns a service over a store.
func New(store Store, options Options) *Service {
	s := &Service{
		store: store, now: options.Now, newID: options.NewID, ready: options.Ready,
		count: options.Tokens, encodings: options.Encodings, sources: options.Sources, problems: options.Problems,
		onDocument: options.OnDocument, onSearch: options.OnSearch, onCall: options.OnCall,
	}
	if s.newID == nil {
		s.newID = graph.NewID
	}
	cached := projects.Options{
		Budget: options.GraphBudget, Builders: options.Builders, Folder: options.Folder, Log: options.Log, Now: options.Now,
	}
	s.access = &access.Service{Store: store, Now: options.Now, Random: options.Secret}
	if options.Secret == nil {
		s.access.Random = rand.Text
	}
	if options.Embedder != nil {
		s.questions = similarity.NewQuestions(options.Embedder, options.Now)
		s.embedding = &similarity.Job{Embedder: options.Embedder, Entities: store, Vectors: options.Vectors, Problems: options.Problems}
		cached.Vectors, cached.Model = options.Vectors, options.Embedder.Model()
	}
	s.feed = feed.New(store, options.Feed)
	s.following = make(chan struct{}, documentsAtOnce())
	s.projects = projects.New(store, cached)
	s.documents = &contextdoc.Writer{
		Store: store, Projects: s.projects, Questions: s.questions, Params: graph.Or(options.Relevance, rank.Defaults()),
		Kept:   contextdoc.NewKeptTexts(cmp.Or(options.GraphBudget, projects.DefaultBudget) / keptShare),
		Lenses: s.Lenses, Views: s.Views, Tokens: options.Tokens, Now: options.Now,
	}
	if options.Lenses == nil {
		options.Lenses = lens.BuiltIn()
	}
	if options.Views == nil {
		options.Views = view.BuiltIn()
	}
	s.SetLenses(lensfile.File{Lenses: options.Lenses, Views: options.Views})
	return s
}

// Close ends the loads that outlived their requests, saves the projects that are
// held for the next start, and waits for that until ctx ends. It does not close
// the store, which nothing reads afterwards.
func (s *Service) Close(ctx context.Context) { s.projects.Close(ctx) }

// Held returns numbers of the projects in memory.
func (s *Service) Held() projects.Stats { return s.projects.Stats() }

// Followed returns numbers of subscriptions.
func (s *Service) Followed() feed.Stats { return s.feed.Stats() }

// called reports that a method begins. The caller must call end.
func (s *Service) called(ctx context.Context, method string) (_ context.Context, end func()) {
	if s.onCall == nil {
		return ctx, func() {}
	}
	return s.onCall(ctx, method)
}

// Counter returns the default token counter of prompt text.
func (s *Service) Counter() (func(text string) int, error) {
	counter, err := s.count(contextdoc.DefaultEncoding)
	return counter.Count, err
}

// Problems returns what is wrong although the service works, which callers may add
// to. It may be nil.
func (s *Service) Problems() *problems.List { return s.problems }

// Ready returns an error if the store cannot be read.
func (s *Service) Ready(ctx context.Context) error {
	if s.ready != nil {
		return s.ready(ctx)
	}
	_, err := s.store.Revisions(ctx, []string{})
	return err
}

// clock returns the time of a request; see [graph.Moment].
func (s *Service) clock(ctx context.Context, now *time.Time) time.Time {
	return graph.Moment(ctx, now, s.now)
}

// Access returns the service that manages access to the deployment.
func (s *Service) Access() *access.Service { return s.access }

// Clock returns the time of a request.
func (s *Service) Clock(ctx context.Context) time.Time { return s.clock(ctx, nil) }

// Embed makes and stores the vectors of those entities of the actor that have
// none, or one of other content; see [similarity.Job.Run].
func (s *Service) Embed(ctx context.Context, progress func(done, total int)) error {
	if s.embedding == nil {
		return graph.BadInput("", "no endpoint for embeddings is configured")
	}
	return s.embedding.Run(ctx, progress)
}

// Graphs returns the graphs of the projects with the ids, or of all that the
// actor may read if ids is nil, by project id. It omits projects that are
// unknown or forbidden.
func (s *Service) Graphs(ctx context.Context, ids []string) (map[string]*memory.Graph, error) {
	set, err := s.projects.Get(ctx, ids, projects.Parts{})
	if err != nil {
		return nil, err
	}
	graphs := make(map[string]*memory.Graph, len(set))
	for _, p := range set {
		graphs[p.ID()] = p.Graph
	}
	return graphs, nil
}

// Projects returns the projects that the actor may read, light and ordered by id.
func (s *Service) Projects(ctx context.Context) ([]*graph.Project, error) {
	return s.store.Projects(ctx)
}

// Graph returns the graph of a project. The error is NOT_FOUND if the project
// is unknown or forbidden.
func (s *Service) Graph(ctx context.Context, projectID string) (*memory.Graph, error) {
	set, err := s.project(ctx, projectID, projects.Parts{})
	if err != nil {
		return nil, err
	}
	return set[0].Graph, nil
}

// project returns the set of one project. The error is NOT_FOUND if the project
// is unknown or forbidden.
func (s *Service) project(ctx context.Context, id string, parts projects.Parts) (projects.Set, error) {
	set, err := s.projects.Get(ctx, []string{id}, parts)
	if err == nil && len(set) == 0 {
		err = graph.NotFound("project", id)
	}
	return set, err
}
