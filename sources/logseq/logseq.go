// Package logseq reads graphs of Logseq that are folders of files: pages whose
// properties are lines at their top, blocks that are tasks, and journals.
package logseq

import (
	"cmp"
	"context"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"dossier/sources"
	"dossier/sources/frontmatter"
	"dossier/sources/markdown"
)

// Format reads a graph.
var Format = sources.Format{
	Name:   "logseq",
	Title:  "a graph of Logseq: pages with their properties, tags and links; tasks; journals",
	Detect: detect,
	Keeps:  true,
	Again:  markdown.Again,
	Read:   read,
}

const settings = "logseq/config.edn"

func detect(fsys fs.FS) (sources.Finding, bool) {
	if !sources.Has(fsys, settings) || sources.Has(fsys, ".obsidian") {
		return sources.Finding{}, false
	}
	return markdown.Find(fsys, "pages with their tags and links, tasks, journals as signals")
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	hidden := hiddenIn(fsys)
	skip := func(name string) string {
		switch {
		case name == path.Dir(settings):
			return "has the settings and older versions"
		case slices.ContainsFunc(hidden, func(of string) bool { return name == of || strings.HasPrefix(name, of+"/") }):
			return "is hidden by the settings"
		}
		return ""
	}
	return markdown.Read(ctx, fsys, opts, out, markdown.Rules{Notes: true, Skip: skip, Day: day, Text: text})
}

var (
	remark     = regexp.MustCompile(`(?m);.*$`)
	hiddenList = regexp.MustCompile(`:hidden\s*\[([^\]]*)\]`)
	quoted     = regexp.MustCompile(`"([^"]+)"`)
)

// hiddenIn returns the files and folders that the settings hide.
func hiddenIn(fsys fs.FS) (names []string) {
	data, err := fs.ReadFile(fsys, settings)
	if err != nil {
		return nil // the settings are the usual ones
	}
	if list := hiddenList.FindSubmatch(remark.ReplaceAll(data, nil)); list != nil {
		for _, name := range quoted.FindAllSubmatch(list[1], -1) {
			names = append(names, strings.Trim(string(name[1]), "/"))
		}
	}
	return names
}

// day returns the day of a journal.
func day(name string) (string, bool) {
	if path.Base(path.Dir(name)) != "journals" {
		return "", false
	}
	for _, form := range []string{"2006_01_02", time.DateOnly} {
		if at, err := time.Parse(form, strings.TrimSuffix(path.Base(name), path.Ext(name))); err == nil {
			return at.Format(time.DateOnly), true
		}
	}
	return "", false
}

var (
	property = regexp.MustCompile(`^\s*([\pL][\pL\d._/-]*):: *(.*)$`)
	block    = regexp.MustCompile(`^(\s*[-*+] +)(?:#+ +)?(TODO|LATER|DOING|NOW|IN-PROGRESS|WAITING|WAIT|DONE|CANCELED|CANCELLED)(?: +(.*))?$`)
	bullet   = regexp.MustCompile(`^\s*[-*+] `)
	priority = regexp.MustCompile(`^\[#([ABC])\] *`)
	date     = regexp.MustCompile(`^\s*(DEADLINE|SCHEDULED): *<(\d{4}-\d\d-\d\d)[^>]*>`)
	query    = regexp.MustCompile(`^(\s*(?:[-*+] +)?)\{\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\}\s*$`)
	inner    = regexp.MustCompile(`^\s*(?:[-*+] +)?(?:id|collapsed|logseq\.[\w.-]+|query-[\w-]+|background-color):: .*$|` +
		`^\s*[\w-]+:: \d{12,13}\s*$`) // the times of states
)

// boxes are the check boxes for the markers of tasks.
var boxes = map[string]string{
	"TODO": " ", "LATER": " ", "DOING": "/", "NOW": "/", "IN-PROGRESS": "/", "WAITING": "b", "WAIT": "b", "DONE": "x", "CANCELED": "-",
	"CANCELLED": "-",
}

// text changes the lines of a page to what they mean in Markdown, and returns its
// properties.
func text(name string, lines []string) []frontmatter.Field {
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.Trim(line, "-*+ \t\r") != "" }) {
		clear(lines)
		return nil
	}
	fields := []frontmatter.Field{{Key: "title", Value: title(name)}}
	if on, is := day(name); is {
		fields = append(fields, frontmatter.Field{Key: "alias", Value: []any{linked(on)}})
	}
	if strings.EqualFold(path.Ext(name), ".org") {
		return fields
	}
	for i := 0; i < len(lines); i++ {
		found := property.FindStringSubmatch(lines[i])
		if found == nil {
			break
		}
		fields = slices.DeleteFunc(fields, func(f frontmatter.Field) bool { return f.Key == found[1] })
		fields = append(fields, frontmatter.Field{Key: found[1], Value: plain(found[2]), Line: i + 1})
		lines[i] = ""
	}
	blocks(lines)
	return fields
}

var links = strings.NewReplacer("[[", "", "]]", "", "#", "")

// plain returns a value without the marks of links, several as a list.
func plain(value string) any {
	if !strings.Contains(value, "[[") && !strings.HasPrefix(value, "#") {
		return value
	}
	var list []any
	for _, one := range sources.SplitList(value) {
		list = append(list, links.Replace(one))
	}
	return list
}

// blocks changes the blocks of a page: those with markers become items with boxes, with
// the dates below them; what the program keeps in them is left out.
func blocks(lines []string) {
	task, isCode, isDrawer := -1, false, false
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		if bullet.MatchString(line) {
			task = -1
		}
		switch marked, at := block.FindStringSubmatch(line), date.FindStringSubmatch(line); {
		case strings.HasPrefix(strings.TrimLeft(trimmed, "-*+ "), "```"):
			isCode = !isCode && strings.Count(trimmed, "```") == 1
		case isCode:
		case isDrawer || trimmed == ":LOGBOOK:":
			isDrawer, lines[i] = trimmed != ":END:", ""
		case marked != nil:
			lines[i], task = marked[1]+"["+boxes[marked[2]]+"] "+priority.ReplaceAllString(marked[3], "($1) "), i
		case at != nil:
			if lines[i] = ""; task >= 0 {
				lines[task] += map[string]string{"DEADLINE": " 📅 ", "SCHEDULED": " ⏳ "}[at[1]] + at[2]
			}
		case inner.MatchString(line):
			lines[i] = ""
		default:
			lines[i] = query.ReplaceAllString(line, "$1")
		}
	}
}

// linked returns a day as links to its journal call it: Dec 1st, 2025.
func linked(day string) string {
	at, _ := time.Parse(time.DateOnly, day)
	ending := "th"
	if tens := at.Day() / 10; tens != 1 {
		ending = map[int]string{1: "st", 2: "nd", 3: "rd"}[at.Day()%10]
	}
	return at.Format("Jan 2") + cmp.Or(ending, "th") + at.Format(", 2006")
}

// title returns the name of the page of a file, in which ___ is a slash.
func title(name string) string {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if on, is := day(name); is {
		return on
	}
	if decoded, err := url.PathUnescape(base); err == nil {
		base = decoded
	}
	return strings.ReplaceAll(base, "___", "/")
}
