package routes

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"dossier/auth"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/transport"
)

// Access configures how clients sign in, and the handling of refused requests.
type Access struct {
	Auth    *auth.Authenticator // nil for the local actor without credentials
	Limiter *auth.Limiter       // nil for no limit
	// Denied records a refused request. It may be nil.
	Denied func(ctx context.Context, entry history.AuditEntry)
	// Fence returns the fence of what a request has read and written. It may be nil.
	Fence func(ctx context.Context) reader.Fence

	base string // of the paths of the server
}

// metadataPath is where clients find the issuer of a server's tokens (RFC
// 9728).
const metadataPath = "/.well-known/oauth-protected-resource"

// signedIn returns a handler that puts the actor and the loaders of a request
// into its context and calls next, or refuses the request.
func (a *Access) signedIn(via graph.Interface, service *query.Service, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, err := a.actor(r, interfaceOf(r, via))
		ctx := graph.WithActor(r.Context(), actor)
		transport.Note(w, "actor", actor.ID)
		if err == nil {
			err = a.limit(w, actorName(actor, r))
		}
		if err != nil {
			a.refuse(w, r.WithContext(ctx), err)
			return
		}
		if ctx, err = inZone(ctx, r); err == nil {
			ctx, w, err = a.inReading(ctx, w, r)
		}
		if err != nil {
			writeError(w, http.StatusBadRequest, string(graph.CodeBadUserInput), err.Error())
			return
		}
		next.ServeHTTP(w, r.WithContext(reader.With(ctx, loaders.New(service))))
	})
}

// interfaceOf returns the interface of a request: the command line, if it says so.
func interfaceOf(r *http.Request, via graph.Interface) graph.Interface {
	if via == graph.InterfaceGraphQL && r.Header.Get(graph.InterfaceHeader) == string(graph.InterfaceCLI) {
		return graph.InterfaceCLI
	}
	return via
}

// zoneHeader is the header with the time zone of the days of a request.
const zoneHeader = "Time-Zone"

// inZone returns the context of a request with its time zone, if it has one.
func inZone(ctx context.Context, r *http.Request) (context.Context, error) {
	name := r.Header.Get(zoneHeader)
	if name == "" {
		return ctx, nil
	}
	return graph.InZoneNamed(ctx, zoneHeader, &name)
}

// actor returns the actor of a request. A WebSocket may sign in by its first
// message, because pages cannot set its headers; until then it has no actor.
func (a *Access) actor(r *http.Request, via graph.Interface) (graph.Actor, error) {
	header := r.Header.Get("Authorization")
	if header == "" && a.Auth != nil && a.Auth.Required() && isWebSocket(r) {
		return graph.Actor{Interface: via}, nil
	}
	return a.authenticate(r.Context(), header, via)
}

// signIn returns the context of the operations on a connection that stays open,
// with the actor of the header Authorization. A WebSocket may have this header
// in the payload of its first message instead.
func (a *Access) signIn(ctx context.Context, header http.Header, payload map[string]any) (context.Context, error) {
	authorization := header.Get("Authorization")
	for name, value := range payload {
		if text, is := value.(string); is && strings.EqualFold(name, "Authorization") {
			authorization = text
		}
	}
	actor, err := a.authenticate(ctx, authorization, graph.InterfaceGraphQL)
	actor.Zone = graph.ActorFrom(ctx).Zone
	return graph.WithActor(ctx, actor), err
}

// authenticate returns the actor for the value of an Authorization header.
func (a *Access) authenticate(ctx context.Context, header string, via graph.Interface) (actor graph.Actor, err error) {
	actor = graph.LocalActor
	if a.Auth != nil {
		actor, err = a.Auth.Authenticate(ctx, header)
	}
	actor.Interface = via
	return actor, err
}

func isWebSocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// actorName returns the name under which requests are counted: the id of the
// key or of the actor, or the address if nobody has signed in.
func actorName(actor graph.Actor, r *http.Request) string {
	switch {
	case actor.Key != nil:
		return actor.Key.ID
	case actor.ID != "":
		return actor.ID
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	return "address " + host
}

// limit counts a request under name. It returns a RATE_LIMITED error, and sets
// Retry-After, if there are too many.
func (a *Access) limit(w http.ResponseWriter, name string) error {
	if a.Limiter == nil {
		return nil
	}
	after, ok := a.Limiter.Allow(name)
	if ok {
		return nil
	}
	seconds := int(math.Ceil(after.Seconds()))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	return &graph.Error{Code: graph.CodeRateLimited,
		Text: fmt.Sprintf("too many requests; try again in %s", time.Duration(seconds)*time.Second)}
}

// refuse answers a request that is not served, in the form of a GraphQL answer.
// A client that sends wrong credentials too often is answered as RATE_LIMITED.
func (a *Access) refuse(w http.ResponseWriter, r *http.Request, err error) {
	problem := classify(err)
	if problem.Code == string(graph.CodeUnauthenticated) {
		if limited := a.limit(w, actorName(graph.Actor{}, r)); limited != nil {
			problem = classify(limited)
		}
	}
	status := http.StatusServiceUnavailable
	switch graph.Code(problem.Code) {
	case graph.CodeUnauthenticated:
		status = http.StatusUnauthorized
		w.Header().Set("WWW-Authenticate", a.challenge(r))
	case graph.CodeRateLimited:
		status = http.StatusTooManyRequests
	default:
		problem.Message = "the server cannot check credentials now; try again later"
	}
	if a.Denied != nil {
		a.Denied(r.Context(), history.AuditEntry{
			Action: history.ActionSignIn, Code: graph.Code(problem.Code), Subject: actorName(graph.Actor{}, r)})
	}
	writeError(w, status, problem.Code, problem.Message)
}

// challenge returns the value of WWW-Authenticate: the scheme, and if there is
// an issuer of tokens, the address of the metadata that names it.
func (a *Access) challenge(r *http.Request) string {
	if a.Auth == nil || a.Auth.Issuer == "" {
		return `Bearer realm="dossier"`
	}
	return fmt.Sprintf(`Bearer realm="dossier", resource_metadata="%s%s"`, a.address(r), metadataPath)
}

// address returns the address of the server that the client of r used.
func (a *Access) address(r *http.Request) string {
	if r.TLS != nil || r.URL.Scheme == "https" {
		return "https://" + r.Host + a.base
	}
	return "http://" + r.Host + a.base
}

// metadata answers with the issuer of tokens for this server.
func (a *Access) metadata(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{ // a client that left is not an error
		"resource":                 a.address(r) + "/mcp",
		"authorization_servers":    []string{a.Auth.Issuer},
		"bearer_methods_supported": []string{"header"},
	})
}

func writeError(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"errors": []any{
		map[string]any{"message": message, "extensions": map[string]any{"code": code}},
	}})
}
