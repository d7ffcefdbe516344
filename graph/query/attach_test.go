package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/records"
)

// TestAttachedBudget holds documents with attachments to their budgets, exactly,
// in every form and from every start, and the text to be the same when it is
// asked for again.
func TestAttachedBudget(t *testing.T) {
	s := serveDemo(t)
	counter, err := newCounters().find("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	project, message := graph.ID("airnet"), "@Marek Dvořák and @\"Data and calibration\", see [[Calibration protocol]]"
	starts := map[string]query.ContextStart{
		"topic":   {Topic: new("humidity in winter")},
		"nothing": {Topic: new("zzzz")},
		"ids":     {IDs: []string{graph.ID("airnet/task/heater-retrofit")}},
		"focus":   {FocusID: new(graph.ID("airnet/risk/fog-bias"))},
		"project": {ProjectID: &project},
		"global":  {Global: new(true)},
	}
	for name, start := range starts {
		for budget := query.MinTokens; budget < 6000; budget += budget/3 + 7 {
			for _, format := range []query.ContextFormat{query.FormatMarkdown, query.FormatJSON} {
				input := query.ContextInput{
					Start: start, MaxTokens: &budget, Format: &format, Message: &message,
					PinIDs: []string{"airnet/document/install-manual", "airnet/document/context"},
				}
				document, err := s.service.Context(localContext(), input)
				if err != nil {
					t.Fatalf("%s in %d: %v", name, budget, err)
				}
				if n := counter.Count(document.Text); n != document.Tokens || n > budget {
					t.Errorf("%s as %s in %d: says %d, counts %d", name, format, budget, document.Tokens, n)
				}
				if format == query.FormatJSON && !json.Valid([]byte(document.Text)) {
					t.Errorf("%s in %d: no JSON: %.80s", name, budget, document.Text)
				}
				if again, err := s.service.Context(localContext(), input); err != nil || again.Digest != document.Digest {
					t.Errorf("%s as %s in %d: not the same again (%v)", name, format, budget, err)
				}
			}
		}
	}
}

// TestAttachedOrder holds the sections to their order, and a pin to be told once.
func TestAttachedOrder(t *testing.T) {
	document, err := serveDemo(t).service.Context(localContext(), query.ContextInput{
		Start: query.ContextStart{Topic: new("installation manual")}, ProjectID: new(graph.ID("airnet")), MaxTokens: new(8000),
		MentionIDs: []string{graph.ID("airnet/person/aisha")}, PinIDs: []string{graph.ID("airnet/document/install-manual")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, section := range document.Sections {
		names = append(names, section.Name)
	}
	want := fmt.Sprint([]string{records.SectionPins, records.SectionEntities, records.SectionLinked, "title", "nodes"})
	if got := fmt.Sprint(names[:5]); got != want {
		t.Errorf("sections %s; want %s first", names, want)
	}
	if n := strings.Count(document.Text, "Read the pole number aloud"); n != 1 {
		t.Errorf("the pinned document is told %d times", n)
	}
}
