package auth

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/time/rate"

	"dossier/graph"
)

// leeway is how far the clocks of the issuer and this machine may differ.
const leeway = time.Minute

// leastSecret is the least length of a secret for HS256, that of its hash (RFC
// 7518, section 3.2).
const leastSecret = 32

// tokens checks signed tokens.
type tokens struct {
	parser *jwt.Parser
	keys   func(ctx context.Context) jwt.Keyfunc
}

// newTokens returns the check for tokens of an issuer for an audience. Its
// algorithms are those of the keys alone: neither "none", nor HS256 with a public
// key as the secret.
func newTokens(ctx context.Context, options Options) (*tokens, error) {
	switch {
	case options.JWKSURL != "" && options.JWTSecret != "":
		return nil, graph.BadInput("jwtSecret", "expected either --jwks-url or --jwt-secret; got both")
	case options.Issuer == "" || options.Audience == "":
		return nil, graph.BadInput("jwtIssuer", "expected --jwt-issuer and --jwt-audience: without them tokens for other services would be accepted")
	}
	made := &tokens{}
	algorithms := []string{"RS256", "ES256", "EdDSA"}
	if options.JWTSecret != "" {
		if len(options.JWTSecret) < leastSecret {
			return nil, graph.BadInput("jwtSecret", "expected %d bytes or more; got %d", leastSecret, len(options.JWTSecret))
		}
		algorithms = []string{"HS256"}
		secret := []byte(options.JWTSecret)
		made.keys = func(context.Context) jwt.Keyfunc { return func(*jwt.Token) (any, error) { return secret, nil } }
	} else {
		published, err := publicKeys(ctx, options.JWKSURL)
		if err != nil {
			return nil, err
		}
		made.keys = published.KeyfuncCtx
	}
	made.parser = jwt.NewParser(jwt.WithValidMethods(algorithms), jwt.WithIssuer(options.Issuer), jwt.WithAudience(options.Audience),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(options.Now))
	return made, nil
}

// How public keys are read, by eye: again every hour, and when a token names a
// key that is not known, but then no more than every 30 seconds, as anybody can
// send such tokens. They are refused at once if the next reading is further away
// than a reading may last.
const (
	readKeysEvery   = time.Hour
	rereadKeysEvery = 30 * time.Second
	readKeysWithin  = 5 * time.Second
)

// publicKeys returns the keys that an issuer publishes.
func publicKeys(ctx context.Context, url string) (keyfunc.Keyfunc, error) {
	published, err := keyfunc.NewDefaultOverrideCtx(ctx, []string{url}, keyfunc.Override{
		HTTPTimeout: readKeysWithin, RefreshInterval: readKeysEvery,
		RefreshUnknownKID: rate.NewLimiter(rate.Every(rereadKeysEvery), 1), RateLimitWaitMax: readKeysWithin,
		NoErrorReturnFirstHTTPReq: new(false),
	})
	if err != nil {
		return nil, &graph.Error{Code: graph.CodeUnavailable, Argument: "jwksUrl", Text: fmt.Sprintf("the keys at %s cannot be read: %v", url, err)}
	}
	return published, nil
}

// claims are what is read of a token beside what every token has.
type claims struct {
	jwt.RegisteredClaims
	Name     string `json:"name"`
	Username string `json:"preferred_username"`
	Email    string `json:"email"`
}

// actor returns the actor that a token is about.
func (t *tokens) actor(ctx context.Context, token string) (graph.Actor, error) {
	var said claims
	if _, err := t.parser.ParseWithClaims(token, &said, t.keys(ctx)); err != nil {
		return graph.Actor{}, invalid()
	}
	id := graph.ActorID(said.Subject)
	if said.Subject == "" || id == graph.LocalActor.ID || id == graph.ServiceActor.ID {
		return graph.Actor{}, invalid()
	}
	name := graph.Truncate(cmp.Or(said.Name, said.Username, said.Email, said.Subject), longestName)
	return graph.Actor{ID: id, Name: name, Kind: graph.ActorPerson}, nil
}

// longestName is the length of an actor's name in characters, by eye.
const longestName = 100
