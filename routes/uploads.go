package routes

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"dossier/graph"
)

// pauseWithin is the time limit of a client's pauses. By eye.
const pauseWithin = 15 * time.Second

// uploadsKept is the number of imports of the greatest size for which there is
// room on the disk, while they arrive and wait. By eye: bodies that arrive
// slowly or are small take less of it.
const uploadsKept = 4

// uploads receives the bodies of imports in files.
type uploads struct {
	most int64        // the bytes of one
	kept atomic.Int64 // the bytes of all
}

// receive writes a body to a new file and returns it for reading. The caller
// must call release, also after an error.
func (u *uploads) receive(in io.Reader, connection *http.ResponseController, path string) (file *os.File, release func(), err error) {
	arriving := &upload{in: in, connection: connection, of: u, until: time.Now().Add(importWithin)}
	file, err = os.Create(path)
	release = func() {
		_ = file.Close() // nil if it was not created
		u.kept.Add(-arriving.size)
	}
	if err == nil {
		_, err = io.Copy(file, arriving)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if _, refused := errors.AsType[*graph.Error](err); err != nil && !refused {
		err = graph.Unavailable("the import could not be kept in a temporary file; nothing was written", err)
	}
	return file, release, err
}

// An upload is the body of an import. Each read of it has a time limit, as have
// all together.
type upload struct {
	in         io.Reader
	connection *http.ResponseController
	of         *uploads
	until      time.Time
	size       int64
}

// Read implements [io.Reader].
func (u *upload) Read(p []byte) (int, error) {
	limit := time.Now().Add(pauseWithin)
	if u.until.Before(limit) {
		limit = u.until
	}
	_ = u.connection.SetReadDeadline(limit) // on an error, the server's limit applies
	n, err := u.in.Read(p)
	u.size += int64(n)
	switch kept := u.of.kept.Add(int64(n)); {
	case u.size > u.of.most:
		return n, &graph.Error{Code: graph.CodeLimitExceeded, Text: fmt.Sprintf("expected an import of at most %d bytes; got more: split it, or allow a higher --max-import", u.of.most)}
	case kept > uploadsKept*u.of.most:
		return n, graph.Unavailable("other imports are arriving; nothing was written: try again later", errors.New("no room for more"))
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, &graph.Error{Code: graph.CodeTimeout, Text: fmt.Sprintf("the body of the request paused for %s, or took longer than %s to arrive; nothing was written", pauseWithin, importWithin)}
	case err != nil && !errors.Is(err, io.EOF):
		return n, graph.BadInput("body", "the body of the request cannot be read to its end: %v; nothing was written", err)
	}
	return n, err
}
