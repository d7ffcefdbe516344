package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine is the maximum size of a line in bytes. By eye: 500 changes with the
// texts of documents.
const maxLine = 8 << 20

// drain is the maximum time for which the answers to requests are awaited after
// the input has ended. It is longer than the time limit of most servers.
const drain = 15 * time.Second

// Lines returns a transport with a message on each line, as over standard input
// and output. It differs from that of the SDK, for clients that people write by
// hand. A line that is no message gets an error as its answer, and does not end
// the session. The end of the input does not cancel the requests before it, so
// that they can be piped into a process. Any id is returned as it came, and byte
// order marks are skipped.
func Lines(in io.Reader, out io.Writer, tools []string) sdk.Transport {
	answers := &lineWriter{out: out, open: map[jsonrpc.ID]bool{}}
	return &sdk.IOTransport{Reader: &messageReader{in: bufio.NewReader(in), answers: answers, tools: tools}, Writer: answers}
}

// A lineWriter writes lines, and knows the requests that have no answer yet.
type lineWriter struct {
	mu   sync.Mutex
	out  io.Writer
	open map[jsonrpc.ID]bool
}

// Write writes a line, the whole of a message.
func (w *lineWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if message, err := jsonrpc.DecodeMessage(line); err == nil {
		if answer, ok := message.(*jsonrpc.Response); ok {
			delete(w.open, answer.ID)
		}
	}
	if _, err := w.out.Write(withGivenID(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}

// Close does nothing, because a process may write after the session.
func (w *lineWriter) Close() error { return nil }

// await notes that a message was read. A request waits for its answer, unless
// it is cancelled or remains open by its nature.
func (w *lineWriter) await(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if !ok {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case request.Method == "notifications/cancelled":
		var cancelled struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(request.Params, &cancelled) != nil {
			return
		}
		if id, err := jsonrpc.MakeID(cancelled.RequestID); err == nil {
			delete(w.open, id)
		}
	case request.IsCall() && request.Method != Listen:
		w.open[request.ID] = true
	}
}

// isAwaited reports whether a request has no answer yet.
func (w *lineWriter) isAwaited() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.open) > 0
}

// A messageReader reads the lines that are messages.
type messageReader struct {
	in      *bufio.Reader
	rest    []byte // of the current line
	answers *lineWriter
	tools   []string // the names of the tools
}

// Read implements [io.Reader].
func (r *messageReader) Read(into []byte) (int, error) {
	for len(r.rest) == 0 {
		line, err := r.line()
		if err != nil {
			for ended := time.Now(); r.answers.isAwaited() && time.Since(ended) < drain; {
				time.Sleep(time.Millisecond)
			}
			return 0, err
		}
		if r.rest, err = r.message(line); err != nil {
			return 0, err
		}
	}
	n := copy(into, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close does nothing, because a read of standard input cannot be interrupted.
func (r *messageReader) Close() error { return nil }

// line returns the next line, of which it leaves out what is beyond maxLine.
func (r *messageReader) line() ([]byte, error) {
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxLine+1-len(line))]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(line) == 0:
			return nil, err
		default:
			return bytes.TrimSpace(bytes.TrimPrefix(line, []byte(byteOrderMark))), nil
		}
	}
}

// message returns a line with its end if it is a message. Otherwise it answers
// the line with an error, and returns nothing.
func (r *messageReader) message(line []byte) ([]byte, error) {
	if len(line) == 0 {
		return nil, nil
	}
	safe := withPlainParams(withSafeID(line), r.tools)
	message, err := jsonrpc.DecodeMessage(safe)
	if err == nil && len(line) <= maxLine {
		r.answers.await(message)
		return append(safe, '\n'), nil
	}
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": idIn(safe), "error": refusal(line, err)})
	if err != nil {
		return nil, err
	}
	_, err = r.answers.Write(append(answer, '\n'))
	return nil, err
}

// refusal returns the error for a line that is no message, with its cause.
func refusal(line []byte, cause error) *jsonrpc.Error {
	switch {
	case len(line) > maxLine:
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the line is too long; expected at most 8 MiB"}
	case !json.Valid(line):
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "not JSON; expected a message"}
	case line[0] == '[':
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "batches are not supported: send one message at a time"}
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "not a message of JSON-RPC 2.0: " + cause.Error()}
}

// idIn returns the id of a line that is no message as it is written, or nil.
func idIn(line []byte) any {
	var with struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &with) != nil || len(with.ID) == 0 || strings.IndexByte("{[tfn", with.ID[0]) >= 0 {
		return nil
	}
	return with.ID
}
