package auth_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"dossier/auth"
	"dossier/graph"
	"dossier/problems"
)

// published returns a key pair, and its public part as JSON.
func published(t *testing.T, kid string) (*rsa.PrivateKey, map[string]any) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return key, map[string]any{
		"kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": encode(key.N.Bytes()), "e": encode(big.NewInt(int64(key.E)).Bytes()),
	}
}

// with returns a key with other members; nil removes one.
func with(key map[string]any, others map[string]any) map[string]any {
	made := map[string]any{}
	for _, members := range []map[string]any{key, others} {
		for name, value := range members {
			if made[name] = value; value == nil {
				delete(made, name)
			}
		}
	}
	return made
}

func bearer(t *testing.T, key *rsa.PrivateKey, kid string, header map[string]any) string {
	t.Helper()
	token := jwt.NewWithClaims(jwt.SigningMethodRS256,
		jwt.MapClaims{"iss": "issuer", "aud": "dossier", "sub": "ann", "exp": time.Now().Add(time.Hour).Unix()})
	token.Header["kid"] = kid
	for name, value := range header {
		token.Header[name] = value
	}
	signed, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return "Bearer " + signed
}

type noKeys struct{ auth.Store }

func (noKeys) SignedIn(graph.Actor, time.Time) {}

// TestUnusableKeys checks that a key that cannot be used spoils no other, at the
// start and at a rotation, and is named once.
func TestUnusableKeys(t *testing.T) {
	one, first := published(t, "one")
	two, second := published(t, "two")
	for name, bad := range map[string]any{
		"RSA without e":     with(first, map[string]any{"e": nil, "kid": "bad"}),
		"RSA without n":     with(first, map[string]any{"n": nil, "kid": "bad"}),
		"use":               with(first, map[string]any{"use": "tls", "kid": "bad"}),
		"alg":               with(first, map[string]any{"alg": 256, "kid": "bad"}),
		"unknown alg":       with(first, map[string]any{"alg": "RS999", "kid": "bad"}),
		"alg of others":     with(first, map[string]any{"alg": "PS512", "kid": "bad"}),
		"alg in lower case": with(first, map[string]any{"alg": "rs256", "kid": "bad"}),
		"alg none":          with(first, map[string]any{"alg": "none", "kid": "bad"}),
		"alg of encryption": with(first, map[string]any{"alg": "RSA-OAEP", "kid": "bad"}),
		"use enc":           with(first, map[string]any{"use": "enc", "alg": nil, "kid": "bad"}),
		"unknown kty":       map[string]any{"kty": "PQ", "kid": "bad"},
		"unknown crv":       map[string]any{"kty": "EC", "crv": "P-999", "x": "AAAA", "y": "AAAA", "kid": "bad"},
		"EC":                map[string]any{"kty": "EC", "crv": "P-256", "x": "AAAA", "kid": "bad"},
		"off curve":         map[string]any{"kty": "EC", "crv": "P-256", "x": "AAAA", "y": "AAAA", "kid": "bad"},
		"base64":            with(first, map[string]any{"n": "!!", "kid": "bad"}),
		"key_ops":           with(first, map[string]any{"key_ops": []string{"fly"}, "kid": "bad"}),
		"no kty":            map[string]any{"kid": "bad"},
		"x5c":               with(first, map[string]any{"x5c": []string{"AAAA"}, "kid": "bad"}),
		"type":              with(first, map[string]any{"n": 5, "kid": "bad"}),
		"OKP":               map[string]any{"kty": "OKP", "crv": "Ed25519", "x": "AA", "kid": "bad"},
		"text":              "bad", "number": 5, "list": []int{},
	} {
		t.Run(name, func(t *testing.T) {
			var keys atomic.Value
			keys.Store([]any{bad, first})
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprint(w, "\ufeff")
				_ = json.NewEncoder(w).Encode(map[string]any{"keys": keys.Load()})
			}))
			defer server.Close()
			var log bytes.Buffer
			list := problems.New(slog.New(slog.NewTextHandler(&log, nil)))
			signIn, err := auth.New(t.Context(), noKeys{}, auth.Options{
				JWKSURL: server.URL + "\n", Issuer: "issuer\r\n", Audience: " dossier", Now: time.Now, Problems: list,
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := signIn.Authenticate(t.Context(), bearer(t, one, "one", nil)); err != nil {
				t.Errorf("at the start: %v", err)
			}
			if _, err := signIn.Authenticate(t.Context(), bearer(t, one, "one", map[string]any{"crit": []string{"exp"}})); err == nil {
				t.Error("a token with a header that must be understood is accepted")
			}
			keys.Store([]any{first, bad, second})
			if _, err := signIn.Authenticate(t.Context(), bearer(t, two, "two", nil)); err != nil {
				t.Errorf("at the rotation: %v", err)
			}
			if lines := strings.Count(log.String(), "cannot be used"); len(list.All()) == 0 || lines == 0 || lines > 2 {
				t.Errorf("problems %q, log %s", list.All(), &log)
			}
		})
	}
}
