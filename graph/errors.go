package graph

import (
	"context"
	"errors"
	"fmt"
)

// A Code is the class of an error. It determines extensions.code in GraphQL,
// the error in MCP, and the exit status of the command line (cli/exit.go).
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
	// CodeUnknown is that of a write whose commit was sent and not confirmed, or
	// whose answer was lost.
	CodeUnknown Code = "OUTCOME_UNKNOWN"
	// CodeWritten is that of an error after a commit: the change was made, and
	// only its answer is not complete.
	CodeWritten Code = "WRITTEN"
)

// An Error is an error whose text a client may read.
type Error struct {
	Code     Code   // the class of the error
	Argument string // the path of the argument at fault, "" for none
	Text     string // for clients
	// Fault is what is wrong with a store, if a person can mend it; "" otherwise.
	Fault Fault
	// Place is the resource at fault, such as the address of a database. It is
	// for the log and the command line, never for clients.
	Place string
	// Conflict describes the failed precondition, nil for other errors.
	Conflict *Conflict
}

// A Fault is something that is wrong with a store or its surroundings, and that a
// person can mend.
type Fault string

// The faults.
const (
	FaultMissing     Fault = "MISSING"     // there is no file
	FaultUnread      Fault = "UNREAD"      // no source of the folder was read yet
	FaultPath        Fault = "PATH"        // no file can be there
	FaultForeign     Fault = "FOREIGN"     // the file is not a store
	FaultDamaged     Fault = "DAMAGED"     // the file is damaged
	FaultOld         Fault = "OLD"         // the tables are of an earlier version
	FaultLater       Fault = "LATER"       // the tables are of a later version
	FaultNoTables    Fault = "NO_TABLES"   // the database has no tables of a store
	FaultNoDatabase  Fault = "NO_DATABASE" // the server has no such database
	FaultRights      Fault = "RIGHTS"      // the user of the process or of the database lacks rights
	FaultPassword    Fault = "PASSWORD"    // the user or the password is wrong
	FaultUnreachable Fault = "UNREACHABLE" // no server answers
	FaultNoRoom      Fault = "NO_ROOM"     // the disk is full
	FaultConnections Fault = "CONNECTIONS" // the server has no connection to spare
)

// A Conflict is an entity that differs from the version that the client
// expects.
type Conflict struct {
	Current map[string]any // the stored row by column, with its revision
	// Fields are the fields that the refused change would have set, with their
	// present and their new values.
	Fields []FieldChange
}

// Error implements error.
func (e *Error) Error() string {
	if e.Argument == "" {
		return e.Text
	}
	return e.Argument + ": " + e.Text
}

// BadInput returns a BAD_USER_INPUT error about an argument. The text says what
// is wrong and what is expected.
func BadInput(argument, format string, args ...any) error {
	return &Error{Code: CodeBadUserInput, Argument: argument, Text: fmt.Sprintf(format, args...)}
}

// NotFound returns the error for an entity that does not exist or that the
// actor may not read. Clients cannot distinguish the two.
func NotFound(what, id string) error {
	return &Error{Code: CodeNotFound, Text: fmt.Sprintf("no %s with id %s", what, Truncate(id, 60))}
}

// Unavailable returns the error for a dependency of the service that does not
// respond. cause is for the log and is not part of the text.
func Unavailable(text string, cause error) error {
	return fmt.Errorf("%w (%w)", &Error{Code: CodeUnavailable, Text: text}, cause)
}

// howToFindOut says what to do about a write of unknown outcome.
const howToFindOut = "it is unknown whether the change was made: read the entity, or the changes of its project, " +
	"or repeat the change with the same clientMutationId, which does not make it twice"

// Unknown returns the error for a write of which it is unknown whether it was
// made, for a reason such as a lost connection. cause is for the log.
func Unknown(reason string, cause error) error {
	return fmt.Errorf("%w (%w)", &Error{Code: CodeUnknown, Text: reason + "; " + howToFindOut}, cause)
}

// UnavailableAt is like [Unavailable] with a place, which clients do not see, and what
// is wrong there, "" if that is nothing to mend.
func UnavailableAt(place string, fault Fault, text string, cause error) error {
	return fmt.Errorf("%s: %w (%w)", place, &Error{Code: CodeUnavailable, Fault: fault, Text: text, Place: place}, cause)
}

// CodeOf returns the code of an error: that of the [Error] it wraps, TIMEOUT
// for a context that has ended, INTERNAL for any other error.
func CodeOf(err error) Code {
	if known := (*Error)(nil); errors.As(err, &known) {
		return known.Code
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return CodeTimeout
	}
	return CodeInternal
}
