package db

import (
	"fmt"

	"dossier/db/engine"
	"dossier/graph"
)

// scanEdge reads a row of [edgeColumns].
func scanEdge(row engine.Row) (edge graph.Edge, err error) {
	var r reading
	err = r.scan(row, edges.Name, &edge.ID, &edge.ID, &edge.ProjectID, &edge.Src.ID, &edge.Src.Kind, &edge.Rel,
		&edge.Dst.ID, &edge.Dst.Kind, r.target(&edge.Props), &edge.Deleted)
	if err != nil {
		return edge, fmt.Errorf("read edge: %w", err)
	}
	return edge.Canonical(), nil
}

// edgeColumns are the columns of an edge in the table named "edge".
const edgeColumns = "edge.id, edge.project_id, edge.src_id, edge.src_kind, edge.rel, edge.dst_id, edge.dst_kind, edge.props, edge.deleted"
