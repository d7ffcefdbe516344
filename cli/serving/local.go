package serving

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/cli/requests"
	"dossier/cli/storage"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/remote"
	"dossier/transport"
)

// A Schema returns the GraphQL schema over a service.
type Schema func(service *query.Service) graphql.ExecutableSchema

// Local opens the store, and returns an Asker that executes requests in this process.
func (s *Services) Local(ctx context.Context, what requests.Purpose) (ask requests.Asker, closeStore func(), err error) {
	use := storage.Reads
	if what == requests.Serves {
		use = storage.Serves
	}
	service, closeStore, err := s.open(ctx, use)
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context, asked requests.Question) ([]byte, error) { return s.ask(ctx, service, asked) }, closeStore, nil
}

// ask executes a request over a service.
func (s *Services) ask(ctx context.Context, service *query.Service, asked requests.Question) ([]byte, error) {
	ctx = reader.With(ctx, loaders.New(service))
	response := transport.Execute(ctx, s.Schema(service), &graphql.RawParams{Query: asked.Text, Variables: asked.Variables})
	if len(response.Errors) > 0 {
		return some(response.Data), firstError(response.Errors)
	}
	return response.Data, nil
}

// some returns the data of an answer, nil if it is null.
func some(data []byte) []byte {
	if string(data) == "null" {
		return nil
	}
	return data
}

// firstError returns the cause of the first error. An error without a cause is
// an error of the request.
func firstError(errs gqlerror.List) error {
	if code, _ := errs[0].Extensions["code"].(string); code == string(graph.CodeWritten) {
		ids, _ := errs[0].Extensions["ids"].([]string)
		return remote.Written(errs[0].Message, ids)
	}
	if cause := errors.Unwrap(errs[0]); cause != nil {
		return cause
	}
	argument, _ := errs[0].Extensions["argument"].(string)
	return &graph.Error{Code: graph.CodeBadUserInput, Argument: argument, Text: errs[0].Message, Place: placeOf(errs[0])}
}

// placeOf returns the place in the document of an error about the request, ""
// for an error about a variable.
func placeOf(err *gqlerror.Error) string {
	if err.Extensions["variable"] != nil || len(err.Locations) == 0 {
		return ""
	}
	return remote.Place(err.Locations[0].Line, err.Locations[0].Column)
}
