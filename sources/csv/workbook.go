package csv

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// isWorkbook reports whether a file is a workbook of a spreadsheet by its name.
func isWorkbook(file string) bool {
	ending := strings.ToLower(path.Ext(file))
	return ending == ".xlsx" || ending == ".xlsm"
}

// Limits of workbooks, by eye: a file that is small may unpack to one that is not, and a
// cell that is far from the others makes a long row.
const (
	maxUnpacked = 256 << 20
	maxColumns  = 1_000
)

// sheetsOf returns the visible sheets of a workbook that have rows, in order, each as a
// table. The error says what is wrong with the file.
func sheetsOf(file string, data []byte) (tables []*table, err error) {
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		ShortDatePattern: "yyyy-mm-dd", UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked,
	})
	if err != nil {
		return nil, fmt.Errorf("a workbook that cannot be read: %w; expected one of Excel (.xlsx), or a table saved as CSV", err)
	}
	defer func() { _ = book.Close() }() // only read
	showDatesInFull(book)
	for _, sheet := range book.GetSheetList() {
		if visible, err := book.GetSheetVisible(sheet); err != nil || !visible {
			continue
		}
		rows, err := rowsOf(book, sheet)
		if err != nil {
			return nil, fmt.Errorf("the sheet %s cannot be read: %w; expected it saved as CSV", sheet, err)
		}
		if len(rows) > 0 {
			t := &table{file: file, name: sheet, rows: rows}
			t.find()
			tables = append(tables, t)
		}
	}
	return tables, nil
}

// rowsOf returns the rows of a sheet that are not empty, with the texts that are shown.
func rowsOf(book *excelize.File, sheet string) (list []row, err error) {
	rows, err := book.Rows(sheet)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	defer func() { _ = rows.Close() }() // only read
	for line := 1; rows.Next(); line++ {
		cells, err := rows.Columns()
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", line, err)
		}
		if cells = slices.Clone(cells[:min(len(cells), maxColumns)]); !slices.ContainsFunc(cells, isFilled) {
			continue
		}
		for i, cell := range cells {
			cells[i] = midnight.ReplaceAllString(cell, "$1")
		}
		list = append(list, row{cells, line})
	}
	return list, rows.Error()
}

// midnight matches a date without a time, as showDatesInFull shows it.
var midnight = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}) 00:00$`)

// dateAndTime is the number of the format for dates with times that every workbook has:
// that of ShortDatePattern, and hours and minutes.
const dateAndTime = 22

// showDatesInFull gives the cells with dates one format, because theirs may show no day or
// no year, or may have the day and the month in either order.
func showDatesInFull(book *excelize.File) {
	styles := book.Styles
	if styles == nil || styles.CellXfs == nil {
		return
	}
	codes := map[int]string{}
	if styles.NumFmts != nil {
		for _, format := range styles.NumFmts.NumFmt {
			codes[format.NumFmtID] = format.FormatCode
		}
	}
	shown := dateAndTime
	for i := range styles.CellXfs.Xf {
		if format := &styles.CellXfs.Xf[i]; format.NumFmtID != nil && showsDate(*format.NumFmtID, codes[*format.NumFmtID]) {
			format.NumFmtID = &shown
		}
	}
}

// literal matches what a format shows as it is written, and its conditions.
var literal = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]|\\.|_.|\*.`)

// showsDate reports whether a format is one of dates: by its number among those that every
// workbook has (ECMA-376, part 1, 18.8.30), or by its code, which has years or days.
func showsDate(number int, code string) bool {
	if code == "" {
		return number >= 14 && number <= 17 || number == dateAndTime || number >= 27 && number <= 31 || number >= 50 && number <= 58
	}
	return strings.ContainsAny(strings.ToLower(literal.ReplaceAllString(code, "")), "yd")
}
