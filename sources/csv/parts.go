package csv

import "slices"

// The parts of a row may follow it, as in exports of monday.com: below names of columns
// of their own, in rows whose first cell is empty.

// partsOf is the row whose parts follow, with the columns of the table for their cells.
type partsOf struct {
	row     int // in the rows of the table
	columns []int
}

// addPart adds a row that is a part of another, or notes the columns of parts. It
// reports whether the row was one of these.
func (t *table) addPart(r row) bool {
	switch {
	case len(t.rows) > 0 && t.areColumns(r.cells):
		t.parts = &partsOf{row: len(t.rows) - 1, columns: make([]int, len(r.cells))}
		for i, name := range r.cells {
			t.parts.columns[i] = -1
			if i > 0 && isFilled(name) {
				t.parts.columns[i] = t.columnFor(name)
			}
		}
		return true
	case t.parts == nil || len(r.cells) < 2:
		return false
	case isFilled(r.cells[0]) || !t.isPart(r.cells):
		t.parts = nil
		return false
	}
	parent := t.columnFor("Parent")
	cells := make([]string, len(t.header))
	for i, cell := range r.cells {
		if i < len(t.parts.columns) && t.parts.columns[i] >= 0 {
			cells[t.parts.columns[i]] = cell
		}
	}
	cells[parent] = t.nameOf(t.rows[t.parts.row])
	t.rows = append(t.rows, row{cells, r.line})
	return true
}

// areColumns reports whether cells are names of columns, other than those of the table:
// what the rows below are, and at least two names that are known, one of them of titles.
func (t *table) areColumns(cells []string) bool {
	if len(cells) < 3 || !isFilled(cells[0]) || t.isHeader(cells) {
		return false
	}
	known, titles := 0, 0
	for _, cell := range cells[1:] {
		switch of, _ := roleOf(cell); {
		case of == title:
			titles++
		case of != other:
			known++
		}
	}
	return titles == 1 && known > 0 && slices.Contains(t.header, cells[0])
}

// isPart reports whether a row has a name below the columns of parts.
func (t *table) isPart(cells []string) bool {
	for i, cell := range cells {
		if i < len(t.parts.columns) && t.parts.columns[i] >= 0 && isFilled(cell) && isName(t.header[t.parts.columns[i]]) {
			return true
		}
	}
	return false
}

// columnFor returns the column of the table with a name or its role, which it adds if
// there is none.
func (t *table) columnFor(name string) int {
	of, folded := roleOf(name)
	if at := slices.IndexFunc(t.header, func(is string) bool { return fold(is) == folded }); at >= 0 {
		return at
	}
	at := slices.IndexFunc(t.header, func(is string) bool { role, _ := roleOf(is); return of != other && role == of })
	if at < 0 {
		t.header = append(t.header, name)
		return len(t.header) - 1
	}
	return at
}

// nameOf returns the id of a row, or else its title.
func (t *table) nameOf(r row) string {
	for _, wanted := range []role{id, title} {
		for i, name := range t.header[:min(len(r.cells), len(t.header))] {
			if of, _ := roleOf(name); of == wanted && isFilled(r.cells[i]) {
				return r.cells[i]
			}
		}
	}
	return ""
}
