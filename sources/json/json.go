// Package json reads lists of tasks in JSON, as the interfaces and exports of trackers
// without a format of their own write them: a task is an object with a title and what work
// has, such as a state and a due date. Its members are read as the columns of a table are.
package json

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/csv"
)

// New returns the format. isOther reports whether a file is of another one.
func New(isOther func(file string, head []byte) bool) *sources.Format {
	match := func(file string, head []byte) bool {
		return strings.EqualFold(path.Ext(file), ".json") && hasTask(head) && !isOther(file, head)
	}
	return &sources.Format{
		Name:  "json",
		Title: "a list of tasks in JSON, as trackers answer and export it",
		Match: match,
		Detect: func(fsys fs.FS) (sources.Finding, bool) {
			return sources.FoundFiles(sources.FilesMatching(fsys, match, ".json"), "a task for each object with a title and a state")
		},
		Read: func(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
			files := []string{opts.File}
			if opts.File == "" {
				files = sources.FilesMatching(fsys, match, ".json")
			}
			if len(files) == 0 {
				return graph.BadInput("path", "no list of tasks; expected JSON with objects that have a title and a state, or a due date")
			}
			return sources.EachDocument(ctx, fsys, files, out, func(pos sources.Position, value any) {
				read(ctx, pos, value, opts, out)
			})
		},
	}
}

// titles are the members that have the title of a task, the best first.
var titles = []string{"title", "summary", "subject", "name", "content", "text"}

// hasTask reports whether a list in the beginning of a JSON text has a task.
func hasTask(head []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(head))
	type frame struct {
		isList bool
		keys   []string
		values int // tokens at this level: of an object, keys are the even ones
	}
	stack := []frame{{}}
	for {
		token, err := decoder.Token()
		top := &stack[len(stack)-1]
		delim, isDelim := token.(json.Delim)
		if isEnd := err != nil || isDelim && (delim == '}' || delim == ']'); isEnd {
			if len(stack) > 1 && !top.isList && stack[len(stack)-2].isList && isTask(top.keys) {
				return true
			}
			if stack = stack[:len(stack)-1]; err != nil || len(stack) == 0 {
				return slices.ContainsFunc(stack, func(f frame) bool { return !f.isList && isTask(f.keys) })
			}
			continue
		}
		if key, isText := token.(string); isText && !top.isList && top.values%2 == 0 {
			top.keys = append(top.keys, key)
		}
		top.values++
		if isDelim {
			stack = append(stack, frame{isList: delim == '['})
		}
	}
}

// isTask reports whether an object with some members is a task: it has a title, and what work
// has, or a list of fields or of links that have it.
func isTask(keys []string) bool {
	has := func(name string) bool { return slices.Contains(keys, name) }
	isFielded := has("summary") && has("customFields") || has("name") && has("column_values") || has("subject") && has("_links")
	return slices.ContainsFunc(titles, has) && (csv.IsWork(keys) || isFielded)
}

func isTaskObject(object map[string]any) bool { return isTask(slices.Collect(maps.Keys(object))) }

func read(ctx context.Context, pos sources.Position, value any, opts sources.Options, out *sources.Records) {
	r := reading{pos: pos, out: out, at: map[string]int{}, lists: listsIn(value)}
	r.collect(value, "", "")
	if len(r.rows) == 0 {
		out.Note(sources.Rejected, pos, "no tasks; expected a list of objects with a title and a state, or a due date")
		return
	}
	rows := make([]csv.Row, len(r.rows))
	for i, row := range r.rows {
		rows[i] = csv.Row{Line: row.line, Cells: make([]string, len(r.header))}
		for name, cell := range row.cells {
			rows[i].Cells[r.at[name]] = cell
		}
	}
	if err := csv.ReadRows(ctx, pos.File, r.header, rows, opts, out); err != nil && !errors.Is(err, io.EOF) {
		out.Note(sources.Rejected, pos, err.Error())
	}
}

// A reading has the tasks that were found so far as rows of a table.
type reading struct {
	pos    sources.Position
	out    *sources.Records
	header []string
	at     map[string]int // places of names in the header
	rows   []row
	lists  *lists
}

type row struct {
	line  int
	cells map[string]string
}

// The members that a task gets by where it is: the list and the task that it is in.
const (
	listMember   = "project"
	parentMember = "parent"
)

// collect adds the tasks in a value, which are in a list with a name, and parts of a task
// with an id.
func (r *reading) collect(value any, list, parent string) {
	switch value := value.(type) {
	case []any:
		ofTasks := slices.ContainsFunc(sources.ObjectsIn(value), func(o sources.Object) bool { return isTaskObject(o) })
		for _, item := range value {
			object, is := item.(map[string]any)
			switch of := sources.Object(object); {
			case !is || !ofTasks:
				r.collect(item, list, parent)
			case of.Text(titles...) == "" && !isTaskObject(object):
				r.out.Note(sources.Rejected, sources.Position{File: r.pos.File, Line: of.Line()}, "an object in a list of tasks has no title")
			default: // also one that has less than the others
				r.add(object, list, parent)
			}
		}
	case map[string]any:
		object := sources.Object(value)
		if name := object.Text(titles...); name != "" {
			list = name
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			r.collect(value[key], list, parent)
		}
	}
}

