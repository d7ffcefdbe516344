package answer

import (
	"testing"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/amounts"
)

// TestRelationsHaveWords checks that headings say each relation of questions in both
// directions.
func TestRelationsHaveWords(t *testing.T) {
	for relation := range ask.Relations {
		if said := relationWords[relation]; said[0] == "" || said[1] == "" {
			t.Errorf("relationWords lacks %q", relation)
		}
	}
	for relation := range relationWords {
		if _, known := ask.Relations[relation]; !known {
			t.Errorf("relationWords has %q, which is no relation of questions", relation)
		}
	}
}

// TestSayNot says in words which entities a list leaves out.
func TestSayNot(t *testing.T) {
	not := func(count *amounts.Bounds) ask.Cond {
		link := &ask.Link{To: &ask.Query{Kind: graph.KindTask}, Count: count}
		return ask.Cond{Op: ask.Not, Of: []ask.Cond{{Op: ask.Linked, Link: link}}}
	}
	two := 2.0
	for want, c := range map[string]ask.Cond{
		"without tasks":     not(nil),
		"not with >2 tasks": not(&amounts.Bounds{From: &two, OpenFrom: true}),
	} {
		if got := say(c); got != want {
			t.Errorf("say returns %q, want %q", got, want)
		}
	}
}

// TestPlural checks the headings of lists of record types.
func TestPlural(t *testing.T) {
	for one, want := range map[string]string{
		"vendor": "Vendors", "night_shift": "Night shifts", "company": "Companies", "survey": "Surveys", "holiday": "Holidays",
		"batch":   "Batches",
		"address": "Addresses", "analysis": "Analyses", "virus": "Viruses", "stakeholders": "Stakeholders", "equipment": "Equipment",
	} {
		if got := plural(one); got != want {
			t.Errorf("the plural of %s is %s, want %s", one, got, want)
		}
	}
}
