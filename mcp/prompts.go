package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph/contextdoc"
)

// A promptSpec declares a prompt: an instruction over a context document of a
// project.
type promptSpec struct {
	name, description, instruction string
	lens                           string
	view                           string // of the project, or of the entity it is about
	about                          bool   // it has an argument for an entity
}

var prompts = []promptSpec{
	{
		name: "brief_me", description: "Where a project is, in a minute.", lens: "general", view: "brief",
		instruction: "Brief me on this: where it is, what changed, what is blocked or late, and what needs a decision. At most 200 words; name entities with their ids.",
	},
	{
		name: "prepare_meeting", description: "What to know and to settle before a meeting.", lens: "meeting-prep", about: true, view: "meeting",
		instruction: "Prepare me for a meeting about this: who is involved, open decisions, what is due or blocked, and five questions to ask. Name entities with their ids.",
	},
	{
		name: "review_risks", description: "The open risks of a project and what is done about them.", lens: "general", view: "risks",
		instruction: "Review the open risks: rank them by impact and likelihood, say what is done about each, and which have no owner or mitigation. Name entities with their ids.",
	},
	{
		name: "plan_next", description: "What to do next in a project.", lens: "planning", view: "next",
		instruction: "Propose what to do next: the five most useful steps in order, each with the reason, what it depends on, and who could take it. Name entities with their ids.",
	},
}

// addPrompts adds the prompts.
func (s *server) addPrompts() {
	for _, one := range prompts {
		declared := &sdk.Prompt{Name: one.name, Description: one.description, Arguments: []*sdk.PromptArgument{
			{Name: "project", Description: "The project, by name or id; all projects by default."},
			{Name: "lens", Description: "Which facts and relations matter; " + one.lens + " by default."},
			{Name: "kind", Description: "Only entities of this kind."},
		}}
		if one.about {
			declared.Arguments = append(declared.Arguments,
				&sdk.PromptArgument{Name: "about", Description: "The entity that the meeting is about, by name or id."})
		}
		s.instance.AddPrompt(declared, func(ctx context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			text, err := s.prompt(ctx, one, request.Params.Arguments)
			if err != nil {
				return nil, s.refused(ctx, one.name, err)
			}
			content := &sdk.TextContent{Text: one.instruction + "\n\n" + text}
			return &sdk.GetPromptResult{Description: one.description, Messages: []*sdk.PromptMessage{{Role: "user", Content: content}}}, nil
		})
	}
}

// prompt returns the text of the context document of a prompt.
func (s *server) prompt(ctx context.Context, one promptSpec, arguments map[string]string) (string, error) {
	project, err := s.someProject(ctx, arguments["project"])
	if err != nil {
		return "", err
	}
	lens := one.lens
	if given := arguments["lens"]; given != "" {
		lens = given
	}
	in := contextdoc.Input{Start: contextdoc.Start{ProjectID: project}, Lens: &lens, View: &one.view}
	if kind := arguments["kind"]; kind != "" {
		in.View = nil // a view has the kinds of its sections
		if in.Kinds, err = someKinds([]string{kind}); err != nil {
			return "", err
		}
	}
	if project == nil {
		in.Start.Global = new(true)
	}
	about := arguments["about"]
	if one.about && about == "" {
		in.View = nil
	}
	if one.about && about != "" {
		id, err := s.entity(ctx, "about", about)
		if err != nil {
			return "", err
		}
		in.Start = contextdoc.Start{FocusID: &id}
	}
	d, err := s.service.Context(ctx, in)
	if err != nil {
		return "", err
	}
	return d.Text, nil
}
