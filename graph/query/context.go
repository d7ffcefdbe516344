package query

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/contextdoc/kept"
	"dossier/graph/feed"
	"dossier/graph/lens"
	"dossier/graph/projects"
	"dossier/graph/relevance/rank"
	"dossier/graph/similarity"
)

// A following writes context documents, and follows projects and documents.
type following struct {
	*base
	documents  *contextdoc.Writer
	onDocument func(d *contextdoc.Document, lens string) // may be nil
	feed       *feed.Feed
	turns      chan struct{} // has an element for each call of inTurn that is running
}

// keptShare is the divisor of GraphBudget that is the memory of texts which documents
// quoted, beside it: 62 MB by default. By eye: the texts of 30,000 entities of the sample.
const keptShare = 32

func newFollowing(reads *base, lenses *lensSet, questions *similarity.Questions, options Options) *following {
	return &following{
		base: reads, onDocument: options.OnDocument,
		feed: feed.New(reads.store, options.Feed), turns: make(chan struct{}, documentsAtOnce()),
		documents: &contextdoc.Writer{
			Store: reads.store, Projects: reads.projects, Questions: questions, Params: graph.Or(options.Relevance, rank.Defaults()),
			Kept:   kept.New(cmp.Or(options.GraphBudget, projects.DefaultBudget) / keptShare),
			Lenses: lenses.Lenses, Views: lenses.Views, Tokens: options.Tokens, Now: options.Now,
		},
	}
}

// Context returns the context document for in.
func (s *following) Context(ctx context.Context, in contextdoc.Input) (*contextdoc.Document, error) {
	ctx, end := s.called(ctx, "context")
	defer end()
	d, err := s.documents.Write(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("write context document: %w", err)
	}
	if s.onDocument != nil {
		s.onDocument(d, strings.ToLower(graph.Or(in.Lens, lens.Default)))
	}
	return d, nil
}

// Followed returns numbers of subscriptions.
func (s *following) Followed() feed.Stats { return s.feed.Stats() }
