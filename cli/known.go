package cli

import (
	"context"
	"errors"
	"regexp"

	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/graph/contextdoc/known"
)

// digestLike matches digests and handles, also those of other versions.
var digestLike = regexp.MustCompile(`^[a-z][0-9][A-Za-z0-9_-]{10,}$`)

// knownOf returns what --known means: digests unchanged, and entities by their ids.
// A digest or an id that is not known is a warning of the document. A name that no
// entity has is an error with the nearest names.
func knownOf(ctx context.Context, api *requests.API, given []string) ([]any, error) {
	list := make([]any, len(given))
	for i, text := range given {
		list[i] = requests.EntityName(text)
		if known.IsDigest(text) || digestLike.MatchString(text) {
			list[i] = text
			continue
		}
		if graph.IsUUID(text) {
			continue
		}
		id, err := knownEntity(ctx, api, text)
		if err != nil {
			return nil, err
		}
		list[i] = id
	}
	return list, nil
}

// knownEntity returns the id of the entity with a name.
func knownEntity(ctx context.Context, a *requests.API, name string) (id string, err error) {
	var answer struct{ Entity *struct{ ID string } }
	variables := map[string]any{"id": requests.EntityName(name)}
	asked := requests.Question{Text: "query($id: ID!) { entity(id: $id) { id } }", Variables: variables}
	err = a.Answer(ctx, asked, terminal.Reading{}, &answer, func() error { return nil })
	known, is := errors.AsType[*graph.Error](err)
	switch {
	case is && known.Code == graph.CodeBadUserInput: // an ambiguous name
		return "", &graph.Error{Code: known.Code, Argument: "known", Text: known.Text}
	case is && known.Code == graph.CodeNotFound, err == nil && answer.Entity == nil:
		return "", requests.UnknownName("known", "entity", name)
	case err != nil:
		return "", err
	}
	return answer.Entity.ID, nil
}
