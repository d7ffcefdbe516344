package auth

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"dossier/graph"
	"dossier/graph/access"
)

var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// keysOf is a store of keys by the hash of their secret, which records
// sign-ins.
type keysOf struct {
	keys map[string]*graph.APIKey
	seen []graph.Actor
}

func (k *keysOf) FindKey(_ context.Context, hash []byte) (*graph.APIKey, error) {
	return k.keys[string(hash)], nil
}

func (k *keysOf) SignedIn(actor graph.Actor, _ time.Time) { k.seen = append(k.seen, actor) }

// newAuthenticator returns an authenticator with a clock that the test advances.
func newAuthenticator(t *testing.T, store Store, options Options) (*Authenticator, *time.Time) {
	t.Helper()
	now := start
	options.Now = func() time.Time { return now }
	a, err := New(t.Context(), store, options)
	if err != nil {
		t.Fatal(err)
	}
	return a, &now
}

// wantActor checks the actor that a header signs in, "" for none.
func wantActor(t *testing.T, a *Authenticator, what, header, want string) graph.Actor {
	t.Helper()
	actor, err := a.Authenticate(t.Context(), header)
	if actor.Name != want || (err == nil) != (want != "") {
		t.Errorf("%s: got %q, %v; want %q", what, actor.Name, err, want)
	}
	if err != nil && graph.CodeOf(err) != graph.CodeUnauthenticated {
		t.Errorf("%s: got the error %v", what, err)
	}
	return actor
}

func TestWithoutConfiguration(t *testing.T) {
	a, _ := newAuthenticator(t, &keysOf{}, Options{})
	if a.Required() {
		t.Error("credentials are required")
	}
	wantActor(t, a, "no header", "", "local")
	wantActor(t, a, "unknown token", "Bearer x.y.z", "")
	wantActor(t, a, "unknown key", "Bearer dsr_x", "")
}

func TestSharedToken(t *testing.T) {
	a, _ := newAuthenticator(t, &keysOf{}, Options{Token: "0123456789abcdef"})
	for header, want := range map[string]string{
		"": "", "Bearer 0123456789abcdef": "local", "bearer 0123456789abcdef": "local", "Bearer 0123456789abcdee": "",
		"Basic 0123456789abcdef": "", "0123456789abcdef": "", "Bearer": "", "Bearer ": "",
	} {
		wantActor(t, a, header, header, want)
	}
}

func TestKeys(t *testing.T) {
	expires := start.Add(time.Hour)
	store := &keysOf{keys: map[string]*graph.APIKey{
		string(access.Hash("dsr_a")): {ID: "a", Actor: graph.Actor{ID: "ann", Name: "Ann"}, Scopes: []graph.Scope{graph.ScopeRead},
			ProjectIDs: []string{"p"}, ExpiresAt: &expires},
		string(access.Hash("dsr_r")): {ID: "r", Actor: graph.Actor{ID: "ann", Name: "Ann"}, RevokedAt: &start},
	}}
	a, now := newAuthenticator(t, store, Options{KeysOnly: true})
	actor := wantActor(t, a, "key", "Bearer dsr_a", "Ann")
	if actor.MayWrite() || !slices.Equal(actor.Key.ProjectIDs, []string{"p"}) {
		t.Errorf("got the grant %+v", actor.Key)
	}
	wantActor(t, a, "revoked", "Bearer dsr_r", "")
	wantActor(t, a, "unknown", "Bearer dsr_b", "")
	wantActor(t, a, "none", "", "")
	*now = expires
	wantActor(t, a, "expired", "Bearer dsr_a", "")
	if len(store.seen) != 1 {
		t.Errorf("%d uses are noted, want that of the key", len(store.seen))
	}
}

func TestUseIsNotedOnceAMinute(t *testing.T) {
	used := start.Add(-30 * time.Second)
	store := &keysOf{keys: map[string]*graph.APIKey{string(access.Hash("dsr_a")): {ID: "a", Actor: graph.Actor{ID: "ann", Name: "Ann"},
		UsedAt: &used}}}
	a, now := newAuthenticator(t, store, Options{KeysOnly: true})
	for _, want := range []int{0, 1} {
		wantActor(t, a, "key", "Bearer dsr_a", "Ann")
		if len(store.seen) != want {
			t.Errorf("%d uses are noted at %s, want %d", len(store.seen), now, want)
		}
		*now = now.Add(time.Minute)
	}
}

