// Package github reads the issues, pull requests and milestones of a repository at
// GitHub: from files that its command line and its interfaces write, or live.
package github

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Format reads JSON files of issues, and github:OWNER/REPO.
var Format = sources.Format{
	Name:   "github",
	Title:  "issues of GitHub: github:OWNER/REPO, or JSON of gh, REST or GraphQL",
	Detect: detect,
	Match:  match,
	Read:   read,
	Prefix: prefix,
	Fetch:  fetch,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	files := filesIn(fsys)
	finding := sources.Finding{Path: ".", Files: len(files), What: "issues as tasks, pull requests as outputs, and milestones"}
	if len(files) == 1 {
		finding.Path = files[0]
	}
	return finding, len(files) > 0
}

// maxFiles is how many JSON files of a folder are looked at, by eye.
const maxFiles = 100

func filesIn(fsys fs.FS) []string {
	var found []string
	all := sources.FilesIn(fsys, ".", false, ".json", ".jsonl", ".ndjson")
	for _, file := range all[:min(len(all), maxFiles)] {
		if head, err := sources.Head(fsys, file, 64<<10); err == nil && match(file, head) {
			found = append(found, file)
		}
	}
	return found
}

// match reports whether the first bytes of a file have an issue, a pull request, a
// comment or a milestone.
func match(file string, head []byte) bool {
	if !strings.HasPrefix(path.Ext(file), ".json") && path.Ext(file) != ".ndjson" {
		return false
	}
	has := func(names ...string) bool {
		for _, name := range names {
			if hasMember(head, name) {
				return true
			}
		}
		return false
	}
	switch {
	case has("magic") && has("repo") && has("issues", "labels"):
		return true // the archive of a working group of the IETF
	case isError(head), isBoard(head):
		return true // the reading reports an error
	case has("iid", "testStrategy", "kind", "issue_type", "identifier"):
		return false // GitLab, Task Master, an import, beads, Linear
	}
	return has("number") && has("title") && has("state", "closed", "createdAt", "created_at") &&
		has("html_url", "url", "author", "user", "body", "labels", "assignees", "createdAt") ||
		has("issue_url") && has("body") || has("open_issues") && has("due_on")
}

// hasMember reports whether a text has a member of an object with a name.
func hasMember(text []byte, name string) bool {
	for {
		_, rest, found := bytes.Cut(text, []byte(`"`+name+`"`))
		if !found {
			return false
		}
		if text = rest; bytes.HasPrefix(bytes.TrimSpace(rest), []byte(":")) {
			return true
		}
	}
}

// isError reports whether a file has an answer of GitHub that is an error.
func isError(head []byte) bool {
	inside, found := bytes.CutPrefix(bytes.TrimSpace(head), []byte("{"))
	return found && bytes.HasPrefix(bytes.TrimSpace(inside), []byte(`"message"`)) && bytes.Contains(head, []byte(`"documentation_url"`))
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = filesIn(fsys)
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no JSON files with issues; expected such as gh issue list --json number,title,body,state writes")
	}
	r := newReading(opts, out)
	for _, file := range files {
		if err := r.readFile(ctx, fsys, file); err != nil {
			return err
		}
	}
	r.finish()
	return nil
}

// A reading collects what files or answers have, and adds it when all comments and
// milestones are known.
type reading struct {
	opts sources.Options
	out  *sources.Records

	repo       string // owner/name in lower case, "" if unknown
	items      sources.Newest[found]
	comments   map[string][]sources.Object // by the number of their issue
	milestones map[string]bool             // by title, those that were added
	boarded    int                         // items of boards
}

type found struct {
	object sources.Object
	isPull bool
	pos    sources.Position
}

func newReading(opts sources.Options, out *sources.Records) *reading {
	return &reading{opts: opts, out: out, comments: map[string][]sources.Object{}, milestones: map[string]bool{}}
}

func (r *reading) readFile(ctx context.Context, fsys fs.FS, file string) error {
	found := func() int { return len(r.items.All) + len(r.comments) + len(r.milestones) + r.boarded }
	before, notes := found(), len(r.out.Notes)
	if err := r.walkFile(ctx, fsys, file); err != nil {
		return err
	}
	if found() == before && len(r.out.Notes) == notes {
		r.out.Note(sources.Rejected, sources.Position{File: file}, "no issues; expected objects with a number, a title and a state")
	}
	return nil
}

// walkFile collects what is in a file: a document, or a line for each item.
func (r *reading) walkFile(ctx context.Context, fsys fs.FS, file string) error {
	if path.Ext(file) == ".json" {
		value, err := sources.Document(fsys, file, r.out)
		if err == nil {
			r.walk(sources.Position{File: file}, value, "", 0)
		}
		return err
	}
	return sources.EachLine(ctx, fsys, file, r.out, func(pos sources.Position, line []byte) {
		value, err := sources.ParseJSON(line)
		if err != nil {
			r.out.Note(sources.Rejected, pos, err.Error())
			return
		}
		r.walk(pos, value, "", 0)
	})
}

// inner are the members of an answer that lead to issues.
var inner = []string{
	"data", "repository", "organization", "user", "search", "issues", "pulls", "pullRequests", "pull_requests", "items", "nodes", "edges",
	"node",
	"milestones", "issue", "pullRequest", "results",
}

