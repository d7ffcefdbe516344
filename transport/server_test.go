package transport_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"dossier/transport"
	"dossier/transport/testdata/echo"
)

// server is a handler under test, with its log and its resolvers.
type server struct {
	http.Handler
	root *echo.Root
	log  *bytes.Buffer
}

var errKnown = errors.New("no such item")

// newServer serves the echo schema.
func newServer(options transport.Options) server {
	log := &bytes.Buffer{}
	root := &echo.Root{}
	config := echo.Config{Resolvers: root}
	options.Log = slog.New(slog.NewTextHandler(log, nil))
	options.NewID = func() string { return "id-1" }
	options.Classify = func(err error) transport.Problem {
		if errors.Is(err, errKnown) {
			return transport.Problem{Code: "NOT_FOUND", Message: "no item", Argument: "id"}
		}
		return transport.Problem{Code: "INTERNAL"}
	}
	return server{transport.New(echo.NewExecutableSchema(config), options), root, log}
}

// answers sets the function that resolves the field answer.
func (s server) answers(do func(context.Context) (*string, error)) server {
	s.root.OnAnswer = do
	return s
}

// answer is a response with its body, raw and decoded.
type answer struct {
	status     int
	header     http.Header
	raw        string
	Data       json.RawMessage
	Errors     []problem
	Extensions map[string]any
}

type problem struct {
	Message    string
	Path       []any
	Extensions map[string]any
}

func (s server) do(t *testing.T, r *http.Request) answer {
	t.Helper()
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, r)
	got := answer{status: recorder.Code, header: recorder.Header(), raw: recorder.Body.String()}
	if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil {
		t.Fatalf("answer is not JSON: %v\n%s", err, got.raw)
	}
	return got
}

const (
	plainJSON   = "application/json"
	graphqlJSON = "application/graphql-response+json"
)

func (s server) post(t *testing.T, body string) answer {
	t.Helper()
	return s.do(t, request{body: body}.make())
}

func (s server) query(t *testing.T, query string) answer {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	return s.post(t, string(body))
}

// request is the short form of a request for tables.
type request struct {
	method, contentType, accept, encoding, body string
	params                                      url.Values
}

func (q request) make() *http.Request {
	method := cmp.Or(q.method, http.MethodPost)
	var body io.Reader = strings.NewReader(q.body)
	r := httptest.NewRequest(method, "/graphql?"+q.params.Encode(), body)
	r.Header.Set("Accept", cmp.Or(q.accept, graphqlJSON))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", cmp.Or(q.contentType, plainJSON))
	}
	if q.encoding != "" {
		r.Header.Set("Content-Encoding", q.encoding)
	}
	return r
}

func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

func (a answer) message() string {
	if len(a.Errors) == 0 {
		return ""
	}
	return a.Errors[0].Message
}
