package graph

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// An Actor is the person or agent in whose name a request reads and writes.
type Actor struct {
	ID   string    // a UUID; see [ActorID]
	Name string    // of the person or agent, "" if unknown
	Kind ActorKind // a person or an agent
	// Admin reports whether the actor may administer the deployment: actors,
	// the keys of others and record types. The store has the value for actors
	// who sign in with a token.
	Admin bool
	// Key limits what the actor may do; nil for an actor who signed in without one.
	Key *KeyGrant
	// Interface is the interface by which the request arrived.
	Interface Interface
	// Zone is the time zone of the days of the request; nil for that of the clock.
	Zone *time.Location
}

// Shown returns the name of the actor, or the beginning of its id if the actor
// has no name.
func (a Actor) Shown() string {
	if a.Name == "" && a.ID == LocalActor.ID {
		return LocalActor.Name // it has no row in a store
	}
	return cmp.Or(a.Name, FirstRunes(a.ID, ShortLengths[0]))
}

// An ActorKind distinguishes people from programs.
type ActorKind string

// The kinds of actors.
const (
	ActorPerson ActorKind = "person"
	ActorAgent  ActorKind = "agent"
)

// An Interface is a way in which requests arrive.
type Interface string

// The interfaces. InterfaceSQL is another client of the database.
const (
	InterfaceGraphQL Interface = "graphql"
	InterfaceMCP     Interface = "mcp"
	InterfaceCLI     Interface = "cli"
	InterfaceImport  Interface = "import"
	InterfaceSQL     Interface = "sql"
)

// TakesNames reports whether the whole name of an entity names it, where an id is
// expected: whether people or agents type names.
func (i Interface) TakesNames() bool { return i == InterfaceCLI || i == InterfaceMCP }

// InterfaceHeader is the header by which the command line says at a server that it is
// the interface.
const InterfaceHeader = "Dossier-Interface"

// A Scope is a permission of a key.
type Scope string

// The scopes of keys. Every key may read.
const (
	ScopeRead  Scope = "read"
	ScopeWrite Scope = "write"
)

// A KeyGrant has the permissions of an API key. They limit those of the actor
// and never extend them. A key cannot administer anything.
type KeyGrant struct {
	ID         string   // a UUID
	Scopes     []Scope  // what the key may do
	ProjectIDs []string // nil for all projects of the actor
}

// MayWrite reports whether the actor's key, if any, has the scope for writing.
func (a Actor) MayWrite() bool {
	return a.Key == nil || slices.Contains(a.Key.Scopes, ScopeWrite)
}

// ActorID returns the id of the actor with a name in another system: the
// subject of a token, or a name chosen by an administrator. A UUID is returned
// unchanged.
func ActorID(subject string) string { return ID(subject) }

// An ActorChange creates an actor, or changes the fields that are not nil.
type ActorChange struct {
	ID    string     // a UUID
	Name  *string    // nil keeps it
	Kind  *ActorKind // nil keeps it
	Admin *bool      // nil keeps it
	// Called is the name of a new actor without Name.
	Called string
}

// LocalActor is the actor that uses a store on this machine without signing in.
var LocalActor = Actor{ID: uuidV5("actor local"), Name: "local", Kind: ActorPerson, Admin: true}

// ServiceActor is the program itself, which looks up keys and stores the audit.
// It is a member of no project.
var ServiceActor = Actor{ID: uuidV5("actor service"), Name: "service", Kind: ActorAgent}

type actorKey struct{}

// WithActor returns a copy of ctx with the actor of a request.
func WithActor(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// WithInterface returns a context whose requests arrive by an interface.
func WithInterface(ctx context.Context, by Interface) context.Context {
	actor := ActorFrom(ctx)
	actor.Interface = by
	return WithActor(ctx, actor)
}

// ActorFrom returns the actor of ctx, as set by [WithActor]. The default is the
// zero actor, who is a member of no project and can read nothing.
func ActorFrom(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorKey{}).(Actor)
	return actor
}

// A Member is an actor with access to a project.
type Member struct {
	ProjectID string // a UUID
	Actor     Actor
	Access    Access // what the actor may do with the project
}

// An APIKey is a key of an actor, without the secret, which is not stored.
type APIKey struct {
	ID         string   // a UUID, which is no secret
	Name       string   // chosen by its creator
	Actor      Actor    // in whose name its requests are
	Scopes     []Scope  // what it may do
	ProjectIDs []string // nil for all projects of the actor
	CreatedBy  string   // the id of an actor
	CreatedAt  time.Time
	ExpiresAt  *time.Time // nil for never
	UsedAt     *time.Time // to the minute; nil for never
	RevokedAt  *time.Time // nil for never
}

// Valid reports whether the key is valid at a time.
func (k *APIKey) Valid(now time.Time) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(*k.ExpiresAt))
}
