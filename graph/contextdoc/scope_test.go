package contextdoc_test

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/outline"
)

// TestScope checks the number of statements for each start.
func TestScope(t *testing.T) {
	a := demo(t)
	in := func(start contextdoc.Start, projectID *string, message string) contextdoc.Input {
		return contextdoc.Input{Start: start, ProjectID: projectID, Message: &message, Kinds: []graph.Kind{graph.KindTask}, MaxTokens: new(400)}
	}
	mention := "see {{entity:" + queue + ":Queue}}"
	graphtest.Must(a.Write(a.ctx, in(contextdoc.Start{Topic: new("offline")}, nil, "")))(t) // fills the cache
	for _, test := range []struct {
		name     string
		in       contextdoc.Input
		want     int
		projects int // the maximum number of projects of the nodes
	}{
		{"a topic", in(contextdoc.Start{Topic: new("offline queue")}, nil, ""), 3, 3},              // revisions, record types, texts
		{"in a project", in(contextdoc.Start{Topic: new("offline queue")}, &shoplane, ""), 4, 1},   // and moment
		{"a message", in(contextdoc.Start{Topic: new("offline queue")}, &shoplane, mention), 4, 1}, // the same
		// and its project by two, and its text alone
		{"an entity", in(contextdoc.Start{IDs: []string{queue}}, nil, ""), 6, 1},
		{"a project", in(contextdoc.Start{ProjectID: &shoplane}, nil, ""), 3, 1},                     // revisions, moment, text
		{"a project with a message", in(contextdoc.Start{ProjectID: &shoplane}, nil, mention), 4, 1}, // and record types
		{"a focus with a message", in(contextdoc.Start{FocusID: &queue}, nil, mention), 6, 1},
		{"all with a message about one", in(contextdoc.Start{Global: new(true)}, &shoplane, mention), 3, 3},
	} {
		var document *contextdoc.Document
		got := a.store.Statements(func() { document = graphtest.Must(a.Write(a.ctx, test.in))(t) })
		if got != test.want {
			t.Errorf("%s: %d statements, want %d", test.name, got, test.want)
		}
		projects := map[string]bool{}
		for _, node := range document.Nodes {
			projects[node.Entity.Self().ProjectID] = true
		}
		if len(projects) > test.projects || len(projects) == 0 {
			t.Errorf("%s: nodes of %d projects, want at most %d", test.name, len(projects), test.projects)
		}
		if mentioned := document.Nodes[0].Why == contextdoc.WhyMention; mentioned != (*test.in.Message != "") {
			t.Errorf("%s: the first node is there for %s", test.name, document.Nodes[0].Why)
		}
	}
}

// TestMissingStarts checks that unknown ids cause a warning if others are
// known, and otherwise an error.
func TestMissingStarts(t *testing.T) {
	a := demo(t)
	document := graphtest.Must(a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{IDs: []string{nowhere, queue}}}))(t)
	if len(document.Warnings) != 1 || document.Warnings[0].Code != "NOT_FOUND" || !strings.Contains(document.Warnings[0].Message, nowhere) {
		t.Errorf("warnings %v", document.Warnings)
	}
	_, err := a.stranger().Write(a.stranger().ctx, contextdoc.Input{Start: contextdoc.Start{IDs: []string{queue}}})
	graphtest.Refused(t, "a stranger", err, graph.CodeNotFound, "no entity with id")
}

// TestRepeatedStarts checks that an id that is given twice counts once.
func TestRepeatedStarts(t *testing.T) {
	a := demo(t)
	once := graphtest.Must(a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{IDs: []string{queue}}}))(t)
	twice := graphtest.Must(a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{IDs: []string{queue, strings.ToUpper(queue)}}}))(t)
	if once.Text != twice.Text {
		t.Errorf("got %.200s, want %.200s", twice.Text, once.Text)
	}
}

// TestNoProjects checks the document of an actor who may read nothing.
func TestNoProjects(t *testing.T) {
	a := demo(t).stranger()
	for _, ranking := range []contextdoc.Ranking{contextdoc.RankRelevance, contextdoc.RankClassic} {
		document := graphtest.Must(a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: new("offline queue")}, Ranking: &ranking}))(t)
		if document.Confidence != 0 || document.Answerability != outline.Unlikely || len(document.Reasons) != 1 || len(document.Nodes) != 0 {
			t.Errorf("%s: %d nodes, confidence %g, %s, %q", ranking, len(document.Nodes), document.Confidence, document.Answerability,
				document.Reasons)
		}
	}
}

// TestScopeRefuses starts from projects and entities that the actor may not
// read.
func TestScopeRefuses(t *testing.T) {
	a := demo(t).stranger()
	for _, in := range []contextdoc.Input{
		{Start: contextdoc.Start{ProjectID: &shoplane}},
		{Start: contextdoc.Start{FocusID: &queue}},
		{Start: contextdoc.Start{Topic: new("offline")}, ProjectID: &shoplane},
		{Start: contextdoc.Start{IDs: []string{nowhere}}},
	} {
		_, err := a.Write(a.ctx, in)
		graphtest.Refused(t, encode(t, in.Start), err, graph.CodeNotFound, "no ")
	}
}
