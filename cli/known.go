package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"dossier/cli/terminal"
	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/contextdoc/known"
)

// digestLike matches digests and handles, also those of other versions.
var digestLike = regexp.MustCompile(`^[a-z][0-9][A-Za-z0-9_-]{10,}$`)

// knownOf returns what --known means: digests unchanged, and entities by their ids.
// A digest or an id that is not known is a warning of the document. A name that no
// entity has is an error with the nearest names.
func knownOf(ctx context.Context, api *api, given []string) ([]any, error) {
	list := make([]any, len(given))
	for i, text := range given {
		list[i] = entityName(text)
		if known.IsDigest(text) || digestLike.MatchString(text) {
			list[i] = text
			continue
		}
		if graph.IsUUID(text) {
			continue
		}
		id, err := api.knownEntity(ctx, text)
		if err != nil {
			return nil, err
		}
		list[i] = id
	}
	return list, nil
}

// knownEntity returns the id of the entity with a name.
func (a *api) knownEntity(ctx context.Context, name string) (id string, err error) {
	var answer struct{ Entity *struct{ ID string } }
	variables := map[string]any{"id": entityName(name)}
	err = a.answer(ctx, question{"query($id: ID!) { entity(id: $id) { id } }", variables}, terminal.Reading{}, &answer, func() error { return nil })
	known, is := errors.AsType[*graph.Error](err)
	switch {
	case is && known.Code == graph.CodeBadUserInput: // an ambiguous name
		return "", &graph.Error{Code: known.Code, Argument: "known", Text: known.Text}
	case is && known.Code == graph.CodeNotFound, err == nil && answer.Entity == nil:
		return "", unknownName("known", "entity", name)
	case err != nil:
		return "", err
	}
	return answer.Entity.ID, nil
}

// nearest is the number of names that an error suggests for an unknown name.
const nearest = 3

// suggest adds to the error about an unknown name the nearest names.
func (a *api) suggest(ctx context.Context, err error) error {
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
	if failed := a.answer(ctx, question{text, variables}, terminal.Reading{}, &near, func() error { return nil }); failed != nil ||
		len(near.Search.Hits) == 0 {
		return err
	}
	var names []string
	for _, hit := range near.Search.Hits {
		names = append(names, fmt.Sprintf("%s (%s)", glyphs.Shown(graph.Line(hit.Entity.Label, 60)), hit.Entity.ID))
	}
	shown := *none.err
	shown.Text = strings.Replace(shown.Text, howNamed, "the nearest are "+strings.Join(names, ", "), 1)
	return &shown
}
