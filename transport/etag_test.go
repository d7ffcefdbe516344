package transport_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"dossier/transport"
)

// stated is a server whose data has a state. It counts the fields executed.
type stated struct {
	server
	state    string
	fails    bool
	reads    int
	executed int
	says     string
}

func newStated() *stated {
	s := &stated{state: "1", says: "hello"}
	s.server = newServer(transport.Options{State: func(context.Context) (string, error) {
		s.reads++
		if s.fails {
			return "", errors.New("the store does not answer")
		}
		return s.state, nil
	}}).answers(func(context.Context) (*string, error) {
		s.executed++
		return &s.says, nil
	})
	return s
}

// ask sends a request with a tag, and returns the status, the tag and the body.
func (s *stated) ask(r request, tag string) (status int, tagged, body string) {
	made := r.make()
	if tag != "" {
		made.Header.Set("If-None-Match", tag)
	}
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, made)
	return recorder.Code, recorder.Header().Get("ETag"), recorder.Body.String()
}

var answers = request{body: `{"query":"{answer}"}`}

// TestTags repeats a request with the tag of its answer. It checks that the
// request is executed until the state of the tag is known, then answered
// without execution, and executed again when the state changes.
func TestTags(t *testing.T) {
	s := newStated()
	status, tag, _ := s.ask(answers, "")
	if status != 200 || !strings.HasPrefix(tag, `W/"`) || s.reads != 0 {
		t.Fatalf("%d, tag %s, read %d states", status, tag, s.reads)
	}
	for i, step := range []struct {
		change           func()
		tag              string
		status, executed int
	}{
		{nil, tag, 304, 2},                           // executed, because the state of the tag is unknown
		{nil, tag, 304, 2},                           // the state is known
		{nil, `"other", ` + tag, 304, 2},             // one of several
		{nil, strings.TrimPrefix(tag, "W/"), 304, 2}, // compared weakly
		{nil, `"other"`, 200, 3},
		{nil, "*", 304, 4}, // any answer
		{nil, `"` + strings.Repeat("x", 100_000), 200, 5},
		{func() { s.state = "2" }, tag, 304, 6}, // another state with the same bytes
		{nil, tag, 304, 6},
		{func() { s.state, s.says = "3", "bye" }, tag, 200, 7},
		{func() { s.state = "" }, tag, 200, 8}, // an unknown state
		{func() { s.fails = true }, tag, 200, 9},
	} {
		if step.change != nil {
			step.change()
		}
		status, _, body := s.ask(answers, step.tag)
		if status != step.status || s.executed != step.executed || (status == 304) != (body == "") {
			t.Errorf("step %d: %d, executed %d times, %q; want %d and %d", i, status, s.executed, body, step.status, step.executed)
		}
	}
}

// TestTagsOfOperations checks that different answers have different tags, and
// that errors and mutations have none.
func TestTagsOfOperations(t *testing.T) {
	s := newStated()
	_, tag, _ := s.ask(answers, "")
	s.ask(answers, tag) // makes its state known
	for name, tt := range map[string]struct {
		request
		status int
		tagged bool
	}{
		"another document":  {request{body: `{"query":"{answer item{id}}"}`}, 200, true},
		"other variables":   {request{body: `{"query":"query($t:String!){echo(text:$t)}","variables":{"t":"a"}}`}, 200, true},
		"a mutation":        {request{body: `{"query":"mutation{bump}"}`}, 200, false},
		"an error":          {request{body: `{"query":"{at(time:\"noon\")}"}`}, 200, false},
		"no operation":      {request{body: `{"query":"{nothing}"}`}, 400, false},
		"by GET":            {request{method: http.MethodGet, params: url.Values{"query": {"{answer}"}}}, 304, true},
		"of the same bytes": {request{body: `{"query":"query Other {answer}"}`}, 304, true},
	} {
		status, got, _ := s.ask(tt.request, tag)
		if status != tt.status || (got != "") != tt.tagged {
			t.Errorf("%s: %d, tag %q", name, status, got)
		}
	}
}

// TestTimeHasNoState checks that fields that take a clock are always executed.
func TestTimeHasNoState(t *testing.T) {
	s := newStated()
	timed := request{body: `{"query":"{timed answer}"}`}
	_, tag, _ := s.ask(timed, "")
	for range 2 {
		if status, _, _ := s.ask(timed, tag); status != 304 {
			t.Errorf("got %d", status)
		}
	}
	if s.executed != 3 || s.reads != 0 {
		t.Errorf("executed %d times, read %d states", s.executed, s.reads)
	}
}

func TestCachingHeaders(t *testing.T) {
	s := newStated()
	for query, want := range map[string]string{"{answer}": "private, no-cache", "{nothing}": "no-store"} {
		got := s.do(t, request{method: http.MethodGet, params: url.Values{"query": {query}}}.make())
		if cache := got.header.Get("Cache-Control"); cache != want {
			t.Errorf("%s: Cache-Control %q, want %q", query, cache, want)
		}
		if vary := strings.Join(got.header.Values("Vary"), ", "); !strings.Contains(vary, "Accept") {
			t.Errorf("%s: Vary %q", query, vary)
		}
	}
}
