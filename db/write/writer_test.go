package write

import (
	"testing"
	"time"

	"dossier/db/access"
	"dossier/db/conn"
	"dossier/db/enginetest"
	"dossier/db/statement"
	"dossier/graph"
)

func newScript(t testing.TB) (*Writer, *enginetest.Script) {
	s := enginetest.New(t)
	return scripted(s, conn.Options{Now: func() time.Time { return enginetest.Time }}), s
}

func scripted(s *enginetest.Script, options conn.Options) *Writer {
	connection := conn.New(s, enginetest.Dialect, options)
	return NewWriter(connection, access.New(connection, enginetest.LedgerDelay), false)
}

// newTestWrite returns a write of a batch by Ann to a scripted backend.
func newTestWrite(t testing.TB, batch *graph.Batch) (*write, *enginetest.Script) {
	store, s := newScript(t)
	w := store.newWrite(s, batch, statement.Subject{ID: graph.ID("ann"), Writes: true, Admin: true})
	for _, id := range []string{"p", "q"} {
		w.touch(graph.ID(id))
		w.projects[graph.ID(id)].rev = 7
	}
	return w, s
}
