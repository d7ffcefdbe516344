package passage_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/passage"
	"dossier/graph/text"
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
	list := passage.Find(r, passage.Question{Text: question, Names: names, Named: true}, []corpus.Doc{d}, passage.Defaults())
	if len(list) == 0 {
		return "", passage.Passage{}, 0
	}
	entry := r.Entry(d)
	at := list[0].Headings[len(list[0].Headings)-1]
	for _, token := range entry.Tokens[at.First:at.Last] {
		heading += x.Words.Text(token.Word()) + " "
	}
	return heading, list[0], len(list)
}

func TestFind(t *testing.T) {
	for question, want := range map[string]string{
		"drawbacks of the saw":                "drawbacks ",  // in the heading
		"shortcomings of the saw":             "drawbacks ",  // heads the same sections
		"why might the saw be a bad idea":     "drawbacks ",  // a phrase
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

// TestFindByPrior asks in words that explain no heading. A section that other
// documents have as well precedes one that only this document has.
func TestFindByPrior(t *testing.T) {
	var documents []index.Document
	for i, machine := range []string{"press", "lathe", "saw", "drill", "mill"} {
		paint := ""
		if machine == "saw" {
			paint = "## Paint\nThe frame has a friendly green colour, and the wheel above it a bright yellow one.\n"
		}
		documents = append(documents, indextest.Note(machine, "The "+machine, fmt.Sprintf(`# The %s
%s## Upkeep
Each wheel number %d needs some oil in the morning and a brush in the evening.
`, machine, paint, i)))
	}
	r := corpus.Over(indextest.New(t, documents...)).Open()
	defer r.Close()
	d, _ := r.Find("saw")
	list := passage.Find(r, passage.Question{Text: "gotchas", Named: true}, []corpus.Doc{d}, passage.Defaults())
	if len(list) != 2 || list[0].Start < list[1].Start {
		t.Errorf("passages = %+v, want the section that all machines have first", list)
	}
}

// TestFindNearest asks by words of one section that may only ask.
func TestFindNearest(t *testing.T) {
	r := corpus.Over(indextest.New(t, indextest.Note("saw", "The saw", `# The saw
## Overview
The saw has four legs and is painted in a friendly shade of green.
## Noise
Call the guard of the hall, who is to wait with you until the blade is still.
## Oil
The can is under the bench. A blade without oil is loud.
`))).Open()
	defer r.Close()
	d, _ := r.Find("saw")
	question := passage.Question{Text: "the saw: whom, and where", Names: []string{"The saw"}, Named: true}
	for _, word := range []string{"call", "wait"} {
		question.Words = append(question.Words, corpus.WeighedWord{Text: word, Weight: 1})
	}
	p := passage.Find(r, question, []corpus.Doc{d}, passage.Defaults())[0]
	if got := r.Indexes[0].Words.Text(r.Entry(d).Tokens[p.Headings[1].First].Word()); got != "noise" {
		t.Errorf("the first section is headed %q, want noise", got)
	}
}

// TestFindByDictionary asks by words that no manual has.
func TestFindByDictionary(t *testing.T) {
	for question, want := range map[string]string{
		"options for the saw":     "alternatives ",
		"upkeep of the saw":       "maintenance ",
		"limitations of the saw":  "notes constraints caveats ",
		"constrained by the saw?": "notes constraints caveats ", // an alternative of the heading
	} {
		x := indextest.New(t, indextest.Note("saw", "The saw", `# The saw
## Overview
The saw has four legs and is painted in a friendly shade of green.
## Alternatives
A hand tool is cheaper and cuts boards of two metres just as well.
## Maintenance
Oil the blade every month with the can that is under the bench.
## Notes/Constraints/Caveats
Boards of more than nine metres need a second man at the far end.
`))
		r := corpus.Over(x).Open()
		d, _ := r.Find("saw")
		p := passage.Find(r, passage.Question{Text: question, Names: []string{"The saw"}, Named: true}, []corpus.Doc{d}, passage.Defaults())[0]
		r.Close()
		got := ""
		for _, token := range r.Entry(d).Tokens[p.Headings[1].First:p.Headings[1].Last] {
			got += x.Words.Text(token.Word()) + " "
		}
		if got != want {
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
	question := passage.Question{Text: "the pump: valve freezes, heater thaws", Names: []string{"The pump"}, Named: true}
	best := passage.Find(r, question, []corpus.Doc{d}, passage.Defaults())[0]
	if best.Held < .5 {
		t.Errorf("found a section with %.2f of the words, want most", best.Held)
	}
	question.Named = false
	unnamed := passage.Find(r, question, []corpus.Doc{d}, passage.Defaults())[0]
	if unnamed.Held != 0 || unnamed.Score == 0 || unnamed.Score >= best.Score {
		t.Errorf("without a named subject the section scores %.2f with %.2f of the words, want less than %.2f with 0", unnamed.Score,
			unnamed.Held, best.Score)
	}
}

// TestFindSimilar asks by a word with which a heading's word begins.
func TestFindSimilar(t *testing.T) {
	x := indextest.New(t, indextest.Note("press", "The press", `# The press
## Rows
Every row of the hall has a press with ten steel plates beside it.
## Rollback
A guard turns the wheel until the old plate is in its place again.
`))
	r := corpus.Over(x).Open()
	defer r.Close()
	d, _ := r.Find("press")
	for word, want := range map[string]bool{"roll": true, "rollbackish": true, "ro": false, "rolex": false} {
		best := passage.Find(r, passage.Question{Text: word, Named: true}, []corpus.Doc{d}, passage.Defaults())[0]
		heading := best.Headings[len(best.Headings)-1]
		if found := best.Score > 0 && x.Words.Text(r.Entry(d).Tokens[heading.First].Word()) == "rollback"; found != want {
			t.Errorf("%q finds the section on rollback: %t, want %t", word, found, want)
		}
	}
}

// TestFindInLanguage asks about a document in another language than that of the
// first project.
func TestFindInLanguage(t *testing.T) {
	simple := index.New(text.Simple)
	const body = `# The %[1]s
## Hall
Every machine of the %[1]s has ten steel plates beside it and a lamp above.
## Flies
A net keeps them out of the %[1]s in summer when the doors are open.
`
	barn, shed := indextest.Note("barn", "The barn", fmt.Sprintf(body, "barn")), indextest.Note("shed", "The shed", fmt.Sprintf(body, "shed"))
	err := simple.Apply([]index.Document{barn, shed}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := corpus.Over(manuals(t), simple).Open()
	defer r.Close()
	d, _ := r.Find("barn")
	best := passage.Find(r, passage.Question{Text: "flies", Named: true}, []corpus.Doc{d}, passage.Defaults())[0]
	heading := best.Headings[len(best.Headings)-1]
	if got := simple.Words.Text(r.Entry(d).Tokens[heading.First].Word()); got != "flies" || best.Score == 0 {
		t.Errorf("found %q with the score %.2f", got, best.Score)
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
	r := corpus.Over(manuals(t)).Open()
	defer r.Close()
	if got := passage.Expected(r, passage.Question{Text: "drawbacks", Names: []string{"saw"}}, 0, passage.Defaults()); got < .5 {
		t.Errorf("headings explain %.2f of the question, want most", got)
	}
	if got := passage.Expected(r, passage.Question{Text: "zebra"}, 0, passage.Defaults()); got != 0 {
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

// TestShortSectionsFirst asks for a section in words that no heading explains:
// of two sections with as many of the words, the shorter is first.
func TestShortSectionsFirst(t *testing.T) {
	long := strings.Repeat("The crane lifts one more box of tea over the wall. ", 12)
	x := indextest.New(t, indextest.Note("crane", "Crane", "# Crane\n## History\nThe hook was bent. "+long+"\n## Parts\n"+
		"The hook was bent, and three men made it straight again with a hammer that day.\n"))
	r := corpus.Over(x).Open()
	defer r.Close()
	d, _ := r.Find("crane")
	list := passage.Find(r, passage.Question{Text: "when was the hook bent", Names: []string{"Crane"}, Named: true}, []corpus.Doc{d},
		passage.Defaults())
	if len(list) != 2 || len(list[0].Sentences) > 2 {
		t.Errorf("the first of %d sections has %d sentences, want the short one of 2", len(list), len(list[0].Sentences))
	}
}

// TestFindRareHeading asks by a word that only one family has, in a heading of it and
// in no name of it.
func TestFindRareHeading(t *testing.T) {
	documents := []index.Document{indextest.Note("pump", "Pump",
		"## Overview\nThe pump lifts water for ten years.\n## Zymurgy\nBeer flows as well as water does.\n")}
	for i := range 9 {
		documents = append(documents,
			indextest.Note(fmt.Sprint(i), fmt.Sprint("Valve ", i), "## Overview\nThe valve stops water for years, and this valve does too.\n"))
	}
	r := corpus.Over(indextest.New(t, documents...)).Open()
	defer r.Close()
	d, _ := r.Find("pump")
	list := passage.Find(r, passage.Question{Text: "how would zymurgy use the pump", Names: []string{"Pump"}, Named: true}, []corpus.Doc{d},
		passage.Defaults())
	if len(list) != 2 || list[0].Start < list[1].Start {
		t.Errorf("the section with the rare heading is not the first: %+v", list)
	}
}

// TestBestSentence checks that the sentence with the rare words of a question is the
// best of a section, and not the first one with words that all of its sentences have.
func TestBestSentence(t *testing.T) {
	x := indextest.New(t,
		indextest.Note("saw", "The saw", "# The saw\n## Oil\nThe blade key needs oil. The blade key needs water. Each spare blade is kept. "+
			"The blade key needs care. Of the blade, one spare lies there."),
		indextest.Note("mill", "The mill", "# The mill\n## Oil\nA spare key. A blade."))
	r := corpus.Over(x).Open()
	defer r.Close()
	d, _ := r.Find("saw")
	list := passage.Find(r, passage.Question{Text: "which spare blade key", Names: []string{"The saw"}, Named: true}, []corpus.Doc{d},
		passage.Defaults())
	if len(list) != 1 || list[0].Best != 2 {
		t.Errorf("got %d sections, the best sentence of the first is %d, want 2", len(list), list[0].Best)
	}
}
