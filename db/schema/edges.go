package schema

import (
	"fmt"

	"dossier/db/engine"
	"dossier/graph"
)

// ScanEdge reads a row of [EdgeColumns].
func ScanEdge(row engine.Row) (edge graph.Edge, err error) {
	var r Reading
	err = r.Scan(row, Edges.Name, &edge.ID, &edge.ID, &edge.ProjectID, &edge.Src.ID, &edge.Src.Kind, &edge.Rel,
		&edge.Dst.ID, &edge.Dst.Kind, r.Target(&edge.Props), &edge.Deleted)
	if err != nil {
		return edge, fmt.Errorf("read edge: %w", err)
	}
	return edge.Canonical(), nil
}

// EdgeColumns are the columns of an edge in the table named "edge".
const EdgeColumns = "edge.id, edge.project_id, edge.src_id, edge.src_kind, edge.rel, edge.dst_id, edge.dst_kind, edge.props, edge.deleted"
