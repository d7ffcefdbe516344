package mergetest

import (
	"fmt"
	"strings"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/ndjson"
)

// againTasks are lines of tasks, and againEdge joins the first two.
func againTasks(numbers ...int) (lines string) {
	for _, n := range numbers {
		lines += fmt.Sprintf(`{"kind":"task","id":"$/t%d","project_id":"$","title":"T%d"}`+"\n", n, n)
	}
	return lines
}

const againEdge = `{"kind":"edge","rel":"blocks","src_id":"$/t1","dst_id":"$/t2"}` + "\n"

// link and unlink change the edge of the first two tasks here.
func (f *merging) link() {
	f.Write(&graph.Batch{Edges: []graph.Edge{{
		ProjectID: graph.ID(f.project), Rel: graph.RelBlocks,
		Src: graph.Ref{Kind: graph.KindTask, ID: f.mergedID("t1")}, Dst: graph.Ref{Kind: graph.KindTask, ID: f.mergedID("t2")},
	}}})
}

func (f *merging) unlink() {
	f.Write(&graph.Batch{Unlinked: []string{graph.EdgeID(f.mergedID("t1"), graph.RelBlocks, f.mergedID("t2"))}})
}

// An export has the times of the rows: those of the first hour, in which they were made.
var (
	againOld  = mergedLine(`,"title":"B","updated_at":"$old"`)
	againSkip = ndjson.Options{Prune: true, OnError: ndjson.Skip}
)

func againHere(change func(f *merging)) mergeStep { return mergeStep{do: change} }

// oldMerges are the steps of mergesOfOld, by what they are about.
var oldMerges = map[string][]mergeStep{
	"an old line of what was deleted": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.Title = "B" }}, againHere(removedHere),
		{lines: againOld, counts: ndjson.Counts{Older: 1, Unchanged: 1}, task: "none"},
		{lines: mergedLine(`,"title":"B","updated_at":"2999-01-01"`), counts: ndjson.Counts{Revived: 1, Unchanged: 1}, task: "B todo "},
	},
	"an old line of what vanished": { // the source has it back, at whatever time
		{lines: againTasks(1, 2, 3)}, {lines: againTasks(2, 3), options: ndjson.Options{Prune: true},
			counts: ndjson.Counts{Unchanged: 3, Deleted: 1}},
		{lines: againOld, counts: ndjson.Counts{Revived: 1, Unchanged: 1, Conflicts: 1}, conflict: []string{`title: "T1" "B"`}, task: "B todo "},
	},
	"an old edge, made and unlinked here": {
		{lines: againTasks(1, 2)}, againHere((*merging).link), againHere((*merging).unlink),
		{lines: againTasks(1, 2) + againEdge, counts: ndjson.Counts{Unchanged: 3, Kept: 1}},
		{lines: againEdge, counts: ndjson.Counts{Unchanged: 1, Kept: 1}},
		{lines: strings.Replace(againEdge, "}", `,"props":{"n":1}}`, 1), counts: ndjson.Counts{Unchanged: 1, Revived: 1}},
	},
	"edges alone, with a deleted end": {
		{lines: againTasks(1, 2) + againEdge}, againHere(removedHere),
		{lines: againEdge, counts: ndjson.Counts{Unchanged: 2}, task: "none"},
		{lines: strings.Replace(againEdge, "blocks", "depends_on", 1), counts: ndjson.Counts{Created: 1, Unchanged: 1}, task: "none"},
	},
	"null props": {
		{lines: mergedLine(`,"title":"A","props":{"x":1,"y":2},"colour":"red"`)},
		{here: func(e *graph.Task) { e.Props = graph.JSON(`{"colour":"red","here":0,"x":9,"y":2}`) }},
		{lines: mergedLine(`,"props":null`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{"props.x: 9 null"}, task: `A todo {"here":0}`},
		{lines: mergedLine(`,"props":null`), counts: ndjson.Counts{Unchanged: 2}, task: `A todo {"here":0}`},
		{lines: mergedLine(`,"props":{}`), counts: ndjson.Counts{Unchanged: 2}, task: `A todo {"here":0}`},
	},
	"null props of another source": {
		{lines: mergedLine(`,"title":"A","props":{"x":1}`), options: ndjson.Options{Source: "a"}},
		{lines: mergedLine(`,"props":null`), options: ndjson.Options{Source: "b"},
			counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1}, conflict: []string{"props.x: 1 null"}, task: "A todo "},
	},
	"done in the source, and back": {
		{lines: mergedTitle}, {lines: mergedLine(`,"state_key":"done"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1},
			task: "A done completed "},
		{lines: mergedLine(`,"state_key":"blocked"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A blocked "},
		{lines: mergedLine(`,"state_key":"done","completed_at":null`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A done "},
	},
	"done here, back in the source": {
		{lines: mergedTitle}, {here: func(e *graph.Task) { e.StateKey, e.CompletedAt = new("done"), new(fixture.Start) }},
		{lines: mergedLine(`,"state_key":"in_progress"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
			conflict: []string{`state_key: "done" "in_progress"`}, task: "A in_progress "},
	},
	"rejected for a value": {
		{lines: againTasks(1, 2, 3) + againEdge},
		{lines: againTasks(2, 3) + mergedLine(`,"title":"T1","due_at":"soon"`) + againEdge, options: againSkip,
			counts: ndjson.Counts{Unchanged: 3, Rejected: 2}, task: "T1 todo "},
	},
	"rejected for its kind": {
		{lines: againTasks(1, 2, 3) + againEdge},
		{lines: againTasks(2, 3) + strings.Replace(againTasks(1), "task", "tusk", 1), options: againSkip,
			counts: ndjson.Counts{Unchanged: 3, Rejected: 1}, task: "T1 todo "},
	},
	"rejected as half a line": {
		{lines: againTasks(1, 2, 3) + againEdge},
		{lines: againTasks(2, 3) + againTasks(1)[:20], options: againSkip, counts: ndjson.Counts{Unchanged: 3, Rejected: 1}, task: "T1 todo "},
	},
	"rejected, forced": {
		{lines: againTasks(1, 2, 3)},
		{
			lines: againTasks(2, 3) + "{\n", options: ndjson.Options{Prune: true, Force: true, OnError: ndjson.Skip},
			counts: ndjson.Counts{Unchanged: 3, Deleted: 1, Rejected: 1}, task: "none",
		},
	},
}

// mergesOfOld checks imports of files that are older than what was done here, that do
// not mention it, or that have lines which cannot be read: nothing is undone.
func mergesOfOld(f *merging) {
	for name, steps := range oldMerges {
		f.inProject("again " + name)
		made := f.Now
		for i, step := range steps {
			f.Now = f.Now.Add(time.Hour)
			step.lines = strings.ReplaceAll(step.lines, "$old", made.Add(time.Hour).Format(time.RFC3339))
			f.mergeStep(fmt.Sprint(name, " ", i), &step)
		}
	}
}
