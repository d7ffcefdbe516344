package read

import (
	"context"
	"slices"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/where"
	"dossier/graph"
	"dossier/graph/lists"
)

// A completed completes the rows of a read that other programs wrote.
type completed struct {
	conn      *conn.Conn
	completer Completer
}

// A missingColumns is a check for rows without the computed columns by which a
// read orders or filters. It runs together with the queries of the read.
type missingColumns struct {
	completed
	project *string // the project of the rows, nil for all
	specs   []*graph.Spec
	found   []*graph.Spec
}

// missing returns a check of the tables of the kinds.
func (c completed) missing(specs ...*graph.Spec) *missingColumns {
	return &missingColumns{completed: c, specs: specs}
}

// and returns the queries and that of the check, if it has kinds.
func (m *missingColumns) and(queries ...engine.Query) []engine.Query {
	if len(m.specs) == 0 {
		return queries
	}
	q := m.conn.Statement()
	for i, spec := range m.specs {
		if i > 0 {
			q.Add(" UNION ALL ")
		}
		q.Add("SELECT '", string(spec.Kind), "' WHERE EXISTS (SELECT 1 FROM ", spec.Table, " WHERE ", schema.LabelColumn, " IS NULL")
		if m.project != nil {
			q.Add(" AND ", schema.ProjectColumn(spec), " = ", q.Param(*m.project))
		}
		q.Add(")")
	}
	return append(queries, q.Query(func(row engine.Row) error {
		var kind graph.Kind
		err := row.Scan(&kind)
		m.found = append(m.found, graph.SpecOf(kind))
		return err
	}))
}

// again completes the rows that were found, and reports whether to read again.
func (m *missingColumns) again(ctx context.Context) bool {
	if len(m.found) == 0 || m.conn.ReadOnly {
		return false
	}
	ids, err := m.completer.Incomplete(ctx, m.found)
	if err != nil || m.completer.CompleteNow(ctx, ids) {
		return err == nil
	}
	ids, err = m.completer.Incomplete(ctx, m.found)
	return err == nil && len(ids) == 0 // another process or request has completed them
}

// missingForList returns the check for a list: of its kind, or of all kinds, and of those
// whose owners the filter asks about.
func (c completed) missingForList(list *lists.List, links graph.Links) *missingColumns {
	specs := graph.Kinds
	if list.Kind != "" {
		specs = []*graph.Spec{graph.SpecOf(list.Kind)}
	}
	missing := c.missing()
	missing.project = where.OnlyProject(&list.Filter)
	byLabel := slices.ContainsFunc(list.Order, func(o lists.Order) bool { return o.Field == lists.OrderLabel })
	if byLabel || links.Via == graph.ViaOwner {
		missing.add(specs)
	}
	missing.addOwned(specs, &list.Filter)
	return missing
}

// missingForGroups returns the check for groups of a kind.
func (c completed) missingForGroups(grouping *lists.Grouping) *missingColumns {
	specs := []*graph.Spec{graph.SpecOf(grouping.Kind)}
	missing := c.missing()
	missing.project = where.OnlyProject(&grouping.Filter)
	if slices.Contains(grouping.By, lists.GroupOwner) {
		missing.add(specs)
	}
	missing.addOwned(specs, &grouping.Filter)
	return missing
}

// add adds tables of kinds, each once.
func (m *missingColumns) add(specs []*graph.Spec) {
	for _, spec := range specs {
		if !slices.Contains(m.specs, spec) {
			m.specs = append(m.specs, spec)
		}
	}
}

// addOwned adds the tables of the kinds about whose owners a filter asks.
func (m *missingColumns) addOwned(specs []*graph.Spec, filter *lists.Filter) {
	filter.Each(specs, func(specs []*graph.Spec, f *lists.Filter) {
		if len(f.Owners) > 0 || f.OwnerName != nil || slices.Contains(f.Missing, lists.MissingOwner) {
			m.add(specs)
		}
	})
}
