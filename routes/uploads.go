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

// The limits of imports while they arrive and wait, by eye: a quarter of the
// connections of a server is left for others.
const (
	uploadsOpen  = 64               // at once
	uploadsKept  = 4                // of the greatest size at once, on the disk
	uploadWithin = 15 * time.Second // for a body to arrive, and a second more for each
	uploadRate   = 64 << 10         // bytes of it, up to importWithin
)

// uploads receives the bodies of imports in files.
type uploads struct {
	most int64        // the bytes of one
	open atomic.Int64 // the number of all
	kept atomic.Int64 // their bytes
}

// receive writes the body of a request to a new file and returns it for reading.
// The caller must call release, also after an error.
func (u *uploads) receive(r *http.Request, connection *http.ResponseController, path string) (file *os.File, release func(), err error) {
	arriving := &upload{in: r.Body, connection: connection, of: u, begun: time.Now()}
	release = func() {
		_ = file.Close() // nil if it was not created
		u.kept.Add(-arriving.size)
		u.open.Add(-1)
	}
	switch open := u.open.Add(1); {
	case r.ContentLength > u.most:
		return nil, release, u.tooLarge()
	case open > uploadsOpen:
		return nil, release, errUploads
	}
	file, err = os.Create(path)
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

var errUploads = graph.Unavailable("other imports are arriving; nothing was written: try again later", errors.New("no room for more"))

func (u *uploads) tooLarge() error {
	return &graph.Error{
		Code: graph.CodeLimitExceeded,
		Text: fmt.Sprintf("expected an import of at most %d bytes; got more: split it, or allow a higher --max-import", u.most),
	}
}

// An upload is the body of an import.
type upload struct {
	in         io.Reader
	connection *http.ResponseController
	of         *uploads
	begun      time.Time
	size       int64
}

// Read implements [io.Reader].
func (u *upload) Read(p []byte) (int, error) {
	within := min(importWithin, uploadWithin+time.Duration(u.size/uploadRate)*time.Second)
	_ = u.connection.SetReadDeadline(u.begun.Add(within)) // on an error, the server's limit applies
	n, err := u.in.Read(p)
	u.size += int64(n)
	switch kept := u.of.kept.Add(int64(n)); {
	case u.size > u.of.most:
		return n, u.of.tooLarge()
	case kept > uploadsKept*u.of.most:
		return n, errUploads
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, &graph.Error{
			Code: graph.CodeTimeout,
			Text: fmt.Sprintf("%d bytes of the body arrived in %s, which is too slow; nothing was written", u.size, within),
		}
	case err != nil && !errors.Is(err, io.EOF):
		return n, graph.BadInput("body", "the body of the request cannot be read to its end: %v; nothing was written", err)
	}
	return n, err
}
