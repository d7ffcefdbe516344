package relevance

import "dossier/graph/pack"

// Names that moved to graph/pack, until their callers use it.
type (
	Level      = pack.Level
	Piece      = pack.Piece
	Related    = pack.Related
	Candidate  = pack.Candidate
	Candidates = pack.Candidates
	Packed     = pack.Packed
)

const (
	Name = pack.Name
	Full = pack.Full
)

var (
	Pack         = pack.Pack
	PackDefaults = pack.Defaults
)
