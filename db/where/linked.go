package where

import (
	"strings"

	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/lists"
)

// links adds the conditions on the entities to which a row is linked.
func (c *conditions) links(f *lists.Filter) {
	for _, list := range []struct {
		kind graph.Kind
		ids  []string
	}{{graph.KindPlan, f.Plans}, {graph.KindGoal, f.Goals}, {graph.KindMilestone, f.Milestones}} {
		if list.ids != nil {
			c.and(c.nested(graph.SpecOf(list.kind).Plural, list.ids))
		}
	}
	if l := f.Linked; l != nil {
		c.and(c.isLinked(&edgesTo{graph.Links{Kinds: l.Targets(), Ways: l.Ways()}, l.IDs, l.Where, l.Count}))
	}
	if f.Owners != nil {
		c.and(c.isOwned(c.In("owned.owner_id", f.Owners)))
	}
	if f.OwnerName != nil {
		c.and(c.isOwned(c.contains("owned.name", *f.OwnerName)))
	}
	for _, missing := range f.Missing {
		c.and(c.lacks(missing))
	}
}

// nested returns the condition that a nested list of a row contains an entity
// with one of the ids, or any entity if ids is nil.
func (c *conditions) nested(name string, ids []string) string {
	list := c.spec.NestedList(name)
	switch {
	case list == nil, list.Links.Via == graph.ViaOwner:
		return "FALSE"
	case list.Links.Via == graph.ViaProject && ids == nil:
		return "EXISTS (SELECT 1 FROM onto_entities other WHERE other.project_id = entity.id AND NOT other.deleted AND " + c.In("other.kind",
			KindNames(list.Links.Kinds)) + ")"
	case list.Links.Via == graph.ViaProject:
		return "entity.id IN (SELECT other.project_id FROM onto_entities other WHERE NOT other.deleted AND " +
			c.In("other.kind", KindNames(list.Links.Kinds)) + " AND " + c.ByIDs("other", ids) + ")"
	}
	return c.isLinked(&edgesTo{links: list.Links, ids: ids})
}

// isOwned returns the condition that a row has an owner that meets a condition.
func (c *conditions) isOwned(condition string) string {
	return "(entity.id, entity." + schema.ProjectColumn(c.spec) + ") IN (SELECT owned.entity_id, owned.project_id FROM " +
		Owners(c.Statement, c.spec, InProject(c.Statement, c.spec, c.whole)) + " owned WHERE " + condition + ")"
}

// lacks returns the condition that a row has no owner, nothing in a nested
// list, or no value in a column.
func (c *conditions) lacks(missing lists.Missing) string {
	if missing == lists.MissingOwner {
		one := func(alias, id string) string {
			condition := alias + "." + id + " = entity.id"
			if alias == "edge" {
				condition += " AND edge.project_id = entity." + schema.ProjectColumn(c.spec)
			}
			return condition
		}
		return "NOT EXISTS (SELECT 1 FROM " + Owners(c.Statement, c.spec, one) + " owned)"
	}
	if field := lists.MissingField(c.spec, missing); field != nil {
		return "entity." + field.Name + " IS NULL"
	}
	for _, list := range c.spec.Nested() {
		if list.Column() == string(missing) {
			return "NOT " + c.nested(list.Name, nil)
		}
	}
	return "FALSE"
}

// A Half is a direction in which edges are stored: from and to are "src" and
// "dst", or the reverse.
type Half struct {
	From, To  string
	Relations string // the condition on the relation, after AND; "" for all
}

// Halves returns the directions in which the edges of the ways are stored. It
// omits a direction without relations. Synonyms, which other programs store,
// are included.
func Halves(s *statement.Statement, ways []graph.Way) []Half {
	if ways == nil {
		return []Half{{"src", "dst", ""}, {"dst", "src", ""}}
	}
	var forward, back []string
	for _, way := range ways {
		same, swapped := storedNames(way.Rel)
		if !way.Out {
			same, swapped = swapped, same
		}
		forward, back = append(forward, same...), append(back, swapped...)
	}
	var halves []Half
	if len(forward) > 0 {
		halves = append(halves, Half{"src", "dst", " AND " + s.In("edge.rel", forward)})
	}
	if len(back) > 0 {
		halves = append(halves, Half{"dst", "src", " AND " + s.In("edge.rel", back)})
	}
	return halves
}

