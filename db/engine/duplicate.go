package engine

import (
	"strings"

	"dossier/graph"
)

// Duplicate returns the error about a row that cannot be stored, because another
// one has its id or external id. what is the index in the database's error, or
// its columns.
func Duplicate(what string) *graph.Error {
	for _, spec := range graph.Kinds {
		if strings.Contains(what, spec.Table+"_external") || strings.Contains(what, spec.Table+".external_id") {
			return &graph.Error{
				Code: graph.CodeConflict, Argument: "external_id",
				Text: "another " + string(spec.Kind) + " of the project has it, deleted ones included; expected one of its own",
			}
		}
	}
	return &graph.Error{Code: graph.CodeConflict, Text: "an entity with the same id or external id already exists"}
}