const (
	issuer   = "https://issuer.example"
	audience = "dossier"
	secret   = "0123456789abcdef0123456789abcdef"
)

// valid returns the claims of a token that is accepted.
func valid() jwt.MapClaims {
	return jwt.MapClaims{"sub": "ann", "name": "Ann", "iss": issuer, "aud": audience, "exp": start.Add(time.Hour).Unix()}
}

// with returns claims with one claim set; nil removes it.
func with(name string, value any) jwt.MapClaims {
	claims := valid()
	if claims[name] = value; value == nil {
		delete(claims, name)
	}
	return claims
}

func sign(t *testing.T, method jwt.SigningMethod, kid string, key any, claims jwt.MapClaims) string {
	t.Helper()
	token := jwt.NewWithClaims(method, claims)
	if kid != "" {
		token.Header["kid"] = kid
	}
	text, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return "Bearer " + text
}

func TestClaims(t *testing.T) {
	a, _ := newAuthenticator(t, &keysOf{}, Options{JWTSecret: secret, Issuer: issuer, Audience: audience})
	for _, test := range []struct {
		name   string
		claims jwt.MapClaims
		want   string
	}{
		{"valid", valid(), "Ann"},
		{"without a name", with("name", nil), "ann"},
		{"expired within the leeway", with("exp", start.Add(-59*time.Second).Unix()), "Ann"},
		{"expired", with("exp", start.Add(-61*time.Second).Unix()), ""},
		{"without an end", with("exp", nil), ""},
		{"not yet, within the leeway", with("nbf", start.Add(59*time.Second).Unix()), "Ann"},
		{"not yet", with("nbf", start.Add(61*time.Second).Unix()), ""},
		{"of the future", with("iat", start.Add(time.Hour).Unix()), ""},
		{"another issuer", with("iss", "https://other.example"), ""},
		{"no issuer", with("iss", nil), ""},
		{"another audience", with("aud", "mail"), ""},
		{"several audiences", with("aud", []string{"mail", audience}), "Ann"},
		{"no audience", with("aud", nil), ""},
		{"no subject", with("sub", nil), ""},
		{"the local actor", with("sub", graph.LocalActor.ID), ""},
		{"the program itself", with("sub", graph.ServiceActor.ID), ""},
	} {
		wantActor(t, a, test.name, sign(t, jwt.SigningMethodHS256, "", []byte(secret), test.claims), test.want)
	}
	wantActor(t, a, "forged", sign(t, jwt.SigningMethodHS256, "", []byte("another secret of thirty-two bytes"), valid()), "")
	wantActor(t, a, "alg none", sign(t, jwt.SigningMethodNone, "", jwt.UnsafeAllowNoneSignatureType, valid()), "")
	wantActor(t, a, "another hash", sign(t, jwt.SigningMethodHS512, "", []byte(secret), valid()), "")
}

// An issuerOf publishes keys, which a test may rotate.
type issuerOf struct {
	mu   sync.Mutex
	keys map[string]crypto.PublicKey
}

func (i *issuerOf) publish(kid string, key crypto.PublicKey) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys[kid] = key
}

func (i *issuerOf) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	list := []map[string]string{}
	encode := base64.RawURLEncoding.EncodeToString
	for kid, key := range i.keys {
		entry := map[string]string{"kid": kid, "use": "sig"}
		switch key := key.(type) {
		case *rsa.PublicKey:
			entry["kty"], entry["alg"], entry["n"], entry["e"] = "RSA", "RS256", encode(key.N.Bytes()), "AQAB"
		case *ecdsa.PublicKey:
			point, _ := key.Bytes()
			entry["kty"], entry["crv"], entry["x"], entry["y"] = "EC", "P-256", encode(point[1:33]), encode(point[33:])
		case ed25519.PublicKey:
			entry["kty"], entry["crv"], entry["x"] = "OKP", "Ed25519", encode(key)
		}
		list = append(list, entry)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"keys": list})
}

