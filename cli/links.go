package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

type linksCommand struct {
	reading
	ID        string   `arg:"" complete:"entity" help:"The entity: a UUID, its first eight digits or more, or the id in its import."`
	Full      bool     `help:"All of them, with descriptions; as text up to 500 of each kind."`
	Kinds     []string `complete:"kind" placeholder:"KIND" help:"The kinds to include; all by default."`
	Relations []string `complete:"relation" placeholder:"RELATION" help:"The relations to include; all by default."`
	Direction string   `enum:",outgoing,incoming" default:"" placeholder:"outgoing|incoming" help:"The direction of the links, seen from the entity; both by default."`
}

const linksQuery = `query ($id: ID!, $kinds: [Kind!], $relations: [Relation!], $direction: Direction, $first: Int, $offset: Int, $mode: TextMode!, $texts: Boolean = true) {
  linkedEntities(id: $id, kinds: $kinds, relations: $relations, direction: $direction) {
    total truncated counts { kind count } text(mode: $mode) @include(if: $texts)
    groups(first: $first, offset: $offset) {
      kind total
      items { relation label direction edgeId isContextDocument entity { id externalId label stateKey typeKey } }
    }
  }
}`

// linksPage is the number of entities of each kind that --full requests at
// once. GraphQL allows up to 500.
const linksPage = 200

// A linksAnswer is an answer to linksQuery, with its names.
type linksAnswer struct {
	LinkedEntities struct {
		Total     int             `json:"total"`
		Truncated bool            `json:"truncated"`
		Counts    json.RawMessage `json:"counts"`
		Text      string          `json:"text"`
		Groups    []*linksGroup   `json:"groups"`
	} `json:"linkedEntities"`
}

type linksGroup struct {
	Kind  string            `json:"kind"`
	Total int               `json:"total"`
	Items []json.RawMessage `json:"items"`
}

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
	if c.Direction != "" {
		variables["direction"] = strings.ToUpper(c.Direction)
	}
	if c.Full {
		variables["mode"], variables["first"] = "FULL", linksPage
	}
	form, err := c.form()
	if err != nil {
		return err
	}
	if c.Full && form != "" {
		return c.printAll(ctx, api, form, variables)
	}
	var answer linksAnswer
	return api.answer(ctx, question{linksQuery, variables}, c.reading, &answer, func() error {
		fmt.Fprintln(streams.Out, strings.TrimRight(answer.LinkedEntities.Text, "\n"))
		return nil
	})
}

// printAll prints the data of the answers for all pages as one.
func (c *linksCommand) printAll(ctx context.Context, api *api, form string, variables map[string]any) error {
	ask, closeStore, err := api.open(ctx, reads)
	if err != nil {
		return err
	}
	defer closeStore()
	var all linksAnswer
	for offset, more := 0, true; more; offset += linksPage {
		variables["offset"], variables["texts"] = offset, offset == 0
		var page linksAnswer
		if err := decode(ctx, ask, question{linksQuery, variables}, &page); err != nil {
			return asTyped(err, variables)
		}
		all.add(&page)
		more = page.exceeds(offset + linksPage)
	}
	return printData(api.out, form, all)
}

// add adds the items of the next page.
func (a *linksAnswer) add(page *linksAnswer) {
	links := &a.LinkedEntities
	if links.Groups == nil {
		*links = page.LinkedEntities
		links.Truncated = false
		return
	}
	for _, group := range links.Groups {
		for _, next := range page.LinkedEntities.Groups {
			if next.Kind == group.Kind {
				group.Items = append(group.Items, next.Items...)
			}
		}
	}
}

// exceeds reports whether a group has more than n items in all pages.
func (a *linksAnswer) exceeds(n int) bool {
	return slices.ContainsFunc(a.LinkedEntities.Groups, func(g *linksGroup) bool { return g.Total > n })
}
