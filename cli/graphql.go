package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/remote"
	"dossier/tokens"
	"dossier/transport"
)

// A Schema returns the GraphQL schema over a service.
type Schema func(service *query.Service) graphql.ExecutableSchema

// A question is a GraphQL request of a command.
type question struct {
	text      string
	variables map[string]any
}

// api executes GraphQL requests in this process or at a server, so that
// commands print what GraphQL clients receive.
type api struct {
	remote   *remote.Server // nil for this process
	services *services
	schema   Schema
	out      io.Writer
}

// answer executes a request that reads. It prints the data as JSON, or decodes
// it into answer and calls show.
func (a *api) answer(ctx context.Context, asked question, flags terminal.Reading, answer any, show func() error) error {
	return a.once(ctx, reads, asked, flags, answer, show)
}

// once opens the store for a use, asks one question, and prints the data like
// answer.
func (a *api) once(ctx context.Context, what use, asked question, flags terminal.Reading, answer any, show func() error) error {
	ask, closeStore, err := a.open(ctx, what)
	if err != nil {
		return err
	}
	defer closeStore()
	return a.print(ctx, ask, asked, flags, answer, show)
}

// An asker returns the data of the answer to a question. With the first error of
// an answer it returns the data of the root fields without errors, nil if there
// is none.
type asker func(ctx context.Context, asked question) ([]byte, error)

// open returns an asker for the server, or for the store of the command line.
// The caller must call closeStore.
func (a *api) open(ctx context.Context, what use) (ask asker, closeStore func(), err error) {
	if a.remote != nil {
		ask := func(ctx context.Context, asked question) ([]byte, error) {
			return a.remote.Ask(ctx, asked.text, asked.variables)
		}
		return sending(ask), func() {}, nil
	}
	service, closeStore, err := a.services.open(ctx, what)
	if err != nil {
		return nil, nil, err
	}
	ask = func(ctx context.Context, asked question) ([]byte, error) { return a.ask(ctx, service, asked) }
	return sending(ask), closeStore, nil
}

// sending returns an asker that calls ask with the variables as they are sent.
func sending(ask asker) asker {
	return func(ctx context.Context, asked question) ([]byte, error) {
		variables, err := sent(asked.variables)
		if err != nil {
			return nil, err
		}
		return ask(ctx, question{asked.text, variables})
	}
}

// warm starts to load the encoding of token counts, for a command that counts
// tokens, unless a server does.
func (a *api) warm() {
	if a.remote == nil {
		tokens.Warm()
	}
}

// print asks a question, and prints the data like answer.
func (a *api) print(ctx context.Context, ask asker, asked question, flags terminal.Reading, answer any, show func() error) error {
	form, err := flags.Form()
	if err != nil {
		return err
	}
	data, err := ask(ctx, asked)
	if isMade := graph.CodeOf(err) == graph.CodeWritten && hasValue(data); err != nil && !isMade {
		return asTyped(err, asked.variables)
	}
	if form != "" {
		return errors.Join(terminal.PrintData(a.out, form, json.RawMessage(data)), err)
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return errors.Join(show(), err)
}

// hasValue reports whether data has a root field that is not null.
func hasValue(data []byte) bool {
	var fields map[string]any
	_ = json.Unmarshal(data, &fields) // nil for no object
	for _, value := range fields {
		if value != nil {
			return true
		}
	}
	return false
}

// ask is an [asker] that executes requests in this process.
func (a *api) ask(ctx context.Context, service *query.Service, asked question) ([]byte, error) {
	ctx = reader.With(ctx, loaders.New(service))
	response := transport.Execute(ctx, a.schema(service), &graphql.RawParams{Query: asked.text, Variables: asked.variables})
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
