package csv

import (
	"strings"

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
		c.out.Add(&sources.Item{Pos: c.item.Pos, Kind: graph.KindPlan, ID: own, Title: cell, Type: "project", State: sources.Doing})
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
		if to, known := c.row(name); known {
			own = to
		} else if c.out.Kind(own) == "" {
			end := c.date(c.named(milestoneType(kind) + " end"))
			made := &sources.Item{
				Pos: c.item.Pos, Kind: graph.KindMilestone, ID: own, Title: name, Type: milestoneType(kind), Names: namesOf(kind, name), Due: end,
			}
			if end != "" && end < c.latest {
				made.State = sources.Done
			}
			c.out.Add(made)
		}
		c.item.Links = append(c.item.Links, sources.Link{Rel: "targets_milestone", To: own})
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
	if strings.HasPrefix(strings.ToLower(name), of) {
		return nil
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
