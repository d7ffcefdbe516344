package graph

// A Vector is what an embedding model made of the text of an entity.
type Vector struct {
	Entity    Ref
	ProjectID string
	// Hash identifies the content that was embedded.
	Hash []byte
	// Number grows with every put of vectors of the project.
	Number int64
	// Values are as many as the model has dimensions; none if it refused the
	// text.
	Values []float32
}
