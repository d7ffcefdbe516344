package contextdoc_test

import (
	"slices"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/lens"
)

// overviews returns starts that are not ranked.
func overviews() map[string]contextdoc.Start {
	return map[string]contextdoc.Start{
		"workspace": {ProjectID: &shoplane}, "focus": {FocusID: new(graph.ID("shoplane/plan/offline"))}, "global": {Global: new(true)},
	}
}

// rankedStarts returns starts that are ranked, as inputs: a question may be about
// entities.
func rankedStarts() map[string]contextdoc.Input {
	offline := graph.ID("shoplane/plan/offline")
	return map[string]contextdoc.Input{
		"topic":              {Start: contextdoc.Start{Topic: new("risks of Offline mode")}},
		"topic in a project": {Start: contextdoc.Start{Topic: new("risks of Offline mode")}, ProjectID: &shoplane},
		"topics":             {Start: contextdoc.Start{Topics: []string{"Offline mode", "App-store submission"}}},
		"ids":                {Start: contextdoc.Start{IDs: []string{offline}}},
		"ids and a question": {Start: contextdoc.Start{IDs: []string{offline}}, Question: new("what are its risks")},
		"focus, a question":  {Start: contextdoc.Start{FocusID: &offline}, Question: new("what are its risks")},
		"project, question":  {Start: contextdoc.Start{ProjectID: &shoplane}, Question: new("risks of Offline mode")},
	}
}

// inputs are changes of the inputs that apply to every start.
var inputs = map[string]func(*contextdoc.Input){
	"kinds":          func(in *contextdoc.Input) { in.Kinds = []graph.Kind{graph.KindRisk} },
	"includeFields":  func(in *contextdoc.Input) { in.IncludeFields = new(false) },
	"includeSources": func(in *contextdoc.Input) { in.IncludeSources = new(true) },
	"ranking":        func(in *contextdoc.Input) { in.Ranking = new(contextdoc.RankClassic) },
	"depth 0":        func(in *contextdoc.Input) { in.Depth = new(0) },
	"depth 1":        func(in *contextdoc.Input) { in.Depth = new(1) },
	"lens":           func(in *contextdoc.Input) { in.Lens = new("writing") },
	"maxTokens":      func(in *contextdoc.Input) { in.MaxTokens = new(2000) },
	"format":         func(in *contextdoc.Input) { in.Format = new(contextdoc.FormatJSON) },
}

// TestInputsOfAllStarts checks that a change of any input changes the text.
func TestInputsOfAllStarts(t *testing.T) {
	a := demo(t)
	starts := rankedStarts()
	for name, start := range overviews() {
		starts[name] = contextdoc.Input{Start: start}
	}
	for name, base := range starts {
		base.MaxTokens, base.Now = new(3000), new(storetest.Now())
		before := graphtest.Must(a.Write(a.ctx, base))(t)
		for input, change := range inputs {
			changed := base
			change(&changed)
			if after := graphtest.Must(a.Write(a.ctx, changed))(t).Text; after == before.Text {
				t.Errorf("%s: %s changes nothing", name, input)
			}
		}
		if _, isRanked := rankedStarts()[name]; isRanked {
			base.Known = []string{before.KnownDigest}
			if after := graphtest.Must(a.Write(a.ctx, base))(t).Text; after == before.Text {
				t.Errorf("%s: known changes nothing", name)
			}
		}
	}
}

// TestGraphOfOverviews checks which documents have the graph around their start.
func TestGraphOfOverviews(t *testing.T) {
	a := demo(t)
	for _, test := range []struct {
		tokens  int
		include *bool
		want    bool
	}{
		{5999, nil, false}, {8000, nil, true}, {1500, new(true), true}, {8000, new(false), false},
	} {
		in := contextdoc.Input{Start: contextdoc.Start{ProjectID: &shoplane}, MaxTokens: &test.tokens, IncludeGraph: test.include}
		text := graphtest.Must(a.Write(a.ctx, in))(t).Text
		if got := strings.Contains(text, "\n## Graph\n"); got != test.want {
			t.Errorf("%d tokens, includeGraph %v: has a graph is %v, want %v", test.tokens, test.include, got, test.want)
		}
	}
}

// TestRefusedInputs checks that inputs that do not apply to a start are
// refused.
func TestRefusedInputs(t *testing.T) {
	a := demo(t)
	airnet := graph.ID("airnet")
	for _, test := range []struct {
		in   contextdoc.Input
		want string
	}{
		{contextdoc.Input{Start: contextdoc.Start{ProjectID: &shoplane}, ProjectID: &airnet}, "input.projectId"},
		{contextdoc.Input{Start: contextdoc.Start{FocusID: &queue}, ProjectID: &airnet}, "input.projectId"},
		{contextdoc.Input{Start: contextdoc.Start{Global: new(true)}, IncludeGraph: new(true)}, "input.includeGraph"},
		{contextdoc.Input{Start: contextdoc.Start{Topic: new("fog")}, IncludeGraph: new(true)}, "input.includeGraph"},
		{contextdoc.Input{Start: contextdoc.Start{IDs: []string{queue}}, IncludeGraph: new(true)}, "input.includeGraph"},
		{contextdoc.Input{Start: contextdoc.Start{Topic: new("fog")}, Question: new("how dense")}, "input.question"},
		{contextdoc.Input{Start: contextdoc.Start{Global: new(true)}, Question: new("how dense")}, "input.question"},
	} {
		_, err := a.Write(a.ctx, test.in)
		graphtest.Refused(t, test.want, err, graph.CodeBadUserInput, test.want)
	}
}

