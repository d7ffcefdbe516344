package records_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/records"
)

func TestParse(t *testing.T) {
	uuid := id("person/aisha")
	for message, want := range map[string]string{
		"":                                "",
		"hi @Bob.":                        "3-7 Bob",
		"@Bob, @Ann-Marie/x!":             "0-4 Bob|6-18 Ann-Marie/x",
		`ask @"Aisha Rahman" now`:         "4-19 Aisha Rahman",
		"see [[Field notes]] and [[a":     "4-19 [[Field notes",
		"a@b.example is no mention, @ is": "",
		"@Ελένη Παππά":                    "0-11 Ελένη",
		"{{entity:" + uuid + ":Aisha}}":   "0-53 " + uuid + " Aisha",
		"{{note:p/document/old:Old}} x":   "0-27 [[" + id("document/old") + " Old",
		"{{entity:a b:c}} @\"x\ny\" [[]]": "",
		"((@Bob)) [[[x]]]":                "2-6 Bob|9-15 [[[x",
	} {
		var got []string
		for _, m := range records.Parse(message) {
			note := ""
			if m.Note {
				note = "[["
			}
			got = append(got, strings.ReplaceAll(fmt.Sprintf("%d-%d %s%s %s", m.Start, m.End, note, m.ID, m.Name), "  ", " "))
			if m.Text != message[m.Start:m.End] {
				t.Errorf("%q: text %q", message, m.Text)
			}
		}
		joined := strings.ReplaceAll(strings.Join(got, "|"), "[[ ", "[[")
		if joined != want {
			t.Errorf("%q: got %s; want %s", message, joined, want)
		}
	}
}

func TestResolve(t *testing.T) {
	p, _ := project(t)
	for message, want := range map[string]string{
		"tell @Ελένη Παππά about it":                "@Ελένη Παππά = Ελένη Παππά",
		"@ελενη παππα, @peter nystrom":              "@ελενη παππα = Ελένη Παππά|@peter nystrom = Peter Nyström",
		"@田中美咲さん":                                   "@田中美咲 = 田中美咲",
		"@Field crew and @Field":                    "@Field crew = Field crew|@Field ~ Field crew; Field notes",
		"@Aisha":                                    "@Aisha ~ Aisha Rahman",
		`@"Petr Nystrom"`:                           `@"Petr Nystrom" ~ Peter Nyström`,
		"@zzz":                                      "@zzz ~ ",
		"[[field notes]] [[Data]]":                  "[[field notes]] = Field notes|[[Data]] ~ ",
		"[[Old enclosure]] [[Field scratch]]":       "[[Old enclosure]] ~ |[[Field scratch]] ~ Field notes",
		"{{entity:" + id("task/heater") + ":Heat}}": "{{entity:" + id("task/heater") + ":Heat}} = Retrofit the heater",
		"{{note:gone:Field notes}}":                 "{{note:gone:Field notes}} ~ Field notes",
		"@Retrofit the heaters":                     "@Retrofit ~ Retrofit the heater",
	} {
		var got []string
		for _, m := range p.Resolve(message) {
			sign := "~"
			if m.Exact {
				sign = "="
			}
			got = append(got, m.Text+" "+sign+" "+labels(m.Entities))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: got %s; want %s", message, strings.Join(got, "|"), want)
		}
	}
}

// TestAlternatives checks that similar labels come after equal ones.
func TestAlternatives(t *testing.T) {
	p, _ := project(t)
	for message, want := range map[string]string{
		"@Field crew":     "Field crew; Field notes",
		"[[Field notes]]": "Field notes",
		"@zzz":            "",
		"{{entity:" + id("team/field") + ":Field crew}}": "Field crew",
	} {
		found := p.Resolve(message)
		p.Alternatives(&found[0])
		if got := labels(found[0].Entities); got != want {
			t.Errorf("%s: got %s; want %s", message, got, want)
		}
	}
}

// TestManyMentions checks that the mentions of a message share the labels that
// are compared: 99 labels are between the name and the one that it means.
func TestManyMentions(t *testing.T) {
	lines := `{"kind":"project","id":"p","name":"P"}` + "\n" + `{"kind":"task","id":"t","project_id":"p","title":"Items"}` + "\n"
	for i := range 99 {
		lines += fmt.Sprintf(`{"kind":"task","id":"%[1]d","project_id":"p","title":"Itn%03[1]d"}`+"\n", i)
	}
	g := graphtest.Must(graphtest.Read(strings.NewReader(lines)))(t)["p"]
	p := &records.Project{Graph: g, Labels: records.NewLabels(g)}
	for mentions, want := range map[int]string{1: "Items", 10: "Items", 100: ""} {
		message := "@Ittems"
		for i := 1; i < mentions; i++ {
			message += fmt.Sprintf(" @other%d", i)
		}
		if got := labels(p.Resolve(message)[0].Entities); got != want {
			t.Errorf("%d mentions: got %q; want %q", mentions, got, want)
		}
	}
}

func TestCandidates(t *testing.T) {
	p, _ := project(t)
	for _, test := range []struct {
		prefix string
		kinds  []graph.Kind
		first  int
		want   string
	}{
		{"fi", nil, 8, "Field crew; Field notes"},
		{"FI", []graph.Kind{graph.KindDocument}, 8, "Field notes"},
		{"nys", nil, 8, "Peter Nyström"},
		{"παπ", nil, 8, "Ελένη Παππά"},
		{"the ", nil, 8, "Move the gateway; Retrofit the heater"},
		{"the g", nil, 8, "Move the gateway"},
		{"r", nil, 8, "Retrofit the heater; Aisha Rahman"},
		{"", nil, 2, "Aisha Rahman; Data"},
		{"old", nil, 8, ""},
		{"fi", nil, 0, ""},
	} {
		if got := labels(p.Labels.Candidates(test.prefix, test.kinds, test.first)); got != test.want {
			t.Errorf("%q: got %s; want %s", test.prefix, got, test.want)
		}
	}
}

// FuzzParse checks that mentions are in order, do not overlap and are within
// the message, whether names are known or not.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"@Bob @\"A b\" [[T]] {{entity:1:x}} {{note:2:}}", "@Ελένη Παππά", "@田中美咲さん", "@@[[[{{{",
		"@İstanbul @ﬁeld crew", "@\xff", "@00\xce"} {
		f.Add(seed)
	}
	p, _ := project(f)
	f.Fuzz(func(t *testing.T, message string) {
		for _, found := range [][]records.Mention{records.Parse(message), p.Resolve(message)} {
			end := 0
			for _, m := range found {
				if m.Start < end || m.End <= m.Start || m.End > len(message) || message[m.Start:m.End] != m.Text {
					t.Fatalf("%q: %+v", message, m)
				}
				if utf8.ValidString(message) && !utf8.ValidString(m.Text) {
					t.Fatalf("%q: cut inside a character: %q", message, m.Text)
				}
				end = m.End
			}
		}
	})
}
