package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/query"
)

// reading is what the commands that read have in common.
type reading struct {
	JSON bool `help:"Print what GraphQL answers, as JSON."`
}

type contextCommand struct {
	reading
	Topic     []string   `arg:"" optional:"" help:"What it is to be about; several, each in quotes, share the budget."`
	ID        []string   `name:"id" placeholder:"ID" help:"An entity to start from; may be repeated."`
	Focus     string     `placeholder:"ID" help:"One entity in its project."`
	Project   string     `placeholder:"ID" help:"The project to stay in; without a topic or ids, the project as a whole."`
	Global    bool       `help:"All projects."`
	Message   string     `help:"A message; whom it mentions is told first, with what their fields refer to."`
	Mention   []string   `placeholder:"ID" help:"An entity that the message mentions; may be repeated."`
	Pin       []string   `placeholder:"ID" help:"A document to tell before anything else; at most 5."`
	Depth     *int       `help:"How many edges away from what was found, 0 to 5; 2 unless the lens says otherwise."`
	MaxTokens int        `default:"4000" help:"How many tokens the text may have, 100 to 200000."`
	Encoding  string     `default:"o200k_base" help:"By what tokens are counted: an encoding or the name of a model."`
	Lens      string     `default:"general" help:"Which relations and kinds weigh more and which facts are told; dossier lenses lists them."`
	Format    string     `enum:"markdown,json" default:"markdown" help:"markdown or json."`
	Ranking   string     `enum:"relevance,classic" default:"relevance" help:"relevance or classic."`
	Kinds     []string   `placeholder:"KIND" help:"The kinds to tell of; all by default."`
	Fields    bool       `default:"true" negatable:"" help:"Tell states, dates and figures."`
	Sources   bool       `help:"Tell each entity's score and path."`
	Now       *time.Time `placeholder:"TIME" help:"The clock, in RFC 3339; the machine's by default."`
	Since     *string    `placeholder:"DIGEST" help:"The digest of an earlier document; --json tells what changed."`
}

const contextQuery = `query ($input: ContextInput!) {
  contextDocument(input: $input) {
    text tokens maxTokens encoding digest
    sections { name tokens ids }
    nodes {
      entity { id kind projectId externalId label stateKey typeKey }
      form tokens score scoreParts { text walk tie } distance why
      path { id rel srcId srcKind dstId dstKind }
    }
    omitted { kind count }
    omittedBest { id kind label }
    warnings { code message }
    changes { added changed gone }
  }
}`

// Run prints the text, or with --json the answer of GraphQL. Warnings go to
// standard error.
func (c *contextCommand) Run(p *program) error {
	input, err := c.input()
	if err != nil {
		return err
	}
	return p.answer(c.JSON, contextQuery, map[string]any{"input": input}, func(data []byte) error {
		var answer struct {
			ContextDocument struct {
				Text     string
				Warnings []query.ContextWarning
			}
		}
		if err := json.Unmarshal(data, &answer); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		for _, warning := range answer.ContextDocument.Warnings {
			fmt.Fprintf(p.errOut, "%s: %s\n", warning.Code, warning.Message)
		}
		fmt.Fprintln(p.out, strings.TrimRight(answer.ContextDocument.Text, "\n"))
		return nil
	})
}

// input is the flags in the form of GraphQL's ContextInput.
func (c *contextCommand) input() (map[string]any, error) {
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	input := map[string]any{
		"start": start, "depth": c.Depth, "maxTokens": c.MaxTokens, "encoding": c.Encoding, "lens": c.Lens,
		"format": strings.ToUpper(c.Format), "ranking": strings.ToUpper(c.Ranking),
		"includeFields": c.Fields, "includeSources": c.Sources, "since": c.Since,
	}
	if c.Message != "" {
		input["message"] = c.Message
	}
	for name, given := range map[string][]string{"mentionIds": c.Mention, "pinIds": c.Pin} {
		if given != nil {
			input[name] = given
		}
	}
	if c.Project != "" && start["projectId"] == nil {
		input["projectId"] = entityID(c.Project)
	}
	if input["kinds"], err = kindNames("--kinds", c.Kinds); err != nil {
		return nil, err
	}
	if c.Now != nil {
		input["now"] = c.Now.UTC().Format(time.RFC3339Nano)
	}
	return input, nil
}

