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

// The tag of an answer is a hash of its bytes, so it can never be stale. An
// answer depends on the document, its variables, the state of the data, and the
// clock if one of its fields takes one. When a client sends a tag back, the
// server remembers the state at which the answer had that tag: while the state
// is the same, the next request with the tag is answered without executing it.
// Requests without a tag do not read the state.

// A State returns a text that identifies the data that the actor in ctx may
// read: if it is the same twice, so are the answers to every operation that
// takes no clock. It returns "" if it cannot guarantee that.
type State func(ctx context.Context) (string, error)

// clockArgument is the name of the arguments, and of the fields of input
// objects, that set the time of the clock.
const clockArgument = "now"

// unrevised are the root fields whose answers can change while the state does
// not, because the users of the deployment are not part of a project.
var unrevised = []string{"viewer", "members", "actors", "keys"}

// answersKept is the number of answers whose states are remembered, at about
// 200 bytes each.
const answersKept = 10_000

// conditions finds requests with a tag that need not be executed.
type conditions struct {
	state  State
	timed  map[*ast.FieldDefinition]bool // root fields that depend on more than the state
	states *lru.LRU[string]              // the state at which an answer had a tag, by operation and tag
}

func newConditions(schema *ast.Schema, state State) *conditions {
	c := &conditions{state: state, timed: map[*ast.FieldDefinition]bool{}, states: lru.New[string](answersKept)}
	for _, field := range schema.Query.Fields {
		c.timed[field] = slices.Contains(unrevised, field.Name) || slices.ContainsFunc(field.Arguments,
			func(argument *ast.ArgumentDefinition) bool {
				input := schema.Types[argument.Type.Name()]
				return argument.Name == clockArgument ||
					input != nil && input.Kind == ast.InputObject && input.Fields.ForName(clockArgument) != nil
			})
	}
	return c
}

// A condition is the condition of one request.
type condition struct {
	tags  []string // of If-None-Match, without W/
	any   bool     // whether If-None-Match is *, which every tag matches
	key   string   // of the operation; "" if its answer depends on more than the state
	state string
}

// of returns the condition of a request. It reads the state before the
// operation is executed, so that the state is never newer than the answer.
func (c *conditions) of(ctx context.Context, header http.Header, op *graphql.OperationContext) condition {
	var one condition
	for tag := range strings.SplitSeq(strings.Join(header.Values("If-None-Match"), ","), ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		one.any = one.any || tag == "*"
		if len(tag) == tagLength {
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
	one.state, one.key = state, hashOf([]byte(op.RawQuery), []byte(op.Operation.Name), variables)
	return one
}

// takesClock reports whether one of the root fields takes a clock or is
// [unrevised]. It does not except queries that set the time, because few do.
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

// fresh returns the client's tag if the answer is known to be unchanged.
func (c *conditions) fresh(ctx context.Context, one condition) (tag string, is bool) {
	for _, tag := range one.tags {
		if state, known := c.states.Get(ctx, one.key+tag); one.key != "" && known && state == one.state {
			return tag, true
		}
	}
	return "", false
}

// matches reports whether the client has a tag, and then remembers its state.
func (c *conditions) matches(ctx context.Context, one condition, tag string) bool {
	if !slices.Contains(one.tags, tag) {
		return one.any
	}
	if one.key != "" {
		c.states.Add(ctx, one.key+tag, one.state)
	}
	return true
}

// tagLength is the length of the tags that tagOf returns.
const tagLength = 32 + 2

// tagOf returns the tag of an answer without errors. It is sent as a weak tag,
// because the answer is the same for every compression.
func tagOf(response *graphql.Response) string {
	return `"` + hashOf(response.Data)[:32] + `"`
}

// hashOf returns a hash of a list of texts. Lists that differ only in where one
// text ends have different hashes, too.
func hashOf(texts ...[]byte) string {
	sums := make([]byte, 0, 4*sha256.Size)
	for _, text := range texts {
		sum := sha256.Sum256(text)
		sums = append(sums, sum[:]...)
	}
	all := sha256.Sum256(sums)
	return hex.EncodeToString(all[:])
}
