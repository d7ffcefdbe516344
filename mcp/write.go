package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/history"
	"dossier/graph/memory"
	"dossier/graph/rows"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
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
	What history.Operation `json:"what"` // "unchanged" if the stored entity is equal
	ID   string            `json:"id"`
	Kind graph.Kind        `json:"kind"`
	Name string            `json:"name,omitempty"` // of a link: its ends and relation
	// Hides is what a deletion also makes invisible.
	Hides string `json:"hides,omitempty"`
}

// String returns the change as a line of text.
func (c *changedOutput) String() string {
	line := fmt.Sprintf("%s %s [%s] %s", c.What, c.Kind, c.ID, c.Name)
	if c.Kind == graph.KindEdge {
		line = fmt.Sprintf("%s: %s", c.What, c.Name)
	}
	if c.Hides != "" {
		line += "; hides " + c.Hides
	}
	return strings.TrimSpace(line)
}

// writing returns a tool that writes. run returns the changes of a call.
func writing[In interface{ options() writeInput }](name, description string, destroys, repeats bool, in []schema.Property,
	run func(ctx context.Context, s *toolbox, in In) ([]edit.Change, error)) tool {
	closedWorld := false
	properties := slices.Concat(in, []schema.Property{
		schema.Boolean("dry_run", ""), schema.Text("idempotency_key", ""), maxTokens,
	})
	declared := &sdk.Tool{
		Name: name, Description: description,
		InputSchema: schema.ObjectOf(properties...),
		Annotations: &sdk.ToolAnnotations{DestructiveHint: &destroys, IdempotentHint: repeats, OpenWorldHint: &closedWorld},
	}
	return tool{declared, properties, func(ctx context.Context, s *toolbox, arguments json.RawMessage) (*answer, error) {
		var given In
		if err := dialect.Decode(name, arguments, properties, &given); err != nil {
			return nil, err
		}
		options := given.options()
		budget, err := options.budget()
		if err != nil {
			return nil, err
		}
		request := edit.Request{DryRun: options.DryRun, ClientID: options.IdempotencyKey, Asked: asked(name, arguments, properties)}
		request.Changes, err = run(ctx, s, given)
		if err == nil {
			err = checkCount(in[0].Name, len(request.Changes))
		}
		if err != nil {
			return s.again(ctx, request, budget, err)
		}
		return s.apply(ctx, request, budget)
	}}
}

// asked returns a call as the client wrote it, without what does not belong to its
// changes.
func asked(name string, arguments json.RawMessage, properties []schema.Property) any {
	given, _ := dialect.ReadArguments(arguments, properties) // they were read before
	delete(given, "max_tokens")
	delete(given, "dry_run")
	var plain any
	_ = json.Unmarshal([]byte(graph.EncodeJSON(given)), &plain) // without the order of members
	return []any{name, plain}
}

