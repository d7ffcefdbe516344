package plan_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/plan"
)

// A streamer resolves subscriptions beside queries.
type streamer struct{ root }

func (s streamer) Subscription() subscriptions { return s.fields }

type subscriptions interface {
	Grown(ctx context.Context, times *int) (<-chan *item, error)
}

// Grown streams the given number of items. After three it ends with an error.
func (q query) Grown(ctx context.Context, times *int) (<-chan *item, error) {
	if times == nil {
		return nil, errors.New("how often?")
	}
	items := make(chan *item)
	go func() {
		defer close(items)
		for i := range *times {
			select {
			case items <- &item{Name: fmt.Sprint("i", i), source: q.source}:
			case <-ctx.Done():
				return
			}
		}
		if *times == 3 {
			graphql.AddError(ctx, errors.New("no more"))
		}
	}()
	return items, nil
}

// events returns the answers of a subscription, and the number of values that
// were written in a new context.
func events(ctx context.Context, t *testing.T, document string) (answers []string, fresh int) {
	t.Helper()
	s := &store{}
	extended := gqlparser.MustLoadSchema(&ast.Source{Input: source + `type Subscription { grown(times: Int): Item }`})
	e := executor.New(plan.New(bound{extended}, plan.Options{
		Resolvers: streamer{root{query{s}}},
		Gather:    s.gather,
		Event: func(ctx context.Context) (context.Context, context.CancelFunc) {
			fresh++
			s.known = nil
			return ctx, func() {}
		},
	}))
	ctx = graphql.StartOperationTrace(ctx)
	operation, refused := e.CreateOperationContext(ctx, &graphql.RawParams{Query: document})
	if refused != nil {
		t.Fatalf("%s: %v", document, refused)
	}
	respond, inner := e.DispatchOperation(ctx, operation)
	for response := respond(inner); response != nil; response = respond(inner) {
		text := string(response.Data)
		for _, err := range response.Errors {
			text += "| " + err.Path.String() + ": " + err.Message
			if code, is := err.Extensions["code"].(string); is {
				text += ", " + code
			}
		}
		answers = append(answers, text)
	}
	return answers, fresh
}

// TestSubscriptions checks that each value of a stream has new reads.
func TestSubscriptions(t *testing.T) {
	for _, test := range []struct {
		document string
		want     string
		fresh    int
	}{
		{`subscription { grown(times: 2) { name late { name } } }`,
			`{"grown":{"name":"i0","late":{"name":"i0+"}}} {"grown":{"name":"i1","late":{"name":"i1+"}}}`, 2},
		{`subscription { it: grown(times: 1) { broken } }`, `{"it":{"broken":null}}| it.broken: no luck`, 1},
		{`subscription { grown(times: 3) { name } }`,
			`{"grown":{"name":"i0"}} {"grown":{"name":"i1"}} {"grown":{"name":"i2"}} | grown: no more`, 3},
		{`subscription { grown(times: 0) { name } }`, ``, 0},
		{`subscription { grown { name } }`, `| grown: how often?`, 0},
		{`subscription { a: grown(times: 1) { name } b: grown(times: 1) { name } }`,
			`| : expected one field of Subscription; got several or none, GRAPHQL_VALIDATION_FAILED`, 0},
		{`subscription { grown @skip(if: true) { name } }`,
			`| : expected one field of Subscription; got several or none, GRAPHQL_VALIDATION_FAILED`, 0},
	} {
		answers, fresh := events(t.Context(), t, test.document)
		if got := strings.Join(answers, " "); got != test.want || fresh != test.fresh {
			t.Errorf("%s: got %s in %d contexts, want %s in %d", test.document, got, fresh, test.want, test.fresh)
		}
	}
}

// TestCanceledSubscription cancels a subscription before its stream ends.
func TestCanceledSubscription(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answers, _ := events(ctx, t, `subscription { grown(times: 1) { name } }`); len(answers) > 0 {
		t.Errorf("got %s of a subscription that is canceled", answers)
	}
}
