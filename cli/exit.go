package cli

import "dossier/graph"

// exits has the exit statuses of the command line. Status 3 is reserved for an
// import that rejected lines.
var exits = map[graph.Code]int{
	graph.CodeBadUserInput:    2,
	graph.CodeLimitExceeded:   2,
	graph.CodeNotFound:        4,
	graph.CodeForbidden:       5,
	graph.CodeUnauthenticated: 5,
	graph.CodeConflict:        6,
	graph.CodeUnavailable:     7,
	graph.CodeTimeout:         8,
	graph.CodeRateLimited:     8,
	graph.CodeInternal:        1,
	graph.CodeUnknown:         9,
	graph.CodeWritten:         0,
}

// exitOf returns the exit status of a command that fails with a code. Codes of
// GraphQL itself, such as that of a document that does not fit the schema, are
// like BAD_USER_INPUT.
func exitOf(code graph.Code) int {
	if status, known := exits[code]; known {
		return status
	}
	return exits[graph.CodeBadUserInput]
}
