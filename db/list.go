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

// List implements the Store of package query. HasPrevious of a page after a
// cursor is true, and so is HasNext of one before a cursor.
func (s *Store) List(ctx context.Context, list graph.List) (*graph.Page, error) {
	shape := shapeOf(list.Kind, list.View)
	order, err := orderOf(shape.spec, list.Order, s.dialect.ByBytes)
	if err != nil {
		return nil, err
	}
	page := &graph.Page{}
	rows := 0
	each := s.each(shape, func(entity graph.Entity) error {
		page.Entities = append(page.Entities, entity)
		return nil
	})
	queries := []Query{s.page(ctx, &list, shape, order).query(func(row Row) error {
		rows++
		return each(row)
	})}
	if list.Total {
		queries = append(queries, s.total(ctx, &list, &page.Total))
	}
	if err := s.read(ctx, queries...); err != nil {
		return nil, err
	}
	cutPage(page, &list, rows > pageSize(&list))
	return page, nil
}

// page returns the statement for the rows of a page and one more, which shows
// whether there are more. Where no index has the order, the inner statement
// sorts ids alone: Postgres would otherwise truncate the texts of all rows.
func (s *Store) page(ctx context.Context, list *graph.List, shape *shape, order ordering) *statement {
	q := s.statement().add("SELECT ", shape.list)
	sorts := !isIndexed(list)
	if sorts {
		q.add(" FROM ", shape.spec.Table, " entity JOIN (SELECT entity.id")
	}
	q.filter(ctx, shape.spec, &list.Filter)
	if list.After != nil {
		q.add(" AND ", order.after(q, list.After))
	}
	if list.Before != nil {
		q.add(" AND ", order.reversed().after(q, list.Before))
	}
	if list.Last > 0 {
		order = order.reversed()
	}
	q.add(" ORDER BY ", order.sql(), " LIMIT ", q.param(pageSize(list)+1))
	if sorts {
		q.add(") page ON page.id = entity.id ORDER BY ", order.sql())
	}
	return q
}

// isIndexed reports whether an index has the rows of a list in its order.
func isIndexed(list *graph.List) bool {
	return list.Filter.ProjectID != nil && list.Order.Field == graph.OrderUpdated && bool(list.Order.Descending)
}

func pageSize(list *graph.List) int { return max(list.First, list.Last) }

// cutPage removes the entity that is one too many, and puts the page into the
// order of the list.
func cutPage(page *graph.Page, list *graph.List, more bool) {
	if len(page.Entities) > pageSize(list) {
		page.Entities = page.Entities[:pageSize(list)]
	}
	page.HasPrevious, page.HasNext = list.After != nil, more || list.Before != nil
	if list.Last > 0 {
		slices.Reverse(page.Entities)
		page.HasPrevious, page.HasNext = more || list.After != nil, list.Before != nil
	}
}

// total returns the query for the number of rows that the filter matches.
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
// and that match the filter.
func (s *statement) filter(ctx context.Context, spec *graph.Spec, f *graph.Filter) {
	project := "entity." + projectColumn(spec)
	s.add(" FROM ", spec.Table, " entity WHERE entity.deleted_at IS NULL AND ")
	if f.ProjectID == nil {
		s.add(s.readable(project, actor(ctx)))
	} else { // the project is checked once, not for each row
		id := s.param(*f.ProjectID)
		s.add(s.readable(id, actor(ctx)), " AND ", project, " = ", id)
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

// oneOf adds the condition that a column has one of n values. If the kind lacks
// the column, no row matches.
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

// within adds the condition that a time is in the range. If the kind lacks the
// column, no row matches.
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

// lowerASCII returns a text with A to Z in lower case and all else unchanged,
// as lower() does in both databases where text is compared by bytes.
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
	backwards  bool // the list is read from its end
}

func orderOf(spec *graph.Spec, order graph.Order, byBytes string) (ordering, error) {
	field := spec.OrderColumn(order.Field)
	if field == nil {
		return ordering{}, graph.BadInput("orderBy.field", "expected one of %v for %s; got %s", spec.OrderFields(), spec.Plural, order.Field)
	}
	column := "entity." + field.Name
	if order.Field == graph.OrderLabel {
		column = fmt.Sprintf("substr(%s, 1, %d)%s", column, graph.LabelKey, byBytes)
	}
	return ordering{column: column, nullable: field.Type.Kind() == reflect.Pointer, descending: bool(order.Descending)}, nil
}

// reversed returns the order from the other end.
func (o ordering) reversed() ordering {
	o.descending, o.backwards = !o.descending, !o.backwards
	return o
}

// sql returns what follows ORDER BY. The place of nulls is part of it for
// columns that may be null only: an index serves the form without it.
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

// after returns the condition that a row comes after a cursor. It bounds the
// column by itself, so that an index can start there.
func (o ordering) after(s *statement, cursor *graph.Cursor) string {
	tie := "entity.id" + comparison(o.backwards) + " " + s.param(cursor.ID)
	switch {
	case cursor.Value == nil && o.backwards:
		return "(" + o.column + " IS NOT NULL OR " + tie + ")"
	case cursor.Value == nil:
		return "(" + o.column + " IS NULL AND " + tie + ")"
	}
	value := s.param(cursor.Value)
	condition := fmt.Sprintf("(%[1]s%[2]s= %[3]s AND (%[1]s%[2]s %[3]s OR %[4]s))", o.column, comparison(o.descending), value, tie)
	if o.nullable && !o.backwards {
		condition = "(" + o.column + " IS NULL OR " + condition + ")"
	}
	return condition
}

// comparison returns the operator between a later row's value and a cursor's.
func comparison(descending bool) string {
	if descending {
		return " <"
	}
	return " >"
}
