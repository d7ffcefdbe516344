package graph

// A Vector is the embedding of the text of an entity.
type Vector struct {
	Entity    Ref
	ProjectID string // of the entity
	// Hash identifies the content that was embedded.
	Hash []byte
	// Number grows with every write of vectors of the project.
	Number int64
	// Values has one element per dimension of the model. It is empty if the
	// model refused the text.
	Values []float32
}
