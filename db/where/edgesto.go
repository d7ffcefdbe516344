package where

import (
	"strings"

	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/lists"
)

// An edgesTo is a condition on the entities at the other ends of edges.
type edgesTo struct {
	links graph.Links
	ids   []string          // of these entities, nil for all
	where *lists.Filter     // nil for none
	count *lists.CountRange // nil for at least one
}

// isLinked returns the condition that edges of the row's project join it to as many
// entities of the project as the condition wants.
func (c *conditions) isLinked(to *edgesTo) string {
	if to.count != nil && *to.count == (lists.CountRange{}) {
		return "TRUE"
	}
	if to.ids != nil && to.where == nil && to.count == nil {
		return c.isLinkedTo(to)
	}
	var ends []string
	condition := c.Pruned(func() string {
		for _, half := range Halves(c.Statement, to.links.Ways) {
			if edge := c.edge(half, to); edge != "FALSE" {
				ends = append(ends, "edge."+half.To+"_id FROM onto_edges edge WHERE "+edge)
			}
		}
		return anyOf(ends)
	})
	if condition == "FALSE" { // as of a kind that lacks what is asked about
		return truth(to.count.Has(0))
	}
	if to.count == nil {
		for i := range ends {
			ends[i] = "EXISTS (SELECT " + ends[i] + ")"
		}
		return anyOf(ends)
	}
	return c.isCount("(SELECT count(*) FROM (SELECT DISTINCT "+strings.Join(ends, " UNION SELECT ")+") ends)", to.count)
}

// isLinkedTo returns the condition that an edge joins a row to an entity with one of
// the ids. The database starts the search at them.
func (c *conditions) isLinkedTo(to *edgesTo) string {
	var ways []string
	for _, half := range Halves(c.Statement, to.links.Ways) {
		project := c.ofWhole("edge.project_id")
		ways = append(ways,
			"(entity.id, entity."+schema.ProjectColumn(c.spec)+") IN (SELECT edge."+half.From+
				"_id, edge.project_id FROM onto_edges edge JOIN onto_entities other ON other.id = edge."+half.To+
				"_id AND other.project_id = edge.project_id WHERE NOT edge.deleted AND NOT other.deleted"+project+half.Relations+
				c.kinds(half, to)+" AND "+
				c.In("edge."+half.To+"_id",
					to.ids)+")")
	}
	return anyOf(ways)
}

// ofWhole returns the condition that a column is the project of the whole filter,
// after AND; "" if it has none. Postgres may read all edges first, and a database
// that is distributed by project needs it in each part of a statement.
func (c *conditions) ofWhole(column string) string {
	only := OnlyProject(c.whole)
	if only == nil || c.spec.Kind == graph.KindProject {
		return ""
	}
	return " AND " + c.Dialect.Unindexed + column + " = " + c.Param(*only)
}

// kinds returns the condition on the kind of the other end of an edge, after AND.
func (c *conditions) kinds(half Half, to *edgesTo) string {
	if to.links.Kinds == nil {
		return ""
	}
	return " AND " + c.In("edge."+half.To+"_kind", KindNames(to.links.Kinds))
}

// edge returns the condition that an edge leads from the row to an entity that is
// wanted.
func (c *conditions) edge(half Half, to *edgesTo) string {
	other := c.end(half, to)
	if other == "FALSE" {
		return other
	}
	condition := "edge." + half.From + "_id = entity.id AND NOT edge.deleted AND " + c.Dialect.Unindexed + "edge.project_id = entity." +
		schema.ProjectColumn(c.spec) + half.Relations
	if to.ids != nil {
		condition += " AND " + c.In("edge."+half.To+"_id", to.ids)
	}
	return condition + c.ofWhole("edge.project_id") + c.kinds(half, to) + " AND " + other
}

// end returns the condition that the other end of an edge is wanted: "FALSE" if none
// can be. In the conditions on it, the names of tables mean those of the innermost
// statement.
func (c *conditions) end(half Half, to *edgesTo) string {
	if to.where == nil {
		return "EXISTS (SELECT 1 FROM onto_entities entity WHERE entity.id = edge." + half.To + "_id AND NOT entity.deleted AND " +
			"entity.project_id = edge.project_id" + c.ofWhole("entity.project_id") + ")"
	}
	kinds := to.links.Kinds
	if kinds == nil {
		kinds = graph.AllKinds()
	}
	var some []string
	for _, kind := range kinds {
		spec := graph.SpecOf(kind)
		if spec == nil {
			continue
		}
		found := []string{
			"entity.id = edge." + half.To + "_id", "entity.deleted_at IS NULL",
			"entity." + schema.ProjectColumn(spec) + " = edge.project_id",
		}
		condition := c.Pruned(func() string {
			found[2] += c.ofWhole("entity." + schema.ProjectColumn(spec))
			return allOf(append(found, (&conditions{Statement: c.Statement, spec: spec, whole: c.whole}).of(to.where)...))
		})
		if condition != "FALSE" {
			some = append(some, "EXISTS (SELECT 1 FROM "+spec.Table+" entity WHERE "+condition+")")
		}
	}
	return anyOf(some)
}

// isCount returns the condition that an expression is a number in a range with an end.
func (c *conditions) isCount(expression string, r *lists.CountRange) string {
	switch {
	case r.To == nil:
		return expression + " >= " + c.Param(*r.From)
	case r.From == nil:
		return expression + " <= " + c.Param(*r.To)
	}
	return expression + " BETWEEN " + c.Param(*r.From) + " AND " + c.Param(*r.To)
}

// truth returns a constant condition.
func truth(is bool) string {
	if is {
		return "TRUE"
	}
	return "FALSE"
}
