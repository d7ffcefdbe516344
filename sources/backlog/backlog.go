// Package backlog reads the folder of Backlog.md, a tracker whose tasks are
// Markdown files with front matter.
package backlog

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/frontmatter"
)

// Format reads a folder backlog.
var Format = sources.Format{
	Name:   "backlog",
	Title:  "a folder of Backlog.md (backlog/)",
	Detect: detect,
	Keeps:  true,
	Read:   read,
}

// rootOf returns the folder of the tracker, "" for none.
func rootOf(fsys fs.FS) string {
	for _, root := range []string{"backlog", ".backlog", "."} {
		configured := sources.Has(fsys, path.Join(root, "config.yml")) || sources.Has(fsys, path.Join(root, "config.yaml"))
		if sources.Has(fsys, path.Join(root, "tasks")) && (configured || root != ".") {
			return root
		}
	}
	return ""
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	root := rootOf(fsys)
	if root == "" {
		return sources.Finding{}, false
	}
	files := 0
	for _, folder := range folders {
		files += len(sources.FilesIn(fsys, path.Join(root, folder.name), true, ".md"))
	}
	return sources.Finding{Path: root, Files: files, What: "tasks, milestones, documents and decisions"}, files > 0
}

// folders are the folders of a tracker, in the order in which files win that have
// the same id.
var folders = []struct {
	name string
	kind graph.Kind
}{
	{"milestones", graph.KindMilestone},
	{"archive/milestones", graph.KindMilestone},
	{"tasks", graph.KindTask},
	{"completed", graph.KindTask},
	{"drafts", graph.KindTask},
	{"archive/tasks", graph.KindTask},
	{"archive/drafts", graph.KindTask},
	{"decisions", graph.KindDecision},
	{"docs", graph.KindDocument},
}

// A reading is one reading of a tracker.
type reading struct {
	ctx  context.Context
	fsys fs.FS
	opts sources.Options
	out  *sources.Records
	root string

	prefix   string   // of tasks, in lower case
	statuses []string // of tasks, in order
	first    map[string]sources.Position
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	r := &reading{ctx: ctx, fsys: fsys, opts: opts, out: out, root: rootOf(fsys), prefix: "task", first: map[string]sources.Position{}}
	if opts.File != "" {
		r.root = "."
		r.add(opts.File, "tasks", graph.KindTask)
		return nil
	}
	if r.root == "" {
		return graph.BadInput("path", "no tasks in a folder backlog; expected backlog/tasks and backlog/config.yml")
	}
	r.configure()
	for _, folder := range folders {
		for _, file := range sources.FilesIn(fsys, path.Join(r.root, folder.name), true, ".md") {
			if err := ctx.Err(); err != nil {
				return err
			}
			r.add(file, folder.name, folder.kind)
		}
	}
	return nil
}

// configure reads the prefix of ids and the statuses.
func (r *reading) configure() {
	for _, name := range []string{"config.yml", "config.yaml"} {
		file := path.Join(r.root, name)
		text, err := fs.ReadFile(r.fsys, file)
		if err != nil {
			continue
		}
		config := objectOf(frontmatter.Read([]byte("---\n" + string(text) + "\n---\n")))
		r.statuses = config.Texts("statuses")
		if prefix := config.Text("task_prefix", "prefixes.task"); prefix != "" {
			r.prefix = strings.ToLower(prefix)
		}
	}
}

// objectOf returns front matter by the canonical names of its keys.
func objectOf(matter *frontmatter.Matter) sources.Object {
	object := sources.Object{}
	for _, field := range matter.Fields {
		object[frontmatter.Key(field.Key)] = field.Value
	}
	return object
}

// add adds the file of an entity.
func (r *reading) add(file, folder string, kind graph.Kind) {
	pos := sources.Position{File: file, Line: 1}
	if strings.EqualFold(path.Base(file), "readme.md") {
		r.out.Note(sources.Skipped, sources.Position{File: file}, "readme.md of a folder")
		return
	}
	matter, err := sources.Parsed(r.opts.Cache, r.fsys, file,
		func(data []byte) (*frontmatter.Matter, error) { return frontmatter.Read(data), nil })
	if err != nil {
		r.out.Note(sources.Rejected, sources.Position{File: file}, err.Error())
		return
	}
	for _, problem := range matter.Problems {
		r.out.Note(sources.Warned, sources.Position{File: file, Line: problem.Line}, problem.Text)
	}
	fields := objectOf(matter)
	if strings.TrimSpace(matter.Body) == "" && len(fields) == 0 {
		r.out.Note(sources.Skipped, sources.Position{File: file}, "empty files")
		return
	}
	if kind == graph.KindTask && fields.Text("id") == "" && !r.isTaskFile(file, folder) {
		r.out.Note(sources.Skipped, sources.Position{File: file}, "files beside the tasks of a folder in it")
		return
	}
	if len(fields) == 0 && kind != graph.KindDocument {
		r.out.Note(sources.Warned, pos, "no front matter; read from the name of the file, its heading and its first lines")
		fields = r.headOf(matter.Body)
	}
	item := r.itemOf(file, folder, kind, fields)
	item.Pos = pos
	if r.isTwice(item) {
		return
	}
	item.Names = append(item.Names, r.numberOf(item)...)
	item.Text = matter.Body
	switch kind {
	case graph.KindTask:
		r.finishTask(item, folder, fields)
	case graph.KindDecision:
		finishDecision(item)
	}
	r.out.Add(item)
}

