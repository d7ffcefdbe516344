package query

import (
	"context"

	"dossier/graph"
)

// A VectorStore keeps what embedding models made of entities, apart from the
// graph: vectors can be made again, and putting them changes no revision.
// Models are told apart by name. Like a [Store] it acts as the actor of its
// context, and whoever may read a project may put and read its vectors.
type VectorStore interface {
	// Vectors hands over the vectors that were put in projects after a number
	// each, 0 for all, in one statement, ordered by number and id.
	Vectors(ctx context.Context, model string, since []graph.Revision, yield func(graph.Vector)) error

	// Pending are up to limit live entities that have no vector or one of other
	// content, without values, ordered by id; and how many there are in all.
	Pending(ctx context.Context, model string, limit int) ([]graph.Vector, int, error)

	// PutVectors keeps vectors with the hashes that Pending gave, in one
	// transaction. Those of entities that are unknown or forbidden are left out.
	PutVectors(ctx context.Context, model string, vectors []graph.Vector) error
}

// An Embedder makes vectors of texts, which lie near each other when the texts
// mean the same.
type Embedder interface {
	// Model names what vectors can be compared: those of equal names.
	Model() string
	// Embed gives the vectors of texts, in their order. BAD_USER_INPUT is about
	// the texts; every other error is about the model, which may do better later.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
