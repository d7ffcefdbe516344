package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// unhandled is how the SDK begins its refusal of a method that it does not have.
const unhandled = "JSON RPC not handled"

// readMessage reads the message in the body of a request, and leaves it there. If
// the body cannot be read, the error is left for the next reader. refused is not
// nil if the body is no message of JSON-RPC.
func readMessage(w http.ResponseWriter, r *http.Request, tools []string) (message []byte, refused *jsonrpc.Error) {
	message, ended := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if ended == nil {
		ended = io.EOF
	}
	message = withPlainParams(withSafeID(bytes.TrimPrefix(message, []byte(byteOrderMark))), tools)
	r.Body, r.ContentLength = io.NopCloser(io.MultiReader(bytes.NewReader(message), failing{ended})), int64(len(message))
	if trimmed := bytes.TrimSpace(message); len(trimmed) > 0 && errors.Is(ended, io.EOF) {
		if _, err := jsonrpc.DecodeMessage(trimmed); err != nil {
			return message, refusal(trimmed, err)
		}
	}
	return message, nil
}

// A failing reader returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A refusing writer replaces what the SDK refuses in plain text by an error of
// JSON-RPC, which clients expect as the answer to a message. It returns ids as
// they came.
type refusing struct {
	http.ResponseWriter
	message []byte
	status  int // of a refusal in plain text, 0 for none
}

// Unwrap is for [http.ResponseController].
func (w *refusing) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (w *refusing) WriteHeader(status int) {
	if status < http.StatusBadRequest || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
}

// Write implements [http.ResponseWriter].
func (w *refusing) Write(text []byte) (int, error) {
	if w.status == 0 {
		if _, err := w.ResponseWriter.Write(withGivenID(text)); err != nil {
			return 0, err
		}
		return len(text), nil
	}
	code, reason := jsonrpc.CodeInvalidRequest, strings.TrimSpace(string(text))
	if w.status >= http.StatusInternalServerError {
		code = jsonrpc.CodeInternalError
	}
	if strings.HasPrefix(reason, unhandled) {
		if idIn(w.message) == nil {
			w.Header().Del("Content-Type")
			w.ResponseWriter.WriteHeader(http.StatusAccepted) // a notification has no answer
			return len(text), nil
		}
		w.status, code = http.StatusOK, jsonrpc.CodeMethodNotFound
		reason = "method not found" + strings.TrimSuffix(strings.TrimPrefix(reason, unhandled), " unsupported")
	}
	writeError(w.ResponseWriter, w.status, w.message, &jsonrpc.Error{Code: int64(code), Message: reason})
	return len(text), nil
}

// writeError writes an error as the answer to a message.
func writeError(w http.ResponseWriter, status int, message []byte, cause *jsonrpc.Error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	answer, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": idIn(message), "error": cause}) // of texts
	_, _ = w.Write(append(withGivenID(answer), '\n'))                                                // else the client has left
}
