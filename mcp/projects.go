package mcp

import (
	"context"
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
	return readingTool(projectsName, "All projects: states, counts, what is due or blocked; those that need attention first.", nil,
		listProjects)
}

// listProjects returns the context document of all projects, which counts those
// that did not fit, and as JSON what needs attention in each.
func listProjects(ctx context.Context, s *toolbox, _ projectsInput, budget int) (*answer, error) {
	room := budget
	if s.budgets.structured {
		room = max(budget/2, contextdoc.MinTokens) // the JSON has the text and the list
	}
	written, err := s.service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Global: new(true)}, MaxTokens: &room})
	if err != nil {
		return nil, err
	}
	if !s.budgets.structured {
		return &answer{text: written.Text}, nil
	}
	attention, err := s.service.Attention(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(attention))
	for i := range attention {
		ids[i] = attention[i].Project.ID
	}
	short, err := s.service.ShortIDs(ctx, nil, ids)
	if err != nil {
		return nil, err
	}
	return s.budgets.fitted(budget, len(attention), func(n int) (*answer, error) {
		return &answer{text: written.Text, structured: projectsOf(attention, n, short)}, nil
	})
}

// projectsOf returns the first n projects of a list.
func projectsOf(list []graph.Attention, n int, short func(string) string) *projectsOutput {
	out := &projectsOutput{Projects: []projectOutput{}, Total: len(list)}
	for _, a := range list[:n] {
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
