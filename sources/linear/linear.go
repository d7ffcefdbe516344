// Package linear reads the issues of Linear: answers of its interface as JSON, and
// its exports as CSV.
package linear

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/csv"
)

// Format reads JSON and CSV files of issues.
var Format = sources.Format{
	Name:   "linear",
	Title:  "issues of Linear, as JSON of its interface or as CSV",
	Detect: detect,
	Match:  match,
	Read:   read,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(filesIn(fsys), "projects as plans, issues as tasks, cycles as milestones")
}

func filesIn(fsys fs.FS) []string {
	return sources.FilesMatching(fsys, match, ".json", ".jsonl", ".ndjson", ".csv")
}

func match(file string, head []byte) bool {
	switch path.Ext(file) {
	case ".json", ".jsonl", ".ndjson":
		return bytes.Contains(head, []byte(`"identifier"`)) && !bytes.Contains(head, []byte(`"done"`)) && // of Vikunja
			bytes.Contains(head, []byte(`"title"`)) &&
			(bytes.Contains(head, []byte(`"state"`)) || bytes.Contains(head, []byte(`"priority`)) || bytes.Contains(head, []byte(`"createdAt"`)))
	case ".csv":
		return csv.IsOfLinear(head)
	}
	return false
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = filesIn(fsys)
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no issues of Linear; expected a JSON answer of its interface, or an export as CSV")
	}
	documents, err := csv.ReadSome(ctx, fsys, files, opts, csv.Tracker{Plans: true, Single: true}, out)
	if err != nil {
		return err
	}
	r := &reading{out: out, added: map[string]bool{}}
	if err := sources.EachDocument(ctx, fsys, documents, out, r.document); err != nil {
		return err
	}
	for _, f := range r.issues.All {
		r.add(f.pos, f.issue)
	}
	return nil
}

type placed struct {
	pos   sources.Position
	issue sources.Object
}

type reading struct {
	out    *sources.Records
	issues sources.Newest[placed]
	added  map[string]bool // the ids of what was added besides issues
}

func (r *reading) document(pos sources.Position, value any) {
	found := 0
	sources.EachObject(pos, value, func(pos sources.Position, name string, object sources.Object) bool {
		switch { // these first: issues have only parts of them
		case name == "projects" && object.Text("name") != "":
			r.addProject(pos, object)
			found++
		case name == "cycles" && (object["startsAt"] != nil || object["number"] != nil):
			r.addCycle(pos, object)
			found++
		}
		return false
	})
	sources.EachObject(pos, value, func(pos sources.Position, name string, object sources.Object) bool {
		switch {
		case name == "errors" && object.Text("message") != "":
			r.out.Note(sources.Rejected, pos, fmt.Sprintf("Linear answered %q; expected issues", object.Text("message")))
			found++
			return true
		case object["title"] == nil || object["identifier"] == nil && object["number"] == nil && object["state"] == nil:
			return false
		}
		found++
		if object.Text("identifier") == "" {
			r.out.Note(sources.Rejected, pos,
				fmt.Sprintf("%q has no identifier; expected one such as \"ENG-12\"", graph.Truncate(object.Text("title"), 60)))
			return true
		}
		if id := object.Text("identifier"); r.issues.Add(id, object.Text("id", "url"), object.Text("updatedAt"), placed{pos, object}) {
			r.out.NoteAgain(pos, id)
		}
		return true
	})
	if found == 0 {
		r.out.Note(sources.Rejected, pos, "no issues; expected objects with an identifier and a title")
	}
}

// known are the members that have a place of their own, or say nothing.
var known = []string{
	"id", "identifier", "number", "title", "description", "priority", "priorityLabel", "state", "assignee", "creator", "labels", "labelIds",
	"project", "cycle", "projectMilestone",
	"parent", "children", "relations", "inverseRelations", "comments", "createdAt", "updatedAt", "startedAt", "completedAt", "canceledAt",
	"archivedAt", "dueDate", "url",
	"sortOrder", "branchName", "subIssueSortOrder", "prioritySortOrder", "boardOrder", "attachments", "history", "subscribers", "team",
	"__typename", "trashed",
}

