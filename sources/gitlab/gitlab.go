// Package gitlab reads the issues, merge requests, milestones and epics of GitLab, as
// JSON of its interface, its exports of issues as CSV, and its exports of projects.
package gitlab

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/csv"
)

// Format reads JSON files of issues.
var Format = sources.Format{
	Name:   "gitlab",
	Title:  "issues of GitLab, as JSON of its interface or as CSV",
	Detect: detect,
	Match:  match,
	Read:   read,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(filesIn(fsys), "epics as plans, issues as tasks, merge requests as outputs, and milestones")
}

func filesIn(fsys fs.FS) []string {
	found := sources.FilesMatching(fsys, match, ".json", ".jsonl", ".ndjson", ".csv")
	for _, name := range []string{"issues", "merge_requests", "milestones", "epics"} {
		file := exported + name + ".ndjson"
		if _, err := fs.Stat(fsys, file); err == nil {
			found = append(found, file)
		}
	}
	return found
}

// exported is the folder of the files in the export of a project.
const exported = "tree/project/"

func match(file string, head []byte) bool {
	has := func(name string) bool { return bytes.Contains(head, []byte(`"`+name+`"`)) }
	switch path.Ext(file) {
	case ".json", ".jsonl", ".ndjson":
		return has("iid") && (has("title") || has("link_type")) || has("noteable_iid") && has("body") || has("iid") && has("label_links")
	case ".csv":
		return csv.IsOfGitLab(head)
	}
	return false
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = filesIn(fsys)
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no issues of GitLab; expected a JSON answer of its interface, with an iid for each issue")
	}
	documents, err := csv.ReadSome(ctx, fsys, files, opts, csv.Tracker{Issue: "#", Epic: "&"}, out)
	if err != nil {
		return err
	}
	r := &reading{opts: opts, out: out, notes: map[string][]sources.Object{}, added: map[string]bool{}, members: map[string]sources.Person{}}
	if err := r.readMembers(fsys); err != nil {
		return err
	}
	if err := sources.EachDocument(ctx, fsys, documents, out, r.document); err != nil {
		return err
	}
	for _, f := range r.items.All {
		if of := f.object.Object("milestone"); of != nil {
			r.addMilestone(f.pos, of)
		}
		if of := f.object.Object("epic"); of != nil && !r.added["&"+of.Text("iid")] {
			r.addEpic(f.pos, of)
		}
	}
	for _, f := range r.items.All {
		r.add(f)
	}
	return nil
}

// A reading collects what files have, and adds it when all notes are known.
type reading struct {
	opts  sources.Options
	out   *sources.Records
	items sources.Newest[found]
	notes map[string][]sources.Object // by the id of what they are about
	added map[string]bool             // the ids of milestones and epics

	members map[string]sources.Person // of an exported project, by number
}

type found struct {
	object sources.Object
	mark   string // before its number: # of issues, ! of merge requests
	pos    sources.Position
}

func (r *reading) document(pos sources.Position, value any) {
	seen := 0
	sources.EachObject(pos, value, func(pos sources.Position, name string, o sources.Object) bool {
		seen++
		switch {
		case o["noteable_iid"] != nil:
			id := markOf(o.Text("noteable_type")) + o.Text("noteable_iid")
			r.notes[id] = append(r.notes[id], o)
		case o["link_type"] != nil && o.Object("source_issue") != nil:
			r.out.Edge(pos, linkOf(o.Text("link_type")), "#"+o.Text("source_issue.iid"), "#"+o.Text("target_issue.iid"), nil)
		case o["iid"] == nil && o["title"] != nil && (o["state"] != nil || o["description"] != nil):
			r.out.Note(sources.Rejected, pos, fmt.Sprintf("%q has no iid; expected one such as 12", graph.Truncate(o.Text("title"), 60)))
		case o["iid"] == nil || o["title"] == nil:
			seen--
			if message := o.Text("message", "error"); message != "" && len(o) < 5 {
				seen++
				r.out.Note(sources.Rejected, pos, fmt.Sprintf("GitLab answered %q; expected issues", message))
			}
			return false
		case name == "milestones", isMilestone(o):
			r.addMilestone(pos, o)
		case name == "epics", o["group_id"] != nil && o["project_id"] == nil:
			r.addEpic(pos, o)
		case o["source_branch"] != nil, o["sourceBranch"] != nil, strings.Contains(o.Text("web_url", "webUrl"), "/merge_requests/"):
			r.collect(found{o, "!", pos})
		default:
			r.collect(found{o, "#", pos})
		}
		return true
	})
	if seen == 0 {
		r.out.Note(sources.Rejected, pos, "no issues; expected objects with an iid and a title")
	}
}

