package mergetest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/ndjson"
)

// A mergeStep is an import, or a change here, with what comes of it.
type mergeStep struct {
	lines    string              // to import
	options  ndjson.Options      // of the import
	here     func(e *graph.Task) // changes the task t1 here; nil for an import
	do       func(f *merging)    // another change here
	counts   ndjson.Counts       // of the import
	conflict []string            // the fields of conflicts, with both values
	task     string              // t1 after the step, "" for any
}

// mergedProject is the line of the project of a test, whose name replaces $.
const mergedProject = `{"kind":"project","id":"$","name":"P"}` + "\n"

// mergedLine returns the line of the task t1 with further members.
func mergedLine(members string) string {
	return `{"kind":"task","id":"$/t1","project_id":"$"` + members + "}\n"
}

// taskOf returns a task as a test reads it.
func taskOf(e graph.Entity) string {
	task, is := e.(*graph.Task)
	if !is {
		return "none"
	}
	text := []string{task.Title, graph.Or(task.StateKey, "")}
	if task.CompletedAt != nil {
		text = append(text, "completed")
	}
	if task.DueAt != nil {
		text = append(text, "due "+task.DueAt.Format(time.DateOnly))
	}
	if task.Description != nil {
		text = append(text, *task.Description)
	}
	if task.Priority != nil {
		text = append(text, fmt.Sprint("p", *task.Priority))
	}
	if task.Labels != nil {
		text = append(text, strings.Join(task.Labels, ","))
	}
	return strings.Join(append(text, string(task.Props)), " ")
}

// merges checks what imports do to what was changed here.
func merges(f *merging) {
	for name, steps := range mergeCases {
		f.inProject(name)
		for i, step := range steps {
			f.Now = f.Now.Add(time.Hour)
			f.mergeStep(fmt.Sprint(name, " ", i), &step)
		}
	}
}

// mergedID returns the id of an entity of the project of imports.
func (f *merging) mergedID(name string) string { return graph.ID(f.project + "/" + name) }

// A merging imports into a project what another program has changed since.
type merging struct {
	*fixture.F
	project string // of the imports
}

// merged returns a test of imports.
func merged(test func(*merging)) func(*fixture.F) {
	return func(f *fixture.F) { test(&merging{F: f}) }
}

// inProject sets the project of imports.
func (f *merging) inProject(name string) { f.project = name }

// mergedLines returns lines of the project of imports.
func (f *merging) mergedLines(lines string) string {
	return strings.ReplaceAll(mergedProject+lines, "$", f.project)
}

func (f *merging) mergeStep(name string, step *mergeStep) {
	f.Helper()
	switch {
	case step.do != nil:
		step.do(f)
	case step.here != nil:
		task := *f.Entity(f.Ann, f.mergedID("t1"), graph.Full).(*graph.Task)
		step.here(&task)
		task.UpdatedAt = f.Now
		f.Write(&graph.Batch{Entities: []graph.Entity{&task}})
	default:
		f.checkImport(name, step)
	}
	if got := taskOf(f.Entity(f.Ann, f.mergedID("t1"), graph.Full)); step.task != "" && got != step.task {
		f.Errorf("%s: the task is %q, want %q", name, got, step.task)
	}
}

// checkImport imports the lines of a step and compares the report.
func (f *merging) checkImport(name string, step *mergeStep) {
	f.Helper()
	options := step.options
	if options.Source != "" {
		options.Source += " of " + f.project // a source may have several projects
	}
	report, err := ndjson.Import(f.Ann, f.Store, strings.NewReader(f.mergedLines(step.lines)), options)
	if err != nil {
		f.Fatalf("%s: %v", name, err)
	}
	if want := step.counts; want != (ndjson.Counts{}) && report.Counts != want {
		f.Errorf("%s: counted %+v, want %+v; rejected %v", name, report.Counts, want, report.Rejects)
	}
	var conflicts []string
	for _, c := range report.Conflicts {
		conflicts = append(conflicts, fmt.Sprintf("%s: %s %s", c.Field, c.Ours, c.Theirs))
	}
	if !slices.Equal(conflicts, step.conflict) {
		f.Errorf("%s: conflicts %q, want %q", name, conflicts, step.conflict)
	}
}

