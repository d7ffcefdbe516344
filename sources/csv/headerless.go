package csv

import (
	"slices"
	"strconv"

	"dossier/sources"
)

// A table may have no names of columns, as many exports of scripts have none: its first row
// is as the others.

// isHeaderless reports whether the first row has a date, a state or a priority in a column
// of these.
func (t *table) isHeaderless() bool {
	if len(t.rows) < 2 {
		return false
	}
	for i, cell := range t.rows[0].cells {
		for _, is := range []func(string) bool{isDate, isPriority, isState} {
			if is(cell) && !slices.ContainsFunc(t.rows[1:], func(r row) bool {
				return i < len(r.cells) && isFilled(r.cells[i]) && !is(r.cells[i])
			}) {
				return true
			}
		}
	}
	return false
}

// isState reports whether a cell is a word for a state, and nothing else.
func isState(cell string) bool { return isFilled(cell) && !isNumber(cell) && sources.KnowsStatus(cell) }

// nameColumns adds a row of names above the others, by which a mapping may call the columns.
func (t *table) nameColumns() {
	most := 0
	for _, r := range t.rows {
		most = max(most, len(r.cells))
	}
	names := make([]string, most)
	for i := range names {
		names[i] = "Column " + strconv.Itoa(i+1)
	}
	t.isUnnamed = true
	t.rows = slices.Insert(t.rows, 0, row{names, t.rows[0].line})
	t.problems = append(t.problems, problem{sources.Warned, t.rows[0].line,
		"the table has no names of columns; they are found by their cells (see fields of the mapping: Column 1)"})
}

// findUnnamed makes the first column of states the status, and the first of dates until when.
func (g guessing) findUnnamed() {
	if !g.isUnnamed {
		return
	}
	for i := range g.columns {
		switch c := &g.columns[i]; {
		case !g.has(status) && g.isStatus(i):
			c.role = status
		case !g.has(due) && g.each(i, isDate):
			c.role = due
		}
	}
}
