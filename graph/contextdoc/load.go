package contextdoc

import (
	"context"
	"maps"

	"dossier/graph"
	"dossier/graph/contextdoc/style"
	"dossier/graph/pack"
	"dossier/graph/records"
)

// Estimates of the fewest tokens that an entity takes, with its text or only
// with its name. They determine how many entities are read in full, and how
// many are candidates, for a budget.
const (
	tokensPerText = 40
	tokensPerName = 8
	leastTexts    = 8
	mostTexts     = 300
)

// texts are the entities that a body may quote, read in full.
type texts struct {
	full  map[string]graph.Entity // by id
	types *records.Types          // nil if none of them is a record
}

// has reports whether the entity with an id was read.
func (t *texts) has(id string) bool { return t.full[id] != nil }

// textLimit returns how many entities a body of a number of tokens may quote.
// It is the same for all budgets of a step of [pack.Nested].
func textLimit(tokens int) int {
	if tokens > style.RoomyBudget {
		tokens = pack.Step(tokens, style.RoomyBudget)
	}
	return min(max(tokens/tokensPerText, leastTexts), mostTexts)
}

// load returns the texts that the outline quotes, and reads those of the first
// entities that were found: as many as the whole budget has room for, because the
// budget of the body is determined later.
func (w *Writer) load(ctx context.Context, r *request, sc *scope, found *ranking, about *outlined) (*texts, error) {
	var refs []graph.Ref
	for _, node := range found.answer.Nodes[:min(len(found.answer.Nodes), textLimit(r.maxTokens))] {
		if about.full[node.ID] == nil {
			refs = append(refs, graph.Ref{Kind: graph.Kind(node.Kind), ID: node.ID})
		}
	}
	full, err := w.fullTexts(ctx, r, sc, refs)
	if err != nil {
		return nil, err
	}
	maps.Copy(full, about.full)
	for _, e := range full {
		if e.Self().Kind == graph.KindRecord {
			err = w.readTypes(ctx, sc)
			break
		}
	}
	return &texts{full: full, types: sc.types}, err
}
