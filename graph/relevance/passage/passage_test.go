package passage_test

import (
	"fmt"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/passage"
)

// manuals returns an index of manuals with one template: each has the same
// headings, and other words below them.
func manuals(t testing.TB) *index.Index {
	t.Helper()
	var documents []index.Document
	for i, machine := range []string{"press", "lathe", "saw", "drill", "mill"} {
		documents = append(documents, indextest.Note(machine, "The "+machine, fmt.Sprintf(`# The %[1]s
## Overview
The %[1]s stands in hall %[2]d and cuts steel number %[2]d all day long.
## Drawbacks
<!-- Why should the machine not be bought? -->
Each %[1]s is loud, slow number %[2]d and dear to keep in steel parts.
## Going back
To undo a job on the %[1]s turn wheel %[2]d and restore the old steel plate.
### By night
At night a guard of hall %[2]d undoes the job and restores plates alone.
## Signoff
All forms are filled in and signed by the head of the hall before work.
`, machine, i)))
	}
	return indextest.New(t, documents...)
}

func first(t testing.TB, question string, names ...string) (heading string, p passage.Passage, found int) {
	t.Helper()
	x := manuals(t)
	r := corpus.Over(x).Open()
	defer r.Close()
	d, _ := r.Find("saw")
	list := passage.Find(r, question, names, []corpus.Doc{d}, passage.Defaults())
	if len(list) == 0 {
		return "", passage.Passage{}, 0
	}
	entry := r.Entry(d)
	at := list[0].Headings[len(list[0].Headings)-1]
	for _, token := range entry.Tokens[at.First:at.Last] {
		heading += x.WordText(token.Word()) + " "
	}
	return heading, list[0], len(list)
}

func TestFind(t *testing.T) {
	for question, want := range map[string]string{
		"drawbacks of the saw":                "drawbacks ",  // in the heading
		"why should the saw not be bought":    "drawbacks ",  // in the template
		"which wheel do I turn to undo a job": "going back ", // below the heading in other manuals
		"what does the guard do at night":     "by night ",
		"give me an overview":                 "overview ",
	} {
		if got, _, _ := first(t, question, "saw"); got != want {
			t.Errorf("%q finds %q, want %q", question, got, want)
		}
	}
}

// TestFindByWords asks by words that no heading explains, of a section that is
// not the first one with some of them.
func TestFindByWords(t *testing.T) {
	x := indextest.New(t, indextest.Note("pump", "The pump", `# The pump
## Noise
The pump is loud at night and the valve beside it hums all day long.
## Cold days
Below zero the valve freezes and a heater beside the pump thaws it.
## Warm days
Nothing happens to the pump on warm days except that it needs some shade.
`))
	r := corpus.Over(x).Open()
	defer r.Close()
	d, _ := r.Find("pump")
	params := passage.Defaults()
	best := passage.Find(r, "the pump: valve freezes, heater thaws", []string{"The pump"}, []corpus.Doc{d}, params)[0]
	if best.Held < .5 {
		t.Errorf("found a section with %.2f of the words, want most", best.Held)
	}
	params.Word = 0
	if best := passage.Find(r, "the pump: valve freezes, heater thaws", nil, []corpus.Doc{d}, params)[0]; best.Held != 0 {
		t.Errorf("without a named subject the section has %.2f of the words, want 0", best.Held)
	}
}

// TestTemplatesAreLeftOut asks for a section with only sentences of a template.
func TestTemplatesAreLeftOut(t *testing.T) {
	heading, p, found := first(t, "signoff forms", "saw")
	if heading == "signoff " || found != 4 {
		t.Errorf("found %q with %d sentences among %d sections, want no section of a template", heading, len(p.Sentences), found)
	}
}

func TestAskedAndExpected(t *testing.T) {
	_, p, _ := first(t, "drawbacks", "saw")
	if p.Asked < .5 {
		t.Errorf("the heading explains %.2f of the question, want most", p.Asked)
	}
	x := manuals(t)
	defer index.Lock([]*index.Index{x})()
	if got := passage.Expected(x, "drawbacks", []string{"saw"}, passage.Defaults()); got < .5 {
		t.Errorf("headings explain %.2f of the question, want most", got)
	}
	if got := passage.Expected(x, "zebra", nil, passage.Defaults()); got != 0 {
		t.Errorf("headings explain %.2f of an unknown word, want 0", got)
	}
}

func TestFindWithoutWords(t *testing.T) {
	for _, question := range []string{"", "zebra", "saw"} {
		if _, p, _ := first(t, question, "saw"); p.Asked > 0 {
			t.Errorf("%q is explained by %.2f, want 0", question, p.Asked)
		}
	}
}
