package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/history"
	"dossier/graph/rows"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

type rememberInput struct {
	Text    string   `json:"text"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	About   []string `json:"about"`
	Project string   `json:"project"`
	Labels  []string `json:"labels"`
	writeInput
}

// A remembered is a kind of thing to remember, and what is filled in.
type remembered struct {
	name string // of the parameter
	kind graph.Kind
	// fill sets the columns for a text, beside the title.
	fill func(fields rows.Members, text string, now time.Time)
}

// memories are the kinds of things to remember. The first is the default.
var memories = []remembered{
	{"insight", graph.KindInsight, func(fields rows.Members, text string, _ time.Time) {
		fields["props"] = json.RawMessage(graph.EncodeJSON(map[string]string{"summary": text}))
	}},
	{"decision", graph.KindDecision, func(fields rows.Members, text string, now time.Time) {
		fields.SetText("state_key", "made")
		fields.SetText("outcome", text)
		fields.SetText("decision_at", now.UTC().Format(time.RFC3339))
	}},
	{"risk", graph.KindRisk, func(fields rows.Members, text string, _ time.Time) { fields.SetText("content", text) }},
	{"note", graph.KindDocument, func(fields rows.Members, text string, _ time.Time) { fields.SetText("content", text) }},
}

const rememberName = "remember"

func rememberTool() tool {
	var names []string
	for _, one := range memories {
		names = append(names, one.name)
	}
	return writing(rememberName, "Store a decision, insight, risk or note in one call.", false, false,
		[]schema.Property{
			schema.Required(schema.Text("text", "")), schema.OneOf("kind", "", names).With("default", names[0]), schema.Text("title", ""),
			schema.EntityNames("about", "entities"), schema.Text("project", "else that of about"), schema.Texts("labels", ""),
		},
		rememberChanges)
}

// rememberChanges returns the changes that create an entity from a text, and link
// it to its project and to what it is about.
func rememberChanges(ctx context.Context, s *toolbox, in rememberInput) ([]edit.Change, error) {
	in.Kind = strings.ToLower(strings.TrimSpace(in.Kind))
	at := 0
	if in.Kind != "" {
		at = slices.IndexFunc(memories, func(one remembered) bool { return one.name == in.Kind || string(one.kind) == in.Kind })
	}
	if at < 0 {
		return nil, graph.BadInput("kind", "unknown kind %q; expected insight, decision, risk or note",
			graph.Truncate(in.Kind, dialect.NameRunes))
	}
	if in.Text = strings.TrimSpace(in.Text); in.Text == "" {
		return nil, graph.BadInput("text", "is blank; expected what to remember")
	}
	about, err := s.aboutOf(ctx, in.About)
	if err != nil {
		return nil, err
	}
	if in.Project == "" && len(about) > 0 {
		return memories[at].changes(in, about[0].ProjectID, about, s.service.Clock(ctx)), nil
	}
	project, err := s.names.project(ctx, in.Project)
	if err != nil {
		return nil, err
	}
	return memories[at].changes(in, project, about, s.service.Clock(ctx)), nil
}

// aboutOf returns the entities with the names in about.
func (s *toolbox) aboutOf(ctx context.Context, names []string) ([]*graph.Common, error) {
	ids, err := s.names.entities(ctx, namings("about", names))
	if err != nil || len(ids) == 0 {
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
	var about []*graph.Common
	for i, id := range ids {
		if found[id] == nil {
			return nil, graph.NotFound("entity", names[i])
		}
		about = append(about, found[id].Self())
	}
	return about, nil
}

// memoryName is the name of the new entity for the links of the same request.
const memoryName = "$memory"

func (m *remembered) changes(in rememberInput, project string, about []*graph.Common, now time.Time) []edit.Change {
	fields := rows.Members{}
	fields.SetText("project_id", project)
	fields.SetText("title", titleOf(in))
	m.fill(fields, in.Text, now)
	if len(in.Labels) > 0 {
		fields["labels"] = json.RawMessage(graph.EncodeJSON(in.Labels))
	}
	changes := []edit.Change{
		{Path: "text", Do: history.OpCreated, Kind: m.kind, Name: memoryName, Fields: fields},
		{Path: "project", Do: history.OpLinked, Link: linkTo(m.kind, graph.KindProject, project)},
	}
	for i, one := range about {
		if one.Kind != graph.KindProject {
			changes = append(changes, edit.Change{Path: fmt.Sprintf("about[%d]", i), Do: history.OpLinked, Link: linkTo(m.kind, one.Kind, one.ID)})
		}
	}
	return changes
}

// linkTo returns the link between a new entity of a kind and another one: the
// relation for what the other one has, or relates_to.
func linkTo(kind, other graph.Kind, id string) edit.Link {
	for _, spec := range graph.Relations {
		has := spec.Role == graph.RoleContainment && slices.Equal(spec.To, []graph.Kind{kind}) && slices.Contains(spec.From, other)
		if has && spec.Name != graph.RelHasContextDocument {
			return edit.Link{Rel: string(spec.Name), Src: id, Dst: memoryName}
		}
	}
	if other == graph.KindProject {
		return edit.Link{Rel: string(graph.RelContains), Src: id, Dst: memoryName}
	}
	return edit.Link{Rel: string(graph.RelRelatesTo), Src: memoryName, Dst: id}
}

// titleRunes is the length in characters to which titles are cut that are not
// given. By eye.
const titleRunes = 120

// titleOf returns the title of a memory: the one given, or the first sentence of
// the text.
func titleOf(in rememberInput) string {
	if in.Title != "" {
		return in.Title
	}
	first, _, _ := strings.Cut(in.Text, "\n")
	if sentence, _, has := strings.Cut(first, ". "); has {
		first = sentence
	}
	return graph.Line(strings.TrimRight(strings.TrimLeft(first, "#*- "), ". "), titleRunes)
}
