package csv

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"dossier/sources"
)

// A table is a parsed file.
type table struct {
	file        string
	name        string // of the sheet, or of the file without its ending
	tracker     Tracker
	header      []string
	headerLine  int
	columns     []column // as many as header
	rows        []row
	problems    []problem
	foreign     bool            // names of columns are in another language than English
	isIssues    bool            // names of columns say that rows are issues
	isTickTick  bool            // it is an export of TickTick
	isRedmine   bool            // it is an export of Redmine
	isBoard     bool            // the status is a list of a board
	isUnnamed   bool            // it has no names of columns
	isOneOfMany bool            // it is a sheet beside others of a workbook
	open        int             // quotes that are not closed
	named       int             // roles of tasks that names of columns say
	ids         map[string]bool // and titles of rows, in lower case
	written     []string        // the header as it is in the file
	parts       *partsOf        // what the rows are parts of that are read next, nil for none
}

type row struct {
	cells []string // as many as the header
	line  int
}

type problem struct {
	kind sources.NoteKind
	line int
	text string
}

// parse parses a text. It never fails: what cannot be read is a problem.
func parse(text []byte) *table {
	text = sources.Decoded(bytes.TrimLeft(text, "\ufeff"))
	text = bytes.ReplaceAll(bytes.TrimLeft(text, "\ufeff"), []byte("\n\ufeff"), []byte("\n")) // also where files were joined
	t := &table{}
	skipped := 0
	separator := rune(0)
	// as Excel writes it
	if first, rest, _ := bytes.Cut(text, []byte("\n")); bytes.HasPrefix(first, []byte("sep=")) && len(bytes.TrimSpace(first)) >= 5 {
		separator, text, skipped = rune(first[4]), rest, 1
	}
	if separator == 0 || separator == '"' || separator == '\r' || separator > 127 {
		separator = separatorOf(text)
	}
	t.readAll(text, separator, skipped)
	t.find()
	return t
}

// find finds the names of the columns, the tree of the rows, and what the columns are.
func (t *table) find() {
	t.findHeader()
	t.findTree()
	t.guess()
}

// guess finds out what the columns are.
func (t *table) guess() {
	t.guessColumns()
	t.named = t.knownRoles()
	guessing{t}.more()
	isTodo := t.isOfActions() && (t.has(owner) || t.has(status)) || t.has(title) && t.has(owner) && t.has(status)
	if isTodo && !t.isIssues && t.kind() == "" {
		t.dateIsDue()
	}
}

// separatorOf returns the separator that occurs in most of the first lines equally
// often as in the first one with any, outside of quotes.
func separatorOf(text []byte) rune {
	best, most := ',', 0
	for _, separator := range ",;\t|" {
		if score := scoreOf(separator, text[:min(len(text), 64<<10)]); score > most {
			best, most = separator, score
		}
	}
	return best
}

// scoreOf returns how many columns a separator makes in the lines in which it
// occurs as often as in the first, at most ten for each.
func scoreOf(separator rune, text []byte) (score int) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 64<<10)
	first, quoted := 0, false
	for n := 0; n < 30 && lines.Scan(); n++ {
		count := 0
		for _, r := range lines.Text() {
			if r == '"' {
				quoted = !quoted
			} else if r == separator && !quoted {
				count++
			}
		}
		first = cmp.Or(first, count)
		if count == first {
			score += min(count, 10)
		}
	}
	return score
}

func (t *table) readAll(text []byte, separator rune, skipped int) {
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = separator, -1, true
	last := int64(0) // where the last row begins
	for {
		begin := reader.InputOffset()
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			t.readOpen(text[last:], separator)
			return
		}
		last = begin
		if err != nil {
			line := skipped + 1 + bytes.Count(text[:min(reader.InputOffset(), int64(len(text)))], []byte("\n"))
			if problemOf, is := errors.AsType[*csv.ParseError](err); is {
				line = skipped + problemOf.StartLine
				err = problemOf.Err
			}
			t.problems = append(t.problems, problem{sources.Rejected, line, "not CSV: " + err.Error()})
			return
		}
		line, _ := reader.FieldPos(0)
		t.rows = append(t.rows, row{cells, line + skipped})
	}
}

// maxOpen is after how many quotes that are not closed no others are looked for, by eye:
// for each, the rest of the text is read again.
const maxOpen = 50

// readOpen reads the last row again, of which a text begins with a quote and ends with
// the file, so that other rows would be part of it: without the quotes of its line.
func (t *table) readOpen(text []byte, separator rune) {
	text = bytes.TrimSpace(text)
	first, rest, more := bytes.Cut(text, []byte("\n"))
	if !more || bytes.Count(text, []byte(`"`))%2 == 0 || len(t.rows) == 0 || t.open == maxOpen {
		return
	}
	line := t.rows[len(t.rows)-1].line
	t.rows = t.rows[:len(t.rows)-1]
	t.open++
	t.problems = append(t.problems, problem{sources.Warned, line, "a quote is not closed; the quotes of the line are left out"})
	t.readAll(slices.Concat(bytes.ReplaceAll(first, []byte(`"`), nil), []byte("\n"), rest), separator, line-1)
}

// headerRows is in how many rows the names of columns are looked for, by eye:
// spreadsheets have a title above them.
const headerRows = 10

