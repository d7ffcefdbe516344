package csv_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/xuri/excelize/v2"

	"dossier/sources/csv"
	"dossier/sources/sourcestest"
)

// A sheet is one of a workbook that is made for a test: rows from the first one on, nil
// for an empty one, and the formats of columns.
type sheet struct {
	name    string
	rows    [][]any
	formats map[string]string
	hidden  bool
}

// workbook returns a file of Excel with sheets.
func workbook(t testing.TB, sheets ...sheet) string {
	t.Helper()
	book := excelize.NewFile()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, s := range sheets {
		if i == 0 {
			must(book.SetSheetName("Sheet1", s.name))
		} else {
			_, err := book.NewSheet(s.name)
			must(err)
		}
		for column, format := range s.formats {
			style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &format})
			must(err)
			must(book.SetColStyle(s.name, column, style))
		}
		for n, cells := range s.rows {
			for j, cell := range cells {
				at, err := excelize.CoordinatesToCellName(j+1, n+1)
				must(err)
				must(book.SetCellValue(s.name, at, cell))
				if format, has := s.formats[string(rune('A'+j))]; has {
					style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &format})
					must(err)
					must(book.SetCellStyle(s.name, at, at, style))
				}
			}
		}
		must(book.SetSheetVisible(s.name, !s.hidden))
	}
	var out bytes.Buffer
	must(book.Write(&out))
	return out.String()
}

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

// refit is a workbook as people keep them: a title above the table, dates without a year, a
// register of risks, a sheet of remarks and a hidden one of choices.
func refit(t testing.TB) string {
	return workbook(t,
		sheet{name: "About", rows: [][]any{{"Ask Ann before you change this."}}},
		sheet{
			name: "Work",
			rows: [][]any{
				{"Refit of the kitchen"}, nil,
				{"No", "Task", "Status", "Owner", "Start", "Due", "Cost", "% complete"},
				{1, "Order tiles", "In progress", "Ann Lee", day(2026, 3, 2), day(2026, 4, 3), 1250.5, .5},
				{2, "Tear out the sink", "Done", "Bo Ruiz", day(2026, 2, 1), day(2026, 2, 4).Add(15 * time.Hour), 80, 1},
			},
			formats: map[string]string{"E": "d-mmm", "F": "dd/mm/yyyy", "G": `#,##0.00 [$€-407]`, "H": "0%"},
		},
		sheet{name: "Risks", rows: [][]any{{"No", "Risk", "Probability", "Impact"}, {1, "The tiles are late", "high", "medium"}}},
		sheet{name: "Choices", rows: [][]any{{"Status", "Task"}, {"Done", "never shown"}}, hidden: true},
	)
}

func TestWorkbook(t *testing.T) {
	records, notes := sourcestest.ReadFile(t, &csv.Format, "refit.xlsx", refit(t))
	for _, want := range []string{
		`refit.xlsx:4`, `"title":"Order tiles"`, `"start_at":"2026-03-02`, `"due_at":"2026-04-03`, `"due_at":"2026-02-04T15:00:00Z"`,
		`"kind":"risk"`, `"id":"Risks/1"`,
	} {
		if !strings.Contains(records, want) {
			t.Errorf("no %s among the records:\n%s", want, records)
		}
	}
	if strings.Contains(records, "never shown") {
		t.Errorf("a hidden sheet was read:\n%s", records)
	}
	if want := "the sheet About: no rows"; !strings.Contains(notes, want) {
		t.Errorf("got the notes %q, want one with %q", notes, want)
	}
}

func TestWorkbookOfWorkIsFound(t *testing.T) {
	numbers := workbook(t, sheet{name: "Numbers", rows: [][]any{{"x", "y"}, {1, 2}}})
	found, is := csv.Format.Detect(fstest.MapFS{"refit.xlsx": {Data: []byte(refit(t))}, "numbers.xlsx": {Data: []byte(numbers)}})
	if !is || found.Path != "refit.xlsx" || found.Files != 1 {
		t.Errorf("found %+v, want refit.xlsx alone", found)
	}
}

func FuzzWorkbook(f *testing.F) {
	sourcestest.Fuzz(f, &csv.Format, "t.xlsx", nil, refit(f), "PK\x03\x04")
}
