// Package access manages who may use a deployment: its actors, the members of
// projects and API keys. The rules are those of the store, which checks them.
package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"dossier/graph"
)

// A Store keeps actors, members and keys, and checks that the actor of the
// context may read or change them. An access that it refuses is audited.
type Store interface {
	// SaveActor creates an actor, or replaces its name, kind and rights.
	SaveActor(ctx context.Context, actor graph.Actor) error
	// Actors returns all actors, by name and id.
	Actors(ctx context.Context) ([]graph.Actor, error)
	// Grant sets an actor's access to a project, or removes it if access is "".
	Grant(ctx context.Context, projectID, actorID string, access graph.Access) error
	// Members returns the members of a project, by name and id.
	Members(ctx context.Context, projectID string) ([]graph.Member, error)
	// SaveKey stores a new key with the hash of its secret, and makes its actor a
	// member of the projects that it is for.
	SaveKey(ctx context.Context, key *graph.APIKey, hash []byte) error
	// Keys returns the keys of the actor and those that it made; all for an
	// administrator.
	Keys(ctx context.Context) ([]graph.APIKey, error)
	// RevokeKey makes a key invalid from now on.
	RevokeKey(ctx context.Context, id string) error
}

// A Service manages access over a store.
type Service struct {
	Store Store
	Now   func() time.Time
	// Random returns a text that nobody can guess, of at least 128 bits.
	Random func() string
}

// An ActorInput is an actor to be saved.
type ActorInput struct {
	// Actor is the subject of the actor's tokens, any text that others are to call
	// it by, or a UUID.
	Actor string
	Name  *string // by default what it is called by
	Kind  *graph.ActorKind
	Admin *bool
}

// SaveActor creates an actor, or replaces its name, kind and rights.
func (s *Service) SaveActor(ctx context.Context, in ActorInput) (*graph.Actor, error) {
	id, err := actorID("input.actor", in.Actor)
	if err != nil {
		return nil, err
	}
	actor := graph.Actor{ID: id, Name: graph.Or(in.Name, in.Actor), Kind: graph.Or(in.Kind, graph.ActorPerson), Admin: graph.Or(in.Admin, false)}
	if err := checkName("input.name", actor.Name); err != nil {
		return nil, err
	}
	return &actor, s.Store.SaveActor(ctx, actor)
}

// Actors returns the actors of the deployment.
func (s *Service) Actors(ctx context.Context) ([]graph.Actor, error) { return s.Store.Actors(ctx) }

// SetMember gives an actor access to a project, instead of what it has.
func (s *Service) SetMember(ctx context.Context, projectID, actor string, access graph.Access) (*graph.Member, error) {
	projectID, id, err := membership(projectID, actor)
	if err != nil {
		return nil, err
	}
	if err := s.Store.Grant(ctx, projectID, id, access); err != nil {
		return nil, err
	}
	members, err := s.Store.Members(ctx, projectID)
	for i := range members {
		if members[i].Actor.ID == id {
			return &members[i], err
		}
	}
	return &graph.Member{ProjectID: projectID, Actor: graph.Actor{ID: id}, Access: access}, err
}

// RemoveMember takes an actor's access to a project away.
func (s *Service) RemoveMember(ctx context.Context, projectID, actor string) error {
	projectID, id, err := membership(projectID, actor)
	if err != nil {
		return err
	}
	return s.Store.Grant(ctx, projectID, id, "")
}

// membership returns the ids in the arguments of a membership.
func membership(project, actor string) (projectID, id string, err error) {
	if projectID, err = graph.ParseID("projectId", project); err != nil {
		return "", "", err
	}
	id, err = actorID("actor", actor)
	return projectID, id, err
}

// Members returns the members of a project; NOT_FOUND if the actor may not read
// it.
func (s *Service) Members(ctx context.Context, projectID string) ([]graph.Member, error) {
	projectID, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	members, err := s.Store.Members(ctx, projectID)
	if err == nil && len(members) == 0 {
		err = graph.NotFound("project", projectID)
	}
	return members, err
}

// Keys returns the keys of the actor and those that it made; all for an
// administrator.
func (s *Service) Keys(ctx context.Context) ([]graph.APIKey, error) { return s.Store.Keys(ctx) }

// RevokeKey makes a key invalid from now on.
func (s *Service) RevokeKey(ctx context.Context, id string) error {
	id, err := graph.ParseID("keyId", id)
	if err != nil {
		return err
	}
	return s.Store.RevokeKey(ctx, id)
}

// A KeyInput is a key to be made.
type KeyInput struct {
	Actor      *string // the actor whose key it is; by default the one who makes it
	Name       *string // what it is for
	Scopes     []graph.Scope
	ProjectIDs []string // the only projects that it is for; nil for all of the actor
	ExpiresAt  *time.Time
}

// A CreatedKey is a new key with its secret, which is shown this once.
type CreatedKey struct {
	Secret string
	Key    graph.APIKey
}

// CreateKey makes a key. An actor who is no member yet of the projects that the
// key is for becomes one, as far as the scopes go: a key for an agent is made in
// one step.
func (s *Service) CreateKey(ctx context.Context, in KeyInput) (*CreatedKey, error) {
	made := &CreatedKey{Secret: KeyPrefix + s.Random()}
	if err := s.fill(ctx, &made.Key, in); err != nil {
		return nil, err
	}
	if err := s.Store.SaveKey(ctx, &made.Key, Hash(made.Secret)); err != nil {
		return nil, err
	}
	return made, nil
}

// fill checks what a key is to be and sets it.
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
	for _, id := range in.ProjectIDs {
		id, err := graph.ParseID("input.projectIds", id)
		if err != nil {
			return err
		}
		key.ProjectIDs = append(key.ProjectIDs, id)
	}
	return checkKey(key, now)
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

// KeyPrefix begins the secret of every key, by which programs that look for
// leaked secrets find it.
const KeyPrefix = "dsr_"

// Hash returns what is stored of a secret. A secret has more than 128 random
// bits, so a hash that is slow to compute would protect nothing.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return []byte(hex.EncodeToString(sum[:]))
}

// maxName is the length of a name, by eye.
const maxName = 200

func checkName(argument, name string) error {
	if strings.TrimSpace(name) == "" || len(name) > maxName {
		return graph.BadInput(argument, "expected 1 to %d bytes; got %d", maxName, len(name))
	}
	return nil
}

// actorID returns the id of the actor whom an argument names. The local actor is
// called by its name.
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
