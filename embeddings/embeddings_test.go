package embeddings_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/embeddings"
	"dossier/embeddings/embeddingstest"
	"dossier/graph"
)

// pauses records the waits of a client between tries, without waiting.
type pauses []time.Duration

func (p *pauses) sleep(_ context.Context, pause time.Duration) error {
	*p = append(*p, pause)
	return nil
}

func client(t testing.TB, options embeddings.Options) *embeddings.Client {
	t.Helper()
	options.Name = "words"
	if options.Random == nil {
		options.Random = func() float64 { return .5 }
	}
	c, err := embeddings.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTries(t *testing.T) {
	const key = "sk-secret"
	for name, test := range map[string]struct {
		set    func(*embeddingstest.Server)
		key    string
		pauses string
		code   graph.Code // "" for vectors
		cause  string
	}{
		"at once":              {},
		"with a key":           {set: func(s *embeddingstest.Server) { s.Key = key }, key: key},
		"busy, then well":      {set: func(s *embeddingstest.Server) { s.Statuses = []int{503, 429, 500} }, pauses: "375ms 750ms 1.5s"},
		"asks to wait":         {set: func(s *embeddingstest.Server) { s.Statuses = []int{429}; s.RetryAfter = "7" }, pauses: "7s"},
		"asks for less":        {set: func(s *embeddingstest.Server) { s.Statuses = []int{429}; s.RetryAfter = "0.1" }, pauses: "375ms"},
		"asks in another form": {set: func(s *embeddingstest.Server) { s.Statuses = []int{429}; s.RetryAfter = "tomorrow" }, pauses: "375ms"},
		"down": {set: func(s *embeddingstest.Server) { s.Down = 502 }, pauses: "375ms 750ms 1.5s", code: graph.CodeUnavailable,
			cause: "502"},
		"a wrong key":   {set: func(s *embeddingstest.Server) { s.Key = "another" }, key: key, code: graph.CodeUnavailable, cause: "401"},
		"no such model": {set: func(s *embeddingstest.Server) { s.Down = 404 }, code: graph.CodeUnavailable, cause: "404"},
		"fails always": {set: func(s *embeddingstest.Server) { s.Down = 500 }, pauses: "375ms 750ms 1.5s", code: graph.CodeBadUserInput,
			cause: "500"},
		"a refused text": {set: func(s *embeddingstest.Server) { s.Refused = "tide" }, code: graph.CodeBadUserInput, cause: "400"},
	} {
		t.Run(name, func(t *testing.T) {
			server := embeddingstest.New(t)
			if test.set != nil {
				server.Set(test.set)
			}
			var waited pauses
			got, err := client(t, embeddings.Options{URL: server.URL, Key: test.key, Sleep: waited.sleep}).Embed(t.Context(),
				[]string{"ebb", "tide"})
			if text := strings.Trim(fmt.Sprint(waited), "[]"); text != test.pauses {
				t.Errorf("waited %s, want %s", text, test.pauses)
			}
			if test.code == "" {
				if err != nil || len(got) != 2 || len(got[0]) != 256 {
					t.Fatalf("got %d vectors, %v", len(got), err)
				}
				return
			}
			if err == nil || graph.CodeOf(err) != test.code || !strings.Contains(err.Error(), test.cause) || strings.Contains(err.Error(), key) {
				t.Errorf("got %v, want %s about %s, without the key", err, test.code, test.cause)
			}
		})
	}
}

// TestNoTimeToWait checks that the failure is returned immediately if the next
// try would be too late.
func TestNoTimeToWait(t *testing.T) {
	server := embeddingstest.New(t)
	server.Set(func(s *embeddingstest.Server) { s.Down, s.RetryAfter = 429, "60" })
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	began := time.Now()
	_, err := client(t, embeddings.Options{URL: server.URL}).Embed(ctx, []string{"ebb"})
	if graph.CodeOf(err) != graph.CodeUnavailable || time.Since(began) > 10*time.Second || len(server.Inputs()) != 1 {
		t.Errorf("got %v after %s and %d requests", err, time.Since(began), len(server.Inputs()))
	}
}

func TestSlowEndpoint(t *testing.T) {
	server := embeddingstest.New(t)
	server.Set(func(s *embeddingstest.Server) { s.Delay = time.Minute })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := client(t, embeddings.Options{URL: server.URL}).Embed(ctx, []string{"ebb"}); graph.CodeOf(err) != graph.CodeUnavailable {
		t.Errorf("got %v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	var waited pauses
	_, err := client(t, embeddings.Options{URL: server.URL, Sleep: waited.sleep, Tries: 2}).Embed(t.Context(), []string{"ebb"})
	if graph.CodeOf(err) != graph.CodeUnavailable || len(waited) != 1 {
		t.Errorf("got %v after %v", err, waited)
	}
}

// TestBatches checks that there are few requests, none with too many texts or
// bytes, and that vectors are in the order of the texts.
func TestBatches(t *testing.T) {
	long := strings.Repeat("wave ", 1_500) // 7,500 bytes
	for name, test := range map[string]struct {
		texts []string
		want  string // numbers of texts of the requests
	}{
		"nothing":         {nil, "[]"},
		"by number":       {slices.Repeat([]string{"ebb", "tide"}, 75), "[64 64 22]"},
		"by bytes":        {slices.Repeat([]string{long}, 40), "[34 6]"},
		"a very long one": {[]string{strings.Repeat("波 ", 50_000), strings.Repeat("é", 9_000), "x\xff"}, "[3]"},
	} {
		t.Run(name, func(t *testing.T) {
			server := embeddingstest.New(t)
			got, err := client(t, embeddings.Options{URL: server.URL}).Embed(t.Context(), test.texts)
			if err != nil || len(got) != len(test.texts) {
				t.Fatalf("%d vectors of %d texts, %v", len(got), len(test.texts), err)
			}
			sizes := []int{}
			for _, input := range server.Inputs() {
				sizes = append(sizes, len(input))
				for _, text := range input {
					if n := len([]rune(text)); n > embeddings.MaxRunes {
						t.Errorf("a text of %d runes was sent", n)
					}
				}
			}
			if fmt.Sprint(sizes) != test.want {
				t.Errorf("requests of %v texts, want %s", sizes, test.want)
			}
			for i := range got {
				if same := slices.Equal(got[i], got[0]); same != (test.texts[i] == test.texts[0]) {
					t.Fatalf("vector %d is that of another text", i)
				}
			}
		})
	}
}

// TestWrongAnswers checks that a client refuses answers that do not fit.
func TestWrongAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		answer     string
		dimensions int
	}{
		"no JSON":             {"<html>", 0},
		"too few":             {`{"data": [{"index": 0, "embedding": [1, 2]}]}`, 0},
		"twice the same":      {`{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [2]}]}`, 0},
		"out of range":        {`{"data": [{"index": 0, "embedding": [1]}, {"index": 2, "embedding": [2]}]}`, 0},
		"of two dimensions":   {`{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [2, 3]}]}`, 0},
		"of no dimension":     {`{"data": [{"index": 0, "embedding": []}, {"index": 1, "embedding": []}]}`, 0},
		"null":                {`{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": null}]}`, 0},
		"no number":           {`{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [NaN]}]}`, 0},
		"of another":          {`{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [2]}]}`, 3},
		"beyond all measures": {`{"data": [{"index": 0, "embedding": [1e99]}, {"index": 1, "embedding": [2]}]}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				asked++
				fmt.Fprint(w, test.answer)
			}))
			defer server.Close()
			c := client(t, embeddings.Options{URL: server.URL, Dimensions: test.dimensions})
			if _, err := c.Embed(t.Context(), []string{"ebb", "tide"}); graph.CodeOf(err) != graph.CodeBadUserInput || asked != 1 {
				t.Errorf("got %v after %d requests", err, asked)
			}
		})
	}
}

func TestWrongOptions(t *testing.T) {
	for _, options := range []embeddings.Options{
		{URL: "", Name: "m"}, {URL: "localhost:99", Name: "m"}, {URL: "ftp://a/b", Name: "m"},
		{URL: "http://a"}, {URL: "http://a", Name: "m", Dimensions: -1},
	} {
		if _, err := embeddings.New(options); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%+v: got %v", options, err)
		}
	}
}

func ExampleClient_Model() {
	client, err := embeddings.New(embeddings.Options{URL: "http://localhost:11434/v1", Name: "nomic-embed-text", Dimensions: 256})
	fmt.Println(client.Model(), err)
	// Output: nomic-embed-text/256 <nil>
}
