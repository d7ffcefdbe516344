package query_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/query"
)

// TestContextLeavesItsInputAlone asks with ids in upper case, for each start.
func TestContextLeavesItsInputAlone(t *testing.T) {
	a := demo(t)
	upper := strings.ToUpper
	for _, start := range []query.ContextStart{
		{Topic: new("offline queue")}, {Topics: []string{"offline", "queue"}}, {IDs: []string{upper(queue), upper(nowhere)}},
		{FocusID: new(upper(queue))}, {ProjectID: new(upper(shoplane))}, {Global: new(true)},
	} {
		in := query.ContextInput{
			Start: start, ProjectID: new(upper(shoplane)), Message: new("@Nobody"), MentionIDs: []string{upper(queue)},
			Kinds: []graph.Kind{graph.KindTask, graph.KindRisk}, MaxTokens: new(800),
		}
		before := encode(t, in)
		document := must(a.Context(a.ctx, in))(t)
		if after := encode(t, in); after != before {
			t.Errorf("the input became %s, was %s", after, before)
		}
		if document.Text == "" || document.Tokens > 800 {
			t.Errorf("%s: %d tokens", before, document.Tokens)
		}
	}
}

func encode(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLongTopicsAreCut asks with topics around the limit, the subject at their
// beginning or at their end.
func TestLongTopicsAreCut(t *testing.T) {
	a := demo(t)
	filler := strings.Repeat("é", 9) + " "
	for _, test := range []struct {
		name, topic string
		warning     string
		matches     bool
	}{
		{"an issue", strings.Repeat(filler, 300) + "offline queue", "", true},
		{"as long as compared", strings.Repeat(filler, 1_998) + " offline queue      ", "", true},
		{"spaces alone beyond", "offline queue" + strings.Repeat(" ", 30_000), "", true},
		{"a word too long", strings.Repeat(filler, 1_999) + "offline queue", "the last 6 characters of the topic were left out; the first 20000 are compared", true},
		{"far too long", strings.Repeat(filler, 3_000) + "offline queue", "the last 10014 characters of the topic", false},
		{"one word", strings.Repeat("é", 20_003), "the last 3 characters of the topic", false},
	} {
		document := must(a.Context(a.ctx, query.ContextInput{Start: query.ContextStart{Topic: &test.topic}}))(t)
		messages := ""
		for _, warning := range document.Warnings {
			if warning.Code == "TOPIC_CUT" {
				messages += warning.Message
			}
		}
		if test.warning == "" && messages != "" || !strings.Contains(messages, test.warning) {
			t.Errorf("%s: warned %q, want %q", test.name, messages, test.warning)
		}
		if matched := len(document.Nodes) > 0; matched != test.matches {
			t.Errorf("%s: %d nodes", test.name, len(document.Nodes))
		}
	}
}

func TestContextRefuses(t *testing.T) {
	a := demo(t)
	topic := query.ContextStart{Topic: new("fog")}
	many := make([]string, 101)
	for _, test := range []struct {
		in   query.ContextInput
		code graph.Code
		want string
	}{
		{query.ContextInput{}, graph.CodeBadUserInput, "input.start: expected exactly one of topic, topics, ids, focusId, projectId and global; got 0 of them"},
		{query.ContextInput{Start: query.ContextStart{Topic: new("fog"), Global: new(true)}}, graph.CodeBadUserInput, "got 2 of them"},
		{query.ContextInput{Start: query.ContextStart{Global: new(false)}}, graph.CodeBadUserInput, "input.start.global: expected true; got false"},
		{query.ContextInput{Start: query.ContextStart{Topic: new(" ")}}, graph.CodeBadUserInput, "input.start.topic: is blank"},
		{query.ContextInput{Start: query.ContextStart{Topics: []string{}}}, graph.CodeBadUserInput, "input.start.topics: 0 were given"},
		{query.ContextInput{Start: query.ContextStart{IDs: make([]string, 21)}}, graph.CodeBadUserInput, "input.start.ids: 21 were given"},
		{query.ContextInput{Start: query.ContextStart{IDs: []string{"no id!"}}}, graph.CodeBadUserInput, "input.start.ids"},
		{query.ContextInput{Start: query.ContextStart{FocusID: new("no id!")}}, graph.CodeBadUserInput, "input.start.focusId"},
		{query.ContextInput{Start: query.ContextStart{ProjectID: new("no id!")}}, graph.CodeBadUserInput, "input.start.projectId"},
		{query.ContextInput{Start: topic, ProjectID: new("no id!")}, graph.CodeBadUserInput, "input.projectId"},
		{query.ContextInput{Start: topic, Depth: new(6)}, graph.CodeBadUserInput, "input.depth: 6 is out of range"},
		{query.ContextInput{Start: topic, MaxTokens: new(99)}, graph.CodeBadUserInput, "input.maxTokens: 99 is out of range"},
		{query.ContextInput{Start: topic, Message: new(strings.Repeat("x", 20_001))}, graph.CodeBadUserInput, "input.message"},
		{query.ContextInput{Start: topic, MentionIDs: many}, graph.CodeBadUserInput, "input.mentionIds: 101 ids are too many"},
		{query.ContextInput{Start: topic, Kinds: []graph.Kind{"epic"}}, graph.CodeBadUserInput, "input.kinds"},
		{query.ContextInput{Start: topic, Lens: new("x-ray")}, graph.CodeBadUserInput, `input.lens: unknown lens "x-ray"; want one of general, `},
		{query.ContextInput{Start: topic, Encoding: new("morse")}, graph.CodeBadUserInput, "input.encoding"},
		{query.ContextInput{Start: topic, Since: new("yesterday")}, graph.CodeBadUserInput, "input.since"},
		{query.ContextInput{Start: topic, ProjectID: &nowhere}, graph.CodeNotFound, "no project with id"},
		{query.ContextInput{Start: query.ContextStart{IDs: []string{nowhere}}}, graph.CodeNotFound, "no entity with id"},
		{query.ContextInput{Start: query.ContextStart{FocusID: &nowhere}}, graph.CodeNotFound, "no entity with id"},
		{query.ContextInput{Start: query.ContextStart{ProjectID: &nowhere}}, graph.CodeNotFound, "no project with id"},
	} {
		_, err := a.Context(a.ctx, test.in)
		refused(t, encode(t, test.in), err, test.code, test.want)
	}
}

// TestScope reads the projects of a document by as few statements as its start
// needs.
func TestScope(t *testing.T) {
	a := demo(t)
	in := func(start query.ContextStart, projectID *string, message string) query.ContextInput {
		return query.ContextInput{Start: start, ProjectID: projectID, Message: &message, Kinds: []graph.Kind{graph.KindTask}, MaxTokens: new(400)}
	}
	mention := "see {{entity:" + queue + ":Queue}}"
	must(a.Context(a.ctx, in(query.ContextStart{Topic: new("offline")}, nil, "")))(t) // loads everything
	for _, test := range []struct {
		name     string
		in       query.ContextInput
		want     int
		projects int // those that the document is from
	}{
		{"a topic", in(query.ContextStart{Topic: new("offline queue")}, nil, ""), 2, 3},                // revisions, texts
		{"in a project", in(query.ContextStart{Topic: new("offline queue")}, &shoplane, ""), 2, 1},     // revisions, texts
		{"a message", in(query.ContextStart{Topic: new("offline queue")}, &shoplane, mention), 3, 1},   // and record types
		{"an entity", in(query.ContextStart{IDs: []string{queue}}, nil, ""), 4, 1},                     // and its project by two
		{"a project", in(query.ContextStart{ProjectID: &shoplane}, nil, ""), 1, 1},                     // revisions
		{"a project with a message", in(query.ContextStart{ProjectID: &shoplane}, nil, mention), 2, 1}, // and record types
		{"a focus with a message", in(query.ContextStart{FocusID: &queue}, nil, mention), 4, 1},
		{"all with a message about one", in(query.ContextStart{Global: new(true)}, &shoplane, mention), 2, 3},
	} {
		var document *query.ContextDocument
		got := a.store.Statements(func() { document = must(a.Context(a.ctx, test.in))(t) })
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
		if mentioned := document.Nodes[0].Why == query.WhyMention; mentioned != (*test.in.Message != "") {
			t.Errorf("%s: the first node is there for %s", test.name, document.Nodes[0].Why)
		}
	}
}

// TestMissingStarts warns of ids that are not there and starts from the others.
func TestMissingStarts(t *testing.T) {
	a := demo(t)
	document := must(a.Context(a.ctx, query.ContextInput{Start: query.ContextStart{IDs: []string{nowhere, queue}}}))(t)
	if len(document.Warnings) != 1 || document.Warnings[0].Code != "NOT_FOUND" || !strings.Contains(document.Warnings[0].Message, nowhere) {
		t.Errorf("warnings %v", document.Warnings)
	}
	_, err := a.stranger().Context(a.stranger().ctx, query.ContextInput{Start: query.ContextStart{IDs: []string{queue}}})
	refused(t, "a stranger", err, graph.CodeNotFound, "no entity with id")
}

// TestLenses asks through a lens of the deployment.
func TestLenses(t *testing.T) {
	store := storetest.Demo(t, "../..")
	own := must(lens.Read("own.yaml", []byte("- name: releases\n  kinds: [output]\n  depth: 0\n")))(t)
	configured := options()
	configured.Lenses = own
	service := query.New(store, configured)
	if got := service.Lenses(); len(got) != len(lens.BuiltIn())+1 {
		t.Errorf("%d lenses", len(got))
	}
	document := must(service.Context(storetest.Context(), query.ContextInput{
		Start: query.ContextStart{Topic: new("offline queue")}, Lens: new("releases"), MaxTokens: new(1000),
	}))(t)
	if !strings.Contains(document.Text, "lens releases · depth 0") {
		t.Errorf("the text ends %.200s", document.Text[max(0, len(document.Text)-200):])
	}
}
