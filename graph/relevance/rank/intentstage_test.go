package rank_test

import (
	"slices"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/rank"
)

// launch returns a plan with its parts, and another plan with a risk whose
// words match better.
func launch(t testing.TB) *index.Index {
	of := func(kind, id, title, body string) index.Document {
		document := indextest.Note(id, title, body)
		document.Kind = kind
		return document
	}
	done := of("task", "done", "Book the hall", "It is paid.")
	strike := of("risk", "strike", "Launch strike", "It was called off.")
	done.Done, strike.Done = true, true
	early, late := of("signal", "early", "mail", "We begin."), of("signal", "late", "mail", "We are late.")
	early.Occurred = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	late.Modified = early.Occurred.AddDate(0, 1, 0)
	x := indextest.New(t,
		of("plan", "launch", "Spring launch", "The launch is in spring."),
		of("risk", "venue", "The hall may be full", "Others book it."),
		of("task", "invite", "Invite guests", "By mail."), done, strike, early, late,
		of("plan", "moon", "Moon base", "Far away."),
		of("risk", "fuel", "A launch risk of fuel", "Risks at any launch."),
		of("record", "person", "Ada Zoë Spring Smith", "Knows the launch."),
	)
	var edges []links.Edge
	for _, part := range []string{"venue", "invite", "done", "strike", "early", "late"} {
		edges = append(edges, links.Edge{ID: part, From: "launch", To: part, Relation: "contains", Role: links.Contains})
	}
	edges = append(edges, links.Edge{ID: "person", From: "person", To: "launch", Relation: "references", Role: "reference"})
	x.SetEdges(append(edges, links.Edge{ID: "fuel", From: "moon", To: "fuel", Relation: "has_risk", Role: links.Contains}))
	return x
}

func TestIntentBoostsKinds(t *testing.T) {
	x := launch(t)
	ranking := func(question string, intent bool) []rank.Node {
		return ranker(x).Rank(rank.Request{Topics: []string{question}, Depth: 2, Limit: 20, Intent: intent}).Nodes
	}
	for _, test := range []struct{ question, first, second string }{
		{"risks of the spring launch", "venue", "fuel"},               // joined to the subject
		{"risks of the spring launch", "venue", "strike"},             // which is closed
		{"what blocks the spring launch", "invite", "done"},           // nothing that is done blocks
		{"what changed lately in the spring launch", "late", "early"}, // the latest first
		{"who knows the spring launch", "person", "invite"},
	} {
		order := ids(ranking(test.question, true))
		if first, second := slices.Index(order, test.first), slices.Index(order, test.second); first < 0 || second >= 0 && first > second {
			t.Errorf("%q ranks %s at %d and %s at %d", test.question, test.first, first, test.second, second)
		}
		if subject := slices.Index(order, "launch"); subject < 0 || subject > 3 {
			t.Errorf("%q ranks its subject at %d, want 3 at the latest", test.question, subject)
		}
	}
	isPerson := func(node rank.Node) bool { return node.ID == "person" }
	with, without := ranking("spring of the moon", true), ranking("spring of the moon", false)
	lowered, plain := with[slices.IndexFunc(with, isPerson)].Score, without[slices.IndexFunc(without, isPerson)].Score
	if lowered != plain/2 {
		t.Errorf("a record that is not asked for scores %g, want half of %g", lowered, plain)
	}
}

func TestIntentOfRankings(t *testing.T) {
	x := launch(t)
	request := rank.Request{Topics: []string{"risks of the spring launch"}, Depth: 2, Limit: 20, Intent: true}
	got := ranker(x).Rank(request)
	if !got.Intent.Kinds[graph.KindRisk] || got.Nodes[0].Score != 1 {
		t.Errorf("the ranking asks for %v and begins with score %g", got.Intent.Kinds, got.Nodes[0].Score)
	}
	for name, request := range map[string]rank.Request{
		"two topics": {Topics: []string{"risks of the launch", "goals"}, Limit: 9, Intent: true},
		"a start":    {Topics: request.Topics, Starts: []string{"launch"}, Limit: 9, Intent: true},
		"classic":    {Topics: request.Topics, Limit: 9, Intent: true, Classic: true},
		"unasked":    {Topics: request.Topics, Limit: 9},
	} {
		if got := ranker(x).Rank(request).Intent; got.Kinds != nil {
			t.Errorf("%s: the ranking asks for %v", name, got.Kinds)
		}
	}
}
