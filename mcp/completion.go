package mcp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/mcp/schema"
)

// mostCompletions is the protocol's maximum number of values of a completion.
const mostCompletions = 100

// complete completes the arguments of prompts and of the templates of resources:
// the names of projects and entities, kinds and lenses.
func (s *server) complete(ctx context.Context, request *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	argument, begun := request.Params.Argument, strings.ToLower(request.Params.Argument.Value)
	var values []string
	var err error
	switch {
	case argument.Name == "project", strings.HasPrefix(request.Params.Ref.URI, projectURI):
		values, err = s.projectNames(ctx)
	case argument.Name == "about", argument.Name == "topic", strings.HasPrefix(request.Params.Ref.URI, entityURI):
		values, err = s.entityNames(ctx, request)
	case argument.Name == "kind":
		for _, kind := range schema.Kinds() {
			values = append(values, string(kind))
		}
	case argument.Name == "lens":
		for _, one := range s.tools.service.Lenses() {
			values = append(values, one.Name)
		}
	}
	if err != nil {
		return nil, s.refused(ctx, "completion", err)
	}
	values = slices.DeleteFunc(values, func(value string) bool { return !strings.Contains(strings.ToLower(value), begun) })
	slices.SortStableFunc(values, func(a, b string) int {
		return cmp.Compare(strings.Index(strings.ToLower(a), begun), strings.Index(strings.ToLower(b), begun))
	})
	details := sdk.CompletionResultDetails{Values: []string{}, Total: len(values), HasMore: len(values) > mostCompletions}
	details.Values = append(details.Values, values[:min(len(values), mostCompletions)]...)
	return &sdk.CompleteResult{Completion: details}, nil
}

// projectNames returns the names of the projects, sorted.
func (s *server) projectNames(ctx context.Context) ([]string, error) {
	projects, err := s.tools.service.Projects(ctx)
	var names []string
	for _, project := range projects {
		names = append(names, glyphs.Shown(project.Name))
	}
	slices.Sort(names)
	return names, err
}

// entityNames returns the names of the entities that a search for the typed
// text finds, in the project of the request if it has one.
func (s *server) entityNames(ctx context.Context, request *sdk.CompleteRequest) ([]string, error) {
	begun := strings.TrimSpace(request.Params.Argument.Value)
	if begun == "" {
		return nil, nil
	}
	in := query.SearchInput{Query: graph.Truncate(begun, graph.MaxQueryRunes-1), First: new(query.MaxSearchPage)}
	if given := request.Params.Context; given != nil && given.Arguments["project"] != "" {
		id, err := s.tools.names.project(ctx, given.Arguments["project"])
		if err != nil {
			return nil, err
		}
		in.ProjectID = &id
	}
	found, err := s.tools.service.Search(ctx, in)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, hit := range found.Hits {
		if label := glyphs.Shown(hit.Entity.Self().Label); !slices.Contains(names, label) {
			names = append(names, label)
		}
	}
	return names, nil
}
