package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/cli/flags"
	"dossier/cli/requests"
	"dossier/cli/serving"
	"dossier/cli/terminal"
	"dossier/graph"
)

// An actorAnswer is an actor in an answer.
type actorAnswer struct {
	ActorID, Name, Kind string
	IsAdmin             bool
}

// called returns the name of an actor, or its id if it has no name because it
// was not added and has not signed in yet.
func (a *actorAnswer) called() string { return terminal.Shown(cmp.Or(a.Name, a.ActorID)) }

type actorCommand struct {
	Add  actorAddCommand  `cmd:"" help:"Add an actor, or change its name, kind and rights."`
	List actorListCommand `cmd:"" help:"List the actors."`
}

type actorAddCommand struct {
	writing
	Actor string `arg:"" help:"What the actor is called by: the subject (sub) of its tokens, or any name."`
	Name  string `help:"The displayed name; by default the name of the actor."`
	Kind  string `enum:"person,agent," default:"" help:"person or agent; a new actor is a person by default."`
	Admin *bool  `negatable:"" help:"Let the actor administer this deployment: actors, keys of others, record types."`
}

// Run adds the actor, or changes the given properties.
func (c *actorAddCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	input := map[string]any{"actor": c.Actor}
	if c.Name != "" {
		input["name"] = c.Name
	}
	if c.Kind != "" {
		input["kind"] = strings.ToUpper(c.Kind)
	}
	if c.Admin != nil {
		input["isAdmin"] = *c.Admin
	}
	var answer struct{ Change actorAnswer }
	return actorIsPositional(c.ask(ctx, api, c.mutation("saveActor", "ActorInput", "{ actorId name }", input), &answer, func() error {
		fmt.Fprintf(streams.Out, "%s has the id %s\n", answer.Change.called(), answer.Change.ActorID)
		return nil
	}))
}

// actorIsPositional returns err, which names an actor at fault as the
// positional argument. Of other commands the actor is a flag.
func actorIsPositional(err error) error {
	known, is := errors.AsType[*graph.Error](err)
	if !is || known.Argument != "input.actor" {
		return err
	}
	shown := *known
	shown.Argument = "<actor>"
	return &shown
}

type actorListCommand struct{ terminal.Reading }

// Run lists the actors.
func (c *actorListCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	list := requests.Listing[actorAnswer]{
		Field: "actors", Selection: "actorId name kind isAdmin", Heading: []string{"NAME", "KIND", "ADMIN", "ID"},
		Cells: func(a *actorAnswer) []string {
			return []string{a.Name, strings.ToLower(a.Kind), strconv.FormatBool(a.IsAdmin), a.ActorID}
		},
	}
	return list.Print(ctx, api, c.Reading, streams)
}

type memberCommand struct {
	Set    memberSetCommand    `cmd:"" help:"Give an actor access to a project."`
	Remove memberRemoveCommand `cmd:"" help:"Take an actor's access to a project away."`
	List   memberListCommand   `cmd:"" help:"List the members of a project."`
}

// A memberArguments has the arguments for a member.
type memberArguments struct {
	writing
	Project requests.EntityName `arg:"" complete:"project" help:"${ofProject}"`
	Actor   string              `arg:"" help:"The actor: its name, or its UUID."`
}

// run changes the member by a root field of the mutation, and prints done with
// the actor and the access in the answer.
func (c *memberArguments) run(ctx context.Context, api *requests.API, out io.Writer, field, inputType, done string,
	access ...string) error {
	input := map[string]any{"projectId": c.Project, "actor": requests.ActorName(c.Actor)}
	for _, access := range access {
		input["access"] = strings.ToUpper(access)
	}
	var answer struct{ Change memberAnswer }
	asked := c.mutation(field, inputType, "{ actor { actorId name } access }", input)
	return actorIsPositional(c.ask(ctx, api, asked, &answer, func() error {
		fmt.Fprintf(out, done, c.Actor, strings.ToLower(answer.Change.Access))
		return nil
	}))
}

type memberSetCommand struct {
	memberArguments
	Access string `arg:"" enum:"read,write,admin" help:"read, write or admin."`
}

// Run sets the access.
func (c *memberSetCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	return c.run(ctx, api, streams.Out, "setMember", "MemberInput", "%s has access %s\n", c.Access)
}

type memberRemoveCommand struct{ memberArguments }

// Run removes the access.
func (c *memberRemoveCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	return c.run(ctx, api, streams.Out, "removeMember", "MemberTarget", "%s had access %s and has none\n")
}

type memberListCommand struct {
	terminal.Reading
	Project requests.EntityName `arg:"" complete:"project" help:"${ofProject}"`
}

// A memberAnswer is a member in an answer.
type memberAnswer struct {
	Actor  actorAnswer
	Access string
}

// Run lists the members.
func (c *memberListCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	list := requests.Listing[memberAnswer]{
		Field: "members", Declared: "$project: ID!, ", Arguments: "projectId: $project, ", Variables: map[string]any{"project": c.Project},
		Selection: "access actor { actorId name }", Heading: []string{"NAME", "ACCESS", "ID"},
		Cells: func(m *memberAnswer) []string {
			return []string{cmp.Or(m.Actor.Name, "-"), strings.ToLower(m.Access), m.Actor.ActorID}
		},
	}
	return list.Print(ctx, api, c.Reading, streams)
}