// add adds a task, and those among its members.
func (r *reading) add(task sources.Object, list, parent string) {
	own := row{line: cmp.Or(task.Line(), r.pos.Line), cells: map[string]string{}}
	if task.Text("deleted", "is_deleted", "trashed") == "true" {
		r.out.Note(sources.Skipped, sources.Position{File: r.pos.File, Line: own.line}, "tasks that were deleted")
		return
	}
	task = withDetails(task)
	var parts []any
	for _, key := range slices.Sorted(maps.Keys(task)) {
		listOf := sources.ObjectsIn(task[key])
		switch {
		case len(listOf) > 0 && isTaskObject(listOf[0]):
			parts = append(parts, task[key])
		case strings.ContainsRune(task.Text(key), '#') && key == "kind": // the name of a class
		case strings.HasPrefix(key, "\x00"): // the line
		default:
			r.set(&own, key, task[key])
		}
	}
	setPriority(task, own.cells)
	r.addBeside(task, &own)
	for _, name := range titles { // the best is the title, whatever else a table would take for it
		if title := task.Text(name); title != "" {
			delete(own.cells, name)
			r.put(&own, "title", title)
			break
		}
	}
	r.putNew(&own, listMember, list)
	r.putNew(&own, parentMember, parent)
	r.rows = append(r.rows, own)
	for _, part := range parts {
		r.collect(part, "", cmp.Or(task.Text("id", "gid", "key", "idReadable"), own.cells["title"]))
	}
}

// setPriority sets the priority of trackers of which the greatest number is the most urgent.
func setPriority(task sources.Object, cells map[string]string) {
	n, err := strconv.Atoi(cells["priority"])
	_, isVikunja := task["percent_done"]
	switch {
	case err != nil:
	case task.Text("content") != "" && task.Text("checked", "is_completed") != "": // of Todoist
		cells["priority"] = strconv.Itoa(5 - n)
	case isVikunja && n == 0: // none
		delete(cells, "priority")
	case isVikunja:
		cells["priority"] = strconv.Itoa(max(1, 5-n))
	}
}

// set sets a member of a task. Fields that a tracker has as a list of names and values, or as
// links with titles, are members of their own.
func (r *reading) set(own *row, key string, value any) {
	for _, field := range sources.ObjectsIn(value) {
		name := field.Text("column.title", "name", "title", "field.name", "label")
		if given, has := valueOf(field); has && name != "" {
			if cell := textOf(key, given); cell != "" {
				r.putNew(own, name, cell)
			}
			value = nil
		}
	}
	if r.setJoined(own, key, value) || r.setRelated(own, value) {
		return
	}
	if links, is := value.(map[string]any); is && key == "_links" {
		for _, name := range slices.Sorted(maps.Keys(links)) {
			link := sources.Object(links).Object(name)
			if title := link.Text("title"); title != "" && name != "self" {
				r.putNew(own, name, title)
			}
		}
		return
	}
	cell := textOf(key, value)
	if _, isObject := value.(map[string]any); isObject && cell == "" {
		r.out.Note(sources.Lost, sources.Position{File: r.pos.File, Line: own.line}, key+": an object without a name")
	}
	r.put(own, key, cell)
}

// valueOf returns the value of a field that is an object, and whether it has a member for one.
func valueOf(field sources.Object) (value any, has bool) {
	for _, name := range []string{"text", "display_value", "value"} {
		if value, has = field[name]; has {
			return value, true
		}
	}
	return nil, false
}

// put sets a cell, and adds its column if it is new.
func (r *reading) put(own *row, name, cell string) {
	if strings.TrimSpace(cell) == "" {
		return
	}
	if _, known := r.at[name]; !known {
		r.at[name] = len(r.header)
		r.header = append(r.header, name)
	}
	own.cells[name] = cell
}

func (r *reading) putNew(own *row, name, cell string) {
	if own.cells[name] == "" {
		r.put(own, name, cell)
	}
}

// The members that say what an object is: a thing by its name, another task by its id.
var (
	named = strings.Fields("real_name full_name_display name title label displayName display_name fullName full_name username login " +
		"value text status priority date email key id")
	identified = strings.Fields("key idReadable id gid")
	references = strings.Fields("parent parent_id parentId depends_on dependencies blocked_by blocks")
)

// textOf returns a value as the cell of a table: an object by its name, a list by its items.
func textOf(key string, value any) string {
	switch value := value.(type) {
	case map[string]any:
		object := sources.Object(value)
		if slices.Contains(references, key) {
			return cmp.Or(object.Text(identified...), object.Text(named...))
		}
		return cmp.Or(object.Text(named...), object.Object("value").Text(named...))
	case []any:
		var items []string
		for _, item := range value {
			if text := textOf(key, item); text != "" {
				items = append(items, text)
			}
		}
		return strings.Join(items, ", ")
	}
	return sources.TextOf(value)
}
