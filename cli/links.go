package cli

import (
	"context"
	"fmt"
	"strings"
)

type linksCommand struct {
	reading
	ID        string   `arg:"" help:"The entity: a UUID, its first eight digits or more, or the id in its import."`
	Full      bool     `help:"All of them, with descriptions."`
	Kinds     []string `placeholder:"KIND" help:"The kinds to include; all by default."`
	Relations []string `placeholder:"RELATION" help:"The relations to include; all by default."`
}

const linksQuery = `query ($id: ID!, $kinds: [Kind!], $relations: [Relation!], $first: Int, $mode: TextMode!) {
  linkedEntities(id: $id, kinds: $kinds, relations: $relations) {
    total truncated counts { kind count } text(mode: $mode)
    groups(first: $first) {
      kind total
      items { relation label direction edgeId isContextDocument entity { id externalId label stateKey typeKey } }
    }
  }
}`

// maxLinks is the number of entities of each kind that --full requests. GraphQL
// allows up to 500.
const maxLinks = 200

// Run prints the linked entities as prompt text, or with --json the data of the
// GraphQL answer.
func (c *linksCommand) Run(ctx context.Context, api *api, streams Streams) error {
	kinds, err := kindNames(c.Kinds)
	if err != nil {
		return err
	}
	relations, err := relationNames(c.Relations)
	if err != nil {
		return err
	}
	variables := map[string]any{"id": entityName(c.ID), "kinds": kinds, "relations": relations, "mode": "ABBREVIATED"}
	if c.Full {
		variables["mode"], variables["first"] = "FULL", maxLinks
	}
	var answer struct {
		LinkedEntities struct{ Text string }
	}
	return api.answer(ctx, question{linksQuery, variables}, c.reading, &answer, func() error {
		fmt.Fprintln(streams.Out, strings.TrimRight(answer.LinkedEntities.Text, "\n"))
		return nil
	})
}
