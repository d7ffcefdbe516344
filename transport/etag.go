package transport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
)

// The tag of an answer is that of its bytes, so it can never be stale. What an
// operation depends on, beside the document and its variables, is the state of
// the data, and the clock if one of its fields takes one. A server remembers at
// which state an answer had a tag that a client came back with: as long as the
// state is the same, the next request with that tag is answered without being
// executed. Requests without a tag read no state.

// A State identifies the data that the actor of a context may read; two equal
// ones have equal answers to every operation that takes no clock. It is "" if
// that cannot be said.
type State func(ctx context.Context) (string, error)

// clockArgument names the arguments, and the fields of input objects, that give
// the time by which a question is answered.
const clockArgument = "now"

// unrevised are the root fields whose answers change without the state: who may
// use the deployment is no part of a project.
var unrevised = []string{"viewer", "members", "actors", "keys"}

// answersKept is how many answers have their state remembered, at about 200
// bytes each.
const answersKept = 10_000

// conditions answers requests that have a tag.
type conditions struct {
	state  State
	timed  map[*ast.FieldDefinition]bool // whose answers depend on more than the state
	states *lru.LRU[string]              // the state at which an answer had a tag, by both
}

func newConditions(schema *ast.Schema, state State) *conditions {
	c := &conditions{state: state, timed: map[*ast.FieldDefinition]bool{}, states: lru.New[string](answersKept)}
	for _, field := range schema.Query.Fields {
		c.timed[field] = slices.Contains(unrevised, field.Name) || slices.ContainsFunc(field.Arguments, func(argument *ast.ArgumentDefinition) bool {
			input := schema.Types[argument.Type.Name()]
			return argument.Name == clockArgument ||
				input != nil && input.Kind == ast.InputObject && input.Fields.ForName(clockArgument) != nil
		})
	}
	return c
}

// A condition is that of one request.
type condition struct {
	tags  []string // of If-None-Match, without W/
	key   string   // of the operation, "" if its answer depends on more than the state
	state string
}

// of reads the condition of a request. The state is read before the operation
// is executed: an answer is never newer than it says.
func (c *conditions) of(ctx context.Context, header http.Header, op *graphql.OperationContext) condition {
	var one condition
	for tag := range strings.SplitSeq(strings.Join(header.Values("If-None-Match"), ","), ",") {
		if tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/"); len(tag) == tagLength {
			one.tags = append(one.tags, tag)
		}
	}
	if len(one.tags) == 0 || op.Operation.Operation != ast.Query || c.state == nil || c.takesClock(op.Operation.SelectionSet) {
		return one
	}
	state, err := c.state(ctx)
	if err != nil || state == "" {
		return one
	}
	variables, err := json.Marshal(op.Variables)
	if err != nil {
		return one
	}
	one.state, one.key = state, hashOf(op.RawQuery, op.Operation.Name, string(variables))
	return one
}

// takesClock reports whether a root field takes a clock, or is unrevised. A query
// that gives the time is among them: few do.
func (c *conditions) takesClock(set ast.SelectionSet) bool {
	return slices.ContainsFunc(set, func(selection ast.Selection) bool {
		switch selection := selection.(type) {
		case *ast.Field:
			return c.timed[selection.Definition]
		case *ast.InlineFragment:
			return c.takesClock(selection.SelectionSet)
		case *ast.FragmentSpread:
			return c.takesClock(selection.Definition.SelectionSet)
		}
		return true
	})
}

// fresh returns the tag that the client has if its answer is known to be the
// same still.
func (c *conditions) fresh(ctx context.Context, one condition) (tag string, is bool) {
	for _, tag := range one.tags {
		if state, known := c.states.Get(ctx, one.key+tag); one.key != "" && known && state == one.state {
			return tag, true
		}
	}
	return "", false
}

// matches reports whether the client has the answer with a tag already, and
// remembers at which state that was so.
func (c *conditions) matches(ctx context.Context, one condition, tag string) bool {
	if !slices.Contains(one.tags, tag) {
		return false
	}
	if one.key != "" {
		c.states.Add(ctx, one.key+tag, one.state)
	}
	return true
}

// tagLength is that of the tags that tagOf makes.
const tagLength = 32 + 2

// tagOf returns the tag of an answer without errors. It is sent as a weak one:
// the answer is the same, whatever it is compressed by.
func tagOf(response *graphql.Response) string {
	return `"` + hashOf(string(response.Data))[:32] + `"`
}

// hashOf hashes texts so that no two lists of them have the same input.
func hashOf(texts ...string) string {
	sum := sha256.New()
	for _, text := range texts {
		part := sha256.Sum256([]byte(text))
		sum.Write(part[:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
