package db

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/graph"
)

// List implements the Store of package query. HasPrevious of a page behind a
// cursor, and HasNext of one before it, are true.
func (s *Store) List(ctx context.Context, list graph.List) (*graph.Page, error) {
	shape := shapeOf(list.Kind, list.View)
	order, err := orderOf(shape.spec, list.Order, s.dialect.ByBytes)
	if err != nil {
		return nil, err
	}
	page := &graph.Page{}
	rows := s.statement()
	rows.add("SELECT ", shape.columns())
	sorts := !isIndexed(&list) // all rows: of their ids alone, not of the texts that Postgres would cut for each of them
	if sorts {
		rows.add(" FROM ", shape.spec.Table, " entity JOIN (SELECT entity.id")
	}
	rows.filter(ctx, shape.spec, &list.Filter)
	if list.After != nil {
		rows.add(" AND ", order.behind(rows, list.After))
	}
	if list.Before != nil {
		rows.add(" AND ", order.reversed().behind(rows, list.Before))
	}
	wanted := max(list.First, list.Last)
	if list.Last > 0 {
		order = order.reversed()
	}
	rows.add(" ORDER BY ", order.sql(), " LIMIT ", rows.param(wanted+1)) // one more tells whether there are more
	if sorts {
		rows.add(") page ON page.id = entity.id ORDER BY ", order.sql())
	}
	queries := []Query{rows.query(shape.each(func(entity graph.Entity) error {
		page.Entities = append(page.Entities, entity)
		return nil
	}))}
	if list.Total {
		queries = append(queries, s.total(ctx, &list, &page.Total))
	}
	if err := s.read(ctx, queries...); err != nil {
		return nil, err
	}
	cutPage(page, &list, wanted)
	return page, nil
}

// isIndexed reports whether an index has the rows of a list in its order.
func isIndexed(list *graph.List) bool {
	return list.Filter.ProjectID != nil && list.Order.Field == graph.OrderUpdated && bool(list.Order.Descending)
}

// cutPage takes off the entity that is one too many and brings the page into
// the order of the list.
func cutPage(page *graph.Page, list *graph.List, wanted int) {
	more := len(page.Entities) > wanted
	if more {
		page.Entities = page.Entities[:wanted]
	}
	page.HasPrevious, page.HasNext = list.After != nil, more || list.Before != nil
	if list.Last > 0 {
		slices.Reverse(page.Entities)
		page.HasPrevious, page.HasNext = more || list.After != nil, list.Before != nil
	}
}

func (s *Store) total(ctx context.Context, list *graph.List, into *int) Query {
	q := s.statement().add("SELECT count(*)")
	q.filter(ctx, graph.SpecOf(list.Kind), &list.Filter)
	return q.query(func(row Row) error {
		if err := row.Scan(into); err != nil {
			return fmt.Errorf("count %s: %w", list.Kind, err)
		}
		return nil
	})
}

// filter adds FROM and WHERE: the live rows of a kind that the actor may read
// and that the filter lets through.
func (s *statement) filter(ctx context.Context, spec *graph.Spec, f *graph.Filter) {
	s.add(" FROM ", spec.Table, " entity WHERE entity.deleted_at IS NULL AND ",
		s.readable("entity."+projectColumn(spec), actor(ctx)))
	if f.ProjectID != nil {
		s.add(" AND entity.", projectColumn(spec), " = ", s.param(*f.ProjectID))
	}
	if f.TypePrefix != nil {
		length := utf8.RuneCountInString(*f.TypePrefix)
		s.add(" AND substr(entity.type_key, 1, ", s.param(length), ") = ", s.param(*f.TypePrefix))
	}
	if f.Text != nil {
		s.add(" AND ", s.dialect.Find, "(lower(entity.", spec.Label, s.dialect.ByBytes, "), ", s.param(lowerASCII(*f.Text)), ") > 0")
	}
	s.oneOf(spec, "state_key", f.States, len(f.States))
	s.oneOf(spec, "priority", f.Priorities, len(f.Priorities))
	if f.RecordType != nil {
		s.oneOf(spec, "record_type", []string{*f.RecordType}, 1)
	}
	s.within(spec.Field("updated_at"), f.Updated)
	s.within(spec.Field("created_at"), f.Created)
	s.within(spec.DueField(), f.Due)
}

