package contextdoc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
)

// TestContextLeavesItsInputAlone checks for each start that Write does not
// modify its input, such as ids in upper case.
func TestContextLeavesItsInputAlone(t *testing.T) {
	a := demo(t)
	upper := strings.ToUpper
	for _, start := range []contextdoc.Start{
		{Topic: new("offline queue")}, {Topics: []string{"offline", "queue"}}, {IDs: []string{upper(queue), upper(nowhere)}},
		{FocusID: new(upper(queue))}, {ProjectID: new(upper(shoplane))}, {Global: new(true)},
	} {
		in := contextdoc.Input{
			Start: start, ProjectID: new(upper(shoplane)), Message: new("@Nobody"), MentionIDs: []string{upper(queue)},
			Kinds: []graph.Kind{graph.KindTask, graph.KindRisk}, MaxTokens: new(800),
		}
		before := encode(t, in)
		document := graphtest.Must(a.Write(a.ctx, in))(t)
		if after := encode(t, in); after != before {
			t.Errorf("the input became %s, was %s", after, before)
		}
		if document.Text == "" || document.Tokens > 800 {
			t.Errorf("%s: %d tokens", before, document.Tokens)
		}
	}
}

// TestLongTopicsAreCut tests topics around the maximum length, with the subject
// at the beginning or at the end.
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
		{"a word too long", strings.Repeat(filler, 1_999) + "offline queue",
			"the last 6 characters of the topic were left out; the first 20000 are compared", true},
		{"far too long", strings.Repeat(filler, 3_000) + "offline queue", "the last 10014 characters of the topic", false},
		{"one word", strings.Repeat("é", 20_003), "the last 3 characters of the topic", false},
	} {
		document := graphtest.Must(a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &test.topic}}))(t)
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

func encode(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestContextRefuses(t *testing.T) {
	a := demo(t)
	topic := contextdoc.Start{Topic: new("fog")}
	many := make([]string, 101)
	for _, test := range []struct {
		in   contextdoc.Input
		code graph.Code
		want string
	}{
		{contextdoc.Input{}, graph.CodeBadUserInput,
			"input.start: expected exactly one of topic, topics, ids, focusId, projectId and global; got 0 of them"},
		{contextdoc.Input{Start: contextdoc.Start{Topic: new("fog"), Global: new(true)}}, graph.CodeBadUserInput, "got 2 of them"},
		{contextdoc.Input{Start: contextdoc.Start{Global: new(false)}}, graph.CodeBadUserInput, "input.start.global: expected true; got false"},
		{contextdoc.Input{Start: contextdoc.Start{Topic: new(" ")}}, graph.CodeBadUserInput, "input.start.topic: is blank"},
		{contextdoc.Input{Start: contextdoc.Start{Topics: []string{}}}, graph.CodeBadUserInput, "input.start.topics: 0 were given"},
		{contextdoc.Input{Start: contextdoc.Start{IDs: make([]string, 21)}}, graph.CodeBadUserInput, "input.start.ids: 21 were given"},
		{contextdoc.Input{Start: contextdoc.Start{IDs: []string{"no id!"}}}, graph.CodeBadUserInput, "input.start.ids"},
		{contextdoc.Input{Start: contextdoc.Start{FocusID: new("no id!")}}, graph.CodeBadUserInput, "input.start.focusId"},
		{contextdoc.Input{Start: contextdoc.Start{ProjectID: new("no id!")}}, graph.CodeBadUserInput, "input.start.projectId"},
		{contextdoc.Input{Start: topic, ProjectID: new("no id!")}, graph.CodeBadUserInput, "input.projectId"},
		{contextdoc.Input{Start: topic, Depth: new(6)}, graph.CodeBadUserInput, "input.depth: 6 is out of range"},
		{contextdoc.Input{Start: topic, MaxTokens: new(99)}, graph.CodeBadUserInput, "input.maxTokens: 99 is out of range"},
		{contextdoc.Input{Start: topic, Message: new(strings.Repeat("x", 20_001))}, graph.CodeBadUserInput, "input.message"},
		{contextdoc.Input{Start: topic, MentionIDs: many}, graph.CodeBadUserInput, "input.mentionIds: 101 ids are too many"},
		{contextdoc.Input{Start: topic, Kinds: []graph.Kind{"epic"}}, graph.CodeBadUserInput, "input.kinds"},
		{contextdoc.Input{Start: topic, Lens: new("x-ray")}, graph.CodeBadUserInput,
			`input.lens: unknown lens "x-ray"; expected one of general, `},
		{contextdoc.Input{Start: topic, Encoding: new("morse")}, graph.CodeBadUserInput, "input.encoding"},
		{contextdoc.Input{Start: topic, Since: new("yesterday")}, graph.CodeBadUserInput, "input.since"},
		{contextdoc.Input{Start: topic, ProjectID: &nowhere}, graph.CodeNotFound, "no project with id"},
		{contextdoc.Input{Start: contextdoc.Start{IDs: []string{nowhere}}}, graph.CodeNotFound, "no entity with id"},
		{contextdoc.Input{Start: contextdoc.Start{FocusID: &nowhere}}, graph.CodeNotFound, "no entity with id"},
		{contextdoc.Input{Start: contextdoc.Start{ProjectID: &nowhere}}, graph.CodeNotFound, "no project with id"},
	} {
		_, err := a.Write(a.ctx, test.in)
		graphtest.Refused(t, encode(t, test.in), err, test.code, test.want)
	}
}
