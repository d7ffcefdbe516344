// Package jira reads the issues of Jira: answers of its interface as JSON, and its
// exports as CSV and as XML.
package jira

import (
	"bytes"
	"cmp"
	"context"
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

// Format reads JSON, CSV and XML files of issues.
var Format = sources.Format{
	Name:   "jira",
	Title:  "issues of Jira, as JSON of its interface, as CSV or as XML",
	Detect: detect,
	Match:  match,
	Read:   read,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(filesIn(fsys), "epics as plans, issues as tasks, versions and sprints as milestones")
}

func filesIn(fsys fs.FS) []string {
	return sources.FilesMatching(fsys, match, ".json", ".jsonl", ".ndjson", ".csv", ".xml")
}

func match(file string, head []byte) bool {
	switch path.Ext(file) {
	case ".json", ".jsonl", ".ndjson":
		return bytes.Contains(head, []byte(`"fields"`)) && bytes.Contains(head, []byte(`"key"`)) &&
			(bytes.Contains(head, []byte(`"issuetype"`)) || bytes.Contains(head, []byte(`"summary"`)))
	case ".csv":
		return csv.IsOfJira(head)
	case ".xml":
		return bytes.Contains(head, []byte("<rss")) && bytes.Contains(head, []byte("<key id="))
	}
	return false
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = filesIn(fsys)
	}
	if len(files) == 0 {
		return graph.BadInput("path",
			"no issues of Jira; expected a JSON answer of its interface, or an export as XML, or as CSV with the columns Issue key and Summary")
	}
	r := &reading{out: out, names: map[string]string{}, milestones: map[string]bool{}, outward: map[string]string{}}
	documents, err := csv.ReadSome(ctx, fsys, files, opts, csv.Tracker{Markdown: fromMarkup, Single: true}, out)
	if err != nil {
		return err
	}
	isXML := func(file string) bool { return path.Ext(file) == ".xml" }
	for _, file := range documents {
		if !isXML(file) {
			continue
		}
		if err := r.feed(ctx, fsys, file); err != nil {
			return err
		}
	}
	if err := sources.EachDocument(ctx, fsys, slices.DeleteFunc(documents, isXML), out, r.document); err != nil {
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
	out        *sources.Records
	issues     sources.Newest[placed]
	names      map[string]string // of fields that a user added, by id
	milestones map[string]bool   // that were added
	outward    map[string]string // what links from an issue are called, by their types
}

func (r *reading) document(pos sources.Position, value any) {
	found := 0
	sources.EachObject(pos, value, func(pos sources.Position, name string, object sources.Object) bool {
		for id, of := range object.Object("names") {
			r.names[id] = sources.TextOf(of)
		}
		if errs := object.Texts("errorMessages"); len(errs) > 0 {
			r.out.Note(sources.Rejected, pos, fmt.Sprintf("Jira answered %q; expected issues", errs[0]))
			found++
			return true
		}
		if object.Object("fields") == nil || name == "names" {
			return false
		}
		found++
		if object.Text("key") == "" {
			r.out.Note(sources.Rejected, pos, "the issue has no key; expected one such as \"PROJ-12\"")
			return true
		}
		for _, link := range object.Objects("fields.issuelinks") {
			if outward := link.Text("type.outward"); outward != "" {
				r.outward[link.Text("type.name")] = outward
			}
		}
		if id := object.Text("key"); r.issues.Add(id, object.Text("id", "self"), object.Text("fields.updated"), placed{pos, object}) {
			r.out.NoteAgain(pos, id)
		}
		return true
	})
	if found == 0 {
		r.out.Note(sources.Rejected, pos, "no issues; expected objects with a key and fields")
	}
}

// known are the fields that have a place of their own, or say nothing.
var known = []string{
	"summary", "description", "status", "statuscategory", "issuetype", "priority", "assignee", "reporter", "creator", "created", "updated",
	"resolutiondate", "resolution",
	"duedate", "labels", "fixVersions", "parent", "subtasks", "issuelinks", "comment", "sprint", "closedSprints", "epic", "project", "watches",
	"votes", "worklog", "attachment",
	"lastViewed", "workratio", "progress", "aggregateprogress", "timetracking", "statuscategorychangedate", "security", "issuerestriction",
	"thumbnail",
}

func (r *reading) add(pos sources.Position, issue sources.Object) {
	f := issue.Object("fields")
	item := &sources.Item{
		Pos: pos, ID: issue.Text("key"), Issue: true, Title: f.Text("summary"), Text: textOf(f["description"]), Type: f.Text("issuetype.name"),
		Status: f.Text("status.name", "status"), Priority: f.Text("priority.name", "priority"), Labels: f.Texts("labels"),
		Author:  f.Person("reporter"),
		Created: f.Text("created"), Updated: f.Text("updated"), Completed: f.Text("resolutiondate"), Due: f.Text("duedate"),
		Parent: f.Text("parent.key", "epic.key"), Props: map[string]any{"resolution": f.Text("resolution.name")},
	}
	item.Kind = kindOf(item.Type)
	if item.Author == (sources.Person{}) {
		item.Author = f.Person("creator")
	}
	if who := f.Person("assignee"); who != (sources.Person{}) {
		item.Owners = []sources.Person{who}
	}
	setState(item, f)
	for _, comment := range f.Objects("comment.comments") {
		item.Comments = append(item.Comments,
			sources.Comment{Author: comment.Person("author"), At: comment.Text("created"), Text: textOf(comment["body"])})
	}
	r.addFields(item, f)
	r.addLinks(item, f)
	r.out.Add(item)
}

// kindOf returns the kind for the type of an issue.
func kindOf(of string) graph.Kind {
	switch strings.ToLower(of) {
	case "epic", "epos", "épopée":
		return graph.KindPlan
	case "initiative", "objective", "goal", "theme":
		return graph.KindGoal
	case "risk", "risiko":
		return graph.KindRisk
	case "decision":
		return graph.KindDecision
	}
	return graph.KindTask
}

// setState sets the state by the category of the status, whose names are those of
// the users.
func setState(item *sources.Item, f sources.Object) {
	switch strings.ToLower(f.Text("status.statusCategory.key")) {
	case "new", "undefined":
		item.State = sources.Todo
	case "indeterminate":
		item.State = sources.Doing
	case "done":
		item.State = sources.Done
	}
	switch kind := graph.KindTask; {
	case item.State == sources.Doing && sources.StateOf(kind, item.Status) == sources.Blocked:
		item.State = sources.Blocked
	case item.State == sources.Done && sources.StateOf(kind, f.Text("resolution.name")) == sources.StateOf(kind, sources.Cancelled) &&
		f.Text("resolution.name") != "":
		item.State = sources.Cancelled
	case item.State == "" || item.State == sources.Done:
		item.Reason = f.Text("resolution.name")
	}
}

var keyForm = regexp.MustCompile(`^[A-Z][A-Z0-9_]+-\d+$`)

// addFields adds the other fields as props: those that users added have names only
// if the answer has them.
//
//nolint:gocognit // a case for each form of a field
func (r *reading) addFields(item *sources.Item, f sources.Object) {
	for _, sprint := range append(f.Objects("closedSprints"), f.Object("sprint")) {
		r.addMilestone(item, sprint, "sprint")
	}
	for _, version := range f.Objects("fixVersions") {
		r.addMilestone(item, version, "version")
	}
	for id, value := range f.Rest(known...) {
		name, named := r.names[id]
		custom := strings.HasPrefix(id, "customfield_")
		switch text := sources.TextOf(value); {
		case isSprints(value):
			for _, sprint := range sources.ObjectsIn(value) {
				r.addMilestone(item, sprint, "sprint")
			}
		case custom && keyForm.MatchString(text) && (!named || strings.EqualFold(name, "Epic Link")):
			if item.Parent == "" {
				item.Parent = text
			}
		case custom && !named:
			if plain := plainOf(value); plain != nil {
				r.out.Note(sources.Lost, item.Pos, id+" has no name; expected an answer with expand=names")
			}
		case custom && strings.EqualFold(name, "Rank"):
		default:
			if !named {
				name = id
			}
			item.Props[strings.ToLower(strings.ReplaceAll(name, " ", "_"))] = plainOf(value)
		}
	}
}

func isSprints(value any) bool {
	objects := sources.ObjectsIn(value)
	return len(objects) > 0 && objects[0]["name"] != nil && objects[0]["state"] != nil &&
		(objects[0]["boardId"] != nil || objects[0]["startDate"] != nil || objects[0]["originBoardId"] != nil)
}

// plainOf returns the value of a field: of objects, what they are called.
func plainOf(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if sources.Object(value).Text("type") == "doc" {
			return textOf(value)
		}
		if text := sources.Object(value).Text("value", "name", "displayName", "key"); text != "" {
			return text
		}
		return nil
	case []any:
		var list []any
		for _, item := range value {
			if plain := plainOf(item); plain != nil {
				list = append(list, plain)
			}
		}
		if len(list) == 0 {
			return nil
		}
		return list
	}
	return value
}

