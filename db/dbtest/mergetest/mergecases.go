package mergetest

import (
	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/ndjson"
)

// mergedTitle is the line of the task with a title alone.
var mergedTitle = mergedLine(`,"title":"A"`)

func doneHere(e *graph.Task) { e.StateKey = new("done") }

func removedHere(f *merging) { f.Write(&graph.Batch{Deleted: []graph.Ref{{ID: f.mergedID("t1")}}}) }

// mergeCases are imports and changes here, in turn, of a project each.
var mergeCases = map[string][]mergeStep{
	"what the file lacks is kept": {
		{lines: mergedTitle}, {here: doneHere}, {here: func(e *graph.Task) { e.Description = new("here") }},
		{lines: mergedTitle, counts: ndjson.Counts{Unchanged: 1, Kept: 1}, task: "A done here "},
	},
	"the same file twice": {
		{lines: mergedTitle, counts: ndjson.Counts{Created: 2}}, {lines: mergedTitle, counts: ndjson.Counts{Unchanged: 2}},
	},
	"changed in the source": {
		{lines: mergedTitle}, {here: doneHere}, {
			lines: mergedLine(`,"title":"B"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "B done ",
		},
	},
	"changed here": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Title = "B" }}, {
			lines: mergedTitle, counts: ndjson.Counts{Unchanged: 1, Kept: 1}, task: "B todo ",
		},
	},
	"changed back here": {
		{lines: mergedTitle}, {here: doneHere}, {here: func(e *graph.Task) { e.StateKey = new("todo") }}, {
			lines: mergedTitle, counts: ndjson.Counts{Unchanged: 2},
		},
	},
	"both sides": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Title = "B" }},
		{
			lines: mergedLine(`,"title":"C"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1}, conflict: []string{`title: "B" "C"`},
			task: "C todo ",
		},
	},
	"both sides, the same": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Title = "B" }}, {
			lines: mergedLine(`,"title":"B"`), counts: ndjson.Counts{Unchanged: 2}, task: "B todo ",
		},
	},
	"ours": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Title = "B" }},
		{lines: mergedLine(`,"title":"C"`), options: ndjson.Options{OnConflict: graph.OursWins}, counts: ndjson.Counts{
			Kept: 1, Unchanged: 1, Conflicts: 1,
		},
			conflict: []string{`title: "B" "C"`}, task: "B todo "},
		{lines: mergedLine(`,"title":"C"`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "B todo "},
	},
	"stop": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Title = "B" }},
		{lines: mergedLine(`,"title":"C","priority":2`), options: ndjson.Options{OnConflict: graph.StopAtAny}, counts: ndjson.Counts{
			Conflicts: 1,
		},
			conflict: []string{`title: "B" "C"`}, task: "B todo "},
		{
			lines: mergedLine(`,"title":"C","priority":2`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{`title: "B" "C"`}, task: "C todo p2 ",
		},
	},
	"replace": {
		{lines: mergedLine(`,"title":"A","priority":2`)}, {here: doneHere},
		{lines: mergedTitle, options: ndjson.Options{Replace: true}, counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo "},
	},
	"created before": {
		{lines: mergedLine(`,"title":"A","created_before":"2026-01-02"`)},
		{lines: mergedLine(`,"title":"A","created_before":"2026-02-02"`), counts: ndjson.Counts{Unchanged: 2}},
		{
			lines:  mergedLine(`,"title":"A","created_before":"2026-02-03"`),
			counts: ndjson.Counts{Unchanged: 2}, options: ndjson.Options{Replace: true},
		},
		{lines: mergedLine(`,"title":"A","created_at":"2026-01-01"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo "},
	},
	"null clears": {
		{lines: mergedLine(`,"title":"A","due_at":"2026-01-31","props":{"x":1,"y":2},"owner":"ann"`)},
		{
			lines: mergedLine(`,"title":"A","due_at":null,"props":{"x":null},"owner":null`), counts: ndjson.Counts{Updated: 1, Unchanged: 1},
			task: `A todo {"y":2}`,
		},
	},
	"null is not repeated": {
		{lines: mergedLine(`,"title":"A","due_at":null`)}, {here: func(e *graph.Task) { e.DueAt = new(fixture.Start) }},
		{lines: mergedLine(`,"title":"A","due_at":null`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "A todo due 2026-03-01 "},
	},
	"props by key": {
		{lines: mergedLine(`,"title":"A","props":{"x":1,"y":2,"z":3}`)},
		{here: func(e *graph.Task) { e.Props = graph.JSON(`{"here":0,"x":9,"y":2,"z":3}`) }},
		{
			lines: mergedLine(`,"title":"A","props":{"x":1,"y":5}`), counts: ndjson.Counts{Updated: 1, Unchanged: 1},
			task: `A todo {"here":0,"x":9,"y":5,"z":3}`,
		},
		{lines: mergedLine(`,"title":"A","props":{"x":7,"y":5}`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{
				"props.x: 9 7",
			},
			task: `A todo {"here":0,"x":7,"y":5,"z":3}`},
	},
	"new in the source, set here": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Priority = new(1) }},
		{
			lines: mergedLine(`,"title":"A","priority":3`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{"priority: 1 3"}, task: "A todo p3 ",
		},
	},
	"a default is nobody's": {
		{lines: mergedTitle}, {
			lines: mergedLine(`,"title":"A","state_key":"done"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A done completed ",
		},
	},
	"a line without what a new one needs": {
		{lines: mergedTitle}, {lines: mergedLine(`,"state_key":"done"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1},
			task: "A done completed "},
	},
	"all that the source has": {
		{lines: mergedLine(`,"title":"A","due_at":"2026-01-31","state_key":"done","description":"D","props":{"x":1,"y":2}`)},
		{here: func(e *graph.Task) { e.Priority = new(1) }},
		{
			lines: mergedLine(`,"title":"A","props":{"y":2}`), options: ndjson.Options{Complete: true},
			counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: `A todo p1 {"y":2}`,
		},
		{lines: mergedLine(`,"title":"A","props":{"y":2}`), options: ndjson.Options{Complete: true}, counts: ndjson.Counts{Unchanged: 2}},
		{
			lines: mergedLine(`,"title":"A","due_at":"2026-03-01"`), options: ndjson.Options{Complete: true},
			counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo due 2026-03-01 p1 ",
		},
	},
	"all that the source has, changed here": {
		{lines: mergedLine(`,"title":"A","description":"D"`)}, {here: func(e *graph.Task) { e.Description = new("E") }},
		{
			lines: mergedTitle, options: ndjson.Options{Complete: true}, counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{`description: "E" null`}, task: "A todo ",
		},
	},
	"labels as a set": {
		{lines: mergedLine(`,"title":"A","labels":["x","y"]`)}, {here: func(e *graph.Task) { e.Labels = []string{"here", "y"} }},
		{lines: mergedLine(`,"title":"A","labels":["x","y"]`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "A todo here,y "},
		{lines: mergedLine(`,"title":"A","labels":["z","y","x"]`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo here,y,z "},
		{lines: mergedLine(`,"title":"A","labels":["x"]`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo here "},
		{lines: mergedLine(`,"title":"A","labels":null`), counts: ndjson.Counts{Unchanged: 1, Kept: 1}, task: "A todo here "},
		{lines: mergedLine(`,"title":"A"`), counts: ndjson.Counts{Unchanged: 1, Kept: 1}, task: "A todo here "},
		{lines: mergedLine(`,"title":"A","labels":["x"]`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo here,x "},
	},
	"labels, new in the source": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Labels = []string{"here"} }},
		{lines: mergedLine(`,"title":"A","labels":["x","here"]`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo here,x "},
	},
	"an older line": {
		{lines: mergedLine(`,"title":"A","updated_at":"2026-02-02"`)},
		{lines: mergedLine(`,"title":"B","updated_at":"2026-02-01"`), counts: ndjson.Counts{Older: 1, Unchanged: 1}, task: "A todo "},
		{lines: mergedLine(`,"title":"B","updated_at":"2026-02-03"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "B todo "},
	},
	"older than a change here": {
		{lines: mergedLine(`,"title":"A","updated_at":"2026-02-02"`)}, {here: doneHere},
		{lines: mergedLine(`,"title":"B","updated_at":"2026-02-03"`), counts: ndjson.Counts{Older: 1, Unchanged: 1}, task: "A done "},
	},
	"deleted here": {
		{lines: mergedTitle}, {do: removedHere}, {lines: mergedTitle, counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "none"},
		{lines: mergedLine(`,"title":"B"`), counts: ndjson.Counts{Revived: 1, Unchanged: 1}, task: "B todo "},
	},
	"deleted here, the time alone changed": {
		{lines: mergedTitle}, {do: removedHere}, {
			lines: mergedLine(`,"title":"A","updated_at":"2026-05-05"`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "none",
		},
	},
	"deleted here, the time of creation alone changed": {
		{lines: mergedTitle}, {do: removedHere}, {
			lines: mergedLine(`,"title":"A","created_at":"2026-01-05"`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "none",
		},
	},
	"another source": {
		{lines: mergedTitle, options: ndjson.Options{Source: "a"}}, {here: func(e *graph.Task) { e.Title = "B" }},
		{
			lines: mergedTitle, options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{`title: "B" "A"`}, task: "A todo ",
		},
		{lines: mergedTitle, options: ndjson.Options{Source: "a"}, counts: ndjson.Counts{Unchanged: 2}, task: "A todo "},
	},
	"deleted here, then in another source": {
		{lines: mergedTitle}, {do: removedHere}, {
			lines: mergedTitle, options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "none",
		},
		{lines: mergedLine(`,"title":"B"`), options: ndjson.Options{Source: "c"}, counts: ndjson.Counts{Revived: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{`title: "A" "B"`}, task: "B todo "},
	},
}
