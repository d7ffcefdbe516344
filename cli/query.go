package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/graph"
)

type queryCommand struct {
	Document  string   `arg:"" help:"A GraphQL document; - reads standard input."`
	Variables []string `name:"var" short:"v" sep:"none" placeholder:"NAME=VALUE" help:"A variable: JSON, or else a text."`
}

// Help returns examples.
func (queryCommand) Help() string {
	return `Examples:
  dossier query '{ tasks(first: 3) { nodes { title } } }'
  dossier query 'query ($id: ID!) { entity(id: $id) { label } }' -v id=9b172905
  dossier query - --server https://dossier.example.org < report.graphql`
}

// Run executes the document and prints its data, also beside an error.
func (c *queryCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	text := c.Document
	if text == "-" {
		read, err := io.ReadAll(streams.In)
		if err != nil {
			return fmt.Errorf("read standard input: %w", err)
		}
		text = strings.TrimLeft(string(read), "\ufeff")
	} else if !strings.Contains(text, "{") {
		return graph.BadInput("<document>",
			"expected a GraphQL document such as \"{ lenses { name } }\", or - to read one from standard input; got %q", graph.Truncate(text, 60))
	}
	variables, err := c.variables(text)
	if err != nil {
		return err
	}
	ask, closeStore, err := api.Open(ctx, requests.Serves)
	if err != nil {
		return err
	}
	defer closeStore()
	data, err := ask(ctx, requests.Question{Text: text, Variables: variables})
	if len(data) > 0 {
		err = cmp.Or(terminal.PrintData(api.Out, terminal.FormJSON, json.RawMessage(data)), err)
	}
	return asWritten(err)
}

// variables returns the variables of a document. One that it does not declare
// is an error, because the answer would be that without it.
func (c *queryCommand) variables(document string) (map[string]any, error) {
	declared, known := declaredBy(document)
	variables := map[string]any{}
	for _, assignment := range c.Variables {
		name, value, found := strings.Cut(assignment, "=")
		switch isLikeNumber := graph.IsShortID(value) && strings.Contains(value, "e"); {
		case !found:
			return nil, graph.BadInput("var", "expected NAME=VALUE; got %q", graph.Truncate(assignment, 60))
		case known && !slices.Contains(declared, name):
			return nil, graph.BadInput("var", "the document declares no variable %q; it declares %s", graph.Truncate(name, 60),
				cmp.Or(strings.Join(declared, ", "), "none"))
		case json.Valid([]byte(value)) && !isLikeNumber:
			variables[name] = json.RawMessage(value)
		default:
			variables[name] = value
		}
	}
	return variables, nil
}

// mostTokens is the maximum length of a document whose variables are checked, in
// tokens. It bounds the depth of the parser. By eye: servers allow fewer.
const mostTokens = 10_000

// declaredBy returns the names of the variables that a document declares. It
// returns false if the document has an error, which executing it reports.
func declaredBy(document string) (names []string, ok bool) {
	parsed, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: document}, mostTokens)
	if err != nil {
		return nil, false
	}
	for _, operation := range parsed.Operations {
		for _, variable := range operation.VariableDefinitions {
			names = append(names, variable.Variable)
		}
	}
	return names, true
}

// asWritten returns an error whose text names the argument of the document, for
// which the command has no flag.
func asWritten(err error) error {
	known, is := errors.AsType[*graph.Error](err)
	if !is {
		return err
	}
	return &graph.Error{Code: known.Code, Text: known.Error(), Place: known.Place}
}

type listCommand struct {
	terminal.Reading
	Kind    string   `arg:"" complete:"plural" help:"The kind, such as task or tasks."`
	Project string   `complete:"project" placeholder:"ID" help:"The project; all by default."`
	State   []string `complete:"state" placeholder:"STATE" help:"The states; all by default."`
	Text    string   `placeholder:"TEXT" help:"A part of the label."`
	Where   string   `placeholder:"JSON" help:"A filter of GraphQL, such as '{\"ready\": true}'; see docs/filters.md."`
	First   int      `default:"20" help:"Maximum number, 1 to 200; the last changed first."`
}

// Help returns an example.
func (listCommand) Help() string {
	return `Examples:
  dossier ls tasks --project airnet --state todo,blocked
  dossier ls tasks --where '{"ready": true, "fields": [{"name": "estimate", "atMost": 3}]}'
  dossier ls plans --where '{"linked": {"kinds": ["TASK"], "where": {"overdue": true}}}'`
}

