// Package beads reads the issues of beads, a tracker that keeps them as lines of
// JSON in a folder .beads of the repository.
package beads

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Format reads .beads/*.jsonl.
var Format = sources.Format{
	Name:   "beads",
	Title:  "issues of beads (.beads/*.jsonl)",
	Detect: detect,
	Match:  match,
	Read:   read,
}

const folder = ".beads"

func detect(fsys fs.FS) (sources.Finding, bool) {
	file := fileIn(fsys)
	return sources.Finding{Path: file, Files: 1, What: "epics as plans, and issues as tasks, with their dependencies and comments"}, file != ""
}

// fileIn returns the file that has the issues: the one that the tracker names, or
// else one with a usual name, or any with issues; "" for none.
func fileIn(fsys fs.FS) string {
	var names []string
	if config, err := fs.ReadFile(fsys, folder+"/metadata.json"); err == nil {
		if object, err := sources.ParseObject(config); err == nil {
			names = append(names, object.Text("jsonl_export"))
		}
	}
	for _, name := range append(names, "issues.jsonl", "beads.jsonl") {
		if file := path.Join(folder, name); name != "" && fs.ValidPath(file) && hasIssues(fsys, file) {
			return file
		}
	}
	files, _ := fs.Glob(fsys, folder+"/*.jsonl") // a constant pattern
	files = slices.DeleteFunc(files, func(file string) bool {
		return strings.Contains(file, ".base.") || strings.Contains(file, ".left.") || strings.Contains(file, ".right.") || !hasIssues(fsys, file)
	})
	if len(files) > 0 {
		return files[0]
	}
	return ""
}

func hasIssues(fsys fs.FS, file string) bool {
	head, err := sources.Head(fsys, file, 64<<10)
	return err == nil && match(file, head)
}

// match reports whether one of the first lines is an issue.
func match(file string, head []byte) bool {
	if !strings.HasSuffix(file, ".jsonl") && !strings.HasSuffix(file, ".ndjson") {
		return false
	}
	for i, line := range bytes.SplitN(head, []byte("\n"), 11) {
		long := bytes.Contains(line, []byte(`"title":`)) && (bytes.Contains(line, []byte(`"issue_type":`)) || bytes.Contains(line,
			[]byte(`"status":`)))
		if i < 10 && long && bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) && !bytes.Contains(line, []byte(`"kind":`)) {
			return true
		}
	}
	return false
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	file := opts.File
	if file == "" {
		file = fileIn(fsys)
	}
	if file == "" {
		return graph.BadInput("path", "no issues in %s; expected a file such as %s/issues.jsonl", folder, folder)
	}
	return sources.EachLine(ctx, fsys, file, out, func(pos sources.Position, line []byte) { add(pos, line, out) })
}

func add(pos sources.Position, line []byte, out *sources.Records) {
	issue, err := sources.ParseObject(line)
	if err != nil {
		out.Note(sources.Rejected, pos, err.Error()+"; expected an issue as a JSON object on each line")
		return
	}
	switch kind := issue.Text("_type"); {
	case issue.Text("status") == "tombstone" || issue["deleted_at"] != nil:
		out.Note(sources.Skipped, pos, "issues that were deleted (tombstones)")
	case kind != "" && kind != "issue":
		out.Note(sources.Skipped, pos, fmt.Sprintf("lines of the type %q", kind))
	case strings.TrimSpace(issue.Text("id")) == "":
		out.Note(sources.Rejected, pos, "the issue has no id; expected one such as \"bd-1a2b\"")
	default:
		out.Add(itemOf(pos, issue, out))
	}
}

// kinds are the kinds of issues that are no tasks.
var kinds = map[string]graph.Kind{
	"epic": graph.KindPlan, "molecule": graph.KindPlan, "convoy": graph.KindPlan, "decision": graph.KindDecision, "adr": graph.KindDecision,
	"dec": graph.KindDecision, "milestone": graph.KindMilestone,
}

// known are the members that have a place of their own.
var known = []string{
	"id", "title", "issue_type", "type", "status", "priority", "labels", "assignee", "owner", "created_by", "created_at", "updated_at",
	"closed_at", "started_at",
	"due_at", "description", "design", "acceptance_criteria", "notes", "close_reason", "comments", "dependencies", "content_hash",
	"dependency_count",
	"dependent_count", "comment_count", "compaction_level", "original_size", "parent", "_type",
}

func itemOf(pos sources.Position, issue sources.Object, out *sources.Records) *sources.Item {
	kind := issue.Text("issue_type", "type")
	item := &sources.Item{
		Pos: pos, Kind: kinds[kind], ID: strings.TrimSpace(issue.Text("id")), Title: issue.Text("title"), Type: kind, Issue: true,
		Status: issue.Text("status"), Reason: issue.Text("close_reason"), Labels: issue.Texts("labels"),
		Author: issue.Person("created_by"), Created: issue.Text("created_at"), Updated: issue.Text("updated_at"),
		Started: cmp.Or(issue.Text("started_at"), issue.Text("defer_until")), Due: issue.Text("due_at"), Completed: issue.Text("closed_at"),
		Text: issue.Text("description"),
		Sections: []sources.Section{
			{Heading: "Design", Text: issue.Text("design")},
			{Heading: "Acceptance criteria", Text: issue.Text("acceptance_criteria")},
			{Heading: "Notes", Text: issue.Text("notes")},
			{Heading: "Close reason", Text: issue.Text("close_reason")},
		},
		Props: issue.Rest(known...), Parent: issue.Text("parent"),
	}
	if ref := issue.Text("external_ref"); ref != "" {
		item.Names = []string{ref}
	}
	for _, who := range []string{"assignee", "owner"} {
		if person := issue.Person(who); len(item.Owners) == 0 && person != (sources.Person{}) {
			item.Owners = []sources.Person{person}
		}
	}
	if kind == graph.LabelTemplate || issue.Text("is_template") == "true" {
		item.Labels = append(item.Labels, graph.LabelTemplate)
	}
	setPriority(item, issue, out)
	for _, comment := range issue.Objects("comments") {
		item.Comments = append(item.Comments, sources.Comment{
			Author: comment.Person("author"), At: comment.Text("created_at"), Text: comment.Text("text", "body", "content")})
	}
	addLinks(item, issue, out)
	return item
}

// setPriority sets the priority, which is from 0 to 4. The tracker leaves 0 out,
// the most urgent one.
func setPriority(item *sources.Item, issue sources.Object, out *sources.Records) {
	written := strings.TrimPrefix(strings.ToUpper(issue.Text("priority")), "P")
	level, err := strconv.Atoi(written)
	if written != "" && (err != nil || level < 0 || level > 4) {
		out.Note(sources.Warned, item.Pos, fmt.Sprintf("the priority %q is out of range; expected 0 to 4; kept in props", issue.Text("priority")))
		item.Props["priority"] = issue.Text("priority")
		return
	}
	item.Level, item.Priority = level+1, fmt.Sprintf("P%d", level)
}

// relations are the relations for the types of dependencies that are not known by
// their names. The source of a dependency is the issue that has it.
var relations = map[string]string{
	"": "depends_on", "blocks": "depends_on", "conditional-blocks": "depends_on", "waits-for": "depends_on", "parent-child": "child_of",
}

func addLinks(item *sources.Item, issue sources.Object, out *sources.Records) {
	for _, dependency := range issue.Objects("dependencies") {
		of, to := dependency.Text("type", "dependency_type"), dependency.Text("depends_on_id", "id")
		if to == "" {
			out.Note(sources.Lost, item.Pos, "dependencies without depends_on_id")
			continue
		}
		rel, known := relations[of]
		if !known {
			rel = of
		}
		item.Links = append(item.Links, sources.Link{Rel: rel, To: to})
	}
	if list, is := issue["dependencies"].([]any); is {
		for _, id := range list {
			if text := sources.TextOf(id); text != "" {
				item.Links = append(item.Links, sources.Link{Rel: "depends_on", To: text})
			}
		}
	}
}
