package graph

import (
	"context"
	"slices"
	"time"
)

// An Actor is a person or an agent, as whom a request reads and writes.
type Actor struct {
	ID   string // a UUID; see [ActorID]
	Name string
	Kind ActorKind
	// Admin is an actor who administers the deployment: actors, keys of others and
	// record types. The store keeps it for actors who sign in by a token.
	Admin bool
	// Key limits what the actor may do; nil for an actor who signed in without one.
	Key *KeyGrant
	// Interface is how the request came in.
	Interface Interface
}

// An ActorKind distinguishes people from programs.
type ActorKind string

// The kinds of actors.
const (
	ActorPerson ActorKind = "person"
	ActorAgent  ActorKind = "agent"
)

// An Interface is how a request came in.
type Interface string

// The interfaces. InterfaceSQL is another client of the database.
const (
	InterfaceGraphQL Interface = "graphql"
	InterfaceMCP     Interface = "mcp"
	InterfaceCLI     Interface = "cli"
	InterfaceImport  Interface = "import"
	InterfaceSQL     Interface = "sql"
)

// A Scope is what a key may do.
type Scope string

// The scopes of keys. Every key may read.
const (
	ScopeRead  Scope = "read"
	ScopeWrite Scope = "write"
)

// A KeyGrant is what an API key lets its actor do. It never extends what the
// actor may do: a key reads and writes what both may, and administers nothing.
type KeyGrant struct {
	ID         string
	Scopes     []Scope
	ProjectIDs []string // nil for all projects of the actor
}

// MayWrite reports whether the actor's key, if any, has the scope for writing.
func (a Actor) MayWrite() bool {
	return a.Key == nil || slices.Contains(a.Key.Scopes, ScopeWrite)
}

// Reaches reports whether the actor's key, if any, is for a project.
func (a Actor) Reaches(projectID string) bool {
	return a.Key == nil || a.Key.ProjectIDs == nil || slices.Contains(a.Key.ProjectIDs, projectID)
}

// ActorID returns the id of the actor whom others know by a text: the subject of
// a token, or the name that an administrator chose. A UUID is itself.
func ActorID(subject string) string { return ID(subject) }

// An ActorChange creates an actor, or changes what is not nil of one.
type ActorChange struct {
	ID    string
	Name  *string
	Kind  *ActorKind
	Admin *bool
	// Called is the name of a new actor without Name.
	Called string
}

// LocalActor is who uses a store on this machine without signing in.
var LocalActor = Actor{ID: uuidV5("actor local"), Name: "local", Kind: ActorPerson, Admin: true}

// ServiceActor is the program itself, which looks up keys and stores the audit.
// It is a member of nothing.
var ServiceActor = Actor{ID: uuidV5("actor service"), Name: "service", Kind: ActorAgent}

type actorKey struct{}

// WithActor puts the actor of a request into its context.
func WithActor(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorFrom is the actor that [WithActor] put into ctx. Without one it is the
// zero actor, who is a member of nothing and so reads nothing.
func ActorFrom(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorKey{}).(Actor)
	return actor
}

// A Member is an actor with access to a project.
type Member struct {
	ProjectID string
	Actor     Actor
	Access    Access
}

// An APIKey is a key of an actor without its secret, which is kept nowhere.
type APIKey struct {
	ID         string
	Name       string
	Actor      Actor
	Scopes     []Scope
	ProjectIDs []string // nil for all projects of the actor
	CreatedBy  string
	CreatedAt  time.Time
	ExpiresAt  *time.Time // nil for never
	UsedAt     *time.Time // to the minute; nil for never
	RevokedAt  *time.Time
}

// Valid reports whether a key is accepted at a time.
func (k *APIKey) Valid(now time.Time) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(*k.ExpiresAt))
}
