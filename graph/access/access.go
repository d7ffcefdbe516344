// Package access manages who may use a deployment: its actors, the members of
// projects and API keys. The store enforces the rules.
package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

// A Store stores actors, members and keys, and checks that the actor of the
// context may read or change them. It audits every access that it refuses.
// Lists are ordered by name and id.
type Store interface {
	ActorStore
	MemberStore
	KeyStore

	// Transact runs do in a transaction, with a store that uses it, and keeps
	// result with the client's id of once. If an earlier mutation has the same
	// id, Transact does not run do, and returns the result of that one.
	Transact(ctx context.Context, once graph.Once, do func(context.Context, Store) error, result func() graph.JSON) (repeated graph.JSON,
		err error)
}

// An ActorStore stores actors.
type ActorStore interface {
	// Administers reports whether the actor administers the deployment.
	Administers(ctx context.Context) (bool, error)
	// SaveActor creates an actor or changes its given fields, and returns it.
	SaveActor(ctx context.Context, change graph.ActorChange) (*graph.Actor, error)
	// Actors returns a page of all actors.
	Actors(ctx context.Context, span lists.Span) ([]graph.Actor, error)
}

// A MemberStore stores the members of projects.
type MemberStore interface {
	// Grant sets an actor's access to a project, or removes it if access is "".
	Grant(ctx context.Context, projectID, actorID string, access graph.Access) error
	// Member returns an actor's membership of a project, nil if there is none.
	// The actor of the context must be able to read the project.
	Member(ctx context.Context, projectID, actorID string) (*graph.Member, error)
	// Members returns a page of the members of a project.
	Members(ctx context.Context, projectID string, span lists.Span) ([]graph.Member, error)
}

// A KeyStore stores API keys.
type KeyStore interface {
	// SaveKey stores a new key with the hash of its secret, and makes its actor a
	// member of the key's projects.
	SaveKey(ctx context.Context, key *graph.APIKey, hash []byte) error
	// Keys returns a page of the keys of the actor and those that it made, or of
	// all keys for an administrator.
	Keys(ctx context.Context, span lists.Span) ([]graph.APIKey, error)
	// Key returns one of these keys, nil if there is none with the id.
	Key(ctx context.Context, id string) (*graph.APIKey, error)
	// ValidKeys returns those of the keys with the ids that are valid now, in one
	// statement. It needs no actor.
	ValidKeys(ctx context.Context, ids []string) (map[string]bool, error)
	// RevokeKey makes a key invalid from now on.
	RevokeKey(ctx context.Context, id string) error
}

// A Service manages access in a store. Each change is a transaction. A change
// with a client's id is made only once, see [graph.Once].
type Service struct {
	Store Store            // where members, actors and keys are kept
	Now   func() time.Time // the clock, for new keys
	// Random returns an unguessable text of at least 128 random bits.
	Random func() string
}

// Administers reports whether the actor administers the deployment.
func (s *Service) Administers(ctx context.Context) (bool, error) { return s.Store.Administers(ctx) }

// An ActorInput is an actor to be created or changed.
type ActorInput struct {
	// Actor is the subject of the actor's tokens, any other text that identifies
	// it, or a UUID.
	Actor string
	Name  *string          // defaults to Actor for a new actor
	Kind  *graph.ActorKind // nil keeps it; a new actor is a person
	Admin *bool            // nil keeps it; a new actor is none
}

// SaveActor creates an actor, or changes its given fields.
func (s *Service) SaveActor(ctx context.Context, in ActorInput, clientID string) (*graph.Actor, error) {
	id, err := actorID("input.actor", in.Actor)
	if err != nil {
		return nil, err
	}
	if err := checkName("input.name", graph.Or(in.Name, in.Actor)); err != nil {
		return nil, err
	}
	change := graph.ActorChange{ID: id, Name: in.Name, Kind: in.Kind, Admin: in.Admin, Called: in.Actor}
	return mutate(ctx, s, clientID, in, func(ctx context.Context, store Store) (*graph.Actor, error) {
		return store.SaveActor(ctx, change)
	})
}

// A MemberInput is the new access of an actor to a project.
type MemberInput struct {
	ProjectID string       // a UUID
	Actor     string       // as in [ActorInput]
	Access    graph.Access // replaces the former one
}

