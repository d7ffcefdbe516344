package requests

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dossier/cli/terminal"
	"dossier/glyphs"
	"dossier/graph"
)

// nearest is the number of names that an error suggests for an unknown name.
const nearest = 3

// Suggest adds to the error about an unknown name the nearest names.
func (a *API) Suggest(ctx context.Context, err error) error {
	none, is := errors.AsType[*unknown](err)
	if !is || ctx.Err() != nil {
		return err
	}
	var near struct {
		Search struct {
			Hits []struct{ Entity struct{ ID, Label string } }
		}
	}
	variables := map[string]any{"name": graph.Truncate(none.name, graph.MaxQueryRunes), "first": nearest}
	if none.what == "project" {
		variables["kinds"] = []string{"PROJECT"}
	}
	const text = "query($name: String!, $kinds: [Kind!], $first: Int!) { search(query: $name, kinds: $kinds, first: $first) { " +
		"hits { entity { id label } } } }"
	if failed := a.Answer(ctx, Question{text, variables}, terminal.Reading{}, &near, func() error { return nil }); failed != nil ||
		len(near.Search.Hits) == 0 {
		return err
	}
	var names []string
	for _, hit := range near.Search.Hits {
		names = append(names, fmt.Sprintf("%s (%s)", glyphs.Shown(graph.Line(hit.Entity.Label, 60)), hit.Entity.ID))
	}
	shown := *none.err
	shown.Text = strings.Replace(shown.Text, HowNamed, "the nearest are "+strings.Join(names, ", "), 1)
	return &shown
}
