// Package where writes filters of lists as conditions in SQL. Package filter of the graph
// evaluates the same filters in memory.
package where

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/lists"
)

// From adds FROM and WHERE: the live rows of a kind that the actor may read
// and that match the filter. It returns the number of conditions besides the
// project.
func From(ctx context.Context, s *statement.Statement, spec *graph.Spec, f *lists.Filter) int {
	s.Add(" FROM ", spec.Table, " entity WHERE ", Live(ctx, s, spec, f))
	conditions := Conditions(s, spec, f)
	for _, condition := range conditions {
		s.Add(" AND ", condition)
	}
	return len(conditions)
}

// Live returns the condition that a row of a kind is not deleted, that the
// actor may read it, and that it is in the filter's project, if any. Access to
// that project is checked once and not for each row.
func Live(ctx context.Context, s *statement.Statement, spec *graph.Spec, f *lists.Filter) string {
	project := "entity." + schema.ProjectColumn(spec)
	only := OnlyProject(f)
	if only == nil {
		return "entity.deleted_at IS NULL AND " + s.Readable(project, statement.SubjectOf(ctx))
	}
	id := s.Param(*only)
	return "entity.deleted_at IS NULL AND " + s.Readable(id, statement.SubjectOf(ctx)) + " AND " + project + " = " + id
}

// OnlyProject returns the only project whose rows match a filter, nil if there may
// be several.
func OnlyProject(f *lists.Filter) *string {
	if f.ProjectID == nil && len(f.Projects) == 1 {
		return &f.Projects[0]
	}
	return f.ProjectID
}

// Conditions returns the conditions under which a row matches the filter.
func Conditions(s *statement.Statement, spec *graph.Spec, f *lists.Filter) []string {
	return (&conditions{Statement: s, spec: spec, whole: f}).of(f)
}

// A conditions collects the conditions on the rows of a kind.
type conditions struct {
	*statement.Statement
	spec  *graph.Spec
	whole *lists.Filter // the whole filter, which may limit the project
	list  []string
}

// of returns the conditions of a filter, which is whole or a part of it.
func (c *conditions) of(f *lists.Filter) []string {
	c.columns(f)
	c.dates(f)
	c.fields(f)
	c.links(f)
	c.parts(f)
	return c.list
}

func (c *conditions) and(parts ...string) { c.list = append(c.list, strings.Join(parts, "")) }

func (c *conditions) columns(f *lists.Filter) {
	if f.TypePrefix != nil {
		length := utf8.RuneCountInString(*f.TypePrefix)
		c.and("substr(entity.type_key, 1, ", c.Param(length), ") = ", c.Param(*f.TypePrefix))
	}
	if f.Text != nil {
		c.and(c.contains("entity."+c.spec.Label, *f.Text))
	}
	oneOf(c, schema.ProjectColumn(c.spec), f.Projects)
	if f.IDs != nil {
		c.and(c.isAmong(f.IDs))
	}
	oneOf(c, "external_id", f.ExternalIDs)
	oneOf(c, "state_key", f.States)
	oneOf(c, "type_key", f.Types)
	oneOf(c, "priority", f.Priorities)
	oneOf(c, "impact", f.Impacts)
	if f.RecordType != nil {
		oneOf(c, "record_type", []string{*f.RecordType})
	}
	if f.Labels != nil && c.has("labels") {
		c.labels(f.Labels)
	}
	if r := f.Probability; r != nil && c.has("probability") {
		c.and("entity.probability IS NOT NULL")
		if r.From != nil {
			c.and("entity.probability >= ", c.Param(*r.From))
		}
		if r.To != nil {
			c.and("entity.probability <= ", c.Param(*r.To))
		}
	}
}

// labels adds the conditions on the labels of a row.
func (c *conditions) labels(f *lists.LabelFilter) {
	has := func(list []string, all bool) string { return c.Dialect.Has("entity.labels", c.Param(list), all) }
	if f.Any != nil {
		c.and(has(f.Any, false))
	}
	if len(f.All) > 0 {
		c.and(has(f.All, true))
	}
	if len(f.None) > 0 {
		c.and("NOT COALESCE(", has(f.None, false), ", FALSE)")
	}
}

// contains returns the condition that a column contains a text, ignoring ASCII
// case.
func (c *conditions) contains(column, text string) string {
	return c.Dialect.Find + "(lower(" + column + c.Dialect.ByBytes + "), " + c.Param(lowerASCII(text)) + ") > 0"
}

// isAmong returns the condition that a row has one of the ids.
func (c *conditions) isAmong(ids []string) string {
	if c.spec.Kind == graph.KindProject || OnlyProject(c.whole) != nil { // which another condition names
		return c.In("entity.id", ids)
	}
	return c.ByIDs("entity", ids)
}

