package resolvers

import (
	"context"
	"fmt"

	"dossier/graph"
	"dossier/graph/generated"
	"dossier/graph/prompt"
)

// fields implements [generated.ResolverRoot]: the root fields, and those that
// are not bound to the domain.
type fields struct{ root *Root }

// Query implements [generated.ResolverRoot].
func (f fields) Query() generated.QueryResolver { return f.root }

// LinkedEntities implements [generated.ResolverRoot].
func (fields) LinkedEntities() generated.LinkedEntitiesResolver { return linkedEntities{} }

// linkedEntities resolves the fields of linked entities that are prompt text.
type linkedEntities struct{}

// Text returns linked entities as prompt text. GraphQL has no hint of a tool.
func (linkedEntities) Text(ctx context.Context, l *graph.LinkedEntities, mode prompt.TextMode) (string, error) {
	if mode == prompt.TextAbbreviated {
		return prompt.Links(l, ""), nil
	}
	full, err := graph.ReaderFrom(ctx).Entities(ctx, prompt.FullLinkRefs(l), graph.Full)
	if err != nil {
		return "", fmt.Errorf("read linked entities: %w", err)
	}
	return prompt.FullLinks(l, full), nil
}