// start is where the document starts: exactly one of topic, ids, focus,
// project and global.
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
		start["ids"] = ids(c.ID)
	}
	if c.Focus != "" {
		start["focusId"] = entityID(c.Focus)
	}
	if c.Global {
		start["global"] = true
	}
	if len(start) == 0 && c.Project != "" {
		start["projectId"] = entityID(c.Project)
	}
	if len(start) != 1 {
		return nil, graph.BadInput("context", "%d starts were given; give one of a topic, --id, --focus, --project and --global", len(start))
	}
	return start, nil
}

type searchCommand struct {
	reading
	Words   []string `arg:"" help:"What to look for; \"quoted phrases\" and -exclusions are honoured."`
	Project string   `placeholder:"ID" help:"The project to search; all by default."`
	Kinds   []string `placeholder:"KIND" help:"The kinds to find; all by default."`
	First   int      `default:"20" help:"How many hits, 1 to 50."`
}

const searchQuery = `query ($query: String!, $projectId: ID, $kinds: [Kind!], $first: Int) {
  search(query: $query, projectId: $projectId, kinds: $kinds, first: $first) {
    total endCursor semantic
    hits { score snippet matchedFields entity { id kind externalId label stateKey typeKey } project { id name } }
  }
}`

// Run prints the hits, best first, or with --json the answer of GraphQL.
func (c *searchCommand) Run(p *program) error {
	variables := map[string]any{"query": strings.Join(c.Words, " "), "first": c.First}
	if c.Project != "" {
		variables["projectId"] = entityID(c.Project)
	}
	kinds, err := kindNames("--kinds", c.Kinds)
	if err != nil {
		return err
	}
	variables["kinds"] = kinds
	return p.answer(c.JSON, searchQuery, variables, func(data []byte) error {
		var answer struct {
			Search struct {
				Total int
				Hits  []struct {
					Score   float64
					Snippet string
					Entity  struct{ ID, Kind, Label string }
					Project struct{ Name string }
				}
			}
		}
		if err := json.Unmarshal(data, &answer); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		for _, hit := range answer.Search.Hits {
			fmt.Fprintf(p.out, "%.2f  %s [%s] (%s, %s)\n", hit.Score, hit.Entity.Label, hit.Entity.ID, strings.ToLower(hit.Entity.Kind), hit.Project.Name)
			if hit.Snippet != "" {
				fmt.Fprintf(p.out, "      %s\n", hit.Snippet)
			}
		}
		fmt.Fprintf(p.out, "%d of %d\n", len(answer.Search.Hits), answer.Search.Total)
		return nil
	})
}

type linksCommand struct {
	reading
	ID        string   `arg:"" help:"The entity: a UUID, its first eight digits or more, or the id that an import gave."`
	Full      bool     `help:"All of them, with descriptions."`
	Kinds     []string `placeholder:"KIND" help:"The kinds to tell of; all by default."`
	Relations []string `placeholder:"RELATION" help:"The relations to tell of; all by default."`
}

const linksQuery = `query ($id: ID!, $kinds: [Kind!], $relations: [Relation!], $first: Int, $mode: TextMode!) {
  linkedEntities(id: $id, kinds: $kinds, relations: $relations) {
    total truncated counts { kind count } text(mode: $mode)
    groups(first: $first) {
      kind total
      items { relation label direction edgeId isContextDocument entity { id externalId label stateKey typeKey } }
    }
  }
}`

// Run prints the linked entities as prompt text, or with --json the answer of
// GraphQL.
func (c *linksCommand) Run(p *program) error {
	variables := map[string]any{"id": entityID(c.ID), "mode": "ABBREVIATED"}
	if c.Full {
		variables["mode"], variables["first"] = "FULL", 200
	}
	kinds, err := kindNames("--kinds", c.Kinds)
	if err != nil {
		return err
	}
	variables["kinds"] = kinds
	if variables["relations"], err = relationNames(c.Relations); err != nil {
		return err
	}
	return p.answer(c.JSON, linksQuery, variables, p.printField("linkedEntities", "text"))
}

type snapshotCommand struct {
	reading
	Project         string     `arg:"" help:"The project: a UUID or the id that an import gave."`
	Focus           string     `placeholder:"ID" help:"The entity to start from; the project by default."`
	Depth           int        `default:"2" help:"How many edges away from the start, 1 to 5."`
	MaxNodes        int        `default:"60"`
	MaxEdges        int        `default:"80"`
	MaxNodesPerKind int        `default:"10"`
	MaxTokens       *int       `help:"How many tokens the JSON may have; unlimited by default."`
	Now             *time.Time `placeholder:"TIME" help:"The clock, in RFC 3339; the machine's by default."`
}

