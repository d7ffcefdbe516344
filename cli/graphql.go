package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/resolvers"
)

// ask answers a GraphQL query within the process: what a command prints is what
// GraphQL gives.
func (p *program) ask(service *query.Service, text string, variables map[string]any) ([]byte, error) {
	variables, err := asSent(variables)
	if err != nil {
		return nil, err
	}
	ctx := requestContext(p.ctx, service)
	schema := executor.New(resolvers.Schema(service))
	ctx = graphql.StartOperationTrace(ctx)
	operation, errs := schema.CreateOperationContext(ctx, &graphql.RawParams{Query: text, Variables: variables})
	if len(errs) > 0 {
		return nil, asked(errs)
	}
	handle, ctx := schema.DispatchOperation(ctx, operation)
	response := handle(ctx)
	if len(response.Errors) > 0 {
		return nil, asked(response.Errors)
	}
	return response.Data, nil
}

// asSent are variables as a client would send them, without types of Go.
func asSent(variables map[string]any) (sent map[string]any, err error) {
	text, err := json.Marshal(variables)
	if err != nil {
		return nil, fmt.Errorf("write variables: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return sent, decoder.Decode(&sent)
}

// asked is the first error of an answer. It names the argument as the command
// line does.
func asked(errs gqlerror.List) error {
	first := errs[0]
	if known := (*graph.Error)(nil); errors.As(first, &known) {
		return &graph.Error{Code: known.Code, Argument: flagOf(known.Argument), Text: known.Text}
	}
	if cause := first.Unwrap(); cause != nil {
		return cause
	}
	return &graph.Error{Code: graph.CodeBadUserInput, Text: first.Message}
}

// flags are the arguments of the schema that the command line calls otherwise
// than by the same name.
var flags = map[string]string{"topic": "<topic>", "topics": "<topic>", "query": "<words>", "ids": "--id", "pinIds": "--pin", "mentionIds": "--mention"}

// flagOf is what the command line calls an argument of the schema.
func flagOf(argument string) string {
	if argument == "" {
		return ""
	}
	name := argument[strings.LastIndexByte(argument, '.')+1:]
	if flag, known := flags[name]; known {
		return flag
	}
	flag := "--"
	for _, letter := range name {
		if unicode.IsUpper(letter) {
			flag += "-"
		}
		flag += string(unicode.ToLower(letter))
	}
	return flag
}
