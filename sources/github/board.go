package github

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
	"dossier/sources"
)

// isBoard reports whether a file is a project board.
func isBoard(head []byte) bool {
	return bytes.Contains(head, []byte(`"items"`)) && bytes.Contains(head, []byte(`"content"`)) && bytes.Contains(head, []byte(`"PVTI`))
}

// isBoardItem reports whether an object is an item of a project board, as gh project
// item-list writes it: its fields, with the issue, pull request or draft in content.
func isBoardItem(object sources.Object) bool {
	return object.Object("content") != nil && strings.HasPrefix(object.Text("id"), "PVTI")
}

// boardKnown are the members of an item of a board that have a place of their own.
var boardKnown = []string{
	"id", "title", "content", "status", "priority", "assignees", "labels", "repository", "start date", "target date", "due date", "end date",
	"iteration", "sprint", "milestone",
}

// addBoardItem adds an item of a board. An issue of another repository than the first one
// has that in its id, a draft what the board calls it.
func (r *reading) addBoardItem(pos sources.Position, object sources.Object) {
	content := object.Object("content")
	repo := strings.ToLower(content.Text("repository"))
	r.repo = cmp.Or(r.repo, repo)
	item := &sources.Item{
		Pos: pos, Issue: true, ID: object.Text("id"), Title: object.Text("title", "content.title"), Text: content.Text("body"),
		Status: object.Text("status"), Priority: object.Text("priority"), Labels: object.Texts("labels"),
		Started: object.Text("start date"), Due: object.Text("target date", "due date", "end date"), Props: object.Rest(boardKnown...),
	}
	if number := content.Text("number"); number != "" {
		item.ID, item.Names = "#"+number, []string{object.Text("id"), content.Text("url")}
		if item.Props["number"] = number; repo != "" && repo != r.repo {
			item.ID = repo + item.ID
		}
	}
	item.Props["url"] = content.Text("url")
	if content.Text("type") == "PullRequest" {
		item.Kind, item.Issue = graph.KindOutput, false
	} else {
		item.Type = sources.TypeOf(item.Labels)
	}
	for _, name := range object.Texts("assignees", "login", "name") {
		item.Owners = append(item.Owners, sources.Person{Handle: name})
	}
	for _, field := range []string{"milestone", "iteration", "sprint"} {
		if of := object.Object(field); of.Text("title") != "" {
			r.addIteration(pos, of)
			item.Links = append(item.Links, sources.Link{Rel: "targets_milestone", To: milestoneID(of.Text("title"))})
		}
	}
	r.boarded++
	r.out.Add(item)
}

// addIteration adds a milestone, or an iteration, which is over after so many days.
func (r *reading) addIteration(pos sources.Position, of sources.Object) {
	if of.Text("dueOn") == "" {
		begin, err := time.Parse(time.DateOnly, of.Text("startDate"))
		if days, also := strconv.Atoi(of.Text("duration")); err == nil && also == nil {
			of["dueOn"] = begin.AddDate(0, 0, days-1).Format(time.DateOnly)
		}
	}
	r.addMilestone(pos, of)
}
