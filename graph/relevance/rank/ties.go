package rank

import (
	"math"
	"time"

	"dossier/graph/relevance/corpus"
)

// TieParams are the constants of what decides between near equals. Together they
// stay below .05, beside the weights of the request's kinds; as a main weight,
// recency halved the recall.
type TieParams struct {
	// Recency is what a change just now counts. It falls by e in RecencyDays.
	Recency, RecencyDays float64
	// Active is what an active state counts.
	Active float64
}

func tieDefaults() TieParams {
	return TieParams{
		Recency:     .03, // by eye, of the method's .05 for both
		RecencyDays: 30,  // first value of the method
		Active:      .02, // by eye, of the method's .05 for both
	}
}

// breakTies adds recency, state and kind to the best documents.
func (a *answer) breakTies() {
	for i := range a.best {
		a.best[i].Score += a.tie(a.best[i].Doc)
	}
	a.best = a.reader.Top(a.best, a.request.Limit)
}

// tie returns what time, state and kind add to a document's score.
func (a *answer) tie(d corpus.Doc) float64 {
	params, attributes := &a.params.Ties, a.reader.Attributes(d)
	x := a.reader.Indexes[d.Project]
	sum := a.request.Kinds[x.Kinds()[x.KindOf(d.Ordinal)]]
	if attributes.Active {
		sum += params.Active
	}
	if !a.request.Now.IsZero() && !attributes.Modified.IsZero() {
		sum += params.Recency * freshness(attributes.Modified, a.request.Now, params.RecencyDays)
	}
	return sum
}

// freshness falls from 1 by e in a number of days.
func freshness(modified, now time.Time, days float64) float64 {
	return math.Exp(-max(0, now.Sub(modified).Hours()/24) / days)
}
