package rank_test

import (
	"fmt"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// TestTemplateSentences checks that a template's sentences rank below a
// document's own, however well they match, unless few documents have them.
func TestTemplateSentences(t *testing.T) {
	const template, uses = "Every risk has been reviewed by the owner of the team.", 5
	var documents []index.Document
	for i := range uses {
		documents = append(documents,
			indextest.Note(fmt.Sprint("d", i), fmt.Sprint("Plan ", i), fmt.Sprintf("%s\n\nThe pump of hall %d may fail, a risk.", template, i)))
	}
	x := indextest.New(t, documents...)
	score := func() (template, own rank.Sentence) {
		list := ranker(x).Sentences("risk of the pump, says the owner", []string{"d0"})[0]
		return list[0], list[1]
	}
	if template, own := score(); !template.Repeated || own.Repeated || template.Score >= own.Score {
		t.Errorf("the template's sentence is %+v, the document's own %+v", template, own)
	}
	if err := x.Apply([]index.Document{indextest.Note("d1", "Plan 1", "Nothing to say.")}, nil); err != nil {
		t.Fatal(err)
	}
	if template, _ := score(); template.Repeated {
		t.Errorf("%d documents make a template", uses-1)
	}
}

// TestSentencesBelowHeadings checks that sentences have a share of the score of their
// own heading, and not of another one.
func TestSentencesBelowHeadings(t *testing.T) {
	x := indextest.New(t,
		indextest.Note("d", "Handbook", "# Lamps\n\nThree spare ones.\n\n# Opening the gate\n\nHolt and his deputy.\n\n# Ropes\n\nTwo coils."))
	var below []float64
	for _, s := range ranker(x).Sentences("who may open the gate", []string{"d"})[0] {
		if s.Unit != text.Heading {
			below = append(below, s.Score)
		}
	}
	if len(below) != 3 || below[1] <= below[0] || below[1] <= below[2] || below[2] != 0 {
		t.Errorf("the scores below the headings are %v", below)
	}
}

func TestSentencesOfTheUnknown(t *testing.T) {
	got := ranker(indextest.People(t)).Sentences("ruined abbey", []string{"nobody", "jed"})
	if len(got) != 2 || got[0] != nil || len(got[1]) != 1 || got[1][0].Field != "content" || got[1][0].Score <= 0 {
		t.Errorf("sentences are %+v, want none and the one of jed", got)
	}
}
