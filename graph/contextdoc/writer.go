// Package contextdoc writes context documents: prompt text about a question,
// some entities, a project or all projects, within a budget of tokens.
//
// [Writer.Write] calls the stages. Each is in a file with its name and returns
// a value for the next ones:
//
//	request   the checked input
//	scope     the projects, each at one revision
//	attach    the attachments of the message, which come before the body
//	overview  the body about a project, an entity in it, or all projects; or
//	rank      the entities that answer the question, in order,
//	outline   the subjects of the question, their parts and sections, lists,
//	load      the texts of both, each read once, and
//	pack      the body: what fits into the budget
//	render    the text of attachments and body, its sections and nodes
//	compare   the changes since an earlier document
package contextdoc

import (
	"cmp"
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/contextdoc/kept"
	"dossier/graph/gist"
	"dossier/graph/lens"
	"dossier/graph/pipeline"
	"dossier/graph/projects"
	"dossier/graph/relevance/rank"
	"dossier/graph/reply"
	"dossier/graph/similarity"
	"dossier/graph/view"
)

// A Store has the data that a [Writer] reads without its cache. See the Store
// of package query for the contract.
type Store interface {
	// Entities returns entities by id, without those that are unknown.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	projects.Finder
	// RecordTypes returns the record types of the deployment.
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)
}

// A TokenCounter counts the tokens of a text in one encoding.
type TokenCounter struct {
	Encoding string                // the name of the encoding
	Count    func(text string) int // the number of tokens, or an upper bound of it
	// Estimate warns clients that counts are not exact; "" if they are.
	Estimate string
}

// A Writer writes context documents. It is safe for concurrent use. Each
// request acts as the actor of its context.
type Writer struct {
	Store    Store
	Projects *projects.Cache // the graphs and indexes of projects
	// Questions compares embeddings in addition to words; nil compares words
	// only.
	Questions *similarity.Questions
	Kept      *kept.Texts // nil reads all texts
	// Params are the constants of ranking.
	Params rank.Params
	Lenses func() []lens.Lens // those that requests may name
	// Views returns the views that questions may ask for; nil for none.
	Views func() []view.View
	// Tokens returns the counter of an encoding or model; its error names the
	// argument input.encoding.
	Tokens func(encoding string) (TokenCounter, error)
	Now    func() time.Time // the clock, for requests without a time
}

// Write returns the context document that the input describes.
func (w *Writer) Write(ctx context.Context, in Input) (*Document, error) {
	r, err := w.request(ctx, in)
	if err != nil {
		return nil, err
	}
	sc, err := w.scope(ctx, r)
	if err != nil {
		return nil, err
	}
	r.start.leaveOutSpeakers(sc)
	front, err := w.attach(ctx, r, sc)
	if err != nil {
		return nil, err
	}
	d, err := w.named(ctx, r, sc, front)
	if err != nil {
		return nil, err
	}
	compare(r, d)
	return d, nil
}

// mostWritten is how often a document is written until each of its ids means one entity.
// By eye: the second has no id that another entity has but in place of what it leaves out.
const mostWritten = 4

// named returns the document without its changes. Each id in it means one entity.
func (w *Writer) named(ctx context.Context, r *request, sc *scope, front *front) (d *Document, err error) {
	for range mostWritten {
		if d, err = w.rendered(ctx, r, sc, front); err != nil {
			return nil, err
		}
		if again, err := sc.names.Check(ctx); err != nil || !again {
			return d, err
		}
	}
	return d, nil
}

// rendered returns the document without its changes.
func (w *Writer) rendered(ctx context.Context, r *request, sc *scope, front *front) (*Document, error) {
	write, err := w.body(ctx, r, sc, front)
	if err != nil {
		return nil, err
	}
	return render(ctx, r, front, write)
}

// body returns the body of the document: an overview, or the result of a
// ranking.
func (w *Writer) body(ctx context.Context, r *request, sc *scope, front *front) (body, error) {
	wish := r.wishOf()
	write, found, about, err := w.wished(ctx, r, sc, front, wish)
	switch {
	case err != nil || write != nil:
		return write, err
	case !r.start.ranked:
		return w.overview(ctx, r, sc)
	case found == nil:
		if found, about, err = w.answer(ctx, r, sc, front); err != nil {
			return nil, err
		}
	}
	if write, err := w.instead(ctx, r, sc, wish, about); write != nil || err != nil {
		return write, err
	}
	return w.planned(ctx, r, sc, found, about)
}

// wished returns the body of a view that a request names or that its question may ask for, nil
// for none. Of the questions without a phrase for a view few do, so that they are
// answered at the same time; of others found and about are nil.
func (w *Writer) wished(
	ctx context.Context, r *request, sc *scope, front *front, wish *gist.Wish,
) (write body, found *ranking, about *outlined, err error) {
	if wish == nil {
		return nil, nil, nil, nil
	}
	sc.readings = cmp.Or(sc.readings, &reply.Readings{})
	if !wish.Guessed || !r.start.ranked {
		write, err = w.viewed(ctx, r, sc, wish)
		return write, nil, nil, err
	}
	answering, cancel := context.WithCancel(ctx)
	defer cancel()
	var unanswered error
	pipeline.Together(
		func() { found, about, unanswered = w.answer(answering, r, sc, front) },
		func() {
			if write, err = w.viewed(ctx, r, sc, wish); write != nil || err != nil {
				cancel()
			}
		},
	)
	if write != nil || err != nil {
		return write, nil, nil, err
	}
	return nil, found, about, unanswered
}

// planned returns the body for a ranking and an outline.
func (w *Writer) planned(ctx context.Context, r *request, sc *scope, found *ranking, about *outlined) (body, error) {
	if about.isVague() {
		return w.general(ctx, r, sc, about)
	}
	var loaded *texts
	var err error
	pipeline.Together(
		func() { about.planAhead(styleOf(r, sc, found, r.maxTokens)) },
		func() { loaded, err = w.load(ctx, r, sc, found, about) },
	)
	if err != nil {
		return nil, err
	}
	return packed(r, sc, found, about, loaded), nil
}

// answer ranks entities and at the same time outlines the question, which takes
// less time, so that it reads the texts that the outline quotes as well. Neither
// needs the other before its end.
func (w *Writer) answer(ctx context.Context, r *request, sc *scope, front *front) (found *ranking, about *outlined, err error) {
	var unread error
	pipeline.Together(
		func() {
			if about = outlineOf(ctx, r, sc); ctx.Err() == nil {
				about.full, unread = w.fullTexts(ctx, r, sc, about.refs())
			}
		},
		func() { found, err = w.rank(ctx, r, sc, front) },
	)
	if err = cmp.Or(err, unread, ctx.Err()); err != nil {
		return nil, nil, err
	}
	about.settle(sc, found, front.first.documents)
	return found, about, nil
}

// A body writes the document without attachments in at most maxTokens tokens.
// The ranking and the texts do not depend on maxTokens: they were determined
// before.
type body func(ctx context.Context, maxTokens int) (*Document, error)
