package graph_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/check"
)

// TestHeading checks that a signal is called by what it says, in the light view too,
// and by its channel only if it says nothing.
func TestHeading(t *testing.T) {
	for _, test := range []struct{ payload, props, want, light string }{
		{`{"subject":"Crack","text":"Seen at noon."}`, `{"payload_summary":"Mail of Beam"}`, "Mail of Beam", "Seen at noon."},
		{`{"subject":"Crack","text":"Seen at noon."}`, "", "Crack", "Seen at noon."},
		{`{"from":"Beam","text":"Seen at noon."}`, "", "Seen at noon.", "Seen at noon."},
		{`"Seen at noon."`, "", "Seen at noon.", "Seen at noon."},
		{"", `{"payload_summary":"Mail of Beam"}`, "Mail of Beam", "Mail of Beam"},
		{"", "", "mail", "mail"},
	} {
		signal := &graph.Signal{Channel: "mail", Payload: graph.JSON(test.payload)}
		signal.Kind, signal.Props = graph.KindSignal, graph.JSON(test.props)
		check.Derive(signal)
		if got := graph.Heading(signal); got != test.want {
			t.Errorf("%s %s: got %q, want %q", test.payload, test.props, got, test.want)
		}
		signal.Payload, signal.Props = nil, nil
		if got := graph.Heading(signal); got != test.light {
			t.Errorf("light, %s %s: got %q, want %q", test.payload, test.props, got, test.light)
		}
	}
	task := &graph.Task{}
	if task.Label = "Paint"; graph.Heading(task) != "Paint" {
		t.Errorf("got %q", graph.Heading(task))
	}
}
