// Package read answers the questions of packages query and similarity: a type for each
// sort of question, on one connection.
package read

import (
	"context"

	"dossier/db/conn"
	"dossier/graph"
)

// A Completer completes the rows that other programs wrote.
type Completer interface {
	// Incomplete returns projects that have incomplete rows of some kinds.
	Incomplete(ctx context.Context, specs []*graph.Spec) ([]string, error)
	// CompleteNow completes rows of projects, as far as a request may wait for it, and
	// reports whether it completed any.
	CompleteNow(ctx context.Context, ids []string) bool
}

// A Reader reads projects, for the Stores of packages query and similarity.
type Reader struct {
	*EntityReader
	*ListReader
	*ProjectReader
	*EventReader
}

// New returns a reader on a connection.
func New(conn *conn.Conn, completer Completer) *Reader {
	entities := &EntityReader{conn: conn, shared: newEntityReads()}
	completed := completed{conn, completer}
	return &Reader{entities, &ListReader{completed, entities}, &ProjectReader{completed}, &EventReader{conn}}
}

// An EntityReader reads entities by id, the projects and the record types.
type EntityReader struct {
	conn   *conn.Conn
	shared entityReads
}

// A ListReader reads pages of lists, and groups of them.
type ListReader struct {
	completed
	entities *EntityReader
}

// A ProjectReader reads whole projects, or what changed in them.
type ProjectReader struct {
	completed
}

// An EventReader reads the events of projects, and states of the past.
type EventReader struct{ conn *conn.Conn }
