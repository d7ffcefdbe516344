package sets

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"**In-place** Pod_resize, v1.29":          "in place pod_resize v1 29",
		"see [the docs](https://a.example/b) now": "see the docs now",
		"at https://a.example/b?c=d, then":        "at then",
		"a <!-- hidden\nwords --> b":              "a b",
		"_leading and trailing__":                 "leading and trailing",
		"one__two":                                "one__two",
		"ﬁne ２０２６":                                "fine 2026",
		"Ünïcode naïve":                           "ünïcode naïve",
		"--- ### ***":                             "",
	} {
		if got := plain(text); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestRuns checks that half of the words of a sentence in a row, six to eight
// of them, count as the sentence.
func TestRuns(t *testing.T) {
	for n, want := range map[int]struct{ runs, words int }{3: {1, 3}, 6: {1, 6}, 10: {5, 6}, 14: {8, 7}, 16: {9, 8}, 40: {33, 8}} {
		list := runs(strings.Repeat("word ", n))
		if len(list) != want.runs || len(strings.Fields(list[0])) != want.words {
			t.Errorf("%d words make %d runs of %d, want %v", n, len(list), len(strings.Fields(list[0])), want)
		}
	}
}

func TestFirstLetters(t *testing.T) {
	if got := firstLetters("äöüß", 2); got != "äö" {
		t.Errorf("got %q", got)
	}
	if !longer("äöü", 2) || longer("äöü", 3) {
		t.Error("letters are counted in bytes")
	}
	if got := Line("a\n b   cdef", 5); got != "a b …" {
		t.Errorf("Line = %q", got)
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{"Émile\n\tZOLA ": "emile zola ", " x": " x"} {
		if got := Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
	if got := Fold("a\x1cb"); got != "a b" {
		t.Errorf("a separator of ASCII is no space: %q", got)
	}
}

func TestWithoutEcho(t *testing.T) {
	question := "What are the risks of KEP-1287: in-place update of pod resources, and who owns it today?"
	for text, kept := range map[string]bool{
		"# Context: What are the ri…":             false,
		"Question: the risks of KEP-1287":         false,
		"the risks of KEP-1287":                   false,
		"## KEP-1287: in-place update (plan)":     false, // the first heading begins with words of the question
		"KEP-1287: in-place update (plan)":        true,
		"## Risks of KEP-1287 and more than that": true,
		"": true,
		"are the risks of KEP-1287: in-place update of pod resources too many": false,
	} {
		want := ""
		if kept {
			want = text
		}
		if got := withoutEcho(text, question); got != want {
			t.Errorf("%q is kept as %q, want %q", text, got, want)
		}
	}
	if got := withoutEcho("first\n# Context: x", "y"); got != "first\n# Context: x" {
		t.Errorf("a later line is taken for the title: %q", got)
	}
}

func TestStaged(t *testing.T) {
	for text, want := range map[string]bool{
		"beta in v1 29":              true,
		"beta it came in v1 29":      true,
		"beta a b c v1 29":           true,
		"beta a b c d v1 29":         false,
		"v1 29 beta":                 true,
		"v1 29 was it beta":          true,
		"v1 29 a b c beta":           false,
		"1 29 beta":                  true,
		"v1 30 beta":                 false,
		"alpha in v1 29":             false,
		"beta  v1 29":                false, // the title of a task was between the words
		"29 beta":                    false,
		"the plan is beta":           false,
		"v1 29":                      false,
		"beta in v1 290 or in v1 28": false,
	} {
		if got := staged(strings.Split(text, " "), "beta", "29"); got != want {
			t.Errorf("%q says beta in 1.29: %v, want %v", text, got, want)
		}
	}
	if !staged(strings.Fields("ga v1 30"), "stable", "30") {
		t.Error("GA is not taken for stable")
	}
}

func TestKeys(t *testing.T) {
	long := strings.Repeat("word ", 20)
	for _, test := range []struct {
		entity entity
		want   []string
	}{
		{entity{Kind: "plan", Name: "KEP-1287: In-place resize of pods"}, []string{"kep 1287", "in place resize of pods"}},
		{entity{Kind: "plan", Name: "KEP-0005: Short title"}, []string{"short title enhancement proposal"}},
		{entity{Kind: "requirement", Text: long}, []string{strings.TrimSpace(strings.Repeat("word ", 12))}},
		{entity{Kind: "goal", Goal: "Be fast", Name: "be fast!"}, []string{"be fast"}},
		{entity{Kind: "decision", Title: "Alternative: Do nothing", Rationale: "It costs less"}, []string{"do nothing", "it costs less"}},
		{entity{Kind: "signal", Payload: struct{ Event string }{"2019-03-27: KEP Created"}}, []string{"2019 03 27 kep created", "kep created"}},
		{entity{Kind: "output", Name: "Feature gate APIUnions"}, []string{"apiunions"}},
		{entity{Kind: "task", ID: "kep:1/task/1", Title: "Do", Description: "Do it well"}, []string{"do", "do it well"}},
		{entity{Kind: "task", ID: "kep:1/stage/beta", Title: "Graduate", Description: "not this"}, []string{"graduate"}},
		{entity{Kind: "milestone", Title: "Kubernetes v1.18"}, []string{"kubernetes v1 18"}},
		{entity{Kind: "project", Name: "SIG Node"}, []string{"sig node"}},
	} {
		if got := test.entity.keys(); !slices.Equal(got, test.want) {
			t.Errorf("keys of %s %s%s%s: %q, want %q", test.entity.Kind, test.entity.Name, test.entity.Title, test.entity.ID, got, test.want)
		}
	}
}
