package ndjson

import (
	"context"
	"errors"
	"io"
	"slices"

	"dossier/graph"
	"dossier/graph/records"
	"dossier/graph/rows"
)

// A row is a good line.
type row struct {
	rows.Item
	line int
	raw  []byte
}

// read reads the lines, and checks each alone and against earlier ones.
func (im *importing) read(ctx context.Context, in io.Reader) error {
	lines, err := newLines(in, &im.options)
	if err != nil {
		return err
	}
	for watched := 1000; ; {
		raw, err := lines.next()
		im.report.Lines = lines.number
		if errors.Is(err, io.EOF) {
			im.tellReading(lines)
			return nil
		}
		if err != nil {
			return err
		}
		im.add(&row{line: lines.number, raw: raw})
		if im.rejects.err != nil {
			return im.rejects.err
		}
		if lines.number >= watched {
			watched = lines.number + 1000
			im.tellReading(lines)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
}

// add parses a line, and keeps it if it is valid and not blank.
func (im *importing) add(r *row) {
	if len(r.raw) > MaxLine {
		r.raw = r.raw[:1000]
		im.reject(r, graph.BadInput("", "longer than %d MiB; expected shorter texts", MaxLine>>20))
		return
	}
	if isBlank(r.raw) {
		return
	}
	var problems []error
	if r.Item, problems = rows.Parse(r.raw, im.options.RelatesTo); problems == nil {
		problems = rows.Present([]error{im.checkTwice(r)})
	}
	if problems != nil {
		im.reject(r, problems...)
		return
	}
	im.rows = append(im.rows, r)
}

func isBlank(line []byte) bool {
	return !slices.ContainsFunc(line, func(b byte) bool { return b != ' ' && b != '\t' })
}

// checkTwice returns an error for an entity or a record type whose id is also
// on an earlier line.
func (im *importing) checkTwice(r *row) error {
	switch {
	case r.RecordType != nil:
		return once(im.typeLines, r.RecordType.ID, r.line, "id")
	case r.Entity == nil:
		return nil
	}
	self := r.Entity.Self()
	if first := im.byID[self.ID]; first != nil {
		return graph.BadInput("id", "is on line %d already, as a %s; expected every entity once", first.line, first.Kind)
	}
	if self.ExternalID != nil {
		if err := once(im.external, [2]string{self.ProjectID, *self.ExternalID}, r.line, "external_id"); err != nil {
			return err
		}
	}
	im.byID[self.ID] = r
	return nil
}

// once sets the line of a key. It is an error if the key has a line already.
func once[K comparable](lines map[K]int, key K, line int, field string) error {
	if first, taken := lines[key]; taken {
		return graph.BadInput(field, "is on line %d already; expected it once", first)
	}
	lines[key] = line
	return nil
}

// reject adds a line to the rejected ones, and forgets its content.
func (im *importing) reject(r *row, problems ...error) {
	reject := Reject{Line: r.line}
	for i, problem := range problems {
		text := problem.Error()
		if known := (*graph.Error)(nil); i == 0 && errors.As(problem, &known) {
			reject.Field, text = known.Argument, known.Text
		}
		if i > 0 {
			text = reject.Reason + "; " + text
		}
		reject.Reason = text
	}
	im.rejects.add(reject, r.raw)
	im.forget(r)
}

// forget marks the entity or record type of a line as rejected, so that lines
// that refer to it are rejected, too.
func (im *importing) forget(r *row) {
	switch {
	case r.RecordType != nil:
		im.rejectedTypes[r.RecordType.ID] = r.line
		if im.typeLines[r.RecordType.ID] == r.line {
			delete(im.typeLines, r.RecordType.ID)
		}
	case r.ID != "":
		im.rejected[r.ID] = r.line
		if im.byID[r.ID] == r {
			delete(im.byID, r.ID)
		}
	}
}

// resolve checks the lines against each other and against the store. It checks
// a line before the lines that refer to it.
func (im *importing) resolve(ctx context.Context, store Store) error {
	types, err := im.recordTypes(ctx, store)
	if err != nil {
		return err
	}
	stored, err := store.Entities(ctx, im.refs(types), graph.Light)
	if err != nil {
		return err
	}
	check := &checking{importing: im, types: types, stored: stored, edges: map[string]bool{}}
	check.rules = rows.Rules{Find: check.find, Contexts: map[string]string{}}
	if err := check.readContexts(ctx, store); err != nil {
		return err
	}
	im.keep(one(check.entity), func(r *row) bool { return r.Kind == graph.KindProject })
	im.keep(one(check.entity), func(r *row) bool { return r.Entity != nil && r.Kind != graph.KindProject })
	check.records()
	im.keep(one(check.edge), func(r *row) bool { return r.Kind == graph.KindEdge })
	im.rows = slices.DeleteFunc(im.rows, func(r *row) bool { return r.Kind == graph.KindEdge && check.repeated(r) })
	im.count()
	return nil
}

// count adds the numbers of good lines and of unknown fields to the report.
func (im *importing) count() {
	for _, r := range im.rows {
		im.report.Kinds[r.Kind]++
		for _, field := range r.Unknown {
			im.countUnknown(string(r.Kind) + "." + graph.Truncate(field, 60))
		}
	}
}

// MaxUnknown is how many unknown fields a report counts separately, by eye.
const MaxUnknown = 100

func (im *importing) countUnknown(field string) {
	if _, counted := im.report.Unknown[field]; counted || len(im.report.Unknown) < MaxUnknown {
		im.report.Unknown[field]++
		return
	}
	im.report.Others++
}

// keep rejects those of the concerned rows for which check returns errors.
func (im *importing) keep(check func(*row) []error, concerns func(*row) bool) {
	im.rows = slices.DeleteFunc(im.rows, func(r *row) bool {
		if !concerns(r) {
			return false
		}
		problems := check(r)
		if problems != nil {
			im.reject(r, problems...)
		}
		return problems != nil
	})
}

// one adapts a check that returns at most one error.
func one(check func(*row) error) func(*row) []error {
	return func(r *row) []error { return rows.Present([]error{check(r)}) }
}

// refs returns the entities that the lines contain or refer to.
func (im *importing) refs(types *records.Types) []graph.Ref {
	wanted := map[string]bool{}
	var refs []graph.Ref
	want := func(id string) {
		if !wanted[id] {
			wanted[id] = true
			refs = append(refs, graph.Ref{ID: id})
		}
	}
	for _, r := range im.rows {
		switch {
		case r.Entity != nil:
			want(r.Entity.Self().ID)
			want(r.Entity.Self().ProjectID)
			if record, ok := r.Entity.(*graph.Record); ok {
				for _, id := range types.Refs(record) {
					want(id)
				}
			}
		case r.Kind == graph.KindEdge:
			want(r.Edge.Src.ID)
			want(r.Edge.Dst.ID)
		}
	}
	return refs
}

// checking checks good lines against each other and against the store.
type checking struct {
	*importing
	types  *records.Types
	stored map[string]graph.Entity
	rules  rows.Rules
	edges  map[string]bool // ids of the edges so far
}

// find returns the entity with an id, from the lines or from the store.
func (c *checking) find(field, id string) (graph.Entity, error) {
	if r := c.byID[id]; r != nil {
		return r.Entity, nil
	}
	if line, rejected := c.rejected[id]; rejected {
		return nil, graph.BadInput(field, "names the entity of line %d, which was rejected; mend that line", line)
	}
	if entity := c.stored[id]; entity != nil {
		return entity, nil
	}
	return nil, graph.BadInput(field, "names no entity of the file or the store; expected the id of one")
}

func (c *checking) entity(r *row) error {
	return c.rules.Entity(r.Entity, c.stored[r.ID])
}

// edge checks an edge and completes it.
func (c *checking) edge(r *row) error {
	edge, err := c.rules.Edge(r.Edge)
	if err != nil && r.Swapped {
		return rows.Swapped(err)
	}
	if err != nil {
		return err
	}
	r.Edge = edge
	return nil
}

// repeated reports whether an earlier line has the same edge.
func (c *checking) repeated(r *row) bool {
	id := r.Edge.ID
	if c.edges[id] {
		c.report.Repeats++
		return true
	}
	c.edges[id] = true
	return false
}

// readContexts reads the context documents of those projects in the store for
// which a line sets one.
func (c *checking) readContexts(ctx context.Context, store Store) error {
	var since []graph.Revision
	for _, r := range c.rows {
		id := r.Edge.Src.ID
		if r.Edge.Rel == graph.RelHasContextDocument && c.stored[id] != nil {
			since = append(since, graph.Revision{ProjectID: id})
		}
	}
	if since == nil {
		return nil
	}
	changes, err := store.Changes(ctx, since)
	if err != nil {
		return err
	}
	for _, change := range changes {
		c.noteContext(change)
	}
	return nil
}

func (c *checking) noteContext(change graph.Changes) {
	live := map[string]bool{}
	for _, entity := range change.Entities {
		live[entity.Self().ID] = entity.Self().DeletedAt == nil
	}
	for _, edge := range change.Edges {
		if edge.Rel == graph.RelHasContextDocument && !edge.Deleted && live[edge.Dst.ID] {
			c.rules.Contexts[edge.Src.ID] = edge.Dst.ID
		}
	}
}
