package query_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
)

// manyProjects returns the NDJSON of a number of projects with a task each, that
// of the last one blocked.
func manyProjects(n int) string {
	var lines strings.Builder
	for i := range n {
		state := "todo"
		if i == n-1 {
			state = "blocked"
		}
		fmt.Fprintf(&lines, `{"kind":"project","id":"p%02d","name":"Project %02d","created_at":"2026-01-01T00:00:00Z",`+
			`"updated_at":"2026-01-01T00:00:00Z"}`+"\n", i, i)
		fmt.Fprintf(&lines, `{"kind":"task","id":"p%02d/t","project_id":"p%02d","title":"Paint fence %02d","state_key":"%s",`+
			`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-11-0%dT00:00:00Z"}`+"\n", i, i, i, state, 1+i%9)
	}
	return lines.String()
}

// TestStatementsOfManyProjects checks that requests over all of many projects
// take the same statements for more of them, and see all of them.
func TestStatementsOfManyProjects(t *testing.T) {
	var before [3]int
	for i, n := range []int{40, 80} {
		store := storetest.Open(t)
		store.Load(t, manyProjects(n))
		service := query.New(store, options())
		ctx := storetest.Context()
		var d *contextdoc.Document
		var changes []query.Change
		var err error
		statements := [3]int{
			store.Statements(func() { d, err = service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Global: new(true)}}) }),
			store.Statements(func() { changes, err = service.ChangesSince(ctx, nil, time.Date(2026, 11, 5, 12, 0, 0, 0, time.UTC)) }),
			store.Statements(func() { _, err = service.Attention(ctx) }),
		}
		if err != nil {
			t.Fatal(err)
		}
		title, first, _ := strings.Cut(d.Text, "\n")
		if !strings.Contains(title, fmt.Sprint(n)) || !strings.HasPrefix(strings.TrimSpace(first), fmt.Sprintf("- Project %02d", n-1)) ||
			!strings.Contains(first, "1 blocked") {
			t.Errorf("the document of %d projects begins %.300s", n, d.Text)
		}
		if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0].Message, fmt.Sprintf("16 of %d projects", n)) {
			t.Errorf("the warnings of %d projects are %v", n, d.Warnings)
		}
		want := 0
		for i := range n {
			if 1+i%9 > 5 {
				want++
			}
		}
		if len(changes) != want || changes[0].What != query.ChangeUpdated {
			t.Errorf("%d of %d projects changed, want %d", len(changes), n, want)
		}
		if i > 0 && statements != before {
			t.Errorf("%d projects take %v statements, half as many %v", n, statements, before)
		}
		before = statements
	}
}
