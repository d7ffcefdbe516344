package check_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/check"
)

func TestDerive(t *testing.T) {
	for _, test := range []struct{ payload, want string }{
		{``, "<nil>"},
		{`{}`, "<nil>"},
		{`{"summary":"S","title":"T"}`, "S"},
		{`{"summary":7,"title":" ","message":"M","a":"A"}`, "M"},
		{`{"z":"Z","a":"A","n":1,"o":{"x":"X"}}`, "A, Z"},
		{`"spoken"`, "spoken"},
		{`[1,2]`, "<nil>"},
	} {
		signal := &graph.Signal{Payload: graph.JSON(test.payload)}
		check.Derive(signal)
		if got := textOf(signal.PayloadSummary); got != test.want {
			t.Errorf("%s: got %s, want %s", test.payload, got, test.want)
		}
	}
	given := &graph.Signal{}
	given.Props = graph.JSON(`{"payload_summary":"heard at the gate"}`)
	check.Derive(given)
	if got := textOf(given.PayloadSummary); got != "heard at the gate" {
		t.Errorf("a signal with only a summary: got %s", got)
	}
	insight := &graph.Insight{Summary: new("old")}
	check.Derive(insight)
	if insight.Summary != nil {
		t.Errorf("an insight without props.summary: got %s", *insight.Summary)
	}
	insight.Props = graph.JSON(`{"summary":"new"}`)
	check.Derive(insight)
	if got := textOf(insight.Summary); got != "new" {
		t.Errorf("an insight with props.summary: got %s", got)
	}
}

func TestDefault(t *testing.T) {
	for _, spec := range graph.Kinds {
		entity := spec.New()
		check.Default(entity)
		if got := entity.Self().State(); len(spec.States) > 0 && got != spec.States[0] || len(spec.States) == 0 && got != "" {
			t.Errorf("%s: got state %q of %v", spec.Kind, got, spec.States)
		}
	}
	risk := graph.SpecOf(graph.KindRisk).New().(*graph.Risk)
	check.Default(risk)
	if got := textOf(risk.Impact); got != "medium" {
		t.Errorf("impact: got %s", got)
	}
	risk.StateKey, risk.Impact = new("closed"), new("low")
	check.Default(risk)
	if risk.State() != "closed" || *risk.Impact != "low" {
		t.Errorf("what was set is %s and %s now", risk.State(), *risk.Impact)
	}
}

func textOf(text *string) string {
	if text == nil {
		return "<nil>"
	}
	return *text
}
