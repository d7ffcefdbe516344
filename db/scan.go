package db

import (
	"fmt"
	"sync"
	"time"

	"dossier/graph"
)

// TimeFormat is the format of times in databases without a type for them. Its
// width is fixed, so that the order of texts is that of times.
const TimeFormat = "2006-01-02T15:04:05.000000Z"

// A shape lists the columns of a kind in a view, and the fields to scan into.
type shape struct {
	spec   *graph.Spec
	view   graph.View
	fields []graph.Field
	list   string // the result of columns
	table  Table
}

// shapeOf returns the shape of a kind in a view. Shapes are shared.
func shapeOf(kind graph.Kind, view graph.View) *shape { return shapes()[view][kind] }

var shapes = sync.OnceValue(func() map[graph.View]map[graph.Kind]*shape {
	made := map[graph.View]map[graph.Kind]*shape{}
	for _, view := range []graph.View{graph.Light, graph.Full} {
		made[view] = map[graph.Kind]*shape{}
		for _, spec := range graph.Kinds {
			made[view][spec.Kind] = newShape(spec, view)
		}
	}
	return made
})

func newShape(spec *graph.Spec, view graph.View) *shape {
	fields := fieldsOf(spec)
	wanted := fields[:0]
	for _, field := range fields {
		if view == graph.Full || field.Light {
			wanted = append(wanted, field)
		}
	}
	made := &shape{spec: spec, view: view, fields: wanted, table: tableOf(spec)}
	made.list = made.columns()
	return made
}

// columns returns the select list for the table named "entity". A text that the
// view truncates is read with one rune more than its limit, which shows whether
// there is more.
func (s *shape) columns() string {
	list := ""
	for i, field := range s.fields {
		if i > 0 {
			list += ", "
		}
		if s.view == graph.Light && field.Limit > 0 {
			list += fmt.Sprintf("substr(entity.%s, 1, %d)", field.Name, field.Limit+1)
		} else {
			list += "entity." + field.Name
		}
	}
	return list
}

// scan reads a row of the shape's columns.
func (s *shape) scan(row Row) (graph.Entity, error) {
	entity := s.spec.New()
	var r reading
	targets := make([]any, len(s.fields))
	for i := range s.fields {
		targets[i] = r.target(s.fields[i].Pointer(entity))
	}
	if err := r.scan(row, s.spec.Table, &entity.Self().ID, targets...); err != nil {
		return nil, fmt.Errorf("read %s: %w", s.spec.Kind, err)
	}
	s.spec.Finish(entity, s.view)
	return entity, nil
}

// target returns the Scan target for a pointer. Times and JSON have types of
// their own in one database, and are text in another.
func target(pointer any) any {
	switch pointer := pointer.(type) {
	case *time.Time:
		return timeTarget(func(t time.Time) { *pointer = t })
	case **time.Time:
		return timeTarget(func(t time.Time) { *pointer = &t })
	case *graph.JSON:
		return jsonTarget{pointer}
	default:
		return pointer
	}
}

type timeTarget func(time.Time)

// Scan implements [database/sql.Scanner].
func (set timeTarget) Scan(value any) error {
	switch value := value.(type) {
	case nil:
	case time.Time:
		set(value.UTC())
	case string:
		parsed, err := time.Parse(TimeFormat, value)
		if err != nil {
			return fmt.Errorf("read time: %w", err)
		}
		set(parsed)
	default:
		return fmt.Errorf("read time: expected a time or text; got %T", value)
	}
	return nil
}

type jsonTarget struct{ into *graph.JSON }

// Scan implements [database/sql.Scanner].
func (t jsonTarget) Scan(value any) (err error) {
	switch value := value.(type) {
	case nil:
		*t.into = nil
	case string:
		*t.into, err = graph.ParseJSON([]byte(value))
	case []byte:
		*t.into, err = graph.ParseJSON(value)
	default:
		err = fmt.Errorf("read JSON: expected text; got %T", value)
	}
	return err
}

// scanEdge reads a row of [edgeColumns].
func scanEdge(row Row) (edge graph.Edge, err error) {
	var r reading
	err = r.scan(row, edges.Name, &edge.ID, &edge.ID, &edge.ProjectID, &edge.Src.ID, &edge.Src.Kind, &edge.Rel,
		&edge.Dst.ID, &edge.Dst.Kind, r.target(&edge.Props), &edge.Deleted)
	if err != nil {
		return edge, fmt.Errorf("read edge: %w", err)
	}
	return edge.Canonical(), nil
}

// edgeColumns are the columns of an edge in the table named "edge".
const edgeColumns = "edge.id, edge.project_id, edge.src_id, edge.src_kind, edge.rel, edge.dst_id, edge.dst_kind, edge.props, edge.deleted"
