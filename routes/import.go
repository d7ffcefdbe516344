package routes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
	"dossier/graph/history"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// Imports configures POST /import.
type Imports struct {
	Store    ImportStore // nil for no imports
	MaxBytes int64       // of a request, and of its content after unpacking gzip
	// Done is called with the report of each import, nil if it failed; nil for nothing.
	Done func(report *ndjson.Report, err error)
}

// An ImportStore is the store that imports write to.
type ImportStore interface {
	ndjson.Store
	// Administers reports whether the actor administers the deployment.
	Administers(ctx context.Context) (bool, error)
	// Projects returns the projects that the actor may read.
	Projects(ctx context.Context) ([]*graph.Project, error)
}

// importWithin is the time limit of an import, and of its body to arrive. By
// eye: the sample takes seconds.
const importWithin = 10 * time.Minute

// importTypes are the media types of imports. A browser does not send them for
// a page of another site without a CORS preflight.
var importTypes = []string{"application/x-ndjson", "application/gzip", "application/octet-stream", zipType}

// importParameters are the parameters of the URL. Others are refused: the name of
// a flag, such as dry-run, would write.
var importParameters = []string{"onError", "dryRun", "relatesTo", "uncheckedRecords", "source", "complete", "onConflict", "replace",
	"prune", "force", "clientMutationId", "from", "file", "project"}

// An importHandler imports the bodies of requests, one at a time, because an
// import needs all processors and some memory for each line. Bodies arrive
// before their turn, so that a slow client makes no other wait.
type importHandler struct {
	Imports
	access   *Access
	log      *slog.Logger
	arriving uploads
	running  chan struct{} // has an element while an import runs
}

func newImportHandler(options *Options) *importHandler {
	h := &importHandler{Imports: options.Imports, access: &options.Access, log: options.Log, running: make(chan struct{}, 1)}
	h.arriving.most = h.MaxBytes
	return h
}

// ServeHTTP imports the body. It answers with the report as a line of JSON,
// followed by the rejected lines if the report does not contain them all.
func (h *importHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	options, err := h.options(r)
	source := uploadedSource{}
	if err == nil {
		source, err = sourceIn(r)
	}
	if err == nil {
		err = h.admit(r.Context())
	}
	if err == nil {
		err = h.answer(w, r, options, &source)
	}
	if err != nil {
		h.refuse(w, r, err)
	}
}

// answer waits for the body and the turn of a request, and imports it.
func (h *importHandler) answer(w http.ResponseWriter, r *http.Request, options ndjson.Options, source *uploadedSource) error {
	folder, err := os.MkdirTemp("", "dossier-import-")
	if err != nil {
		return graph.Unavailable("the server has no temporary folder for imports", err)
	}
	defer os.RemoveAll(folder)
	connection := http.NewResponseController(w)
	_ = connection.SetWriteDeadline(time.Now().Add(2*importWithin + uploadWithin)) // on an error, the server's limit applies
	in, release, err := h.arriving.receive(r, connection, filepath.Join(folder, "body"))
	defer release()
	if err != nil {
		return err
	}
	options.Rejected = filepath.Join(folder, "rejected.ndjson")
	if options.Once, err = onceOf(r, filepath.Join(folder, "body")); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), importWithin)
	defer cancel()
	select {
	case h.running <- struct{}{}:
		defer func() { <-h.running }()
	case <-ctx.Done():
		return graph.Unavailable(fmt.Sprintf("other imports were running for %s; nothing was written: try again later", importWithin), ctx.Err())
	}
	content, err := source.content(ctx, h.Store, in, folder, &options)
	if err != nil {
		return err
	}
	defer content.close()
	err = h.run(ctx, w, content, options)
	if err != nil && graph.CodeOf(err) == graph.CodeTimeout {
		return &graph.Error{Code: graph.CodeTimeout,
			Text: fmt.Sprintf("the import took longer than %s, or its client left; nothing was written: split it", importWithin)}
	}
	return err
}

// onceOf returns the client's name of an import, with a hash of its parameters
// and its body, which has arrived in a file.
func onceOf(r *http.Request, path string) (graph.Once, error) {
	name := r.URL.Query().Get("clientMutationId")
	if name == "" {
		return graph.Once{}, nil
	}
	body, err := os.Open(path)
	if err != nil {
		return graph.Once{}, fmt.Errorf("open the import: %w", err)
	}
	defer body.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, body); err != nil {
		return graph.Once{}, fmt.Errorf("read the import: %w", err)
	}
	return graph.NewOnce(name, []string{r.URL.Query().Encode(), hex.EncodeToString(hash.Sum(nil))})
}

