package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/MicahParks/jwkset"
)

// mostKeyBytes is the maximum size of a set of keys. By eye.
const mostKeyBytes = 1 << 20

// A keyFilter reads sets of keys over HTTP, without the keys that cannot be used:
// RFC 7517, section 5, has them ignored. A library would refuse the whole set. It
// is safe for concurrent use.
type keyFilter struct {
	log *slog.Logger

	mu      sync.Mutex
	unused  map[string]string // why a key cannot be used, by its name
	unread  string            // why the set cannot be read
	reports map[string]bool   // what was logged
}

// RoundTrip implements [http.RoundTripper].
func (f *keyFilter) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || response.StatusCode != http.StatusOK {
		return response, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, mostKeyBytes))
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	text = f.usable(r.Context(), bytes.TrimPrefix(text, []byte("\ufeff")))
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	return response, nil
}

// usable returns a set with the keys that can be used. A text that is no set is
// unchanged.
func (f *keyFilter) usable(ctx context.Context, text []byte) []byte {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if json.Unmarshal(text, &set) != nil {
		return text
	}
	good, unused := []json.RawMessage{}, map[string]string{}
	for i, key := range set.Keys {
		if err := unusable(key); err != nil {
			unused[nameOf(key, i)] = err.Error()
		} else {
			good = append(good, key)
		}
	}
	f.report(ctx, unused)
	filtered, err := json.Marshal(map[string]any{"keys": good})
	if err != nil {
		return text
	}
	return filtered
}

// unusable returns an error for a key that the library refuses.
func unusable(key json.RawMessage) error {
	var fields jwkset.JWKMarshal
	if err := json.Unmarshal(key, &fields); err != nil {
		return err
	}
	_, err := jwkset.NewJWKFromMarshal(fields, jwkset.JWKMarshalOptions{Private: true}, jwkset.JWKValidateOptions{})
	return err
}

// nameOf returns the id of a key, or its number in the set.
func nameOf(key json.RawMessage, number int) string {
	var named struct {
		KeyID string `json:"kid"`
	}
	if json.Unmarshal(key, &named) != nil || named.KeyID == "" {
		return fmt.Sprint("number ", number+1)
	}
	return fmt.Sprintf("%.60q", named.KeyID)
}

// report keeps what is wrong with keys, and logs each once.
func (f *keyFilter) report(ctx context.Context, unused map[string]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unused, f.unread = unused, ""
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		f.logOnce(ctx, "a signing key cannot be used and is left out", "key", name, "error", unused[name])
	}
}

// failed keeps and logs why keys cannot be read again.
func (f *keyFilter) failed(ctx context.Context, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unread = err.Error()
	f.logOnce(ctx, "the signing keys cannot be read again; the earlier ones are used", "error", f.unread)
}

func (f *keyFilter) logOnce(ctx context.Context, message string, attributes ...any) {
	text := fmt.Sprint(message, attributes)
	if f.log == nil || f.reports[text] {
		return
	}
	if f.reports == nil || len(f.reports) > 1000 {
		f.reports = map[string]bool{}
	}
	f.reports[text] = true
	f.log.WarnContext(ctx, message, attributes...)
}

// problems returns what is wrong with the keys, in sentences.
func (f *keyFilter) problems() (all []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(f.unused)) {
		all = append(all, fmt.Sprintf("signing key %s is left out: it cannot be used", name))
	}
	if f.unread != "" {
		all = append(all, "the signing keys cannot be read again; the earlier ones are used")
	}
	return all
}