// again returns the answer of a call that is repeated and can no longer be read,
// for example because it deleted what it names. If the call is new, again returns
// err.
func (s *toolbox) again(ctx context.Context, request edit.Request, budget int, err error) (*answer, error) {
	if request.ClientID == "" || request.DryRun {
		return nil, err
	}
	request.Changes = nil
	if first, failed := s.service.Repeated(ctx, request); failed == nil && first != nil {
		return s.made(ctx, nil, first, nil, budget), nil
	}
	return nil, err
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
func (s *toolbox) apply(ctx context.Context, request edit.Request, budget int) (*answer, error) {
	deletions, err := s.deletions(ctx, request.Changes)
	if err != nil {
		return nil, err
	}
	result, err := s.service.Apply(ctx, request)
	if err != nil {
		return nil, err
	}
	return s.made(ctx, request.Changes, result, deletions, budget), nil
}

// made returns the answer about changes that are made. It is never an error,
// because an agent would make them again: what cannot be read is left out.
func (s *toolbox) made(ctx context.Context, changes []edit.Change, result *edit.Result, deletions map[string]deletion,
	budget int) (a *answer) {
	changes = withIDs(changes, result)
	defer func() {
		if value := recover(); value != nil {
			s.log.ErrorContext(ctx, "the answer about a change failed", "error", fmt.Sprint(value), "stack", string(debug.Stack()))
			a = written(changes, result, nil, nil, 0, whole)
		}
	}()
	var refs []graph.Ref
	for i := range result.Changes {
		if ref := result.Changes[i].Ref; ref.Kind != graph.KindEdge {
			refs = append(refs, ref)
		}
		if link := changes[i].Link; link.Rel != "" {
			refs = append(refs, graph.Ref{ID: link.Src}, graph.Ref{ID: link.Dst})
		}
	}
	entities, err := s.service.Entities(ctx, refs, graph.Light)
	if err != nil {
		s.log.WarnContext(ctx, "names of what was changed cannot be read", "error", err)
	}
	short, err := s.service.ShortIDs(ctx, nil, slices.Collect(maps.Keys(entities)))
	if err != nil {
		s.log.WarnContext(ctx, "ids of what was changed cannot be shortened", "error", err)
		short = whole
	}
	a, err = s.budgets.fitted(budget, len(result.Changes),
		func(n int) (*answer, error) { return written(changes, result, entities, deletions, n, short), nil })
	if err != nil {
		return written(changes, result, nil, nil, 0, whole)
	}
	return a
}

// whole returns an id.
func whole(id string) string { return id }

// withIDs returns changes whose links have the ids of entities that earlier ones
// create, in place of their names. If changes are nil, those of the result are
// blank.
func withIDs(changes []edit.Change, result *edit.Result) []edit.Change {
	ids := map[string]string{}
	for i := range result.Changes {
		ids[result.Changes[i].Name] = result.Changes[i].ID
	}
	named := make([]edit.Change, len(result.Changes))
	copy(named, changes)
	for i := range named {
		link := &named[i].Link
		if link.Rel != "" {
			link.Src, link.Dst = cmp.Or(ids[link.Src], link.Src), cmp.Or(ids[link.Dst], link.Dst)
		}
	}
	return named
}

// A deletion describes an entity before it is deleted.
type deletion struct{ name, hides string }

// deletions returns a deletion for each entity that the changes delete, by id.
func (s *toolbox) deletions(ctx context.Context, changes []edit.Change) (map[string]deletion, error) {
	var refs []graph.Ref
	for i := range changes {
		if changes[i].Do == history.OpDeleted {
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
func hiddenWith(e *graph.Common, g *memory.Graph) string {
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
func written(changes []edit.Change, result *edit.Result, entities map[string]graph.Entity, deletions map[string]deletion, n int,
	short func(id string) string) *answer {
	out := &writeOutput{Changes: []changedOutput{}, DryRun: result.DryRun}
	var lines strings.Builder
	if result.DryRun {
		lines.WriteString("Dry run; nothing was written.\n")
	}
	if result.Repeated {
		lines.WriteString("Made before by a call with this idempotency_key, and not again:\n")
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
		if c.Kind == graph.KindEdge {
			one.Name = cmp.Or(linkName(changes[i].Link, entities, short), "["+c.ID+"]")
		}
		if c.Do == history.OpDeleted && c.Changed() {
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

// linkName returns the ends and the relation of a link, "" for a blank one.
func linkName(link edit.Link, entities map[string]graph.Entity, short func(id string) string) string {
	if link.Rel == "" {
		return ""
	}
	name := func(id string) string {
		if e := entities[id]; e != nil {
			return graph.Line(e.Self().Label, labelRunes) + " [" + short(id) + "]"
		}
		return "[" + id + "]"
	}
	return name(link.Src) + " " + link.Rel + " " + name(link.Dst)
}

type createInput struct {
	Entities []rows.Members `json:"entities"`
	writeInput
}

func createTool() tool {
	return writing("create_entities", "Create entities. Columns of other kinds, and props, are also taken.", false, false,
		[]schema.Property{schema.Required(schema.Objects("entities", "",
			append([]schema.Property{
				schema.Required(schema.OneOf("kind", "", schema.Kinds())), schema.Text("project", ""),
				schema.Required(schema.Text("title", "or name, text")),
				schema.Text("as", "$x names it in later items"), schema.Text("content", "of documents, risks"),
				schema.Text("outcome", "of decisions"),
				schema.Text("rationale", ""),
				schema.OneOf("impact", "of risks", impacts()),
			}, commonColumns...)...))},
		createChanges)
}

// commonColumns are the columns of common kinds. Others are not in the schemas of
// tools, because the list of tools has 2,500 tokens in total.
var commonColumns = []schema.Property{
	schema.Text("description", ""), schema.Text("state", ""), schema.Text("owner", ""), schema.Texts("labels", ""),
	schema.Text("due", "date"), schema.Number("priority", "1 highest to 5"),
}

// impacts returns the impacts of risks.
func impacts() []string {
	at := slices.IndexFunc(graph.Enums, func(e graph.Enum) bool { return e.Name == "Impact" })
	return graph.Enums[at].Names()
}

// createChanges returns the changes that create entities.
func createChanges(ctx context.Context, s *toolbox, in createInput) ([]edit.Change, error) {
	changes := make([]edit.Change, len(in.Entities))
	for i, fields := range in.Entities {
		path := fmt.Sprintf("entities[%d]", i)
		spec, err := dialect.KindIn(path, fields)
		if err != nil {
			return nil, err
		}
		maps.DeleteFunc(fields, func(_ string, raw json.RawMessage) bool { return string(raw) == "null" })
		changes[i] = edit.Change{Path: path, Do: history.OpCreated, Name: fields.Text("as"), NamePath: path + ".as", Kind: spec.Kind}
		if raw := fields["as"]; raw != nil && changes[i].Name == "" {
			return nil, graph.BadInput(path+".as", "expected $ and letters, digits, _ or -; got %s",
				graph.Truncate(string(raw), dialect.NameRunes))
		}
		for _, name := range []string{"as", "kind", "type"} {
			delete(fields, name)
		}
		if changes[i].Fields, err = dialect.ColumnsOf(spec, path, fields, s.service.Clock(ctx)); err != nil {
			return nil, err
		}
	}
	return changes, s.setProjects(ctx, changes)
}

// setProjects replaces the names of existing projects in new entities by ids. An
// entity without a project belongs to the only one, if there is only one.
func (s *toolbox) setProjects(ctx context.Context, changes []edit.Change) error {
	var named []naming
	var within []rows.Members
	for i := range changes {
		name := changes[i].Fields.Text("project_id")
		if changes[i].Kind == graph.KindProject || strings.HasPrefix(name, "$") {
			continue
		}
		named, within = append(named, naming{changes[i].Path + ".project", name}), append(within, changes[i].Fields)
	}
	if len(named) == 0 {
		return nil
	}
	ids, err := s.names.projects(ctx, named)
	for i, id := range ids {
		within[i].SetText("project_id", id)
	}
	return err
}

type updateInput struct {
	Entities []rows.Members `json:"entities"`
	writeInput
}

func updateTool() tool {
	return writing("update_entities", "Change columns of entities, those that are named; null clears.", true, true,
		[]schema.Property{schema.Required(schema.Objects("entities", "",
			append([]schema.Property{schema.Required(schema.Text("id", "")), schema.Text("title", "or name"),
				schema.Text("if_updated_at", "else refused; or if_state, if_owner")},
				commonColumns...)...))},
		updateChanges)
}

// updateChanges returns the changes that update entities.
func updateChanges(ctx context.Context, s *toolbox, in updateInput) ([]edit.Change, error) {
	given := make([]naming, len(in.Entities))
	for i, fields := range in.Entities {
		given[i] = naming{fmt.Sprintf("entities[%d].id", i), takeText(fields, "id")}
	}
	ids, found, err := s.named(ctx, given)
	if err != nil {
		return nil, err
	}
	changes := make([]edit.Change, len(ids))
	for i, id := range ids {
		if found[id] == nil {
			return nil, dialect.At(given[i].argument, graph.NotFound("entity", id))
		}
		if changes[i], err = updateOf(found[id], fmt.Sprintf("entities[%d]", i), in.Entities[i], s.service.Clock(ctx)); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

// takeText removes the member with a name, or a synonym of it, and returns its
// text.
func takeText(fields rows.Members, name string) (text string) {
	for _, given := range slices.Sorted(maps.Keys(fields)) {
		if dialect.NameIn(given, func(n string) bool { return n == name }) == name {
			raw := dialect.Typed(fields[given], "string", "")
			_ = json.Unmarshal(raw, &text) // "" if it is no text
			delete(fields, given)
		}
	}
	return text
}

// updateOf returns the change that sets fields of an entity.
func updateOf(e graph.Entity, path string, fields rows.Members, now time.Time) (edit.Change, error) {
	c := edit.Change{Path: path, Do: history.OpUpdated, ID: e.Self().ID, Kind: e.Self().Kind}
	if kind := fields.Text("kind"); kind != "" && !strings.EqualFold(kind, string(c.Kind)) {
		return c, graph.BadInput(path+".kind", "cannot change; the entity is %s, got %q", c.Kind.WithArticle(),
			graph.Truncate(kind, dialect.NameRunes))
	}
	var err error
	if c.Match, err = matchIn(e.Self().Spec(), path, fields); err != nil {
		return c, err
	}
	delete(fields, "kind")
	maps.DeleteFunc(fields, func(name string, raw json.RawMessage) bool { // null for a name is ignored
		return string(raw) == "null" && dialect.NameIn(name, func(name string) bool { return name == e.Self().Spec().Label }) != ""
	})
	c.Fields, err = dialect.ColumnsOf(e.Self().Spec(), path, fields, now)
	return c, err
}

// matchIn removes the preconditions from an item, and returns them.
func matchIn(spec *graph.Spec, path string, fields rows.Members) (match edit.Match, err error) {
	if raw := fields["if_state"]; raw != nil {
		fields["if_state"] = dialect.StateValue(spec, raw)
	}
	for name, into := range map[string]any{
		"if_updated_at": &match.UpdatedAt, "if_state": &match.State, "if_owner": &match.Owner, "if_revision": &match.Revision,
	} {
		raw, given := fields[name]
		delete(fields, name)
		if given && json.Unmarshal(raw, into) != nil {
			expected := map[string]string{"if_updated_at": "a time such as 2026-01-31T09:00:00Z", "if_revision": "a whole number"}
			err = graph.BadInput(path+"."+name, "expected %s; got %s", cmp.Or(expected[name], "a text"),
				graph.Truncate(string(raw), dialect.NameRunes))
		}
	}
	return match, err
}

type deleteInput struct {
	IDs     []string `json:"ids"`
	Restore bool     `json:"restore"`
	writeInput
}

func deleteTool() tool {
	return writing("delete_entities", "Delete or restore entities.", true, true,
		[]schema.Property{schema.Required(schema.EntityNames("ids", "")), schema.Boolean("restore", "")},
		deleteChanges)
}

// deleteChanges returns the changes that delete or restore entities. A deleted
// entity must be given by its whole id, because it cannot be found by name.
func deleteChanges(ctx context.Context, s *toolbox, in deleteInput) (changes []edit.Change, err error) {
	given, do, ids := namings("ids", in.IDs), history.OpRestored, in.IDs
	if !in.Restore {
		do = history.OpDeleted
		if ids, err = s.names.entities(ctx, given); err != nil {
			return nil, err
		}
	}
	for i, one := range given {
		id := plainName(ids[i])
		if graph.IsShortID(id) {
			return nil, graph.BadInput(one.argument,
				"%s is the beginning of an id; to restore an entity give its whole id, as delete_entities and list_changes return it", id)
		}
		id = graph.ID(id) // or the external id of a deleted entity
		changes = append(changes, edit.Change{Path: one.argument, Do: do, ID: id})
	}
	return changes, nil
}

type linkInput struct {
	Links  []rows.Members `json:"links"`
	Remove bool           `json:"remove"`
	writeInput
}

func linkTool() tool {
	return writing("link_entities", "Link or unlink entities.", true, true,
		[]schema.Property{
			schema.Required(schema.Objects("links", "", schema.Required(schema.Text("src", "")),
				schema.Required(schema.Text("rel", "such as blocks, depends_on, contains")),
				schema.Required(schema.Text("dst", "")))),
			schema.Boolean("remove", ""),
		},
		linkChanges)
}

// linkChanges returns the changes that link or unlink entities.
func linkChanges(ctx context.Context, s *toolbox, in linkInput) (changes []edit.Change, err error) {
	do := history.OpLinked
	if in.Remove {
		do = history.OpUnlinked
	}
	var ends []naming
	for i, given := range in.Links {
		path := fmt.Sprintf("links[%d]", i)
		rel := dialect.RelationMeant(takeText(given, "rel"))
		ends = append(ends, naming{path + ".src", takeText(given, "src")}, naming{path + ".dst", takeText(given, "dst")})
		changes = append(changes, edit.Change{Path: path, Do: do, Link: edit.Link{Rel: rel}})
	}
	ids, err := s.names.entities(ctx, ends)
	if err != nil {
		return nil, err
	}
	for i := range changes {
		changes[i].Link.Src, changes[i].Link.Dst = ids[2*i], ids[2*i+1]
	}
	return changes, nil
}
