package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/prompt"
	"dossier/graph/reading"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

type entityInput struct {
	budgeted
	IDs     []string `json:"ids"`
	View    view     `json:"view"`
	Section string   `json:"section"`
	From    int      `json:"from"`
}

// A view is the amount of text to return for entities: light or full.
type view string

const (
	viewLight view = "light"
	viewFull  view = "full"
)

// check returns an error if v is not a view. The zero value means light.
func (v view) check() error {
	if v != "" && v != viewLight && v != viewFull {
		return graph.BadInput("view", "unknown view %q; expected light or full", graph.Truncate(string(v), dialect.NameRunes))
	}
	return nil
}

// A readOutput is the answer of get_entity as JSON.
type readOutput struct {
	Entities []readEntity `json:"entities"`
}

type readEntity struct {
	entityOutput
	Project  string            `json:"project,omitempty"`
	Fields   map[string]string `json:"fields,omitempty"`
	Text     *readText         `json:"text,omitempty"`
	Sections []string          `json:"sections,omitempty"`
	Linked   map[string]int    `json:"linked,omitempty"`
}

// A readText is a part of a text, in characters.
type readText struct {
	Field   string `json:"field"`
	Section string `json:"section,omitempty"`
	From    int    `json:"from"`
	To      int    `json:"to"`
	Total   int    `json:"total"`
	Text    string `json:"text"`
}

const entityName = "get_entity"

// mostRead is the maximum number of entities in a call. By eye.
const mostRead = 20

// lightRunes is the length of texts in the light view in characters, by eye.
const lightRunes = 120

func entityTool() tool {
	return readingTool(entityName,
		"Entities by id: fields and the sections of their text (light), or the text itself (full), long ones in steps.",
		[]schema.Property{
			schema.Required(schema.EntityNames("ids", fmt.Sprintf("1 to %d", mostRead))),
			schema.OneOf("view", "", []view{viewLight, viewFull}).With("default", viewLight),
			schema.Text("section", "heading to read, or part of it"),
			schema.Number("from", "character to read on from"),
		},
		getEntity)
}

// getEntity reads entities. If their texts do not fit, all are cut to the same
// length.
func getEntity(ctx context.Context, s *toolbox, given entityInput, budget int) (*answer, error) {
	if err := given.check(); err != nil {
		return nil, err
	}
	readings, err := s.readings(ctx, given)
	if err != nil {
		return nil, err
	}
	whole := s.readAnswer(readings, given, len(readings))
	if s.budgets.tokens(whole) <= budget {
		return whole, nil
	}
	shorter := s.contents
	if given.isFull() {
		shorter = s.cut
	}
	if a, err := shorter(readings, given, budget); err == nil {
		return a, nil
	}
	return s.fewer(readings, given, budget)
}

// check returns an error if arguments exclude each other or are out of range.
func (in *entityInput) check() error {
	if err := in.View.check(); err != nil {
		return err
	}
	if (in.Section != "" || in.From != 0) && len(in.IDs) > 1 {
		return graph.BadInput("ids", "expected one id with section and from; got %d", len(in.IDs))
	}
	return graph.CheckRange("ids", len(in.IDs), 1, mostRead)
}

// cut returns all entities with their texts cut to the same length.
func (s *toolbox) cut(readings []*reading.Reading, given entityInput, budget int) (*answer, error) {
	longest := 0
	for _, one := range readings {
		longest = max(longest, one.Text.To-one.Text.From)
	}
	return s.budgets.fitted(budget, longest, func(characters int) (*answer, error) {
		some := make([]*reading.Reading, len(readings))
		for i, one := range readings {
			some[i] = one.Cut(characters)
		}
		return s.readAnswer(some, given, len(some)), nil
	})
}

// contents returns all entities, each with the same number of first sections.
func (s *toolbox) contents(readings []*reading.Reading, given entityInput, budget int) (*answer, error) {
	most := 0
	for _, one := range readings {
		most = max(most, one.Headings)
	}
	return s.budgets.fitted(budget, most, func(sections int) (*answer, error) {
		some := make([]*reading.Reading, len(readings))
		for i, one := range readings {
			some[i] = one.First(sections)
		}
		return s.readAnswer(some, given, len(some)), nil
	})
}

// fewer returns the first entities, without texts and the lists of sections.
func (s *toolbox) fewer(readings []*reading.Reading, given entityInput, budget int) (*answer, error) {
	return s.budgets.fitted(budget, len(readings), func(n int) (*answer, error) {
		some := make([]*reading.Reading, n)
		for i := range n {
			some[i] = readings[i].Cut(0).First(0)
		}
		return s.readAnswer(some, given, len(readings)), nil
	})
}

// isFull reports whether the input asks for texts.
func (in *entityInput) isFull() bool {
	return in.View == viewFull || in.Section != "" || in.From > 0
}

// named returns the ids of named entities, in their order, and the full entities by id.
func (s *toolbox) named(ctx context.Context, given []naming) (ids []string, found map[string]graph.Entity, err error) {
	if ids, err = s.names.entities(ctx, given); err != nil {
		return nil, nil, err
	}
	refs := make([]graph.Ref, len(ids))
	for i, id := range ids {
		refs[i].ID = id
	}
	found, err = s.service.Entities(ctx, refs, graph.Full)
	return ids, found, err
}

