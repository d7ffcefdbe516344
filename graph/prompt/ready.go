package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
)

// A ReadyTask is a task that can start now.
type ReadyTask struct {
	Task    *graph.Task
	ID      string // as displayed
	Project string // "" if all are of one project
	Owner   string
	Done    []graph.Entity // for which it waited
	Waiting []graph.Entity // which wait for it
}

// Ready renders the first of a number of tasks that can start now as Markdown,
// each with the reason.
func Ready(tasks []ReadyTask, total int) string {
	blocks := []Block{Heading{Level: 1, Name: Name{Label: fmt.Sprintf("Tasks that can start (%d)", total)}, Tight: true}}
	for i := range tasks {
		blocks = append(blocks, tasks[i].item())
	}
	if total == 0 {
		blocks = append(blocks, Note{Text: "None: each open task has begun, is blocked, or waits for one that is not done."})
	}
	return Markdown(blocks...)
}

func (t *ReadyTask) item() Fact {
	var facts []string
	if t.Task.Priority != nil {
		facts = append(facts, fmt.Sprintf("priority %d", *t.Task.Priority))
	}
	if t.Task.DueAt != nil {
		facts = append(facts, "due "+t.Task.DueAt.UTC().Format("2006-01-02"))
	}
	if t.Owner != "" {
		facts = append(facts, "owner "+InertLine(graph.Line(t.Owner, projectLabel)))
	}
	if t.Project != "" {
		facts = append(facts, "in "+InertLine(graph.Line(t.Project, projectLabel)))
	}
	name := Name{Label: graph.Line(t.Task.Label, LabelLimit), ID: t.ID, Facts: facts}
	return Fact{Value: name.String() + " — " + t.why()}
}

// mostWaiting is the maximum number of names in a reason. By eye.
const mostWaiting = 3

// why returns the reason why a task can start, and for what it is needed.
func (t *ReadyTask) why() string {
	why := "waits for nothing"
	if len(t.Done) > 0 {
		why = "what it waited for is done: " + labels(t.Done)
	}
	if len(t.Waiting) > 0 {
		why += "; needed by " + labels(t.Waiting)
	}
	return why
}

func labels(entities []graph.Entity) string {
	var names []string
	for _, e := range entities[:min(len(entities), mostWaiting)] {
		names = append(names, InertLine(graph.Line(e.Self().Label, projectLabel)))
	}
	text := strings.Join(names, ", ")
	if more := len(entities) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
