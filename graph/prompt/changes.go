package prompt

import (
	"fmt"
	"strings"
	"time"

	"dossier/graph"
)

// A Change is what happened to an entity.
type Change struct {
	At      time.Time
	What    string // "created"
	Entity  graph.Entity
	ID      string // as it is shown
	Project string // its name
	By      string // what the actor is called, "" if it is not known
}

// Changes returns changes since a time as Markdown: how many there are of each
// sort, a line each, and what is not known of them.
func Changes(changes []Change, counts []ChangeCount, since time.Time, unknown string) string {
	var sorts []string
	total := 0
	for _, count := range counts {
		sorts = append(sorts, fmt.Sprintf("%d %s", count.Count, count.What))
		total += count.Count
	}
	summary := "No changes"
	if total > 0 {
		summary = "Changes"
	}
	title := Name{Label: summary + " since " + since.UTC().Format(time.RFC3339), Facts: sorts}
	blocks := []Block{Heading{Level: 1, Name: title, Tight: true}}
	for _, change := range changes {
		blocks = append(blocks, change.item())
	}
	return Markdown(append(blocks, Note{unknown})...)
}

// A ChangeCount is the number of changes of a sort.
type ChangeCount struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

func (c *Change) item() Fact {
	e := c.Entity.Self()
	facts := []string{}
	if state := e.State(); state != "" && c.What != "deleted" {
		facts = append(facts, state)
	}
	if e.Kind != graph.KindProject && c.Project != "" {
		facts = append(facts, "in "+graph.Line(c.Project, projectLabel))
	}
	if c.By != "" {
		facts = append(facts, "by "+c.By)
	}
	name := Name{Label: graph.Line(e.Label, LabelLimit), ID: c.ID, Kind: string(e.Kind), Facts: facts}
	return Fact{Value: strings.Join([]string{c.At.UTC().Format("2006-01-02 15:04"), c.What, name.String()}, " ")}
}
