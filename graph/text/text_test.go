package text_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph/text"

	"pgregory.net/rapid"
)

func TestWords(t *testing.T) {
	for source, want := range map[string]string{
		"Hello, World":                        "hello world",
		"Love's performers' own":              "love performers own",
		"KEP-1287 in-place":                   "kep 1287 =kep-1287 in place",
		"maxSurge max_skew":                   "max surge =maxsurge max skew =max_skew",
		"v1.33 of k8s.io/api":                 "v1.33 of k8s io api",
		"O'Brien’s café, ﬁne ２":               "obrien cafe fine 2",
		"Simon &amp; Simon":                   "simon simon",
		"東京都 and 東":                           "東京 京都 and 東",
		"Ünïcode–dash a--b":                   "unicode dash a b",
		"Infra\u00adstruk\u00adtur a\u00ad b": "infrastruktur a b",
		strings.Repeat("x", 1000):             strings.Repeat("x", 64),
		"":                                    "",
	} {
		var got []string
		for w := range text.Words(source) {
			if w.Marks&text.Whole != 0 {
				w.Text = "=" + w.Text
			}
			got = append(got, w.Text)
		}
		if joined := strings.Join(got, " "); joined != want {
			t.Errorf("Words(%q) = %q, want %q", source, joined, want)
		}
	}
}

func TestMarks(t *testing.T) {
	var got []string
	for w := range text.Words("Ada Lovelace, of London") {
		got = append(got, fmt.Sprintf("%s %t %t", w.Text, w.Marks&text.Capital != 0, w.Marks&text.Apart != 0))
	}
	want := []string{"ada true false", "lovelace true false", "of false true", "london true false"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("marks are %v, want %v", got, want)
	}
}

func TestSentences(t *testing.T) {
	for source, want := range map[string][]string{
		"One. Two! Three?":                         {"One.", "Two!", "Three?"},
		"Dr. No met J. Smith e.g. Here. Next one.": {"Dr. No met J. Smith e.g. Here.", "Next one."},
		"He said \"Go.\" Then left.":               {"He said \"Go.\"", "Then left."},
		"# Title\nText goes\non. More.\n\nNew":     {"# Title", "Text goes\non.", "More.", "New"},
		"- a. B\n- c\n  d\n1. e":                   {"- a. B", "- c\n  d", "1. e"},
		"| a. B | c |\n|---|---|\n| d | e |":       {"| a. B | c |", "|---|---|", "| d | e |"},
		"```go\nx. Y\n\nz\n```\nEnd":               {"```go\nx. Y\n\nz\n```", "End"},
		"~~~\nnever closed. A":                     {"~~~\nnever closed. A"},
		"Run\n```\nx. Y\n```":                      {"Run", "```\nx. Y\n```"},
		"Run\n````\nIt":                            {"Run", "It"}, // a heading
		"<!-- a\n\nb --> Rest. Of it":              {"<!-- a\n\nb -->", "Rest.", "Of it"},
		"version 1.2 is out. It works":             {"version 1.2 is out.", "It works"},
		"これは文。次の文！":                                {"これは文。", "次の文！"},
	} {
		var got []string
		for _, s := range text.Sentences(source) {
			got = append(got, source[s.Start:s.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("Sentences(%q) = %q, want %q", source, got, want)
		}
	}
}

// markdown draws texts from pieces of syntax that the splitter recognizes.
func markdown(t *rapid.T) string {
	piece := rapid.SampledFrom([]string{"word", "Word", ". ", "! ", "\n", "\n\n", "# ", "- ", "1. ", "| a |", "```", "<!--", "-->",
		"é", "東京", "。", "_", "'s", "&amp;", "[x](y)", "**", "<b>", "Dr.", "KEP-12", "\xff", "\t"})
	return strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "")
}

func TestSentencesCoverAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := markdown(t)
		var last text.Span
		for _, s := range append(text.Sentences(source), text.Span{Start: len(source), End: len(source)}) {
			if s.Start < last.End || s.End <= s.Start && s.Start < len(source) {
				t.Fatalf("%q: span %v after %v", source, s, last)
			}
			if gap := strings.TrimSpace(source[last.End:s.Start]); gap != "" && (last.Unit != text.Heading || !isUnderline(gap)) {
				t.Fatalf("%q: %q belongs to no sentence", source, gap)
			}
			last = s
		}
	})
}

