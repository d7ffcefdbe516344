package graph_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/ask/words"
	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/lens"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
	"dossier/graph/states"
	"dossier/graph/view"
)

// A declaration lists, for one kind, what is declared outside its struct and its line: yes,
// or the reason why it is absent.
type declaration struct {
	highlight string // a list of the workspace, in view/workspace.yaml
	view      string // a section of a view, in view/views.yaml
	score     string // a score of urgency, in score.go
	parts     string // the facts in its lines, in prompt/lines.go
	lens      string // a built-in lens that lists it first, in lens/lens.go
	ended     string // a state for all that ended without being done, in states/states.go
	demo      string // an entity of it in testdata/demo.ndjson
	plural    string // its plural as a word by which questions ask for lists, in ask/words
	word      string // a word beside its name by which a question asks for it, in rank/intentrules.go; none for its name alone
}

const (
	yes  = "yes"
	none = "none"
)

// declared has a line for each kind. The test fails for a new kind without one.
var declared = map[graph.Kind]declaration{
	graph.KindProject: {
		"a project is the header of its own workspace", "views are about projects", "what is in a project is urgent, not the project",
		yes, "everything is in a project", "cancelled says it", yes, yes, none,
	},
	graph.KindPlan: {yes, yes, "a plan is as urgent as its tasks", yes, "plans hold what lenses list first", yes, yes, yes, "responsible"},
	graph.KindGoal: {yes, yes, yes, yes, yes, "abandoned says it", yes, yes, "objective"},
	graph.KindTask: {yes, yes, yes, yes, yes, "cancelled says it", yes, yes, "todo"},

	graph.KindMilestone:   {yes, yes, yes, yes, yes, yes, yes, yes, "deadline"},
	graph.KindDocument:    {yes, yes, "a document asks for nothing", yes, yes, yes, yes, yes, "doc"},
	graph.KindOutput:      {yes, yes, yes, yes, yes, "an output is made or not", yes, yes, "deliverable"},
	graph.KindRisk:        {yes, yes, yes, yes, yes, "closed says it", yes, yes, "threat"},
	graph.KindDecision:    {yes, yes, "pending decisions come first in their own list", yes, yes, yes, yes, yes, "alternative"},
	graph.KindRequirement: {yes, yes, "a requirement has no state", yes, yes, yes, yes, yes, "criterion"},
	graph.KindSignal:      {yes, yes, "a signal has no state", yes, yes, "a signal does not end", yes, yes, "news"},
	graph.KindInsight:     {yes, yes, "an insight has no state", yes, yes, "an insight does not end", yes, yes, "lesson"},
	graph.KindRecord: {"people are a list of their own", yes, "a record has no state", yes, yes, "a record has no state", yes,
		"types of records have names", "owner"},
}

// TestKindsAreDeclared compares declared with the tables in the code.
func TestKindsAreDeclared(t *testing.T) {
	highlights, first, demo, viewed := map[graph.Kind]bool{}, map[graph.Kind]bool{}, demoKinds(t), viewedKinds()
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
			{"list in the workspace", want.highlight, highlights[kind]}, {"section of a view", want.view, viewed[kind]},
			{"score", want.score, graph.IsScored(kind)}, {"fact in its lines", want.parts, prompt.LineParts(kind) > 0},
			{"lens", want.lens, first[kind]}, {"state of all that ended", want.ended, showsEnding(spec)},
			{"entity in the demo", want.demo, demo[kind]},
			{"plural in the words of questions", want.plural, slices.Contains(words.Tables[0].Of(spec.Plural),
				words.Meaning{Type: "kind", Value: string(kind)})},
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

// showsEnding reports whether the label of an entity in some state says how it ended.
func showsEnding(spec *graph.Spec) bool {
	for _, state := range append(spec.States, "") {
		one := graph.Common{Kind: spec.Kind, StateKey: &state, Labels: []string{"withdrawn"}}
		if states.Shown(&one) == "withdrawn" {
			return true
		}
	}
	return false
}

// viewedKinds returns the kinds that sections of views name.
func viewedKinds() map[graph.Kind]bool {
	kinds := map[graph.Kind]bool{}
	for _, one := range view.BuiltIn() {
		for _, section := range one.Sections {
			for _, kind := range section.Kinds {
				kinds[kind] = true
			}
		}
	}
	return kinds
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
