package prompt_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/prompt"
	"dossier/graph/reading"
)

var update = flag.Bool("update", false, "write what comes out into testdata")

var now = time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)

// TestGolden answers requests: links ID [full | hint], snapshot NODES PER-KIND
// [MAX-TOKENS], highlights, workspace MAX-TOKENS, json MAX-TOKENS (the
// workspace), focus ID MAX-TOKENS and global MAX-TOKENS.
func TestGolden(t *testing.T) {
	count := graphtest.Counter(t)
	graphtest.Golden(t, *update, func(g *memory.Graph, request string) (string, error) {
		words := strings.Fields(request)
		numbers := make([]int, len(words))
		for i, word := range words {
			numbers[i], _ = strconv.Atoi(word) // 0 if it is not a number
		}
		shown := func(id string) string { return memory.ShownID([]*memory.Graph{g}, id, nil) }
		options := prompt.Options{MaxTokens: numbers[len(numbers)-1], Count: count, Now: now, ShortID: shown}
		switch words[0] {
		case "links":
			return linksText(g, graph.ID(words[1]), slices.Contains(words, "full"), slices.Contains(words, "hint"), count)
		case "snapshot":
			q := memory.DefaultSnapshot(now, count)
			q.MaxNodes, q.MaxNodesPerKind = numbers[1], numbers[2]
			if len(numbers) > 3 {
				q.MaxTokens = numbers[3]
			}
			s, err := g.Snapshot(q)
			if err != nil {
				return "", err
			}
			return s.JSON() + "\n", nil
		case "highlights":
			return highlightsText(g), nil
		case "workspace":
			return text(workspace(g, options))
		case "json":
			options.JSON = true
			document, err := text(workspace(g, options))
			return document + "\n", err
		case "focus":
			return text(focus(g, graph.ID(words[1]), options))
		case "global":
			return text(prompt.Overview([]*memory.Graph{g}, "", options))
		}
		return "", fmt.Errorf("unknown request %s", request)
	})
}

func workspace(g *memory.Graph, options prompt.Options) (*prompt.Document, error) {
	return focus(g, g.Revision.ProjectID, options)
}

func focus(g *memory.Graph, id string, options prompt.Options) (*prompt.Document, error) {
	return prompt.Overview([]*memory.Graph{g}, id, options)
}

func text(d *prompt.Document, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return d.Text, nil
}

func highlightsText(g *memory.Graph) string {
	var out strings.Builder
	for _, list := range attention.Highlights(g, attention.HighlightQuery{Now: now}) {
		fmt.Fprintf(&out, "%s: %d and %d of %d, limit %d, complete %v, unselected %d\n", list.Name, list.Returned(), list.ListedBefore,
			list.Total, list.Limit, list.Complete(), list.Unselected)
		for _, e := range list.Items {
			fmt.Fprintf(&out, "  %s\n", *e.Self().ExternalID)
		}
	}
	return out.String()
}

func linksText(g *memory.Graph, id string, full, hint bool, count func(string) int) (string, error) {
	links, err := g.LinkedEntities(id, memory.LinkQuery{})
	switch {
	case err != nil:
		return "", err
	case full:
		return reading.FullLinks(links, inFull(g, reading.FullLinkRefs(links))), nil
	case hint:
		return reading.Links(links, "Ask `links --full` for more.", count), nil
	}
	return reading.Links(links, "", count), nil
}

// inFull returns light entities of the graph by id, as if they were full.
func inFull(g *memory.Graph, refs []graph.Ref) map[string]graph.Entity {
	full := map[string]graph.Entity{}
	for _, ref := range refs {
		full[ref.ID] = g.Entity(ref.ID)
	}
	return full
}

func TestBlockIsJSON(t *testing.T) {
	g := memory.NewGraph(graphtest.Synthetic(300, 900))
	d, err := workspace(g, prompt.Options{MaxTokens: 8000, Count: graphtest.Counter(t), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(d.Text, "```json\n")
	block, rest, found := strings.Cut(rest, "\n```\n")
	if !found || !json.Valid([]byte(block)) {
		t.Fatalf("no JSON in:\n%s", d.Text)
	}
	var s struct {
		Nodes []struct{ ID string }
		Edges []struct {
			Src string `json:"src_id"`
			Dst string `json:"dst_id"`
		}
	}
	if err := json.Unmarshal([]byte(block), &s); err != nil || len(s.Edges) < 10 {
		t.Fatalf("%d edges, %v", len(s.Edges), err)
	}
	aliases := map[string]bool{}
	for _, node := range s.Nodes {
		aliases[node.ID] = true
	}
	for _, edge := range s.Edges {
		aliases[edge.Src], aliases[edge.Dst] = true, true
	}
	for alias := range aliases {
		if !strings.Contains(rest, " "+alias+"=") {
			t.Errorf("the legend lacks %s", alias)
		}
	}
}
