package ndjson

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"dossier/graph"
	"dossier/graph/pipeline"
	"dossier/graph/rows"
)

// A row is a line with its content, or its problems.
type row struct {
	rows.Item
	line     int
	raw      []byte
	problems []error
	of       *item // nil if it is read for the first time

	analysed bool   // ahead of the store
	terms    []byte // the result
}

// The size of the parts that are parsed and written at once, by eye: several
// processors are busy for milliseconds, and a part takes few megabytes.
const (
	partLines = 2000
	partBytes = 4 << 20
)

// A parsedPart is some lines of the input, with the position after them.
type parsedPart struct {
	rows   []*row
	number int   // of the last line
	bytes  int64 // of the input so far
}

// read reads the lines, and checks each alone and against earlier ones. It parses
// lines while those before are checked.
func (im *importing) read(ctx context.Context, in io.Reader) error {
	lines, err := newLines(in, &im.options)
	if err != nil {
		return err
	}
	for part, ended := range pipeline.Ahead(im.parsedParts(lines)) {
		im.report.Lines = part.number
		for _, r := range part.rows {
			if err := im.add(r); err != nil {
				return err
			}
		}
		if ended == nil {
			im.tellReading(part)
		}
		if err := cmp.Or(ended, ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// parsedParts yields the lines in parts, and the error with the last of them,
// nil for the end of the input.
func (im *importing) parsedParts(lines *lines) iter.Seq2[parsedPart, error] {
	return func(yield func(parsedPart, error) bool) {
		for {
			rows, err := readPart(lines)
			pipeline.Each(rows, im.parseRow)
			part := parsedPart{rows, lines.number, lines.source.bytes}
			ended := errors.Is(err, io.EOF)
			if ended {
				err = nil
			}
			if !yield(part, err) || ended || err != nil {
				return
			}
		}
	}
}

// readPart reads some lines. At the end of the lines, it returns an error with
// the last ones.
func readPart(lines *lines) (part []*row, err error) {
	for size, n := 0, 0; n < partLines && size < partBytes; n++ {
		raw, err := lines.next()
		if err != nil {
			return part, err
		}
		if !isBlank(raw) {
			part = append(part, &row{line: lines.number, raw: raw})
			size += len(raw)
		}
	}
	return part, nil
}

func isBlank(line []byte) bool {
	return !slices.ContainsFunc(line, func(b byte) bool { return b != ' ' && b != '\t' })
}

// parseRow sets the content of a row, or its problems.
func (im *importing) parseRow(r *row) {
	if len(r.raw) > MaxLine {
		r.raw = r.raw[:1000]
		r.problems = []error{graph.BadInput("", "longer than %d MiB; expected shorter texts", MaxLine>>20)}
		return
	}
	r.Item, r.problems = rows.Parse(r.raw, im.options.RelatesTo)
}

// parseItem parses the line of an item again.
func (im *importing) parseItem(r *row) {
	im.parseRow(r)
	if r.Entity != nil && r.of.has(isNamedLine) {
		r.ID = im.nodes.id(r.of.src)
		r.Entity.Self().ID = r.ID
	}
}

// add keeps a line if it is valid and its id new, and rejects it otherwise.
func (im *importing) add(r *row) error {
	named := isNamed(r)
	if r.problems == nil {
		im.scope(r)
		r.problems = rows.Present([]error{im.checkTwice(r)})
	}
	if r.problems != nil {
		im.reject(r)
		return im.rejects.err
	}
	im.count(r, 1)
	if r.RecordType != nil {
		im.types = append(im.types, r)
		return nil
	}
	it := im.itemOf(r)
	if named {
		it.flags |= isNamedLine
	}
	var err error
	it.offset, err = im.kept.add(r.raw)
	im.items = append(im.items, it)
	return err
}

// itemOf returns the item of a good line, without its offset.
func (im *importing) itemOf(r *row) item {
	it := item{line: int32(r.line)}
	if len(r.Missing) > 0 {
		it.flags |= isPartial
	}
	if len(r.Unknown) > 0 {
		it.flags |= hasUnknown
	}
	if r.Entity != nil {
		it.src, it.dst = im.nodes.index(r.ID), im.nodes.index(r.Entity.Self().ProjectID)
		im.nodes.list[it.src].line, im.nodes.list[it.src].content = it.line, im.nodes.identify(r.Entity)
		switch r.Kind {
		case graph.KindProject:
			it.flags |= isProject
		case graph.KindRecord:
			it.flags |= isRecord
		}
		return it
	}
	it.src, it.dst, it.rel = im.nodes.index(r.Edge.Src.ID), im.nodes.index(r.Edge.Dst.ID), uint8(r.Edge.Rel.Rank())
	it.flags |= isEdge
	if r.Swapped {
		it.flags |= isSwapped
	}
	if len(r.Edge.Props) > 0 {
		it.flags |= hasProps
	}
	return it
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
	if first := im.nodes.find(self.ID); first != nil && first.line > 0 {
		return graph.BadInput("id", "is on line %d already, as %s; expected every entity once", first.line,
			first.content.spec().Kind.WithArticle())
	}
	if self.ExternalID != nil {
		return once(im.external, hashed(self.ProjectID, *self.ExternalID), int32(r.line), "external_id")
	}
	return nil
}

// once sets the line of a key. It is an error if the key has a line already.
func once[K comparable, N int | int32](lines map[K]N, key K, line N, field string) error {
	if first, taken := lines[key]; taken {
		return graph.BadInput(field, "is on line %d already; expected it once", first)
	}
	lines[key] = line
	return nil
}

// reject adds a line to the rejected ones, and marks its entity or record type
// as rejected, so that lines that refer to it are rejected, too.
func (im *importing) reject(r *row) {
	reject := Reject{Line: r.line, Place: im.place(r.line)}
	for i, problem := range r.problems {
		text := problem.Error()
		if known, is := errors.AsType[*graph.Error](problem); i == 0 && is {
			reject.Field, text = known.Argument, known.Text
		}
		if i > 0 {
			text = reject.Reason + "; " + text
		}
		reject.Reason = text
	}
	im.rejects.add(reject, causeOf(r.problems), r.raw)
	switch {
	case r.RecordType != nil:
		im.rejectedTypes[r.RecordType.ID] = r.line
		if im.typeLines[r.RecordType.ID] == r.line {
			delete(im.typeLines, r.RecordType.ID)
		}
	case r.ID != "":
		im.forget(im.nodes.index(graph.ID(r.ID)), int32(r.line))
	}
}

// place returns the place of a line in the source, "" if it has none.
func (im *importing) place(line int) string {
	if im.options.Position == nil {
		return ""
	}
	return im.options.Position(line)
}

// forget marks the entity of a line as rejected.
func (im *importing) forget(i, line int32) {
	node := &im.nodes.list[i]
	node.rejected = line
	if node.line == line {
		node.line = 0
	}
}

// count adds n to the numbers of good lines and of unknown fields in the report.
func (im *importing) count(r *row, n int) {
	if im.report.Kinds[r.Kind] += n; im.report.Kinds[r.Kind] == 0 {
		delete(im.report.Kinds, r.Kind)
	}
	for _, field := range r.Unknown {
		im.countUnknown(string(r.Kind)+"."+graph.Truncate(field, 60), n)
	}
}

// MaxUnknown is how many unknown fields a report counts separately, by eye.
const MaxUnknown = 100

func (im *importing) countUnknown(field string, n int) {
	unknown := im.report.Unknown
	if _, counted := unknown[field]; !counted && len(unknown) >= MaxUnknown {
		im.report.Others += n
		return
	}
	if unknown[field] += n; unknown[field] == 0 {
		delete(unknown, field)
	}
}
