package similarity

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/searchtext"
)

const (
	// pendingPage is how many pending entities are read at once, by eye.
	pendingPage = 1024
	// embedBatch is how many entities are embedded and put at once, by eye: what
	// an endpoint takes in a request.
	embedBatch = 64
)

// An Entities reads entities in full.
type Entities interface {
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
}

// A Job makes the vectors of entities.
type Job struct {
	Embedder Embedder
	Entities Entities
	Vectors  Store
}

// Run makes and keeps the vectors of all entities of the actor that have none
// or one of other content. After each batch it calls progress with how many are
// done, and of how many. What was put stays when a later batch fails, so that
// the next call does the rest.
func (j *Job) Run(ctx context.Context, progress func(done, total int)) error {
	var last graph.Vector
	for done := 0; ; {
		pending, left, err := j.Vectors.Pending(ctx, j.Embedder.Model(), pendingPage)
		if err != nil || len(pending) == 0 {
			return err
		}
		if first := pending[0]; first.Entity.ID == last.Entity.ID && bytes.Equal(first.Hash, last.Hash) {
			return fmt.Errorf("embed entities: the vector of %s is not kept", first.Entity.ID)
		}
		last = pending[0]
		total := done + left
		for batch := range slices.Chunk(pending, embedBatch) {
			if err := j.batch(ctx, batch); err != nil {
				return fmt.Errorf("embed entities: %w", err)
			}
			done += len(batch)
			progress(done, total)
		}
	}
}

// batch makes and keeps the vectors of some entities. An entity that changes
// meanwhile keeps the hash of before, so that it is pending again. One that
// cannot be read gets an empty vector: it would be pending for ever.
func (j *Job) batch(ctx context.Context, pending []graph.Vector) error {
	refs := make([]graph.Ref, len(pending))
	for i, vector := range pending {
		refs[i] = vector.Entity
	}
	entities, err := j.Entities.Entities(ctx, refs, graph.Full)
	if err != nil {
		return err
	}
	var made, unreadable []graph.Vector
	var texts []string
	for _, vector := range pending {
		if entity := entities[vector.Entity.ID]; entity != nil {
			made = append(made, vector)
			texts = append(texts, textOf(entity))
		} else {
			unreadable = append(unreadable, vector)
		}
	}
	values, err := j.embed(ctx, texts)
	if err != nil {
		return err
	}
	for i := range made {
		made[i].Values = values[i]
	}
	return j.Vectors.PutVectors(ctx, j.Embedder.Model(), append(made, unreadable...))
}

// textOf returns what is embedded of a full entity: the texts that search
// reads.
func textOf(e graph.Entity) string {
	var texts []string
	for _, field := range searchtext.Fields(e) {
		if field.Text != "" {
			texts = append(texts, field.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// embed returns the vectors of texts. When the embedder refuses them it sends
// each alone, and those that are refused again get an empty vector. It fails if
// all are refused, since then the texts are not at fault.
func (j *Job) embed(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	vectors, err := j.Embedder.Embed(ctx, texts)
	if err == nil || graph.CodeOf(err) != graph.CodeBadUserInput {
		return vectors, err
	}
	vectors, refused := make([][]float32, len(texts)), 0
	for i := range texts {
		one, alone := j.Embedder.Embed(ctx, texts[i:i+1])
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
