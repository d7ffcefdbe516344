package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
)

type searchCommand struct {
	reading
	Words   []string `arg:"" help:"The words to search; \"quoted phrases\" and -exclusions are supported."`
	Project string   `placeholder:"ID" help:"The project to search; all by default."`
	Kinds   []string `placeholder:"KIND" help:"The kinds to search; all by default."`
	First   int      `default:"20" help:"The number of hits, 1 to 50."`
}

const searchQuery = `query ($query: String!, $projectId: ID, $kinds: [Kind!], $first: Int) {
  search(query: $query, projectId: $projectId, kinds: $kinds, first: $first) {
    total endCursor semantic
    hits { score confidence snippet matchedFields entity { id kind externalId label stateKey typeKey } project { id name } }
  }
}`

// A searchHit is what is printed of a hit.
type searchHit struct {
	Score   float64
	Snippet string
	Entity  struct{ ID, Kind, Label string }
	Project struct{ Name string }
}

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
	var answer struct {
		Search struct {
			Total int
			Hits  []searchHit
		}
	}
	return api.answer(ctx, question{searchQuery, variables}, c.reading, &answer, func() error {
		for _, hit := range answer.Search.Hits {
			printHit(streams.Out, hit)
		}
		fmt.Fprintf(streams.Out, "%d of %d\n", len(answer.Search.Hits), answer.Search.Total)
		return nil
	})
}

func printHit(out io.Writer, hit searchHit) {
	fmt.Fprintf(out, "%.2f  %s [%s] (%s, %s)\n", hit.Score, hit.Entity.Label, hit.Entity.ID, strings.ToLower(hit.Entity.Kind), hit.Project.Name)
	if hit.Snippet != "" {
		fmt.Fprintf(out, "      %s\n", hit.Snippet)
	}
}
