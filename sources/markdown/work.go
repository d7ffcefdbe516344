package markdown

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// workDirs are the kinds of what is in a file of its own, by the names of folders.
var workDirs = map[string]graph.Kind{
	"issues": graph.KindTask, "tasks": graph.KindTask, "tickets": graph.KindTask, "stories": graph.KindTask, "userstories": graph.KindTask,
	"bugs": graph.KindTask, "epics": graph.KindPlan,
}

// workKind returns the kind of what a page is, if it is work: one in such a folder whose
// front matter has a status. "" is another page.
func (p *page) workKind() graph.Kind {
	if !p.saysStatus() || isIndexName(p.stem()) {
		return ""
	}
	dirs := strings.Split(path.Dir(p.path), "/")
	slices.Reverse(dirs)
	for _, dir := range dirs {
		if kind, known := workDirs[letters(dir)]; known {
			return kind
		}
	}
	return ""
}

// setWork sets what only work has. Its heading is the title, and no part of the text.
func (p *page) setWork(item *sources.Item, fl *fields) {
	item.Issue = true
	item.Type = cmp.Or(item.Type, fl.text("issuetype"))
	if item.Kind == graph.KindPlan {
		item.Type = cmp.Or(item.Type, "epic")
	}
	item.Completed = day(fl.text("completed", "completedat", "completeddate", "closed", "closedat"))
	fl.take("id")
	if top := p.doc.Headings; len(top) > 0 && top[0].Text == p.title && strings.TrimSpace(p.doc.Source[:top[0].Start]) == "" {
		item.Text = strings.TrimSpace(p.doc.Source[top[0].End:])
	}
}
