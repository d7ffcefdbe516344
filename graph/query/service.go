package query

import (
	"context"
	"time"

	"dossier/graph/relevance/rank"
)

// A Service answers questions over a store. It may be shared by any number of
// requests; each asks as the actor of its context.
type Service struct {
	store  Store
	now    func() time.Time
	count  func(encoding string) (TokenCounter, error)
	lenses []Lens
	graphs *graphs
	index  *indexes
	// meanings is nil without an embedder.
	meanings *meanings
}

// Options are what a service needs beside its store.
type Options struct {
	// Now is the clock. Required.
	Now func() time.Time
	// Tokens finds the counter of an encoding or model; its error names the
	// argument input.encoding. Required.
	Tokens func(encoding string) (TokenCounter, error)
	// GraphBudget bounds what is held in memory of all projects together, in
	// entities and edges; 0 stands for [DefaultGraphBudget].
	GraphBudget int
	// Relevance are the constants of ranking; nil stands for
	// [rank.Defaults]. Measurements change them.
	Relevance *rank.Params
	// Lenses are what context documents can be read through, in the order of
	// their list; nil stands for the built-in [Lenses].
	Lenses []Lens
	// Embedder lets searches and rankings compare meanings beside words; nil
	// for words alone.
	Embedder Embedder
	// Vectors keeps what the embedder made. Required with one.
	Vectors VectorStore
}

// A TokenCounter counts the tokens of a text in one encoding.
type TokenCounter struct {
	Encoding string
	Count    func(text string) int
}

// New is a service over a store.
func New(store Store, options Options) *Service {
	budget := options.GraphBudget
	if budget == 0 {
		budget = DefaultGraphBudget
	}
	params := options.Relevance
	if params == nil {
		params = new(rank.Defaults())
	}
	lenses := options.Lenses
	if lenses == nil {
		lenses = Lenses
	}
	return &Service{
		store:    store,
		now:      options.Now,
		count:    options.Tokens,
		lenses:   lenses,
		graphs:   newGraphs(store, budget),
		index:    newIndexes(store, *params),
		meanings: newMeanings(options),
	}
}

// Ready reports whether the store answers.
func (s *Service) Ready(ctx context.Context) error {
	_, err := s.store.Revisions(ctx, []string{})
	return err
}

// clock is the time that a question is asked at: its own or the service's.
func (s *Service) clock(now *time.Time) time.Time {
	if now != nil {
		return now.UTC()
	}
	return s.now().UTC()
}

// defaultEncoding counts tokens where a question does not say by what.
const defaultEncoding = "o200k_base"

// The limits of what one question may ask for.
const (
	// MaxPage is how many entities a page may have.
	MaxPage = 200
	// DefaultPage is how many it has unless the question says otherwise.
	DefaultPage = 20
	// MaxIDs is how many entities may be asked for by id at once.
	MaxIDs = 200
	// MaxSearchPage is how many hits a page of a search may have.
	MaxSearchPage = 50
	// MaxStartIDs is how many entities a context document may start from.
	MaxStartIDs = 20
	// MinTokens is the least budget of a context document.
	MinTokens = 100
	// MaxTokens is the largest budget of a context document.
	MaxTokens = 200_000
	// MaxContextDepth is how far a context document may walk.
	MaxContextDepth = 5
	// MaxQueryRunes is how long a search query or topic may be.
	MaxQueryRunes = 2_000
	// DefaultGraphBudget bounds the entities and edges held in memory: about
	// 1 kB each.
	DefaultGraphBudget = 2_000_000
)
