package prompt_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/prompt"
)

// words counts words, which tests use as tokens.
func words(text string) int { return len(strings.Fields(text)) }

// page has every part of a page.
func page() *prompt.Page {
	return &prompt.Page{
		Title: "paper",
		Entries: []prompt.Entry{
			{
				Name:   prompt.Name{Label: "Paper runs out", ID: "aa", Kind: "risk of Brochure", Facts: []string{"identified"}},
				Source: "score 1.00",
				Passages: []prompt.Passage{
					{Text: "The mill is on strike.", Before: "\n\n"},
					{Text: "It may last.", Before: " ", Gap: true},
					{Text: "- Order early", Before: "\n\n", Heading: "What to do"},
					{Text: "- Order much", Before: "\n"},
					{Text: "Done.", Before: "\n", Gap: true},
				},
				Links: []prompt.Link{{Relations: []string{"threatens", "blocks"}, To: prompt.Name{Label: "Trade fair", ID: "bb"}}},
			},
			{
				Name:     prompt.Name{Label: "Ada", Kind: "record"},
				Passages: []prompt.Passage{{Field: "role", Text: "Lead"}, {Field: "since", Text: "2025", Before: "\n"}},
			},
		},
		Names:  []prompt.Item{{Name: prompt.Name{Label: "Print it", ID: "cc", Kind: "task"}, Text: "needed by Ada"}},
		More:   "… and 3 more",
		Footer: "3 nodes of 6 found",
	}
}