// has reports whether the kind has a column. If not, it makes no row match.
func (c *conditions) has(column string) bool {
	field := c.spec.Field(column)
	has := field != nil && field.Column
	if !has {
		c.and("FALSE")
	}
	return has
}

// oneOf adds the condition that a column has one of the values, unless values is
// nil.
func oneOf[T any](c *conditions, column string, values []T) {
	if values != nil && c.has(column) {
		c.and(c.In("entity."+column, values))
	}
}

func (c *conditions) dates(f *lists.Filter) {
	for _, named := range f.Ranges() {
		if named.Range == nil {
			continue
		}
		field := dateField(c.spec, named.Name)
		if field == nil {
			c.and("FALSE")
			continue
		}
		c.within("entity."+field.Name, named.Range)
	}
	if f.Overdue != nil {
		c.and(c.overdue(*f.Overdue, f))
	}
}

func dateField(spec *graph.Spec, name string) *graph.Field {
	for _, field := range spec.DateFields() {
		if field.DateName() == name {
			return &field
		}
	}
	return nil
}

// within adds the condition that a time is in the range.
func (c *conditions) within(column string, r *lists.TimeRange) {
	if r.From != nil {
		c.bound(column, " >= ", *r.From)
	}
	if r.To != nil {
		c.bound(column, " < ", *r.To)
	}
	if r.From == nil && r.To == nil {
		c.and("TRUE")
	}
}

// bound adds the condition that a time is on a side of a bound; a date is compared with
// what a clock shows at the bound.
func (c *conditions) bound(column, is string, at time.Time) {
	if _, offset := at.Zone(); offset == 0 {
		c.and(column, is, c.Param(at))
		return
	}
	c.and("CASE WHEN ", c.Dialect.IsDate(column), " THEN ", column, is, c.Param(graph.WallClock(at)), " ELSE ", column, is,
		c.Param(at.UTC()), " END")
}

// overdue returns the condition that a row is overdue, or that it is not.
func (c *conditions) overdue(is bool, f *lists.Filter) string {
	condition := IsOverdue(c.Statement, c.spec, f)
	if is {
		return condition
	}
	return "NOT " + condition
}

// IsOverdue returns an expression, never null, that is true if a row is due
// before the day of the filter's time and open: see [graph.IsOverdue].
func IsOverdue(s *statement.Statement, spec *graph.Spec, f *lists.Filter) string {
	due := spec.DueField()
	if due == nil || f.Now == nil {
		return "FALSE"
	}
	today, column := graph.DayOf(*f.Now), "entity."+due.Name
	before := column + " < " + s.Param(today.Start)
	if today.Date.Before(today.Start) {
		before += " AND " + column + " <> " + s.Param(today.Date)
	}
	return "(" + column + " IS NOT NULL AND " + before + " AND NOT " + IsOver(s, spec) + ")"
}

// parts adds the conditions of the filter's And, Or and Not, and of Ready.
func (c *conditions) parts(f *lists.Filter) {
	if f.Ready != nil {
		ready := c.all(lists.ReadyFilter(c.spec, graph.Or(f.Now, time.Time{})))
		if !*f.Ready {
			ready = "NOT COALESCE(" + ready + ", FALSE)"
		}
		c.and(ready)
	}
	for i := range f.And {
		c.and(c.all(&f.And[i]))
	}
	if f.Or != nil {
		some := make([]string, len(f.Or))
		for i := range f.Or {
			some[i] = c.all(&f.Or[i])
		}
		c.and(anyOf(some))
	}
	if f.Not != nil {
		c.and("NOT COALESCE(", c.all(f.Not), ", FALSE)") // null, an unknown result, does not match
	}
}

// anyOf returns the condition that at least one of the conditions holds.
func anyOf(conditions []string) string {
	conditions = slices.DeleteFunc(conditions, func(condition string) bool { return condition == "FALSE" })
	if len(conditions) == 0 {
		return "FALSE"
	}
	return "(" + strings.Join(conditions, " OR ") + ")"
}

// all returns the condition that a row matches a part of the filter.
func (c *conditions) all(f *lists.Filter) string {
	condition := c.Pruned(func() string { return allOf((&conditions{Statement: c.Statement, spec: c.spec, whole: c.whole}).of(f)) })
	if condition == "TRUE" || condition == "FALSE" {
		return condition
	}
	return "(" + condition + ")"
}

// lowerASCII returns the text with A to Z in lower case, as lower() does in
// both databases for text that is compared by bytes.
func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, text)
}

// IsOver returns an expression, never null, that is true if a row is no longer
// open.
func IsOver(s *statement.Statement, spec *graph.Spec) string {
	return s.In("COALESCE(entity.state_key, '')", spec.Over)
}