// SetMember sets an actor's access to a project.
func (s *Service) SetMember(ctx context.Context, in MemberInput, clientID string) (*graph.Member, error) {
	projectID, id, err := membership(in.ProjectID, in.Actor)
	if err != nil {
		return nil, err
	}
	return mutate(ctx, s, clientID, in, func(ctx context.Context, store Store) (*graph.Member, error) {
		if err := store.Grant(ctx, projectID, id, in.Access); err != nil {
			return nil, err
		}
		return store.Member(ctx, projectID, id)
	})
}

// A MemberTarget identifies the membership of an actor in a project.
type MemberTarget struct{ ProjectID, Actor string }

// RemoveMember removes an actor's access to a project, and returns the former
// membership.
func (s *Service) RemoveMember(ctx context.Context, in MemberTarget, clientID string) (*graph.Member, error) {
	projectID, id, err := membership(in.ProjectID, in.Actor)
	if err != nil {
		return nil, err
	}
	return mutate(ctx, s, clientID, in, func(ctx context.Context, store Store) (*graph.Member, error) {
		was, err := store.Member(ctx, projectID, id)
		if err != nil {
			return nil, err
		}
		return was, store.Grant(ctx, projectID, id, "")
	})
}

// membership parses the ids of a membership's arguments.
func membership(project, actor string) (projectID, id string, err error) {
	if projectID, err = graph.ParseID("input.projectId", project); err != nil {
		return "", "", err
	}
	id, err = actorID("input.actor", actor)
	return projectID, id, err
}

// A KeyTarget identifies an existing key.
type KeyTarget struct{ KeyID string }

// RevokeKey makes a key invalid from now on.
func (s *Service) RevokeKey(ctx context.Context, in KeyTarget, clientID string) (*graph.APIKey, error) {
	id, err := graph.ParseID("input.keyId", in.KeyID)
	if err != nil {
		return nil, err
	}
	return mutate(ctx, s, clientID, in, func(ctx context.Context, store Store) (*graph.APIKey, error) {
		if err := store.RevokeKey(ctx, id); err != nil {
			return nil, err
		}
		return store.Key(ctx, id)
	})
}

// mutate runs do in a transaction, and returns its result. If an earlier
// mutation has the same client's id, mutate returns the result of that one.
func mutate[T any](ctx context.Context, s *Service, clientID string, input any, do func(context.Context, Store) (*T, error)) (made *T,
	err error) {
	once, err := graph.NewOnce(clientID, fmt.Sprintf("%T %s", input, graph.EncodeJSON(input)))
	if err != nil {
		return nil, err
	}
	within := func(ctx context.Context, store Store) (err error) {
		made, err = do(ctx, store)
		return err
	}
	repeated, err := s.Store.Transact(ctx, once, within, func() graph.JSON { return graph.JSON(graph.EncodeJSON(made)) })
	if err != nil {
		return nil, err
	}
	if repeated != nil {
		if err := json.Unmarshal(repeated, &made); err != nil {
			return nil, fmt.Errorf("read the result of an earlier mutation: %w", err)
		}
	}
	return made, nil
}

// A KeyInput describes a new key.
type KeyInput struct {
	Actor      *string       // the actor of the key, by default the one of the context
	Name       *string       // purpose, by default the name of the actor
	Scopes     []graph.Scope // at least one
	ProjectIDs []string      // the projects that the key gives access to; nil for all of the actor
	ExpiresAt  *time.Time    // nil for never
}

// A CreatedKey is a new key with its secret, which is returned only once.
type CreatedKey struct {
	Secret *string      `json:"-"` // nil in the result of a repeated mutation
	Key    graph.APIKey // the key without its secret
}

// Written returns the id of the key.
func (k *CreatedKey) Written() (ids []string, is bool) { return []string{k.Key.ID}, true }

