package ndjson

import (
	"context"
	"errors"
	"slices"

	"dossier/graph"
	"dossier/graph/records"
	"dossier/graph/rows"
)

// recordTypes returns the record types after the import: those of the lines,
// and the others of the store. It rejects lines whose record types refer to
// missing types or fields, or to rejected types.
func (im *importing) recordTypes(ctx context.Context, store Store) (*records.Types, error) {
	if im.options.UncheckedRecords || len(im.types) == 0 && im.report.Kinds[graph.KindRecord] == 0 {
		return records.NewTypes(nil), nil
	}
	stored, err := store.RecordTypes(ctx)
	if err != nil {
		return nil, err
	}
	for {
		types := records.NewTypes(slices.Concat(stored, im.typesOfLines()))
		before := im.report.Rejected
		im.types = slices.DeleteFunc(im.types, func(r *row) bool {
			if r.problems = types.Check(r.RecordType); r.problems != nil {
				im.count(r, -1)
				im.reject(r)
			}
			return r.problems != nil
		})
		if im.report.Rejected == before {
			return types, im.rejects.err
		}
	}
}

func (im *importing) typesOfLines() (list []graph.RecordType) {
	for _, r := range im.types {
		list = append(list, *r.RecordType)
	}
	return list
}

// eachRecord calls f for each good line of a record, unless records are not
// checked.
func (c *checking) eachRecord(ctx context.Context, f func(*item, *graph.Record)) error {
	if c.options.UncheckedRecords || c.report.Kinds[graph.KindRecord] == 0 {
		return nil
	}
	for i := range c.items {
		it := &c.items[i]
		if !it.has(isRecord) || it.has(isDropped) {
			continue
		}
		r, err := c.row(it)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		record := r.Entity.(*graph.Record)
		record.RecordType = c.nodes.types[c.nodes.list[it.src].content.recordType]
		f(it, record)
	}
	return nil
}

// addReferred adds the ids that records refer to as nodes.
func (c *checking) addReferred(ctx context.Context) error {
	return c.eachRecord(ctx, func(_ *item, record *graph.Record) {
		for _, id := range c.types.Refs(record) {
			c.nodes.index(id)
		}
	})
}

// records rejects records whose values do not match their type, and records
// that refer to rejected records.
func (c *checking) records(ctx context.Context) error {
	problems := map[*item][]error{}
	referring := map[int32][]*item{} // records by the nodes that they refer to
	var rejected []*item
	check := func(it *item, record *graph.Record) {
		if problems[it] != nil {
			return
		}
		if problems[it] = c.record(record); problems[it] == nil {
			delete(problems, it)
			return
		}
		c.forget(it.src, it.line)
		rejected = append(rejected, it)
	}
	err := c.eachRecord(ctx, func(it *item, record *graph.Record) {
		for _, id := range c.types.Refs(record) {
			i := c.nodes.index(id)
			referring[i] = append(referring[i], it)
		}
		check(it, record)
	})
	for ; err == nil && len(rejected) > 0; rejected = rejected[1:] {
		for _, it := range referring[rejected[0].src] {
			var r *row
			if r, err = c.row(it); err != nil {
				return err
			}
			record := r.Entity.(*graph.Record)
			record.RecordType = c.nodes.types[c.nodes.list[it.src].content.recordType]
			check(it, record)
		}
	}
	if err != nil || len(problems) == 0 {
		return err
	}
	return c.each(ctx, func(it *item) []error { return problems[it] }, func(it *item) bool { return it.has(isRecord) })
}

func (c *checking) record(record *graph.Record) []error {
	if line, rejected := c.rejectedTypes[record.RecordType]; rejected && c.typeLines[record.RecordType] == 0 {
		return []error{consequenceOf(line, "record_type", "record type")}
	}
	var of []int // the rejected lines that it refers to
	problems := c.types.CheckRecord(record, func(id string) (graph.Entity, error) {
		e, err := c.find("", id)
		if line := causeOf(rows.Present([]error{err})); line > 0 {
			of = append(of, line)
		}
		return e, err
	})
	if len(of) < len(problems) {
		return problems
	}
	for i, line := range of {
		if problem, is := errors.AsType[*graph.Error](problems[i]); is {
			problems[i] = &consequence{problem, line}
		}
	}
	return problems
}
