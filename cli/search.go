package cli

import (
	"context"
	"strings"

	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/graph/states"
)

type searchCommand struct {
	terminal.Reading
	Words   []string `arg:"" help:"The words to search; \"quoted phrases\" and -exclusions are supported."`
	Project string   `complete:"project" placeholder:"ID" help:"The project to search; all by default."`
	Kinds   []string `complete:"kind" placeholder:"KIND" help:"The kinds to search; all by default."`
	First   int      `default:"20" help:"The number of hits, 1 to 50."`
}

const searchQuery = `query ($query: String!, $projectId: ID, $kinds: [Kind!], $first: Int) {
  search(query: $query, projectId: $projectId, kinds: $kinds, first: $first) {
    total endCursor semantic text
    hits { score confidence snippet matchedFields entity { id kind externalId label stateKey labels typeKey } project { id name } }
  }
}`

// listed is what a line of a list says of an entity.
type listed struct {
	ID, Kind, Label, StateKey string
	Labels                    []string
}

// state returns the state as texts say it.
func (l *listed) state() string {
	return states.Shown(&graph.Common{Kind: graph.Kind(strings.ToLower(l.Kind)), StateKey: &l.StateKey, Labels: l.Labels})
}

// A hit is a result of a search.
type hit struct {
	Snippet string
	Entity  listed
	Project struct{ Name string }
}

// Run prints the hits, best first, or with --json the data of the GraphQL
// answer.
func (c *searchCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	kinds, err := requests.KindNames(c.Kinds)
	if err != nil {
		return err
	}
	variables := map[string]any{"query": strings.Join(c.Words, " "), "first": c.First, "kinds": kinds}
	if c.Project != "" {
		variables["projectId"] = requests.EntityName(c.Project)
	}
	var answer struct {
		Search struct {
			Total int
			Hits  []hit
		}
	}
	ask, closeStore, err := api.Open(ctx, requests.Reads)
	if err != nil {
		return err
	}
	defer closeStore()
	return api.Print(ctx, ask, requests.Question{Text: searchQuery, Variables: variables}, c.Reading, &answer, func() error {
		found := answer.Search
		ids, rows := make([]string, len(found.Hits)), make([][]string, len(found.Hits))
		for i, one := range found.Hits {
			ids[i] = one.Entity.ID
		}
		ids = requests.ShownIDs(ctx, ask, ids)
		for i, one := range found.Hits {
			rows[i] = []string{
				ids[i], strings.ToLower(one.Entity.Kind), one.Entity.state(), one.Entity.Label, one.Project.Name, one.Snippet,
			}
		}
		return c.PrintRows(streams, []string{"ID", "KIND", "STATE", "LABEL", "PROJECT", "TEXT"}, rows, found.Total)
	})
}
