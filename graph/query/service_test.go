package query_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/lens"
	"dossier/graph/lensfile"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/view"
	"dossier/tokens"
)

// An asked is a service on its own store, and the context of the local actor.
type asked struct {
	*query.Service
	store *storetest.Store
	ctx   context.Context
}

// options returns the options of a service under test.
func options() query.Options {
	return query.Options{Now: storetest.Now, Tokens: func(encoding string) (query.TokenCounter, error) {
		counter, err := tokens.For(encoding)
		if err != nil {
			return query.TokenCounter{}, graph.BadInput("input.encoding", "%v", err)
		}
		return query.TokenCounter{Encoding: encoding, Count: counter.Count}, nil
	}}
}

// demo returns a service on the demo graph.
func demo(t testing.TB) *asked {
	t.Helper()
	store := storetest.Demo(t, "../..")
	return &asked{query.New(store, options()), store, storetest.Context()}
}

// stranger returns the service with an actor who may read nothing.
func (a *asked) stranger() *asked {
	return &asked{a.Service, a.store, graph.WithActor(a.ctx, graph.Actor{ID: graph.ID("stranger")})}
}

var (
	shoplane = graph.ID("shoplane")
	queue    = graph.ID("shoplane/task/offline-queue")
	nowhere  = graph.ID("nowhere")
)

func TestList(t *testing.T) {
	a := demo(t)
	page := graphtest.Must(query.List[*graph.Task](a.ctx, a.Service,
		query.ListInput{Kind: graph.KindTask, ListArgs: lists.ListArgs{First: new(3)}, Total: true}))(t)
	if len(page.Nodes) != 3 || len(page.Edges()) != 3 || graphtest.Must(page.TotalCount(a.ctx))(t) <= 3 || !page.PageInfo().HasNextPage ||
		page.PageInfo().HasPreviousPage {
		t.Errorf("the first page is %+v", page.PageInfo())
	}
	next := graphtest.Must(query.List[*graph.Task](a.ctx, a.Service,
		query.ListInput{Kind: graph.KindTask, ListArgs: lists.ListArgs{First: new(3), After: page.PageInfo().EndCursor}}))(t)
	if len(next.Nodes) != 3 || next.Nodes[0].ID == page.Nodes[2].ID || !next.PageInfo().HasPreviousPage {
		t.Errorf("the next page is %+v", next.PageInfo())
	}
	back := graphtest.Must(query.List[*graph.Task](a.ctx, a.Service,
		query.ListInput{Kind: graph.KindTask, ListArgs: lists.ListArgs{Last: new(3), Before: next.PageInfo().StartCursor}}))(t)
	if len(back.Nodes) != 3 || back.Nodes[0].ID != page.Nodes[0].ID {
		t.Errorf("the page before starts at %s, want %s", back.Nodes[0].ID, page.Nodes[0].ID)
	}
	some := graphtest.Must(query.List[*graph.Task](a.ctx, a.Service, query.ListInput{
		Kind: graph.KindTask, ProjectID: &shoplane,
		ListArgs: lists.ListArgs{OrderBy: []lists.Order{{Field: lists.OrderCreated}}, Filter: &lists.Filter{}},
	}))(t)
	for _, task := range some.Nodes {
		if task.ProjectID != shoplane {
			t.Errorf("task %s is of project %s", task.ID, task.ProjectID)
		}
	}
	_, err := query.List[*graph.Task](a.ctx, a.Service, query.ListInput{Kind: graph.KindTask, ProjectID: &nowhere})
	graphtest.Refused(t, "tasks of an unknown project", err, graph.CodeNotFound, "no project with id")
	_, err = a.Groups(a.ctx, query.GroupInput{Kind: graph.KindTask, ProjectID: &nowhere, By: []lists.GroupBy{lists.GroupState}})
	graphtest.Refused(t, "groups of an unknown project", err, graph.CodeNotFound, "no project with id")
	none := graphtest.Must(query.List[*graph.Task](a.ctx, a.Service, query.ListInput{
		Kind: graph.KindTask, ProjectID: &shoplane, ListArgs: lists.ListArgs{Filter: &lists.Filter{Text: new("xyzzy")}},
	}))(t)
	if len(none.Nodes) > 0 || none.PageInfo().EndCursor != nil {
		t.Errorf("%d tasks have a text that is nowhere", len(none.Nodes))
	}
}

