package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/rows"
)

// A writeInput is the part of the input that all tools that write share.
type writeInput struct {
	budgeted
	DryRun         bool   `json:"dry_run"`
	IdempotencyKey string `json:"idempotency_key"`
}

// options returns w.
func (w writeInput) options() writeInput { return w }

// A writeOutput is the answer of a tool that writes, as JSON.
type writeOutput struct {
	Changes []changedOutput `json:"changes"`
	DryRun  bool            `json:"dry_run"`
}

type changedOutput struct {
	What graph.Operation `json:"what"` // "unchanged" if the stored entity is equal
	ID   string          `json:"id"`
	Kind graph.Kind      `json:"kind"`
	Name string          `json:"name,omitempty"`
	// Hides is what a deletion also makes invisible.
	Hides string `json:"hides,omitempty"`
}

// String returns the change as a line of text.
func (c *changedOutput) String() string {
	line := strings.TrimSpace(fmt.Sprintf("%s %s [%s] %s", c.What, c.Kind, c.ID, c.Name))
	if c.Hides != "" {
		line += "; hides " + c.Hides
	}
	return line
}

// writing returns a tool that writes. run returns the changes of a call.
func writing[In interface{ options() writeInput }](name, description string, destroys, repeats bool, in []property, run func(ctx context.Context, s *server, in In) ([]edit.Change, error)) tool {
	closedWorld := false
	properties := slices.Concat(in, []property{
		boolean("dry_run", ""), text("idempotency_key", ""), maxTokens,
	})
	declared := &sdk.Tool{
		Name: name, Description: description,
		InputSchema: object(properties...),
		Annotations: &sdk.ToolAnnotations{DestructiveHint: &destroys, IdempotentHint: repeats, OpenWorldHint: &closedWorld},
	}
	return tool{declared, properties, func(ctx context.Context, s *server, arguments json.RawMessage) (*answer, error) {
		var given In
		if err := decode(name, arguments, properties, &given); err != nil {
			return nil, err
		}
		changes, err := run(ctx, s, given)
		if err == nil {
			err = checkCount(in[0].name, len(changes))
		}
		if err != nil {
			return nil, err
		}
		return s.apply(ctx, changes, given.options())
	}}
}

// checkCount returns an error if a call has no changes or too many. items is
// the parameter with the changes.
func checkCount(items string, changes int) error {
	switch {
	case changes == 0:
		return graph.BadInput(items, "is empty; expected 1 to %d", edit.MaxChanges)
	case changes > edit.MaxChanges:
		return graph.BadInput(items, "%d were given; expected 1 to %d", changes, edit.MaxChanges)
	}
	return nil
}

// apply makes the changes of a call in one transaction.
func (s *server) apply(ctx context.Context, changes []edit.Change, options writeInput) (*answer, error) {
	budget, err := options.budget()
	if err != nil {
		return nil, err
	}
	deletions, err := s.deletions(ctx, changes)
	if err != nil {
		return nil, err
	}
	result, err := s.service.Apply(ctx, edit.Request{Changes: changes, DryRun: options.DryRun, ClientID: options.IdempotencyKey})
	if err != nil {
		return nil, err
	}
	var refs []graph.Ref
	for i := range result.Changes {
		if ref := result.Changes[i].Ref; ref.Kind != graph.KindEdge {
			refs = append(refs, ref)
		}
	}
	entities, err := s.service.Entities(ctx, refs, graph.Light)
	if err != nil {
		return nil, err
	}
	return s.fitted(budget, len(result.Changes), func(n int) (*answer, error) { return written(result, entities, deletions, n), nil })
}

// A deletion describes an entity before it is deleted.
type deletion struct{ name, hides string }

// deletions returns a deletion for each entity that the changes delete, by id.
func (s *server) deletions(ctx context.Context, changes []edit.Change) (map[string]deletion, error) {
	var refs []graph.Ref
	for i := range changes {
		if changes[i].Do == graph.OpDeleted {
			refs = append(refs, graph.Ref{ID: changes[i].ID})
		}
	}
	if refs == nil {
		return nil, nil
	}
	found, err := s.service.Entities(ctx, refs, graph.Light)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var projects []string
	for _, e := range found {
		projects = append(projects, e.Self().ProjectID)
	}
	graphs, err := s.service.Graphs(ctx, projects)
	if err != nil {
		return nil, err
	}
	all := map[string]deletion{}
	for id, e := range found {
		all[id] = deletion{graph.Line(e.Self().Label, labelRunes), hiddenWith(e.Self(), graphs[e.Self().ProjectID])}
	}
	return all, nil
}

