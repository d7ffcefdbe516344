package mcp

import (
	"context"
	"fmt"
	"time"

	"dossier/graph"
	"dossier/graph/contextdoc"
)

type projectsInput struct {
	budgeted
}

// A projectsOutput is the projects as JSON.
type projectsOutput struct {
	Projects []projectOutput `json:"projects"`
	Total    int             `json:"total"`
	More     string          `json:"more,omitempty"`
}

type projectOutput struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	State         string `json:"state,omitempty"`
	Entities      int    `json:"entities"`
	Overdue       int    `json:"overdue,omitempty"`
	Blocked       int    `json:"blocked,omitempty"`
	HighRisks     int    `json:"high_risks,omitempty"`
	NextMilestone string `json:"next_milestone,omitempty"`
	LastChange    string `json:"last_change"`
}

const projectsName = "list_projects"

func projectsTool() tool {
	return reading(projectsName, "All projects with states and counts, and what is due or blocked in them; those that need attention first.", nil,
		object(list("projects", "id", "name", "state"),
			number("total", ""), text("more", "")),
		listProjects)
}

// listProjects returns the context document of all projects, and as JSON what
// needs attention in each.
func listProjects(ctx context.Context, s *server, _ projectsInput, budget int) (*answer, error) {
	written, err := s.service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Global: new(true)}, MaxTokens: &budget})
	if err != nil {
		return nil, err
	}
	attention, err := s.service.Attention(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(attention))
	for i := range attention {
		ids[i] = attention[i].Project.ID
	}
	short, err := s.service.ShortIDs(ctx, ids)
	if err != nil {
		return nil, err
	}
	return s.fitted(budget, len(attention), func(n int) (*answer, error) {
		out := projectsOf(attention[:n], short)
		if out.Total = len(attention); n < out.Total {
			out.More = fmt.Sprintf("%d of %d projects; the others: %s", n, out.Total, call(projectsName, member{"max_tokens", MaxTokens}))
		}
		a := &answer{text: written.Text, more: out.More, structured: out}
		if s.count(a.text)+s.count(a.more) > budget {
			a.more = "" // the text itself counts the omitted projects
		}
		return a, nil
	})
}

func projectsOf(list []graph.Attention, short func(string) string) *projectsOutput {
	out := &projectsOutput{Projects: []projectOutput{}}
	for _, a := range list {
		one := projectOutput{
			ID: short(a.Project.ID), Name: graph.Line(a.Project.Name, labelRunes), State: a.Project.State(),
			Entities: a.Entities, Overdue: a.Overdue, Blocked: a.Blocked, HighRisks: a.HighRisks,
			LastChange: a.LastChange.UTC().Format(time.DateOnly),
		}
		if a.NextMilestone != nil {
			one.NextMilestone = graph.Line(a.NextMilestone.Title, labelRunes)
		}
		out.Projects = append(out.Projects, one)
	}
	return out
}
