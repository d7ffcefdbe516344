package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/glyphs"
	"dossier/graph/contextdoc"
)

type askCommand struct {
	asking
	Question  []string `arg:"" help:"The question."`
	MaxTokens int      `default:"4000" help:"The token budget, 100 to 200000."`
	Explain   bool     `help:"Print how the question is read: the best three queries, with their rules and scores."`
}

// asking holds the flags of the commands that ask a question in words.
type asking struct {
	terminal.Reading
	Project string  `complete:"project" placeholder:"ID" help:"The project; by default the one that the words name, or all."`
	Now     *string `placeholder:"TIME" help:"The current time, in RFC 3339, or a date; the machine's clock by default."`
}

const askQuery = `query ($input: ContextInput!) {
  contextDocument(input: $input) {
    text confidence answerability reasons
    readAs { text }
    readings { text language kind filter unused score steps { rule type value words depth } }
  }
}`

// Run prints the document of the question, with --explain its readings instead, or with
// --json the data of the GraphQL answer.
func (c *askCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	show := printText
	if c.Explain {
		show = printReadings
	}
	return c.ask(ctx, api, contextOf{topic: strings.Join(c.Question, " ")}, c.MaxTokens, func(d *contextdoc.Document) { show(streams.Out, d) })
}

// A contextOf is a question, or a view with what it is about, "" for the project or all.
type contextOf struct{ view, topic string }

// ask calls show with the document of a question or view, or with --json prints the data of
// the GraphQL answer.
func (a *asking) ask(ctx context.Context, api *requests.API, of contextOf, maxTokens int, show func(*contextdoc.Document)) error {
	api.Warm()
	start := map[string]any{}
	input := map[string]any{"start": start, "maxTokens": maxTokens}
	if of.view != "" {
		input["view"] = of.view
	}
	switch {
	case of.topic != "":
		start["topic"] = of.topic
	case a.Project != "":
		start["projectId"] = requests.EntityName(a.Project)
	default:
		start["global"] = true
	}
	if a.Project != "" && of.topic != "" {
		input["projectId"] = requests.EntityName(a.Project)
	}
	if a.Now != nil {
		input["now"] = *a.Now
	}
	var answer struct{ ContextDocument contextdoc.Document }
	return api.Answer(ctx, requests.Question{Text: askQuery, Variables: map[string]any{"input": input}}, a.Reading, &answer, func() error {
		show(&answer.ContextDocument)
		return nil
	})
}

func printText(out io.Writer, d *contextdoc.Document) {
	terminal.PrintDocument(out, d.Text)
}

// printReadings prints how a question was read.
func printReadings(out io.Writer, d *contextdoc.Document) {
	switch {
	case d.ReadAs != nil:
		fmt.Fprintf(out, "Read as: %s\n", glyphs.Shown(d.ReadAs.Text))
	case len(d.Readings) > 0:
		fmt.Fprintln(out, "Read as a subject: the best query leaves words unused, or asks for nothing but one entity.")
	default:
		fmt.Fprintln(out, "Read as a subject: no word asks for a list or a number.")
	}
	for i := range d.Readings {
		printReading(out, i+1, &d.Readings[i])
	}
}

func printReading(out io.Writer, number int, r *contextdoc.Reading) {
	fmt.Fprintf(out, "\n%d. %s\n   language %s, score %.2f", number, glyphs.Shown(r.Text), r.Language, r.Score)
	if len(r.Unused) > 0 {
		fmt.Fprintf(out, ", unused: %s", glyphs.Shown(strings.Join(r.Unused, " ")))
	}
	fmt.Fprintln(out)
	if r.Filter != nil {
		fmt.Fprintf(out, "   filter %s\n", glyphs.Shown(*r.Filter))
	}
	for _, step := range r.Steps {
		name := "word"
		if step.Rule != nil {
			name = *step.Rule
		}
		fmt.Fprintf(out, "   %s%q: %s, %s %s\n", strings.Repeat("  ", step.Depth), step.Words, name, step.Type, glyphs.Shown(step.Value))
	}
}
