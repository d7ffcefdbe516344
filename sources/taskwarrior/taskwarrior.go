// Package taskwarrior reads tasks of Taskwarrior, from the JSON that "task export" writes.
package taskwarrior

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Format reads the JSON of an export: a list of tasks, or one on each line.
var Format = sources.Format{
	Name:   "taskwarrior",
	Title:  "tasks of Taskwarrior, as task export writes them",
	Detect: detect,
	Match:  match,
	Read:   read,
}

var endings = []string{".json", ".jsonl", ".ndjson"}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(sources.FilesMatching(fsys, match, endings...), "tasks with their projects and dependencies")
}

// match reports whether the first bytes of a file have a task.
func match(file string, head []byte) bool {
	has := func(name string) bool { return bytes.Contains(head, []byte(`"`+name+`"`)) }
	return slices.Contains(endings, path.Ext(file)) && has("uuid") && has("entry") && has("description") && has("status")
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = sources.FilesMatching(fsys, match, endings...)
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no tasks of Taskwarrior; expected the JSON that task export writes")
	}
	e := export{out: out, plans: map[string]bool{}, seen: map[string]bool{}}
	return sources.EachDocument(ctx, fsys, files, out, func(pos sources.Position, value any) {
		if one, is := value.(map[string]any); is { // of a line
			value = []any{one}
		}
		for _, task := range sources.ObjectsIn(value) {
			e.add(sources.Position{File: pos.File, Line: max(pos.Line, task.Line())}, task)
		}
	})
}

// An export is what is read of some files.
type export struct {
	out   *sources.Records
	plans map[string]bool // by the name of a project
	seen  map[string]bool // tasks by their uuids
}

// idLength is how many digits of a uuid Taskwarrior shows, and takes for it.
const idLength = 8

func (e *export) add(pos sources.Position, task sources.Object) {
	uuid, title := task.Text("uuid"), strings.TrimSpace(task.Text("description"))
	switch status := task.Text("status"); {
	case len(uuid) < idLength:
		e.out.Note(sources.Rejected, pos, fmt.Sprintf("the task %q has no uuid; expected one", graph.Truncate(title, 60)))
	case title == "":
		e.out.Note(sources.Rejected, pos, "the task "+uuid+" has no description; expected a text")
	case status == "deleted":
		e.out.Note(sources.Skipped, pos, "tasks that were deleted")
	case status == "recurring":
		e.out.Note(sources.Skipped, pos, "templates of recurring tasks, which have tasks of their own for each time")
	case e.seen[uuid]:
		e.out.NoteAgain(pos, uuid)
	default:
		e.seen[uuid] = true
		e.out.Add(e.itemOf(pos, uuid, title, task))
	}
}

// known are the members that have a place of their own, or follow from others.
var known = []string{
	"id", "uuid", "description", "status", "entry", "modified", "start", "end", "due", "scheduled", "wait", "project", "priority", "tags",
	"annotations", "depends", "urgency", "mask", "imask",
}

// levels are the priorities from 1 to 5.
var levels = map[string]int{"H": 2, "M": 3, "L": 4}

func (e *export) itemOf(pos sources.Position, uuid, title string, task sources.Object) *sources.Item {
	item := &sources.Item{
		Pos: pos, ID: "tw-" + uuid[:idLength], Names: []string{uuid}, Title: title, Status: task.Text("status"),
		Priority: task.Text("priority"), Level: levels[task.Text("priority")], Labels: task.Texts("tags"),
		Created: task.Text("entry"), Updated: task.Text("modified"), Due: task.Text("due"), Completed: task.Text("end"),
		Started: task.Text("start", "scheduled", "wait"), Parent: e.plan(pos, task.Text("project")), Props: task.Rest(known...),
	}
	switch item.Status {
	case "pending":
		if item.State = sources.Todo; task.Text("start") != "" {
			item.State = sources.Doing
		}
		item.Status = ""
	case "waiting": // until the day on which it starts
		item.State = sources.Todo
	}
	for _, note := range task.Objects("annotations") {
		item.Comments = append(item.Comments, sources.Comment{At: note.Text("entry"), Text: note.Text("description")})
	}
	for _, other := range task.Texts("depends") {
		item.Links = append(item.Links, sources.Link{Rel: "depends on", To: other})
	}
	return item
}

// plan returns the id of the plan for a project such as Home.Garden, which is a part of
// Home, and adds what is missing of both. It returns "" for none.
func (e *export) plan(pos sources.Position, project string) string {
	if project = strings.Trim(strings.TrimSpace(project), "."); project == "" {
		return ""
	}
	id := "project " + project
	if e.plans[project] {
		return id
	}
	e.plans[project] = true
	above := ""
	if dot := strings.LastIndexByte(project, '.'); dot > 0 {
		above = e.plan(pos, project[:dot])
	}
	e.out.Add(&sources.Item{
		Pos: pos, Kind: graph.KindPlan, ID: id, Names: []string{project}, Title: project, Type: "project", State: sources.Doing, Parent: above,
	})
	return id
}