// findHeader makes the row with most names of columns that are known the header, or
// else the first one, and drops what is before it.
func (t *table) findHeader() {
	best, most := 0, 0
	for i := range t.rows[:min(len(t.rows), headerRows)] {
		known := 0
		for _, cell := range t.rows[i].cells {
			if of, _ := roleOf(cell); of != other {
				known++
			}
		}
		if known > most {
			best, most = i, known
		}
	}
	if len(t.rows) == 0 {
		return
	}
	if most == 0 && t.isHeaderless() {
		t.nameColumns()
	}
	t.header, t.headerLine = t.rows[best].cells, t.rows[best].line
	for i, name := range t.header {
		t.header[i] = strings.TrimSpace(name)
	}
	for len(t.header) > 0 && t.header[len(t.header)-1] == "" {
		t.header = t.header[:len(t.header)-1]
	}
	rows := t.rows[best+1:]
	t.rows, t.written = nil, slices.Clone(t.header)
	for _, r := range rows {
		t.addRow(r)
	}
	for i := range t.rows { // the parts of rows may have added columns
		t.rows[i].cells = slices.Grow(t.rows[i].cells, len(t.header))[:len(t.header)]
	}
}

// addRow adds a row with as many cells as the header. A row with only one cell is
// a remark or a sum, if the header has more.
func (t *table) addRow(r row) {
	if t.addPart(r) {
		return
	}
	filled, last := 0, 0
	for i, cell := range r.cells {
		if strings.TrimSpace(cell) != "" {
			filled, last = filled+1, i
		}
	}
	switch {
	case filled == 0:
		return
	case t.isHeader(r.cells): // as above each group of a board
		if n := len(t.rows); n > 0 && !slices.ContainsFunc(t.rows[n-1].cells[1:], isFilled) {
			t.skipOne(t.rows[n-1].line)
			t.rows = t.rows[:n-1]
		}
		return
	case len(t.header) > 2 && (len(r.cells) == 1 || filled == 1 && last > 0 && isNumber(r.cells[last])):
		t.skipOne(r.line)
		return
	case last >= len(t.header):
		t.problems = append(t.problems, problem{sources.Warned, r.line, "the row has " + strconv.Itoa(last+1) + " cells; expected at most " +
			strconv.Itoa(len(t.header)) + " (is a text with separators without quotes?); those beyond are lost"})
	case len(r.cells) < len(t.header)-1 && 2*len(r.cells) <= len(t.header):
		t.problems = append(t.problems, problem{sources.Warned, r.line, "the row has " + strconv.Itoa(len(r.cells)) + " cells; expected " +
			strconv.Itoa(len(t.header)) + "; the others are read as empty"})
	}
	cells := make([]string, len(t.header))
	copy(cells, r.cells)
	t.rows = append(t.rows, row{cells, r.line})
}

func (t *table) skipOne(line int) {
	t.problems = append(t.problems, problem{sources.Skipped, line, "remarks and sums below a table"})
}

// isHeader reports whether cells repeat the header.
func (t *table) isHeader(cells []string) bool {
	return len(cells) >= len(t.written) && slices.Equal(cells[:len(t.written)], t.written)
}

func isFilled(cell string) bool { return strings.TrimSpace(cell) != "" }

// isName reports whether the cells of a column are ids or titles.
func isName(column string) bool {
	of, _ := roleOf(column)
	return of == id || of == title
}

// knownRoles counts the roles of tasks that columns have.
func (t *table) knownRoles() (n int) {
	for _, of := range []role{id, title, status, owner, due, priority, labels, dependsOn} {
		if t.has(of) {
			n++
		}
	}
	return n
}

func (t *table) has(of role) bool { return t.first(of) >= 0 }

// first returns the place of the first column with a role, -1 for none.
func (t *table) first(of role) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.role == of })
}

// number returns the number that a cell is, with separators of thousands and of
// fractions of several countries, and whether it is one.
func number(cell string) (float64, bool) {
	text := strings.NewReplacer("\u00a0", "", "\u202f", "", " ", "", "'", "", "’", "").Replace(cell)
	if text == "" || strings.Trim(text, "0123456789.,-+") != "" {
		return 0, false
	}
	dot, comma := strings.LastIndexByte(text, '.'), strings.LastIndexByte(text, ',')
	switch {
	case dot >= 0 && comma > dot: // 1.234,50
		text = strings.ReplaceAll(strings.ReplaceAll(text, ".", ""), ",", ".")
	case comma >= 0 && dot > comma: // 1,234.50
		text = strings.ReplaceAll(text, ",", "")
	case isGrouped(text, ".") || isGrouped(text, ","): // 1.234.567
		text = strings.NewReplacer(".", "", ",", "").Replace(text)
	case strings.Count(text, ".") > 1 || strings.Count(text, ",") > 1: // a date, or a list
		return 0, false
	case comma >= 0 && (len(text)-comma == 4 && comma > 0 && text[0] != '0'): // 1,234
		text = strings.ReplaceAll(text, ",", "")
	case comma >= 0:
		text = strings.ReplaceAll(text, ",", ".")
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// isGrouped reports whether a number has several separators of thousands.
func isGrouped(text, separator string) bool {
	groups := strings.Split(strings.TrimLeft(text, "+-"), separator)
	return len(groups) > 2 && !slices.ContainsFunc(groups[1:], func(group string) bool { return len(group) != 3 })
}
