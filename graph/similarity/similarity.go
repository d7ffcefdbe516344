// Package similarity compares entities with questions by their embeddings:
// vectors of texts that are close to each other if the texts mean the same.
package similarity

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"dossier/graph"
)

// An Embedder computes vectors of texts.
type Embedder interface {
	// Model returns the model's name. Vectors of equal names are comparable.
	Model() string
	// Embed returns the vectors of texts, in order. The error is BAD_USER_INPUT
	// if the texts are the cause. After any other error, a retry may help.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A Store stores the vectors of entities, by model. They are not part of the
// graph: they can be computed again, and storing them does not change a
// revision. Every method acts as the actor of its context, who may read and put
// the vectors of every project that the actor may read.
type Store interface {
	// Vectors calls yield with the vectors that were put after since, which has
	// a number for each project, 0 for all. It uses one statement, ordered by
	// number and id.
	Vectors(ctx context.Context, model string, since []graph.Revision, yield func(graph.Vector)) error

	// Pending returns up to limit live entities that have no vector, or one of
	// earlier content, ordered by id, and their total. The vectors have no
	// values.
	Pending(ctx context.Context, model string, limit int) ([]graph.Vector, int, error)

	// PutVectors stores vectors, with the hashes that Pending returned, in one
	// transaction. It ignores the vectors of entities that are unknown or
	// forbidden.
	PutVectors(ctx context.Context, model string, vectors []graph.Vector) error
}

// Vectors are the vectors of a project's entities, each of length 1. They are
// safe for concurrent use. The zero value is empty.
type Vectors struct {
	byID   sync.Map // of []float32
	values atomic.Int64
}

// Put sets the vector of an entity, which it normalises.
func (v *Vectors) Put(id string, values []float32) {
	kept := normal(values)
	before, _ := v.byID.Swap(id, kept)
	earlier, _ := before.([]float32)
	v.values.Add(int64(len(kept) - len(earlier)))
}

// Of returns the vector of an entity, and reports whether there is one. The
// vector is empty if the model refused the text.
func (v *Vectors) Of(id string) (values []float32, has bool) {
	vector, has := v.byID.Load(id)
	values, _ = vector.([]float32)
	return values, has
}

// Size returns the memory that the vectors take, in bytes.
func (v *Vectors) Size() int { return int(v.values.Load() * 4) }

// normal returns values scaled to length 1, or an empty vector if all are 0.
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

// cosine returns the cosine of two vectors of length 1, or 0 if they have
// different dimensions. Four parallel sums take a fraction of the time of one.
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
