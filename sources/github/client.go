package github

import (
	"cmp"
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

	"dossier/sources"
)

// A client asks the interface of GitHub. It waits when a limit is reached, and asks
// again after failures that pass.
type client struct {
	base, token string
	http        *http.Client
	wait        func(context.Context, time.Duration) error
}

// The bounds of asking. By eye: an interface that fails for half a minute fails
// for longer, and nobody waits for a limit of an hour.
const (
	attempts    = 5
	longestWait = 5 * time.Minute
	timeout     = time.Minute
	maxAnswer   = 64 << 20
)

func newClient(of sources.Live) *client {
	c := &client{strings.TrimSuffix(cmp.Or(of.URL, "https://api.github.com"), "/"), of.Token, &http.Client{Timeout: timeout}, of.Wait}
	if c.wait == nil {
		c.wait = wait
	}
	return c
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// An answer has the parts of a response besides the value.
type answer struct {
	etag      string
	unchanged bool   // since the answer with the ETag of the request
	next      string // the path of the next page, "" for none
	more      bool
}

// A statusError is an answer that is none.
type statusError struct {
	status  int
	message string
	after   time.Duration // when to ask again, 0 if never
}

func (e *statusError) Error() string {
	if e.after > longestWait {
		return fmt.Sprintf("GitHub answered %d, %s; expected again in %s (a token in GITHUB_TOKEN has a higher limit)", e.status, e.message,
			e.after.Round(time.Minute))
	}
	return fmt.Sprintf("GitHub answered %d, %s", e.status, e.message)
}

// get decodes the answer at a path into into.
func (c *client) get(ctx context.Context, path, etag string, into any) (*answer, error) {
	var failure error
	for attempt := range attempts {
		if failure != nil {
			pause := time.Second << attempt
			if known, is := errors.AsType[*statusError](failure); is {
				pause = max(known.after, pause)
			}
			if pause > longestWait {
				break
			}
			if err := c.wait(ctx, pause); err != nil {
				return nil, err
			}
		}
		answer, err := c.try(ctx, path, etag, into)
		known, is := errors.AsType[*statusError](err)
		if err == nil || ctx.Err() != nil || is && known.status < 500 && known.after == 0 {
			return answer, err
		}
		failure = err
	}
	return nil, failure
}

func (c *client) try(ctx context.Context, path, etag string, into any) (*answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, fmt.Errorf("ask GitHub: %w", err)
	}
	request.Header.Set("Accept", "application/vnd.github+json")
	request.Header.Set("X-GitHub-Api-Version", "2022-11-28")
	request.Header.Set("User-Agent", "dossier")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	if etag != "" {
		request.Header.Set("If-None-Match", etag)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask GitHub: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // only read
	if response.StatusCode == http.StatusNotModified {
		return &answer{etag: etag, unchanged: true}, nil
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("read an answer of GitHub: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, failureOf(response, body)
	}
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return nil, fmt.Errorf("parse an answer of GitHub: %w", err)
	}
	next := c.nextOf(response.Header.Get("Link"))
	return &answer{etag: response.Header.Get("ETag"), next: next, more: next != ""}, nil
}

// failureOf returns the error for an answer that is none.
func failureOf(response *http.Response, body []byte) error {
	e := &statusError{status: response.StatusCode, message: response.Status}
	var said struct{ Message string }
	if json.Unmarshal(body, &said) == nil && said.Message != "" {
		e.message = said.Message
	}
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	switch {
	case err == nil:
		e.after = time.Duration(seconds)*time.Second + time.Second
	case response.Header.Get("X-RateLimit-Remaining") == "0":
		if reset, err := strconv.ParseInt(response.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil {
			now, err := http.ParseTime(response.Header.Get("Date"))
			if err != nil {
				now = time.Now()
			}
			e.after = max(time.Unix(reset, 0).Sub(now), 0) + time.Second
		}
	case e.status == http.StatusTooManyRequests:
		e.after = time.Minute
	}
	return e
}

// nextOf returns the path of the next page in a Link header, "" for none. Only the
// path is used, so that a token is never sent elsewhere.
func (c *client) nextOf(link string) string {
	for part := range strings.SplitSeq(link, ",") {
		target, params, found := strings.Cut(part, ";")
		if !found || !strings.Contains(params, `rel="next"`) {
			continue
		}
		if next, err := url.Parse(strings.Trim(strings.TrimSpace(target), "<>")); err == nil {
			base, _ := url.Parse(c.base) // requests were made with it
			return strings.TrimPrefix(next.RequestURI(), base.Path)
		}
	}
	return ""
}