// hiddenWith returns what is invisible when an entity of a graph is deleted.
func hiddenWith(e *graph.Common, g *graph.Graph) string {
	if g == nil { // its project is deleted, too
		return ""
	}
	if e.Kind == graph.KindProject {
		return fmt.Sprintf("the entities of the project: %d", g.Count()-1)
	}
	if links := g.LinkCount(e.ID); links > 0 {
		return fmt.Sprintf("links to other entities: %d", links)
	}
	return ""
}

// written returns an answer with the first n changes of a result.
func written(result *edit.Result, entities map[string]graph.Entity, deletions map[string]deletion, n int) *answer {
	out := &writeOutput{Changes: []changedOutput{}, DryRun: result.DryRun}
	var lines strings.Builder
	if result.DryRun {
		lines.WriteString("Dry run; nothing was written.\n")
	}
	for i := range result.Changes[:n] {
		c := &result.Changes[i]
		one := changedOutput{What: c.Do, ID: c.ID, Kind: c.Kind}
		if !c.Changed() {
			one.What = "unchanged"
		}
		if e := entities[c.ID]; e != nil {
			one.Name = graph.Line(e.Self().Label, labelRunes)
		}
		if c.Do == graph.OpDeleted && c.Changed() {
			one.Name, one.Hides = deletions[c.ID].name, deletions[c.ID].hides
		}
		out.Changes = append(out.Changes, one)
		fmt.Fprintf(&lines, "- %s\n", &one)
	}
	a := &answer{structured: out}
	if n < len(result.Changes) {
		a.next = fmt.Sprintf("%d of %d changes are listed; all were made.", n, len(result.Changes))
	}
	a.text = lines.String()
	return a
}

type createInput struct {
	Entities []rows.Members `json:"entities"`
	writeInput
}

func createTool() tool {
	return writing("create_entities", "Create entities.", false, false,
		[]property{required(objects("entities", "kind, project_id, columns (title, state_key…); as: \"$x\" names it"))},
		createChanges)
}

// createChanges returns the changes that create entities.
func createChanges(ctx context.Context, s *server, in createInput) ([]edit.Change, error) {
	var projects []naming // existing projects of the new entities
	var within []rows.Members
	changes := make([]edit.Change, len(in.Entities))
	for i, fields := range in.Entities {
		path := fmt.Sprintf("entities[%d]", i)
		changes[i] = edit.Change{Path: path, Do: graph.OpCreated, Name: fields.Text("as"), NamePath: path + ".as", Kind: graph.Kind(strings.ToLower(fields.Text("kind"))), Fields: fields}
		if raw := fields["as"]; raw != nil && changes[i].Name == "" {
			return nil, graph.BadInput(path+".as", "expected $ and letters, digits, _ or -; got %s", graph.Truncate(string(raw), nameRunes))
		}
		delete(fields, "as")
		delete(fields, "kind")
		if name := fields.Text("project_id"); name != "" && !strings.HasPrefix(name, "$") {
			projects, within = append(projects, naming{path + ".project_id", name}), append(within, fields)
		}
	}
	if len(projects) == 0 {
		return changes, nil
	}
	ids, err := s.projects(ctx, projects)
	for i, id := range ids {
		within[i].SetText("project_id", id)
	}
	return changes, err
}

type updateInput struct {
	Entities []rows.Members `json:"entities"`
	writeInput
}

func updateTool() tool {
	return writing("update_entities", "Change columns of entities; null clears.", true, true,
		[]property{required(objects("entities", "id, columns, if_updated_at"))},
		updateChanges)
}

