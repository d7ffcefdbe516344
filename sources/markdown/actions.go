package markdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph/markup"
	"dossier/sources"
	"dossier/sources/csv"
)

// addActions adds the rows of tables with what is to be done, as minutes of meetings have
// them, as tasks, and those of registers of risks as risks.
func (f taskAdder) addActions(p *page, used map[string]int) {
	if p.class == decision || p.class == proposal {
		return
	}
	for _, table := range p.doc.Tables {
		if table.Start < p.after || len(table.Rows) < 2 {
			continue
		}
		heading := slices.IndexFunc(p.doc.Headings, func(h markup.Heading) bool { return h.Start > table.Start })
		if heading < 0 {
			heading = len(p.doc.Headings)
		}
		isWork := p.isTaskList() || above(p.doc, heading-1, isTaskHeading)
		for _, item := range csv.Actions(table.Rows, p.pos(p.lineOf(table.Start)), isWork, f.opts, f.out) {
			f.addAction(p, item, used)
		}
	}
}

// addAction adds a row as a task or a risk of the page.
func (f taskAdder) addAction(p *page, item *sources.Item, used map[string]int) {
	key := truncated(slug(item.Title))
	if used[key]++; used[key] > 1 {
		key = fmt.Sprintf("%s-%d", key, used[key])
	}
	if number := item.ID; number != item.Title && !strings.HasPrefix(item.Title, number) {
		item.Props["number"] = number
	}
	item.ID, item.Path = withoutExt(p.path)+"#"+key, p.path
	item.Created = cmp.Or(item.Created, p.day, day(p.head.Text("date")))
	item.Links, item.Parent = nil, "" // names of rows are not those of pages
	f.out.Edge(item.Pos, "references", p.id, f.out.Add(item), nil)
}