func (r *reading) add(pos sources.Position, issue sources.Object) {
	item := &sources.Item{
		Pos: pos, ID: issue.Text("identifier"), Issue: true, Title: issue.Text("title"), Text: issue.Text("description"),
		Status: issue.Text("state.name",
			"state", "status"),
		Labels: issue.Texts("labels", "name"), Author: issue.Person("creator"), Created: issue.Text("createdAt"),
		Updated: issue.Text("updatedAt"),
		Started: issue.Text("startedAt"), Due: issue.Text("dueDate"), Completed: issue.Text("completedAt", "canceledAt"),
		Parent: issue.Text("parent.identifier"), Props: issue.Rest(known...),
	}
	item.Props["url"], item.Props["team"] = issue.Text("url"), issue.Text("team.name", "team.key")
	if who := issue.Person("assignee"); who != (sources.Person{}) {
		item.Owners = []sources.Person{who}
	}
	item.Type = sources.TypeOf(item.Labels)
	setState(item, issue)
	setPriority(item, issue)
	for _, comment := range issue.Objects("comments") {
		item.Comments = append(item.Comments,
			sources.Comment{Author: comment.Person("user"), At: comment.Text("createdAt"), Text: comment.Text("body")})
	}
	if project := issue.Object("project"); project != nil {
		if id := r.addProject(pos, project); id != "" {
			item.Links = append(item.Links, sources.Link{Rel: sources.Parent, To: id, From: true})
		}
	}
	if cycle := issue.Object("cycle"); cycle != nil {
		item.Links = append(item.Links, sources.Link{Rel: "targets_milestone", To: r.addCycle(pos, cycle)})
	}
	if name := issue.Text("projectMilestone.name"); name != "" {
		item.Links = append(item.Links, sources.Link{Rel: "targets_milestone", To: r.addMilestone(pos, issue.Object("projectMilestone"), name)})
	}
	addLinks(item, issue)
	r.out.Add(item)
}

// setState sets the state by the type of the state, whose names are those of the
// users.
func setState(item *sources.Item, issue sources.Object) {
	switch strings.ToLower(issue.Text("state.type")) {
	case "backlog", "unstarted", "triage":
		item.State = sources.Todo
	case "started":
		item.State = sources.Doing
	case "completed":
		item.State = sources.Done
	case "canceled", "cancelled", "duplicate":
		item.State = sources.Cancelled
	}
}

// setPriority sets the priority: 1 is urgent, 4 low, and 0 none.
func setPriority(item *sources.Item, issue sources.Object) {
	names := []string{"", "Urgent", "High", "Medium", "Low"}
	item.Priority = issue.Text("priorityLabel")
	for level, name := range names {
		if issue.Text("priority") == fmt.Sprint(level) {
			item.Level = level
			if item.Priority == "" {
				item.Priority = name
			}
		}
	}
}

func (r *reading) addProject(pos sources.Position, project sources.Object) string {
	name := project.Text("name")
	id := "project/" + name
	if name == "" || r.added[id] {
		return strings.TrimSuffix(id, "project/")
	}
	r.added[id] = true
	item := &sources.Item{
		Pos: pos, Kind: graph.KindPlan, ID: id, Title: name, Type: "project", Status: project.Text("status.name", "state"),
		Text:    project.Text("content", "description"),
		Created: project.Text("createdAt"), Updated: project.Text("updatedAt"), Started: project.Text("startDate"),
		Due:       project.Text("targetDate"),
		Completed: project.Text("completedAt", "canceledAt"),
	}
	if item.Status == "" {
		item.State = sources.Doing
	}
	if who := project.Person("lead"); who != (sources.Person{}) {
		item.Owners = []sources.Person{who}
	}
	r.out.Add(item)
	return id
}

func (r *reading) addCycle(pos sources.Position, cycle sources.Object) string {
	name := cycle.Text("name")
	if name == "" {
		name = "Cycle " + cycle.Text("number")
	}
	id := "milestone/" + name
	if r.added[id] {
		return id
	}
	r.added[id] = true
	item := &sources.Item{
		Pos: pos, Kind: graph.KindMilestone, ID: id, Title: name, Type: "cycle", Text: cycle.Text("description"), Started: cycle.Text("startsAt"),
		Due:       cycle.Text("endsAt"),
		Completed: cycle.Text("completedAt"),
	}
	if number := cycle.Text("number"); number != "" {
		item.Names = []string{"cycle " + number}
	}
	if item.Completed != "" {
		item.State = sources.Done
	}
	r.out.Add(item)
	return id
}

func (r *reading) addMilestone(pos sources.Position, milestone sources.Object, name string) string {
	id := "milestone/" + name
	if !r.added[id] {
		r.added[id] = true
		r.out.Add(&sources.Item{
			Pos: pos, Kind: graph.KindMilestone, ID: id, Title: name, Text: milestone.Text("description"), Due: milestone.Text("targetDate"),
		})
	}
	return id
}

func addLinks(item *sources.Item, issue sources.Object) {
	for _, child := range issue.Objects("children") {
		item.Links = append(item.Links, sources.Link{Rel: sources.Parent, To: child.Text("identifier"), Weak: true})
	}
	for _, relation := range issue.Objects("relations") {
		item.Links = append(item.Links, sources.Link{Rel: relOf(relation), To: relation.Text("relatedIssue.identifier")})
	}
	for _, relation := range issue.Objects("inverseRelations") {
		item.Links = append(item.Links, sources.Link{Rel: relOf(relation), To: relation.Text("issue.identifier"), From: true})
	}
}

// relOf returns the relation of a link, whose type is blocks, related or duplicate.
func relOf(relation sources.Object) string {
	if of := relation.Text("type"); of != "duplicate" {
		return of
	}
	return "duplicates"
}
