package contextdoc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/attachments"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/tokens"
)

// TestAttachedBudget checks that documents with attachments stay within their
// budgets, in every format and from every start, and are the same when
// repeated.
func TestAttachedBudget(t *testing.T) {
	service := demo(t)
	counter := graphtest.Must(tokens.For("o200k_base"))(t)
	project, message := graph.ID("airnet"), "@Marek Dvořák and @\"Data and calibration\", see [[Calibration protocol]]"
	starts := map[string]contextdoc.Start{
		"topic":   {Topic: new("humidity in winter")},
		"nothing": {Topic: new("zzzz")},
		"ids":     {IDs: []string{graph.ID("airnet/task/heater-retrofit")}},
		"focus":   {FocusID: new(graph.ID("airnet/risk/fog-bias"))},
		"project": {ProjectID: &project},
		"global":  {Global: new(true)},
	}
	growth := 0.3
	if testing.Short() {
		growth = 2.5
	}
	for name, start := range starts {
		for budget := contextdoc.MinTokens; budget < 6000; budget += int(growth*float64(budget)) + 7 {
			for _, format := range []contextdoc.Format{contextdoc.FormatMarkdown, contextdoc.FormatJSON} {
				input := contextdoc.Input{
					Start: start, MaxTokens: &budget, Format: &format, Message: &message,
					PinIDs: []string{"airnet/document/install-manual", "airnet/document/context"},
				}
				document, err := service.Write(storetest.Context(), input)
				if err != nil {
					t.Fatalf("%s in %d: %v", name, budget, err)
				}
				if n := counter.Count(document.Text); n != document.Tokens || n > budget {
					t.Errorf("%s as %s in %d: reports %d tokens, counted %d", name, format, budget, document.Tokens, n)
				}
				if format == contextdoc.FormatJSON && !json.Valid([]byte(document.Text)) {
					t.Errorf("%s in %d: not JSON: %.80s", name, budget, document.Text)
				}
				if again, err := service.Write(storetest.Context(), input); err != nil || again.Digest != document.Digest {
					t.Errorf("%s as %s in %d: differs when repeated (%v)", name, format, budget, err)
				}
			}
		}
	}
}

// TestAttachedOrder checks the order of the sections, and that a pinned
// document is rendered once.
func TestAttachedOrder(t *testing.T) {
	document, err := demo(t).Write(storetest.Context(), contextdoc.Input{
		Start: contextdoc.Start{Topic: new("installation manual")}, ProjectID: new(graph.ID("airnet")), MaxTokens: new(8000),
		MentionIDs: []string{graph.ID("airnet/person/aisha")}, PinIDs: []string{graph.ID("airnet/document/install-manual")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, section := range document.Sections {
		names = append(names, section.Name)
	}
	want := fmt.Sprint([]string{attachments.PartPins, attachments.PartEntities, attachments.PartLinked, "title"})
	if got := fmt.Sprint(names[:4]); got != want {
		t.Errorf("got sections %s; want %s first", names, want)
	}
	if n := strings.Count(document.Text, "Read the pole number aloud"); n != 1 {
		t.Errorf("the pinned document is rendered %d times", n)
	}
}
