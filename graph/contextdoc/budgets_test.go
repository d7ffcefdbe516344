package contextdoc_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/db/storetest"
	"dossier/graph/contextdoc"
	"dossier/graph/outline"
	"dossier/graph/text"
)

// questions are topics of the demo: with one subject, several, a list, or none.
var questions = []string{
	"offline queue", "risks of offline mode", "who owns the certification", "open tasks of Halvorsund air", "calibration in fog",
	"what blocks the launch", "compare Offline mode and Certification", "tapes of the archive", "how does the retry timer work",
}

// drawStart draws a start for documents of a library.
func (l *library) drawStart(t *rapid.T) contextdoc.Start {
	id := func() string { return rapid.SampledFrom(l.entities).Draw(t, "entity").Self().ID }
	switch rapid.IntRange(0, 6).Draw(t, "start") {
	case 0, 1:
		return contextdoc.Start{Topic: new(rapid.SampledFrom(questions).Draw(t, "question"))}
	case 2:
		return contextdoc.Start{Topic: new(rapid.SampledFrom(l.entities).Draw(t, "titled").Self().Label)}
	case 3:
		return contextdoc.Start{IDs: []string{id(), id()}}
	case 4:
		return contextdoc.Start{FocusID: new(id())}
	case 5:
		return contextdoc.Start{ProjectID: new(rapid.SampledFrom(l.projects).Draw(t, "project"))}
	}
	return contextdoc.Start{Global: new(true)}
}

// drawBudgets draws two budgets of at least 1,000 tokens, which include the
// same kinds of content.
func drawBudgets(t *rapid.T) (small, large int) {
	small = rapid.OneOf(rapid.IntRange(1000, 3000), rapid.IntRange(1000, 15_000)).Draw(t, "budget")
	return small, small + rapid.OneOf(rapid.IntRange(1, 200), rapid.IntRange(1, 8000)).Draw(t, "more")
}

// TestLargerBudgetHasAll checks for every start that the text of a larger
// budget has the entities and the sentences of that of a smaller one. For a
// topic it only checks the entities of its subjects, because the others are
// packed for each budget.
func TestLargerBudgetHasAll(t *testing.T) {
	l := libraryOf(t, demoLibrary)
	rapid.Check(t, func(r *rapid.T) {
		in := contextdoc.Input{Start: l.drawStart(r)}
		small, large := drawBudgets(r)
		less, more := l.written(r, in, small), l.written(r, in, large)
		if in.Start.Topic != nil {
			if missing := lacks(topicIDs(more), topicIDs(less)); missing != "" {
				r.Fatalf("%d tokens lack %q of %d tokens:\n%s\n---\n%s", large, missing, small, less.Text, more.Text)
			}
			return
		}
		if missing := lacks(nodeIDs(more), nodeIDs(less)); missing != "" {
			r.Fatalf("%d tokens lack %q of %d tokens:\n%s\n---\n%s", large, missing, small, less.Text, more.Text)
		}
		for _, sentence := range sentencesOf(less.Text) {
			if !strings.Contains(more.Text, sentence) {
				r.Fatalf("%d tokens lack %q of %d tokens:\n%s\n---\n%s", large, sentence, small, less.Text, more.Text)
			}
		}
	})
}

// lacks returns the first element of other that list lacks, "" for none.
func lacks(list, other []string) string {
	for _, id := range other {
		if !slices.Contains(list, id) {
			return id
		}
	}
	return ""
}

func nodeIDs(d *contextdoc.Document) (ids []string) {
	for _, node := range d.Nodes {
		ids = append(ids, node.Entity.Self().ID)
	}
	return ids
}

// topicIDs returns the ids of the subjects of a document and of their parts.
func topicIDs(d *contextdoc.Document) []string {
	for _, section := range d.Sections {
		if section.Name == "topics" {
			return section.IDs
		}
	}
	return nil
}

func (l *library) written(t *rapid.T, in contextdoc.Input, budget int) *contextdoc.Document {
	in.MaxTokens = &budget
	d, err := l.writer.Write(storetest.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sentencesOf returns the quoted sentences of a document.
func sentencesOf(document string) (list []string) {
	for _, span := range text.Sentences(document) {
		sentence := document[span.Start:span.End]
		if span.Unit == text.Prose && !strings.ContainsAny(sentence, "[]…>*") {
			list = append(list, sentence)
		}
	}
	return list
}

// TestBudgetsAreUsed checks for every start that a text fills its budget unless
// it has everything about the start. After the subjects that a question names,
// other entities only take a quarter of the budget.
func TestBudgetsAreUsed(t *testing.T) {
	l := libraryOf(t, demoLibrary)
	rapid.Check(t, func(r *rapid.T) {
		in := contextdoc.Input{Start: l.drawStart(r)}
		budget := rapid.IntRange(2000, 20_000).Draw(r, "budget")
		d := l.written(r, in, budget)
		if 10*d.Tokens >= 9*budget || len(d.OmittedBest) == 0 || d.Answerability == outline.Unlikely {
			return
		}
		all := topicTokens(l.written(r, in, 10*budget))
		if in.Start.Topic == nil || all == 0 || topicTokens(d) < all {
			r.Fatalf("%d of %d tokens, and %d entities left out:\n%s", d.Tokens, budget, len(d.OmittedBest), d.Text)
		}
	})
}

// topicTokens returns the tokens about the subjects of a question.
func topicTokens(d *contextdoc.Document) int {
	for _, section := range d.Sections {
		if section.Name == "topics" {
			return section.Tokens
		}
	}
	return 0
}
