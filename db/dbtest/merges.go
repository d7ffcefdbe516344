package dbtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/ndjson"
)

// A mergeStep is an import, or a change here, with what comes of it.
type mergeStep struct {
	lines    string              // to import
	options  ndjson.Options      // of the import
	here     func(e *graph.Task) // changes the task t1 here; nil for an import
	do       func(f *fixture)    // another change here
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
//
//nolint:funlen // a table of cases
func merges(f *fixture) {
	done := func(e *graph.Task) { e.StateKey = ptr("done") }
	title := mergedLine(`,"title":"A"`)
	removed := func(f *fixture) { f.write(&graph.Batch{Deleted: []graph.Ref{{ID: f.mergedID("t1")}}}) }
	for name, steps := range map[string][]mergeStep{
		"what the file lacks is kept": {
			{lines: title}, {here: done}, {here: func(e *graph.Task) { e.Description = ptr("here") }},
			{lines: title, counts: ndjson.Counts{Unchanged: 1, Kept: 1}, task: "A done here "},
		},
		"the same file twice": {
			{lines: title, counts: ndjson.Counts{Created: 2}}, {lines: title, counts: ndjson.Counts{Unchanged: 2}},
		},
		"changed in the source": {
			{lines: title}, {here: done}, {lines: mergedLine(`,"title":"B"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "B done "},
		},
		"changed here": {
			{lines: title}, {here: func(e *graph.Task) { e.Title = "B" }}, {
				lines: title, counts: ndjson.Counts{Unchanged: 1, Kept: 1}, task: "B todo ",
			},
		},
		"changed back here": {
			{lines: title}, {here: done}, {here: func(e *graph.Task) { e.StateKey = ptr("todo") }}, {
				lines: title, counts: ndjson.Counts{Unchanged: 2},
			},
		},
		"both sides": {
			{lines: title}, {here: func(e *graph.Task) { e.Title = "B" }},
			{
				lines: mergedLine(`,"title":"C"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1}, conflict: []string{`title: "B" "C"`},
				task: "C todo ",
			},
		},
		"both sides, the same": {
			{lines: title}, {here: func(e *graph.Task) { e.Title = "B" }}, {
				lines: mergedLine(`,"title":"B"`), counts: ndjson.Counts{Unchanged: 2}, task: "B todo ",
			},
		},
		"ours": {
			{lines: title}, {here: func(e *graph.Task) { e.Title = "B" }},
			{lines: mergedLine(`,"title":"C"`), options: ndjson.Options{OnConflict: graph.OursWins}, counts: ndjson.Counts{
				Kept: 1, Unchanged: 1, Conflicts: 1,
			},
				conflict: []string{`title: "B" "C"`}, task: "B todo "},
			{lines: mergedLine(`,"title":"C"`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "B todo "},
		},
		"stop": {
			{lines: title}, {here: func(e *graph.Task) { e.Title = "B" }},
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
			{lines: mergedLine(`,"title":"A","priority":2`)}, {here: done},
			{lines: title, options: ndjson.Options{Replace: true}, counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo "},
		},
		"null clears": {
			{lines: mergedLine(`,"title":"A","due_at":"2026-01-31","props":{"x":1,"y":2},"owner":"ann"`)},
			{
				lines: mergedLine(`,"title":"A","due_at":null,"props":{"x":null},"owner":null`), counts: ndjson.Counts{Updated: 1, Unchanged: 1},
				task: `A todo {"y":2}`,
			},
		},
		"null is not repeated": {
			{lines: mergedLine(`,"title":"A","due_at":null`)}, {here: func(e *graph.Task) { e.DueAt = ptr(start) }},
			{lines: mergedLine(`,"title":"A","due_at":null`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "A todo due 2026-03-01 "},
		},
		"props by key": {
			{lines: mergedLine(`,"title":"A","props":{"x":1,"y":2,"z":3}`)},
			{here: func(e *graph.Task) { e.Props = graph.JSON(`{"here":0,"x":9,"y":2,"z":3}`) }},
			{
				lines: mergedLine(`,"title":"A","props":{"x":1,"y":5}`), counts: ndjson.Counts{Updated: 1, Unchanged: 1},
				task: `A todo {"here":0,"x":9,"y":5,"z":3}`,
			},
			{lines: mergedLine(`,"title":"A","props":{"x":7,"y":5}`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1}, conflict: []string{
				"props.x: 9 7",
			},
				task: `A todo {"here":0,"x":7,"y":5,"z":3}`},
		},
		"new in the source, set here": {
			{lines: title}, {here: func(e *graph.Task) { e.Priority = ptr(1) }},
			{
				lines: mergedLine(`,"title":"A","priority":3`), counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
				conflict: []string{"priority: 1 3"}, task: "A todo p3 ",
			},
		},
		"a default is nobody's": {
			{lines: title}, {lines: mergedLine(`,"title":"A","state_key":"done"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A done "},
		},
		"a line without what a new one needs": {
			{lines: title}, {lines: mergedLine(`,"state_key":"done"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A done "},
		},
		"all that the source has": {
			{lines: mergedLine(`,"title":"A","due_at":"2026-01-31","state_key":"done","description":"D","props":{"x":1,"y":2}`)},
			{here: func(e *graph.Task) { e.Priority = ptr(1) }},
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
			{lines: mergedLine(`,"title":"A","description":"D"`)}, {here: func(e *graph.Task) { e.Description = ptr("E") }},
			{
				lines: title, options: ndjson.Options{Complete: true}, counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
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
			{lines: title}, {here: func(e *graph.Task) { e.Labels = []string{"here"} }},
			{lines: mergedLine(`,"title":"A","labels":["x","here"]`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "A todo here,x "},
		},
		"an older line": {
			{lines: mergedLine(`,"title":"A","updated_at":"2026-02-02"`)},
			{lines: mergedLine(`,"title":"B","updated_at":"2026-02-01"`), counts: ndjson.Counts{Older: 1, Unchanged: 1}, task: "A todo "},
			{lines: mergedLine(`,"title":"B","updated_at":"2026-02-03"`), counts: ndjson.Counts{Updated: 1, Unchanged: 1}, task: "B todo "},
		},
		"older than a change here": {
			{lines: mergedLine(`,"title":"A","updated_at":"2026-02-02"`)}, {here: done},
			{lines: mergedLine(`,"title":"B","updated_at":"2026-02-03"`), counts: ndjson.Counts{Older: 1, Unchanged: 1}, task: "A done "},
		},
		"deleted here": {
			{lines: title}, {do: removed}, {lines: title, counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "none"},
			{lines: mergedLine(`,"title":"B"`), counts: ndjson.Counts{Revived: 1, Unchanged: 1}, task: "B todo "},
		},
		"deleted here, the time alone changed": {
			{lines: title}, {do: removed}, {
				lines: mergedLine(`,"title":"A","updated_at":"2026-05-05"`), counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "none",
			},
		},
		"another source": {
			{lines: title, options: ndjson.Options{Source: "a"}}, {here: func(e *graph.Task) { e.Title = "B" }},
			{
				lines: title, options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Updated: 1, Unchanged: 1, Conflicts: 1},
				conflict: []string{`title: "B" "A"`}, task: "A todo ",
			},
			{lines: title, options: ndjson.Options{Source: "a"}, counts: ndjson.Counts{Unchanged: 2}, task: "A todo "},
		},
		"deleted here, then in another source": {
			{lines: title}, {do: removed}, {
				lines: title, options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Kept: 1, Unchanged: 1}, task: "none",
			},
			{lines: mergedLine(`,"title":"B"`), options: ndjson.Options{Source: "c"}, counts: ndjson.Counts{Revived: 1, Unchanged: 1, Conflicts: 1},
				conflict: []string{`title: "A" "B"`}, task: "B todo "},
		},
	} {
		f.inProject(name)
		for i, step := range steps {
			f.now = f.now.Add(time.Hour)
			f.mergeStep(fmt.Sprint(name, " ", i), &step)
		}
	}
}

// mergedID returns the id of an entity of the project of imports.
func (f *fixture) mergedID(name string) string { return graph.ID(f.project + "/" + name) }

// inProject sets the project of imports.
func (f *fixture) inProject(name string) { f.project = name }

// mergedLines returns lines of the project of imports.
func (f *fixture) mergedLines(lines string) string {
	return strings.ReplaceAll(mergedProject+lines, "$", f.project)
}

func (f *fixture) mergeStep(name string, step *mergeStep) {
	f.Helper()
	switch {
	case step.do != nil:
		step.do(f)
	case step.here != nil:
		task := *f.entity(f.ann, f.mergedID("t1"), graph.Full).(*graph.Task)
		step.here(&task)
		task.UpdatedAt = f.now
		f.write(&graph.Batch{Entities: []graph.Entity{&task}})
	default:
		f.checkImport(name, step)
	}
	if got := taskOf(f.entity(f.ann, f.mergedID("t1"), graph.Full)); step.task != "" && got != step.task {
		f.Errorf("%s: the task is %q, want %q", name, got, step.task)
	}
}

// checkImport imports the lines of a step and compares the report.
func (f *fixture) checkImport(name string, step *mergeStep) {
	f.Helper()
	options := step.options
	if options.Source != "" {
		options.Source += " of " + f.project // a source may have several projects
	}
	report, err := ndjson.Import(f.ann, f.store, strings.NewReader(f.mergedLines(step.lines)), options)
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

// mergesOfEdges checks what imports do to edges that were changed here, and to
// what has vanished from a source.
//
//nolint:funlen // a table of cases
func mergesOfEdges(f *fixture) {
	task := func(n int) string {
		return fmt.Sprintf(`{"kind":"task","id":"$/t%d","project_id":"$","title":"T%d"}`+"\n", n, n)
	}
	const edge = `{"kind":"edge","rel":"blocks","src_id":"$/t1","dst_id":"$/t2"}` + "\n"
	const noted = `{"kind":"edge","rel":"blocks","src_id":"$/t1","dst_id":"$/t2","props":{"note":"N"}}` + "\n"
	tasks := task(1) + task(2) + task(3) + task(4)
	unlink := func(f *fixture) {
		f.write(&graph.Batch{Unlinked: []string{graph.EdgeID(f.mergedID("t1"), graph.RelBlocks, f.mergedID("t2"))}})
	}
	prune := ndjson.Options{Prune: true}
	for name, steps := range map[string][]mergeStep{
		"unlinked here": {
			{lines: tasks + edge, counts: ndjson.Counts{Created: 6}}, {do: unlink},
			{lines: tasks + edge, counts: ndjson.Counts{Unchanged: 5, Kept: 1}},
			{lines: tasks + noted, counts: ndjson.Counts{Unchanged: 5, Revived: 1}},
			{lines: tasks + noted, counts: ndjson.Counts{Unchanged: 6}},
		},
		"props of an edge": {
			{lines: tasks + edge}, {lines: tasks + noted, counts: ndjson.Counts{Unchanged: 5, Updated: 1}},
			{lines: tasks + noted, counts: ndjson.Counts{Unchanged: 6}},
		},
		"props that an edge lost": {
			{lines: tasks + noted}, {lines: tasks + edge, counts: ndjson.Counts{Unchanged: 6}},
			{lines: tasks + edge, options: ndjson.Options{Complete: true}, counts: ndjson.Counts{Unchanged: 5, Updated: 1}},
			{lines: tasks + edge, options: ndjson.Options{Complete: true}, counts: ndjson.Counts{Unchanged: 6}},
		},
		"more than half, withheld": {
			{lines: tasks}, {lines: task(1), options: ndjson.Options{Prune: true, Withhold: true}, counts: ndjson.Counts{Unchanged: 2}},
		},
		"vanished": {
			{lines: tasks + edge}, {lines: task(1) + task(2), options: prune, counts: ndjson.Counts{Unchanged: 3, Deleted: 3}},
			{lines: task(1) + task(2), options: prune, counts: ndjson.Counts{Unchanged: 3}},
			{lines: tasks + edge, counts: ndjson.Counts{Unchanged: 3, Revived: 3}},
		},
		"vanished without pruning": {{lines: tasks + edge}, {lines: task(1), counts: ndjson.Counts{Unchanged: 2}}},
		"vanished, but in another source": {
			{lines: tasks, options: ndjson.Options{Source: "a"}}, {
				lines: task(1) + task(2), options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Unchanged: 3},
			},
			{lines: task(3) + task(4), options: ndjson.Options{Source: "a", Prune: true}, counts: ndjson.Counts{Unchanged: 3}, task: "T1 todo "},
		},
		"moved to another source": {
			{lines: tasks, options: ndjson.Options{Source: "a"}}, {
				lines: task(3) + task(4), options: ndjson.Options{Source: "a", Prune: true}, counts: ndjson.Counts{Unchanged: 3, Deleted: 2},
				task: "none",
			},
			{lines: task(1), options: ndjson.Options{Source: "b"}, counts: ndjson.Counts{Unchanged: 1, Revived: 1}, task: "T1 todo "},
		},
		"forced": {
			{lines: tasks}, {lines: task(1), options: ndjson.Options{Prune: true, Force: true}, counts: ndjson.Counts{Unchanged: 2, Deleted: 3}},
		},
	} {
		f.inProject(name)
		for i, step := range steps {
			f.mergeStep(fmt.Sprint(name, " ", i), &step)
		}
	}
	f.inProject("too many")
	f.checkImport("before", &mergeStep{lines: tasks})
	_, err := ndjson.Import(f.ann, f.store, strings.NewReader(f.mergedLines(task(1))), prune)
	if graph.CodeOf(err) != graph.CodeBadUserInput || f.entity(f.ann, f.mergedID("t4"), graph.Light) == nil {
		f.Errorf("more than half: got %v, want BAD_USER_INPUT", err)
	}
}

// repeatedImports checks that an import with the client id of an earlier one
// returns its report, and writes nothing.
func repeatedImports(f *fixture) {
	once, err := graph.NewOnce("one", "lines")
	if err != nil {
		f.Fatal(err)
	}
	f.inProject("p")
	lines := f.mergedLines(mergedLine(`,"title":"A"`))
	imported := func() *ndjson.Report {
		report, err := ndjson.Import(f.ann, f.store, strings.NewReader(lines), ndjson.Options{Once: once})
		if err != nil {
			f.Fatal(err)
		}
		return report
	}
	first := imported()
	f.write(&graph.Batch{Deleted: []graph.Ref{{ID: f.mergedID("t1")}}})
	if again := imported(); again.Counts != first.Counts || again.Counts.Created != 2 || again.Lines != 2 {
		f.Errorf("got %+v, want %+v", again, first)
	}
	other := once
	other.Hash = []byte("others")
	if _, err := ndjson.Import(f.ann, f.store, strings.NewReader(lines), ndjson.Options{Once: other}); graph.CodeOf(err) != graph.CodeBadUserInput {
		f.Errorf("another input: got %v, want BAD_USER_INPUT", err)
	}
}

// RandomMerges imports, changes here, changes the source, and imports again, in
// random sequences: 1,000, or 100 in the short mode. No change may be lost without
// being named.
func RandomMerges(t *testing.T, store Store) {
	number, times := 0, 10
	if testing.Short() {
		times = 1
	}
	for range times { // rapid makes 100
		rapid.Check(t, func(r *rapid.T) {
			number++
			m := &randomMerge{T: r, store: store, project: fmt.Sprint("merged ", number), source: map[string]string{}, had: map[string]string{}}
			r.Repeat(map[string]func(*rapid.T){"": func(*rapid.T) {}, "source": m.changeSource, "here": m.changeHere, "delete": m.deleteHere, "import": m.importSource})
		})
	}
}

// A randomMerge is a task that is changed on both sides. The source has members of
// its line by name, as JSON.
type randomMerge struct {
	*rapid.T
	store       Store
	project     string
	source, had map[string]string // now, and at the last import that wrote
	stored      bool
}

// mergedFields are fields, with values as JSON.
var mergedFields = map[string][]string{
	"title": {`"a"`, `"b"`, `"c"`}, "description": {`null`, `"a"`, `"b"`}, "priority": {`null`, `1`, `2`}, "state_key": {
		`"todo"`, `"done"`, `"blocked"`,
	},
	"labels": {`null`, `["a"]`, `["a","b"]`, `["b","c"]`, `["c","a"]`}, "one": {`null`, `1`, `"x"`}, "two": {`null`, `{"k":[1]}`, `2`},
}

func (m *randomMerge) field() string {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(mergedFields))).Draw(m.T, "field")
}

// changeSource changes a field in the source, or removes it.
func (m *randomMerge) changeSource(*rapid.T) {
	field := m.field()
	if field != "title" && rapid.IntRange(0, 4).Draw(m.T, "removed") == 0 {
		delete(m.source, field)
		return
	}
	m.source[field] = rapid.SampledFrom(mergedFields[field]).Draw(m.T, "value")
}

func (m *randomMerge) id() string { return mergedTaskID(m.project) }

func mergedTaskID(project string) string { return graph.ID(project + "/task") }

// task returns the stored task, nil if it is deleted, and its fields as JSON.
func (m *randomMerge) task() (*graph.Task, map[string]string) {
	found, err := m.store.Entities(as("ann"), []graph.Ref{{ID: m.id()}}, graph.Full)
	if err != nil {
		m.Fatal(err)
	}
	task, live := found[m.id()].(*graph.Task)
	if !live {
		return nil, nil
	}
	props := task.Props.Object()
	return task, map[string]string{
		"title": graph.EncodeJSON(task.Title), "description": graph.EncodeJSON(task.Description), "priority": graph.EncodeJSON(task.Priority),
		"state_key": graph.EncodeJSON(task.StateKey), "labels": graph.EncodeJSON(task.Labels), "one": graph.EncodeJSON(props["one"]),
		"two": graph.EncodeJSON(props["two"]),
	}
}

// changeHere changes a field here.
func (m *randomMerge) changeHere(*rapid.T) {
	task, fields := m.task()
	if task == nil {
		return
	}
	field := m.field()
	fields[field] = rapid.SampledFrom(mergedFields[field]).Draw(m.T, "value here")
	changed := *task
	changed.Props = nil
	m.decode(fields, &changed)
	if _, err := m.store.Write(as("ann"), &graph.Batch{Entities: []graph.Entity{&changed}}); err != nil {
		m.Fatal(err)
	}
}

func (m *randomMerge) decode(fields map[string]string, into *graph.Task) {
	props := map[string]any{}
	for name, text := range fields {
		value, err := graph.ParseJSON([]byte(text))
		if err != nil {
			m.Fatal(err)
		}
		if field := into.Spec().Field(name); field == nil && value != nil {
			props[name] = value
		} else if field != nil {
			decodeField(field, into, value)
		}
	}
	if len(props) > 0 {
		into.Props, _ = graph.NewJSON(props)
	}
}

func decodeField(field *graph.Field, into *graph.Task, value graph.JSON) {
	switch at := field.Pointer(into).(type) {
	case *string:
		*at = value.Value().(string)
	case **string:
		if *at = nil; value != nil {
			*at = ptr(value.Value().(string))
		}
	case *[]string:
		*at = labelsIn(string(value))
	case **int:
		if *at = nil; value != nil {
			*at = ptr(int(value.Value().(float64)))
		}
	}
}

// labelsIn returns the labels in JSON.
func labelsIn(text string) (labels []string) {
	_ = json.Unmarshal([]byte(text), &labels) // of this test
	return labels
}

// mergedLabels returns labels without those that the source removed, and with those
// that it added.
func mergedLabels(before, had, source string) string {
	old, now := labelsIn(had), labelsIn(source)
	merged := slices.DeleteFunc(labelsIn(before),
		func(label string) bool { return slices.Contains(old, label) && !slices.Contains(now, label) })
	for _, label := range now {
		if !slices.Contains(old, label) && !slices.Contains(merged, label) {
			merged = append(merged, label)
		}
	}
	if len(merged) == 0 {
		return "null"
	}
	return graph.EncodeJSON(merged)
}

func (m *randomMerge) deleteHere(*rapid.T) {
	if task, _ := m.task(); task == nil || rapid.IntRange(0, 2).Draw(m.T, "keep") > 0 {
		return
	}
	if _, err := m.store.Write(as("ann"), &graph.Batch{Deleted: []graph.Ref{{ID: m.id()}}}); err != nil {
		m.Fatal(err)
	}
}

// importSource imports the source, checks what came of each field, and imports it
// again, which must change nothing.
func (m *randomMerge) importSource(*rapid.T) {
	if m.source["title"] == "" {
		m.source["title"] = `"a"`
	}
	mode := rapid.SampledFrom([]graph.OnConflict{"", graph.OursWins, graph.StopAtAny}).Draw(m.T, "mode")
	_, before := m.task()
	report := m.imported(mode)
	_, after := m.task()
	named := map[string]bool{}
	for _, conflict := range report.Conflicts {
		named[strings.TrimPrefix(conflict.Field, "props.")] = true
	}
	if report.Written == nil {
		if !maps.Equal(before, after) || len(named) == 0 || mode != graph.StopAtAny {
			m.Fatalf("stopped: %v became %v, conflicts %v", before, after, named)
		}
		return
	}
	m.checkFields(before, after, named, mode, &report.Counts)
	for field, value := range m.source {
		m.had[field] = value
	}
	if m.stored = true; m.had["state_key"] == "" {
		m.had["state_key"] = `"todo"` // the default
	}
	again := m.imported(mode)
	if _, twice := m.task(); !maps.Equal(after, twice) ||
		again.Counts.Updated+again.Counts.Created+again.Counts.Revived+again.Counts.Conflicts > 0 {
		m.Fatalf("again: %v became %v: %+v", after, twice, again.Counts)
	}
}

func (m *randomMerge) imported(mode graph.OnConflict) *ndjson.Report {
	line := fmt.Sprintf(`{"kind":"project","id":%q,"name":"P"}`+"\n"+`{"kind":"task","id":%q,"project_id":%[1]q`, m.project, m.project+"/task")
	for _, name := range slices.Sorted(maps.Keys(m.source)) {
		line += fmt.Sprintf(",%q:%s", name, m.source[name])
	}
	report, err := ndjson.Import(as("ann"), m.store, strings.NewReader(line+"}\n"), ndjson.Options{OnConflict: mode})
	if err != nil || report.Rejected > 0 {
		m.Fatalf("%v, rejected %v", err, report.Rejects)
	}
	return report
}

// checkFields compares the task before and after an import. Each is nil if the
// task is deleted.
func (m *randomMerge) checkFields(before, after map[string]string, named map[string]bool, mode graph.OnConflict, counts *ndjson.Counts) {
	changed := map[string]bool{}
	for field, value := range m.source {
		changed[field] = m.had[field] != value
	}
	isChanged := slices.Contains(slices.Collect(maps.Values(changed)), true)
	switch {
	case !m.stored:
		return
	case before == nil && !isChanged:
		if after != nil {
			m.Fatalf("it was deleted here, and is back: %v", after)
		}
		return
	case before == nil:
		if after == nil || counts.Revived != 1 {
			m.Fatalf("it was deleted here, and changed in the source, and is not back: %+v", counts)
		}
		return
	}
	for field := range mergedFields {
		had := cmp.Or(m.had[field], "null")
		want := before[field]
		switch {
		case field == "labels" && changed[field]:
			want = mergedLabels(before[field], had, m.source[field])
		case !changed[field] || m.source[field] == before[field]:
		case before[field] == had, named[field] && mode != graph.OursWins:
			want = m.source[field]
		case !named[field]:
			m.Fatalf("%s: %s here, %s in the source after %s: no conflict is named", field, before[field], m.source[field], had)
		}
		if after[field] != want {
			m.Fatalf("%s is %s, want %s: before %s, source %s, which had %s", field, after[field], want, before[field], m.source[field], had)
		}
	}
}