// isUnderline reports whether a line repeats one character, like the underline
// of a heading.
func isUnderline(line string) bool { return len(line) >= 3 && strings.Trim(line, line[:1]) == "" }

func TestVectorHoldsTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fields := []text.Field{{Name: "title", Text: markdown(t)}, {Name: "content", Text: markdown(t)}}
		v, err := text.Decode(text.Analyse(fields...))
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for _, f := range fields {
			for _, s := range text.Sentences(f.Text) {
				for w := range text.Words(f.Text[s.Start:s.End]) {
					want = append(want, w.Text)
				}
			}
		}
		for _, token := range v.Tokens {
			got = append(got, v.Vocabulary[token.Word()])
		}
		if !slices.Equal(got, want) {
			t.Fatalf("tokens are %q, want %q", got, want)
		}
		for _, s := range v.Sentences {
			if s.Start < 0 || int(s.End) > len(fields[s.Field].Text) {
				t.Fatalf("sentence %v reaches outside its text", s)
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(text.Analyse(text.Field{Name: "title", Text: "A title"}, text.Field{Name: "content", Text: "Some text. More."}))
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, blob []byte) {
		v, err := text.Decode(blob)
		if err != nil {
			return
		}
		for _, s := range v.Sentences {
			if s.First > s.Last || int(s.Last) > len(v.Tokens) || int(s.Field) >= len(v.Fields) || s.End < s.Start {
				t.Fatalf("sentence %v is out of bounds", s)
			}
		}
	})
}

// TestSimilarity compares with the result of SELECT similarity(a, b) in
// Postgres.
func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"word", "two words", .363636},
		{"oauth logn", "OAuth Login", .642857},
		{"", "x", 0},
		{"same", "SAME", 1},
		{"abc", "xyz", 0},
	} {
		got := text.TrigramsOf(c.a).Similarity(text.TrigramsOf(c.b))
		if math.Abs(got-c.want) > 1e-5 {
			t.Errorf("similarity of %q and %q is %f, want %f", c.a, c.b, got, c.want)
		}
	}
}

func TestEnglish(t *testing.T) {
	for word, want := range map[string]string{"the": "", "running": "run", "policies": "polici", "go": "go", "1287": "1287"} {
		if got := text.English(word); got != want {
			t.Errorf("English(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestSpellingsOfOneWord(t *testing.T) {
	for _, stem := range text.Stemmers {
		for _, pair := range [][2]string{{"v1.29", "1.29"}, {"v1.29.3", "1.29.3"}, {"straße", "strasse"}} {
			if a, b := stem(pair[0]), stem(pair[1]); a != b || a == "" {
				t.Errorf("%s is searched by %q, %s by %q", pair[0], a, pair[1], b)
			}
		}
		for _, word := range []string{"v2", "v", "v1beta1", "vx.y", "v."} {
			if got := stem(word); got != word && got != "" {
				t.Errorf("%s is searched by %q", word, got)
			}
		}
	}
}

func TestPlain(t *testing.T) {
	for source, want := range map[string]string{
		"# A *big* `title`":                     "A big title",
		"- [x] see [the docs](http://x.y) now":  "see the docs now",
		"| a | b |\n|---|---|\n| c | d |":       "a b c d",
		"```go\nx := 1\n```":                    "x := 1",
		"<!-- hidden --> shown <b>bold</b> 1<2": "shown bold 1<2",
		"![alt](img.png) after":                 "alt after",
		"snake_case stays":                      "snake_case stays",
	} {
		if got := text.Plain(source); got != want {
			t.Errorf("Plain(%q) = %q, want %q", source, got, want)
		}
	}
}

func ExampleFragments() {
	sentences := []string{"The **kubelet** resizes pods in place when their requests change, and it never restarts them, " +
		"so that work goes on undisturbed for all."}
	for _, f := range text.Fragments(sentences, []string{"pod", "resize"}, text.English) {
		fmt.Println(f.Marked())
	}
	// Output: The kubelet **resizes** **pods** in place when their requests change, and it never restarts them, so that work …
}

func TestFragmentsMarkWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := text.Fragments([]string{markdown(t), markdown(t)}, []string{"word", "東京", "kep-12"}, text.English)
		for _, f := range list {
			if n := len(strings.Fields(f.Text)); n > 60 {
				t.Fatalf("a fragment of %d words: %q", n, f.Text)
			}
			end := 0
			for _, m := range f.Marks {
				if m.Start < end || m.End > len(f.Text) || m.End <= m.Start {
					t.Fatalf("mark %v is out of order in %q", m, f.Text)
				}
				end = m.End
			}
		}
	})
}

