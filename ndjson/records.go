package ndjson

import (
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/records"
)

// recordTypes returns the record types after the import: those of the lines,
// and the others of the store. It rejects lines whose record types refer to
// missing types or fields, or to rejected types.
func (im *importing) recordTypes(ctx context.Context, store Store) (*records.Types, error) {
	hasRecords := func(r *row) bool { return r.Kind == graph.KindRecord || r.RecordType != nil }
	if im.options.UncheckedRecords || !slices.ContainsFunc(im.rows, hasRecords) {
		return records.NewTypes(nil), nil
	}
	stored, err := store.RecordTypes(ctx)
	if err != nil {
		return nil, err
	}
	for {
		types := records.NewTypes(slices.Concat(stored, im.typesOfLines()))
		before := im.report.Rejected
		im.keep(func(r *row) []error { return types.Check(r.RecordType) }, func(r *row) bool { return r.RecordType != nil })
		if im.report.Rejected == before {
			return types, nil
		}
	}
}

func (im *importing) typesOfLines() (list []graph.RecordType) {
	for _, r := range im.rows {
		if r.RecordType != nil {
			list = append(list, *r.RecordType)
		}
	}
	return list
}

// records rejects records whose values do not match their type, and records
// that refer to rejected records.
func (c *checking) records() {
	if c.options.UncheckedRecords {
		return
	}
	var queue []*row
	referring := map[string][]*row{} // records by the ids that they refer to
	for _, r := range c.rows {
		if record, ok := r.Entity.(*graph.Record); ok {
			queue = append(queue, r)
			for _, id := range c.types.Refs(record) {
				referring[id] = append(referring[id], r)
			}
		}
	}
	problems := map[*row][]error{}
	for ; len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		if problems[r] != nil {
			continue
		}
		if problems[r] = c.record(r); problems[r] != nil {
			c.forget(r)
			queue = append(queue, referring[r.ID]...)
		}
	}
	c.keep(func(r *row) []error { return problems[r] }, func(r *row) bool { return r.Kind == graph.KindRecord })
}

func (c *checking) record(r *row) []error {
	record := r.Entity.(*graph.Record)
	if line, rejected := c.rejectedTypes[record.RecordType]; rejected && c.typeLines[record.RecordType] == 0 {
		return []error{graph.BadInput("record_type", "names the record type of line %d, which was rejected; mend that line", line)}
	}
	return c.types.CheckRecord(record, func(id string) (graph.Entity, error) { return c.find("", id) })
}