func (r *reading) collect(f found) {
	o := f.object
	if id := f.mark + o.Text("iid"); r.items.Add(id, o.Text("id", "web_url", "webUrl"), o.Text("updated_at", "updatedAt"), f) {
		r.out.NoteAgain(f.pos, id)
	}
}

func isMilestone(o sources.Object) bool {
	for _, name := range []string{"author", "author_id", "labels", "label_links", "issue_type"} {
		if o[name] != nil {
			return false
		}
	}
	return o["due_date"] != nil || o["start_date"] != nil || o["expired"] != nil || o.Text("state") == "active"
}

func markOf(noteable string) string {
	switch noteable {
	case "MergeRequest":
		return "!"
	case "Epic":
		return "&"
	}
	return "#"
}

func linkOf(of string) string {
	switch of {
	case "is_blocked_by":
		return "depends_on"
	case "relates_to", "":
		return "relates_to"
	}
	return of
}

// known are the members that have a place of their own, or say nothing.
var known = []string{
	"id", "iid", "project_id", "title", "description", "state", "created_at", "updated_at", "closed_at", "closed_by", "merged_at", "merged_by",
	"merge_user", "labels", "milestone",
	"assignees", "assignee", "author", "due_date", "start_date", "issue_type", "type", "epic", "epic_iid", "web_url", "references",
	"reviewers", "draft", "work_in_progress",
	"source_branch", "target_branch", "source_project_id", "target_project_id", "_links", "time_stats", "task_completion_status", "has_tasks",
	"moved_to_id", "sha",
	"merge_commit_sha", "squash_commit_sha", "user_notes_count", "merge_requests_count", "notes", "discussions", "links", "imported",
	"imported_from", "service_desk_reply_to",
	"subscribed", "upvotes", "downvotes", "discussion_locked", "blocking_issues_count", "task_status", "reference", "iteration",
	"confidential",
	"label_links", "issue_assignees", "merge_request_assignees", "author_id", "updated_by_id", "lock_version", "relative_position",
	"external_author", "last_edited_at", "last_edited_by_id",
	"resource_label_events", "resource_milestone_events", "resource_state_events", "timelogs", "events", "award_emoji", "health_status",
	"time_estimate",
}

func (r *reading) add(f found) {
	o := f.object
	id := f.mark + o.Text("iid")
	item := &sources.Item{
		Pos: f.pos, ID: id, Issue: true, Title: o.Text("title"), Text: o.Text("description"), Type: strings.ToLower(o.Text("issue_type")),
		Status: o.Text("state"),
		Labels: o.Texts("labels", "name", "title"), Author: o.Person("author"), Created: o.Text("created_at", "createdAt"),
		Updated:   o.Text("updated_at", "updatedAt"),
		Completed: o.Text("closed_at", "closedAt"), Due: o.Text("due_date", "dueDate"), Started: o.Text("start_date"), Props: o.Rest(known...),
	}
	item.Props["url"], item.Props["number"] = o.Text("web_url", "webUrl"), o["iid"]
	if item.Type == "issue" {
		item.Type = ""
	}
	if item.Status == "opened" && item.Completed != "" {
		item.Completed = "" // it was opened again
	}
	if item.Status == "closed" {
		item.Reason = cmp.Or(sources.ReasonIn(item.Labels), duplicateOf(o))
	}
	people := o.Objects("assignees")
	if one := o.Object("assignee"); len(people) == 0 && one != nil {
		people = append(people, one)
	}
	for _, who := range people {
		item.Owners = append(item.Owners, sources.PersonOf(map[string]any(who)))
	}
	r.addExported(item, o)
	item.SetScoped()
	for _, note := range append(o.Objects("notes"), r.notes[id]...) {
		if note.Text("system") != "true" {
			item.Comments = append(item.Comments,
				sources.Comment{Author: note.Person("author"), At: note.Text("created_at", "createdAt"), Text: note.Text("body", "note")})
		}
	}
	slices.SortStableFunc(item.Comments, func(a, b sources.Comment) int { return strings.Compare(a.At, b.At) })
	if f.mark == "!" {
		setMerge(item, o)
	}
	r.addLinks(item, o, f.mark)
	r.out.Add(item)
}

// duplicateOf returns "duplicate" for an issue that was closed as one.
func duplicateOf(o sources.Object) string {
	if o.Text("_links.closed_as_duplicate_of", "closedAsDuplicateOf", "duplicated_to_id") == "" {
		return ""
	}
	return "duplicate"
}

