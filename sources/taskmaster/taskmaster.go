// Package taskmaster reads the tasks of Task Master, which keeps them in one JSON
// file with a list for each tag.
package taskmaster

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Format reads .taskmaster/tasks/tasks.json.
var Format = sources.Format{
	Name:   "taskmaster",
	Title:  "tasks of Task Master (.taskmaster/tasks/tasks.json)",
	Detect: detect,
	Match:  match,
	Read:   read,
}

const folder = ".taskmaster"

func detect(fsys fs.FS) (sources.Finding, bool) {
	file := fileIn(fsys)
	return sources.Finding{Path: file, Files: 1, What: "tags as plans, and tasks with their subtasks and dependencies"}, file != ""
}

// fileIn returns the file of the tasks, "" for none.
func fileIn(fsys fs.FS) string {
	for _, file := range []string{folder + "/tasks/tasks.json", "tasks/tasks.json"} {
		if head, err := sources.Head(fsys, file, 64<<10); err == nil && match(file, head) {
			return file
		}
	}
	return ""
}

func match(file string, head []byte) bool {
	return path.Ext(file) == ".json" && bytes.Contains(head, []byte(`"title"`)) && bytes.Contains(head, []byte(`"dependencies"`)) &&
		(bytes.Contains(head, []byte(`"testStrategy"`)) || bytes.Contains(head, []byte(`"subtasks"`)) || bytes.Contains(head,
			[]byte(`"details"`)))
}

// defaultTag is the tag of a file without tags.
const defaultTag = "master"

func read(_ context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	file := opts.File
	if file == "" {
		file = fileIn(fsys)
	}
	if file == "" {
		return graph.BadInput("path", "no tasks of Task Master; expected a file such as %s/tasks/tasks.json", folder)
	}
	value, err := sources.Document(fsys, file, out)
	if err != nil {
		return err
	}
	tags := tagsOf(value)
	if len(tags) == 0 {
		out.Note(sources.Rejected, sources.Position{File: file}, "no list of tasks; expected an object with a list \"tasks\" for each tag")
	}
	for _, name := range slices.SortedFunc(maps.Keys(tags), func(a, b string) int { return tags[a].line - tags[b].line }) {
		t := &tag{file: file, name: name, sole: len(tags) == 1 || name == defaultTag, out: out, complexity: complexities(fsys, name)}
		t.add(tags[name])
	}
	return nil
}

// A list is the tasks of a tag.
type list struct {
	tasks    []any
	metadata sources.Object
	line     int
}

// tagsOf returns the lists of tasks by tag. A file may be a list, or one object
// with a list, or have an object for each tag.
func tagsOf(value any) map[string]list {
	if tasks, is := value.([]any); is {
		return map[string]list{defaultTag: {tasks: tasks}}
	}
	object, _ := value.(map[string]any)
	if tasks, is := object["tasks"].([]any); is {
		return map[string]list{defaultTag: {tasks, sources.Object(object).Object("metadata"), sources.Object(object).Line()}}
	}
	tags := map[string]list{}
	for name := range object {
		of := sources.Object(object).Object(name)
		if tasks, is := of["tasks"].([]any); is && strings.TrimSpace(name) != "" {
			tags[name] = list{tasks, of.Object("metadata"), of.Line()}
		}
	}
	return tags
}

// complexities returns the scores in the report about a tag, by task.
func complexities(fsys fs.FS, tag string) map[string]any {
	file := folder + "/reports/task-complexity-report.json"
	if tag != defaultTag {
		file = folder + "/reports/task-complexity-report_" + strings.ReplaceAll(tag, "/", "-") + ".json"
	}
	scores := map[string]any{}
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return scores // there is none
	}
	report, err := sources.ParseObject(text)
	if err != nil {
		return scores // it only adds to the tasks
	}
	for _, of := range report.Objects("complexityAnalysis") {
		scores[of.Text("taskId")] = of["complexityScore"]
	}
	return scores
}

// A tag is read into a plan with its tasks.
type tag struct {
	file, name string
	sole       bool // whether its tasks are meant by a number without a tag
	out        *sources.Records
	complexity map[string]any
	created    string // when it was, before which no task can have been
}

