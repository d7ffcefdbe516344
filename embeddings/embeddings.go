// Package embeddings is a client for endpoints that implement OpenAI's
// /v1/embeddings.
package embeddings

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"dossier/graph"
)

// The limits of one request.
const (
	// maxTexts is the maximum number of texts in a request.
	maxTexts = 64
	// maxBytes is the maximum total of bytes in a request of several texts.
	maxBytes = 256 << 10
	// MaxRunes is the maximum length of a text in runes; the rest is cut.
	MaxRunes = 8_000
)

// Options are the options of a client.
type Options struct {
	// URL is the base URL of the endpoint, such as https://api.openai.com/v1,
	// or its full URL, which ends in /embeddings. Required.
	URL string
	// Name is the name of the model. Required.
	Name string
	// Key is sent as a bearer token, unless it is empty. It never occurs in
	// errors or logs.
	Key string
	// Dimensions is the requested number of values of a vector; 0 means the
	// model's default.
	Dimensions int
	// Tries is the maximum number of times a request is sent; 0 means 4.
	Tries int
	// Random returns numbers in [0, 1), which vary the waits. Required.
	Random func() float64
	// Sleep waits, or returns the error of an ended context; nil uses a timer.
	Sleep func(context.Context, time.Duration) error
	// HTTP sends the requests; nil means a client without a timeout, because
	// the context limits the time.
	HTTP *http.Client
}

// A Client calls one endpoint. It is safe for concurrent use.
type Client struct{ options Options }

// New returns a client. The error is BAD_USER_INPUT about an invalid option.
func New(options Options) (*Client, error) {
	address, err := endpoint(options.URL)
	switch {
	case err != nil:
		return nil, err
	case options.Name == "":
		return nil, graph.BadInput("embeddings.model", "the endpoint needs the name of a model")
	case options.Dimensions < 0:
		return nil, graph.BadInput("embeddings.dimensions", "%d is out of range; expected 1 or more, or 0 for the model's own",
			options.Dimensions)
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

// Model returns the name of the model, with the number of dimensions if the
// options set it. Vectors are comparable if their models have the same name.
func (c *Client) Model() string {
	if c.options.Dimensions == 0 {
		return c.options.Name
	}
	return fmt.Sprintf("%s/%d", c.options.Name, c.options.Dimensions)
}

// Embed returns the vectors of texts, in order. The error is BAD_USER_INPUT if a
// text may be the cause: the endpoint refuses the texts, always fails with status
// 500, or gives an answer that does not fit. It is UNAVAILABLE for any other
// failure. Both come after up to [Options.Tries] requests.
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

// check checks that all vectors have the requested dimension, or the same one.
func (c *Client) check(vectors [][]float32) error {
	want := c.options.Dimensions
	for _, vector := range vectors {
		if want == 0 {
			want = len(vector)
		}
		if len(vector) != want || want == 0 {
			return graph.BadInput("", "the embeddings endpoint gave a vector of another dimension: %d values, want %d", len(vector), want)
		}
	}
	return nil
}

// batch returns the number of texts in the next request, at least one.
func batch(texts []string) int {
	size := 0
	for i, text := range texts {
		if size += len(text); i == maxTexts || i > 0 && size > maxBytes {
			return i
		}
	}
	return len(texts)
}

// shortened returns the texts as valid UTF-8, each cut to MaxRunes.
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
