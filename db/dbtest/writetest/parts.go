package writetest

import (
	"errors"
	"fmt"
	"iter"
	"maps"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/history"
)

// announced is a number of rows for which a store prepares, although fewer come.
const announced = 1_000_000

// partsOf returns parts with the project "p" and count tasks with edges, in
// parts of 60 rows, each analysed. The error follows them.
func partsOf(count int, failed error) *graph.Parts {
	project := fixture.NewProject("p")
	rows := []graph.Entity{project}
	for n := range count {
		rows = append(rows, fixture.NewTask(project.ID, fmt.Sprintf("battery %d", n)))
	}
	return &graph.Parts{Projects: map[string]bool{project.ID: true}, Each: eachPart(rows, failed), New: announced}
}

func eachPart(rows []graph.Entity, failed error) iter.Seq2[*graph.Batch, error] {
	const size = 60 // enough for a temporary table on Postgres
	return func(yield func(*graph.Batch, error) bool) {
		for from := 0; from < len(rows); from += size {
			part := &graph.Batch{Entities: rows[from:min(from+size, len(rows))], Analyse: analyseWords}
			for _, row := range part.Entities[1:] {
				part.Edges = append(part.Edges, fixture.NewEdge(rows[0], graph.RelContains, row))
				part.Edges[len(part.Edges)-1].ProjectID = rows[0].Self().ID
			}
			if !yield(part, nil) {
				return
			}
		}
		if failed != nil {
			yield(nil, failed)
		}
	}
}

// parts checks that parts are written like one batch, in one revision, and all
// or none. The second write is of rows that are stored.
func parts(f *fixture.F) {
	broken := errors.New("broken")
	if _, err := f.Store.WriteParts(f.Ann, partsOf(150, broken)); !errors.Is(err, broken) {
		f.Errorf("got %v, want the error of the parts", err)
	}
	if got := f.Exported(nil); len(got.Entities) > 0 {
		f.Errorf("%d entities were written before the error, want none", len(got.Entities))
	}
	for _, want := range []string{"map[edge:148 project:1 task:150] map[]", "map[] map[edge:148 project:1 task:150]"} {
		written, err := f.Store.WriteParts(f.Ann, partsOf(150, nil))
		if err != nil {
			f.Fatal(err)
		}
		if got := fmt.Sprint(written.Created, written.Unchanged); got != want {
			f.Errorf("got %s, want %s", got, want)
		}
	}
	project := fixture.NewProject("p")
	events, err := f.Store.Events(f.Ann, project.ID, history.Cursor{}, 1000)
	if err != nil || len(events) != 299 || events[298].Number != 299 || events[298].Revision != 1 {
		f.Errorf("got %d events, %v, want 299 of the first revision", len(events), err)
	}
	if got, want := storedWords(f, project.ID), countedWords(f, project.ID); got["batteri"] != "150 150" || !maps.Equal(got, want) {
		f.Errorf("words: got %v, want %v", got, want)
	}
	if _, err := f.Store.WriteParts(f.Bob, partsOf(1, nil)); graph.CodeOf(err) != graph.CodeNotFound {
		f.Errorf("another actor: got %v, want NOT_FOUND", err)
	}
}
