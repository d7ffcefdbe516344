package cli

import (
	"context"
	"fmt"
	"strings"
)

type searchCommand struct {
	reading
	Words   []string `arg:"" help:"The words to search; \"quoted phrases\" and -exclusions are supported."`
	Project string   `complete:"project" placeholder:"ID" help:"The project to search; all by default."`
	Kinds   []string `complete:"kind" placeholder:"KIND" help:"The kinds to search; all by default."`
	First   int      `default:"20" help:"The number of hits, 1 to 50."`
}

const searchQuery = `query ($query: String!, $projectId: ID, $kinds: [Kind!], $first: Int) {
  search(query: $query, projectId: $projectId, kinds: $kinds, first: $first) {
    total endCursor semantic text
    hits { score confidence snippet matchedFields entity { id kind externalId label stateKey typeKey } project { id name } }
  }
}`

// Run prints the hits, best first, or with --json the data of the GraphQL
// answer.
func (c *searchCommand) Run(ctx context.Context, api *api, streams Streams) error {
	kinds, err := kindNames(c.Kinds)
	if err != nil {
		return err
	}
	variables := map[string]any{"query": strings.Join(c.Words, " "), "first": c.First, "kinds": kinds}
	if c.Project != "" {
		variables["projectId"] = entityName(c.Project)
	}
	var answer struct{ Search struct{ Text string } }
	return api.answer(ctx, question{searchQuery, variables}, c.reading, &answer, func() error {
		fmt.Fprint(streams.Out, answer.Search.Text)
		return nil
	})
}
