package todoist_test

import (
	"testing"

	"dossier/sources/sourcestest"
	"dossier/sources/todoist"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &todoist.Format) }

func TestBadInput(t *testing.T) {
	const head = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE\ntask,Good,,1,1,,,\n"
	table := func(rows string) map[string]string { return map[string]string{"t.csv": head + rows} }
	sourcestest.Bads(t, &todoist.Format, []sourcestest.Bad{
		{Name: "no content", Files: table("task,,,1,1,,,\n"), Want: "t.csv:3: rejected: the task has no content", Kept: 1},
		{Name: "a row of another type", Files: table("habit,Run,,1,1,,,\n"), Want: `t.csv:3: skipped: rows of the type "habit"`, Kept: 1},
		{Name: "a comment of nothing", Files: map[string]string{"t.csv": "TYPE,CONTENT,DATE\nnote,Hello,\ntask,A,\n"},
			Want: "t.csv:2: lost: comments of the project", Kept: 1},
		{Name: "a date in words", Files: table("task,B,,1,1,,,next tuesday at noon\n"),
			Want: `t.csv:3: warned: due_at: "next tuesday at noon" is no date; kept in props`, Kept: 2},
		{Name: "the same name", Files: table("task,Good,,1,1,,,\n"), Want: `t.csv:3: warned: the id "Good" is used by t.csv:2`, Kept: 2},
		{Name: "a quote that is not closed", Files: table("task,\"B,,1,1,,,\n"), Want: "", Kept: 2},
		{Name: "an indent that is none", Files: table("task,B,,x,9,,,\n"), Want: "", Kept: 2},
		{Name: "fewer cells than columns", Files: table("task,B\n"), Want: "", Kept: 2},
		{Name: "a row without a type", Files: table(",,,,,,,\n"), Want: "", Kept: 1},
		{Name: "no file", Files: map[string]string{"x.csv": "a,b\n"}, Want: "error: read todoist: path: no project of Todoist", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &todoist.Format, "t.csv", nil, "TYPE,CONTENT,INDENT\ntask,a @b,2\nnote,c,\nsection,,\n")
}
