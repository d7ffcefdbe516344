package resolvers

import (
	"context"
	"fmt"

	"dossier/generated"
	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/reading"
)

// fields implements [generated.ResolverRoot], with the root fields and those
// that are not bound to the domain.
type fields struct{ from *query.Service }

// Query implements [generated.ResolverRoot].
func (f fields) Query() generated.QueryResolver {
	return &queries{f.from, connections{f.from}}
}

// Subscription implements [generated.ResolverRoot].
func (f fields) Subscription() generated.SubscriptionResolver { return &subscriptions{f.from} }

// Mutation implements [generated.ResolverRoot].
func (f fields) Mutation() generated.MutationResolver { return &mutations{f.from} }

// LinkedEntities implements [generated.ResolverRoot].
func (f fields) LinkedEntities() generated.LinkedEntitiesResolver {
	return linkedEntities{f.from}
}

// GroupKey implements [generated.ResolverRoot].
func (fields) GroupKey() generated.GroupKeyResolver { return groupKey{} }

// ChangeEvent implements [generated.ResolverRoot].
func (fields) ChangeEvent() generated.ChangeEventResolver { return changeEvent{} }

// linkedEntities resolves fields of linked entities that are prompt text.
type linkedEntities struct{ service *query.Service }

// Text returns linked entities as prompt text, without the hint at a tool,
// which GraphQL clients do not have.
func (r linkedEntities) Text(ctx context.Context, l *memory.LinkedEntities, mode reading.TextMode) (string, error) {
	l, err := r.service.ShownLinks(ctx, l)
	if err != nil {
		return "", err
	}
	if mode == reading.TextAbbreviated {
		count, err := r.service.Counter()
		if err != nil {
			return "", err
		}
		return reading.Links(l, "", count), nil
	}
	full, err := reader.From(ctx).Entities(ctx, reading.FullLinkRefs(l), graph.Full)
	if err != nil {
		return "", fmt.Errorf("read linked entities: %w", err)
	}
	return reading.FullLinks(l, full), nil
}
