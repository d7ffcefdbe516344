package read

import (
	"context"
	"fmt"
	"strings"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
)

// WordCounts implements the Store of package query.
func (r *ProjectReader) WordCounts(ctx context.Context, stems []string, yield func(graph.WordCount)) error {
	missing := r.missing(graph.Kinds...)
	if err := r.conn.Read(ctx, missing.and()...); err != nil {
		return err
	}
	missing.again(ctx)
	q := r.conn.Statement()
	q.Add("SELECT word.word, word.project_id, word.entities, word.titles FROM onto_words word WHERE ",
		q.In("word.word", append([]string{schema.EveryEntity}, stems...)),
		" AND word.entities > 0 AND ", q.Readable("word.project_id", statement.SubjectOf(ctx)), " ORDER BY word.word", r.conn.Dialect.ByBytes,
		", word.project_id")
	return r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var count graph.WordCount
		if err := row.Scan(&count.Word, &count.ProjectID, &count.Entities, &count.Titles); err != nil {
			return fmt.Errorf("read counts of words: %w", err)
		}
		yield(count)
		return nil
	}))
}

// Sizes implements the Store of package query.
func (r *ProjectReader) Sizes(ctx context.Context, projectID string) (graph.Sizes, error) {
	marked := []string{schema.EveryEntity}
	for _, kind := range graph.Kinds {
		marked = append(marked, schema.KindMark+string(kind.Kind))
	}
	q := r.conn.Statement()
	q.Add("SELECT word.word, CAST(sum(word.entities) AS bigint) FROM onto_words word WHERE ", q.In("word.word", marked))
	if projectID != "" {
		q.Add(" AND word.project_id = ", q.Param(projectID))
	}
	q.Add(" AND ", q.Readable("word.project_id", statement.SubjectOf(ctx)), " GROUP BY word.word")
	sizes := graph.Sizes{}
	err := r.conn.Read(ctx, q.Query(func(row engine.Row) error {
		var word string
		var n int
		if err := row.Scan(&word, &n); err != nil {
			return fmt.Errorf("read sizes: %w", err)
		}
		sizes[graph.Kind(strings.TrimPrefix(word, schema.KindMark))] = n
		return nil
	}))
	return sizes, err
}
