package graph

import (
	"context"
	"errors"
	"fmt"
)

// A Code says what went wrong, in the terms of every entry point: GraphQL's
// extensions.code, MCP's error and the exit status of the command line.
type Code string

// The codes of errors.
const (
	CodeBadUserInput    Code = "BAD_USER_INPUT"
	CodeUnauthenticated Code = "UNAUTHENTICATED"
	CodeForbidden       Code = "FORBIDDEN"
	CodeNotFound        Code = "NOT_FOUND"
	CodeConflict        Code = "CONFLICT"
	CodeLimitExceeded   Code = "LIMIT_EXCEEDED"
	CodeRateLimited     Code = "RATE_LIMITED"
	CodeTimeout         Code = "TIMEOUT"
	CodeUnavailable     Code = "UNAVAILABLE"
	CodeInternal        Code = "INTERNAL"
)

// exits are the exit statuses of the command line. 3 is left to an import that
// rejected lines.
var exits = map[Code]int{
	CodeBadUserInput:    2,
	CodeLimitExceeded:   2,
	CodeNotFound:        4,
	CodeForbidden:       5,
	CodeUnauthenticated: 5,
	CodeConflict:        6,
	CodeUnavailable:     7,
	CodeTimeout:         8,
	CodeRateLimited:     8,
	CodeInternal:        1,
}

// Exit is the exit status of a command that ends with the code.
func (c Code) Exit() int { return exits[c] }

// An Error is an error whose text a client may read.
type Error struct {
	Code     Code
	Argument string // the path of the argument at fault, "" for none
	Text     string
	// Place is what the error is about, such as a database by its address: for the
	// log and the command line, never for clients.
	Place string
	// Conflict is what a precondition found, nil for other errors.
	Conflict *Conflict
}

// A Conflict is an entity that is not as the client knows it.
type Conflict struct {
	Current map[string]any // the stored row by column, with its revision
	// Fields are those that the refused change would have set: what they are, and
	// what they would have become.
	Fields []FieldChange
}

// Error implements error.
func (e *Error) Error() string {
	if e.Argument == "" {
		return e.Text
	}
	return e.Argument + ": " + e.Text
}

// BadInput is a BAD_USER_INPUT error about an argument: what is wrong with it
// and what would be right.
func BadInput(argument, format string, args ...any) error {
	return &Error{Code: CodeBadUserInput, Argument: argument, Text: fmt.Sprintf(format, args...)}
}

// NotFound is the error about an entity that is not there or that the actor
// may not read; the two look alike.
func NotFound(what, id string) error {
	return &Error{Code: CodeNotFound, Text: fmt.Sprintf("no %s with id %s", what, Truncate(id, 60))}
}

// Unavailable is the error about something that the service needs and that
// does not answer; cause is for the log and is not part of the text.
func Unavailable(text string, cause error) error {
	return fmt.Errorf("%w (%w)", &Error{Code: CodeUnavailable, Text: text}, cause)
}

// UnavailableAt is [Unavailable] about a place that clients do not read about.
func UnavailableAt(place, text string, cause error) error {
	return fmt.Errorf("%s: %w (%w)", place, &Error{Code: CodeUnavailable, Text: text, Place: place}, cause)
}

// CodeOf is the code of an error: that of the [Error] it wraps, TIMEOUT for a
// context that ran out, INTERNAL for anything else.
func CodeOf(err error) Code {
	if known := (*Error)(nil); errors.As(err, &known) {
		return known.Code
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return CodeTimeout
	}
	return CodeInternal
}