// CreateKey creates a key. If its actor is not yet a member of the key's
// projects, the actor becomes one with the access of the scopes, so that a key
// for an agent takes one step.
func (s *Service) CreateKey(ctx context.Context, in KeyInput, clientID string) (*CreatedKey, error) {
	var key graph.APIKey
	if err := s.fill(ctx, &key, in); err != nil {
		return nil, err
	}
	secret := KeyPrefix + s.Random()
	return mutate(ctx, s, clientID, in, func(ctx context.Context, store Store) (*CreatedKey, error) {
		if err := store.SaveKey(ctx, &key, Hash(secret)); err != nil {
			return nil, err
		}
		saved, err := store.Key(ctx, key.ID)
		if err != nil || saved == nil {
			return nil, err
		}
		return &CreatedKey{Secret: &secret, Key: *saved}, nil
	})
}

// fill sets key from the input and checks it.
func (s *Service) fill(ctx context.Context, key *graph.APIKey, in KeyInput) error {
	maker := graph.ActorFrom(ctx)
	if maker.ID == "" {
		return &graph.Error{Code: graph.CodeUnauthenticated, Text: "expected an actor to make a key as; got none: sign in"}
	}
	now := s.Now().UTC().Truncate(time.Microsecond)
	*key = graph.APIKey{
		ID: graph.ID("key " + s.Random()), Actor: maker, Scopes: in.Scopes,
		CreatedBy: graph.ActorID(maker.ID), CreatedAt: now, ExpiresAt: in.ExpiresAt,
	}
	if in.Actor != nil {
		id, err := actorID("input.actor", *in.Actor)
		if err != nil {
			return err
		}
		key.Actor = graph.Actor{ID: id, Name: *in.Actor, Kind: graph.ActorAgent}
	}
	key.Actor.ID = graph.ActorID(key.Actor.ID)
	key.Name = graph.Or(in.Name, key.Actor.Name)
	if err := setProjects(key, in.ProjectIDs); err != nil {
		return err
	}
	return checkKey(key, now)
}

// setProjects sets the projects of a key, without repetitions.
func setProjects(key *graph.APIKey, ids []string) error {
	if ids == nil {
		return nil
	}
	if len(ids) == 0 || len(ids) > lists.MaxPage {
		return graph.BadInput("input.projectIds", "expected 1 to %d projects, or null for all of the actor; got %d", lists.MaxPage, len(ids))
	}
	for _, id := range ids {
		id, err := graph.ParseID("input.projectIds", id)
		if err != nil {
			return err
		}
		key.ProjectIDs = append(key.ProjectIDs, id)
	}
	slices.Sort(key.ProjectIDs)
	key.ProjectIDs = slices.Compact(key.ProjectIDs)
	return nil
}

func checkKey(key *graph.APIKey, now time.Time) error {
	if len(key.Scopes) == 0 {
		return graph.BadInput("input.scopes", "expected read, or read and write; got none")
	}
	for _, scope := range key.Scopes {
		if scope != graph.ScopeRead && scope != graph.ScopeWrite {
			return graph.BadInput("input.scopes", "expected read or write; got %q", graph.Truncate(string(scope), 20))
		}
	}
	if key.ExpiresAt != nil && !key.ExpiresAt.After(now) {
		return graph.BadInput("input.expiresAt", "expected a time after %s; got %s", now.Format(time.RFC3339), key.ExpiresAt.Format(time.RFC3339))
	}
	return checkName("input.name", key.Name)
}

// KeyPrefix is the prefix of the secret of every key. Scanners for leaked
// secrets can look for it.
const KeyPrefix = "dsr_"

// Hash returns the hash of a secret, which is stored in place of the secret. A
// slow hash would add no protection to at least 128 random bits.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return []byte(hex.EncodeToString(sum[:]))
}

// maxName is the maximum length of a name in bytes, by eye.
const maxName = 200

func checkName(argument, name string) error {
	if graph.IsBlank(name) || len(name) > maxName {
		return graph.BadInput(argument, "expected a text of at most %d bytes that is not blank; got %q", maxName, graph.Truncate(name, 20))
	}
	return nil
}

// actorID returns the id of the actor with a subject. The subject of the local
// actor is its name.
func actorID(argument, subject string) (string, error) {
	if err := checkName(argument, subject); err != nil {
		return "", err
	}
	if subject == graph.LocalActor.Name {
		return graph.LocalActor.ID, nil
	}
	id := graph.ActorID(subject)
	if id == graph.ServiceActor.ID {
		return "", graph.BadInput(argument, "expected an actor; got the id of the program itself")
	}
	return id, nil
}
