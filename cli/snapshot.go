package cli

import (
	"context"
	"fmt"
	"strings"

	"dossier/cli/requests"
	"dossier/cli/terminal"
)

type snapshotCommand struct {
	terminal.Reading
	Project         string  `arg:"" complete:"project" help:"The project: a UUID or the id in its import."`
	Focus           string  `complete:"entity" placeholder:"ID" help:"Starting entity (default: the project)."`
	Depth           int     `default:"2" help:"How many edges to walk from the start, 1 to 5."`
	MaxNodes        int     `default:"60" help:"Maximum number of nodes."`
	MaxEdges        int     `default:"80" help:"Maximum number of edges."`
	MaxNodesPerKind int     `default:"10" help:"Maximum number of nodes of each kind."`
	MaxTokens       *int    `help:"The token budget of the JSON; unlimited by default."`
	Now             *string `placeholder:"TIME" help:"The current time, in RFC 3339, or a date; the machine's clock by default."`
}

const snapshotQuery = `query ` +
	`($projectId: ID!, $focusId: ID, $depth: Int, $maxNodes: Int, $maxEdges: Int, $maxNodesPerKind: Int, $maxTokens: Int, $now: DateTime) {
  graphSnapshot(projectId: $projectId, focusId: $focusId, depth: $depth, maxNodes: $maxNodes, maxEdges: $maxEdges,
      maxNodesPerKind: $maxNodesPerKind, maxTokens: $maxTokens, now: $now) {
    rootId rootKind maxDepth
    nodes { entityId kind name stateKey typeKey directEdge lastUpdated depth }
    edges { edgeId srcId srcKind dstId dstKind rel }
    coverage { kind total direct linked unlinked orphaned }
    dropped { kind count } droppedEdges dangling json tokens
  }
}`

// Run prints the snapshot's JSON, or with --json the data of the GraphQL
// answer.
func (c *snapshotCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	api.Warm()
	variables := map[string]any{
		"projectId": requests.EntityName(c.Project), "depth": c.Depth, "maxNodes": c.MaxNodes, "maxEdges": c.MaxEdges,
		"maxNodesPerKind": c.MaxNodesPerKind, "maxTokens": c.MaxTokens,
	}
	if c.Focus != "" {
		variables["focusId"] = requests.EntityName(c.Focus)
	}
	if c.Now != nil {
		variables["now"] = *c.Now
	}
	var answer struct {
		GraphSnapshot struct{ JSON string }
	}
	return api.Answer(ctx, requests.Question{Text: snapshotQuery, Variables: variables}, c.Reading, &answer, func() error {
		fmt.Fprintln(streams.Out, strings.TrimRight(answer.GraphSnapshot.JSON, "\n"))
		return nil
	})
}
