package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// The sizes of a generated project, by eye similar to the project of the issue:
// 201 projects have 118,188 entities.
const (
	plansPerProject = 12
	tasksPerProject = 400
	goalsPerProject = 75
	textsPerProject = 100 // documents
)

// words are the words of titles and texts. The first ones are drawn more often.
var words = strings.Fields(`salt brine glaze cellar lantern orchard ferry canal meadow anvil copper willow harbor
	granite saddle barley kettle thimble compass beacon quarry lattice timber mortar spindle furnace ledger parcel
	harvest cistern pulley rudder gasket flange bobbin treadle chisel trowel awning gable rafter cornice lintel`)

// A writer writes NDJSON that is the same in every run.
type writer struct {
	out    *bufio.Writer
	random *rand.Rand
}

// writeData writes the data of a number of projects.
func writeData(out io.Writer, projects int) error {
	w := &writer{bufio.NewWriter(out), rand.New(rand.NewPCG(7, 11))}
	for i := range projects {
		if err := w.project(fmt.Sprintf("p%d", i)); err != nil {
			return err
		}
	}
	return w.out.Flush()
}

func (w *writer) project(project string) error {
	lines := []map[string]any{w.entity("project", project, "name")}
	add := func(kind, short, label string, count int) {
		for i := range count {
			line := w.entity(kind, fmt.Sprintf("%s/%s%d", project, short, i), label)
			line["project_id"] = project
			lines = append(lines, line)
		}
	}
	add("plan", "plan", "name", plansPerProject)
	add("task", "task", "title", tasksPerProject)
	add("goal", "goal", "name", goalsPerProject)
	add("document", "text", "title", textsPerProject)
	for _, line := range append(lines, w.edges(project)...) {
		encoded, err := json.Marshal(line)
		if err != nil {
			return err
		}
		_, _ = w.out.Write(append(encoded, '\n')) // Flush returns the error
	}
	return nil
}

// entity returns a line with a short description, which light views do not cut.
func (w *writer) entity(kind, id, label string) map[string]any {
	minute := fmt.Sprintf("2026-%02d-%02dT%02d:%02d:00Z", 1+w.random.IntN(9), 1+w.random.IntN(28), w.random.IntN(24), w.random.IntN(60))
	line := map[string]any{"kind": kind, "id": id, label: w.text(4), "description": w.text(12), "created_at": minute, "updated_at": minute}
	switch kind {
	case "task":
		line["state_key"], line["priority"], line["due_at"] = "todo", 1+w.random.IntN(3), minute
	case "document":
		line["content"] = w.text(300)
	}
	return line
}

func (w *writer) text(count int) string {
	text := make([]string, count)
	for i := range text {
		text[i] = words[w.random.IntN(1+w.random.IntN(len(words)))]
	}
	return strings.Join(text, " ")
}

// edges returns the edges of a project. They join every task to a plan and two
// goals, and all other entities to the project.
func (w *writer) edges(project string) (lines []map[string]any) {
	edge := func(src, rel, dst string) {
		lines = append(lines, map[string]any{"kind": "edge", "src_id": src, "rel": rel, "dst_id": dst})
	}
	for i := range plansPerProject {
		edge(project, "has_plan", fmt.Sprintf("%s/plan%d", project, i))
	}
	for i := range goalsPerProject {
		edge(project, "has_goal", fmt.Sprintf("%s/goal%d", project, i))
	}
	for i := range tasksPerProject {
		task, goal := fmt.Sprintf("%s/task%d", project, i), w.random.IntN(goalsPerProject)
		edge(fmt.Sprintf("%s/plan%d", project, w.random.IntN(plansPerProject)), "has_task", task)
		edge(task, "references", fmt.Sprintf("%s/goal%d", project, goal))
		edge(task, "references", fmt.Sprintf("%s/goal%d", project, (goal+1)%goalsPerProject))
	}
	return lines
}
