package prompt_test

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/prompt"
)

// TestNoPartsOfWords checks the ends of texts that the light view cuts.
func TestNoPartsOfWords(t *testing.T) {
	for content, want := range map[string]string{
		"The mill is on strike and paper runs out…": "The mill is on strike and paper runs out…", // as it was written
		strings.Repeat("a ", 58) + "strike":         strings.Repeat("a ", 57) + "a…",
		strings.Repeat("a ", 59) + "b. Else":        strings.Repeat("a ", 59) + "b.…",
		"a " + strings.Repeat("紙", 120):             "a " + strings.Repeat("紙", 118) + "…", // has no spaces
	} {
		risk := &graph.Risk{Title: "Paper", Content: &content}
		risk.Kind = graph.KindRisk
		risk.Spec().Finish(risk, graph.Light)
		if got := prompt.Detail(risk); got != want {
			t.Errorf("%q is cut to %q, want %q", content, got, want)
		}
	}
}

func TestBeforeColon(t *testing.T) {
	for label, want := range map[string]string{
		"KEP-1287: In-place update":         "KEP-1287",
		"Exhibition":                        "Exhibition",
		`Exhibition "Salt: a history"`:      `Exhibition "Salt: a history"`,
		`The "old" mill: a history`:         `The "old" mill`,
		"Exhibition «Salt: a history» 2026": "Exhibition «Salt: a history» 2026",
	} {
		if got := prompt.BeforeColon(label); got != want {
			t.Errorf("%q is %q before the colon, want %q", label, got, want)
		}
	}
}
