package mcp

import (
	"context"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/lens"
	"dossier/mcp/dialect"
)

// A promptSpec declares a prompt: an instruction over a context document of a
// project.
type promptSpec struct {
	name, description, instruction string
	lens                           string
	view, alone                    string // of what it is about, and of the project, "" for the same
	about                          string // the description of what it is about, "" if it has no such argument
	needed                         bool   // it is about nothing else
}

// prompts are those with an instruction of their own.
var prompts = []promptSpec{
	{
		name: "brief_me", description: "Where a project is, in a minute.", lens: lens.Default, view: "brief",
		instruction: "Brief me on this: where it is, what changed, what is blocked or late, and what needs a decision. At most " +
			"200 words; name entities with their ids.",
	},
	{
		name: "prepare_meeting", description: "What to know and to settle before a meeting.", lens: "meeting-prep", view: "meeting",
		alone: "brief",
		about: "The entity that the meeting is about, by name or id; the project by default.",
		instruction: "Prepare me for a meeting about this: who is involved, open decisions, what is due or blocked, and five questions " +
			"to ask. Name entities with their ids.",
	},
	{
		name: "review_risks", description: "The open risks of a project and what is done about them.", lens: lens.Default, view: "risks",
		instruction: "Review the open risks: rank them by impact and likelihood, say what is done about each, and which have no owner or " +
			"mitigation. Name entities with their ids.",
	},
	{
		name: "plan_next", description: "What to do next in a project.", lens: "planning", view: "next",
		instruction: "Propose what to do next: the five most useful steps in order, each with the reason, what it depends on, and who could " +
			"take it. Name entities with their ids.",
	},
}

// viewInstruction is that of the prompts that have the names of views.
const viewInstruction = "Answer from this, the most important first, in at most 200 words. Say what " +
	"is missing. Name entities with their ids."

// prompts returns the prompts: those with an instruction, and one for each view.
func (s *server) prompts() []promptSpec {
	list := slices.Clone(prompts)
	for _, v := range s.tools.service.Views() {
		about := "What it is about, by name or id"
		if kinds := v.About(); len(kinds) > 0 {
			about += ": " + strings.Join(kinds, ", ")
		}
		list = append(list, promptSpec{
			name: v.Name, description: v.Description, lens: lens.Default, view: v.Name, instruction: viewInstruction,
			about: about + ".", needed: v.Subject || v.Both,
		})
	}
	return list
}

// addPrompts adds the prompts.
func (s *server) addPrompts() {
	for _, one := range s.prompts() {
		declared := &sdk.Prompt{Name: one.name, Description: one.description, Arguments: []*sdk.PromptArgument{
			{Name: "project", Description: "The project, by name or id; all projects by default."},
			{Name: "lens", Description: "Which facts and relations matter; " + one.lens + " by default."},
			{Name: "kind", Description: "Only entities of this kind."},
		}}
		if one.about != "" {
			declared.Arguments = append(declared.Arguments, &sdk.PromptArgument{Name: "about", Description: one.about, Required: one.needed})
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
	project, err := s.tools.names.someProject(ctx, arguments["project"])
	if err != nil {
		return "", err
	}
	in := contextdoc.Input{Lens: &one.lens, View: &one.view}
	if given := arguments["lens"]; given != "" {
		in.Lens = &given
	}
	if kind := arguments["kind"]; kind != "" {
		if in.Kinds, err = dialect.SomeKinds([]string{kind}); err != nil {
			return "", err
		}
	}
	about := arguments["about"]
	if about == "" && one.alone != "" {
		in.View = &one.alone
	}
	if one.about == "" {
		about = ""
	}
	if in.Start, err = s.promptStart(ctx, project, about); err != nil {
		return "", err
	}
	if in.Start.Topic != nil {
		in.ProjectID = project
	}
	d, err := s.tools.service.Context(ctx, in)
	if err != nil {
		return "", err
	}
	return d.Text, nil
}

// promptStart returns the start of a prompt: an entity, words that are the name of none,
// such as two names or a period, the project, or all.
func (s *server) promptStart(ctx context.Context, project *string, about string) (contextdoc.Start, error) {
	switch {
	case about == "" && project == nil:
		return contextdoc.Start{Global: new(true)}, nil
	case about == "":
		return contextdoc.Start{ProjectID: project}, nil
	}
	id, err := s.tools.names.entity(ctx, "about", about)
	if code := graph.CodeOf(err); code == graph.CodeNotFound || code == graph.CodeBadUserInput {
		return contextdoc.Start{Topic: &about}, nil
	}
	return contextdoc.Start{FocusID: &id}, err
}
