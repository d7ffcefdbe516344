package answer

import (
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

// late returns the filter for what was completed after the day on which it was due.
func (t *translation) late(spec *graph.Spec) lists.Filter {
	completed := dateOf(spec, "completed")
	if completed == nil {
		return nothing()
	}
	f := lists.Filter{IDs: []string{}}
	for _, g := range t.graphs {
		for _, e := range g.OfKind(spec.Kind) {
			due, at := graph.Due(e), completed.Value(e)
			if due != nil && at != nil && graph.DateOf(at.(time.Time), t.now.Location()).After(graph.DateOf(*due, t.now.Location())) {
				f.IDs = append(f.IDs, e.Self().ID)
			}
		}
	}
	return f
}
