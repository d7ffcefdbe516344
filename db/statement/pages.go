package statement

import (
	"slices"

	"dossier/graph/lists"
)

// Span adds the conditions that rows are on a page, and the order by name and
// id. The last rows of a list are read in the reverse order; see [inOrder].
func (s *Statement) Span(span lists.Span, name, id string) {
	name += s.Dialect.ByBytes
	s.bound(span.After, name, id, ">")
	s.bound(span.Before, name, id, "<")
	direction := ""
	if span.Last {
		direction = " DESC"
	}
	s.Add(" ORDER BY ", name, direction, ", ", id, direction, " LIMIT ", s.Param(span.Limit))
}

func (s *Statement) bound(at *lists.Position, name, id, compare string) {
	if at != nil {
		s.Add(" AND (", name, ", ", id, ") ", compare, " (", s.Param(at.Name), ", ", s.Param(at.ID), ")")
	}
}

// InOrder returns rows, which it may reverse, in the order of the list.
func InOrder[T any](span lists.Span, rows []T) []T {
	if span.Last {
		slices.Reverse(rows)
	}
	return rows
}
