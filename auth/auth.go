// Package auth authenticates requests, by an API key, a signed token (JWT), or
// the shared secret of a small team.
package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/access"
	"dossier/problems"
)

// Options are the ways to sign in other than API keys. If none is set, requests
// without credentials act as [graph.LocalActor].
type Options struct {
	JWKSURL   string           // of the public keys of tokens
	JWTSecret string           // of tokens signed with HS256, instead of JWKSURL
	Issuer    string           // of tokens
	Audience  string           // of tokens
	Token     string           // the shared secret of a small team, whose requests act as [graph.LocalActor]
	KeysOnly  bool             // credentials are required even if API keys are the only way to sign in
	Now       func() time.Time // the clock, for the validity of tokens
	Problems  *problems.List   // gets keys that cannot be used; may be nil
}

// trimmed returns the options without white space and byte order marks around
// values, which files and environments add.
func (o Options) trimmed() Options {
	for _, value := range []*string{&o.JWKSURL, &o.JWTSecret, &o.Issuer, &o.Audience, &o.Token} {
		*value = strings.Trim(*value, " \t\r\n\ufeff")
	}
	return o
}

// A Store has the API keys, and records when actors sign in.
type Store interface {
	// FindKey returns the key whose secret has the hash, nil if there is none.
	FindKey(ctx context.Context, hash []byte) (*graph.APIKey, error)
	// SignedIn records a sign-in. It does not wait for the database.
	SignedIn(actor graph.Actor, at time.Time)
}

// An Authenticator authenticates requests. It is safe for concurrent use.
type Authenticator struct {
	store  Store
	now    func() time.Time
	tokens *tokens // nil without JWT
	secret []byte  // the hash of the team's secret; nil for none
	closed bool    // whether a request needs credentials
	Issuer string  // of tokens, "" for none
}

// New returns an authenticator. It reads the public keys at Options.JWKSURL,
// and reads them again regularly until ctx is done.
func New(ctx context.Context, store Store, options Options) (*Authenticator, error) {
	options = options.trimmed()
	a := &Authenticator{store: store, now: options.Now, closed: options.KeysOnly, Issuer: options.Issuer}
	if options.Token != "" {
		if len(options.Token) < leastToken {
			return nil, graph.BadInput("token", "expected a secret of %d characters or more, such as that of openssl rand -hex 16; got %d",
				leastToken, len(options.Token))
		}
		a.secret, a.closed = sum(options.Token), true
	}
	if options.JWKSURL == "" && options.JWTSecret == "" {
		if options.Issuer+options.Audience != "" {
			return nil, graph.BadInput("jwtIssuer", "expected --jwks-url or --jwt-secret beside it; got neither")
		}
		return a, nil
	}
	var err error
	a.closed = true
	a.tokens, err = newTokens(ctx, options)
	return a, err
}

// leastToken is the minimum length of a team's secret. By eye: half of what
// openssl rand -hex 16 prints.
const leastToken = 16

// Required reports whether requests without credentials are refused.
func (a *Authenticator) Required() bool { return a.closed }

// Authenticate returns the actor for the value of an Authorization header. The
// error is UNAUTHENTICATED for missing or invalid credentials, without the
// reason.
func (a *Authenticator) Authenticate(ctx context.Context, header string) (graph.Actor, error) {
	scheme, credential, _ := strings.Cut(header, " ")
	credential = strings.TrimSpace(credential)
	switch {
	case header == "" && !a.closed:
		return graph.LocalActor, nil
	case header == "":
		return graph.Actor{}, unauthenticated("expected the header Authorization: Bearer KEY; got none")
	case !strings.EqualFold(scheme, "Bearer"):
		return graph.Actor{}, unauthenticated("expected the header Authorization: Bearer KEY; got another scheme")
	case strings.HasPrefix(credential, access.KeyPrefix):
		return a.byKey(ctx, credential)
	case a.secret != nil && subtle.ConstantTimeCompare(a.secret, sum(credential)) == 1:
		return graph.LocalActor, nil
	}
	return a.byToken(ctx, credential)
}

// usedEvery is the minimum time between two records of the use of a key.
const usedEvery = time.Minute

// byKey returns the actor of an API key. It looks up the key for each request,
// so that a revoked key is refused immediately.
func (a *Authenticator) byKey(ctx context.Context, secret string) (graph.Actor, error) {
	key, err := a.store.FindKey(ctx, access.Hash(secret))
	now := a.now()
	switch {
	case err != nil:
		return graph.Actor{}, err
	case key == nil || !key.Valid(now):
		return graph.Actor{}, invalid()
	}
	actor := key.Actor
	actor.Key = &graph.KeyGrant{ID: key.ID, Scopes: key.Scopes, ProjectIDs: key.ProjectIDs}
	if key.UsedAt == nil || now.Sub(*key.UsedAt) >= usedEvery {
		a.store.SignedIn(actor, now)
	}
	return actor, nil
}

// byToken returns the actor of a signed token.
func (a *Authenticator) byToken(ctx context.Context, token string) (graph.Actor, error) {
	if a.tokens == nil {
		return graph.Actor{}, invalid()
	}
	actor, err := a.tokens.actor(ctx, token)
	if err != nil {
		return graph.Actor{}, err
	}
	a.store.SignedIn(actor, a.now())
	return actor, nil
}

func unauthenticated(text string) error {
	return &graph.Error{Code: graph.CodeUnauthenticated, Text: text}
}

// invalid returns the error for all credentials that are not accepted.
func invalid() error {
	return unauthenticated("expected a valid key or token; got one that is unknown, expired, revoked or for another service")
}

func sum(text string) []byte {
	hash := sha256.Sum256([]byte(text))
	return hash[:]
}
