package graph

// A WordCount says how many live entities of a project have a word, and how many
// have it in their title.
type WordCount struct {
	ProjectID        string
	Word             string // an English stem; "" for all entities
	Entities, Titles int
}
