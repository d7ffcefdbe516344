package csv

import (
	"cmp"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/sources"
)

// setProject makes the projects of a table with several of them plans.
func (c *rowCells) setProject(cell string) {
	if c.projects < 2 && !c.t.tracker.Plans {
		c.item.Props["project"] = cell
		return
	}
	own := "project/" + cell
	if c.out.Kind(own) == "" {
		c.out.Add(&sources.Item{Pos: c.item.Pos, Kind: graph.KindPlan, ID: own, Title: cell, Type: "project", State: sources.Doing,
			There: c.earliest[cell]})
	}
	c.item.Links = append(c.item.Links, sources.Link{Rel: sources.Parent, To: own, From: true})
}

func (c *rowCells) setMilestone(of column, cell string) {
	kind := strings.TrimSuffix(fold(of.name), " name")
	names := []string{cell}
	if !c.t.tracker.Single {
		names = sources.SplitList(cell)
	}
	for _, name := range names {
		if kind == "m" || kind == target && digits.MatchString(name) { // of Monorail
			name = "M" + name
		}
		own := "milestone/" + name
		if kind == iterationPath {
			if !strings.Contains(name, `\`) {
				continue // of the whole project: it is in none
			}
			name = name[strings.LastIndex(name, `\`)+1:]
		}
		if to, known := c.row(name); known {
			own = to
		} else if c.out.Kind(own) == "" {
			of := cmp.Or(milestoneType(kind), "milestone")
			end := c.date(cmp.Or(c.named(of+" end"), c.named(of+" end date"), c.named(of+" due date")))
			made := &sources.Item{
				Pos: c.item.Pos, Kind: graph.KindMilestone, ID: own, Title: titleOf(kind, name), Type: milestoneType(kind), Due: end,
				Names: namesOf(kind, name), There: c.earliest[cell],
			}
			if end != "" && end < c.latest {
				made.State = sources.Done
			}
			c.out.Add(made)
		}
		c.item.Links = append(c.item.Links, sources.Link{Rel: "targets_milestone", To: own})
	}
}

// iterationPath is the column of Azure DevOps that has the path of a sprint.
const iterationPath = "iteration path"

// titleOf returns the title of a milestone: a name without letters is that of a version.
func titleOf(kind, name string) string {
	if of := cmp.Or(milestoneType(kind), "milestone"); !strings.ContainsFunc(name, unicode.IsLetter) {
		return strings.ToUpper(of[:1]) + of[1:] + " " + name
	}
	return name
}

// findEarliest finds out when the first row of each project, milestone and epic was made.
func (r *reading) findEarliest() {
	r.earliest = map[string]string{}
	made := &rowCells{reading: r}
	for i := range r.t.rows {
		at := made.date(r.cell(&r.t.rows[i], created))
		for j, c := range r.t.columns {
			cell := strings.TrimSpace(r.t.rows[i].cells[j])
			isOf := c.role == project || c.role == milestone || c.role == parent || c.role == parentTitle
			if before := r.earliest[cell]; isOf && cell != "" && at != "" && (before == "" || at < before) {
				r.earliest[cell] = at
			}
		}
	}
}

// named returns the cell of the column with a name, "" for none.
func (c *rowCells) named(name string) string {
	for j, of := range c.t.columns {
		if fold(of.name) == name {
			return strings.TrimSpace(c.cells[j])
		}
	}
	return ""
}

// namesOf returns the name of a milestone with what the column calls it.
func namesOf(kind, name string) []string {
	of := milestoneType(kind)
	if of == "" {
		of = "milestone"
	}
	switch {
	case strings.HasPrefix(strings.ToLower(name), of):
		return nil
	case strings.Contains(name, ".") && titleOf(kind, name) != name:
		return []string{of + " " + name, name}
	}
	return []string{of + " " + name}
}

func milestoneType(kind string) string {
	for _, of := range []string{"sprint", "cycle", "version", "release", "iteration"} {
		if strings.Contains(kind, of) {
			return of
		}
	}
	return ""
}

// findLatest finds out as of when the table is.
func (r *reading) findLatest() {
	for j, c := range r.t.columns {
		if c.role != updated {
			continue
		}
		for i := range r.t.rows {
			if at, ok := sources.TimeIn(strings.TrimSpace(r.t.rows[i].cells[j]), r.monthFirst); ok {
				r.latest = max(r.latest, at)
			}
		}
	}
}