func TestPublishedKeys(t *testing.T) {
	first, _ := rsa.GenerateKey(rand.Reader, 2048)
	other, _ := rsa.GenerateKey(rand.Reader, 2048)
	curve, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	public, edwards, _ := ed25519.GenerateKey(rand.Reader)
	published := &issuerOf{keys: map[string]crypto.PublicKey{"rsa": first.Public(), "ec": curve.Public(), "ed": public}}
	server := httptest.NewServer(published)
	defer server.Close()
	a, _ := newAuthenticator(t, &keysOf{}, Options{JWKSURL: server.URL, Issuer: issuer, Audience: audience})
	for name, header := range map[string]string{
		"RS256": sign(t, jwt.SigningMethodRS256, "rsa", first, valid()),
		"ES256": sign(t, jwt.SigningMethodES256, "ec", curve, valid()),
		"EdDSA": sign(t, jwt.SigningMethodEdDSA, "ed", edwards, valid()),
		"no id": sign(t, jwt.SigningMethodRS256, "", first, valid()),
	} {
		wantActor(t, a, name, header, "Ann")
	}
	for name, header := range map[string]string{
		"another key":               sign(t, jwt.SigningMethodRS256, "rsa", other, valid()),
		"another key's id":          sign(t, jwt.SigningMethodES256, "rsa", curve, valid()),
		"RS512":                     sign(t, jwt.SigningMethodRS512, "rsa", first, valid()),
		"the public key as secret":  sign(t, jwt.SigningMethodHS256, "rsa", first.N.Bytes(), valid()),
		"the published X as secret": sign(t, jwt.SigningMethodHS256, "ed", []byte(public), valid()),
		"alg none":                  sign(t, jwt.SigningMethodNone, "rsa", jwt.UnsafeAllowNoneSignatureType, valid()),
		"wrong audience":            sign(t, jwt.SigningMethodRS256, "rsa", first, with("aud", "mail")),
	} {
		wantActor(t, a, name, header, "")
	}
	published.publish("rotated", other.Public())
	wantActor(t, a, "rotated", sign(t, jwt.SigningMethodRS256, "rotated", other, valid()), "Ann")
	wantActor(t, a, "unknown soon after", sign(t, jwt.SigningMethodRS256, "unknown", other, valid()), "")
}

func TestRefusedOptions(t *testing.T) {
	for _, test := range []struct {
		options Options
		want    string
	}{
		{Options{Token: "short"}, "token: expected a secret of 16 characters"},
		{Options{JWTSecret: "short", Issuer: issuer, Audience: audience}, "jwtSecret: expected 32 bytes"},
		{Options{JWTSecret: secret}, "jwtIssuer: expected --jwt-issuer and --jwt-audience"},
		{Options{JWTSecret: secret, JWKSURL: "http://127.0.0.1:1", Issuer: issuer, Audience: audience}, "jwtSecret: expected either"},
		{Options{Issuer: issuer}, "jwtIssuer: expected --jwks-url or --jwt-secret"},
		{Options{JWKSURL: "http://127.0.0.1:1/keys", Issuer: issuer, Audience: audience},
			"jwksUrl: the keys at http://127.0.0.1:1/keys cannot be read"},
	} {
		_, err := New(t.Context(), &keysOf{}, test.options)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: got %v, want %s", test.options, err, test.want)
		}
	}
}

func TestLimiter(t *testing.T) {
	now := start
	limiter := NewLimiter(2, func() time.Time { return now })
	for i := range 4 {
		if _, ok := limiter.Allow("ann"); !ok {
			t.Errorf("request %d of a burst of 4 is refused", i+1)
		}
	}
	if after, ok := limiter.Allow("ann"); ok || after != 500*time.Millisecond {
		t.Errorf("the fifth: got %v, %v; want to wait half a second", after, ok)
	}
	if _, ok := limiter.Allow("bob"); !ok {
		t.Error("another actor is refused")
	}
	now = now.Add(500 * time.Millisecond)
	if _, ok := limiter.Allow("ann"); !ok {
		t.Error("refused after the wait")
	}
	if _, ok := NewLimiter(0, nil).Allow("ann"); !ok {
		t.Error("refused without a limit")
	}
}

func TestLimiterIsBounded(t *testing.T) {
	limiter := NewLimiter(1, func() time.Time { return start })
	for i := range mostBuckets + 10 {
		limiter.Allow(string(rune(i)))
	}
	if got := len(limiter.buckets); got > mostBuckets {
		t.Errorf("%d buckets, at most %d", got, mostBuckets)
	}
}
