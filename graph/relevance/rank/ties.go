package rank

import (
	"math"
	"time"

	"dossier/graph/relevance/corpus"
)

// TieParams are the constants that decide between nearly equal scores. Recency
// and Active add up to .05 at most. As a main weight, recency halved the recall.
type TieParams struct {
	// Recency is added for a change just now. It decreases by a factor of e every
	// RecencyDays.
	Recency, RecencyDays float64
	// Active is added for an active state.
	Active float64
}

func tieDefaults() TieParams {
	return TieParams{
		Recency:     .03, // by eye; the method has .05 for both together
		RecencyDays: 30,  // first value of the method
		Active:      .02, // by eye; the method has .05 for both together
	}
}

// breakTies adds recency and state to the best documents.
func (c *choosing) breakTies() {
	for i := range c.best {
		c.best[i].Score += c.tie(c.best[i].Doc)
	}
	c.best = c.reader.Top(c.best, c.request.Limit)
}

// tie returns the score of a document's time and state.
func (c *choosing) tie(d corpus.Doc) float64 {
	params, attributes := &c.params.Ties, c.reader.Attributes(d)
	sum := 0.0
	if attributes.Active {
		sum += params.Active
	}
	if !c.request.Now.IsZero() && !attributes.Modified.IsZero() {
		sum += params.Recency * freshness(attributes.Modified, c.request.Now, params.RecencyDays)
	}
	return sum
}

// freshness returns 1 for now, less by a factor of e for each period of days.
func freshness(modified, now time.Time, days float64) float64 {
	return math.Exp(-max(0, now.Sub(modified).Hours()/24) / days)
}
