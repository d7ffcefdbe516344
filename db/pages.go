package db

import (
	"slices"

	"dossier/graph/lists"
)

// span adds the conditions that rows are on a page, and the order by name and
// id. The last rows of a list are read in the reverse order; see [inOrder].
func (s *statement) span(span lists.Span, name, id string) {
	name += s.dialect.ByBytes
	s.bound(span.After, name, id, ">")
	s.bound(span.Before, name, id, "<")
	direction := ""
	if span.Last {
		direction = " DESC"
	}
	s.add(" ORDER BY ", name, direction, ", ", id, direction, " LIMIT ", s.param(span.Limit))
}

func (s *statement) bound(at *lists.Position, name, id, compare string) {
	if at != nil {
		s.add(" AND (", name, ", ", id, ") ", compare, " (", s.param(at.Name), ", ", s.param(at.ID), ")")
	}
}

// inOrder returns rows, which it may reverse, in the order of the list.
func inOrder[T any](span lists.Span, rows []T) []T {
	if span.Last {
		slices.Reverse(rows)
	}
	return rows
}