func TestListRefuses(t *testing.T) {
	a := demo(t)
	for _, test := range []struct {
		in   query.ListInput
		want string
	}{
		{query.ListInput{ListArgs: lists.ListArgs{First: new(1), Last: new(1)}}, "last: first and last were both given"},
		{query.ListInput{ListArgs: lists.ListArgs{First: new(201)}}, "first: 201 is out of range"},
		{query.ListInput{ListArgs: lists.ListArgs{Last: new(0)}}, "last: 0 is out of range"},
		{query.ListInput{ProjectID: new("no id!")}, "projectId"},
		{query.ListInput{ListArgs: lists.ListArgs{Filter: &lists.Filter{States: []string{"asleep"}}}}, "filter.states"},
		{query.ListInput{ListArgs: lists.ListArgs{After: new("x")}}, "after"},
		{query.ListInput{ListArgs: lists.ListArgs{Before: new("x")}}, "before"},
	} {
		test.in.Kind = graph.KindTask
		_, err := query.List[*graph.Task](a.ctx, a.Service, test.in)
		graphtest.Refused(t, test.want, err, graph.CodeBadUserInput, test.want)
	}
}

func TestEntities(t *testing.T) {
	a := demo(t)
	refs := graphtest.Must(graph.ParseIDs("ids", []string{strings.ToUpper(queue), nowhere}))(t)
	found := graphtest.Must(a.Entities(a.ctx, refs, graph.Full))(t)
	if len(found) != 1 || found[queue] == nil {
		t.Errorf("found %v", found)
	}
	if types := graphtest.Must(a.RecordTypes(a.ctx))(t); len(types) == 0 ||
		!slices.IsSortedFunc(types, func(a, b graph.RecordType) int { return strings.Compare(a.ID, b.ID) }) {
		t.Errorf("%d record types", len(types))
	}
	if err := a.Ready(a.ctx); err != nil {
		t.Errorf("not ready: %v", err)
	}
}

// expand returns the id that begins with short.
func (a *asked) expand(short string) (string, error) {
	expand, err := a.Expander(a.ctx)
	if err != nil {
		return "", err
	}
	return expand(short, nil)
}

func TestExpander(t *testing.T) {
	a := demo(t)
	if got := graphtest.Must(a.expand(strings.ToUpper(queue[:13])))(t); got != queue {
		t.Errorf("got %s, want %s", got, queue)
	}
	_, err := a.expand("")
	graphtest.Refused(t, "every id", err, graph.CodeNotFound, "no entity with id")
	_, err = a.expand("zzzz")
	graphtest.Refused(t, "no id", err, graph.CodeNotFound, "zzzz")
	_, err = a.stranger().expand(queue[:13])
	graphtest.Refused(t, "a stranger", err, graph.CodeNotFound, queue[:13])
}

func TestGraph(t *testing.T) {
	a := demo(t)
	graphs := graphtest.Must(a.Graphs(a.ctx, nil))(t)
	if len(graphs) != 3 || graphs[shoplane] == nil || graphs[shoplane] != graphtest.Must(a.Graph(a.ctx, shoplane))(t) {
		t.Errorf("got %d graphs", len(graphs))
	}
	_, err := a.Graph(a.ctx, nowhere)
	graphtest.Refused(t, "unknown", err, graph.CodeNotFound, "no project with id")
	_, err = a.Graph(a.stranger().ctx, shoplane)
	graphtest.Refused(t, "a stranger", err, graph.CodeNotFound, "no project with id")
}

func TestLinks(t *testing.T) {
	a := demo(t)
	links := graphtest.Must(a.Links(a.ctx, queue, memory.LinkQuery{}))(t)
	if links.Source.Self().ID != queue || links.Total() == 0 {
		t.Errorf("%d links of %v", links.Total(), links.Source)
	}
	_, err := a.Links(a.ctx, nowhere, memory.LinkQuery{})
	graphtest.Refused(t, "unknown", err, graph.CodeNotFound, "no entity with id")
	_, err = a.Links(a.ctx, "no id!", memory.LinkQuery{})
	graphtest.Refused(t, "no id", err, graph.CodeBadUserInput, "id")
	_, err = a.Links(a.ctx, queue, memory.LinkQuery{Kinds: []graph.Kind{"epic"}})
	graphtest.Refused(t, "no kind", err, graph.CodeBadUserInput, "kinds")
}