func (t *tag) add(of list) {
	plan := &sources.Item{
		Pos: sources.Position{File: t.file, Line: max(of.line, 1)}, Kind: graph.KindPlan, ID: t.name, Title: t.name, Type: "tag", Names: []string{
			"tag " + t.name,
		},
		Text: of.metadata.Text("description"), Created: of.metadata.Text("created"), Updated: of.metadata.Text("updated", "lastModified"),
		State: sources.Done,
	}
	for _, task := range sources.ObjectsIn(of.tasks) {
		if state := sources.StateOf(graph.KindTask, task.Text("status")); state != sources.Done && state != sources.Cancelled {
			plan.State = sources.Doing
		}
	}
	t.out.Add(plan)
	t.created = plan.Created
	for _, value := range of.tasks {
		task, is := value.(map[string]any)
		if !is {
			t.out.Note(sources.Rejected, plan.Pos, "an item of the tag "+t.name+" is no object; expected a task with an id and a title")
			continue
		}
		t.addTask(task, "", nil)
	}
}

// known are the members that have a place of their own.
var known = []string{
	"id", "title", "description", "status", "priority", "dependencies", "details", "testStrategy", "acceptanceCriteria", "subtasks",
	"createdAt", "updatedAt",
	"completedAt", "parentTaskId", "parentId", "parentTask", "isSubtask", "expansionPrompt", "tags", "labels", "assignee", "metadata",
	"supersedes", "superseded_by", "supersededBy",
}

// addTask adds a task and its subtasks. The ids of siblings are those of the other
// subtasks of the same task.
func (t *tag) addTask(task sources.Object, parent string, siblings []string) {
	number := task.Text("id")
	pos := sources.Position{File: t.file, Line: task.Line()}
	if number == "" {
		t.out.Note(sources.Rejected, pos, "the task has no id; expected a number")
		return
	}
	if rest, inParent := strings.CutPrefix(number, parent+"."); parent != "" && inParent {
		number = rest
	}
	if parent != "" {
		number = parent + "." + number
	}
	item := t.itemOf(pos, task, number)
	if parent == "" {
		item.Parent = t.name
	} else {
		item.Parent = t.id(parent)
	}
	for _, on := range task.Texts("dependencies", "id") {
		if on != "" {
			item.Links = append(item.Links, sources.Link{Rel: "depends_on", To: t.id(absolute(on, parent, siblings))})
		}
	}
	for _, key := range []string{"supersedes", "superseded_by", "supersededBy"} {
		for _, other := range task.Texts(key, "id") {
			item.Links = append(item.Links, sources.Link{Rel: "supersedes", To: t.id(absolute(other, parent, siblings)), From: key != "supersedes"})
		}
	}
	t.out.Add(item)
	var subtasks []string
	for _, subtask := range task.Objects("subtasks") {
		subtasks = append(subtasks, subtask.Text("id"))
	}
	for _, subtask := range task.Objects("subtasks") {
		t.addTask(subtask, number, subtasks)
	}
}

// absolute returns the number of the task that a dependency means: in a subtask, a
// number alone is that of a sibling, if there is one.
func absolute(on, parent string, siblings []string) string {
	if parent != "" && !strings.Contains(on, ".") && slices.Contains(siblings, on) {
		return parent + "." + on
	}
	return on
}

func (t *tag) id(number string) string { return t.name + ":" + number }

func (t *tag) itemOf(pos sources.Position, task sources.Object, number string) *sources.Item {
	item := &sources.Item{
		Pos: pos, ID: t.id(number), Title: task.Text("title"), Status: task.Text("status"), Priority: task.Text("priority"),
		Labels: append(task.Texts("labels"), task.Texts("tags")...), Created: task.Text("createdAt"), Updated: task.Text("updatedAt"),
		Completed: task.Text("completedAt"), Text: task.Text("description"),
		Sections: []sources.Section{
			{Heading: "Details", Text: task.Text("details")}, {Heading: "Test strategy", Text: task.Text("testStrategy")},
			{Heading: "Acceptance criteria", Text: textOf(task["acceptanceCriteria"])},
		},
		Props: task.Rest(known...),
		Names: []string{t.name + " " + number},
	}
	if t.sole {
		item.Names = append(item.Names, "task "+number)
	}
	if t.sole && strings.Contains(number, ".") { // other numbers are not only names
		item.Names = append(item.Names, number)
	}
	if who := task.Person("assignee"); who != (sources.Person{}) {
		item.Owners = []sources.Person{who}
	}
	if score := t.complexity[number]; score != nil && item.Props["complexity"] == nil {
		item.Props["complexity"] = score
	}
	if item.Completed == "" && sources.StateOf(graph.KindTask, item.Status) == sources.Done {
		item.Completed = item.Updated
	}
	if item.Created == "" && item.Updated == "" && item.Completed == "" {
		item.Created = t.created
	}
	return item
}

// textOf returns a text, or a list of texts as one.
func textOf(value any) string {
	if list, is := value.([]any); is {
		var text strings.Builder
		for _, item := range list {
			text.WriteString("- " + sources.TextOf(item) + "\n")
		}
		return text.String()
	}
	return sources.TextOf(value)
}
