package graph

// IsScored reports whether entities of the kind can have a score.
func IsScored(kind Kind) bool { return scores[kind].always != nil }
