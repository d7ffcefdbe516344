package resolvers_test

import (
	"context"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/resolvers"
	"dossier/tokens"
)

// run returns the data and errors of the answer to a document on the demo.
func run(t *testing.T, service *query.Service, document string, variables map[string]any) (data, errors string) {
	t.Helper()
	ctx := graphql.StartOperationTrace(reader.With(storetest.Context(), loaders.New(service)))
	e := executor.New(resolvers.Schema(service))
	operation, refused := e.CreateOperationContext(ctx, &graphql.RawParams{Query: document, Variables: variables})
	if refused != nil {
		return "", refused.Error()
	}
	operation.DisableIntrospection = false
	respond, ctx := e.DispatchOperation(ctx, operation)
	response := respond(ctx)
	return string(response.Data), response.Errors.Error()
}

func newService(t *testing.T) *query.Service {
	t.Helper()
	return query.New(storetest.Demo(t, ".."), query.Options{Now: storetest.Now, Tokens: func(encoding string) (query.TokenCounter, error) {
		counter, err := tokens.For(encoding)
		return query.TokenCounter{Encoding: encoding, Count: counter.Count}, err
	}})
}

// TestRootFields queries each root field. Imported ids are in angle brackets.
func TestRootFields(t *testing.T) {
	service := newService(t)
	for _, test := range []struct{ document, want string }{
		{`{viewer{name}}`, `{"viewer":{"name":"local"}}`},
		{`{node(id:"<airnet/risk/fog-bias>"){id}}`, `"id":"`},
		{`{entity(id:"<nowhere>"){label}}`, `{"entity":null}`},
		{`{entities(ids:["<shoplane/task/offline-queue>","<nowhere>"]){label}}`, `{"entities":[{"label":"Build the offline queue"},null]}`},
		{`{project(id:"<airnet>"){name}}`, `"name":"`},
		{`{project(id:"<airnet/risk/fog-bias>"){name}}`, `{"project":null}`},
		{`{projects{totalCount nodes{name}}}`, `{"projects":{"totalCount":3,"nodes":[`},
		{`{tasks(first:1,projectId:"<shoplane>"){nodes{label} edges{cursor} pageInfo{hasNextPage}}}`, `"hasNextPage":true`},
		{`{recordTypes{key}}`, `"recordTypes":[{`},
		{`{linkedEntities(id:"<shoplane/task/offline-queue>",firstPerKind:2){total text}}`, "This task has the following relationships:"},
		{`{linkedEntities(id:"<shoplane/task/offline-queue>"){text(mode:FULL)}}`, "Build the offline queue"},
		{`{graphSnapshot(projectId:"<shoplane>",depth:1,maxNodes:3){nodes{entityId}}}`, `"nodes":[{"entityId":"`},
		{`{search(query:"offline",first:1){hits{entity{label}} semantic}}`, `"semantic":"OFF"`},
		{`{contextDocument(input:{start:{topic:"offline queue"},maxTokens:500}){text nodes{why scoreParts{text}}}}`, "# Context"},
		{`{lenses{name}}`, `{"name":"general"}`},
		{`{views{name title description about example}}`, `"name":"meeting","title":"For the meeting"`},
		{`{views{name about example}}`,
			`{"name":"next","about":["person","plan","goal","milestone","project"],"example":"What should Priya do next?"}`},
		{`{workspace(projectId:"<airnet>",selection:DIRECT){project{name}}}`, `"name":"`},
		{`{focus(id:"<airnet/risk/fog-bias>"){entity{label}}}`, `"label":"`},
		{`{overview(first:2){returned}}`, `{"overview":{"returned":2}}`},
		{`{projectGraph(projectId:"<voices>",first:2){totalNodes nodes{entityId}}}`, `"nodes":[{"entityId":"`},
		{`{resolveMentions(text:"see @Marek",projectId:"<airnet>"){text}}`, `"resolveMentions":[{`},
		{`{__type(name:"Task"){possibleTypes{name} enumValues{name} fields{name type{possibleTypes{name} ofType{fields{name}}}}}}`,
			`{"__type":{"possibleTypes":null,"enumValues":null,"fields":[{"name":"id","type":{"possibleTypes":null,"ofType":{"fields":null}}}`},
		{`{__type(name:"Node"){possibleTypes{name} interfaces{name}}}`, `"interfaces":[]`},
		{`{resolveMentions(text:"nobody",projectId:"<airnet>"){text}}`, `{"resolveMentions":[]}`},
		{`{mentionCandidates(prefix:"mar",projectId:"<airnet>",first:1){label}}`, `"mentionCandidates":[{"label":"`},
		{`{mentionCandidates(prefix:"qqqq",projectId:"<airnet>"){label}}`, `{"mentionCandidates":[]}`},
	} {
		data, errors := run(t, service, withIDs(test.document), nil)
		if errors != "" || !strings.Contains(data, test.want) {
			t.Errorf("%s: got %.300s %s, want %s", test.document, data, errors, test.want)
		}
	}
}

// withIDs replaces imported ids with stored ones.
func withIDs(document string) string {
	var out strings.Builder
	for part := range strings.SplitSeq(document, `"<`) {
		if name, rest, named := strings.Cut(part, `>"`); named && out.Len() > 0 {
			part = `"` + graph.ID(name) + `"` + rest
		}
		out.WriteString(part)
	}
	return out.String()
}

// TestLists queries the list of each kind for one entity.
func TestLists(t *testing.T) {
	service := newService(t)
	for _, spec := range graph.Kinds {
		data, errors := run(t, service, "{"+spec.Plural+"(first:1){nodes{kind}}}", nil)
		if errors != "" || !strings.Contains(data, `"kind":"`) {
			t.Errorf("%s: got %.300s %s", spec.Plural, data, errors)
		}
	}
}

func TestRefusals(t *testing.T) {
	service := newService(t)
	const document = `query($input:ContextInput!){contextDocument(input:$input){text}}`
	start := func(start map[string]any) map[string]any {
		return map[string]any{"input": map[string]any{"start": start}}
	}
	for _, test := range []struct {
		document  string
		variables map[string]any
		want      string
	}{
		{`{entity(id:"no id!"){label}}`, nil, "id"},
		{`{... @defer {viewer{name}}}`, nil, "defer"},
		{`{entities(ids:["no id!"]){label}}`, nil, "ids"},
		{`{project(id:"no id!"){name}}`, nil, "id"},
		{`{linkedEntities(id:"` + graph.ID("airnet") + `",firstPerKind:0){total}}`, nil, "firstPerKind: 0 is out of range"},
		{document, start(map[string]any{"topic": nil}), "input.start.topic: is null"},
		{document, start(map[string]any{"topic": "a", "global": true}), "start"},
	} {
		if _, errors := run(t, service, test.document, test.variables); !strings.Contains(errors, test.want) {
			t.Errorf("%s %v: got %q, want %s", test.document, test.variables, errors, test.want)
		}
	}
	_, root := resolvers.Bind(service)
	if _, err := root.Query().Entities(context.Background(), make([]string, graph.MaxIDs+1)); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("too many ids: %v", err)
	}
}
