package graph

// OnConflict is what an import does about a field that was changed both in the
// source and here since the last import.
type OnConflict string

// The values of OnConflict. The report of the import names the field in each case.
const (
	SourceWins OnConflict = "source" // the field is set as in the source
	OursWins   OnConflict = "ours"   // the field is kept
	StopAtAny  OnConflict = "stop"   // nothing is written
)
