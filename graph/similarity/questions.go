package similarity

import (
	"context"
	"slices"
	"sync"
	"time"

	"dossier/graph"
)

// By eye.
const (
	// questionTimeout is how long an answer waits for the vectors of its
	// question: words alone answer after it.
	questionTimeout = time.Second
	// pauseAfterFailure is how long the embedder is not called after it failed.
	pauseAfterFailure = 5 * time.Second
	// questionsHeld bounds the questions whose vectors are held.
	questionsHeld = 1_000
)

// Questions embeds questions and holds the vectors of recent ones, so that the
// same question gets the same answer. It may be shared by any number of
// goroutines.
type Questions struct {
	embedder Embedder
	now      func() time.Time

	mu          sync.Mutex
	held        map[string][]float32
	pausedUntil time.Time
}

// NewQuestions returns the questions of an embedder.
func NewQuestions(embedder Embedder, now func() time.Time) *Questions {
	return &Questions{embedder: embedder, now: now, held: map[string][]float32{}}
}

// A Func returns the cosine of the vectors of an entity and of a question, which
// is given by its number.
type Func func(question int, id string) float64

// A Status says whether meaning was compared, beside words.
type Status string

// The statuses.
const (
	Off         Status = "OFF" // no embedder is configured
	On          Status = "ON"
	Unavailable Status = "UNAVAILABLE"
)

// Similar returns what Compare does; nil unless the status is On. That the
// embedder fails is no error, since words alone can answer, and the job that
// makes vectors logs the cause. Questions may be nil.
func (q *Questions) Similar(ctx context.Context, topics, starts []string, vectorOf func(id string) []float32) (Func, Status, error) {
	if q == nil {
		return nil, Off, nil
	}
	similar, err := q.Compare(ctx, topics, starts, vectorOf)
	if err != nil {
		return nil, Unavailable, ctx.Err()
	}
	return similar, On, nil
}

// Compare returns the similarity of entities to topics, by the number of the
// topic. With starts it is that to the only topic, or without a topic that to
// the entity of each start, by the number of the start. VectorOf returns the
// vector of an entity, nil if it has none.
func (q *Questions) Compare(ctx context.Context, topics, starts []string, vectorOf func(id string) []float32) (Func, error) {
	asked, err := q.vectors(ctx, topics, starts, vectorOf)
	if err != nil {
		return nil, err
	}
	return func(n int, id string) float64 { return cosine(asked[n], vectorOf(id)) }, nil
}

func (q *Questions) vectors(ctx context.Context, topics, starts []string, vectorOf func(id string) []float32) (vectors [][]float32, err error) {
	if len(topics) == 0 {
		for _, id := range starts {
			vectors = append(vectors, vectorOf(id))
		}
		return vectors, nil
	}
	if vectors, err = q.embed(ctx, topics); err == nil && len(starts) > 0 {
		vectors = slices.Repeat(vectors[:1], len(starts))
	}
	return vectors, err
}

// embed returns the vectors of texts, held or made.
func (q *Questions) embed(ctx context.Context, texts []string) ([][]float32, error) {
	held, paused := q.known(texts)
	if held != nil {
		return held, nil
	}
	if paused {
		return nil, &graph.Error{Code: graph.CodeUnavailable, Text: "embeddings are paused after a failure"}
	}
	limited, cancel := context.WithTimeout(ctx, questionTimeout)
	defer cancel()
	made, err := q.embedder.Embed(limited, texts)
	if err != nil {
		if ctx.Err() == nil && graph.CodeOf(err) != graph.CodeBadUserInput {
			q.pause()
		}
		return nil, err
	}
	return q.hold(texts, made), nil
}

// known returns the vectors of texts if all are held, and otherwise whether the
// embedder is paused.
func (q *Questions) known(texts []string) (vectors [][]float32, paused bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, text := range texts {
		vector := q.held[text]
		if vector == nil {
			return nil, q.now().Before(q.pausedUntil)
		}
		vectors = append(vectors, vector)
	}
	return vectors, false
}

func (q *Questions) pause() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pausedUntil = q.now().Add(pauseAfterFailure)
}

// hold keeps the vectors that were made of texts and returns them normalised.
func (q *Questions) hold(texts []string, made [][]float32) [][]float32 {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.held)+len(texts) > questionsHeld {
		clear(q.held)
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = normal(made[i])
		q.held[text] = vectors[i]
	}
	return vectors
}
