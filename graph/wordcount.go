package graph

// A WordCount has the numbers of live entities of a project with a word in any
// text and in the title.
type WordCount struct {
	ProjectID        string
	Word             string // an English stem; "" for all entities
	Entities, Titles int    // with the word in any text, and in the title
}

// Sizes are the numbers of live entities, by kind, and of all kinds as "".
type Sizes map[Kind]int