var fourTasks = againTasks(1, 2, 3, 4)

// againGoal and againPlan are the first task as another kind.
const (
	againGoal = `{"kind":"goal","id":"$/t1","project_id":"$","name":"T1"}` + "\n"
	againPlan = `{"kind":"plan","id":"$/t1","project_id":"$","name":"T1"}` + "\n"
)

var againWhole = ndjson.Options{Source: "whole", Complete: true}

const notedEdge = `{"kind":"edge","rel":"blocks","src_id":"$/t1","dst_id":"$/t2","props":{"note":"N"}}` + "\n"

// edgeMerges are the steps of mergesOfEdges, by what they are about.
var edgeMerges = map[string][]mergeStep{
	"unlinked here": {
		{lines: fourTasks + againEdge, counts: ndjson.Counts{Created: 6}}, {do: (*merging).unlink},
		{lines: fourTasks + againEdge, counts: ndjson.Counts{Unchanged: 5, Kept: 1}},
		{lines: fourTasks + notedEdge, counts: ndjson.Counts{Unchanged: 5, Revived: 1}},
		{lines: fourTasks + notedEdge, counts: ndjson.Counts{Unchanged: 6}},
	},
	"props of an edge": {
		{lines: fourTasks + againEdge}, {lines: fourTasks + notedEdge, counts: ndjson.Counts{Unchanged: 5, Updated: 1}},
		{lines: fourTasks + notedEdge, counts: ndjson.Counts{Unchanged: 6}},
	},
	"props that an edge lost": {
		{lines: fourTasks + notedEdge}, {lines: fourTasks + againEdge, counts: ndjson.Counts{Unchanged: 6}},
		{lines: fourTasks + againEdge, options: ndjson.Options{Complete: true}, counts: ndjson.Counts{Unchanged: 5, Updated: 1}},
		{lines: fourTasks + againEdge, options: ndjson.Options{Complete: true}, counts: ndjson.Counts{Unchanged: 6}},
	},
	"more than half, withheld": {
		{lines: fourTasks}, {lines: againTasks(1), options: ndjson.Options{Prune: true, Withhold: true}, counts: ndjson.Counts{Unchanged: 2}},
	},
	"vanished": {
		{lines: fourTasks + againEdge}, {lines: againTasks(1, 2), options: ndjson.Options{Prune: true}, counts: ndjson.Counts{Unchanged: 3,
			Deleted: 3}},
		{lines: againTasks(1, 2), options: ndjson.Options{Prune: true}, counts: ndjson.Counts{Unchanged: 3}},
		{lines: fourTasks + againEdge, counts: ndjson.Counts{Unchanged: 3, Revived: 3}},
	},
	"as another kind, and back": { // the edge, too, is one of the other entity
		{lines: againTasks(1, 2) + againEdge, options: againWhole, counts: ndjson.Counts{Created: 4}},
		{lines: againGoal + againTasks(2) + againEdge, options: againWhole, counts: ndjson.Counts{Unchanged: 2, Created: 2, Deleted: 1},
			task: "none"},
		{lines: againGoal + againTasks(2) + againEdge, options: againWhole, counts: ndjson.Counts{Unchanged: 4}, task: "none"},
		{lines: againPlan + againTasks(2), options: againWhole, counts: ndjson.Counts{Unchanged: 2, Created: 1, Deleted: 1}, task: "none"},
		{lines: againTasks(1, 2) + againEdge, options: againWhole, counts: ndjson.Counts{Unchanged: 3, Revived: 1, Deleted: 1},
			task: "T1 todo "},
		{lines: againGoal + againTasks(2) + againEdge, options: againWhole, counts: ndjson.Counts{Unchanged: 3, Revived: 1, Deleted: 1},
			task: "none"},
	},
	"as another kind, in another source": {
		{lines: againTasks(1, 2), options: ndjson.Options{Source: "a", Complete: true}, counts: ndjson.Counts{Created: 3}},
		{lines: againGoal, options: ndjson.Options{Source: "b", Complete: true}, counts: ndjson.Counts{Created: 1, Unchanged: 1},
			task: "T1 todo "},
		{lines: againTasks(1), options: ndjson.Options{Source: "a", Complete: true}, counts: ndjson.Counts{Unchanged: 2}, task: "T1 todo "},
		{lines: againGoal, options: ndjson.Options{Source: "b", Complete: true}, counts: ndjson.Counts{Unchanged: 2}, task: "T1 todo "},
	},
	"as another kind, of lines by hand": {
		{lines: againTasks(1)}, {lines: againGoal, counts: ndjson.Counts{Rejected: 1}, task: "T1 todo "},
	},
	"vanished without pruning": {{lines: fourTasks + againEdge}, {lines: againTasks(1), counts: ndjson.Counts{Unchanged: 2}}},
	"vanished, but in another source": {
		{lines: fourTasks, options: ndjson.Options{Source: "a"}}, {
			lines: againTasks(1, 2), options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Unchanged: 3},
		},
		{lines: againTasks(3, 4), options: ndjson.Options{Source: "a", Prune: true}, counts: ndjson.Counts{Unchanged: 3}, task: "T1 todo "},
	},
	"moved to another source": {
		{lines: fourTasks, options: ndjson.Options{Source: "a"}}, {
			lines: againTasks(3, 4), options: ndjson.Options{Source: "a", Prune: true}, counts: ndjson.Counts{Unchanged: 3, Deleted: 2},
			task: "none",
		},
		{lines: againTasks(1), options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Unchanged: 1, Revived: 1}, task: "T1 todo "},
	},
	"forced": {
		{lines: fourTasks}, {lines: againTasks(1), options: ndjson.Options{Prune: true, Force: true}, counts: ndjson.Counts{Unchanged: 2,
			Deleted: 3}},
	},
}

