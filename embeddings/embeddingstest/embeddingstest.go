// Package embeddingstest provides an endpoint for embeddings that needs no
// model. The vector of a text is the sum of those of its words, whose direction
// depends on their hash. Words that are declared to mean the same have the same
// vector.
package embeddingstest

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
)

// dimensions is the default number of values of a vector.
const dimensions = 256

// A Server is an endpoint for tests. [Server.Set] changes its fields.
type Server struct {
	// URL is the base URL for clients.
	URL string
	// Meanings maps words to words with the same meaning.
	Meanings map[string]string
	// Delay is the time that each answer takes.
	Delay time.Duration
	// Statuses are the statuses of the next answers, in order; 0 is success.
	Statuses []int
	// Down is the status of all further answers, 0 for success.
	Down int
	// RetryAfter is the Retry-After header of failures.
	RetryAfter string
	// Refused, unless it is empty, is a text that the endpoint refuses.
	Refused string
	// Key is the key that clients must send, unless it is empty.
	Key string

	mu     sync.Mutex
	inputs [][]string
}

// New returns a server that runs until the test ends.
func New(t testing.TB) *Server {
	s := &Server{Meanings: map[string]string{}}
	listener := httptest.NewServer(s)
	t.Cleanup(listener.Close)
	s.URL = listener.URL + "/v1"
	return s
}

// Set calls change with the server locked.
func (s *Server) Set(change func(*Server)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

// Inputs returns the texts of each request so far.
func (s *Server) Inputs() [][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]string{}, s.inputs...)
}

type request struct {
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions"`
}

type vector struct {
	Index     int       `json:"index"`
	Embedding []float32 `json:"embedding"`
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked request
	err := json.NewDecoder(r.Body).Decode(&asked)
	s.mu.Lock()
	s.inputs = append(s.inputs, asked.Input)
	status, delay, retryAfter := s.status(r, asked, err), s.Delay, s.RetryAfter
	answer := map[string][]vector{}
	for i := len(asked.Input) - 1; i >= 0; i-- { // reversed: the client must restore the order
		answer["data"] = append(answer["data"], vector{i, s.vector(asked.Input[i], asked.Dimensions)})
	}
	s.mu.Unlock()
	select {
	case <-time.After(delay):
	case <-r.Context().Done():
		return
	}
	if status != 0 {
		w.Header().Set("Retry-After", retryAfter)
		http.Error(w, `{"error": {"message": "no, `+r.Header.Get("Authorization")+`"}}`, status)
		return
	}
	_ = json.NewEncoder(w).Encode(answer) // the client may have left
}

// status returns the status of the answer to a request, 0 for success.
func (s *Server) status(r *http.Request, asked request, err error) int {
	refused := s.Refused != "" && strings.Contains(strings.Join(asked.Input, "\n"), s.Refused)
	switch {
	case err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/embeddings":
		return http.StatusNotFound
	case s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key:
		return http.StatusUnauthorized
	case refused:
		return http.StatusBadRequest
	case len(s.Statuses) > 0:
		next := s.Statuses[0]
		s.Statuses = s.Statuses[1:]
		return next
	}
	return s.Down
}

// vector returns the vector of a text, of length 1 if the text has words.
func (s *Server) vector(text string, size int) []float32 {
	if size == 0 {
		size = dimensions
	}
	values := make([]float32, size)
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		if meaning, declared := s.Meanings[word]; declared {
			word = meaning
		}
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(word)) // cannot fail
		random := rand.New(rand.NewPCG(hash.Sum64(), 0))
		for i := range values {
			values[i] += float32(2*random.IntN(2) - 1)
		}
	}
	length := 0.0
	for _, value := range values {
		length += float64(value) * float64(value)
	}
	for i := range values {
		values[i] /= float32(math.Sqrt(max(length, 1e-12)))
	}
	return values
}
