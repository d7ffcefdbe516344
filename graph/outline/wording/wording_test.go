package wording_test

import (
	"slices"
	"testing"

	"dossier/graph"
	"dossier/graph/outline/wording"
)

func TestWords(t *testing.T) {
	type form struct {
		isPlural, isOrdinal bool
		day                 int
		kind                graph.Kind
	}
	for word, want := range map[string]form{
		"proposals": {isPlural: true},
		"rfcs":      {isPlural: true},
		"dns":       {},
		"glass":     {},
		"risks":     {isPlural: true, kind: graph.KindRisk},
		"task":      {kind: graph.KindTask},
		"3rd":       {isOrdinal: true, day: 3},
		"31st":      {isOrdinal: true, day: 31},
		"32nd":      {isOrdinal: true},
		"nd":        {},
		"12":        {},
	} {
		got := form{wording.IsPlural(word), wording.IsOrdinal(word), wording.OrdinalDay(word), wording.KindOf(word)}
		if got != want {
			t.Errorf("%s: %+v, want %+v", word, got, want)
		}
	}
}

func TestSides(t *testing.T) {
	for question, want := range map[string][]string{
		"compare the kiln with the mill":            {" the kiln ", " the mill"},
		"difference between kiln and mill?":         {" kiln ", " mill?"},
		"kiln vs mill":                              {"kiln ", " mill"},
		"how does the kiln differ from the mill":    {"how does the kiln ", " the mill"},
		"how do the kiln and the mill compare":      {"how do the kiln ", " the mill "},
		"what is the state of the kiln":             nil,
		"who works on the kiln and on the old mill": nil,
	} {
		if got := wording.Sides(question); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

func TestMeasures(t *testing.T) {
	for word, want := range map[string]bool{"probability": true, "likely": true, "chance": true, "priority": true, "owner": false} {
		if got := wording.IsMeasure(word); got != want {
			t.Errorf("%s: a measure %t, want %t", word, got, want)
		}
	}
}
