package similarity

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/problems"
)

const (
	// pendingPage is the number of pending entities read at once, by eye.
	pendingPage = 1024
	// embedBatch is the number of entities embedded and put at once, by eye: an
	// endpoint takes as many in a request.
	embedBatch = 64
)

// Entities reads the entities of a [Job].
type Entities interface {
	// Entities returns entities by id, without those that are unknown.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
}

// A Job computes the vectors of entities.
type Job struct {
	Embedder Embedder       // computes the vectors
	Entities Entities       // has the texts
	Vectors  Store          // where vectors are stored
	Problems *problems.List // gets the entities whose texts cannot be embedded; may be nil
}

// Run computes and stores the vectors of all entities of the actor that have
// none, or one of earlier content. After each batch it calls progress with the
// number of entities done and their total. If a batch fails, earlier batches
// remain stored, and the next call continues.
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

// batch computes and stores the vectors of some entities. If an entity changes
// meanwhile, its vector is stored with the old hash, so that it is pending
// again. An entity that cannot be read gets an empty vector, so that it is not
// pending forever.
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
	values, refused, err := j.embed(ctx, texts)
	if err != nil {
		return err
	}
	for i := range made {
		made[i].Values = values[i]
		j.note(ctx, made[i].Entity.ID, refused[i])
	}
	return j.Vectors.PutVectors(ctx, j.Embedder.Model(), append(made, unreadable...))
}

// textOf returns the text to embed for a full entity: its searched texts.
func textOf(e graph.Entity) string {
	var texts []string
	for _, field := range searchtext.Fields(e) {
		if field.Text != "" {
			texts = append(texts, field.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// note reports why an entity has no vector, nil for nothing.
func (j *Job) note(ctx context.Context, id string, refused error) {
	const place = "embeddings"
	sentence := problems.LeftOut("the text of entity", id)
	if refused != nil {
		j.Problems.Add(ctx, place, sentence, refused)
	} else {
		j.Problems.Remove(place, sentence)
	}
}

// embed returns the vectors of texts. If the embedder refuses the texts, embed
// sends each separately, and returns an empty vector and an error for each that is
// refused again. It fails if all are refused, because then the texts are not the
// cause.
func (j *Job) embed(ctx context.Context, texts []string) (vectors [][]float32, refused []error, err error) {
	refused = make([]error, len(texts))
	if len(texts) == 0 {
		return nil, refused, nil
	}
	vectors, err = j.Embedder.Embed(ctx, texts)
	if err == nil || graph.CodeOf(err) != graph.CodeBadUserInput {
		return vectors, refused, err
	}
	vectors = make([][]float32, len(texts))
	for i := range texts {
		one, alone := j.Embedder.Embed(ctx, texts[i:i+1])
		switch {
		case alone == nil:
			vectors[i] = one[0]
		case graph.CodeOf(alone) != graph.CodeBadUserInput:
			return nil, nil, alone
		default:
			refused[i] = alone
		}
	}
	if !keepUsual(vectors, refused) {
		return nil, nil, err
	}
	return vectors, refused, nil
}

// keepUsual clears the vectors that do not have the most frequent dimension, and
// reports whether there is one.
func keepUsual(vectors [][]float32, refused []error) bool {
	counts, usual := map[int]int{}, 0
	for _, vector := range vectors {
		size := len(vector)
		if counts[size]++; size > 0 && (usual == 0 || counts[size] > counts[usual]) {
			usual = size
		}
	}
	for i, vector := range vectors {
		if refused[i] == nil && len(vector) != usual {
			vectors[i], refused[i] = nil, fmt.Errorf("its vector has %d values; most have %d", len(vector), usual)
		}
	}
	return usual > 0
}
