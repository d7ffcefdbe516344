package csv_test

import (
	"strings"
	"testing"

	"dossier/sources/csv"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &csv.Format) }

func TestBadInput(t *testing.T) {
	const head = "id,title,status,due,priority\n1,Good,open,2026-01-01,high\n"
	table := func(rows string) map[string]string { return map[string]string{"t.csv": head + rows} }
	sourcestest.Bads(t, &csv.Format, []sourcestest.Bad{
		{Name: "more cells than columns", Files: table("2,a,open,,high,x,y\n"), Want: "t.csv:3: warned: the row has 7 cells; expected at most 5",
			Kept: 2},
		{Name: "fewer cells than columns", Files: table("2,a\n"), Want: "t.csv:3: warned: the row has 2 cells; expected 5", Kept: 2},
		{Name: "a quote that is not closed", Files: table("2,\"a,open\n3,b,open,,\n"), Want: "t.csv:3: warned: a quote is not closed", Kept: 3},
		{Name: "a task that waits for itself", Files: map[string]string{"t.csv": "id,title,status,depends on\n1,A,open,1\n"},
			Want: "t.csv:2: lost: 1 depends_on itself", Kept: 1},
		{Name: "neither id nor title", Files: table(",,open,,high\n"), Want: "t.csv:3: rejected: the row has neither an id nor a title", Kept: 1},
		{Name: "an id that does not show", Files: table("\x01,\x01,open,,high\n"),
			Want: "t.csv:3: rejected: the row has neither an id nor a title", Kept: 1},
		{Name: "a title that does not show", Files: table("2,\x01,zzz,,high\n"), Want: `the status "zzz" is not known`, Kept: 2},
		{Name: "the same id", Files: table("1,b,open,,\n"),
			Want: `t.csv:3: warned: the id "1" is used by t.csv:2; this one is imported as "1~2"`, Kept: 2},
		{Name: "a bad date", Files: table("2,b,open,32.13.2026,\n"), Want: `t.csv:3: warned: due_at: "32.13.2026" is no date`, Kept: 2},
		{Name: "a quarter", Files: table("2,b,open,2026-Q3,\n"), Want: `t.csv:3: warned: due_at: "2026-Q3" is a quarter; read as 2026-09-30`,
			Kept: 2},
		{Name: "an unknown status", Files: table("2,b,zzz,,\n"), Want: `t.csv:3: warned: the status "zzz" is not known`, Kept: 2},
		{Name: "an unknown priority", Files: table("2,b,open,,zzz\n"), Want: `t.csv:3: warned: the priority "zzz" is not known`, Kept: 2},
		{Name: "only a header", File: "t.csv", Files: map[string]string{"t.csv": "id,title\n"}, Want: "t.csv:1: rejected: no rows", Kept: 0},
		{Name: "an empty file", File: "t.csv", Files: map[string]string{"t.csv": ""}, Want: "t.csv: rejected: no rows", Kept: 0},
		{Name: "no known column", File: "t.csv", Files: map[string]string{"t.csv": "a,b\n1,2\n"},
			Want: "t.csv:1: rejected: no column is known as a title or an id among a, b", Kept: 0},
		{Name: "a workbook", File: "t.csv", Files: map[string]string{"t.csv": "PK\x03\x04xl/"},
			Want: "t.csv: rejected: a workbook that cannot be read: zip: not a valid zip file; expected one of Excel", Kept: 0},
		{Name: "ambiguous dates", Files: map[string]string{"t.csv": "title,status,due\nA,open,3/4/2026\n"},
			Want: "t.csv:2: warned: dates with slashes can be read in two ways; read as month, day, year", Kept: 1},
		{Name: "an unknown reference", Files: map[string]string{"t.csv": "id,title,status,depends on\n1,A,open,9\n"},
			Want: `t.csv:2: lost: 1 depends_on 9: the source has no "9"`, Kept: 1},
		{Name: "no file", Files: map[string]string{"x.md": ""}, Want: "error: read csv: path: no table with a title", Kept: 0},
	})
}

func TestSeparatorsAndEncodings(t *testing.T) {
	const want = "task 1 Größe\ntask 2 Zwei"
	for name, text := range map[string]string{
		"comma":         "id,title,status\n1,Größe,open\n2,Zwei,done\n",
		"semicolon":     "id;title;status\n1;Größe;open\n2;Zwei;done\n",
		"tab":           "id\ttitle\tstatus\n1\tGröße\topen\n2\tZwei\tdone\n",
		"bar":           "id|title|status\n1|Größe|open\n2|Zwei|done\n",
		"sep line":      "sep=;\r\nid;title;status\r\n1;Größe;open\r\n2;Zwei;done\r\n",
		"mark":          "\ufeffid,title,status\n1,Größe,open\n2,Zwei,done\n",
		"two marks":     "\ufeff\ufeffid,title,status\n1,Größe,open\n2,Zwei,done\n",
		"joined":        "\ufeffid,title,status\r\n1,Größe,open\r\n\ufeff2,Zwei,done\r\n",
		"Windows-1252":  "id,title,status\n1,Gr\xf6\xdfe,open\n2,Zwei,done\n",
		"UTF-16":        utf16("id,title,status\n1,Größe,open\n2,Zwei,done\n"),
		"quotes":        "\"id\",\"title\",\"status\"\n\"1\",\"Größe\",\"open\"\n\"2\",\"Zwei\",\"done\"\n",
		"carriage only": "id,title,status\r\n1,Größe,open\r\n2,Zwei,done",
	} {
		t.Run(name, func(t *testing.T) {
			records, notes := sourcestest.ReadFile(t, &csv.Format, "t.csv", text)
			got := strings.Join(sourcestest.Names(records), "\n")
			if got = strings.TrimSuffix(strings.TrimPrefix(got, "project p P\n"), "\nproject p P"); got != want {
				t.Errorf("got %q, want %q; %s", got, want, notes)
			}
		})
	}
}

func utf16(text string) string {
	out := "\xff\xfe"
	for _, r := range text {
		out += string([]byte{byte(r), byte(r >> 8)})
	}
	return out
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &csv.Format, "t.csv", nil,
		"id,title,status,priority,depends on,parent,milestone,project\n1,A,open,1,2,2,x,y\n2,B,done,0,1,,,z\n",
		"sep=;\nNr;Titel;Fällig;Kosten\n1;\"A\n;2;3/4/2026;1.000\n")
}
