package query

import (
	"cmp"
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/contextdoc"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/projects"
	"dossier/graph/view"
)

// graphs returns parts of the graphs of projects, such as what a chat needs.
type graphs struct {
	*base
	views func() []view.View
}

// A Workspace is what a chat about a project needs.
type Workspace struct {
	Project    *graph.Project
	Highlights []*attention.Highlight // the most important entities, in lists
	Work       attention.Work         // numbers of its tasks
	People     *People                // those with most active work first
	Changed    *Changed               // what was created, done or decided last
	Snapshot   *memory.GraphSnapshot  // the graph around the project
	Coverage   []memory.KindCoverage  // how well entities of each kind are linked
}

// Workspace returns what a chat about a project needs: what is most important
// at a time, the graph around the project, and how well its entities are
// linked.
func (s *graphs) Workspace(ctx context.Context, projectID string, selection attention.Selection, now *time.Time) (*Workspace, error) {
	ctx, end := s.called(ctx, "workspace")
	defer end()
	id, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	set, err := s.project(ctx, id, projects.Parts{IndexUpTo: contextdoc.OwnersUpTo})
	if err != nil {
		return nil, err
	}
	g := set[0].Graph
	clock, w := s.clock(ctx, now), &Workspace{Project: g.Project()}
	var agenda *attention.Agenda
	for _, stage := range []func() error{
		func() (err error) { w.Snapshot, err = s.around(ctx, g, "", now); return err },
		func() error {
			agenda = attention.NewAgenda([]*memory.Graph{g}, attention.HighlightQuery{Now: clock, Selection: selection})
			w.Highlights = agenda.Highlights
			return nil
		},
		func() error { w.Work = attention.WorkOf(g, clock); return nil },
		func() error {
			owned := contextdoc.PeopleOwn(set[0])
			w.People = &People{firstOf(attention.People([]*memory.Graph{g}, owned, clock), attention.PeopleLimit)}
			return nil
		},
		func() error {
			w.Changed = changed(agenda)
			return nil
		},
	} {
		if err := ctx.Err(); err != nil { // each takes milliseconds
			return nil, err
		}
		if err := stage(); err != nil {
			return nil, err
		}
	}
	w.Coverage = w.Snapshot.Coverage
	return w, nil
}

// People are the people of a project.
type People struct{ firsts[attention.Person] }

// Changed is what was recently created, done or decided.
type Changed struct{ firsts[attention.Event] }

// changed returns what changed in the projects of an agenda.
func changed(agenda *attention.Agenda) *Changed {
	first, kinds := agenda.Changed(attention.ChangedLimit, func(graph.Kind) bool { return true })
	list := firsts[attention.Event]{items: first, limit: attention.ChangedLimit}
	for _, kind := range kinds {
		list.total += kind.Count
	}
	return &Changed{list}
}

// A firsts is a list of which only the first items are returned.
type firsts[T any] struct {
	items        []T
	total, limit int
}

func firstOf[T any](all []T, limit int) firsts[T] {
	return firsts[T]{all[:min(limit, len(all))], len(all), limit}
}

// Items returns the first items of the list.
func (f *firsts[T]) Items() []T { return f.items }

// Returned returns the number of items that are returned.
func (f *firsts[T]) Returned() int { return len(f.Items()) }

// Total returns the number of items of the list.
func (f *firsts[T]) Total() int { return f.total }

// Limit returns the maximum number of items that are returned.
func (f *firsts[T]) Limit() int { return f.limit }

// Complete reports whether all items are returned.
func (f *firsts[T]) Complete() bool { return f.Returned() == f.Total() }

// A Focus is what a chat about one entity needs.
type Focus struct {
	Project        *graph.Project          // of the entity
	Entity         graph.Entity            // light
	LinkedEntities *memory.LinkedEntities  // the first of each kind
	Relations      []memory.LinkedRelation // numbers of links by relation and direction
	Snapshot       *memory.GraphSnapshot   // the graph around the entity
}

// Focus returns what a chat about one entity needs: its project, the entities
// linked to it, and the graph around it.
func (s *graphs) Focus(ctx context.Context, id string, now *time.Time) (*Focus, error) {
	ctx, end := s.called(ctx, "focus")
	defer end()
	links, err := s.Links(ctx, id, memory.LinkQuery{})
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx, links.Source.Self().ProjectID)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	snapshot, err := s.around(ctx, g, links.Source.Self().ID, now)
	if err != nil {
		return nil, err
	}
	return &Focus{
		Project: g.Project(), Entity: links.Source, LinkedEntities: links,
		Relations: links.Relations(), Snapshot: snapshot,
	}, nil
}

// around returns the default snapshot around an entity; around the project if
// root is "".
func (s *graphs) around(ctx context.Context, g *memory.Graph, root string, now *time.Time) (*memory.GraphSnapshot, error) {
	counter, err := s.count(contextdoc.DefaultEncoding)
	if err != nil {
		return nil, err
	}
	snapshot := memory.DefaultSnapshot(s.clock(ctx, now), counter.Count)
	snapshot.Root = root
	return g.Snapshot(snapshot)
}