// readings reads the entities of the input, in its order.
func (s *toolbox) readings(ctx context.Context, given entityInput) ([]*reading.Reading, error) {
	ids, found, err := s.named(ctx, namings("ids", given.IDs))
	if err != nil {
		return nil, err
	}
	projects := projectsOfEntities(found)
	short, err := s.service.ShortIDs(ctx, projects, slices.Concat(ids, projects))
	if err != nil {
		return nil, err
	}
	graphs, err := s.service.Graphs(ctx, projects)
	if err != nil {
		return nil, err
	}
	var list []*reading.Reading
	for i, id := range ids {
		e := found[id]
		if e == nil || graphs[e.Self().ProjectID] == nil {
			return nil, graph.NotFound("entity", given.IDs[i])
		}
		one, err := readingOf(graphs[e.Self().ProjectID], e, short, given)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// projectsOfEntities returns the ids of the projects of entities, sorted.
func projectsOfEntities(found map[string]graph.Entity) []string {
	ids := []string{}
	for _, e := range found {
		ids = append(ids, e.Self().ProjectID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// readingOf returns the reading of an entity of a graph.
func readingOf(g *memory.Graph, e graph.Entity, short func(string) string, given entityInput) (*reading.Reading, error) {
	r := reading.Of(e)
	r.ID = short(e.Self().ID)
	links, err := g.LinkedEntities(e.Self().ID, memory.LinkQuery{})
	if err != nil {
		return nil, err
	}
	if given.Section == "" && given.From == 0 {
		r.Linked = links.Counts()
	}
	if project := g.Project(); project != nil {
		r.Project = prompt.Name{Label: project.Name, ID: short(project.ID)}
	}
	if given.Section != "" && r.Headings == 0 {
		return nil, noSections(r.ID, links, short)
	}
	if err := r.Narrow(given.Section, given.From); err != nil {
		return nil, err
	}
	if !given.isFull() {
		return r.Light(lightRunes), nil
	}
	return r, nil
}

// mostDocuments is the maximum number of documents in an error. By eye.
const mostDocuments = 3

// noSections returns the error for a section of a text without sections. It
// suggests linked documents, which often contain the text of a plan.
func noSections(id string, links *memory.LinkedEntities, short func(id string) string) error {
	var documents []string
	for _, group := range links.All() {
		for _, item := range group.Items {
			if group.Kind == graph.KindDocument && len(documents) < mostDocuments {
				documents = append(documents, offered(item.Entity, short))
			}
		}
	}
	if documents == nil {
		return graph.BadInput("section", "the text of %s has no sections; expected none", id)
	}
	return graph.BadInput("section", "the text of %s has no sections; expected the id of a document, such as %s", id,
		strings.Join(documents, ", "))
}

// readAnswer renders readings, which are the first of all that were asked for.
func (s *toolbox) readAnswer(readings []*reading.Reading, given entityInput, all int) *answer {
	out := &readOutput{Entities: []readEntity{}}
	var texts []string
	for _, one := range readings {
		texts = append(texts, one.Markdown(!given.isFull()))
		out.Entities = append(out.Entities, readOf(one, given.isFull()))
	}
	return &answer{text: strings.Join(texts, "\n"), next: moreToRead(readings, given, all), structured: out}
}

func readOf(r *reading.Reading, full bool) readEntity {
	one := readEntity{entityOutput: entityOf(r.Entity, r.ID), Project: r.Project.ID, Fields: map[string]string{}, Linked: map[string]int{}}
	for _, field := range r.Fields {
		one.Fields[field.Name] = glyphs.Shown(field.Value)
	}
	for _, count := range r.Linked {
		one.Linked[string(count.Kind)] = count.Count
	}
	if r.Text.Field != "" {
		one.Text = &readText{r.Text.Field, r.Text.Section, r.Text.From, r.Text.To, r.Text.Total, glyphs.Shown(r.Text.Text)}
	}
	if !full {
		for _, section := range r.Sections {
			one.Sections = append(one.Sections, fmt.Sprintf("%s (%d)", section.Heading, section.Characters))
		}
	}
	return one
}

// moreSections returns a line about sections that did not fit, or "".
func moreSections(readings []*reading.Reading, given entityInput) string {
	for _, one := range readings {
		if len(one.Sections) < one.Headings {
			return "Not all sections are listed; section takes a part of any heading. All of them: " +
				call(entityName, schema.Pair("ids", given.IDs), schema.Pair("max_tokens", MaxTokens))
		}
	}
	return ""
}

// moreToRead returns a line with the call for the entities that did not fit, or
// for the rest of the first text that was cut, or "" if everything fit.
func moreToRead(readings []*reading.Reading, given entityInput, all int) string {
	if len(readings) < all {
		return fmt.Sprintf("%d of %d entities; the others: %s", len(readings), all,
			call(entityName, schema.Pair("ids", given.IDs[len(readings):])))
	}
	if !given.isFull() {
		return moreSections(readings, given)
	}
	cut := 0
	var next string
	for _, one := range readings {
		if one.Text.To == one.Text.Total {
			continue
		}
		if cut++; cut == 1 {
			arguments := []schema.Member{schema.Pair("ids", []string{one.ID}), schema.Pair("view", viewFull)}
			if one.Text.Section != "" {
				arguments = append(arguments, schema.Pair("section", one.Text.Section))
			}
			next = call(entityName, append(arguments, schema.Pair("from", one.Text.To))...)
		}
	}
	switch cut {
	case 0:
		return ""
	case 1:
		return "The text goes on: " + next
	}
	return fmt.Sprintf("%d texts go on; the first: %s", cut, next)
}
