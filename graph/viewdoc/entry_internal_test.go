package viewdoc

import (
	"testing"

	"dossier/graph"
)

// TestSentencesOpenLists checks the sentences of texts of which one introduces a list.
func TestSentencesOpenLists(t *testing.T) {
	for description, want := range map[string]string{
		"Chosen option: tin, because\n\n* it is cheap\n* it does not rust": "Chosen option: tin, because: it is cheap. it does not rust.",
		"Needed are:\n\n- a scale\n- salt":                                 "Needed are: a scale. salt.",
		"It is cheap.\n\n- tin\n- zinc":                                    "It is cheap. tin. zinc.",
		"Salt\n\nIt is weighed first":                                      "Salt. It is weighed first.",
	} {
		st := &Style{}
		said := st.sentencesOf(&graph.Task{Common: graph.Common{Kind: graph.KindTask}, Title: "T", Description: &description}, false)
		if got := said.said(9); got != want {
			t.Errorf("%q says %q, want %q", description, got, want)
		}
	}
}
