package csv

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The rows of a table may be a tree: by a column of titles for each level, as queries of
// Azure DevOps have it, or by a column of levels or of numbers such as 1.2, as plans of
// Microsoft Project have it.

// level matches the names of the columns of titles of a tree.
var level = regexp.MustCompile(`^title \d$`)

// levels and outlines are names of columns with the level of a row, and with its number in a tree.
var (
	levels   = []string{"outline level", "level", "indent", "gliederungsebene", "ebene"}
	outlines = []string{"outline number", "wbs", "wbs code", "psp", "psp code", "gliederungsnummer", "gliederung"}
)

// findTree adds a column for what a row is a part of, unless there is one or the rows are no
// tree. Of titles by level it makes one column.
func (t *table) findTree() {
	var titles []int
	at := map[string]int{}
	for i, name := range t.header {
		switch name := fold(name); {
		case level.MatchString(name):
			titles = append(titles, i)
		case slices.Contains(levels, name):
			at["level"] = i + 1
		case slices.Contains(outlines, name):
			at["outline"] = i + 1
		}
	}
	isTree := len(titles) > 1 || at["level"] > 0 || at["outline"] > 0
	if !isTree || slices.ContainsFunc(t.header, isParent) {
		t.joinTitles(titles)
		return
	}
	column := t.columnFor("Parent")
	above := map[int]string{} // the last name at each level
	for i := range t.rows {
		cells := slices.Grow(t.rows[i].cells, 1)[:max(len(t.rows[i].cells), len(t.header))]
		t.rows[i].cells = cells
		var depth int
		switch {
		case len(titles) > 1:
			depth = slices.IndexFunc(titles, func(c int) bool { return isFilled(cells[c]) })
		case at["level"] > 0:
			depth, _ = strconv.Atoi(strings.TrimSpace(cells[at["level"]-1]))
		default:
			depth = strings.Count(strings.Trim(cells[at["outline"]-1], ". "), ".")
		}
		for over := depth - 1; over >= 0 && cells[column] == ""; over-- {
			cells[column] = above[over]
		}
		above[depth] = t.nameOf(t.rows[i])
		for under := depth + 1; above[under] != ""; under++ {
			delete(above, under)
		}
	}
	t.joinTitles(titles)
}

func isParent(name string) bool { of, _ := roleOf(name); return of == parent }

// joinTitles makes one column of titles of several.
func (t *table) joinTitles(columns []int) {
	for i, from := range columns {
		if i == 0 {
			t.header[from] = "Title"
			continue
		}
		t.header[from] = ""
		for _, row := range t.rows {
			if title := row.cells[from]; isFilled(title) {
				row.cells[columns[0]] = title
			}
		}
	}
}
