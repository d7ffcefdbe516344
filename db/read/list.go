package read

import (
	"context"
	"fmt"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/db/where"
	"dossier/graph"
	"dossier/graph/lists"
)

// List implements the Store of package query. After a cursor, HasPrevious is
// always true; before a cursor, HasNext is.
func (r *ListReader) List(ctx context.Context, list lists.List) (*lists.Page, error) {
	order, err := orderOf(&r.conn.Dialect, graph.SpecOf(list.Kind), list.Order)
	if err != nil {
		return nil, err
	}
	page, rows := &lists.Page{}, 0
	queries := []engine.Query{r.rows(ctx, &list, order, page, &rows)}
	if list.Total {
		queries = append(queries, r.total(ctx, &list, &page.Total))
	}
	missing := r.missingForList(&list, graph.Links{})
	if err := r.conn.Read(ctx, missing.and(queries...)...); err != nil {
		return nil, err
	}
	if missing.again(ctx) {
		return r.List(ctx, list)
	}
	cutPage(page, &list, rows > pageSize(&list))
	return page, nil
}

// rows returns the query that adds the entities of a list to its page, and
// counts its rows, including those that are left out.
func (r *ListReader) rows(ctx context.Context, list *lists.List, order ordering, page *lists.Page, rows *int) engine.Query {
	shape := schema.ShapeOf(list.Kind, list.View)
	if list.Columns != nil {
		shape = shape.Only(append(order.columns(), list.Columns...))
	}
	each := r.conn.Each(shape, func(entity graph.Entity) error {
		if page.Entities == nil {
			page.Entities = make([]graph.Entity, 0, min(pageSize(list)+1, usualPage))
		}
		page.Entities = append(page.Entities, entity)
		return nil
	})
	return r.page(ctx, list, shape, order).Query(func(row engine.Row) error {
		*rows++
		return each(row)
	})
}

// usualPage is the size of a page up to which its list grows in one step.
const usualPage = 64

// page returns the statement for the rows of a page and one more, which shows
// whether there are more. If no index has the order, the inner statement sorts
// only ids, because Postgres would truncate the texts of all rows otherwise.
func (r *ListReader) page(ctx context.Context, list *lists.List, shape *schema.Shape, order ordering) *statement.Statement {
	q := r.conn.Statement().Add("SELECT ", shape.Columns)
	sorts := !isIndexed(list)
	if sorts {
		q.Add(" FROM ", shape.Spec.Table, " entity JOIN (SELECT entity.id", inProjectOf(shape.Spec))
	}
	conditions := where.From(ctx, q, shape.Spec, &list.Filter)
	for _, condition := range order.between(q, list) {
		q.Add(" AND ", condition)
	}
	order = order.from(list)
	q.Add(" ORDER BY ", order.sql(), " LIMIT ", q.Param(pageSize(list)+1))
	switch {
	case sorts:
		q.Add(") page ON page.id = entity.id", isInProjectOf(shape.Spec, "page"), where.OfProject(q, shape.Spec, &list.Filter),
			" ORDER BY ", order.sql())
	case conditions == 0:
		q.Repeats(engine.UUID, engine.UUID, engine.Integer) // the project, the actor and the limit
	}
	return q
}

// inProjectOf returns the column of an entity's project after a comma, "" for
// projects, whose key is the id alone.
func inProjectOf(spec *graph.Spec) string {
	if spec.Kind == graph.KindProject {
		return ""
	}
	return ", entity.project_id"
}

// isInProjectOf returns the condition that an entity is in the project that rows of
// another table have, after AND; "" for projects.
func isInProjectOf(spec *graph.Spec, other string) string {
	if spec.Kind == graph.KindProject {
		return ""
	}
	return " AND entity.project_id = " + other + ".project_id"
}

// isIndexed reports whether an index has the rows of a list in its order: the
// list is of a project and has one order, in which nulls, if any, are at the
// end of the index.
func isIndexed(list *lists.List) bool {
	if list.Filter.ProjectID == nil || len(list.Order) > 1 || list.Kind == graph.KindProject {
		return false
	}
	switch order := list.Order[0]; order.Field {
	case lists.OrderCreated, lists.OrderUpdated, lists.OrderLabel:
		return true
	default:
		return !bool(order.Descending) && slices.Contains(lists.IndexedOrders(graph.SpecOf(list.Kind)), order.Field)
	}
}

func pageSize(list *lists.List) int { return max(list.First, list.Last) }

// cutPage removes the extra entity, puts the page into the order of the list,
// and sets HasPrevious and HasNext.
func cutPage(page *lists.Page, list *lists.List, more bool) {
	if len(page.Entities) > pageSize(list) {
		page.Entities = page.Entities[:pageSize(list)]
	}
	page.HasPrevious, page.HasNext = list.After != nil, more || list.Before != nil
	if list.Last > 0 {
		slices.Reverse(page.Entities)
		page.HasPrevious, page.HasNext = more || list.After != nil, list.Before != nil
	}
}

// total returns the query that counts the rows that the filter matches.
func (r *ListReader) total(ctx context.Context, list *lists.List, into *int) engine.Query {
	q := r.conn.Statement().Add("SELECT count(*)")
	where.From(ctx, q, graph.SpecOf(list.Kind), &list.Filter)
	return q.Query(func(row engine.Row) error {
		if err := row.Scan(into); err != nil {
			return fmt.Errorf("count %s: %w", list.Kind, err)
		}
		return nil
	})
}
