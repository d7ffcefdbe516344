package mcp

import (
	"context"
	"fmt"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/mcp/schema"
)

type snapshotInput struct {
	budgeted
	Project         string `json:"project"`
	Focus           string `json:"focus"`
	Depth           *int   `json:"depth"`
	MaxNodes        *int   `json:"max_nodes"`
	MaxEdges        *int   `json:"max_edges"`
	MaxNodesPerKind *int   `json:"max_nodes_per_kind"`
}

const snapshotName = "get_graph_snapshot"

func snapshotTool() tool {
	return readingTool(snapshotName, "The graph around a project or entity as JSON, the most urgent first.",
		[]schema.Property{
			schema.Text("project", ""), schema.Text("focus", "an entity"),
			schema.Number("depth", "1 to 5").With("default", 2),
			schema.Number("max_nodes", "").With("default", 60), schema.Number("max_edges", "").With("default", 80),
			schema.Number("max_nodes_per_kind", "").With("default", 10),
		},
		getGraphSnapshot)
}

// getGraphSnapshot returns a snapshot as GraphQL's JSON.
func getGraphSnapshot(ctx context.Context, s *toolbox, given snapshotInput, budget int) (*answer, error) {
	in := query.SnapshotInput{Depth: given.Depth, MaxNodes: given.MaxNodes, MaxEdges: given.MaxEdges, MaxNodesPerKind: given.MaxNodesPerKind}
	if err := s.snapshotRoot(ctx, given, &in); err != nil {
		return nil, err
	}
	for room := budget; ; {
		in.MaxTokens = &room
		found, err := s.service.Snapshot(ctx, in)
		if err != nil {
			return nil, err
		}
		a := snapshotAnswer(found)
		over := s.budgets.tokens(a) - budget
		if over <= 0 {
			return a, nil
		}
		if a.next != "" && s.budgets.count(a.text) <= budget {
			a.next = "" // the member dropped says the same
			if s.budgets.tokens(a) <= budget {
				return a, nil
			}
		}
		room -= over + seam
	}
}

// snapshotRoot sets the start of a snapshot.
func (s *toolbox) snapshotRoot(ctx context.Context, given snapshotInput, in *query.SnapshotInput) (err error) {
	if given.Focus == "" {
		if given.Project == "" {
			return graph.BadInput("", "give project or focus; list_projects lists the projects")
		}
		in.ProjectID, err = s.names.project(ctx, given.Project)
		return err
	}
	id, err := s.names.entity(ctx, "focus", given.Focus)
	if err != nil {
		return err
	}
	found, err := s.service.Entities(ctx, []graph.Ref{{ID: id}}, graph.Light)
	if err != nil {
		return err
	}
	if found[id] == nil {
		return graph.NotFound("entity", given.Focus)
	}
	in.FocusID, in.ProjectID = &id, found[id].Self().ProjectID
	if given.Project != "" { // the snapshot refuses a focus of another project
		in.ProjectID, err = s.names.project(ctx, given.Project)
	}
	return err
}

// seam is the number of tokens by which a snapshot may cost less alone than
// with the line after it.
const seam = 8

func snapshotAnswer(found *memory.GraphSnapshot) *answer {
	dropped := 0
	for _, count := range found.Dropped {
		dropped += count.Count
	}
	a := &answer{text: found.JSON()}
	if dropped > 0 {
		a.next = fmt.Sprintf("%d nodes were dropped; around one of these: %s", dropped,
			call(snapshotName, schema.Pair("focus", "ID"), schema.Pair("depth", 1)))
	}
	return a
}
