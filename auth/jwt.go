package auth

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/time/rate"

	"dossier/graph"
)

// leeway is the maximum difference between our clock and that of the issuer.
const leeway = time.Minute

// leastSecret is the minimum length in bytes of a secret for HS256: the size of
// its hash (RFC 7518, section 3.2).
const leastSecret = 32

// publicAlgorithms are the algorithms of tokens that public keys check.
var publicAlgorithms = []string{"RS256", "ES256", "EdDSA"}

// tokens checks signed tokens.
type tokens struct {
	parser *jwt.Parser
	keys   func(ctx context.Context) jwt.Keyfunc
}

// newTokens returns the check for tokens of an issuer for an audience. It accepts
// only algorithms that suit the keys: neither "none", nor HS256 with a public key
// as the secret.
func newTokens(ctx context.Context, options Options) (*tokens, error) {
	switch {
	case options.JWKSURL != "" && options.JWTSecret != "":
		return nil, graph.BadInput("jwtSecret", "expected either --jwks-url or --jwt-secret; got both")
	case options.Issuer == "" || options.Audience == "":
		return nil, graph.BadInput("jwtIssuer",
			"expected --jwt-issuer and --jwt-audience: without them tokens for other services would be accepted")
	}
	made := &tokens{}
	algorithms := publicAlgorithms
	if options.JWTSecret != "" {
		if len(options.JWTSecret) < leastSecret {
			return nil, graph.BadInput("jwtSecret", "expected %d bytes or more; got %d", leastSecret, len(options.JWTSecret))
		}
		algorithms = []string{"HS256"}
		secret := []byte(options.JWTSecret)
		made.keys = func(context.Context) jwt.Keyfunc { return func(*jwt.Token) (any, error) { return secret, nil } }
	} else {
		published, err := publicKeys(ctx, options.JWKSURL, &keyFilter{options.Problems})
		if err != nil {
			return nil, err
		}
		made.keys = published.KeyfuncCtx
	}
	made.parser = jwt.NewParser(jwt.WithValidMethods(algorithms), jwt.WithIssuer(options.Issuer), jwt.WithAudience(options.Audience),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(options.Now))
	return made, nil
}

// The times for reading public keys, by eye. They are read every hour, and when
// a token has an unknown key, but then at most every 30 seconds, because anybody
// can send such tokens. Such a token is refused immediately if it would have to
// wait for the next read longer than a read may take.
const (
	readKeysEvery   = time.Hour
	rereadKeysEvery = 30 * time.Second
	readKeysWithin  = 5 * time.Second
)

// publicKeys returns the keys that an issuer publishes and that can be used.
func publicKeys(ctx context.Context, url string, filter *keyFilter) (keyfunc.Keyfunc, error) {
	published, err := keyfunc.NewDefaultOverrideCtx(ctx, []string{url}, keyfunc.Override{
		Client:                  &http.Client{Transport: filter},
		RefreshErrorHandlerFunc: func(string) func(context.Context, error) { return filter.failed },
		HTTPTimeout:             readKeysWithin, RefreshInterval: readKeysEvery,
		RefreshUnknownKID: rate.NewLimiter(rate.Every(rereadKeysEvery), 1), RateLimitWaitMax: readKeysWithin,
		NoErrorReturnFirstHTTPReq: new(false),
	})
	if err != nil {
		return nil, &graph.Error{
			Code: graph.CodeUnavailable, Argument: "jwksUrl", Text: fmt.Sprintf("the keys at %s cannot be read: %v", url, err),
		}
	}
	return published, nil
}

// claims are the claims of a token that are used.
type claims struct {
	jwt.RegisteredClaims
	Name     string `json:"name"`
	Username string `json:"preferred_username"`
	Email    string `json:"email"`
}

// actor returns the actor that is the subject of a token.
func (t *tokens) actor(ctx context.Context, token string) (graph.Actor, error) {
	var said claims
	parsed, err := t.parser.ParseWithClaims(token, &said, t.keys(ctx))
	if err != nil {
		return graph.Actor{}, invalid()
	}
	if _, has := parsed.Header["crit"]; has { // headers that must be understood: RFC 7515, section 4.1.11
		return graph.Actor{}, invalid()
	}
	id := graph.ActorID(said.Subject)
	if said.Subject == "" || id == graph.LocalActor.ID || id == graph.ServiceActor.ID {
		return graph.Actor{}, invalid()
	}
	name := graph.Truncate(cmp.Or(said.Name, said.Username, said.Email, said.Subject), longestName)
	return graph.Actor{ID: id, Name: name, Kind: graph.ActorPerson}, nil
}

// longestName is the maximum length of an actor's name in characters, by eye.
const longestName = 100
