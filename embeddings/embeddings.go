// Package embeddings asks an endpoint that speaks OpenAI's /v1/embeddings for
// the vectors of texts.
package embeddings

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"dossier/graph"
)

// The limits of what one request sends.
const (
	// MaxTexts is how many texts a request holds.
	MaxTexts = 64
	// MaxBytes is how many bytes of text a request holds, unless it is one text.
	MaxBytes = 256 << 10
	// MaxRunes is how much of a text is sent; the rest is cut.
	MaxRunes = 8_000
)

// Options say whom to ask, and by what clock and chance.
type Options struct {
	// URL is the base of the endpoint, as in https://api.openai.com/v1, or the
	// whole of it, with /embeddings. Required.
	URL string
	// Name is the model's. Required.
	Name string
	// Key is sent as a bearer token, unless it is empty. No error and no
	// log has it.
	Key string
	// Dimensions is how many values a vector is to have; 0 leaves it to the
	// model.
	Dimensions int
	// Tries is how often a request is sent before its failure is returned; 0
	// is 4.
	Tries int
	// Random gives numbers from 0 up to 1, which spread the waiting. Required.
	Random func() float64
	// Sleep waits, or ends with the context's error; nil waits by the clock.
	Sleep func(context.Context, time.Duration) error
	// HTTP sends the requests; nil stands for a client without a timeout, since
	// the context has one.
	HTTP *http.Client
}

// A Client asks one endpoint. It is safe for concurrent use.
type Client struct{ options Options }

// New is a client; BAD_USER_INPUT names what is wrong with the options.
func New(options Options) (*Client, error) {
	address, err := endpoint(options.URL)
	switch {
	case err != nil:
		return nil, err
	case options.Name == "":
		return nil, graph.BadInput("embeddings.model", "the endpoint needs the name of a model")
	case options.Dimensions < 0:
		return nil, graph.BadInput("embeddings.dimensions", "%d is out of range; expected 1 or more, or 0 for the model's own", options.Dimensions)
	}
	options.URL = address
	if options.Tries == 0 {
		options.Tries = 4
	}
	if options.Sleep == nil {
		options.Sleep = sleep
	}
	if options.HTTP == nil {
		options.HTTP = &http.Client{}
	}
	return &Client{options}, nil
}

// Model names what vectors can be compared: the model, and the dimension if it
// was chosen.
func (c *Client) Model() string {
	if c.options.Dimensions == 0 {
		return c.options.Name
	}
	return fmt.Sprintf("%s/%d", c.options.Name, c.options.Dimensions)
}

// Embed gives the vectors of texts, in their order. The error is UNAVAILABLE
// when the endpoint does not answer as it should, after a few tries, and
// BAD_USER_INPUT when it refuses the texts.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for rest := shortened(texts); len(rest) > 0; {
		n := batch(rest)
		got, err := c.embed(ctx, rest[:n])
		if err != nil {
			return nil, err
		}
		vectors, rest = append(vectors, got...), rest[n:]
	}
	if err := c.check(vectors); err != nil {
		return nil, err
	}
	return vectors, nil
}

// check holds the vectors to one dimension: the one asked for, if there is one.
func (c *Client) check(vectors [][]float32) error {
	want := c.options.Dimensions
	for _, vector := range vectors {
		if want == 0 {
			want = len(vector)
		}
		if len(vector) != want || want == 0 {
			return graph.Unavailable("the embeddings endpoint gave a vector of another dimension",
				fmt.Errorf("%d values, want %d", len(vector), want))
		}
	}
	return nil
}

// batch is how many of the texts, at least one, go into the next request.
func batch(texts []string) int {
	size := 0
	for i, text := range texts {
		if size += len(text); i == MaxTexts || i > 0 && size > MaxBytes {
			return i
		}
	}
	return len(texts)
}

// shortened are the texts, each cut after MaxRunes.
func shortened(texts []string) []string {
	short := make([]string, len(texts))
	for i, text := range texts {
		short[i] = cut(strings.ToValidUTF8(text, "\uFFFD"))
	}
	return short
}

func cut(text string) string {
	n := 0
	for i := range text {
		if n++; n > MaxRunes {
			return text[:i]
		}
	}
	return text
}
