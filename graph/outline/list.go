package outline

import (
	"slices"

	"dossier/graph"
	"dossier/graph/outline/parts"
)

// List has the entities that a question asks for.
type List struct {
	Groups []parts.Group
	// None is the text of the list if it is empty.
	None string
}

// allUsed is the reason for the confidence in a list that [Confidence.Doubt] does not lower.
const allUsed = "every word of the question is used"

// wholeReading is the confidence in the answer to a question that is read whole. By eye.
const wholeReading = .9

// OfList returns the outline of a list that answers a question of which every word is
// used. Only the kinds are kept for which keep returns true; nil keeps all.
func OfList(list *List, keep func(graph.Kind) bool) *Outline {
	o := &Outline{List: list,
		Confidence: Confidence{Value: wholeReading, Answer: Likely, Reasons: []string{allUsed}}}
	if keep != nil {
		o.keep(keep)
	}
	return o
}

// Doubt makes an answer at most a part of one, for a reason, "" for none.
func (c *Confidence) Doubt(reason string) {
	if reason == "" || c.Answer != Likely {
		return
	}
	c.Answer, c.Value = Partly, min(c.Value, justBelow*confidenceParams.Likely)
	c.Reasons = slices.DeleteFunc(c.Reasons, func(reason string) bool { return reason == allUsed })
	c.Reasons = append(c.Reasons, reason)
}