type keyCommand struct {
	Create keyCreateCommand `cmd:"" help:"Make an API key and print it, once."`
	List   keyListCommand   `cmd:"" help:"List the keys, without their secrets."`
	Revoke keyRevokeCommand `cmd:"" help:"Make a key invalid from now on."`
}

type keyCreateCommand struct {
	writing
	Actor   *string               `placeholder:"NAME" help:"Actor the key is for (default: you). An actor that does not exist is added."`
	Name    string                `help:"Purpose of the key."`
	Project []requests.EntityName `complete:"project" placeholder:"ID" help:"${keyCreateProject}"`
	Scope   []string              `enum:"read,write" default:"read" help:"What the key may do: read, or read,write."`
	Expires flags.Age             `placeholder:"AGE" help:"Lifetime, such as 90d or 12h (default: never)."`
}

// A keyAnswer is a key in an answer.
type keyAnswer struct {
	KeyID, Name                  string
	Actor                        actorAnswer
	Scopes, ProjectIDs           []string
	ExpiresAt, UsedAt, RevokedAt *time.Time
}

// Run creates the key. It prints only the secret to standard output, for
// scripts.
func (c *keyCreateCommand) Run(ctx context.Context, api *requests.API, services *serving.Services, streams terminal.Streams) error {
	var answer struct {
		Change struct {
			Secret *string
			Key    keyAnswer
		}
	}
	asked := c.mutation("createKey", "KeyInput", "{ secret key { keyId actor { actorId name } } }", c.input(services.Now()))
	return c.ask(ctx, api, asked, &answer, func() error {
		key := &answer.Change.Key
		if answer.Change.Secret == nil {
			fmt.Fprintf(streams.Err, "key %s of %s was made before; its secret is not shown again\n", key.KeyID, key.Actor.called())
			return nil
		}
		fmt.Fprintln(streams.Out, *answer.Change.Secret)
		fmt.Fprintf(streams.Err, "key %s of %s; it is not shown again\n", key.KeyID, key.Actor.called())
		return nil
	})
}

// input returns GraphQL's KeyInput.
func (c *keyCreateCommand) input(now time.Time) map[string]any {
	input := map[string]any{}
	if c.Actor != nil { // "" is refused: a script whose variable is not set must not get a key of the one who runs it
		input["actor"] = *c.Actor
	}
	if c.Name != "" {
		input["name"] = c.Name
	}
	if c.Project != nil {
		input["projectIds"] = c.Project
	}
	var scopes []string
	for _, scope := range c.Scope {
		scopes = append(scopes, strings.ToUpper(scope))
	}
	input["scopes"] = scopes
	if c.Expires > 0 {
		input["expiresAt"] = now.Add(time.Duration(c.Expires)).UTC().Format(time.RFC3339)
	}
	return input
}

type keyListCommand struct{ terminal.Reading }

// Run lists the keys.
func (c *keyListCommand) Run(ctx context.Context, api *requests.API, services *serving.Services, streams terminal.Streams) error {
	now := services.Now()
	list := requests.Listing[keyAnswer]{
		Field: "keys", Selection: "keyId name actor { actorId name } scopes projectIds expiresAt usedAt revokedAt",
		Heading: []string{"NAME", "ACTOR", "SCOPES", "PROJECTS", "STATE", "LAST USE", "ID"},
		Cells:   func(k *keyAnswer) []string { return k.cells(now) },
	}
	return list.Print(ctx, api, c.Reading, streams)
}

// cells returns the cells of a key's row.
func (k *keyAnswer) cells(now time.Time) []string {
	projects, used := "all", "-"
	if k.ProjectIDs != nil {
		projects = strings.Join(k.ProjectIDs, ",")
	}
	if k.UsedAt != nil {
		used = k.UsedAt.Format(time.DateTime)
	}
	scopes := strings.ToLower(strings.Join(slices.Sorted(slices.Values(k.Scopes)), ","))
	return []string{k.Name, k.Actor.called(), scopes, projects, k.state(now), used, k.KeyID}
}

// state returns the state of a key for its row, such as "revoked" or the date
// until which it is valid.
func (k *keyAnswer) state(now time.Time) string {
	key := graph.APIKey{ExpiresAt: k.ExpiresAt, RevokedAt: k.RevokedAt}
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
	writing
	Key string `arg:"" help:"The id of the key, as dossier key list prints it."`
}

// Run revokes the key.
func (c *keyRevokeCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	var answer struct{ Change keyAnswer }
	asked := c.mutation("revokeKey", "KeyTarget", "{ keyId name }", map[string]any{"keyId": c.Key})
	return c.ask(ctx, api, asked, &answer, func() error {
		fmt.Fprintf(streams.Out, "revoked %s %s\n", answer.Change.KeyID, terminal.Shown(answer.Change.Name))
		return nil
	})
}