func TestPage(t *testing.T) {
	want := `# Context: paper

## Paper runs out [aa] (risk of Brochure, identified)
*score 1.00*
The mill is on strike. … It may last.

**What to do**

* Order early
* Order much
Done.
- **threatens, blocks**: Trade fair [bb]

## Ada (record)
- role: Lead
- since: 2025

## Also related
- Print it [cc] (task) — needed by Ada
… and 3 more

> 3 nodes of 6 found
`
	if got := page().Text(false); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = `{"context":"paper","nodes":[` +
		`{"id":"aa","kind":"risk of Brochure","title":"Paper runs out","facts":["identified"],"source":"score 1.00",` +
		`"text":"The mill is on strike. … It may last.\n\n**What to do**\n\n* Order early\n* Order much\nDone.","related":["threatens, ` +
		`blocks: Trade fair [bb]"]},` +
		`{"kind":"record","title":"Ada","text":"- role: Lead\n- since: 2025"}],` +
		`"also_related":[{"id":"cc","kind":"task","title":"Print it","how":"needed by Ada"}],` +
		`"more":"… and 3 more","summary":"3 nodes of 6 found"}`
	if got := page().Text(true); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPageOfNothing(t *testing.T) {
	p := prompt.Page{Title: "x",
		Note: []prompt.Block{prompt.Text{Text: "Nothing."}, prompt.Item{Name: prompt.Name{Label: "Ada", Kind: "record"}}}}
	if got, want := p.Text(false), "# Context: x\n\nNothing.\n- Ada (record)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := p.Text(true), `{"context":"x","note":"Nothing.\n- Ada (record)","nodes":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestPageSections compares the sections of a page with its text.
func TestPageSections(t *testing.T) {
	p, tokens := page(), 0
	entity := memory.NewGraph(graphtest.Synthetic(10, 10)).Project()
	p.Entries[1].Entity = entity
	var names []string
	for _, section := range p.Sections(words) {
		names, tokens = append(names, section.Name), tokens+section.Tokens
		if wantIDs := section.Name == "nodes"; wantIDs != slices.Contains(section.IDs, entity.ID) {
			t.Errorf("section %s has ids %q", section.Name, section.IDs)
		}
	}
	if got := strings.Join(names, ", "); got != "title, nodes, also related, footer" || tokens != words(p.Text(false)) {
		t.Errorf("sections %s of %d tokens; the text has %d", got, tokens, words(p.Text(false)))
	}
}

// attached has a part with a document and one with entities.
func attached(g *memory.Graph) []prompt.Part {
	return []prompt.Part{
		{
			Name:    "pins",
			Heading: prompt.Group{prompt.Heading{Level: 2, Name: prompt.Name{Label: "Pins"}}, prompt.Text{Text: "Read."}, prompt.Blank{}},
			Blocks: []prompt.Block{prompt.AttachedDocument{Name: prompt.Name{Entity: g.Project(), Label: "Brief", ID: "aa"}, Text: "All of it.",
				Whole: true}},
		},
		{
			Name: "mentions", Heading: prompt.Heading{Level: 2, Name: prompt.Name{Label: "Mentions"}},
			Blocks: []prompt.Block{prompt.AttachedEntity{
				Name: prompt.Name{Entity: g.Project(), Label: "Ada", ID: "bb", Kind: "Person"}, Reason: "directly mentioned",
				Fields: []prompt.Fact{{Label: "role", Value: "Lead"}}, Distance: 1, Further: true,
			}},
		},
	}
}

func TestAttachedParts(t *testing.T) {
	parts := attached(memory.NewGraph(graphtest.Synthetic(10, 10)))
	front := `## Pins

Read.

### [[Brief]] [id:aa]
All of it.

---

## Mentions

### @Ada (Person) [id:bb]  ← directly mentioned
  role: Lead
  (further references not expanded)

`
	if got := prompt.Front(parts, false); got != front {
		t.Errorf("got\n%s\nwant\n%s", got, front)
	}
	for _, test := range []struct {
		front, text, want string
		asJSON            bool
	}{
		{front, "# Context\n", front + "# Context\n", false},
		{prompt.Front(nil, true), `{"context":"x"}`, `{"context":"x"}`, true},
		{prompt.Front(parts[:1], true), `{"context":"x"}`,
			`{"attached":[{"name":"pins","text":"## Pins\n\nRead.\n\n### [[Brief]] [id:aa]\nAll of it.\n\n---"}],"context":"x"}`, true},
		{prompt.Front(parts[:1], true), "",
			`{"attached":[{"name":"pins","text":"## Pins\n\nRead.\n\n### [[Brief]] [id:aa]\nAll of it.\n\n---"}]}`, true},
	} {
		got := prompt.Join(test.front, test.text, test.asJSON)
		if got != test.want || test.asJSON && !json.Valid([]byte(got)) {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestNodesOfParts(t *testing.T) {
	parts := attached(memory.NewGraph(graphtest.Synthetic(10, 10)))
	for i, want := range []prompt.Node{{Whole: true}, {Distance: 1}} {
		nodes := parts[i].Nodes(words)
		if len(nodes) != 1 || nodes[0].Whole != want.Whole || nodes[0].Distance != want.Distance ||
			nodes[0].Tokens != words(prompt.Markdown(parts[i].Blocks...)) {
			t.Errorf("%s: nodes %+v, want one like %+v", parts[i].Name, nodes, want)
		}
	}
}

// TestFit checks that texts are within their budget, or as short as possible.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens, budget := rapid.IntRange(0, 50).Draw(t, "tokens"), rapid.IntRange(0, 50).Draw(t, "budget")
		least := rapid.IntRange(0, tokens).Draw(t, "least")
		left := tokens
		fits, err := prompt.Fit(budget, func() (int, error) { return left, nil }, func(over int) bool {
			if over != left-budget {
				t.Fatalf("%d over %d, told %d", left, budget, over)
			}
			if left == least {
				return false
			}
			left--
			return true
		})
		if want := max(min(tokens, budget), least); left != want || fits != (left <= budget) || err != nil {
			t.Fatalf("left with %d (fits: %v, %v), want %d", left, fits, err, want)
		}
		most := tokens - least
		if steps := prompt.Steps(most, budget, func(step int) int { return tokens - step }); steps != min(max(tokens-budget, 0), most) {
			t.Fatalf("%d steps from %d to %d", steps, tokens, budget)
		}
	})
}

func TestFacts(t *testing.T) {
	g, err := graphtest.Read(strings.NewReader(`{"kind":"project","id":"p","name":"P"}
{"kind":"record","id":"ada","project_id":"p","name":"Ada","record_type":"person"}
{"kind":"goal","id":"goal","project_id":"p","name":"Sell","state_key":"active","target_date":"2026-12-31"}
{"kind":"task","id":"task","project_id":"p","title":"Write","state_key":"done","priority":1}
{"kind":"edge","rel":"supports_goal","src_id":"task","dst_id":"goal"}
{"kind":"goal","id":"other","project_id":"p","name":"Bake","state_key":"active"}
{"kind":"plan","id":"plan","project_id":"p","name":"Print","state_key":"active"}
{"kind":"task","id":"dropped","project_id":"p","title":"Dye","state_key":"cancelled"}
{"kind":"edge","rel":"supports_goal","src_id":"task","dst_id":"other"}
{"kind":"edge","rel":"supports_goal","src_id":"dropped","dst_id":"other"}
{"kind":"edge","rel":"has_task","src_id":"plan","dst_id":"task"}
{"kind":"edge","rel":"has_task","src_id":"plan","dst_id":"dropped"}
`))
	if err != nil {
		t.Fatal(err)
	}
	for id, props := range map[string]string{"goal": `{"owner":"Bo"}`, "task": `{"owners":["` + graph.ID("ada") + `"," ",3,"Cy"]}`} {
		g["p"].Entity(graph.ID(id)).Self().Props = graph.JSON(props) // only full entities have them
	}
	all := prompt.FactNames()
	for id, want := range map[string]string{
		"goal": "active, target 2026-12-31, progress 100% (1/1), owner Bo",
		"task": "done, priority 1, owner Ada and Cy",
		"ada":  "",
		// tasks that were cancelled are neither done nor open
		"other": "active, progress 50% (1/2, 1 cancelled)",
		"plan":  "active, tasks 1/2, 1 cancelled",
	} {
		if got := strings.Join(prompt.Facts(g["p"], g["p"].Entity(graph.ID(id)), all, time.Time{}), ", "); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
	if got := prompt.Facts(g["p"], g["p"].Entity(graph.ID("goal")), []string{"owner"}, time.Time{}); !slices.Equal(got, []string{"owner Bo"}) {
		t.Errorf("got %q, want the owner only", got)
	}
}
