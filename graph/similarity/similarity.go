// Package similarity compares entities with questions by their embeddings: the
// vectors of texts, which lie near each other when the texts mean the same.
package similarity

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"dossier/graph"
)

// An Embedder makes vectors of texts.
type Embedder interface {
	// Model names what vectors can be compared: those of equal names.
	Model() string
	// Embed returns the vectors of texts, in their order. BAD_USER_INPUT is about
	// the texts; every other error is about the model, and a retry may help.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A Store keeps the vectors of entities apart from the graph: they can be made
// again, and putting them changes no revision. Models are kept apart by name.
// Every method acts as the actor of its context, who may put and read the
// vectors of every project that he or she may read.
type Store interface {
	// Vectors passes to yield the vectors that were put in projects after a
	// number each, 0 for all, in one statement, ordered by number and id.
	Vectors(ctx context.Context, model string, since []graph.Revision, yield func(graph.Vector)) error

	// Pending returns up to limit live entities that have no vector or one of
	// other content, without values, ordered by id; and how many there are in
	// all.
	Pending(ctx context.Context, model string, limit int) ([]graph.Vector, int, error)

	// PutVectors keeps vectors with the hashes that Pending returned, in one
	// transaction. It leaves out the vectors of entities that are unknown or
	// forbidden.
	PutVectors(ctx context.Context, model string, vectors []graph.Vector) error
}

// Vectors are the vectors of a project's entities, each of length 1. They may
// be read while others are put.
type Vectors struct {
	byID   sync.Map // of []float32
	values atomic.Int64
}

// Put keeps the vector of an entity in the place of an earlier one.
func (v *Vectors) Put(id string, values []float32) {
	kept := normal(values)
	before, _ := v.byID.Swap(id, kept)
	earlier, _ := before.([]float32)
	v.values.Add(int64(len(kept) - len(earlier)))
}

// Of returns the vector of an entity, which is empty if the model refused its
// text, and whether there is one.
func (v *Vectors) Of(id string) (values []float32, has bool) {
	vector, has := v.byID.Load(id)
	values, _ = vector.([]float32)
	return values, has
}

// Size returns the memory that the vectors take, in kB.
func (v *Vectors) Size() int { return int(v.values.Load() * 4 / 1000) }

// normal returns a vector of length 1 in the same direction.
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

// cosine returns the cosine of two vectors of length 1, and 0 if their lengths
// in values differ. Four sums side by side take a fraction of the time of one.
func cosine(a, b []float32) float64 {
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