// mergesOfEdges checks what imports do to edges that were changed here, and to
// what has vanished from a source.
func mergesOfEdges(f *merging) {
	for name, steps := range edgeMerges {
		f.inProject(name)
		for i, step := range steps {
			f.mergeStep(fmt.Sprint(name, " ", i), &step)
		}
	}
	f.inProject("too many")
	f.checkImport("before", &mergeStep{lines: fourTasks})
	_, err := ndjson.Import(f.Ann, f.Store, strings.NewReader(f.mergedLines(againTasks(1))), ndjson.Options{Prune: true})
	if graph.CodeOf(err) != graph.CodeBadUserInput || f.Entity(f.Ann, f.mergedID("t4"), graph.Light) == nil {
		f.Errorf("more than half: got %v, want BAD_USER_INPUT", err)
	}
}

// repeatedImports checks that an import with the client id of an earlier one
// returns its report, and writes nothing.
func repeatedImports(f *merging) {
	once, err := graph.NewOnce("one", "lines")
	if err != nil {
		f.Fatal(err)
	}
	f.inProject("p")
	lines := f.mergedLines(mergedLine(`,"title":"A"`))
	imported := func() *ndjson.Report {
		report, err := ndjson.Import(f.Ann, f.Store, strings.NewReader(lines), ndjson.Options{Once: once})
		if err != nil {
			f.Fatal(err)
		}
		return report
	}
	first := imported()
	f.Write(&graph.Batch{Deleted: []graph.Ref{{ID: f.mergedID("t1")}}})
	if again := imported(); again.Counts != first.Counts || again.Counts.Created != 2 || again.Lines != 2 {
		f.Errorf("got %+v, want %+v", again, first)
	}
	other := once
	other.Hash = []byte("others")
	if _, err := ndjson.Import(f.Ann, f.Store, strings.NewReader(lines),
		ndjson.Options{Once: other}); graph.CodeOf(err) != graph.CodeBadUserInput {
		f.Errorf("another input: got %v, want BAD_USER_INPUT", err)
	}
}
