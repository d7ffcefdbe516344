package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"dossier/db/engine"
	"dossier/graph"
)

// Repeats implements [engine.Repeater]. Policies know one actor for a transaction.
func (d *database) Repeats() bool { return !d.secured }

// ReadRepeated implements [engine.Repeater] by one statement for those of all requests
// with the same position. It takes the arguments as lists.
func (d *database) ReadRepeated(ctx context.Context, requests [][]engine.Query) error {
	batch := &pgx.Batch{}
	first, statements := 0, len(requests[0])
	if statements > 1 {
		batch.Queue(beginRead)
		first++
	}
	for i := range statements {
		lists, err := argumentLists(requests, i)
		if err != nil {
			return err
		}
		batch.Queue(repeated(requests[0][i]), lists...)
	}
	if statements > 1 {
		batch.Queue("COMMIT")
	}
	return d.failure(ctx, receiveRepeated(d.pool.SendBatch(ctx, batch), first, requests))
}

// repeated returns the statement that returns the rows of a query for each of
// the lists of arguments, after the number of the list.
func repeated(query engine.Query) string {
	lists := make([]string, len(query.Repeated))
	names := make([]string, len(query.Repeated))
	for i, t := range query.Repeated {
		number := strconv.Itoa(i + 1)
		lists[i], names[i] = "$"+number+"::"+types[t]+"[]", "p"+number
	}
	return "SELECT request.place, found.* FROM unnest(" + strings.Join(lists, ", ") + ") WITH ORDINALITY AS request(" + strings.Join(names,
		", ") +
		", place) CROSS JOIN LATERAL (" + strings.ReplaceAll(query.SQL, "$", "request.p") + ") found"
}

// argumentLists returns the arguments of the queries with position i, a list for
// each parameter, as the text of an array: the driver would first try to encode
// a list of texts as UUIDs, which took a twentieth of the time of three lists.
func argumentLists(requests [][]engine.Query, i int) (lists []any, err error) {
	for p, t := range requests[0][i].Repeated {
		text := []byte("{")
		for r, queries := range requests {
			if r > 0 {
				text = append(text, ',')
			}
			if text, err = appendArgument(text, t, queries[i].Args[p]); err != nil {
				return nil, err
			}
		}
		lists = append(lists, string(append(text, '}')))
	}
	return lists, nil
}

// appendArgument appends an argument of a type that [engine.Query] may repeat. Other
// text than a UUID is an error, because it could be more than one argument.
func appendArgument(text []byte, t engine.Type, value any) ([]byte, error) {
	if t == engine.Integer {
		return strconv.AppendInt(text, int64(value.(int)), 10), nil
	}
	id := value.(string)
	if !graph.IsUUID(id) {
		return nil, fmt.Errorf("expected a UUID; got %q", id)
	}
	return append(text, id...), nil
}

// receiveRepeated is like receive, for the queries of several requests.
func receiveRepeated(results pgx.BatchResults, first int, requests [][]engine.Query) (err error) {
	defer func() {
		if closing := results.Close(); err == nil {
			err = closing
		}
	}()
	if err := skip(results, first); err != nil {
		return err
	}
	for i := range requests[0] {
		if err := scanRepeated(results, requests, i); err != nil {
			return err
		}
	}
	return nil
}

// scanRepeated passes the rows of statement i on to their requests.
func scanRepeated(results pgx.BatchResults, requests [][]engine.Query, i int) error {
	rows, err := results.Query()
	if err != nil {
		return err
	}
	err = scanRows(rows, 1, func(r *row) error { return requests[r.place()-1][i].Each(r) })
	if err != nil {
		return err
	}
	for _, queries := range requests {
		queries[i].Finish()
	}
	return nil
}
