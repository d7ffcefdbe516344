// Package obsidian reads vaults of Obsidian: notes in Markdown with properties,
// aliases, tags, links, embedded notes and daily notes.
package obsidian

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"dossier/sources"
	"dossier/sources/markdown"
)

// Format reads a vault.
var Format = sources.Format{
	Name:   "obsidian",
	Title:  "a vault of Obsidian: notes with their properties, tags and links; daily notes",
	Detect: detect,
	Keeps:  true,
	Again:  markdown.Again,
	Read:   read,
}

const settings = ".obsidian"

func detect(fsys fs.FS) (sources.Finding, bool) {
	if !sources.Has(fsys, settings) {
		return sources.Finding{}, false
	}
	return markdown.Find(fsys, "notes with their tags and links, daily notes as signals")
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	v := &vault{fsys: fsys, out: out}
	v.load("daily-notes.json", &v.daily)
	v.load("templates.json", &v.templates)
	v.load("app.json", &v.app)
	return markdown.Read(ctx, fsys, opts, out, markdown.Rules{Notes: true, Skip: v.skip, Day: v.day})
}

// A vault has the settings of a vault that matter here.
type vault struct {
	fsys  fs.FS
	out   *sources.Records
	daily struct {
		Folder string `json:"folder"`
		Format string `json:"format"`
	}
	templates struct {
		Folder string `json:"folder"`
	}
	app struct {
		Ignored []string `json:"userIgnoreFilters"`
	}
}

// load reads a file of settings, if there is one.
func (v *vault) load(name string, to any) {
	name = path.Join(settings, name)
	data, err := fs.ReadFile(v.fsys, name)
	if err != nil {
		return // the settings are the usual ones
	}
	if err := json.Unmarshal(data, to); err != nil {
		v.out.Note(sources.Warned, sources.Position{File: name, Line: sources.LineOf(data, err)},
			fmt.Sprintf("%s: %v; the usual settings are used", name, err))
	}
}

// skip returns why a file or folder is left out.
func (v *vault) skip(name string) string {
	if folder := strings.Trim(v.templates.Folder, "/"); folder != "" && (name == folder || strings.HasPrefix(name, folder+"/")) {
		return "is a template"
	}
	for _, ignored := range v.app.Ignored {
		if ignored != "" && !strings.HasPrefix(ignored, "/") && (strings.HasPrefix(name+"/", ignored) || name == ignored) {
			return "is excluded by the settings of the vault"
		}
	}
	return ""
}

// day returns the day of a daily note: one whose name is a date in the form of the
// settings, in their folder, if there is one.
func (v *vault) day(name string) (string, bool) {
	folder := strings.Trim(v.daily.Folder, "/")
	rest := strings.TrimSuffix(name, path.Ext(name))
	if folder != "" {
		inside, found := strings.CutPrefix(rest, folder+"/")
		if !found {
			return "", false
		}
		rest = inside
	}
	form := v.daily.Format
	if form == "" {
		form, rest = "YYYY-MM-DD", path.Base(rest)
	}
	at, err := time.Parse(layoutOf(form), rest)
	if err != nil && !strings.Contains(form, "/") {
		at, err = time.Parse(layoutOf(form), path.Base(rest))
	}
	if err != nil || at.Year() < 1900 {
		return "", false
	}
	return at.Format(time.DateOnly), true
}

var tokens = strings.NewReplacer(
	"YYYY", "2006", "YY", "06", "MMMM", "January", "MMM", "Jan", "MM", "01", "M", "1", "DD", "02", "D", "2", "dddd", "Monday", "ddd", "Mon",
	"[", "", "]", "",
)

// layoutOf returns the layout of Go for a format of Moment.js.
func layoutOf(form string) string { return tokens.Replace(form) }
