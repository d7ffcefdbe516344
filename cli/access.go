package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"dossier/graph"
	"dossier/graph/access"
)

// manage calls f with a service that manages access to the store.
func (s *services) manage(ctx context.Context, f func(*access.Service) error) error {
	store, closeStore, err := s.stores.open(ctx, serves)
	if err != nil {
		return err
	}
	defer closeStore()
	return f(&access.Service{Store: store, Now: s.now, Random: rand.Text})
}

// table writes rows in columns.
func (s *Streams) table(rows ...[]string) {
	out := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(out, strings.Join(row, "\t"))
	}
	_ = out.Flush() // as printing
}

type actorCommand struct {
	Add  actorAddCommand  `cmd:"" help:"Add an actor, or change its name, kind and rights."`
	List actorListCommand `cmd:"" help:"List the actors."`
}

type actorAddCommand struct {
	Actor string `arg:"" help:"What the actor is called by: the subject (sub) of its tokens, or any name."`
	Name  string `help:"The name that others see; what it is called by, by default."`
	Kind  string `enum:"person,agent" default:"person" help:"person or agent."`
	Admin bool   `help:"Let the actor administer this deployment: actors, keys of others, record types."`
}

// Run adds the actor.
func (c *actorAddCommand) Run(ctx context.Context, services *services, streams Streams) error {
	name, kind := cmp.Or(c.Name, c.Actor), graph.ActorKind(c.Kind)
	return services.manage(ctx, func(s *access.Service) error {
		saved, err := s.SaveActor(ctx, access.ActorInput{Actor: c.Actor, Name: &name, Kind: &kind, Admin: &c.Admin})
		if err == nil {
			fmt.Fprintf(streams.Out, "%s has the id %s\n", saved.Name, saved.ID)
		}
		return err
	})
}

type actorListCommand struct{}

// Run lists the actors.
func (actorListCommand) Run(ctx context.Context, services *services, streams Streams) error {
	return services.manage(ctx, func(s *access.Service) error {
		actors, err := s.Actors(ctx)
		rows := [][]string{{"NAME", "KIND", "ADMIN", "ID"}}
		for _, actor := range actors {
			rows = append(rows, []string{actor.Name, string(actor.Kind), strconv.FormatBool(actor.Admin), actor.ID})
		}
		streams.table(rows...)
		return err
	})
}

type memberCommand struct {
	Set    memberSetCommand    `cmd:"" help:"Give an actor access to a project."`
	Remove memberRemoveCommand `cmd:"" help:"Take an actor's access to a project away."`
	List   memberListCommand   `cmd:"" help:"List the members of a project."`
}

type memberSetCommand struct {
	Project entityName `arg:"" help:"The project: a UUID or the id in its import."`
	Actor   string     `arg:"" help:"The actor: what it is called by, or its UUID."`
	Access  string     `arg:"" enum:"read,write,admin" help:"read, write or admin."`
}

// Run sets the access.
func (c *memberSetCommand) Run(ctx context.Context, services *services) error {
	return services.manage(ctx, func(s *access.Service) error {
		_, err := s.SetMember(ctx, c.Project.id(), c.Actor, graph.Access(c.Access))
		return err
	})
}

type memberRemoveCommand struct {
	Project entityName `arg:"" help:"The project: a UUID or the id in its import."`
	Actor   string     `arg:"" help:"The actor: what it is called by, or its UUID."`
}

// Run removes the access.
func (c *memberRemoveCommand) Run(ctx context.Context, services *services) error {
	return services.manage(ctx, func(s *access.Service) error { return s.RemoveMember(ctx, c.Project.id(), c.Actor) })
}

type memberListCommand struct {
	Project entityName `arg:"" help:"The project: a UUID or the id in its import."`
}

// Run lists the members.
func (c *memberListCommand) Run(ctx context.Context, services *services, streams Streams) error {
	return services.manage(ctx, func(s *access.Service) error {
		members, err := s.Members(ctx, c.Project.id())
		rows := [][]string{{"NAME", "ACCESS", "ID"}}
		for _, member := range members {
			rows = append(rows, []string{memberName(member.Actor), string(member.Access), member.Actor.ID})
		}
		if err == nil {
			streams.table(rows...)
		}
		return err
	})
}

// memberName returns the name of an actor; one who has not signed in yet, and
// was not added, has none.
func memberName(actor graph.Actor) string {
	if actor.ID == graph.LocalActor.ID {
		return graph.LocalActor.Name
	}
	return cmp.Or(actor.Name, "-")
}

