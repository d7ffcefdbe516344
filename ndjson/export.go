package ndjson

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
)

// An Exporter is the part of query.Store that an export needs.
type Exporter interface {
	// Export passes the rows of projects to a sink, those of all if ids is nil.
	Export(ctx context.Context, projectIDs []string, sink graph.Sink) error
}

// Export writes the given projects as NDJSON, or all that the actor may read if
// projectIDs is nil. The same rows produce the same bytes: lines are in the
// order of the store contract, members in that of the kind's fields. Nulls are
// omitted.
func Export(ctx context.Context, store Exporter, projectIDs []string, out io.Writer) error {
	ex := &exporting{out: bufio.NewWriterSize(out, 64<<10), names: map[string]string{}}
	sink := graph.Sink{RecordType: ex.recordType, Entity: ex.entity, Edge: ex.edge}
	if err := store.Export(ctx, projectIDs, sink); err != nil {
		return err
	}
	if err := ex.out.Flush(); err != nil {
		return fmt.Errorf("write export: %w", err)
	}
	return nil
}

// exporting is an export under way.
type exporting struct {
	out   *bufio.Writer
	names map[string]string // external ids of the project's entities by id
}

// A member is a name and a value of a line.
type member struct {
	name  string
	value any // nil for an omitted member
}

func (ex *exporting) recordType(t graph.RecordType) error {
	if t.Fields == nil {
		t.Fields = []graph.RecordField{}
	}
	line := []member{{"id", t.ID}, {"name", t.Name}, {"icon", nil}, {"fields", t.Fields}}
	if t.Icon != "" {
		line[2].value = t.Icon
	}
	return ex.line(graph.KindRecordType, line)
}

func (ex *exporting) entity(e graph.Entity) error {
	self := e.Self()
	if self.Kind == graph.KindProject {
		clear(ex.names)
	}
	named := hasName(self)
	if named {
		ex.names[self.ID] = *self.ExternalID
	}
	spec := self.Spec()
	line := make([]member, 0, len(spec.Fields))
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if !rows.IsInput(field) || field.Name == "props" || named && field.Name == "external_id" {
			continue
		}
		line = append(line, member{field.Name, ex.value(field, e)})
	}
	return ex.line(self.Kind, append(line, props(self.Props)))
}

// hasName reports whether an import computes the same id from the external id.
func hasName(self *graph.Common) bool {
	name := self.ExternalID
	return name != nil && !graph.IsUUID(*name) && graph.ID(*name) == self.ID
}

func (ex *exporting) value(field *graph.Field, e graph.Entity) any {
	value := field.Value(e)
	if id, ok := value.(string); ok && rows.IsReference(field) {
		return ex.name(id)
	}
	return value
}

// name returns the id of an entity as lines contain it.
func (ex *exporting) name(id string) string {
	if name, ok := ex.names[id]; ok {
		return name
	}
	return id
}

func (ex *exporting) edge(e graph.Edge) error {
	return ex.line(graph.KindEdge, []member{
		{"rel", string(e.Rel)}, {"src_id", ex.name(e.Src.ID)}, {"dst_id", ex.name(e.Dst.ID)}, props(e.Props),
	})
}

// props returns the member for props, which lines omit if they are empty.
func props(value graph.JSON) member {
	if len(value) == 0 || string(value) == "{}" {
		return member{"props", nil}
	}
	return member{"props", value}
}

func (ex *exporting) line(kind graph.Kind, members []member) error {
	line := []byte(`{"kind":"` + string(kind) + `"`)
	for _, member := range members {
		if at, ok := member.value.(time.Time); ok {
			member.value = at.UTC().Format(time.RFC3339Nano)
		}
		value, err := graph.NewJSON(member.value)
		if err != nil {
			return fmt.Errorf("write %s: %w", kind, err)
		}
		if value == nil {
			continue
		}
		line = append(append(line, `,"`+member.name+`":`...), value...)
	}
	if _, err := ex.out.Write(append(line, "}\n"...)); err != nil {
		return fmt.Errorf("write export: %w", err)
	}
	return nil
}