// An Overview lists the projects that the actor may read.
type Overview struct {
	Projects []*graph.Project // the latest change first
	Total    int              // the number of projects that the actor may read
	Limit    int              // the maximum length of Projects
}

// Returned returns the number of projects that the overview lists.
func (o *Overview) Returned() int { return len(o.Projects) }

// Complete reports whether the overview lists all projects.
func (o *Overview) Complete() bool { return len(o.Projects) == o.Total }

// Overview returns the projects that the actor may read, the one that changed
// last first. first is their maximum number, [DefaultPage] if nil.
func (s *graphs) Overview(ctx context.Context, first *int) (*Overview, error) {
	ctx, end := s.called(ctx, "overview")
	defer end()
	limit := graph.Or(first, DefaultPage)
	if err := graph.CheckRange("first", limit, 1, maxPage); err != nil {
		return nil, err
	}
	page, err := s.store.List(ctx, lists.List{
		Kind: graph.KindProject, Order: []lists.Order{{Field: lists.OrderUpdated, Descending: true}}, First: limit, Total: true,
	})
	if err != nil {
		return nil, err
	}
	overview := &Overview{Projects: []*graph.Project{}, Total: page.Total, Limit: limit}
	for _, entity := range page.Entities {
		overview.Projects = append(overview.Projects, entity.(*graph.Project))
	}
	return overview, nil
}

// A ProjectGraph is a page of the whole graph of a project.
type ProjectGraph struct {
	Nodes      []memory.SnapshotNode // by kind and id
	Edges      []memory.SnapshotEdge // those that start at one of the nodes
	PageInfo   lists.PageInfo        // cursors of nodes
	TotalNodes int                   // on all pages
	TotalEdges int                   // on all pages
}

// ProjectGraph returns a page of the whole graph of a project, ordered by kind
// and id of the nodes. Together, the pages have every live entity and edge
// once.
func (s *graphs) ProjectGraph(ctx context.Context, projectID string, first *int, after *string) (*ProjectGraph, error) {
	ctx, end := s.called(ctx, "projectGraph")
	defer end()
	id, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	size := graph.Or(first, maxPage)
	if err := graph.CheckRange("first", size, 1, maxGraphPage); err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx, id)
	if err != nil {
		return nil, err
	}
	from, err := nodesAfter(g, after)
	if err != nil {
		return nil, err
	}
	return projectGraph(g, from, min(from+size, g.Count())), nil
}

// nodesAfter returns the place after the node of a cursor, 0 for nil. The
// node may have been deleted since.
func nodesAfter(g *memory.Graph, after *string) (int, error) {
	if after == nil {
		return 0, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(*after)
	kind, id, found := strings.Cut(string(raw), " ")
	if err != nil || !found || graph.SpecOf(graph.Kind(kind)) == nil || !graph.IsUUID(id) {
		return 0, graph.BadInput("after", "not a cursor of this graph; pass the endCursor that it gave")
	}
	last := graph.Ref{Kind: graph.Kind(kind), ID: id}
	at, exact := slices.BinarySearchFunc(g.Ordered(), last, func(ord int32, last graph.Ref) int {
		e := g.At(ord)
		return cmp.Or(cmp.Compare(e.Self().Kind.Rank(), last.Kind.Rank()), cmp.Compare(e.Self().ID, last.ID))
	})
	if exact {
		at++
	}
	return at, nil
}

func nodeCursor(e graph.Entity) *string {
	cursor := base64.RawURLEncoding.EncodeToString([]byte(string(e.Self().Kind) + " " + e.Self().ID))
	return &cursor
}

// projectGraph returns the page of the nodes at the places from up to, but not
// including, to.
func projectGraph(g *memory.Graph, from, to int) *ProjectGraph {
	page := &ProjectGraph{Nodes: []memory.SnapshotNode{}, Edges: []memory.SnapshotEdge{}, TotalNodes: g.Count(), TotalEdges: g.EdgeCount()}
	page.PageInfo = lists.PageInfo{HasNextPage: to < page.TotalNodes, HasPreviousPage: from > 0}
	nodes := g.Ordered()[from:to]
	for _, ord := range nodes {
		page.Nodes = append(page.Nodes, g.SnapshotNode(ord))
		for _, link := range g.Links(ord) {
			if link.Outgoing {
				page.Edges = append(page.Edges, g.SnapshotEdge(g.EdgeAt(link.Edge).ID))
			}
		}
	}
	if from < to {
		page.PageInfo.StartCursor, page.PageInfo.EndCursor = nodeCursor(g.At(nodes[0])), nodeCursor(g.At(nodes[len(nodes)-1]))
	}
	return page
}
