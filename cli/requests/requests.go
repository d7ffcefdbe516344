// Package requests executes the GraphQL requests of commands, in this process or at a
// server, and makes them of what a person types: names of entities, fields and flags.
package requests

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/remote"
	"dossier/tokens"
)

// A Question is a GraphQL request of a command.
type Question struct {
	Text      string
	Variables map[string]any
}

// A Purpose is the use of the store that is opened for a request.
type Purpose bool

// The purposes.
const (
	Reads  Purpose = false // nothing is created or upgraded
	Serves Purpose = true  // the tables are upgraded; they must exist
)

// An API executes GraphQL requests in this process or at a server, so that
// commands print what GraphQL clients receive.
type API struct {
	Remote *remote.Server // nil for this process
	// Local returns what executes requests over the store of the command line. The
	// caller must call closeStore.
	Local func(ctx context.Context, what Purpose) (ask Asker, closeStore func(), err error)
	Out   io.Writer // for answers as data
}

// Answer executes a request that reads. It prints the data as JSON, or decodes
// it into answer and calls show.
func (a *API) Answer(ctx context.Context, asked Question, flags terminal.Reading, answer any, show func() error) error {
	return a.Once(ctx, Reads, asked, flags, answer, show)
}

// Once opens the store for a purpose, asks one question, and prints the data like
// answer.
func (a *API) Once(ctx context.Context, what Purpose, asked Question, flags terminal.Reading, answer any, show func() error) error {
	ask, closeStore, err := a.Open(ctx, what)
	if err != nil {
		return err
	}
	defer closeStore()
	return a.Print(ctx, ask, asked, flags, answer, show)
}

// An Asker returns the data of the answer to a question. With the first error of
// an answer it returns the data of the root fields without errors, nil if there
// is none.
type Asker func(ctx context.Context, asked Question) ([]byte, error)

// Open returns an asker for the server, or for the store of the command line.
// The caller must call closeStore.
func (a *API) Open(ctx context.Context, what Purpose) (ask Asker, closeStore func(), err error) {
	if a.Remote != nil {
		ask := func(ctx context.Context, asked Question) ([]byte, error) {
			return a.Remote.Ask(ctx, asked.Text, asked.Variables)
		}
		return sending(ask), func() {}, nil
	}
	if ask, closeStore, err = a.Local(ctx, what); err != nil {
		return nil, nil, err
	}
	return sending(ask), closeStore, nil
}

// sending returns an asker that calls ask with the variables as they are sent.
func sending(ask Asker) Asker {
	return func(ctx context.Context, asked Question) ([]byte, error) {
		variables, err := sent(asked.Variables)
		if err != nil {
			return nil, err
		}
		return ask(ctx, Question{asked.Text, variables})
	}
}

// Warm starts to load the encoding of token counts, for a command that counts
// tokens, unless a server does.
func (a *API) Warm() {
	if a.Remote == nil {
		tokens.Warm()
	}
}

// Print asks a question, and prints the data like answer.
func (a *API) Print(ctx context.Context, ask Asker, asked Question, flags terminal.Reading, answer any, show func() error) error {
	form, err := flags.Form()
	if err != nil {
		return err
	}
	data, err := ask(ctx, asked)
	if isMade := graph.CodeOf(err) == graph.CodeWritten && hasValue(data); err != nil && !isMade {
		return AsTyped(err, asked.Variables)
	}
	if form != "" {
		return errors.Join(terminal.PrintData(a.Out, form, json.RawMessage(data)), err)
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

// Decode asks a question and decodes the data of the answer.
func Decode(ctx context.Context, ask Asker, asked Question, into any) error {
	data, err := ask(ctx, asked)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}