// updateChanges returns the changes that update entities.
func updateChanges(ctx context.Context, s *server, in updateInput) ([]edit.Change, error) {
	given := make([]naming, len(in.Entities))
	for i, fields := range in.Entities {
		given[i] = naming{fmt.Sprintf("entities[%d].id", i), fields.Text("id")}
	}
	ids, err := s.entities(ctx, given)
	if err != nil {
		return nil, err
	}
	refs := make([]graph.Ref, len(ids))
	for i, id := range ids {
		refs[i].ID = id
	}
	found, err := s.service.Entities(ctx, refs, graph.Light)
	if err != nil {
		return nil, err
	}
	changes := make([]edit.Change, len(ids))
	for i, id := range ids {
		if found[id] == nil {
			return nil, at(given[i].argument, graph.NotFound("entity", id))
		}
		if changes[i], err = updateOf(found[id], fmt.Sprintf("entities[%d]", i), in.Entities[i]); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

// updateOf returns the change that sets fields of an entity.
func updateOf(e graph.Entity, path string, fields rows.Members) (edit.Change, error) {
	c := edit.Change{Path: path, Do: graph.OpUpdated, ID: e.Self().ID, Kind: e.Self().Kind, Fields: fields}
	if kind := fields.Text("kind"); kind != "" && !strings.EqualFold(kind, string(c.Kind)) {
		return c, graph.BadInput(path+".kind", "cannot change; the entity is %s, got %q", c.Kind.WithArticle(), graph.Truncate(kind, nameRunes))
	}
	if raw := fields["if_updated_at"]; raw != nil && json.Unmarshal(raw, &c.Match.UpdatedAt) != nil {
		return c, graph.BadInput(path+".if_updated_at", "expected a time such as 2026-01-31T09:00:00Z; got %s", graph.Truncate(string(raw), nameRunes))
	}
	delete(fields, "id")
	delete(fields, "kind")
	delete(fields, "if_updated_at")
	return c, nil
}

type deleteInput struct {
	IDs     some `json:"ids"`
	Restore bool `json:"restore"`
	writeInput
}

func deleteTool() tool {
	return writing("delete_entities", "Delete or restore entities.", true, true,
		[]property{required(texts("ids", "")), boolean("restore", "")},
		deleteChanges)
}

// deleteChanges returns the changes that delete or restore entities. A deleted
// entity must be given by its whole id, because it cannot be found by name.
func deleteChanges(ctx context.Context, s *server, in deleteInput) (changes []edit.Change, err error) {
	given, do, ids := namings("ids", in.IDs), graph.OpRestored, in.IDs
	if !in.Restore {
		do = graph.OpDeleted
		if ids, err = s.entities(ctx, given); err != nil {
			return nil, err
		}
	}
	for i, one := range given {
		id := plainName(ids[i])
		if graph.IsShortID(id) {
			return nil, graph.BadInput(one.argument, "%s is the beginning of an id; to restore an entity give its whole id, as delete_entities and list_changes return it", id)
		}
		changes = append(changes, edit.Change{Path: one.argument, Do: do, ID: id})
	}
	return changes, nil
}

type linkInput struct {
	Links  []map[string]string `json:"links"`
	Remove bool                `json:"remove"`
	writeInput
}

func linkTool() tool {
	return writing("link_entities", "Link or unlink entities.", true, true,
		[]property{required(objects("links", "src, rel, dst")), boolean("remove", "")},
		linkChanges)
}

// linkChanges returns the changes that link or unlink entities.
func linkChanges(ctx context.Context, s *server, in linkInput) (changes []edit.Change, err error) {
	do := graph.OpLinked
	if in.Remove {
		do = graph.OpUnlinked
	}
	var ends []naming
	for i, given := range in.Links {
		path := fmt.Sprintf("links[%d]", i)
		for _, name := range slices.Sorted(maps.Keys(given)) {
			if !slices.Contains([]string{"src", "rel", "dst"}, name) {
				return nil, graph.BadInput(path, "has a member %q; expected src, rel and dst", graph.Truncate(name, nameRunes))
			}
		}
		changes = append(changes, edit.Change{Path: path, Do: do, Link: edit.Link{Rel: given["rel"]}})
		ends = append(ends, naming{path + ".src", given["src"]}, naming{path + ".dst", given["dst"]})
	}
	ids, err := s.entities(ctx, ends)
	if err != nil {
		return nil, err
	}
	for i := range changes {
		changes[i].Link.Src, changes[i].Link.Dst = ids[2*i], ids[2*i+1]
	}
	return changes, nil
}
