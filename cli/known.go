package cli

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/contextdoc"
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
		if contextdoc.IsDigest(text) || digestLike.MatchString(text) {
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

// knownEntity returns the id of the entity with a name. The error has the nearest
// names.
func (a *api) knownEntity(ctx context.Context, name string) (id string, err error) {
	var answer struct{ Entity struct{ ID string } }
	found := question{"query($id: ID!) { entity(id: $id) { id } }", map[string]any{"id": entityName(name)}}
	err = a.answer(ctx, found, reading{}, &answer, func() error { return nil })
	if code := graph.CodeOf(err); code != graph.CodeNotFound && code != graph.CodeBadUserInput {
		return answer.Entity.ID, err
	}
	var near struct {
		Search struct {
			Hits []struct{ Entity struct{ ID, Label string } }
		}
	}
	similar := question{"query($name: String!) { search(query: $name, first: 3) { hits { entity { id label } } } }", map[string]any{"name": name}}
	if failed := a.answer(ctx, similar, reading{}, &near, func() error { return nil }); failed != nil || len(near.Search.Hits) == 0 {
		return "", err
	}
	var names []string
	for _, hit := range near.Search.Hits {
		names = append(names, fmt.Sprintf("%s (%s)", glyphs.Shown(graph.Line(hit.Entity.Label, 60)), hit.Entity.ID))
	}
	text := fmt.Sprintf("no entity is called %q; the nearest are %s", graph.Truncate(name, 60), strings.Join(names, ", "))
	return "", &graph.Error{Code: graph.CodeNotFound, Argument: "known", Text: text}
}