const snapshotQuery = `query ($projectId: ID!, $focusId: ID, $depth: Int, $maxNodes: Int, $maxEdges: Int, $maxNodesPerKind: Int, $maxTokens: Int, $now: DateTime) {
  graphSnapshot(projectId: $projectId, focusId: $focusId, depth: $depth, maxNodes: $maxNodes, maxEdges: $maxEdges,
      maxNodesPerKind: $maxNodesPerKind, maxTokens: $maxTokens, now: $now) {
    rootId rootKind maxDepth
    nodes { id kind name stateKey typeKey directEdge lastUpdated depth }
    edges { id srcId srcKind dstId dstKind rel }
    coverage { kind total direct linked unlinked orphaned }
    dropped { kind count } droppedEdges dangling json tokens
  }
}`

// Run prints the snapshot's JSON, or with --json the answer of GraphQL.
func (c *snapshotCommand) Run(p *program) error {
	variables := map[string]any{
		"projectId": entityID(c.Project), "depth": c.Depth, "maxNodes": c.MaxNodes, "maxEdges": c.MaxEdges,
		"maxNodesPerKind": c.MaxNodesPerKind, "maxTokens": c.MaxTokens,
	}
	if c.Focus != "" {
		variables["focusId"] = entityID(c.Focus)
	}
	if c.Now != nil {
		variables["now"] = c.Now.UTC().Format(time.RFC3339Nano)
	}
	return p.answer(c.JSON, snapshotQuery, variables, p.printField("graphSnapshot", "json"))
}

type entityCommand struct {
	reading
	ID   string `arg:"" help:"The entity: a UUID, its first eight digits or more, or the id that an import gave."`
	Full bool   `help:"Every field, texts whole."`
}

// Run prints the entity's fields and links, or with --json the answer of
// GraphQL.
func (c *entityCommand) Run(p *program) error {
	return p.answer(c.JSON, entityQuery(c.Full), map[string]any{"id": entityID(c.ID)}, func(data []byte) error {
		return p.printEntity(data, c.ID)
	})
}

type lensesCommand struct{ reading }

// Run lists the lenses, or with --json the answer of GraphQL.
func (c *lensesCommand) Run(p *program) error {
	return p.answer(c.JSON, `{ lenses { name description relations kinds fields depth } }`, nil, func(data []byte) error {
		var answer struct {
			Lenses []struct{ Name, Description string }
		}
		if err := json.Unmarshal(data, &answer); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		for _, lens := range answer.Lenses {
			fmt.Fprintf(p.out, "%-14s %s\n", lens.Name, lens.Description)
		}
		return nil
	})
}

// printField prints one text field of an answer's only object.
func (p *program) printField(object, field string) func(data []byte) error {
	return func(data []byte) error {
		var answer map[string]map[string]any
		if err := json.Unmarshal(data, &answer); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		text, _ := answer[object][field].(string)
		fmt.Fprintln(p.out, strings.TrimRight(text, "\n"))
		return nil
	}
}

// answer asks the store of the command line and prints the data of the answer,
// as JSON or by show.
func (p *program) answer(asJSON bool, text string, variables map[string]any, show func(data []byte) error) error {
	service, closeStore, err := p.service()
	if err != nil {
		return err
	}
	defer closeStore()
	data, err := p.ask(service, text, variables)
	if err != nil {
		return err
	}
	if !asJSON {
		return show(data)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, data, "", "  "); err != nil {
		return fmt.Errorf("indent answer: %w", err)
	}
	fmt.Fprintln(p.out, pretty.String())
	return nil
}

func ids(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = entityID(name)
	}
	return list
}

// kindNames are kinds as GraphQL spells them, nil for none.
func kindNames(argument string, names []string) ([]string, error) {
	var list []string
	for _, name := range names {
		kind, err := graph.ParseKind(argument, name)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.ToUpper(string(kind)))
	}
	return list, nil
}

// relationNames are relations as GraphQL spells them, nil for none.
func relationNames(names []string) ([]string, error) {
	var list []string
	for _, name := range names {
		rel, _, err := graph.ParseRelation(name)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.ToUpper(string(rel)))
	}
	return list, nil
}
