package prompt

import (
	"slices"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/memory"
	"dossier/graph/view"
)

// An overview is a document that no question asks for: about a project, about an entity in
// its project, or about all projects.
type overview struct {
	describer
	view     *view.View
	graph    *memory.Graph          // of the project or entity, nil for all projects
	entity   graph.Entity           // the project or the entity, nil for all projects
	projects []graph.Attention      // of all projects, those that need attention first
	linked   []*memory.LinkedEntity // with the entity, the most relevant first
	came     map[graph.Kind]int     // number of entities ranked so far, by kind in Options.First
	err      error                  // of a chapter
}

// A part finds and writes the chapters of a section of an overview, which share a lane.
type part struct {
	lane  lane
	write func(o *overview, s *view.Section) []*Chapter
}

// parts are the steps that the table of overviews names.
var parts = map[string]part{
	"header":   {laneHead, (*overview).header},
	"projects": {laneLists, (*overview).projectList},
	"fields":   {laneLists, (*overview).ownFields},
	"text":     {laneText, (*overview).text},
	"lists":    {laneLists, (*overview).lists},
	"links":    {laneLists, (*overview).links},
	"quotes":   {laneNear, (*overview).quotes},
	"further":  {laneLists, (*overview).further},
	"rest":     {laneLists, (*overview).rest},
	"coverage": {laneLists, (*overview).coverage},
	"project":  {laneLists, (*overview).project},
	"graph":    {laneGraph, (*overview).snapshot},
}

// newOverview returns the overview of an entity of one of the graphs, which may be the
// project, or of all projects if id is "". The error is NOT_FOUND for an unknown entity.
func newOverview(graphs []*memory.Graph, id string, options Options) (*overview, error) {
	o := &overview{describer: describer{graphs: graphs, options: options, naming: len(graphs) > 1}, came: map[graph.Kind]int{}}
	if id == "" {
		o.view = view.Overview("overview")
		o.attend()
		return o, nil
	}
	at := max(slices.IndexFunc(graphs, func(g *memory.Graph) bool { return g.Revision.ProjectID == id || g.Entity(id) != nil }), 0)
	o.graph, o.naming = graphs[at], false
	o.graphs = []*memory.Graph{o.graph}
	o.options.Start(o.graph, id)
	if id != o.graph.Revision.ProjectID {
		o.view = view.Overview("focus")
		return o, o.findLinked(id)
	}
	if o.view = view.Overview("workspace"); o.graph.Project() == nil {
		return nil, graph.NotFound("project", id)
	}
	o.entity = o.graph.Project()
	return o, nil
}

// OverviewTexts returns the refs of the entities whose texts an overview may include.
func OverviewTexts(graphs []*memory.Graph, id string, options Options) (refs []graph.Ref, err error) {
	if id == "" {
		return nil, nil
	}
	o, err := newOverview(graphs, id, options)
	if err != nil {
		return nil, err
	}
	for _, e := range append([]graph.Entity{o.entity}, o.quoted()...) {
		refs = append(refs, e.Self().Ref())
	}
	return refs, nil
}

// Overview returns the document about an entity of one of the graphs, which may be its
// project, or about all projects if id is "": it ignores graphs without a project then, and
// options may have more projects than graphs. The error is NOT_FOUND for an unknown entity,
// and for a graph without its project.
func Overview(graphs []*memory.Graph, id string, options Options) (*Document, error) {
	o, err := newOverview(graphs, id, options)
	if err != nil {
		return nil, err
	}
	if o.entity == nil || o.entity.Self().Kind == graph.KindProject {
		o.agenda = attention.NewAgenda(o.graphs, o.options.highlights())
	}
	chapters, shares := []*Chapter{}, usualShares()
	for i := range o.view.Sections {
		s := &o.view.Sections[i]
		of := parts[s.Of]
		if s.Upto > 0 {
			shares[of.lane] = share{most: s.Upto, from: s.After}
		}
		if of.lane == laneGraph {
			shares[of.lane].from, shares[of.lane].hard = o.options.graphFrom(s), true
		}
		for _, c := range of.write(o, s) {
			if c != nil {
				c.lane = of.lane
				chapters = append(chapters, c)
			}
		}
	}
	if o.err != nil {
		return nil, o.err
	}
	return compose(chapters, o.agenda, shares, o.options)
}
