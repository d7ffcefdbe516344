package contextdoc

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/memory"
	"dossier/graph/outline/parts"
	"dossier/graph/projects"
	"dossier/graph/prompt"
)

// overview returns the body about a project, about one entity in its project,
// or about all projects.
func (w *Writer) overview(ctx context.Context, r *request, sc *scope) (body, error) {
	options := sc.options(r)
	switch start := &r.start; {
	case start.focusID != "":
		return w.focus(ctx, r, sc, options)
	case start.projectID != "":
		return w.workspace(ctx, r, sc, sc.projects[0], options)
	}
	options.Projects = sc.attention
	return w.overviewOf(ctx, r, sc, "", options, sc.warnings)
}

// overviewOf returns the body about an entity, which may be a project, or all projects if id
// is "". It reads the texts that the body may quote in one call.
func (w *Writer) overviewOf(ctx context.Context, r *request, sc *scope, id string, options prompt.Options,
	warnings []Warning) (body, error) {
	graphs := sc.projects.Graphs()
	refs, err := prompt.OverviewTexts(graphs, id, options)
	if err != nil {
		return nil, err
	}
	if options.Full, err = w.fullTexts(ctx, r, sc, refs); err != nil {
		return nil, err
	}
	return prompted(options, warnings, func(options prompt.Options) (*prompt.Document, error) {
		return prompt.Overview(graphs, id, options)
	}, fromStart), nil
}

// options returns the options of an overview.
func (sc *scope) options(r *request) prompt.Options {
	options := r.options
	options.ShortID = sc.names.ShortID
	if sc.has != nil {
		options.Known = func(e graph.Entity, whole bool) bool {
			if whole {
				return sc.has.Has(e, known.Full)
			}
			return sc.has.Has(e, known.Short)
		}
	}
	return options
}

// general returns the body for a question that says nothing of what it is
// about: the overview of its project, or of all projects.
func (w *Writer) general(ctx context.Context, r *request, sc *scope, about *outlined) (body, error) {
	project := about.outline.Project
	if project == nil && len(sc.projects) == 1 {
		project = sc.projects[0].Graph
	}
	write, err := w.overviewOf(ctx, r, sc, "", sc.options(r), nil)
	if project != nil {
		write, err = w.workspace(ctx, r, sc, sc.project(project), sc.options(r))
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, maxTokens int) (*Document, error) {
		d, err := write(ctx, maxTokens)
		if err == nil {
			about.judge(d, false)
		}
		return d, err
	}, nil
}

func (w *Writer) workspace(ctx context.Context, r *request, sc *scope, p projects.Project, options prompt.Options) (body, error) {
	options.PeopleOwn = PeopleOwn(p)
	return w.overviewOf(ctx, r, sc, p.Graph.Revision.ProjectID, options, nil)
}

// focus returns the body about an entity. Its neighbours are in the order of a
// ranking that starts from it.
func (w *Writer) focus(ctx context.Context, r *request, sc *scope, options prompt.Options) (body, error) {
	id := r.start.focusID
	g := sc.projects.With(id)
	if g == nil { // deleted since the entity was read
		return nil, graph.NotFound("entity", id)
	}
	around, from := *r, *sc
	around.start, from.starts = start{ids: []string{id}, ranked: true}, []string{id}
	found, err := w.rank(ctx, &around, &from, &front{})
	if err != nil {
		return nil, err
	}
	for _, node := range found.answer.Nodes {
		options.Ranked = append(options.Ranked, node.ID)
	}
	if options.Ranked == nil {
		found.warnings = nil // there are no other entities, which the text says
	}
	options.Owned = sc.owned(g, g.Entity(id))
	return w.overviewOf(ctx, r, sc, id, options, found.warnings)
}

// project returns the project of a graph of the scope.
func (sc *scope) project(g *memory.Graph) projects.Project {
	return sc.projects[slices.IndexFunc(sc.projects, func(p projects.Project) bool { return p.Graph == g })]
}

// OwnersUpTo is the maximum number of entities of a project for whose lists of
// people props are read, by eye: in a larger one, the first list would wait for the
// search index for more than a second.
const OwnersUpTo = 5_000

// PeopleOwn returns the entities whose props name each person of a project as owner, by
// the id of the person; nil for a project of more than [OwnersUpTo] entities.
func PeopleOwn(p projects.Project) map[string][]graph.Entity {
	if p.Graph.Count() > OwnersUpTo {
		return nil
	}
	reader := projects.Set{p}.Corpus().Open()
	defer reader.Close()
	return parts.PeopleOwn(reader.Indexes[0], p.Graph)
}

// owned returns what a person owns by props, nil for another entity.
func (sc *scope) owned(g *memory.Graph, person graph.Entity) []graph.Entity {
	if !graph.IsPerson(person) {
		return nil
	}
	reader := sc.projects.Corpus().Open()
	defer reader.Close()
	d, found := reader.Find(person.Self().ID)
	if !found {
		return nil
	}
	return parts.Owned(reader.Indexes[d.Project], g, person)
}

// fullTexts returns entities of a scope with their full texts, by id. It reads those
// that are not kept.
func (w *Writer) fullTexts(ctx context.Context, r *request, sc *scope, refs []graph.Ref) (map[string]graph.Entity, error) {
	full, lights := make(map[string]graph.Entity, len(refs)), sc.lights(refs)
	if unknown := w.Kept.Find(refs, lights, full); len(unknown) > 0 {
		read, err := w.Store.Entities(ctx, unknown, graph.Full)
		if err != nil {
			return nil, fmt.Errorf("read texts: %w", err)
		}
		w.Kept.Add(lights, read)
		maps.Copy(full, read)
	}
	r.hidden.add(full)
	return full, nil
}

// fromStart is why a document has an entity at a distance from its start.
func fromStart(node prompt.Node) Reason {
	if node.Distance > 0 {
		return WhyEdge
	}
	return WhyStart
}

// prompted returns a body that is written by package prompt. why returns why it has an
// entity.
func prompted(options prompt.Options, warnings []Warning, write func(prompt.Options) (*prompt.Document, error),
	why func(prompt.Node) Reason) body {
	return func(ctx context.Context, maxTokens int) (*Document, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		options := options
		options.MaxTokens = maxTokens - options.Spare
		p, err := write(options)
		if err != nil {
			return nil, err
		}
		d := &Document{Text: p.Text, Tokens: p.Tokens, Sections: p.Sections, Omitted: p.Omitted, OmittedBest: p.OmittedBest,
			Warnings: slices.Clone(warnings)}
		for _, node := range p.Nodes {
			one := unranked(node, why(node))
			one.Path = node.Path
			d.Nodes = append(d.Nodes, one)
		}
		(&outlined{}).judge(d, false)
		return d, nil
	}
}

// unranked returns the [Node] of an entity that was not ranked.
func unranked(node prompt.Node, why Reason) Node {
	form := FormShort
	if node.Whole {
		form = FormFull
	}
	return Node{Entity: node.Entity, Form: form, Tokens: node.Tokens, Score: 1, Distance: node.Distance, Why: why}
}
