package reading

import (
	"fmt"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/prompt"
	"dossier/graph/states"
)

// A Change is an event in the life of an entity.
type Change struct {
	At      time.Time // when it happened
	What    string    // "created"
	Entity  graph.Entity
	ID      string // as displayed
	Project string // its name
	By      string // name of the actor, "" if unknown
}

// Changes renders changes since a time as Markdown: the counts, a line for each
// change, and a note about what is unknown.
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
	title := prompt.Name{Label: summary + " since " + since.UTC().Format(time.RFC3339), Facts: sorts}
	blocks := []prompt.Block{prompt.Heading{Level: 1, Name: title, Tight: true}}
	for _, change := range changes {
		blocks = append(blocks, change.item())
	}
	return prompt.Markdown(append(blocks, prompt.Note{Text: unknown})...)
}

// A ChangeCount is the number of changes with the same What.
type ChangeCount struct {
	What  string `json:"what"`  // as in the changes
	Count int    `json:"count"` // at least 1
}

func (c *Change) item() prompt.Fact {
	e := c.Entity.Self()
	facts := []string{}
	if state := states.Shown(e); state != "" && c.What != "deleted" {
		facts = append(facts, state)
	}
	if e.Kind != graph.KindProject && c.Project != "" {
		facts = append(facts, "in "+inert.Line(graph.Line(c.Project, prompt.ProjectLabel)))
	}
	if c.By != "" {
		facts = append(facts, "by "+c.By)
	}
	name := prompt.Name{Label: graph.Line(e.Label, graph.LabelLimit), ID: c.ID, Kind: string(e.Kind), Facts: facts}
	return prompt.Fact{Value: strings.Join([]string{c.At.UTC().Format("2006-01-02 15:04"), c.What, name.String()}, " ")}
}
