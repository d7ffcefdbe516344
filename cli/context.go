package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/contextdoc"
)

type contextCommand struct {
	terminal.Reading
	Topic     []string `arg:"" optional:"" help:"The topic; several, each in quotes, share the budget."`
	ID        []string `name:"id" complete:"entity" placeholder:"ID" help:"An entity to start from; may be repeated."`
	Focus     string   `complete:"entity" placeholder:"ID" help:"One entity in its project."`
	Project   string   `complete:"project" placeholder:"ID" help:"The project to search; without a topic or ids, the project as a whole."`
	Global    bool     `help:"All projects."`
	Question  *string  `help:"What to say about the entities, or to look for in the project; a topic is a question itself."`
	Message   string   `help:"A message; the entities it mentions come first, with those their fields refer to."`
	Mention   []string `complete:"entity" placeholder:"ID" help:"An entity that the message mentions; may be repeated."`
	Pin       []string `complete:"entity" placeholder:"ID" help:"A document to put before everything else; at most 5."`
	Depth     *int     `help:"How many edges to walk from the matches, 0 to 5; the lens's depth by default, mostly 2."`
	MaxTokens int      `default:"4000" help:"The token budget, 100 to 200000."`
	Encoding  string   `default:"o200k_base" help:"The encoding that counts tokens, or the name of a model."`
	Lens      string   `complete:"lens" default:"general" help:"${contextLens}"`
	View      *string  `complete:"view" placeholder:"VIEW" help:"The view that the document has, such as next; dossier views lists them."`
	Format    string   `enum:"markdown,json" default:"markdown" help:"markdown or json."`
	Ranking   string   `enum:"relevance,classic" default:"relevance" help:"relevance or classic."`
	Kinds     []string `complete:"kind" placeholder:"KIND" help:"The kinds to include; all by default."`
	Fields    bool     `default:"true" negatable:"" help:"Include states, dates and figures."`
	Sources   bool     `help:"Include the score and path of each entity."`
	Graph     *bool    `negatable:"" help:"Include the graph around --focus or --project; by default from 6000 tokens on."`
	Now       *string  `placeholder:"TIME" help:"The current time, in RFC 3339, or a date; the machine's clock by default."`
	Since     *string  `placeholder:"DIGEST" help:"The digest of an earlier document; --json then lists what changed."`
	Known     []string `placeholder:"DIGEST" help:"${contextKnown}"`
	Open      bool     `help:"${contextOpen}"`
}

const contextQuery = `query ($input: ContextInput!) {
  contextDocument(input: $input) {
    text tokens maxTokens encoding digest knownDigest
    sections { name tokens ids }
    nodes {
      entity { id kind projectId externalId label stateKey typeKey }
      form tokens score scoreParts { text walk tie } distance why
      path { edgeId rel srcId srcKind dstId dstKind }
      passages { field heading start end }
    }
    confidence answerability reasons
    readAs { text kind filter unused }
    omitted { kind count }
    omittedBest { id kind label }
    warnings { code message }
    changes { added changed gone }
  }
}`

// Run prints the text, or with --json the data of the GraphQL answer. Warnings
// go to standard error. With --open it shows the document in a browser.
func (c *contextCommand) Run(ctx context.Context, api *requests.API, explorer *explorer, streams terminal.Streams) error {
	if c.Open {
		view, err := c.address()
		if err != nil {
			return err
		}
		return explorer.show(ctx, view, streams)
	}
	api.Warm()
	input, err := c.input()
	if err != nil {
		return err
	}
	if c.Known != nil {
		if input["known"], err = knownOf(ctx, api, c.Known); err != nil {
			return err
		}
	}
	var answer struct {
		ContextDocument struct {
			Text     string
			Warnings []contextdoc.Warning
		}
	}
	asked := requests.Question{Text: contextQuery, Variables: map[string]any{"input": input}}
	return api.Answer(ctx, asked, c.Reading, &answer, func() error {
		document := answer.ContextDocument
		for _, warning := range document.Warnings {
			message, _ := requests.TextAsTyped(warning.Message, input)
			fmt.Fprintf(streams.Err, "%s: %s\n", warning.Code, glyphs.Shown(message))
		}
		terminal.PrintDocument(streams.Out, document.Text)
		return nil
	})
}

// input returns GraphQL's ContextInput for the flags.
func (c *contextCommand) input() (map[string]any, error) {
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	kinds, err := requests.KindNames(c.Kinds)
	if err != nil {
		return nil, err
	}
	input := map[string]any{
		"start": start, "depth": c.Depth, "maxTokens": c.MaxTokens, "encoding": c.Encoding, "lens": c.Lens,
		"format": strings.ToUpper(c.Format), "ranking": strings.ToUpper(c.Ranking), "kinds": kinds,
		"includeFields": c.Fields, "includeSources": c.Sources, "includeGraph": c.Graph, "since": c.Since, "question": c.Question, "view": c.View,
	}
	if c.Message != "" {
		input["message"] = c.Message
	}
	if c.Mention != nil {
		input["mentionIds"] = c.Mention
	}
	if c.Pin != nil {
		input["pinIds"] = c.Pin
	}
	if c.Project != "" && start["projectId"] == nil {
		input["projectId"] = requests.EntityName(c.Project)
	}
	if c.Now != nil {
		input["now"] = *c.Now
	}
	return input, nil
}

// start returns GraphQL's ContextStart. It uses --project if there is no other
// start.
func (c *contextCommand) start() (map[string]any, error) {
	start := map[string]any{}
	switch len(c.Topic) {
	case 0:
	case 1:
		start["topic"] = c.Topic[0]
	default:
		start["topics"] = c.Topic
	}
	if len(c.ID) > 0 {
		start["ids"] = requests.EntityNames(c.ID)
	}
	if c.Focus != "" {
		start["focusId"] = requests.EntityName(c.Focus)
	}
	if c.Global {
		start["global"] = true
	}
	if len(start) == 0 && c.Project != "" {
		start["projectId"] = requests.EntityName(c.Project)
	}
	if len(start) != 1 {
		return nil, graph.BadInput("", "expected exactly one of a topic, --id, --focus, --project and --global; got %s", count(len(start)))
	}
	return start, nil
}

// count returns a number in words: "none" for 0.
func count(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}