func (r *reading) addMilestone(item *sources.Item, of sources.Object, kind string) {
	name := of.Text("name")
	if name == "" {
		return
	}
	id := "milestone/" + name
	item.Links = append(item.Links, sources.Link{Rel: "targets_milestone", To: id})
	if r.milestones[id] {
		return
	}
	r.milestones[id] = true
	milestone := &sources.Item{
		Pos: item.Pos, Kind: graph.KindMilestone, ID: id, Title: name, Type: kind, Text: of.Text("description", "goal"),
		Due: of.Text("releaseDate", "endDate"), Started: of.Text("startDate"), Completed: of.Text("completeDate"),
	}
	switch strings.ToLower(of.Text("state")) {
	case "closed":
		milestone.State = sources.Done
	case "active":
		milestone.State = sources.Doing
	}
	if of.Text("released") == "true" {
		milestone.State, milestone.Completed = sources.Done, of.Text("releaseDate")
	}
	r.out.Add(milestone)
}

func (r *reading) addLinks(item *sources.Item, f sources.Object) {
	for _, subtask := range f.Objects("subtasks") {
		item.Links = append(item.Links, sources.Link{Rel: sources.Parent, To: subtask.Text("key"), Weak: true})
	}
	for _, link := range f.Objects("issuelinks") {
		to, from := link.Text("outwardIssue.key"), link.Text("inwardIssue.key")
		rel := cmp.Or(link.Text("type.outward"), r.outward[link.Text("type.name")])
		if inward := link.Text("type.inward"); rel == "" && inward != "" && from != "" {
			rel, to = inward, from // all that an export as XML says
		}
		item.Links = append(item.Links, sources.Link{Rel: cmp.Or(rel, link.Text("type.name")), To: cmp.Or(to, from), From: to == ""})
	}
}
