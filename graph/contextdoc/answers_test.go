package contextdoc_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/graph/contextdoc"
)

var constructionLibrary = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/construction.ndjson") })

// An answerable question is one about a graph of testdata with what its answer
// has, and what it would have if it were about something else.
type answerable struct {
	question string
	has      []string // at every budget
	roomy    []string // at 2,000 tokens
	lacks    []string
}

// constructionQuestions are what people on a building site ask.
var constructionQuestions = []answerable{
	{question: "what blocks the hall roof trusses", has: []string{"Lift the hall roof trusses"}, roomy: []string{"depends on**: Book a second crane for October"}},
	{question: "risks of Frame and roof", has: []string{"First frost before the membrane is welded", "No second crane in October"}},
	{question: "tasks of Frame and roof", has: []string{"Weld the roof membrane", "Set the precast stairs"}, lacks: []string{"Agree the kitchen layout"}},
	{question: "overdue tasks of Riverside primary school", has: []string{"Recheck the anchor bolts of axis C", "Repair the fence at the brook"}, lacks: []string{"Pour the floor screed"}},
	{question: "why ground-source heating instead of pellets", has: []string{"Ground-source heating instead of pellets", "Eleven years until it is cheaper"}},
	{question: "survey of the anchor bolts", has: []string{"Survey of the anchor bolts, 4 September"}, roomy: []string{"axis C"}},
	{question: "windows with the wrong sill", has: []string{"Windows come with the wrong sill again"}, roomy: []string{"Fit windows, north side"}},
	{question: "when is the shell watertight", has: []string{"Shell watertight", "2026-11-20"}},
	{question: "who is Oskar Lind", has: []string{"Oskar Lind", "Structural engineer"}},
	{question: "decision on floors", has: []string{"Linoleum in rooms, oak in the hall"}},
}

// TestConstructionAnswers asks the questions in 500 and in 2,000 tokens. With
// DOSSIER_ANSWERS naming a file, the answers are written to it for reading.
func TestConstructionAnswers(t *testing.T) {
	l := libraryOf(t, constructionLibrary)
	var answers strings.Builder
	for _, q := range constructionQuestions {
		for _, budget := range []int{500, 2000} {
			d := l.document(t, contextdoc.Input{
				Start: contextdoc.Start{Topic: &q.question}, MaxTokens: &budget, Now: new(time.Date(2026, 9, 30, 12, 0, 0, 0, time.UTC)),
			})
			fmt.Fprintf(&answers, "=== %s, %d tokens, confidence %.2f\n%s\n", q.question, budget, d.Confidence, d.Text)
			q.check(t, budget, d.Text)
		}
	}
	if path := os.Getenv("DOSSIER_ANSWERS"); path != "" {
		if err := os.WriteFile(path, []byte(answers.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func (q *answerable) check(t *testing.T, budget int, text string) {
	t.Helper()
	wanted := q.has
	if budget >= 2000 {
		wanted = append(wanted[:len(wanted):len(wanted)], q.roomy...)
	}
	for _, part := range wanted {
		if !strings.Contains(text, part) {
			t.Errorf("%s: %d tokens lack %q", q.question, budget, part)
		}
	}
	for _, part := range q.lacks {
		if strings.Contains(text, part) {
			t.Errorf("%s: %d tokens have %q", q.question, budget, part)
		}
	}
}
