package routes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// Imports configures POST /import.
type Imports struct {
	Store    ImportStore // nil for no imports
	MaxBytes int64       // of a request, and of its content after unpacking gzip
}

// An ImportStore is the store that imports write to.
type ImportStore interface {
	ndjson.Store
	// Administers reports whether the actor administers the deployment.
	Administers(ctx context.Context) (bool, error)
}

// The time limits of an import, and of its client's pauses. By eye: the sample
// takes seconds.
const (
	importWithin = 10 * time.Minute
	pauseWithin  = 15 * time.Second
)

// importTypes are the media types of imports. A browser does not send them for
// a page of another site without a CORS preflight.
var importTypes = []string{"application/x-ndjson", "application/gzip", "application/octet-stream"}

// importParameters are the parameters of the URL. Others are refused: the name of
// a flag, such as dry-run, would write.
var importParameters = []string{"onError", "dryRun", "relatesTo", "uncheckedRecords"}

// An importHandler imports the bodies of requests, one at a time, because an
// import needs all processors and some memory for each line.
type importHandler struct {
	Imports
	access  *Access
	log     *slog.Logger
	running chan struct{} // has an element while an import runs
}

// ServeHTTP imports the body. It answers with the report as a line of JSON,
// followed by the rejected lines if the report does not contain them all.
func (h *importHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), importWithin)
	defer cancel()
	options, err := h.options(r)
	if err == nil {
		err = h.admit(ctx)
	}
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	select {
	case h.running <- struct{}{}:
		defer func() { <-h.running }()
	default:
		w.Header().Set("Retry-After", "10")
		h.refuse(w, r, graph.Unavailable("another import is running; try again later", errors.New("one import at a time")))
		return
	}
	folder, err := os.MkdirTemp("", "dossier-import-")
	if err == nil {
		defer os.RemoveAll(folder)
		options.Rejected = filepath.Join(folder, "rejected.ndjson")
		err = h.run(ctx, w, r, options)
	}
	if err != nil && graph.CodeOf(err) == graph.CodeTimeout {
		err = &graph.Error{Code: graph.CodeTimeout, Text: fmt.Sprintf("the import took longer than %s, or its client left; nothing was written: split it", importWithin)}
	}
	if err != nil {
		h.refuse(w, r, err)
	}
}

// options returns the options in the parameters of a request.
func (h *importHandler) options(r *http.Request) (options ndjson.Options, err error) {
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); !slices.Contains(importTypes, media) {
		return options, graph.BadInput("Content-Type", "expected application/x-ndjson or application/gzip; got %q", graph.Truncate(media, 60))
	}
	options = ndjson.Options{Analyse: searchtext.Analyse, Size: max(r.ContentLength, 0), MaxUnpacked: h.MaxBytes}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" && encoding != "gzip" {
		return options, graph.BadInput("Content-Encoding", "expected gzip or none; got %q", graph.Truncate(encoding, 60))
	}
	parameters := r.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		if !slices.Contains(importParameters, name) {
			return options, graph.BadInput("parameters", "expected some of %s; got %q", strings.Join(importParameters, ", "), graph.Truncate(name, 60))
		}
	}
	for name, into := range map[string]*bool{"dryRun": &options.DryRun, "relatesTo": &options.RelatesTo, "uncheckedRecords": &options.UncheckedRecords} {
		if value := parameters.Get(name); value != "" {
			if *into, err = strconv.ParseBool(value); err != nil {
				return options, graph.BadInput(name, "expected true or false; got %q", graph.Truncate(value, 60))
			}
		}
	}
	switch mode := ndjson.OnError(parameters.Get("onError")); mode {
	case "", ndjson.Stop, ndjson.Skip:
		options.OnError = mode
	default:
		return options, graph.BadInput("onError", "expected stop or skip; got %q", graph.Truncate(string(mode), 60))
	}
	return options, nil
}

// admit returns an error unless the actor administers the deployment. The
// imported rows are checked like those of every write.
func (h *importHandler) admit(ctx context.Context) error {
	switch is, err := h.Store.Administers(ctx); {
	case err != nil:
		return err
	case !is:
		return &graph.Error{Code: graph.CodeForbidden, Text: "expected an administrator of this deployment; got another actor, or a key: use applyChanges, or dossier import on the store"}
	}
	return nil
}

// run imports the body and writes the answer. It answers nothing if it returns
// an error.
func (h *importHandler) run(ctx context.Context, w http.ResponseWriter, r *http.Request, options ndjson.Options) error {
	connection := http.NewResponseController(w)
	_ = connection.SetWriteDeadline(time.Now().Add(importWithin + pauseWithin)) // on an error, the server's limit applies
	report, err := ndjson.Import(ctx, h.Store, &body{in: r.Body, connection: connection, left: h.MaxBytes, most: h.MaxBytes}, options)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if report.Rejected > 0 && options.OnError != ndjson.Skip {
		status = http.StatusUnprocessableEntity
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(report); err == nil && report.Spilled {
		err = copyFile(w, options.Rejected)
		if err != nil {
			h.log.WarnContext(ctx, "rejected lines could not be sent", "error", err)
		}
	}
	return nil
}

func copyFile(w io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}

// A body is the body of an import. Each read of it has a time limit.
type body struct {
	in         io.Reader
	connection *http.ResponseController
	left, most int64
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	_ = b.connection.SetReadDeadline(time.Now().Add(pauseWithin)) // on an error, the server's limit applies
	n, err := b.in.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, os.ErrDeadlineExceeded) && !errors.Is(err, context.Canceled) {
		err = graph.BadInput("body", "the body of the request cannot be read to its end: %v; nothing was written", err)
	}
	if b.left -= int64(n); b.left < 0 {
		return n, &graph.Error{Code: graph.CodeLimitExceeded, Text: fmt.Sprintf("expected an import of at most %d bytes; got more: split it, or allow a higher --max-import", b.most)}
	}
	return n, err
}

// importStatuses are the HTTP statuses of refused imports, by code.
var importStatuses = map[graph.Code]int{
	graph.CodeBadUserInput: http.StatusBadRequest, graph.CodeForbidden: http.StatusForbidden, graph.CodeNotFound: http.StatusNotFound,
	graph.CodeConflict: http.StatusConflict, graph.CodeLimitExceeded: http.StatusRequestEntityTooLarge,
	graph.CodeUnavailable: http.StatusServiceUnavailable, graph.CodeTimeout: http.StatusGatewayTimeout,
}

func (h *importHandler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	problem := classify(err)
	status, known := importStatuses[graph.Code(problem.Code)]
	if !known {
		h.log.ErrorContext(r.Context(), "import", "error", err)
		status, problem.Message = http.StatusInternalServerError, "internal error"
	}
	if h.access.Denied != nil && status == http.StatusForbidden {
		h.access.Denied(r.Context(), graph.AuditEntry{Action: graph.ActionWrite, Code: graph.CodeForbidden, Subject: "import"})
	}
	writeError(w, status, problem.Code, problem.Message)
}