func TestSnapshot(t *testing.T) {
	a := demo(t)
	in := query.SnapshotInput{ProjectID: shoplane, FocusID: &queue, Depth: new(1), MaxNodes: new(5)}
	snapshot := graphtest.Must(a.Snapshot(a.ctx, in))(t)
	if len(snapshot.Nodes) != 5 || snapshot.Nodes[0].ID != queue || snapshot.MaxDepth != 1 {
		t.Errorf("the snapshot has %d nodes, depth %d", len(snapshot.Nodes), snapshot.MaxDepth)
	}
	for _, test := range []struct {
		in   query.SnapshotInput
		code graph.Code
		want string
	}{
		{query.SnapshotInput{ProjectID: "no id!"}, graph.CodeBadUserInput, "projectId"},
		{query.SnapshotInput{ProjectID: nowhere}, graph.CodeNotFound, "no project"},
		{query.SnapshotInput{ProjectID: shoplane, FocusID: new("no id!")}, graph.CodeBadUserInput, "focusId"},
		{query.SnapshotInput{ProjectID: shoplane, FocusID: &nowhere}, graph.CodeNotFound, "focusId: no entity"},
		{query.SnapshotInput{ProjectID: shoplane, MaxTokens: new(0)}, graph.CodeBadUserInput, "maxTokens: 0 is out of range"},
		{query.SnapshotInput{ProjectID: shoplane, Depth: new(6)}, graph.CodeBadUserInput, "depth: 6 is out of range"},
	} {
		_, err := a.Snapshot(a.ctx, test.in)
		graphtest.Refused(t, test.want, err, test.code, test.want)
	}
}

func TestWorkspaceAndFocus(t *testing.T) {
	a := demo(t)
	workspace := graphtest.Must(a.Workspace(a.ctx, shoplane, attention.SelectLinked, nil))(t)
	if workspace.Project.ID != shoplane || len(workspace.Highlights) == 0 || len(workspace.Snapshot.Nodes) == 0 ||
		len(workspace.Coverage) == 0 {
		t.Errorf("the workspace is %+v", workspace)
	}
	focus := graphtest.Must(a.Focus(a.ctx, queue, new(storetest.Now())))(t)
	if focus.Entity.Self().ID != queue || focus.Project.ID != shoplane || focus.Snapshot.Nodes[0].ID != queue || len(focus.Relations) == 0 {
		t.Errorf("the focus is %+v", focus)
	}
	_, err := a.Workspace(a.ctx, nowhere, attention.SelectLinked, nil)
	graphtest.Refused(t, "unknown project", err, graph.CodeNotFound, "no project")
	_, err = a.Workspace(a.ctx, "no id!", attention.SelectLinked, nil)
	graphtest.Refused(t, "no id", err, graph.CodeBadUserInput, "projectId")
	_, err = a.Focus(a.ctx, nowhere, nil)
	graphtest.Refused(t, "unknown entity", err, graph.CodeNotFound, "no entity")
}

func TestOverview(t *testing.T) {
	a := demo(t)
	all := graphtest.Must(a.Overview(a.ctx, nil))(t)
	if all.Returned() != 3 || !all.Complete() || all.Limit != query.DefaultPage {
		t.Errorf("the overview is %+v", all)
	}
	if one := graphtest.Must(a.Overview(a.ctx, new(1)))(t); one.Returned() != 1 || one.Complete() || one.Projects[0].ID != all.Projects[0].ID {
		t.Errorf("the first of the overview is %+v", one)
	}
	_, err := a.Overview(a.ctx, new(0))
	graphtest.Refused(t, "none", err, graph.CodeBadUserInput, "first: 0 is out of range")
}

