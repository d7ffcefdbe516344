package requests

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"dossier/graph"
)

// ShownIDs returns ids as printed: the first digits of each, or the whole id if these do
// not mean the same entity.
func ShownIDs(ctx context.Context, ask Asker, ids []string) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = graph.ShortID(nil, id)
	}
	return Meaning(ctx, ask, names, ids)
}

// Meaning returns names of entities, and the whole ids of those whose names do not mean
// them.
func Meaning(ctx context.Context, ask Asker, names, ids []string) (kept []string) {
	for i := 0; i < len(names); i += askedAtOnce {
		some := names[i:min(i+askedAtOnce, len(names))]
		var text strings.Builder
		for n, name := range some {
			fmt.Fprintf(&text, "n%d: entity(id: %s) { id } ", n, graph.EncodeJSON(name))
		}
		data, _ := ask(ctx, Question{"{ " + text.String() + "}", nil}) // the names that mean one entity
		var found map[string]*struct{ ID string }
		_ = json.Unmarshal(data, &found) // none if there is no answer
		for n, name := range some {
			if one := found[fmt.Sprint("n", n)]; one == nil || one.ID != ids[i+n] {
				name = ids[i+n]
			}
			kept = append(kept, name)
		}
	}
	return kept
}

// askedAtOnce is the number of entities in a request: servers limit aliases to 60.
const askedAtOnce = 50
