package graph_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/lens"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// A declaration lists, for one kind, what is declared outside its struct: yes,
// or the reason why it is absent.
type declaration struct {
	highlight string // a list of the workspace, in view/workspace.yaml
	score     string // a score of urgency, in score.go
	parts     string // the facts in its lines, in prompt/lines.go
	lens      string // a built-in lens that lists it first, in lens/lens.go
	demo      string // an entity of it in testdata/demo.ndjson
	word      string // a word beside its name by which a question asks for it, in rank/intentrules.go; none for its name alone
}

const (
	yes  = "yes"
	none = "none"
)

// declared has a line for each kind. The test fails for a new kind without one.
var declared = map[graph.Kind]declaration{
	graph.KindProject: {
		"a project is the header of its own workspace", "what is in a project is urgent, not the project",
		yes, "everything is in a project", yes, none,
	},
	graph.KindPlan:        {yes, "a plan is as urgent as its tasks", yes, "plans hold what lenses list first", yes, "responsible"},
	graph.KindGoal:        {yes, yes, yes, yes, yes, "objective"},
	graph.KindTask:        {yes, yes, yes, yes, yes, "todo"},
	graph.KindMilestone:   {yes, yes, yes, yes, yes, "deadline"},
	graph.KindDocument:    {yes, "a document asks for nothing", yes, yes, yes, "doc"},
	graph.KindOutput:      {yes, yes, yes, yes, yes, "deliverable"},
	graph.KindRisk:        {yes, yes, yes, yes, yes, "threat"},
	graph.KindDecision:    {yes, "pending decisions come first in their own list", yes, yes, yes, "alternative"},
	graph.KindRequirement: {yes, "a requirement has no state", yes, yes, yes, "criterion"},
	graph.KindSignal:      {yes, "a signal has no state", yes, yes, yes, "news"},
	graph.KindInsight:     {yes, "an insight has no state", yes, yes, yes, "lesson"},
	graph.KindRecord:      {"people are a list of their own", "a record has no state", yes, yes, yes, "owner"},
}

// TestKindsAreDeclared compares declared with the tables in the code.
func TestKindsAreDeclared(t *testing.T) {
	highlights, first, demo := map[graph.Kind]bool{}, map[graph.Kind]bool{}, demoKinds(t)
	for _, list := range attention.Highlights(graphtest.Project(nil), attention.HighlightQuery{Now: time.Now()}) {
		highlights[list.Kind] = true
	}
	for _, l := range lens.BuiltIn() {
		for _, kind := range l.Kinds {
			first[kind] = true
		}
	}
	for _, spec := range graph.Kinds {
		kind := spec.Kind
		want, known := declared[kind]
		if !known {
			t.Errorf("%s is not declared; give it a line in declared", kind)
			continue
		}
		if word := want.word; word != none && !rank.IntentOf(word).Kinds[kind] || word == "" {
			t.Errorf("%s: no question asks for it by %q", kind, word)
		}
		for _, part := range []struct {
			name string
			want string
			has  bool
		}{
			{"highlight", want.highlight, highlights[kind]}, {"score", want.score, graph.IsScored(kind)},
			{"facts in its lines", want.parts, prompt.LineParts(kind) > 0}, {"lens", want.lens, first[kind]},
			{"entity in the demo", want.demo, demo[kind]},
		} {
			switch {
			case part.want == "":
				t.Errorf("%s: say yes or why it has no %s", kind, part.name)
			case (part.want == yes) != part.has:
				t.Errorf("%s: has a %s is %v; declared: %s", kind, part.name, part.has, part.want)
			}
		}
	}
	if len(declared) != len(graph.Kinds) {
		t.Errorf("%d kinds are declared, want %d", len(declared), len(graph.Kinds))
	}
}

// demoKinds returns the kinds of the entities in the demo.
func demoKinds(t *testing.T) map[graph.Kind]bool {
	t.Helper()
	file, err := os.Open("../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	kinds := map[graph.Kind]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var line struct{ Kind string }
		if err := json.NewDecoder(strings.NewReader(lines.Text())).Decode(&line); err != nil {
			t.Fatal(err)
		}
		kinds[graph.Kind(line.Kind)] = true
	}
	return kinds
}