// TestLensesOfOverviews checks that a document has entities of the kinds of its
// lens, and that at most 70 % of its entities are those of the general lens.
func TestLensesOfOverviews(t *testing.T) {
	a := demo(t)
	for name, start := range overviews() {
		nodes := map[string]map[string]bool{}
		for _, l := range lens.BuiltIn() {
			d := graphtest.Must(a.Write(a.ctx, contextdoc.Input{Start: start, MaxTokens: new(2000), Lens: &l.Name, Now: new(storetest.Now())}))(t)
			nodes[l.Name] = map[string]bool{}
			kinds := map[graph.Kind]bool{}
			for _, node := range d.Nodes {
				nodes[l.Name][node.Entity.Self().ID] = true
				kinds[node.Entity.Self().Kind] = true
			}
			for _, kind := range l.Kinds {
				if !kinds[kind] {
					t.Errorf("%s, lens %s: no %s", name, l.Name, kind)
				}
			}
		}
		for _, l := range lens.BuiltIn()[1:] {
			common := 0
			for id := range nodes[l.Name] {
				if nodes["general"][id] {
					common++
				}
			}
			t.Logf("%s, lens %s: %d of %d nodes are those of general", name, l.Name, common, len(nodes[l.Name]))
			if 10*common > 7*len(nodes[l.Name]) {
				t.Errorf("%s, lens %s: %d of %d nodes are those of general", name, l.Name, common, len(nodes[l.Name]))
			}
		}
	}
}

// TestLensesOfTopics checks that the first part of a subject is of a kind of the
// lens, unless the question asks for another kind.
func TestLensesOfTopics(t *testing.T) {
	a := demo(t)
	kindsAfterSubject := func(topic, lens string) (kinds []graph.Kind) {
		for _, node := range a.underLens(t, topic, lens)[1:] {
			kinds = append(kinds, node.Entity.Self().Kind)
		}
		return kinds
	}
	for _, l := range lens.BuiltIn()[1:] {
		if kinds := kindsAfterSubject("Offline mode", l.Name); !slices.Contains(l.Kinds, kinds[0]) {
			t.Errorf("lens %s: the first part is a %s, want one of %v", l.Name, kinds[0], l.Kinds)
		}
		if kinds := kindsAfterSubject("risks of Offline mode", l.Name); kinds[0] != graph.KindRisk {
			t.Errorf("lens %s: the first part of an answer about risks is a %s", l.Name, kinds[0])
		}
	}
}

// TestLensesDiffer checks for the plans of a project that their documents under a
// lens have the kinds of the lens that their general documents have, and at most
// 70 % of the nodes in common with those.
func TestLensesDiffer(t *testing.T) {
	a := demo(t)
	plans := []string{
		"Offline mode", "Fraud rules and review desk", "App-store submission", "Acquirer integration with Northgate",
		"Fifteen-minute onboarding", "Launch communications and support", "Bristol pilot",
	}
	for _, l := range lens.BuiltIn()[1:] {
		common, all := 0, 0
		for _, plan := range plans {
			general, nodes := a.underLens(t, plan, lens.Default), a.underLens(t, plan, l.Name)
			for _, kind := range l.Kinds {
				isOf := func(n contextdoc.Node) bool { return n.Entity.Self().Kind == kind }
				if slices.ContainsFunc(general, isOf) && !slices.ContainsFunc(nodes, isOf) {
					t.Errorf("%s, lens %s: no %s", plan, l.Name, kind)
				}
			}
			for _, node := range nodes {
				if slices.ContainsFunc(general, func(n contextdoc.Node) bool { return n.Entity.Self().ID == node.Entity.Self().ID }) {
					common++
				}
			}
			all += max(len(nodes), len(general))
		}
		if 10*common > 7*all {
			t.Errorf("lens %s: %d of %d nodes in common with general", l.Name, common, all)
		}
	}
}

// underLens returns the nodes of the document about a topic in 2,000 tokens.
func (a *asked) underLens(t *testing.T, topic, lens string) []contextdoc.Node {
	t.Helper()
	in := contextdoc.Input{Start: contextdoc.Start{Topic: &topic}, MaxTokens: new(2000), Lens: &lens, Now: new(storetest.Now())}
	return graphtest.Must(a.Write(a.ctx, in))(t).Nodes
}

// TestKnownInOverviews checks that an overview does not repeat the lines that the client
// has, says how many, and continues with what comes next.
func TestKnownInOverviews(t *testing.T) {
	a := demo(t)
	for name, start := range overviews() {
		in := contextdoc.Input{Start: start, MaxTokens: new(1500), Now: new(storetest.Now())}
		first := graphtest.Must(a.Write(a.ctx, in))(t)
		in.Known = []string{first.KnownDigest}
		second := graphtest.Must(a.Write(a.ctx, in))(t)
		if !strings.Contains(second.Text, "known entit") || second.Tokens > 1500 {
			t.Errorf("%s: %d tokens, does not say what is known: %s", name, second.Tokens, second.Text)
		}
		said := map[string]bool{}
		for line := range strings.Lines(first.Text) {
			said[line] = strings.HasPrefix(line, "- ") && strings.Contains(line, "[")
		}
		fresh := 0
		for line := range strings.Lines(second.Text) {
			switch {
			case said[line] && !strings.HasPrefix(line, "- Context document"):
				t.Errorf("%s: repeats %s", name, line)
			case strings.HasPrefix(line, "- ") && strings.Contains(line, "["):
				fresh++
			}
		}
		if fresh == 0 {
			t.Errorf("%s: nothing comes next: %s", name, second.Text)
		}
	}
}