// storedNames returns the names by which edges of a relation may be stored:
// same in its direction, swapped in the other.
func storedNames(rel graph.Relation) (same, swapped []string) {
	same = []string{string(rel)}
	for _, synonym := range graph.Synonyms {
		switch {
		case synonym.For != rel:
		case synonym.Swaps:
			swapped = append(swapped, synonym.Name)
		default:
			same = append(same, synonym.Name)
		}
	}
	return same, swapped
}

// Owners returns the table of the owners of entities of a kind, with the
// columns entity_id, project_id, owner_id, name and place; see [graph.Owner]. An
// owner is of the project, and so must be the entity. The owner with the least
// place is the first. only returns the condition that limits the entities, for the
// alias of a table and its column with their ids; it may be nil.
func Owners(s *statement.Statement, spec *graph.Spec, only func(alias, id string) string) string {
	if only == nil {
		only = func(string, string) string { return "TRUE" }
	}
	named := "SELECT named.id AS entity_id, named." + schema.ProjectColumn(spec) +
		" AS project_id, owner.id AS owner_id, COALESCE(owner.name, named.owner_name) AS name, 0 AS place FROM " + spec.Table +
		" named LEFT JOIN onto_records owner ON owner.id = named.owner_id AND owner.project_id = named." + schema.ProjectColumn(spec) +
		" AND owner.deleted_at IS NULL WHERE named.owner_id IS NOT NULL AND " + only("named", "id")
	parts := []string{named}
	for _, half := range outward(s) {
		parts = append(parts, "SELECT edge."+half.To+
			"_id, edge.project_id, owner.id, owner.name, 1 FROM onto_edges edge JOIN onto_records owner ON owner.id = edge."+half.From+
			"_id AND owner.project_id = edge.project_id AND owner.deleted_at IS NULL AND "+s.In("owner.record_type", graph.PersonTypes)+
			" WHERE NOT edge.deleted AND edge."+half.From+"_kind = "+s.Param(string(graph.KindRecord))+
			" AND edge."+half.To+"_kind = "+s.Param(string(spec.Kind))+half.Relations+" AND "+only("edge", half.To+"_id"))
	}
	return "(" + strings.Join(parts, " UNION ALL ") + ")"
}

// InProject returns the condition that a row is in the project of a filter, such
// as the argument only of [Owners], nil if it has none. An edge is in
// the project of its ends.
func InProject(s *statement.Statement, spec *graph.Spec, f *lists.Filter) func(alias, id string) string {
	only := OnlyProject(f)
	if only == nil || spec.Kind == graph.KindProject {
		return nil
	}
	return func(alias, _ string) string { return alias + ".project_id = " + s.Param(*only) }
}

// OfProject returns the condition that a row of the table entity, which is found by
// its id, is in the project of a filter, after AND; "" if the filter has none, or the
// database is in one place: SQLite would take a fifth longer for a sorted list.
func OfProject(s *statement.Statement, spec *graph.Spec, f *lists.Filter) string {
	only := InProject(s, spec, f)
	if only == nil || !s.Dialect.Distributed {
		return ""
	}
	return " AND " + only("entity", "")
}

// outward returns the directions in which edges that lead from an entity are
// stored, for all relations.
func outward(s *statement.Statement) []Half {
	var swapped []string
	for _, synonym := range graph.Synonyms {
		if synonym.Swaps {
			swapped = append(swapped, synonym.Name)
		}
	}
	return []Half{
		{"src", "dst", " AND NOT " + s.In("edge.rel", swapped)},
		{"dst", "src", " AND " + s.In("edge.rel", swapped)},
	}
}

// KindNames returns the names of kinds.
func KindNames(kinds []graph.Kind) []string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = string(kind)
	}
	return names
}
