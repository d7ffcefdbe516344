package query

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"dossier/graph"
)

// reindexChunk is how many entities are analysed anew in one transaction.
const reindexChunk = 500

// Reindex analyses anew the entities whose search text this version cannot
// read, of every project that the actor may write to, and counts them. It may
// be stopped at any time; the next call does the rest. Done is told how many of
// a project are done, and of how many, after each transaction.
func Reindex(ctx context.Context, store Store, done func(projectID string, done, total int)) (count int, err error) {
	revisions, err := store.Revisions(ctx, nil)
	if err != nil {
		return 0, err
	}
	for _, revision := range revisions {
		if revision.Access == graph.AccessRead {
			continue
		}
		refs, err := staleTerms(ctx, store, revision)
		if err != nil {
			return count, err
		}
		reanalysed := 0
		for chunk := range slices.Chunk(refs, reindexChunk) {
			if err := reanalyse(ctx, store, chunk); err != nil {
				return count, fmt.Errorf("reindex project %s: %w", revision.ProjectID, err)
			}
			reanalysed += len(chunk)
			count += len(chunk)
			done(revision.ProjectID, reanalysed, len(refs))
		}
	}
	return count, nil
}

// staleTerms are the entities of a project whose search text is missing, damaged
// or of another version, by id.
func staleTerms(ctx context.Context, store Store, revision graph.Revision) (refs []graph.Ref, err error) {
	revision.Number = 0
	err = store.Terms(ctx, revision, func(terms graph.Terms) {
		if !isVector(terms.Data) {
			refs = append(refs, graph.Ref{Kind: terms.Kind, ID: terms.ID})
		}
	})
	return refs, err
}

func reanalyse(ctx context.Context, store Store, refs []graph.Ref) error {
	found, err := store.Entities(ctx, refs, graph.Full)
	if err != nil {
		return err
	}
	batch := &graph.Batch{Analyse: Analyse, Reanalyse: true}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		batch.Entities = append(batch.Entities, found[id])
	}
	_, err = store.Write(ctx, batch)
	return err
}
