package query

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
)

const (
	// pendingPage is how many pending entities are asked for at once.
	pendingPage = 1024
	// embedBatch is how many entities are embedded and put at once.
	embedBatch = 64
)

// Embed makes and keeps the vectors of all entities of the actor that have none
// or one of other content. After each batch it tells how many are done of how
// many there were. What was put stays when a later batch fails, so that the
// next call goes on from there.
func (s *Service) Embed(ctx context.Context, progress func(done, total int)) error {
	if s.meanings == nil {
		return graph.BadInput("--embeddings-url", "no endpoint for embeddings is configured")
	}
	for done := 0; ; {
		pending, left, err := s.meanings.store.Pending(ctx, s.meanings.embedder.Model(), pendingPage)
		if err != nil || len(pending) == 0 {
			return err
		}
		total := done + left
		for batch := range slices.Chunk(pending, embedBatch) {
			if err := s.embedEntities(ctx, batch); err != nil {
				return fmt.Errorf("embed entities: %w", err)
			}
			done += len(batch)
			progress(done, total)
		}
	}
}

// embedEntities makes and keeps the vectors of entities. An entity that changes
// meanwhile keeps the hash of before and is done again.
func (s *Service) embedEntities(ctx context.Context, batch []graph.Vector) error {
	refs := make([]graph.Ref, len(batch))
	for i, vector := range batch {
		refs[i] = vector.Entity
	}
	entities, err := s.store.Entities(ctx, refs, graph.Full)
	if err != nil {
		return err
	}
	batch = slices.DeleteFunc(batch, func(v graph.Vector) bool { return entities[v.Entity.ID] == nil })
	texts := make([]string, len(batch))
	for i, vector := range batch {
		texts[i] = embeddedText(entities[vector.Entity.ID])
	}
	vectors, err := s.meanings.embedAll(ctx, texts)
	if err != nil {
		return err
	}
	for i := range batch {
		batch[i].Values = vectors[i]
	}
	return s.meanings.store.PutVectors(ctx, s.meanings.embedder.Model(), batch)
}

// embeddedText is what is embedded of a full entity: the texts that search
// reads.
func embeddedText(e graph.Entity) string {
	var texts []string
	for _, field := range textFields(e) {
		if field.Text != "" {
			texts = append(texts, field.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// embedAll are the vectors of texts. When the embedder refuses them each is
// asked for alone, and those that are refused again get an empty vector; unless
// all are, since then it is not the texts that are at fault.
func (m *meanings) embedAll(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := m.embedder.Embed(ctx, texts)
	if err == nil || graph.CodeOf(err) != graph.CodeBadUserInput {
		return vectors, err
	}
	vectors, refused := make([][]float32, len(texts)), 0
	for i := range texts {
		one, alone := m.embedder.Embed(ctx, texts[i:i+1])
		switch {
		case alone == nil:
			vectors[i] = one[0]
		case graph.CodeOf(alone) != graph.CodeBadUserInput:
			return nil, alone
		default:
			refused++
		}
	}
	if refused == len(texts) {
		return nil, err
	}
	return vectors, nil
}
