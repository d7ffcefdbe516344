package convert

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// putTable replaces lines by a table of Markdown, whose first row has the names of columns.
// Its rows are below the first of the lines, which is blank, so that they may be above their
// places. It reports whether the lines have room.
func putTable(lines []string, indent string, rows [][]string) bool {
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	const above, rule = 1, 1
	if columns < 2 || len(rows)+above+rule > len(lines) {
		return false
	}
	clear(lines)
	for i, row := range rows {
		at := above + i
		if i > 0 {
			at += rule
		}
		row = append(row, make([]string, columns-len(row))...)
		for j, cell := range row {
			row[j] = strings.ReplaceAll(strings.Join(strings.Fields(cell), " "), "|", `\|`)
		}
		lines[at] = indent + "| " + strings.Join(row, " | ") + " |"
	}
	lines[above+1] = indent + strings.Repeat("| --- ", columns) + "|"
	return true
}

var (
	gridBorder   = regexp.MustCompile(`^ *\+(?:[-=]+\+)+$`)
	simpleBorder = regexp.MustCompile(`^ *=+(?: +=+)+$`)
	listRow      = regexp.MustCompile(`^ *\* +- ?(.*)$`)
	listCell     = regexp.MustCompile(`^ *- ?(.*)$`)
)

// rstTable replaces the table that lines begin with, which is drawn as a grid or has lines
// of equals signs. It returns how many lines the table has, 0 if there is none.
func rstTable(lines []string) int {
	border := strings.TrimRight(lines[0], " \t")
	endOf, rowsOf := simpleEnd, simpleRows
	switch {
	case gridBorder.MatchString(border):
		endOf, rowsOf = gridEnd, gridRows
	case !simpleBorder.MatchString(border):
		return 0
	}
	indent := border[:len(border)-len(strings.TrimLeft(border, " "))]
	end := endOf(lines)
	if end == 0 || !putTable(lines[:end], indent, withRoles(rowsOf(lines[:end]))) {
		return 0
	}
	return end
}

func withRoles(rows [][]string) [][]string {
	for _, row := range rows {
		for i, cell := range row {
			row[i] = rstRole.ReplaceAllStringFunc(cell, role)
		}
	}
	return rows
}

// gridEnd returns where a grid ends, 0 if its last line is no border.
func gridEnd(lines []string) int {
	end := 0
	for end < len(lines) && strings.IndexAny(strings.TrimLeft(lines[end], " "), "|+") == 0 {
		end++
	}
	if end < 3 || !gridBorder.MatchString(strings.TrimRight(lines[end-1], " \t")) {
		return 0
	}
	return end
}

// gridRows returns the rows of a grid, whose borders have a sign at the ends of cells.
func gridRows(lines []string) (rows [][]string) {
	border := []rune(strings.TrimRight(lines[0], " \t"))
	var ends []int
	for i, r := range border {
		if r == '+' {
			ends = append(ends, i)
		}
	}
	var row []string
	for _, line := range lines[1:] {
		if gridBorder.MatchString(strings.TrimRight(line, " \t")) {
			rows, row = append(rows, row), nil
			continue
		}
		row = addCells(row, []rune(line), ends[:len(ends)-1], ends[1:])
	}
	return slices.DeleteFunc(rows, func(row []string) bool { return row == nil })
}

// addCells adds what a line has between columns to the cells of a row.
func addCells(row []string, line []rune, starts, ends []int) []string {
	if row == nil {
		row = make([]string, len(starts))
	}
	for i := range starts {
		start, end := min(starts[i], len(line)), min(ends[i], len(line))
		if start < end {
			row[i] += " " + strings.Trim(string(line[start:end]), "|+ ")
		}
	}
	return row
}

// simpleEnd returns where a table with lines of equals signs ends: at the third of them, or
// at the second if a blank line or the end of the text is behind it.
func simpleEnd(lines []string) int {
	borders := 0
	for i, line := range lines {
		line = strings.TrimRight(line, " \t")
		if !simpleBorder.MatchString(line) {
			continue
		}
		borders++
		isLast := i+1 == len(lines) || !isFilled(lines[i+1])
		if borders == 3 || borders == 2 && isLast {
			return i + 1
		}
	}
	return 0
}

// simpleRows returns the rows of a table with lines of equals signs. A line with an empty
// first cell belongs to the row above it.
func simpleRows(lines []string) (rows [][]string) {
	border := []rune(strings.TrimRight(lines[0], " \t"))
	var starts, ends []int
	for i, r := range border {
		if r == '=' && (i == 0 || border[i-1] == ' ') {
			starts = append(starts, i)
		}
	}
	ends = append(slices.Clone(starts[1:]), 1<<20) // the last cell may be longer than its border
	for _, line := range lines[1:] {
		if trimmed := strings.Trim(line, " \t=-"); trimmed == "" {
			continue
		}
		cells := addCells(nil, []rune(line), starts, ends)
		if len(rows) == 0 || isFilled(cells[0]) {
			rows = append(rows, cells)
			continue
		}
		for i, cell := range cells {
			rows[len(rows)-1][i] += cell
		}
	}
	return rows
}

// listTable replaces the block of a table that is a list of lists.
func listTable(block []string, indent string) bool {
	var rows [][]string
	for _, line := range block {
		first, cell := listRow.FindStringSubmatch(line), listCell.FindStringSubmatch(line)
		switch {
		case first != nil:
			rows = append(rows, []string{first[1]})
		case len(rows) == 0:
		case cell != nil:
			rows[len(rows)-1] = append(rows[len(rows)-1], cell[1])
		default:
			row := rows[len(rows)-1]
			row[len(row)-1] += " " + line
		}
	}
	return putTable(block, indent, withRoles(rows))
}

var (
	asciiCell    = regexp.MustCompile(`(?:^|[ \t])(?:\d*(?:\.\d+)?[+*])?[<^>]?(?:\.[<^>])?[aehlmsdv]?\|`)
	asciiColumns = regexp.MustCompile(`cols="?([^"\]]+)"?`)
	asciiRepeat  = regexp.MustCompile(`^(\d+)\*`)
)

// asciiTable replaces a table between lines with a bar and three equals signs, of which the
// line before it has the attributes. It returns how many lines the table has, 0 if it does
// not end.
func asciiTable(lines []string, attributes string) int {
	length := 1 + slices.IndexFunc(lines[1:], func(line string) bool { return strings.TrimRight(line, " \t") == "|===" })
	if length == 0 {
		return 0
	}
	var cells []string
	columns := columnsOf(attributes)
	for _, line := range lines[1:length] {
		parts := asciiCell.Split(line, -1)
		if len(cells) > 0 {
			cells[len(cells)-1] += " " + parts[0]
		}
		cells = append(cells, parts[1:]...)
		if columns == 0 {
			columns = len(parts) - 1
		}
	}
	if columns == 0 {
		return 0
	}
	for i, cell := range cells {
		cells[i] = asciiLink.ReplaceAllString(cell, "[$2]($1)")
	}
	if !putTable(lines[:length+1], "", slices.Collect(slices.Chunk(cells, columns))) {
		return 0
	}
	return length + 1
}

// columnsOf returns the number of columns that attributes of a table say, 0 for none.
func columnsOf(attributes string) (n int) {
	found := asciiColumns.FindStringSubmatch(attributes)
	if found == nil {
		return 0
	}
	for part := range strings.SplitSeq(found[1], ",") {
		times := 1
		if repeat := asciiRepeat.FindStringSubmatch(strings.TrimSpace(part)); repeat != nil {
			times, _ = strconv.Atoi(repeat[1])
		}
		n += min(times, 100)
	}
	return n
}