// TestHostileTextIsLinear analyses texts of 200 kB, each of which takes some 30 ms, and minutes in
// quadratic time. The limit is for a busy machine.
func TestHostileTextIsLinear(t *testing.T) {
	for _, piece := range []string{"x", "a-", "A", "](", "<", "<!--", "```\n", "- \n", "Dr. ", ". ", "|", "&", "\"", "東", "é",
		"_a", "#", "aA", "1.", "'s "} {
		source := strings.Repeat(piece, 200_000/len(piece))
		begun := time.Now()
		if _, err := text.Decode(text.Analyse(text.Field{Name: "content", Text: source})); err != nil {
			t.Fatal(err)
		}
		text.Plain(source)
		text.TrigramsOf(source)
		text.Fragments([]string{source}, []string{"x"}, text.English)
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%q repeated takes %v", piece, took)
		}
	}
}

func TestUnlinked(t *testing.T) {
	for source, want := range map[string]string{
		"see [the *docs*](http://x.y/z) now":               "see the *docs* now",
		"as [agreed][minutes], in full":                    "as agreed, in full",
		"- [x] done, [ ] open, a[0] and [note]":            "- [x] done, [ ] open, a[0] and [note]",
		"![chart](c.png) of July":                          "chart of July",
		"Ends here.\n[minutes]: http://x.y\n[log]: /var":   "Ends here.",
		"kept `[a](b)` and ``<br>`` in code":               "kept `[a](b)` and ``<br>`` in code",
		"line<br/>break <!-- note\nto self --><b>bold</b>": "linebreak bold",
		"1 < 2, <name> and map<string>":                    "1 < 2, <name> and map<string>",
		"[open](never closed":                              "[open](never closed",
		"[":                                                "[",
	} {
		if got := text.Unlinked(source); got != want {
			t.Errorf("Unlinked(%q) = %q, want %q", source, got, want)
		}
	}
}

// TestHeadingsAreThoseOfMarkdown checks that what looks like a heading or a fence in
// code is none, and that headings behind code are found.
func TestHeadingsAreThoseOfMarkdown(t *testing.T) {
	for name, c := range map[string]struct{ in, headings string }{
		"a code span of three backticks": {"```Values are names.```\n\n## A\n", "## A"},
		"a span in a sentence":           {"Write\n```x.yaml``` there.\n\n## A\n\n```\n# no\n```\n", "## A"},
		"a longer fence":                 {"````\n```\n# no\n```\n````\n# A", "# A"},
		"a fence with words":             {"```\n# no\n``` no end\n# no\n```\n# A", "# A"},
		"a longer end":                   {"~~~\n# no\n~~~~\n# A", "# A"},
		"indented code":                  {"Text.\n\n    # no\n\n# A", "# A"},
		"the continuation of a line":     {"Text\n    # no\n\n# A", "# A"},
		"an underlined line of code":     {"Text.\n\n    no\n    ---\n\n# A", "# A"},
		"a tab":                          {"Text.\n\n\t# no\n\n# A", "# A"},
		"three spaces":                   {"Text.\n\n   # A", "# A"},
		"an indented fence":              {"- a\n\n    ```\n    # no\n    ```\n\n# A", "# A"},
		"without end":                    {"# A\n```\n# no\n", "# A"},
	} {
		var got []string
		for _, s := range text.Sentences(c.in) {
			if s.Unit == text.Heading {
				got = append(got, c.in[s.Start:s.End])
			}
		}
		if strings.Join(got, "|") != c.headings {
			t.Errorf("%s: got %q, want %q", name, got, c.headings)
		}
	}
}