// isTaskFile reports whether a file without an id is a task: one at the top of the
// folder, or with the prefix of tasks. People sort tasks into folders, and keep notes
// in these.
func (r *reading) isTaskFile(file, folder string) bool {
	isTop := r.root == "." && folder == "tasks" || path.Dir(file) == path.Join(r.root, folder)
	return isTop || strings.HasPrefix(strings.ToLower(path.Base(file)), r.prefix+"-")
}

// known are the keys that have a place of their own.
var known = []string{
	"id", "title", "name", "status", "priority", "type", "labels", "tags", "assignee", "reporter", "author", "created_date", "created", "date",
	"updated_date",
	"updated", "completed_date", "due_date", "milestone", "dependencies", "parent_task_id", "parent", "subtasks", "references",
	"documentation",
}

func (r *reading) itemOf(file, folder string, kind graph.Kind, fields sources.Object) *sources.Item {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	id, title, named := strings.Cut(name, " - ")
	if !named {
		title = name
	}
	item := &sources.Item{
		Kind: kind, Path: file, ID: strings.TrimSpace(fields.Text("id")), Title: fields.Text("title", "name"), Type: fields.Text("type"),
		Status: fields.Text("status"), Priority: fields.Text("priority"), Labels: append(fields.Texts("labels"), fields.Texts("tags")...),
		Created: fields.Text("created_date", "created", "date"), Updated: fields.Text("updated_date", "updated"),
		Completed: fields.Text("completed_date"), Due: fields.Text("due_date", "due"),
		Props: fields.Rest(known...),
	}
	if item.ID == "" {
		item.ID = strings.TrimSpace(id)
	}
	if item.Title == "" {
		item.Title = strings.ReplaceAll(title, "-", " ")
	}
	for _, who := range fields.Texts("assignee") {
		item.Owners = append(item.Owners, sources.Person{Handle: who})
	}
	for _, who := range append(fields.Texts("reporter"), fields.Texts("author")...) {
		item.Author = sources.Person{Handle: who}
		break
	}
	item.Names = r.namesOf(item.ID, kind)
	if kind == graph.KindMilestone {
		item.Names = append(item.Names, item.Title)
	}
	if strings.HasPrefix(folder, "archive/") || folder == "drafts" {
		item.Props["folder"] = folder
	}
	return item
}

var idForm = regexp.MustCompile(`^([\pL_][\pL\d_-]*?)[- ]?(\d+(?:\.\d+)*)$`)

// namesOf returns the other forms of an id. Ids of tasks begin with the prefix of
// the configuration, or with task in files that are older than it, and their
// numbers may have zeros in front.
func (r *reading) namesOf(id string, kind graph.Kind) []string {
	form := idForm.FindStringSubmatch(id)
	if form == nil {
		return nil
	}
	number, prefix := trimmed(form[2]), strings.ToLower(form[1])
	names := []string{form[1] + "-" + number}
	if kind == graph.KindTask && (prefix == "task" || prefix == r.prefix) {
		names = append(names, strings.ToUpper(r.prefix)+"-"+number, "task-"+number, "task-"+form[2])
	}
	if kind == graph.KindDecision || kind == graph.KindDocument {
		names = append(names, fmt.Sprintf("%s-%03s", form[1], number))
	}
	return names
}

// trimmed returns a number such as 24.02 without zeros in front.
func trimmed(number string) string {
	parts := strings.Split(number, ".")
	for i, part := range parts {
		if n, err := strconv.Atoi(part); err == nil {
			parts[i] = strconv.Itoa(n)
		}
	}
	return strings.Join(parts, ".")
}