// oneOf lets rows through whose column has one of n values; none if the kind
// lacks the column.
func (s *statement) oneOf(spec *graph.Spec, column string, values any, n int) {
	field := spec.Field(column)
	switch {
	case n == 0:
	case field == nil || !field.Column:
		s.add(" AND FALSE")
	default:
		s.add(" AND ", s.in("entity."+column, values))
	}
}

// within lets rows through whose time lies in the range; none if the kind lacks
// the column.
func (s *statement) within(field *graph.Field, r *graph.TimeRange) {
	switch {
	case r == nil:
		return
	case field == nil:
		s.add(" AND FALSE")
		return
	}
	if r.From != nil {
		s.add(" AND entity.", field.Name, " >= ", s.param(*r.From))
	}
	if r.To != nil {
		s.add(" AND entity.", field.Name, " < ", s.param(*r.To))
	}
}

// lowerASCII is a text with A to Z in lower case and nothing else changed, as
// the databases do it when they compare by bytes.
func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, text)
}

// An ordering is the order of a list in SQL: by a column, then by id.
type ordering struct {
	column     string
	nullable   bool
	descending bool // of the column
	backwards  bool // the whole list is read from its end
}

func orderOf(spec *graph.Spec, order graph.Order, byBytes string) (ordering, error) {
	field := spec.OrderColumn(order.Field)
	if field == nil {
		return ordering{}, graph.BadInput("orderBy.field", "lists of %s have no order by %s; want one of %v", spec.Plural, order.Field, spec.OrderFields())
	}
	column := "entity." + field.Name
	if order.Field == graph.OrderLabel {
		column = fmt.Sprintf("substr(%s, 1, %d)%s", column, graph.LabelKey, byBytes)
	}
	return ordering{column: column, nullable: field.Type.Kind() == reflect.Pointer, descending: bool(order.Descending)}, nil
}

// reversed is the order from the other end.
func (o ordering) reversed() ordering {
	o.descending, o.backwards = !o.descending, !o.backwards
	return o
}

// sql is what stands behind ORDER BY. Where there are nulls is said only for
// columns that have some: an index serves the plain form.
func (o ordering) sql() string {
	by := o.column + direction(o.descending)
	switch {
	case o.nullable && o.backwards:
		by += " NULLS FIRST"
	case o.nullable:
		by += " NULLS LAST"
	}
	return by + ", entity.id" + direction(o.backwards)
}

func direction(descending bool) string {
	if descending {
		return " DESC"
	}
	return ""
}

// behind is the condition that a row stands behind a cursor. It bounds the
// column by itself, so that an index can start there.
func (o ordering) behind(s *statement, cursor *graph.Cursor) string {
	further, id := " > ", " > "
	if o.descending {
		further = " < "
	}
	if o.backwards {
		id = " < "
	}
	tie := "entity.id" + id + s.param(cursor.ID)
	switch {
	case cursor.Value == nil && o.backwards:
		return "(" + o.column + " IS NOT NULL OR " + tie + ")"
	case cursor.Value == nil:
		return "(" + o.column + " IS NULL AND " + tie + ")"
	}
	value := s.param(cursor.Value)
	bound := o.column + strings.TrimRight(further, " ") + "= " + value
	condition := "(" + bound + " AND (" + o.column + further + value + " OR " + tie + "))"
	if o.nullable && !o.backwards {
		condition = "(" + o.column + " IS NULL OR " + condition + ")"
	}
	return condition
}