// addExported adds what issues have in the export of a project: labels in links, and
// people as numbers, of which a file of members has the names.
func (r *reading) addExported(item *sources.Item, o sources.Object) {
	for _, link := range o.Objects("label_links") {
		if label := link.Text("label.title"); label != "" {
			item.Labels = append(item.Labels, label)
		}
	}
	for _, link := range append(o.Objects("issue_assignees"), o.Objects("merge_request_assignees")...) {
		if who, known := r.members[link.Text("user_id")]; known {
			item.Owners = append(item.Owners, who)
		}
	}
	if who, known := r.members[o.Text("author_id")]; known {
		item.Author = who
	}
}

// readMembers reads the members of an exported project.
func (r *reading) readMembers(fsys fs.FS) error {
	file := exported + "project_members.ndjson"
	text, err := fs.ReadFile(fsys, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	for line := range bytes.Lines(text) {
		var member sources.Object
		if json.Unmarshal(line, &member) == nil && member.Object("user") != nil {
			r.members[member.Text("user_id", "user.id")] = member.Person("user")
		}
	}
	return nil
}

// setMerge changes an item into a merge request, which is an output.
func setMerge(item *sources.Item, o sources.Object) {
	item.Kind, item.Type, item.Issue, item.Completed = graph.KindOutput, "merge_request", false, ""
	item.Names = []string{"MR " + item.ID[1:]}
	item.Props["branch"], item.Props["base"] = o.Text("source_branch", "sourceBranch"), o.Text("target_branch", "targetBranch")
	switch {
	case item.Status == "merged" || o.Text("merged_at", "mergedAt") != "":
		item.State, item.Status, item.Props["merged_at"] = "published", "merged", o.Text("merged_at", "mergedAt")
	case item.Status == "closed":
		item.State, item.Status, item.Props["closed_at"] = "draft", "closed without a merge", o.Text("closed_at", "closedAt")
	case o.Text("draft", "work_in_progress") == "true":
		item.State, item.Status = "draft", "draft"
	default:
		item.State = "review"
	}
}

func (r *reading) addMilestone(pos sources.Position, o sources.Object) {
	id := "milestone/" + o.Text("title")
	if r.added[id] || o.Text("title") == "" {
		return
	}
	r.added[id] = true
	item := &sources.Item{
		Pos: pos, Kind: graph.KindMilestone, ID: id, Title: o.Text("title"), Text: o.Text("description"), Due: o.Text("due_date", "dueDate"),
		Started: o.Text("start_date"),
		Created: o.Text("created_at"), Updated: o.Text("updated_at"), Names: []string{"%" + o.Text("title")}, State: sources.Todo,
	}
	if o.Text("state") == "closed" {
		item.State = sources.Done
	}
	r.out.Add(item)
}

func (r *reading) addEpic(pos sources.Position, o sources.Object) {
	id := "&" + o.Text("iid")
	r.added[id] = true
	r.out.Add(&sources.Item{
		Pos: pos, Kind: graph.KindPlan, ID: id, Title: o.Text("title"), Type: "epic", Status: cmp.Or(o.Text("state"), "opened"),
		Text: o.Text("description"), Labels: o.Texts("labels"),
		Author: o.Person("author"), Created: o.Text("created_at"), Updated: o.Text("updated_at"), Started: o.Text("start_date"),
		Due:       o.Text("due_date", "end_date"),
		Completed: o.Text("closed_at"),
	})
}

var refForm = regexp.MustCompile(`(?i)(?:\b(close[sd]?|closing|fix(?:e[sd])?|fixing|resolve[sd]?|implements?|blocked by|depends on|` +
	`part of|duplicate of)[: ]+|^|[\s(,;:])([#!&]\d{1,9})\b`)

func (r *reading) addLinks(item *sources.Item, o sources.Object, mark string) {
	if title := o.Text("milestone.title"); title != "" {
		item.Links = append(item.Links, sources.Link{Rel: "targets_milestone", To: "milestone/" + title})
	}
	if epic := o.Text("epic.iid", "epic_iid"); epic != "" {
		item.Parent = "&" + epic
	}
	for _, link := range o.Objects("links") {
		item.Links = append(item.Links, sources.Link{Rel: linkOf(link.Text("link_type")), To: "#" + link.Text("iid")})
	}
	texts := item.Text
	for _, comment := range item.Comments {
		texts += "\n" + comment.Text
	}
	for _, match := range refForm.FindAllStringSubmatch(texts, -1) {
		link := sources.Link{Rel: "references", To: match[2], Weak: true}
		switch word := strings.ToLower(match[1]); {
		case word == "":
		case word == "blocked by" || word == "depends on":
			link.Rel = "depends_on"
		case word == "part of":
			link.Rel, link.From = sources.Parent, true
		case word == "duplicate of":
			link.Rel = "duplicates"
		case mark == "!":
			link.Rel, link.From = "produces", true
		}
		item.Links = append(item.Links, link)
	}
}