// maxWalk is the depth at which no issues are looked for any more, by eye.
const maxWalk = 12

// walk collects the issues, pull requests, comments and milestones in a value that
// is the member of an answer with a name.
func (r *reading) walk(pos sources.Position, value any, name string, depth int) {
	if depth >= maxWalk {
		return
	}
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			r.walk(pos, item, name, depth+1)
		}
	case map[string]any:
		r.walkObject(pos, value, name, depth)
	case nil:
	default:
		if depth > 0 {
			r.out.Note(sources.Rejected, pos, "an item of a list is no object; expected an issue")
		}
	}
}

func (r *reading) walkObject(pos sources.Position, object sources.Object, name string, depth int) {
	if line := object.Line(); line > 0 {
		pos.Line = line
	}
	if repo := object.Text("repo", "nameWithOwner", "full_name"); r.repo == "" && strings.Count(repo, "/") == 1 {
		r.repo = strings.ToLower(repo)
	}
	switch {
	case object["message"] != nil && object["documentation_url"] != nil:
		r.out.Note(sources.Rejected, pos, fmt.Sprintf("GitHub answered %q; expected issues", object.Text("message")))
	case isBoardItem(object):
		r.addBoardItem(pos, object)
	case name == "milestones" && object["title"] != nil:
		r.addMilestone(pos, object)
	case object["issue_url"] != nil && object["title"] == nil:
		number := path.Base(object.Text("issue_url"))
		r.comments[number] = append(r.comments[number], object)
	case object["number"] != nil || object["title"] != nil && (object["state"] != nil || object["body"] != nil):
		r.collect(pos, object, name)
	default:
		for _, name := range inner {
			if object[name] != nil {
				r.walk(pos, object[name], name, depth+1)
			}
		}
	}
}

// collect keeps an issue or a pull request, or a milestone alone in a list.
func (r *reading) collect(pos sources.Position, object sources.Object, name string) {
	number := object.Text("number")
	switch {
	case number == "":
		r.out.Note(sources.Rejected, pos, fmt.Sprintf("%q has no number; expected one such as 12", graph.Truncate(object.Text("title"), 60)))
		return
	case strings.TrimSpace(object.Text("title")) == "" && object.Text("body") == "":
		r.out.Note(sources.Rejected, pos, "#"+number+" has neither title nor body; expected both")
		return
	case has(object, "open_issues", "closed_issues", "due_on", "dueOn") && object["user"] == nil && object["author"] == nil:
		r.addMilestone(pos, object)
		return
	}
	if repo := repoOf(object.Text("html_url", "url", "repository_url")); r.repo == "" && repo != "" {
		r.repo = repo
	}
	isPull := strings.HasPrefix(strings.ToLower(name), "pull") || strings.EqualFold(object.Text("__typename"), "pullrequest") ||
		has(object, "pull_request", "mergedAt", "merged_at", "isDraft", "headRefName", "headRef", "head", "baseRefName", "baseRef",
			"mergeable") ||
		strings.Contains(object.Text("html_url", "url"), "/pull/")
	inside := object.Text("node_id", "id", "html_url", "url")
	if r.items.Add("#"+number, inside, object.Text("updated_at", "updatedAt"), found{object, isPull, pos}) && pos.Line > 0 { // in files
		r.out.NoteAgain(pos, "#"+number)
	}
}

func has(object sources.Object, names ...string) bool {
	for _, name := range names {
		if _, known := object[name]; known {
			return true
		}
	}
	return false
}

// repoOf returns the repository in an address, in lower case, "" for none.
func repoOf(address string) string {
	_, rest, found := strings.Cut(address, "://")
	parts := strings.Split(rest, "/")
	if len(parts) > 2 && parts[1] == "repos" {
		parts = parts[1:]
	}
	if !found || len(parts) < 3 {
		return ""
	}
	return strings.ToLower(parts[1] + "/" + parts[2])
}

func (r *reading) finish() {
	for _, item := range r.items.All {
		if milestone := item.object.Object("milestone"); milestone != nil {
			r.addMilestone(item.pos, milestone)
		}
	}
	for _, item := range r.items.All {
		r.add(item)
	}
}

// milestoneID returns the id of a milestone, which has a number of its own.
func milestoneID(title string) string { return "milestone/" + strings.Join(strings.Fields(title), " ") }

func (r *reading) addMilestone(pos sources.Position, milestone sources.Object) {
	title := milestone.Text("title")
	if id := milestoneID(title); title == "" || r.milestones[id] {
		return
	}
	r.milestones[milestoneID(title)] = true
	r.out.Add(&sources.Item{
		Pos: pos, Kind: graph.KindMilestone, ID: milestoneID(title), Title: title, Status: milestone.Text("state"),
		Text: milestone.Text("description"),
		Due:  milestone.Text("due_on", "dueOn"), Created: milestone.Text("created_at", "createdAt"),
		Updated:   milestone.Text("updated_at", "updatedAt"),
		Completed: milestone.Text("closed_at", "closedAt"), Names: []string{title, "milestone " + title},
	})
}
