package embeddings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// The wait before the second try, which doubles with each further try up to the
// longest wait. Half of each wait is random.
const (
	firstWait   = 500 * time.Millisecond
	longestWait = 30 * time.Second
)

// maxAnswer is the maximum number of bytes read of an answer: 64 vectors of
// 4,096 values take about 5 MB.
const maxAnswer = 64 << 20

// maxComplaint is the maximum length of an answer in an error, in characters.
const maxComplaint = 200

// endpoint returns the full URL of the endpoint.
func endpoint(text string) (string, error) {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return "", graph.BadInput("embeddings.url", "not the URL of an endpoint; expected one like https://api.openai.com/v1")
	}
	if !strings.HasSuffix(address.Path, "/embeddings") {
		address = address.JoinPath("embeddings")
	}
	return address.String(), nil
}

type request struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions,omitempty"`
	Format     string   `json:"encoding_format"`
}

type answer struct {
	Data []struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
}

// A failure is the reason why a try returned no vectors.
type failure struct {
	cause error
	again bool          // whether another try may succeed
	after time.Duration // minimum wait that the endpoint asks for
	texts bool          // whether the texts may be the cause
}

// embed returns the vectors of the texts of one request, in several tries.
func (c *Client) embed(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(request{c.options.Name, texts, c.options.Dimensions, "float"})
	if err != nil {
		return nil, fmt.Errorf("write embeddings request: %w", err)
	}
	for try := 1; ; try++ {
		vectors, failed := c.try(ctx, body, len(texts))
		switch {
		case failed == nil:
			return vectors, nil
		case failed.again && try < c.options.Tries && c.wait(ctx, try, failed.after):
		case failed.texts && ctx.Err() == nil:
			return nil, fmt.Errorf("%w (%w)", graph.BadInput("", "the embeddings endpoint gave no vector for a text"), failed.cause)
		default:
			return nil, graph.Unavailable("the embeddings endpoint does not answer", failed.cause)
		}
	}
}

// wait waits for the next try. It returns false immediately if the context
// would end before.
func (c *Client) wait(ctx context.Context, try int, atLeast time.Duration) bool {
	pause := min(firstWait<<(try-1), longestWait)
	pause = max(pause/2+time.Duration(c.options.Random()*float64(pause/2)), atLeast)
	if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) <= pause {
		return false
	}
	return c.options.Sleep(ctx, pause) == nil
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// try sends a request once.
func (c *Client) try(ctx context.Context, body []byte, texts int) ([][]float32, *failure) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL, bytes.NewReader(body))
	if err != nil {
		return nil, &failure{cause: err}
	}
	r.Header.Set("Content-Type", "application/json")
	if c.options.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	response, err := c.options.HTTP.Do(r)
	if err != nil {
		return nil, &failure{cause: err, again: ctx.Err() == nil}
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, c.refused(response)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, &failure{cause: err, again: ctx.Err() == nil}
	}
	vectors, err := parse(text, texts)
	if err != nil {
		return nil, &failure{cause: err, texts: true}
	}
	return vectors, nil
}

// refused returns the failure for a response whose status is not OK.
func (c *Client) refused(response *http.Response) *failure {
	complaint, _ := io.ReadAll(io.LimitReader(response.Body, 4<<10)) // a part will do
	text := strings.ToValidUTF8(string(complaint), "")
	if c.options.Key != "" {
		text = strings.ReplaceAll(text, c.options.Key, "…")
	}
	f := &failure{cause: fmt.Errorf("%s: %q", response.Status, graph.Truncate(text, maxComplaint))}
	switch status := response.StatusCode; {
	case status == http.StatusTooManyRequests, status >= 500:
		f.again, f.after, f.texts = true, retryAfter(response.Header.Get("Retry-After")), status == http.StatusInternalServerError
	case status == http.StatusBadRequest, status == http.StatusRequestEntityTooLarge, status == http.StatusUnprocessableEntity:
		f.texts = true
	}
	return f
}

// retryAfter returns the wait that a Retry-After header asks for in seconds. A
// date, which endpoints do not send, counts as none.
func retryAfter(header string) time.Duration {
	seconds, err := strconv.ParseFloat(header, 64)
	if err != nil || !(seconds > 0 && seconds < 24*60*60) {
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}

// parse returns the vectors of an answer, one for each text.
func parse(text []byte, texts int) ([][]float32, error) {
	var got answer
	if err := json.Unmarshal(text, &got); err != nil {
		return nil, fmt.Errorf("read embeddings: %w", err)
	}
	if len(got.Data) != texts {
		return nil, fmt.Errorf("read embeddings: %d vectors for %d texts", len(got.Data), texts)
	}
	vectors := make([][]float32, texts)
	for _, vector := range got.Data {
		if vector.Index < 0 || vector.Index >= texts || vectors[vector.Index] != nil {
			return nil, errors.New("read embeddings: the vectors are not numbered as the texts")
		}
		vectors[vector.Index] = append([]float32{}, vector.Embedding...)
	}
	return vectors, nil
}
