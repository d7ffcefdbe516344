package relevance

import (
	"fmt"
	"testing"
)

// TestRepeatedSentences holds what a template brings behind what is a document's own, however well it matches, until few
// have it.
func TestRepeatedSentences(t *testing.T) {
	const template = "Every risk has been reviewed by the owner of the team."
	var docs []Document
	for i := range repeatMost {
		docs = append(docs, note(fmt.Sprint("d", i), fmt.Sprint("Plan ", i), fmt.Sprintf("%s\n\nThe pump of hall %d may fail, a risk.", template, i)))
	}
	x := indexed(t, docs...)
	weigh := func() (template, own Sentence) {
		list := Over(x).Sentences("risk of the pump, says the owner", []string{"d0"})[0]
		return list[0], list[1]
	}
	if brought, own := weigh(); !brought.Repeated || own.Repeated || brought.Score >= own.Score {
		t.Errorf("the template's sentence is %+v, the document's own %+v", brought, own)
	}
	if err := x.Apply([]Document{note("d1", "Plan 1", "Nothing to say.")}, nil); err != nil {
		t.Fatal(err)
	}
	if brought, _ := weigh(); brought.Repeated {
		t.Errorf("%d documents make a template", repeatMost-1)
	}
}