func mediaOf(r *http.Request) string {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return media
}

// options returns the options in the parameters of a request.
func (h *importHandler) options(r *http.Request) (options ndjson.Options, err error) {
	types := importTypes
	if r.URL.Query().Has("from") {
		types = slices.Concat(importTypes, sourceTypes)
	}
	if media := mediaOf(r); !slices.Contains(types, media) {
		return options, graph.BadInput("Content-Type", "expected application/x-ndjson, application/gzip or application/zip; got %q",
			graph.Truncate(media, 60))
	}
	options = ndjson.Options{Analyse: searchtext.Analyse, Size: max(r.ContentLength, 0), MaxUnpacked: h.MaxBytes}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" && encoding != "gzip" {
		return options, graph.BadInput("Content-Encoding", "expected gzip or none; got %q", graph.Truncate(encoding, 60))
	}
	parameters := r.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		if !slices.Contains(importParameters, name) {
			return options, graph.BadInput("parameters", "expected some of %s; got %q", strings.Join(importParameters, ", "),
				graph.Truncate(name, 60))
		}
	}
	for name, into := range map[string]*bool{
		"dryRun": &options.DryRun, "relatesTo": &options.RelatesTo, "uncheckedRecords": &options.UncheckedRecords,
		"complete": &options.Complete, "replace": &options.Replace, "prune": &options.Prune, "force": &options.Force,
	} {
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
	options.Source = parameters.Get("source")
	switch options.OnConflict = graph.OnConflict(parameters.Get("onConflict")); options.OnConflict {
	case "", graph.SourceWins, graph.OursWins, graph.StopAtAny:
		return options, nil
	}
	return options, graph.BadInput("onConflict", "expected source, ours or stop; got %q", graph.Truncate(string(options.OnConflict), 60))
}

// admit returns an error unless the actor administers the deployment. The
// imported rows are checked like those of every write.
func (h *importHandler) admit(ctx context.Context) error {
	switch is, err := h.Store.Administers(ctx); {
	case err != nil:
		return err
	case !is:
		return &graph.Error{Code: graph.CodeForbidden,
			Text: "expected an administrator of this deployment; got another actor, or a key: use applyChanges, or dossier import on the store"}
	}
	return nil
}

// run imports what arrived and writes the answer. It answers nothing if it returns
// an error.
func (h *importHandler) run(ctx context.Context, w http.ResponseWriter, in *content, options ndjson.Options) error {
	report, err := ndjson.Import(ctx, h.Store, in, options)
	if h.Done != nil {
		h.Done(report, err)
	}
	if err != nil {
		return err
	}
	if len(report.Kinds) == 0 && report.Rejected == 0 && !options.Prune && !options.Complete {
		return graph.BadInput("body", "has no lines; expected NDJSON")
	}
	status := http.StatusOK
	switch {
	case report.Rejected > 0 && options.OnError != ndjson.Skip:
		status = http.StatusUnprocessableEntity
	case report.Written == nil && report.Counts.Conflicts > 0:
		status = http.StatusConflict
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(status)
	answer := struct {
		*ndjson.Report
		Notes  []string `json:"notes,omitempty"`
		Others []string `json:"others,omitempty"` // formats to import by further requests
	}{report, in.notes, in.others}
	if err := json.NewEncoder(w).Encode(answer); err == nil && report.Spilled {
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

// importStatuses are the HTTP statuses of refused imports, by code.
var importStatuses = map[graph.Code]int{
	graph.CodeBadUserInput: http.StatusBadRequest, graph.CodeForbidden: http.StatusForbidden, graph.CodeNotFound: http.StatusNotFound,
	graph.CodeConflict: http.StatusConflict, graph.CodeLimitExceeded: http.StatusRequestEntityTooLarge,
	graph.CodeUnavailable: http.StatusServiceUnavailable, graph.CodeTimeout: http.StatusGatewayTimeout,
	graph.CodeUnknown: http.StatusGatewayTimeout,
}

func (h *importHandler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	problem := classify(err)
	status, known := importStatuses[graph.Code(problem.Code)]
	if !known {
		h.log.ErrorContext(r.Context(), "import", "error", err)
		status, problem.Message = http.StatusInternalServerError, "internal error"
	}
	if h.access.Denied != nil && status == http.StatusForbidden {
		h.access.Denied(r.Context(), history.AuditEntry{Action: history.ActionWrite, Code: graph.CodeForbidden, Subject: "import"})
	}
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "10")
	}
	writeError(w, status, problem.Code, problem.Message)
}
