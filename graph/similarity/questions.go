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
	// questionTimeout is the maximum time that an answer waits for the vectors
	// of its question. After that, only words are used.
	questionTimeout = time.Second
	// pauseAfterFailure is the time without calls of the embedder after one
	// fails.
	pauseAfterFailure = 5 * time.Second
	// questionsHeld is the maximum number of questions whose vectors are held.
	questionsHeld = 1_000
)

// Questions embeds questions and holds the vectors of recent ones, so that the
// same question gets the same answer. It is safe for concurrent use.
type Questions struct {
	embedder Embedder
	now      func() time.Time

	mu          sync.Mutex
	held        map[string][]float32
	pausedUntil time.Time
}

// NewQuestions returns a Questions that uses embedder and the clock now.
func NewQuestions(embedder Embedder, now func() time.Time) *Questions {
	return &Questions{embedder: embedder, now: now, held: map[string][]float32{}}
}

// A Func returns the similarity of an entity and a question, which is given by
// its number.
type Func func(question int, id string) float64

// A Status says whether embeddings were compared in addition to words.
type Status string

// The statuses.
const (
	Off         Status = "OFF" // no embedder is configured
	On          Status = "ON"
	Unavailable Status = "UNAVAILABLE"
)

// Similar is like [Questions.Compare], but if the embedder fails it returns the
// status [Unavailable], and no error unless ctx has ended, because words alone
// can answer and [Job.Run] reports the cause. The Func is nil unless the status
// is [On]. If q is nil, the status is [Off].
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
// topic. With starts, numbers are those of starts: the similarity is that to
// the first topic, or without topics that to the entity of the start. vectorOf
// returns the vector of an entity, nil if it has none.
func (q *Questions) Compare(ctx context.Context, topics, starts []string, vectorOf func(id string) []float32) (Func, error) {
	asked, err := q.vectors(ctx, topics, starts, vectorOf)
	if err != nil {
		return nil, err
	}
	return func(n int, id string) float64 { return cosine(asked[n], vectorOf(id)) }, nil
}

func (q *Questions) vectors(ctx context.Context, topics, starts []string, vectorOf func(id string) []float32) (vectors [][]float32,
	err error) {
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

// embed returns the vectors of texts, and computes those that are not held.
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

// known returns the vectors of texts if all are held, and otherwise reports
// whether the embedder is paused.
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

// hold normalises the vectors of texts, holds them, and returns them.
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
