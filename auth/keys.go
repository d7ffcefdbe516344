package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/MicahParks/jwkset"

	"dossier/problems"
)

// mostKeyBytes is the maximum size of a set of keys. By eye.
const mostKeyBytes = 1 << 20

// A keyFilter reads sets of keys over HTTP, without the keys that cannot be used:
// RFC 7517, section 5, has them ignored. A library would refuse the whole set. It
// is safe for concurrent use.
type keyFilter struct{ problems *problems.List }

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
	text = f.usable(r.Context(), bytes.TrimLeft(text, "\ufeff"))
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
	good, unused := []json.RawMessage{}, problems.Found{}
	for i, key := range set.Keys {
		if err := unusable(key); err != nil {
			unused[problems.LeftOut("signing key", nameOf(key, i))] = err
		} else {
			good = append(good, key)
		}
	}
	f.problems.Set(ctx, keyMembers, unused)
	f.problems.Set(ctx, keyReads, nil)
	filtered, err := json.Marshal(map[string]any{"keys": good})
	if err != nil {
		return text
	}
	return filtered
}

// unusable returns an error for a key that the library refuses, and for one of
// which no token is accepted.
func unusable(key json.RawMessage) error {
	var fields jwkset.JWKMarshal
	if err := json.Unmarshal(key, &fields); err != nil {
		return err
	}
	if _, err := jwkset.NewJWKFromMarshal(fields, jwkset.JWKMarshalOptions{Private: true}, jwkset.JWKValidateOptions{}); err != nil {
		return err
	}
	if fields.USE == jwkset.UseEnc {
		return errors.New("its use is encryption; expected sig")
	}
	if algorithm := fields.ALG.String(); algorithm != "" && !slices.Contains(publicAlgorithms, algorithm) {
		return fmt.Errorf("its algorithm is %.60q; expected one of %s", algorithm, strings.Join(publicAlgorithms, ", "))
	}
	return nil
}

// nameOf returns the id of a key, or its number in the set.
func nameOf(key json.RawMessage, number int) string {
	var named struct {
		KeyID string `json:"kid"`
	}
	if json.Unmarshal(key, &named) != nil || named.KeyID == "" {
		return fmt.Sprint("number ", number+1)
	}
	return named.KeyID
}

// failed reports why the keys cannot be read again.
func (f *keyFilter) failed(ctx context.Context, err error) {
	f.problems.Set(ctx, keyReads, problems.Found{"the signing keys cannot be read again; the earlier ones are used": err})
}

// The places of problems with keys.
const (
	keyMembers = "signing keys"
	keyReads   = "reading of signing keys"
)
