package answer

import (
	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/memory"
)

// blockedShare is the least share of the open tasks of a project that are in the state
// blocked for its people to mean that by the word: 1/blockedShare. In most trackers,
// what waits for open work is blocked, and few or none have a state for it. By eye.
const blockedShare = 10

// blocked is the state of tasks that cannot go on.
const blocked = "blocked"

// saysBlocked reports whether the state of tasks says what is blocked in a project: not
// in one with the ids of a tracker, or of a table whose rows are called by their titles,
// where both the state and open work block.
func saysBlocked(g *memory.Graph) bool {
	open, count, tracked := 0, 0, 0
	for _, e := range g.OfKind(graph.KindTask) {
		if c := e.Self(); c.IsActive() {
			open++
			if g.IDs().IsTracked(c.ID) || c.ExternalID != nil && *c.ExternalID == c.Label {
				tracked++
			}
			if c.State() == blocked {
				count++
			}
		}
	}
	return count > 0 && count*blockedShare >= open && tracked*2 < open
}

// withStates returns a query in which tasks are blocked only by their state.
func withStates(q *ask.Query) *ask.Query {
	own := *q
	if q.Kind == graph.KindTask {
		own.Where = own.Where.Each(stateOnly)
	}
	own.Where = own.Where.Each(inLinks)
	return &own
}

func stateOnly(c ask.Cond) ask.Cond {
	if c.Op == ask.Blocked {
		return ask.Cond{Op: ask.State, Values: []string{blocked}}
	}
	return c
}

// inLinks returns a condition with the query of its link as of withStates.
func inLinks(c ask.Cond) ask.Cond {
	if c.Link != nil && c.Link.To != nil {
		link := *c.Link
		link.To = withStates(link.To)
		c.Link = &link
	}
	return c
}
