package rank

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph"
)

func TestIntentOf(t *testing.T) {
	for _, test := range []struct {
		question, kinds, named string
		open, recent, dated    bool
	}{
		{question: "risks of the launch", kinds: "risk", named: "risk"},
		{question: "who owns the queue", kinds: "record", named: "record"},
		{question: "what of the queue", kinds: ""}, // its stop words ask for nobody
		{question: "What is blocking the launch?", kinds: "risk task", open: true},
		{question: "blocks of marble", kinds: "risk task", open: true}, // boosts those of its subject, if it has one
		{question: "what changed lately", kinds: "signal", recent: true},
		{question: "when is the queue on", kinds: "milestone task", dated: true},
		{question: "who approves it and when", kinds: "milestone record task", named: "record", dated: true},
		{question: "do you know when it is on", kinds: "milestone task", dated: true},
		{question: "could you tell me when it is on", kinds: "milestone task", dated: true},
		{question: "how long do batteries last when it is cold"}, // a condition
		{question: "what could go wrong with the queue", kinds: "risk"},
		{question: "what does the queue need for launch", kinds: "requirement"},
		{question: "who needs the queue and for what", kinds: "record", named: "record"},
		{question: "why is the queue needed"},
		{question: "what is the queue for", kinds: "goal"},
		{question: "what waits for the queue", kinds: "risk task", open: true},
		{question: "what needs to be mended"},
		{question: "who works on the queue", kinds: "goal plan record task", named: "record"},
		{question: "how do I see that the queue works"},
		{question: "what is planned for the queue"},
		{question: "which alternatives were rejected, and what must hold", kinds: "decision requirement", named: "decision requirement"},
	} {
		intent := IntentOf(test.question)
		if kinds, named := sortedKinds(intent.Kinds), sortedKinds(intent.Named); kinds != test.kinds || named != test.named ||
			intent.Open != test.open || intent.Recent != test.recent || intent.Dated != test.dated {
			t.Errorf("%q asks for %q, names %q, open %v, recent %v, dated %v; want %+v", test.question, kinds, named, intent.Open, intent.Recent,
				intent.Dated, test)
		}
	}
}

// TestRelationVerbs checks that a question asks for a relation by its verb in any form,
// and by no word of a kind.
func TestRelationVerbs(t *testing.T) {
	for question, want := range map[string]graph.Relation{
		"what does the lamp mitigate":        "mitigates",
		"by which task is the fog mitigated": "mitigates",
		"what did the yard produce":          graph.RelProduces,
		"which task supports the goal":       "",
		"is there a list of references":      "",
	} {
		relations := IntentOf(question).Relations
		if len(relations) > 1 || want != "" && !relations[want] || want == "" && len(relations) > 0 {
			t.Errorf("%q asks for %v, want %q", question, relations, want)
		}
	}
}

func sortedKinds(kinds map[graph.Kind]bool) string {
	var names []string
	for kind, is := range kinds {
		if is {
			names = append(names, string(kind))
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestNamedShare(t *testing.T) {
	asked := wordsOf("tests for beta of user namespaces")
	for label, want := range map[string]float64{
		"KEP-127: Support User Namespaces": 2. / 3, "User namespaces": 1, "The network": 0, "": 0, "KEP-9: User": 1,
	} {
		if got := namedShare(label, asked); got != want {
			t.Errorf("%q is named by %v, want %v", label, got, want)
		}
	}
}