// Run prints a line for each entity: the beginning of its id, its state and its
// label.
func (c *listCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	spec, err := requests.KindOrPlural(c.Kind)
	if err != nil {
		return err
	}
	if err := c.checkStates(spec); err != nil {
		return err
	}
	if c.Project != "" && spec.Kind == graph.KindProject {
		return graph.BadInput("projectId", "projects are in no project; leave it out")
	}
	filter, err := c.filter()
	if err != nil {
		return err
	}
	ask, closeStore, err := api.Open(ctx, requests.Reads)
	if err != nil {
		return err
	}
	defer closeStore()
	if err := checkProject(ctx, ask, c.Project); err != nil {
		return err
	}
	var answer struct {
		List struct {
			TotalCount int
			Nodes      []listed
		}
	}
	err = api.Print(ctx, ask, c.question(spec, filter), c.Reading, &answer, func() error {
		ids, rows := make([]string, len(answer.List.Nodes)), make([][]string, len(answer.List.Nodes))
		for i, node := range answer.List.Nodes {
			ids[i] = node.ID
		}
		ids = requests.ShownIDs(ctx, ask, ids)
		for i, node := range answer.List.Nodes {
			rows[i] = []string{ids[i], node.state(), node.Label}
		}
		return c.PrintRows(streams, []string{"ID", "STATE", "LABEL"}, rows, answer.List.TotalCount)
	})
	if c.Where != "" { // errors name places in it, for which there are no flags
		return asWritten(err)
	}
	return err
}

// question returns the request for the list.
func (c *listCommand) question(spec *graph.Spec, filter map[string]any) requests.Question {
	variables := map[string]any{"first": c.First, "filter": filter}
	project, declared := "", ""
	if c.Project != "" {
		variables["project"] = requests.EntityName(c.Project)
		project, declared = "projectId: $project, ", ", $project: ID"
	}
	input := strings.ToUpper(string(spec.Kind[:1])) + string(spec.Kind[1:]) + "Filter"
	text := fmt.Sprintf("query ($first: Int, $filter: %s%s) { list: %s(%sfirst: $first, filter: $filter) { "+
		"totalCount nodes { id kind label stateKey labels } } }",
		input, declared, spec.Plural, project)
	return requests.Question{Text: text, Variables: variables}
}

// checkProject returns an error if there is no project with the name, because
// the list of an unknown project is empty. "" is the name of all projects.
func checkProject(ctx context.Context, ask requests.Asker, name string) error {
	if name == "" {
		return nil
	}
	variables := map[string]any{"id": requests.EntityName(name)}
	var answer struct{ Project *struct{ ID string } }
	asked := requests.Question{Text: `query ($id: ID!) { project(id: $id) { id } }`, Variables: variables}
	if err := requests.Decode(ctx, ask, asked, &answer); err != nil {
		if err = requests.AsTyped(err, variables); graph.CodeOf(err) != graph.CodeNotFound {
			return err
		}
	}
	if answer.Project == nil {
		return requests.UnknownName("projectId", "project", name)
	}
	return nil
}

// filter returns the filter of the list: that of --where and the other flags.
func (c *listCommand) filter() (map[string]any, error) {
	filter := map[string]any{}
	if c.Where != "" {
		where, err := graph.ParseJSON([]byte(c.Where))
		if err == nil {
			filter = where.Object()
		}
		if err != nil || filter == nil {
			return nil, graph.BadInput("where", "expected a filter as a JSON object, such as {\"ready\": true}; got %q", graph.Truncate(c.Where, 60))
		}
	}
	own := map[string]any{}
	if c.Text != "" {
		own["text"] = c.Text
	}
	if len(c.State) > 0 {
		states := make([]string, len(c.State))
		for i, state := range c.State {
			states[i] = strings.ToUpper(state)
		}
		own["states"] = states
	}
	if c.Where == "" || len(own) == 0 {
		maps.Copy(filter, own)
		return filter, nil
	}
	return map[string]any{"and": []any{filter, own}}, nil
}

// checkStates returns an error if the kind does not have one of the states.
func (c *listCommand) checkStates(spec *graph.Spec) error {
	for _, state := range c.State {
		if !slices.Contains(spec.States, strings.ToLower(state)) {
			return graph.BadInput("states", "%q is not known for %s; expected one of %s", graph.Truncate(state, 60), spec.Kind.WithArticle(),
				strings.Join(spec.States, ", "))
		}
	}
	return nil
}