type keyCommand struct {
	Create keyCreateCommand `cmd:"" help:"Make an API key and print it, once."`
	List   keyListCommand   `cmd:"" help:"List the keys, without their secrets."`
	Revoke keyRevokeCommand `cmd:"" help:"Make a key invalid from now on."`
}

type keyCreateCommand struct {
	Actor   string       `placeholder:"NAME" help:"Whose key it is; the local actor by default. An actor that does not exist is added."`
	Name    string       `help:"What the key is for."`
	Project []entityName `placeholder:"ID" help:"A project that the key is for; repeatable. All projects of the actor by default. The actor becomes a member where it is none."`
	Scope   []string     `enum:"read,write" default:"read" help:"What the key may do: read, or read,write."`
	Expires Age          `placeholder:"AGE" help:"After what time the key expires, such as 90d or 12h; never by default."`
}

// Run makes the key.
func (c *keyCreateCommand) Run(ctx context.Context, services *services, streams Streams) error {
	in := access.KeyInput{Actor: given(c.Actor), Name: given(c.Name)}
	for _, project := range c.Project {
		in.ProjectIDs = append(in.ProjectIDs, project.id())
	}
	for _, scope := range c.Scope {
		in.Scopes = append(in.Scopes, graph.Scope(scope))
	}
	if c.Expires > 0 {
		in.ExpiresAt = new(services.now().Add(time.Duration(c.Expires)))
	}
	return services.manage(ctx, func(s *access.Service) error {
		made, err := s.CreateKey(ctx, in)
		if err == nil {
			fmt.Fprintln(streams.Out, made.Secret)
			fmt.Fprintf(streams.Err, "key %s of %s; it is not shown again\n", made.Key.ID, made.Key.Actor.Name)
		}
		return err
	})
}

// given returns a flag that was given, nil for others.
func given(flag string) *string {
	if flag == "" {
		return nil
	}
	return &flag
}

type keyListCommand struct{}

// Run lists the keys.
func (keyListCommand) Run(ctx context.Context, services *services, streams Streams) error {
	return services.manage(ctx, func(s *access.Service) error {
		keys, err := s.Keys(ctx)
		rows := [][]string{{"NAME", "ACTOR", "SCOPES", "PROJECTS", "STATE", "LAST USE", "ID"}}
		for i := range keys {
			rows = append(rows, keyRow(&keys[i], services.now()))
		}
		streams.table(rows...)
		return err
	})
}

func keyRow(key *graph.APIKey, now time.Time) []string {
	var scopes []string
	for _, scope := range key.Scopes {
		scopes = append(scopes, string(scope))
	}
	projects, used := "all", "-"
	if key.ProjectIDs != nil {
		projects = strings.Join(key.ProjectIDs, ",")
	}
	if key.UsedAt != nil {
		used = key.UsedAt.Format(time.DateTime)
	}
	return []string{key.Name, memberName(key.Actor), strings.Join(slices.Sorted(slices.Values(scopes)), ","), projects, keyState(key, now), used, key.ID}
}

func keyState(key *graph.APIKey, now time.Time) string {
	switch {
	case key.RevokedAt != nil:
		return "revoked"
	case !key.Valid(now):
		return "expired"
	case key.ExpiresAt != nil:
		return "until " + key.ExpiresAt.Format(time.DateOnly)
	default:
		return "valid"
	}
}

type keyRevokeCommand struct {
	Key string `arg:"" help:"The id of the key, as dossier key list prints it."`
}

// Run revokes the key.
func (c *keyRevokeCommand) Run(ctx context.Context, services *services) error {
	return services.manage(ctx, func(s *access.Service) error { return s.RevokeKey(ctx, c.Key) })
}

// An Age is a flag's duration, which may be in days: 90d.
type Age time.Duration

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Age) UnmarshalText(text []byte) error {
	if days, ok := strings.CutSuffix(string(text), "d"); ok {
		if number, err := strconv.ParseFloat(days, 64); err == nil && number > 0 {
			*a = Age(number * float64(24*time.Hour))
			return nil
		}
	}
	duration, err := time.ParseDuration(string(text))
	if err != nil || duration <= 0 {
		return fmt.Errorf("expected an age such as 90d or 12h; got %q", text)
	}
	*a = Age(duration)
	return nil
}
