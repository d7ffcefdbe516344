package ndjson

import (
	"errors"
	"fmt"

	"dossier/graph"
	"dossier/graph/rows"
)

// A consequence is the problem of a line that refers to a rejected one.
type consequence struct {
	problem *graph.Error
	of      int // the line that it refers to
}

// Error implements error.
func (c *consequence) Error() string { return c.problem.Error() }

// Unwrap returns the error for clients.
func (c *consequence) Unwrap() error { return c.problem }

// consequenceOf returns the error about a field that names the entity or the
// record type of a rejected line.
func consequenceOf(line int, field, what string) error {
	text := fmt.Sprintf("names the %s of line %d, which was rejected; mend that line", what, line)
	return &consequence{&graph.Error{Code: graph.CodeBadUserInput, Argument: field, Text: text}, line}
}

// causeOf returns the line that is at fault for the problems of another, 0 if that
// has a problem of its own.
func causeOf(problems []error) (line int) {
	for _, problem := range problems {
		of, is := errors.AsType[*consequence](problem)
		if !is {
			return 0
		}
		line = of.of
	}
	return line
}

// swapped is like [rows.Swapped], and keeps a consequence one.
func swapped(err error) error {
	err, of := rows.Swapped(err), causeOf([]error{err})
	if problem, is := errors.AsType[*graph.Error](err); is && of > 0 {
		return &consequence{problem, of}
	}
	return err
}