// TestProjectGraph checks that pages of a graph have each node and edge once.
func TestProjectGraph(t *testing.T) {
	a := demo(t)
	nodes, edges := map[string]bool{}, map[string]bool{}
	var page *query.ProjectGraph
	for after := (*string)(nil); ; after = page.PageInfo.EndCursor {
		page = graphtest.Must(a.ProjectGraph(a.ctx, shoplane, new(50), after))(t)
		for _, node := range page.Nodes {
			if nodes[node.ID] {
				t.Errorf("node %s is there twice", node.ID)
			}
			nodes[node.ID] = true
		}
		for _, edge := range page.Edges {
			edges[edge.ID] = true
		}
		if !page.PageInfo.HasNextPage {
			break
		}
	}
	if len(nodes) != page.TotalNodes || len(edges) != page.TotalEdges || len(nodes) == 0 {
		t.Errorf("%d of %d nodes and %d of %d edges", len(nodes), page.TotalNodes, len(edges), page.TotalEdges)
	}
	for _, test := range []struct {
		id    string
		first *int
		after *string
		want  string
	}{
		{"no id!", nil, nil, "projectId"}, {shoplane, new(1001), nil, "first: 1001 is out of range"},
		{nowhere, nil, nil, "no project"}, {shoplane, nil, new("?"), "after: not a cursor"},
	} {
		if _, err := a.ProjectGraph(a.ctx, test.id, test.first, test.after); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func TestRecordsAndMentions(t *testing.T) {
	a := demo(t)
	page := graphtest.Must(query.List[*graph.Record](a.ctx, a.Service, query.ListInput{Kind: graph.KindRecord, ProjectID: &shoplane}))(t)
	fields := graphtest.Must(a.RecordFields(a.ctx, page.Nodes))(t)
	if len(page.Nodes) == 0 || len(fields) != len(page.Nodes) || len(fields[page.Nodes[0]]) == 0 {
		t.Errorf("fields of %d of %d records", len(fields), len(page.Nodes))
	}
	if none := graphtest.Must(a.RecordFields(a.stranger().ctx, page.Nodes))(t); len(none) > 0 {
		t.Errorf("a stranger reads the fields of %d records", len(none))
	}
	candidates := graphtest.Must(a.MentionCandidates(a.ctx, "off", shoplane, nil, nil))(t)
	if len(candidates) == 0 || len(candidates) > query.DefaultMentions {
		t.Errorf("%d candidates", len(candidates))
	}
	label := candidates[0].Self().Label
	mentions := graphtest.Must(a.ResolveMentions(a.ctx, fmt.Sprintf("see @%q and [[Nothing So Called]]", label), shoplane))(t)
	if len(mentions) != 2 || len(mentions[0].Entities) == 0 || mentions[0].Entities[0].Self().Label != label || mentions[1].Exact {
		t.Errorf("mentions %+v", mentions)
	}
	long := strings.Repeat("é", graph.MaxMessageRunes+1)
	for _, test := range []struct {
		err  error
		want string
	}{
		{second(a.ResolveMentions(a.ctx, long, shoplane)), "text: 20001 characters are too many"},
		{second(a.ResolveMentions(a.ctx, "@Ann", "no id!")), "projectId"},
		{second(a.ResolveMentions(a.ctx, "@Ann", nowhere)), "no project"},
		{second(a.MentionCandidates(a.ctx, long, shoplane, nil, nil)), "prefix: 20001 characters are too many"},
		{second(a.MentionCandidates(a.ctx, "o", shoplane, nil, new(0))), "first: 0 is out of range"},
		{second(a.MentionCandidates(a.ctx, "o", shoplane, []graph.Kind{"epic"}, nil)), "kinds"},
		{second(a.MentionCandidates(a.ctx, "o", nowhere, nil, nil)), "no project"},
	} {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestOwnViews writes a document by a view of the deployment, before and after the file is
// read again without it.
func TestOwnViews(t *testing.T) {
	own, found, err := lensfile.Read("own.yaml",
		[]byte("- {name: reading, title: To read, sections: [{of: scope, heading: Documents, kinds: [document]}]}\n"))
	if err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
	configured := options()
	configured.Lenses, configured.Views = own.Lenses, own.Views
	service := query.New(storetest.Demo(t, "../.."), configured)
	in := contextdoc.Input{Start: contextdoc.Start{Topic: new("the oral history archive")}, View: new("reading"), MaxTokens: new(1000)}
	document := graphtest.Must(service.Context(storetest.Context(), in))(t)
	if !strings.HasPrefix(document.Text, "# To read: ") || !strings.Contains(document.Text, "## Documents") {
		t.Errorf("the text begins %.200s", document.Text)
	}
	service.SetLenses(lensfile.File{Lenses: lens.BuiltIn(), Views: view.BuiltIn()})
	if _, err := service.Context(storetest.Context(), in); err == nil ||
		!strings.Contains(err.Error(), `unknown view "reading"; expected one of `) {
		t.Errorf("got %v", err)
	}
}

// TestLenses writes a context document with a lens of the deployment.
func TestLenses(t *testing.T) {
	store := storetest.Demo(t, "../..")
	own, _, err := lensfile.Read("own.yaml", []byte("- name: releases\n  kinds: [output]\n  depth: 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	configured := options()
	configured.Lenses = own.Lenses
	service := query.New(store, configured)
	if got := service.Lenses(); len(got) != len(lens.BuiltIn())+1 {
		t.Errorf("%d lenses", len(got))
	}
	document := graphtest.Must(service.Context(storetest.Context(), contextdoc.Input{
		Start: contextdoc.Start{Topic: new("offline queue")}, Lens: new("releases"), MaxTokens: new(1000),
	}))(t)
	if !strings.Contains(document.Text, "lens releases · depth 0") {
		t.Errorf("the text ends %.200s", document.Text[max(0, len(document.Text)-200):])
	}
}
