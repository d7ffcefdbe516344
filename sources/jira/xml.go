package jira

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"dossier/sources"
	"dossier/sources/hypertext"
)

// markdown is a text that needs no conversion.
type markdown string

// An entry is an issue of an export as XML, a feed in which texts are HTML.
type entry struct {
	Key         string    `xml:"key"`
	Title       string    `xml:"title"`
	Summary     string    `xml:"summary"`
	Description string    `xml:"description"`
	Environment string    `xml:"environment"`
	Type        string    `xml:"type"`
	Parent      string    `xml:"parent"`
	Priority    string    `xml:"priority"`
	Status      string    `xml:"status"`
	Category    keyed     `xml:"statusCategory"`
	Resolution  string    `xml:"resolution"`
	Assignee    account   `xml:"assignee"`
	Reporter    account   `xml:"reporter"`
	Labels      []string  `xml:"labels>label"`
	Created     string    `xml:"created"`
	Updated     string    `xml:"updated"`
	Resolved    string    `xml:"resolved"`
	Due         string    `xml:"due"`
	FixVersions []string  `xml:"fixVersion"`
	Versions    []string  `xml:"version"`
	Components  []string  `xml:"component"`
	Comments    []remark  `xml:"comments>comment"`
	Links       []relates `xml:"issuelinks>issuelinktype"`
	Subtasks    []string  `xml:"subtasks>subtask"`
	Custom      []custom  `xml:"customfields>customfield"`
}

type keyed struct {
	Key string `xml:"key,attr"`
}

type account struct {
	Handle  string `xml:"username,attr"`
	Account string `xml:"accountid,attr"`
	Name    string `xml:",chardata"`
}

type remark struct {
	Author string `xml:"author,attr"`
	At     string `xml:"created,attr"`
	Text   string `xml:",chardata"`
}

type relates struct {
	Name    string `xml:"name"`
	Outward linked `xml:"outwardlinks"`
	Inward  linked `xml:"inwardlinks"`
}

type linked struct {
	Name string   `xml:"description,attr"`
	Keys []string `xml:"issuelink>issuekey"`
}

type custom struct {
	Key    string   `xml:"key,attr"`
	Name   string   `xml:"customfieldname"`
	Values []string `xml:"customfieldvalues>customfieldvalue"`
	Labels []string `xml:"customfieldvalues>label"`
}

// feed reads the issues of an export as XML in the form of the interface.
func (r *reading) feed(ctx context.Context, fsys fs.FS, file string) error {
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	decoder := xml.NewDecoder(bytes.NewReader(sources.Decoded(text)))
	decoder.Strict = false
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is decoded already
	for found := 0; ; {
		token, err := decoder.Token()
		start, is := token.(xml.StartElement)
		pos := sources.Position{File: file}
		pos.Line, _ = decoder.InputPos()
		one := entry{}
		if err == nil && is && start.Name.Local == "item" {
			err = decoder.DecodeElement(&one, &start)
			found++
		} else if err == nil {
			continue
		}
		switch {
		case errors.Is(err, io.EOF):
			if found == 0 {
				r.out.Note(sources.Rejected, pos, "no issues; expected items with a key")
			}
			return nil
		case err != nil:
			r.out.Note(sources.Rejected, pos, fmt.Sprintf("not XML: %v; what is before it is read", err))
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		}
		r.document(pos, one.object())
	}
}

// object returns an issue as the interface has it.
func (e *entry) object() map[string]any {
	due, _, _ := strings.Cut(e.Due, " 00:00:00") // a day, whatever the zone of the server
	fields := map[string]any{
		"summary": title(e), "description": markdown(hypertext.Markdown(e.Description)), "issuetype": named(e.Type), "status": map[string]any{
			"name": e.Status, "statusCategory": map[string]any{"key": e.Category.Key},
		},
		"priority": named(e.Priority), "resolution": named(e.Resolution), "created": e.Created, "updated": e.Updated,
		"resolutiondate": e.Resolved, "duedate": due, "labels": each(e.Labels, plainText), "fixVersions": each(e.FixVersions, named),
		"reporter": e.Reporter.object(),
		"assignee": e.Assignee.object(), "parent": map[string]any{"key": e.Parent}, "comment": map[string]any{"comments": each(e.Comments, said)},
		"subtasks": each(e.Subtasks, keyOf), "issuelinks": links(e.Links), "components": each(e.Components, plainText),
		"environment": hypertext.Markdown(e.Environment), "affects": each(e.Versions, plainText),
	}
	if strings.EqualFold(e.Resolution, "Unresolved") {
		delete(fields, "resolution")
	}
	names := map[string]any{}
	for _, one := range e.Custom {
		one.add(fields, names)
	}
	return map[string]any{"key": e.Key, "fields": fields, "names": names}
}

// title returns the summary of an issue; some exports have only the title, behind its key.
func title(e *entry) string {
	if e.Summary != "" {
		return e.Summary
	}
	return strings.TrimSpace(strings.TrimPrefix(e.Title, "["+e.Key+"]"))
}

// add adds a field that users of Jira added.
func (c *custom) add(fields, names map[string]any) {
	values := slices.DeleteFunc(append(c.Values, c.Labels...), func(value string) bool { return strings.TrimSpace(value) == "" })
	for i := range values {
		values[i] = strings.TrimSpace(hypertext.Markdown(values[i]))
	}
	switch {
	case len(values) == 0:
	case strings.HasSuffix(c.Key, "gh-sprint"):
		sprints, _ := fields["closedSprints"].([]any)
		fields["closedSprints"] = append(sprints, each(values, named)...)
	case strings.HasSuffix(c.Key, "gh-lexo-rank"), strings.HasSuffix(c.Key, "gh-global-rank"), strings.HasSuffix(c.Key, "devsummarycf"):
	default:
		id := "customfield_" + c.Name
		names[id] = c.Name
		if fields[id] = any(values[0]); len(values) > 1 {
			fields[id] = each(values, plainText)
		}
	}
}

func (a *account) object() any {
	if a.Handle == "-1" || a.Account == "-1" || a.Handle == "" && strings.TrimSpace(a.Name) == "" {
		return nil // nobody
	}
	return map[string]any{"username": a.Handle, "name": strings.TrimSpace(a.Name)}
}

func each[T any](of []T, as func(T) any) []any {
	made := make([]any, 0, len(of))
	for _, one := range of {
		made = append(made, as(one))
	}
	return made
}

func plainText(text string) any { return strings.TrimSpace(text) }
func named(name string) any     { return map[string]any{"name": strings.TrimSpace(name)} }
func keyOf(key string) any      { return map[string]any{"key": strings.TrimSpace(key)} }

func said(one remark) any {
	return map[string]any{"author": one.Author, "created": one.At, "body": markdown(hypertext.Markdown(one.Text))}
}

func links(of []relates) (made []any) {
	for _, one := range of {
		for _, key := range one.Outward.Keys {
			made = append(made, map[string]any{"type": map[string]any{"name": one.Name, "outward": one.Outward.Name}, "outwardIssue": keyOf(key)})
		}
		for _, key := range one.Inward.Keys {
			made = append(made, map[string]any{"type": map[string]any{"name": one.Name, "inward": one.Inward.Name}, "inwardIssue": keyOf(key)})
		}
	}
	return made
}
