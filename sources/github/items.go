package github

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// add adds an issue or a pull request.
func (r *reading) add(f found) {
	o, number := f.object, f.object.Text("number")
	item := &sources.Item{
		Pos: f.pos, ID: "#" + number, Title: o.Text("title"), Text: o.Text("body", "bodyText"), Labels: o.Texts("labels", "name"),
		Author:  o.Person(cmp.Or(first(o, "user", "author", "creator"), "user")),
		Created: o.Text("created_at", "createdAt"), Updated: o.Text("updated_at", "updatedAt"),
		Completed: o.Text("merged_at", "mergedAt", "pull_request.merged_at", "closed_at", "closedAt"),
		Issue:     true, Props: map[string]any{"number": json.Number(number)},
	}
	if _, err := json.Number(number).Int64(); err != nil {
		item.Props["number"] = number
	}
	for _, who := range people(o) {
		item.Owners = append(item.Owners, sources.PersonOf(who))
	}
	item.Type = cmp.Or(o.Text("type.name", "issueType.name"), sources.TypeOf(item.Labels))
	item.Priority = sources.PriorityOf(item.Labels)
	item.Comments = r.commentsOf(o, number)
	if url := o.Text("html_url", "url"); strings.HasPrefix(url, "http") && !strings.Contains(url, "api.github.com") {
		item.Props["url"] = url
	}
	setState(item, o)
	if f.isPull {
		setPull(item, o, number)
	}
	r.addLinks(item, o, f.isPull)
	r.out.Add(item)
}

func first(o sources.Object, names ...string) string {
	for _, name := range names {
		if o[name] != nil {
			return name
		}
	}
	return ""
}

// people returns the assignees.
func people(o sources.Object) []any {
	var all []any
	for _, who := range sources.ObjectsIn(o["assignees"]) {
		all = append(all, map[string]any(who))
	}
	if list, is := o["assignees"].([]any); is && len(all) == 0 {
		all = list
	}
	if len(all) == 0 && o["assignee"] != nil {
		all = append(all, o["assignee"])
	}
	return all
}

func setState(item *sources.Item, o sources.Object) {
	state, reason := strings.ToLower(o.Text("state")), strings.ToLower(o.Text("state_reason", "stateReason"))
	if closed, is := o["closed"].(bool); is && state == "" {
		state = map[bool]string{true: "closed", false: "open"}[closed]
	}
	item.Status = state
	switch {
	case state == "closed" && (reason == "not_planned" || reason == "duplicate"):
		item.State, item.Status = sources.Cancelled, strings.ReplaceAll(reason, "_", " ")
	case state == "closed" && reason == "":
		item.Reason = sources.ReasonIn(item.Labels)
	case state == "closed" || state == "":
	case item.Completed != "" && state == "open":
		item.Completed = ""
	}
}

// setPull changes an item into a pull request, which is an output.
func setPull(item *sources.Item, o sources.Object, number string) {
	item.Kind, item.Type, item.Issue = graph.KindOutput, "pull_request", false
	item.Names = []string{"PR " + number}
	merged := o.Text("merged_at", "mergedAt", "pull_request.merged_at")
	draft := o.Text("draft", "isDraft") == "true"
	switch {
	case merged != "" || item.Status == "merged":
		item.State, item.Status = "published", "merged"
		item.Props["merged_at"] = merged
	case item.Status == "closed":
		item.State, item.Status = "draft", "closed without a merge"
		item.Props["closed_at"] = item.Completed
	case draft:
		item.State, item.Status = "draft", "draft"
	default:
		item.State = "review"
	}
	item.Completed = ""
	for prop, paths := range map[string][]string{
		"branch": {"head.ref", "headRefName", "headRef"}, "base": {"base.ref", "baseRefName", "baseRef"}, "merged_by": {
			"merged_by.login", "mergedBy.login", "mergedBy",
		},
	} {
		item.Props[prop] = strings.TrimPrefix(o.Text(paths...), "refs/heads/")
	}
}

// commentsOf returns the comments of people, and their reviews.
func (r *reading) commentsOf(o sources.Object, number string) []sources.Comment {
	all := append(o.Objects("comments"), r.comments[number]...)
	for _, review := range o.Objects("reviews") {
		who := first(review, "user", "author")
		all = append(all, review)
		for _, comment := range review.Objects("comments") {
			if first(comment, "user", "author") == "" && who != "" {
				comment[who] = review[who] // archives say it once
			}
			all = append(all, comment)
		}
	}
	var comments []sources.Comment
	for _, comment := range all {
		who := cmp.Or(first(comment, "user", "author"), "user")
		text := strings.TrimSpace(comment.Text("body", "bodyText"))
		switch {
		case text == "":
		case isBot(comment, who) && !r.opts.KeepBots:
			r.out.Note(sources.Skipped, sources.Position{}, "comments of programs; keep-bots of a source keeps them")
		default:
			comments = append(comments, sources.Comment{
				Author: comment.Person(who), At: comment.Text("created_at", "createdAt", "submittedAt", "submitted_at"), Text: text})
		}
	}
	slices.SortStableFunc(comments, func(a, b sources.Comment) int { return strings.Compare(a.At, b.At) })
	return comments
}

// bots are the names of programs that comment as users.
var bots = []string{
	"github-actions", "dependabot", "dependabot-preview", "codecov", "codecov-io", "codecov-commenter", "vercel", "netlify", "renovate",
	"stale", "mergify",
	"k8s-ci-robot", "k8s-triage-robot", "fejta-bot", "googlebot", "rustbot", "bors", "claassistant", "cla-assistant", "coveralls",
	"sonarcloud", "copilot", "coderabbitai",
	"github-project-automation", "changeset-bot", "linear", "allcontributors", "rust-timer", "rust-log-analyzer",
}

func isBot(comment sources.Object, who string) bool {
	author := comment.Object(who)
	login := strings.ToLower(cmp.Or(author.Text("login"), comment.Text(who)))
	return strings.EqualFold(author.Text("type", "__typename"), "bot") || author.Text("is_bot") == "true" ||
		strings.HasSuffix(login, "[bot]") ||
		strings.HasSuffix(login, "-bot") || slices.Contains(bots, login)
}
