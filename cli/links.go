package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dossier/cli/requests"
	"dossier/cli/terminal"
)

type linksCommand struct {
	terminal.Reading
	ID        string   `arg:"" complete:"entity" help:"The entity: a UUID, its first eight digits or more, or the id in its import."`
	Full      bool     `help:"As prompt text with descriptions, up to 500 of each kind; of the data in JSON all of them."`
	Kinds     []string `complete:"kind" placeholder:"KIND" help:"The kinds to include; all by default."`
	Relations []string `complete:"relation" placeholder:"RELATION" help:"The relations to include; all by default."`
	Direction string   `enum:",outgoing,incoming" default:"" placeholder:"outgoing|incoming" help:"${linksDirection}"`
}

const linksQuery = `query ($id: ID!, $kinds: [Kind!], $relations: [Relation!], $direction: Direction, $first: Int, $offset: Int, ` +
	`$mode: TextMode!, $texts: Boolean = true) {
  linkedEntities(id: $id, kinds: $kinds, relations: $relations, direction: $direction) {
    total truncated counts { kind count } text(mode: $mode) @include(if: $texts)
    groups(first: $first, offset: $offset) {
      kind total
      items { relation label direction edgeId isContextDocument entity { id kind externalId label stateKey labels typeKey } }
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

// Run prints a line for each link, with --full prompt text about them, or with
// --json the data of the GraphQL answer.
func (c *linksCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	kinds, err := requests.KindNames(c.Kinds)
	if err != nil {
		return err
	}
	relations, err := requests.RelationNames(c.Relations)
	if err != nil {
		return err
	}
	variables := map[string]any{"id": requests.EntityName(c.ID), "kinds": kinds, "relations": relations, "mode": "ABBREVIATED"}
	if c.Direction != "" {
		variables["direction"] = strings.ToUpper(c.Direction)
	}
	if c.Full {
		variables["mode"] = "FULL"
	}
	form, err := c.Form()
	if err != nil {
		return err
	}
	isList := form == terminal.FormNDJSON || form == "" && !c.Full
	if !isList && (form == "" || !c.Full) {
		var answer linksAnswer
		return api.Answer(ctx, requests.Question{Text: linksQuery, Variables: variables}, c.Reading, &answer, func() error {
			terminal.PrintDocument(streams.Out, answer.LinkedEntities.Text)
			return nil
		})
	}
	return c.printAll(ctx, api, streams, form, variables)
}

// printAll prints the links of all pages: as a list, or the data of the answers.
func (c *linksCommand) printAll(ctx context.Context, api *requests.API, streams terminal.Streams, form string,
	variables map[string]any) error {
	ask, closeStore, err := api.Open(ctx, requests.Reads)
	if err != nil {
		return err
	}
	defer closeStore()
	all, err := allLinks(ctx, ask, variables)
	if err != nil {
		return err
	}
	if form != "" && form != terminal.FormNDJSON {
		return terminal.PrintData(api.Out, form, all)
	}
	if form != "" {
		return terminal.PrintData(api.Out, form, all.items())
	}
	rows, err := all.rows(ctx, ask)
	if err != nil {
		return err
	}
	return c.PrintRows(streams, []string{"ID", "KIND", "STATE", "RELATION", "LABEL"}, rows, len(rows))
}

// allLinks returns the answers for all pages as one.
func allLinks(ctx context.Context, ask requests.Asker, variables map[string]any) (*linksAnswer, error) {
	all := &linksAnswer{}
	variables["first"] = linksPage
	for offset, more := 0, true; more; offset += linksPage {
		variables["offset"], variables["texts"] = offset, offset == 0
		var page linksAnswer
		if err := requests.Decode(ctx, ask, requests.Question{Text: linksQuery, Variables: variables}, &page); err != nil {
			return nil, requests.AsTyped(err, variables)
		}
		all.add(&page)
		more = page.exceeds(offset + linksPage)
	}
	return all, nil
}

// items returns the links of all groups.
func (a *linksAnswer) items() []json.RawMessage {
	items := []json.RawMessage{}
	for _, group := range a.LinkedEntities.Groups {
		items = append(items, group.Items...)
	}
	return items
}

// rows returns the links as rows of a list.
func (a *linksAnswer) rows(ctx context.Context, ask requests.Asker) (rows [][]string, err error) {
	var ids []string
	for _, text := range a.items() {
		var item struct {
			Label  string
			Entity listed
		}
		if err := json.Unmarshal(text, &item); err != nil {
			return nil, fmt.Errorf("read answer: %w", err)
		}
		to := item.Entity
		ids = append(ids, to.ID)
		rows = append(rows, []string{"", strings.ToLower(to.Kind), to.state(), item.Label, to.Label})
	}
	for i, id := range requests.ShownIDs(ctx, ask, ids) {
		rows[i][0] = id
	}
	return rows, nil
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
