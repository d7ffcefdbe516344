// Package formats lists the formats of sources.
package formats

import (
	"io/fs"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/backlog"
	"dossier/sources/beads"
	"dossier/sources/buildos"
	"dossier/sources/csv"
	"dossier/sources/github"
	"dossier/sources/gitlab"
	"dossier/sources/jira"
	"dossier/sources/json"
	"dossier/sources/linear"
	"dossier/sources/logseq"
	"dossier/sources/markdown"
	"dossier/sources/obsidian"
	"dossier/sources/tana"
	"dossier/sources/taskmaster"
	"dossier/sources/taskwarrior"
	"dossier/sources/todoist"
	"dossier/sources/trello"
)

// All are the formats, in the order in which they are tried: what is made by one
// tool before what many tools make.
var All = append(own, json.New(isOwn), &csv.Format, &obsidian.Format, &logseq.Format, &markdown.Format)

// own are the formats of one tool.
var own = []*sources.Format{
	&beads.Format,
	&backlog.Format,
	&taskmaster.Format,
	&buildos.Format,
	&tana.Format,
	&trello.Format,
	&taskwarrior.Format,
	&todoist.Format,
	&github.Format,
	&gitlab.Format,
	&jira.Format,
	&linear.Format,
}

// isOwn reports whether a file is of a format of one tool.
func isOwn(file string, head []byte) bool {
	return slices.ContainsFunc(own, func(format *sources.Format) bool { return format.Match != nil && format.Match(file, head) })
}

// A Found is a format that a folder has, with what it has of it.
type Found struct {
	Format *sources.Format
	sources.Finding
}

// In returns the formats that a folder has, in the order of All. A folder of a tool is of
// its format alone.
func In(fsys fs.FS) []Found {
	var found []Found
	for _, format := range All {
		finding, has := format.Detect(fsys)
		if !has {
			continue
		}
		one := Found{format, finding}
		if finding.Path == "." && !finding.Top && slices.Contains(own, format) {
			return []Found{one}
		}
		found = append(found, one)
	}
	return found
}

// headSize is how many bytes of a file its format is detected by.
const headSize = 64 << 10

// Of returns the format of a single file, nil for an unknown one.
func Of(fsys fs.FS, path string) (*sources.Format, error) {
	head, err := sources.Head(fsys, path, headSize)
	if err != nil {
		return nil, err
	}
	for _, format := range All {
		if format.Match != nil && format.Match(path, head) {
			return format, nil
		}
	}
	return nil, nil
}

// At returns the format of a location that is no file, such as github:owner/name,
// nil if it is none.
func At(location string) *sources.Format {
	for _, format := range All {
		if format.Prefix != "" && strings.HasPrefix(location, format.Prefix) {
			return format
		}
	}
	return nil
}

// Named returns the format with a name.
func Named(name string) (*sources.Format, error) {
	for _, format := range All {
		if format.Name == name {
			return format, nil
		}
	}
	return nil, graph.BadInput("from", "unknown format %q; expected one of %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the formats, in order.
func Names() []string {
	var names []string
	for _, format := range All {
		names = append(names, format.Name)
	}
	return names
}
