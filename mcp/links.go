package mcp

import (
	"context"
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/reading"
	"dossier/graph/states"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

type linksInput struct {
	budgeted
	ID        string   `json:"id"`
	Kinds     []string `json:"kinds"`
	Relations []string `json:"relations"`
	Direction string   `json:"direction"`
	View      view     `json:"view"`
	From      int      `json:"from"`
}

// A linksOutput is linked entities as JSON.
type linksOutput struct {
	ID     string        `json:"id"`
	Total  int           `json:"total"`
	Groups []linkedGroup `json:"groups"`
}

type linkedGroup struct {
	Kind  graph.Kind     `json:"kind"`
	Total int            `json:"total"`
	Items []linkedOutput `json:"items"`
}

type linkedOutput struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	State       string         `json:"state,omitempty"`
	Relation    graph.Relation `json:"relation"`
	Direction   string         `json:"direction"`
	Description string         `json:"description,omitempty"`
}

const linksName = "get_linked_entities"

func linksTool() tool {
	return readingTool(linksName, "What an entity is linked to, by kind: three of each (light), or all with descriptions (full).",
		[]schema.Property{
			schema.Required(schema.Text("id", "")),
			schema.SomeOf("kinds", "", schema.Kinds()),
			schema.SomeOf("relations", "", schema.Relations()),
			schema.OneOf("direction", "", []string{"outgoing", "incoming"}),
			schema.OneOf("view", "", []view{viewLight, viewFull}).With("default", viewLight),
			schema.Number("from", "in full: skips"),
		},
		getLinkedEntities)
}

// getLinkedEntities returns linked entities as the same text as GraphQL.
func getLinkedEntities(ctx context.Context, s *toolbox, given linksInput, budget int) (*answer, error) {
	if err := given.View.check(); err != nil {
		return nil, err
	}
	links, err := s.links(ctx, given)
	if err != nil {
		return nil, err
	}
	if given.From < 0 || given.From > links.Total() {
		return nil, graph.BadInput("from", "%d is out of range; %d entities are linked", given.From, links.Total())
	}
	if given.View != viewFull {
		return s.budgets.fitted(budget, memory.DefaultLinks, func(each int) (*answer, error) {
			return s.abbreviated(links, given, each, budget),
				nil
		})
	}
	full, err := s.service.Entities(ctx, reading.FullLinkRefs(links), graph.Full)
	if err != nil {
		return nil, err
	}
	return s.budgets.fitted(budget, links.Total()-given.From, func(n int) (*answer, error) { return s.fullLinks(links, full, given, n), nil })
}

// links returns the linked entities that the input asks for.
func (s *toolbox) links(ctx context.Context, given linksInput) (*memory.LinkedEntities, error) {
	id, err := s.names.entity(ctx, "id", given.ID)
	if err != nil {
		return nil, err
	}
	var q memory.LinkQuery
	if q.Kinds, err = dialect.SomeKinds(given.Kinds); err != nil {
		return nil, err
	}
	for _, name := range given.Relations {
		relation, err := graph.ParseFilter(name)
		if err != nil {
			return nil, err
		}
		q.Relations = append(q.Relations, relation)
	}
	switch direction := graph.Direction(strings.ToUpper(given.Direction)); direction {
	case "":
	case graph.Outgoing, graph.Incoming:
		q.Direction = &direction
	default:
		return nil, graph.BadInput("direction", "unknown direction %q; expected outgoing or incoming",
			graph.Truncate(given.Direction, dialect.NameRunes))
	}
	links, err := s.service.Links(ctx, id, q)
	if err != nil {
		return nil, err
	}
	return s.service.ShownLinks(ctx, links)
}

// abbreviated returns a few linked entities of each kind. The text has as many
// as that of GraphQL, or fewer within a small budget.
func (s *toolbox) abbreviated(links *memory.LinkedEntities, given linksInput, each, budget int) *answer {
	out := &linksOutput{ID: links.ShortID(links.Source.Self().ID), Total: links.Total(), Groups: []linkedGroup{}}
	given.ID = out.ID
	for _, group := range links.All() {
		out.Groups = append(out.Groups, groupOf(links, group, group.Items[:min(each, group.Total)], nil))
	}
	next := ""
	if links.Total() > 0 {
		next = "All of them, with descriptions: " + call(linksName, given.with(0)...)
	}
	room := max(budget-s.budgets.count(next), 0)
	text := reading.LinksWithin(links, "", room, s.budgets.count)
	if text == "" {
		text = "No linked entities.\n"
	}
	return &answer{text: text, next: next, structured: out}
}

// with returns the arguments of a call for all links but the first from ones.
func (in *linksInput) with(from int) []schema.Member {
	arguments := []schema.Member{schema.Pair("id", in.ID)}
	if in.Kinds != nil {
		arguments = append(arguments, schema.Pair("kinds", in.Kinds))
	}
	if in.Relations != nil {
		arguments = append(arguments, schema.Pair("relations", in.Relations))
	}
	if in.Direction != "" {
		arguments = append(arguments, schema.Pair("direction", in.Direction))
	}
	arguments = append(arguments, schema.Pair("view", viewFull))
	if from > 0 {
		arguments = append(arguments, schema.Pair("from", from))
	}
	return arguments
}

// fullLinks returns a number of linked entities with their descriptions.
func (s *toolbox) fullLinks(links *memory.LinkedEntities, full map[string]graph.Entity, given linksInput, n int) *answer {
	out := &linksOutput{ID: links.ShortID(links.Source.Self().ID), Total: links.Total(), Groups: []linkedGroup{}}
	given.ID = out.ID
	skip, left := given.From, n
	for _, group := range links.All() {
		items := group.Items[min(skip, len(group.Items)):]
		skip -= len(group.Items) - len(items)
		items = items[:min(left, len(items))]
		if left -= len(items); len(items) > 0 {
			out.Groups = append(out.Groups, groupOf(links, group, items, full))
		}
	}
	a := &answer{text: reading.FullLinksPage(links, full, given.From, n), structured: out}
	if next := given.From + n; next < links.Total() {
		a.next = fmt.Sprintf("%d of %d; the next: %s", n, links.Total(), call(linksName, given.with(next)...))
	}
	return a
}

// groupOf returns items of a group, with the descriptions of those in full.
func groupOf(
	links *memory.LinkedEntities, group *memory.LinkedGroup, items []*memory.LinkedEntity, full map[string]graph.Entity,
) linkedGroup {
	one := linkedGroup{Kind: group.Kind, Total: group.Total, Items: []linkedOutput{}}
	for _, item := range items {
		c := item.Entity.Self()
		linked := linkedOutput{
			ID: links.ShortID(c.ID), Name: graph.Line(graph.Heading(item.Entity), labelRunes), State: states.Shown(c),
			Relation: item.Relation, Direction: strings.ToLower(string(item.Direction)),
		}
		if e := full[c.ID]; e != nil {
			linked.Description = graph.Description(e)
		}
		one.Items = append(one.Items, linked)
	}
	return one
}