// isTwice reports whether a file that wins has the id of an item, and notes it.
func (r *reading) isTwice(item *sources.Item) bool {
	key := strings.ToLower(item.ID)
	if len(item.Names) > 0 {
		key = strings.ToLower(item.Names[0])
	}
	if form := idForm.FindStringSubmatch(item.ID); form != nil && item.Kind == graph.KindTask && strings.EqualFold(form[1], "task") {
		key = r.prefix + "-" + trimmed(form[2])
	}
	first, twice := r.first[key]
	if twice {
		r.out.Note(sources.Lost, item.Pos, fmt.Sprintf("%q: the id %s is used by %s, which is read instead", item.Title, item.ID, first.File))
		return true
	}
	r.first[key] = item.Pos
	return false
}

func (r *reading) finishTask(item *sources.Item, folder string, fields sources.Object) {
	r.setState(item, folder)
	item.Text, item.Comments = textOf(item.Text)
	done, all := checked(item.Text)
	if all > 0 {
		item.Props["checked"] = fmt.Sprintf("%d of %d", done, all)
	}
	for _, id := range fields.Texts("dependencies") {
		item.Links = append(item.Links, sources.Link{Rel: "depends_on", To: r.linked(id)})
	}
	if parent := fields.Text("parent_task_id", "parent"); parent != "" {
		item.Parent = r.linked(parent)
	} else if at := strings.LastIndexByte(item.ID, '.'); at > 0 && r.has(item.ID[:at]) {
		item.Parent = item.ID[:at]
	}
	if milestone := fields.Text("milestone"); milestone != "" {
		item.Links = append(item.Links, sources.Link{Rel: "targets_milestone", To: r.milestone(item.Pos, milestone)})
	}
	r.addReferences(item, fields)
}

// has reports whether a task with an id was read.
func (r *reading) has(id string) bool {
	_, found := r.out.Find(id)
	return found
}

// linked returns an id as names have it, without zeros in front of its numbers.
func (r *reading) linked(id string) string {
	id = strings.TrimSpace(id)
	if form := idForm.FindStringSubmatch(id); form != nil {
		return form[1] + "-" + trimmed(form[2])
	}
	if number := trimmed(id); number != "" && number[0] >= '0' && number[0] <= '9' {
		return r.prefix + "-" + number
	}
	return id
}

// milestone returns the id of a milestone, which has no file if it was only ever a
// name in tasks.
func (r *reading) milestone(pos sources.Position, name string) string {
	if id, found := r.out.Find(name); found {
		return id
	}
	id := r.out.Add(&sources.Item{Pos: pos, Kind: graph.KindMilestone, ID: name, Title: name})
	return id
}

// addReferences links documents and decisions, and keeps other references.
func (r *reading) addReferences(item *sources.Item, fields sources.Object) {
	for _, key := range []string{"references", "documentation"} {
		var others []string
		for _, text := range fields.Texts(key) {
			if form := idForm.FindStringSubmatch(text); form != nil {
				item.Links = append(item.Links, sources.Link{Rel: "references", To: form[1] + "-" + trimmed(form[2])})
			} else {
				others = append(others, text)
			}
		}
		if len(others) > 0 {
			item.Props[key] = others
		}
	}
}

// setState sets the state of a task by its status: by the order of the
// configuration if it is a name of one's own. Archived tasks are not open.
func (r *reading) setState(item *sources.Item, folder string) {
	last := len(r.statuses) - 1
	for i, status := range r.statuses {
		switch {
		case !strings.EqualFold(status, item.Status) || sources.KnowsStatus(status):
		case i == 0:
			item.State = sources.Todo
		case i == last:
			item.State = sources.Done
		default:
			item.State = sources.Doing
		}
	}
	state := item.State
	if state == "" {
		state = sources.StateOf(graph.KindTask, item.Status)
	}
	switch {
	case folder == "drafts":
		item.Type = strings.Trim(item.Type+" draft", " ")
		item.Props["status"] = "draft"
		item.Labels = append(item.Labels, graph.LabelDraft)
	case state == sources.Done && item.Completed == "":
		item.Completed = item.Updated
	case strings.HasPrefix(folder, "archive/") && state != sources.Done && state != sources.Cancelled:
		item.State = sources.Cancelled
		item.Props["status"] = "archived, " + item.Status
	}
}

// finishDecision moves the sections of a decision to its columns.
func finishDecision(item *sources.Item) {
	before, sections := sources.Split(item.Text, 2)
	item.Completed, item.Fields, item.Text = item.Created, map[string]any{}, before
	for _, section := range sections {
		switch strings.ToLower(section.Heading) {
		case "context":
			item.Text = strings.TrimSpace(item.Text + "\n\n" + section.Text)
		case "decision":
			item.Fields["outcome"] = section.Text
		case "consequences", "rationale":
			rationale, _ := item.Fields["rationale"].(string)
			item.Fields["rationale"] = strings.TrimSpace(rationale + "\n\n## " + section.Heading + "\n\n" + section.Text)
		default:
			item.Sections = append(item.Sections, section)
		}
	}
}
