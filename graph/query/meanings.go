package query

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/rank"
)

const (
	// questionTimeout is how long an answer waits for the vectors of its
	// question: words alone answer after it.
	questionTimeout = time.Second
	// restAfterFailure is how long questions are answered by words alone after
	// the embedder failed, without asking it.
	restAfterFailure = 5 * time.Second
	// questionsHeld bounds the questions whose vectors are held.
	questionsHeld = 1_000
)

// meanings holds vectors in memory: those of entities as of the last number
// that was read of their project, and those of questions asked lately, so that
// the same question is answered alike.
type meanings struct {
	embedder Embedder
	store    VectorStore
	now      func() time.Time
	// vectors has by entity its []float32 of length 1. Which entities a request
	// compares is decided by the graphs that its actor may read.
	vectors sync.Map
	// reading is held while vectors are read, so that none is put in the place
	// of a newer one. A channel, since waiting ends with ctx.
	reading chan struct{}
	numbers map[string]int64 // by project; of whoever holds reading

	mu        sync.Mutex
	questions map[string][]float32
	restUntil time.Time
}

// newMeanings is nil when there is no embedder.
func newMeanings(options Options) *meanings {
	if options.Embedder == nil {
		return nil
	}
	return &meanings{
		embedder: options.Embedder, store: options.Vectors, now: options.Now,
		reading: make(chan struct{}, 1), numbers: map[string]int64{}, questions: map[string][]float32{},
	}
}

// A likeness is the cosine between an entity and what was asked under a number.
type likeness func(asked int, id string) float64

// likeness is that of the entities of graphs to what a ranking is asked for;
// nil unless the status is ON.
func (m *meanings) likeness(ctx context.Context, graphs map[string]*graph.Graph, ask rank.Request) (likeness, SemanticStatus, error) {
	if m == nil {
		return nil, SemanticOff, nil
	}
	if err := m.refresh(ctx, graphs); err != nil {
		return nil, SemanticUnavailable, err
	}
	asked, err := m.asked(ctx, ask)
	switch {
	case ctx.Err() != nil:
		return nil, SemanticUnavailable, ctx.Err()
	case err != nil:
		return nil, SemanticUnavailable, nil //nolint:nilerr // that is the answer; whoever fills vectors logs the cause
	}
	return func(n int, id string) float64 { return dot(asked[n], m.of(id)) }, SemanticOn, nil
}

// compared is the likeness by which a document ranks entities; nil, with a
// warning in the document if there should be one, for words alone.
func (s *Service) compared(ctx context.Context, graphs map[string]*graph.Graph, ask rank.Request, document *ContextDocument) (likeness, error) {
	similar, semantic, err := s.meanings.likeness(ctx, graphs, ask)
	if semantic == SemanticUnavailable {
		document.warn(warnSemantic, "the embeddings endpoint does not answer; words, titles and edges alone were compared")
	}
	return similar, err
}

// asked are the vectors of the starts that a ranking is asked for, or of its
// topics. A start without a question is compared as itself.
func (m *meanings) asked(ctx context.Context, ask rank.Request) (vectors [][]float32, err error) {
	if len(ask.Topics) == 0 {
		for _, id := range ask.Starts {
			vectors = append(vectors, m.of(id))
		}
		return vectors, nil
	}
	if vectors, err = m.ofQuestions(ctx, ask.Topics); err == nil && len(ask.Starts) > 0 {
		vectors = slices.Repeat(vectors[:1], len(ask.Starts))
	}
	return vectors, err
}

// of is the vector of an entity, nil if there is none.
func (m *meanings) of(id string) []float32 {
	vector, _ := m.vectors.Load(id)
	values, _ := vector.([]float32)
	return values
}

// refresh reads the vectors that were put since the last time.
func (m *meanings) refresh(ctx context.Context, graphs map[string]*graph.Graph) error {
	select {
	case m.reading <- struct{}{}:
		defer func() { <-m.reading }()
	case <-ctx.Done():
		return ctx.Err()
	}
	since := make([]graph.Revision, 0, len(graphs))
	for id := range graphs {
		since = append(since, graph.Revision{ProjectID: id, Number: m.numbers[id]})
	}
	return m.store.Vectors(ctx, m.embedder.Model(), since, func(v graph.Vector) {
		m.numbers[v.ProjectID] = max(m.numbers[v.ProjectID], v.Number)
		m.vectors.Store(v.Entity.ID, normal(v.Values))
	})
}

// ofQuestions are the vectors of questions.
func (m *meanings) ofQuestions(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, resting := m.remembered(texts)
	if vectors != nil {
		return vectors, nil
	}
	if resting {
		return nil, &graph.Error{Code: graph.CodeUnavailable, Text: "the embedder did not answer a moment ago"}
	}
	limited, cancel := context.WithTimeout(ctx, questionTimeout)
	defer cancel()
	vectors, err := m.embedder.Embed(limited, texts)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		if ctx.Err() == nil && graph.CodeOf(err) != graph.CodeBadUserInput {
			m.restUntil = m.now().Add(restAfterFailure)
		}
		return nil, err
	}
	if len(m.questions)+len(texts) > questionsHeld {
		clear(m.questions)
	}
	for i, text := range texts {
		vectors[i] = normal(vectors[i])
		m.questions[text] = vectors[i]
	}
	return vectors, nil
}

// remembered are the vectors of questions if all are held, and otherwise
// whether the embedder is left in peace for now.
func (m *meanings) remembered(texts []string) (vectors [][]float32, resting bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, text := range texts {
		vector := m.questions[text]
		if vector == nil {
			return nil, m.now().Before(m.restUntil)
		}
		vectors = append(vectors, vector)
	}
	return vectors, false
}

// normal is a vector of length 1 in the same direction.
func normal(values []float32) []float32 {
	sum := 0.0
	for _, value := range values {
		sum += float64(value) * float64(value)
	}
	if sum == 0 {
		return []float32{}
	}
	scale := float32(1 / math.Sqrt(sum))
	scaled := make([]float32, len(values))
	for i, value := range values {
		scaled[i] = value * scale
	}
	return scaled
}

// dot is the cosine of two vectors of length 1, and 0 if they have not as many
// values. Several sums at once take a fraction of the time of one.
func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var s0, s1, s2, s3 float32
	for len(a) >= 4 {
		x, y := (*[4]float32)(a), (*[4]float32)(b)
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		a, b = a[4:], b[4:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return float64(s0 + s1 + s2 + s3)
}
