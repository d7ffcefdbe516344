// Package contextdoc writes context documents: prompt text about a question,
// some entities, a project or all projects, within a budget of tokens.
//
// [Writer.Write] lists the stages. Each is a function in a file of its own and
// returns a plain value for the next ones:
//
//	request   the checked input
//	scope     the projects to draw on, each at one revision
//	attach    what the message attaches, which comes before the body
//	overview  the body about a project, an entity in it, or all projects; or
//	rank      which entities answer the question, in order,
//	outline   what it is about: subjects, their parts and sections, lists,
//	load      their texts, by one read, and
//	pack      the body: what of them fits the budget
//	render    the text of both, its sections and nodes
//	compare   what changed since an earlier document
package contextdoc

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/projects"
	"dossier/graph/relevance/rank"
	"dossier/graph/similarity"
)

// A Store is what a [Writer] reads beside its cache; package query has its
// contract.
type Store interface {
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)
}

// A TokenCounter counts the tokens of a text in one encoding.
type TokenCounter struct {
	Encoding string
	Count    func(text string) int
	// Estimate is what a client should know of counts that are no exact ones; ""
	// if they are.
	Estimate string
}

// A Writer writes context documents. It may be shared by any number of
// requests; each acts as the actor of its context.
type Writer struct {
	Store    Store
	Projects *projects.Cache
	// Questions compares meaning beside words; nil for words alone.
	Questions *similarity.Questions
	// Params are the constants of ranking.
	Params rank.Params
	Lenses []lens.Lens
	// Tokens returns the counter of an encoding or model; its error names the
	// argument input.encoding.
	Tokens func(encoding string) (TokenCounter, error)
	Now    func() time.Time
}

// Write returns the context document that an input asks for.
func (w *Writer) Write(ctx context.Context, in Input) (*Document, error) {
	r, err := w.request(in)
	if err != nil {
		return nil, err
	}
	sc, err := w.scope(ctx, r)
	if err != nil {
		return nil, err
	}
	front, err := w.attach(ctx, r, sc)
	if err != nil {
		return nil, err
	}
	write, err := w.body(ctx, r, sc, front)
	if err != nil {
		return nil, err
	}
	d, err := render(ctx, r, front, write)
	if err != nil {
		return nil, err
	}
	compare(r, d)
	return d, nil
}

// body returns what writes the document: an overview, or what was ranked.
func (w *Writer) body(ctx context.Context, r *request, sc *scope, front *front) (body, error) {
	if !r.start.ranked {
		return w.overview(ctx, r, sc)
	}
	found, err := w.rank(ctx, r, sc, front)
	if err != nil {
		return nil, err
	}
	about := w.outline(ctx, r, sc, found, front.first.documents)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	loaded, err := w.load(ctx, r, found, about, front)
	if err != nil {
		return nil, err
	}
	return packed(r, sc, found, about, loaded), nil
}

// A body writes the document without attachments in at most so many tokens. What
// it writes about was ranked and read before, whatever its budget turns out to
// be.
type body func(ctx context.Context, maxTokens int) (*Document, error)
