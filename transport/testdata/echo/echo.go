// Package echo is a little GraphQL schema for the tests of package transport.
package echo

import (
	"context"
	"time"
)

// Item is a value that nests without end.
type Item struct {
	// ID is any text.
	ID string
}

// Child is an item below this one.
func (i *Item) Child() *Item { return &Item{ID: i.ID + ".0"} }

// Items are first items below this one.
func (i *Item) Items(first int) []*Item {
	items := make([]*Item, first)
	for n := range items {
		items[n] = i.Child()
	}
	return items
}

// Root resolves the fields of Query and Mutation.
type Root struct {
	// Answer resolves Query.answer.
	OnAnswer func(context.Context) (*string, error)
	// OnItems resolves Subscription.items.
	OnItems func(context.Context) (<-chan *Item, error)
	// Bumps counts the mutations that ran.
	Bumps int
}

// Query is the resolver of queries.
func (r *Root) Query() QueryResolver { return r }

// Mutation is the resolver of mutations.
func (r *Root) Mutation() MutationResolver { return r }

// Echo gives the text back.
func (r *Root) Echo(_ context.Context, text string) (string, error) { return text, nil }

// At gives the time back as text.
func (r *Root) At(_ context.Context, at time.Time) (string, error) {
	return at.Format(time.RFC3339), nil
}

// Timed takes a clock.
func (r *Root) Timed(context.Context, *time.Time) (string, error) { return "timed", nil }

// Item is the first item.
func (r *Root) Item(context.Context) (*Item, error) { return &Item{ID: "0"}, nil }

// Answer does what the test said.
func (r *Root) Answer(ctx context.Context) (*string, error) { return r.OnAnswer(ctx) }

// Subscription is the resolver of subscriptions.
func (r *Root) Subscription() SubscriptionResolver { return r }

// Items does what the test said.
func (r *Root) Items(ctx context.Context) (<-chan *Item, error) { return r.OnItems(ctx) }

// Bump counts.
func (r *Root) Bump(context.Context) (int, error) {
	r.Bumps++
	return r.Bumps, nil
}
