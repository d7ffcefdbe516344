package schema

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/db/engine"
	"dossier/graph"
)

// A Shape lists the columns of a kind in a view, and the fields to scan into.
type Shape struct {
	Spec    *graph.Spec
	view    graph.View
	fields  []*column
	Columns string // the select list
	Table   engine.Table
}

// A column is the field of a column, and how a view selects it.
type column struct {
	graph.Field
	selected string
}

// ShapeOf returns the shape of a kind in a view. Shapes are shared.
func ShapeOf(kind graph.Kind, view graph.View) *Shape { return shapes()[view][kind] }

var shapes = sync.OnceValue(func() map[graph.View]map[graph.Kind]*Shape {
	made := map[graph.View]map[graph.Kind]*Shape{}
	for _, view := range []graph.View{graph.Light, graph.Full} {
		made[view] = map[graph.Kind]*Shape{}
		for _, spec := range graph.Kinds {
			made[view][spec.Kind] = newShape(spec, view)
		}
	}
	return made
})

func newShape(spec *graph.Spec, view graph.View) *Shape {
	made := &Shape{Spec: spec, view: view, Table: TableOf(spec)}
	for _, field := range fieldsOf(spec) {
		if view == graph.Full || field.Light {
			made.fields = append(made.fields, &column{field, selected(field, view)})
		}
	}
	made.Columns = made.list()
	return made
}

// Only returns the shape with fewer columns: those of the id and the project, and
// the given ones.
func (s *Shape) Only(columns []string) *Shape {
	made := &Shape{Spec: s.Spec, view: s.view, Table: s.Table, fields: make([]*column, 0, len(columns)+2)}
	for _, field := range s.fields {
		if field.Name == "id" || field.Name == "project_id" || slices.Contains(columns, field.Name) {
			made.fields = append(made.fields, field)
		}
	}
	made.Columns = made.list()
	return made
}

// selected returns the expression for a field of the table named "entity". A
// text that the view truncates is read with one rune more than its limit, which
// shows whether there is more.
func selected(field graph.Field, view graph.View) string {
	if view == graph.Light && field.Limit > 0 {
		return fmt.Sprintf("substr(entity.%s, 1, %d)", field.Name, field.Limit+1)
	}
	return "entity." + field.Name
}

// list returns the select list.
func (s *Shape) list() string {
	list := make([]string, len(s.fields))
	for i, field := range s.fields {
		list[i] = field.selected
	}
	return strings.Join(list, ", ")
}

// A Scanner scans the rows of one query into entities of a shape. It uses
// its Scan targets again for each row.
type Scanner struct {
	*Shape
	reading   Reading
	targets   []any // those before the columns of the shape come first
	converted []converted
}

// Scanner returns a scanner of rows that have the columns of the shape after
// those that are scanned into first.
func (s *Shape) Scanner(first ...any) *Scanner {
	return &Scanner{Shape: s, targets: append(first, make([]any, len(s.fields))...), converted: make([]converted, len(s.fields))}
}

// Scan reads a row.
func (s *Scanner) Scan(row engine.Row) (graph.Entity, error) {
	entity := s.Spec.New()
	s.reading.errs = nil
	own := s.targets[len(s.targets)-len(s.fields):]
	for i := range s.fields {
		own[i] = s.fields[i].Pointer(entity)
		if isConverted(own[i]) {
			s.converted[i] = converted{own[i], &s.reading}
			own[i] = &s.converted[i]
		}
	}
	if err := s.reading.Scan(row, s.Spec.Table, &entity.Self().ID, s.targets...); err != nil {
		return nil, fmt.Errorf("read %s: %w", s.Spec.Kind, err)
	}
	s.Spec.Finish(entity, s.view)
	return entity, nil
}

// Target returns the Scan target for a pointer.
func Target(pointer any) any {
	if isConverted(pointer) {
		return &converted{pointer: pointer}
	}
	return pointer
}

// isConverted reports whether a pointer needs a [converted] as Scan target.
func isConverted(pointer any) bool {
	switch pointer.(type) {
	case *time.Time, **time.Time, *graph.JSON, *[]string:
		return true
	}
	return false
}

// A converted is the Scan target for a pointer to a time, JSON or a list of texts. These have
// types of their own in one database, and are text in another.
type converted struct {
	pointer any
	reading *Reading // collects errors; nil if Scan returns them
}

// Scan implements [database/sql.Scanner].
func (c *converted) Scan(value any) error {
	err := c.set(value)
	if err != nil && c.reading != nil {
		c.reading.errs = append(c.reading.errs, err)
		return nil
	}
	return err
}

func (c *converted) set(value any) error {
	switch into := c.pointer.(type) {
	case *graph.JSON:
		return setJSON(into, value)
	case *[]string:
		return setTexts(into, value)
	}
	switch value := value.(type) {
	case nil:
	case time.Time:
		c.SetTime(value)
	case string:
		parsed, err := parseTime(value)
		if err != nil {
			return fmt.Errorf("read time: %w", err)
		}
		c.SetTime(parsed)
	default:
		return fmt.Errorf("read time: expected a time or text; got %T", value)
	}
	return nil
}

// parseTime returns a time in [TimeFormat], in a fifth of the time that package
// time takes for formats other than its own.
func parseTime(text string) (time.Time, error) {
	if len(text) == len(engine.TimeFormat) && text[len(text)-1] == 'Z' {
		if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return t, nil
		}
	}
	return time.Parse(engine.TimeFormat, text)
}

// SetTime implements [engine.TimeTarget]. It panics if the pointer is to JSON.
func (c *converted) SetTime(t time.Time) {
	t = t.UTC()
	switch pointer := c.pointer.(type) {
	case *time.Time:
		*pointer = t
	case **time.Time:
		*pointer = c.reading.keep(t)
	default:
		panic(fmt.Sprintf("a time for %T", pointer))
	}
}

func setJSON(into *graph.JSON, value any) (err error) {
	switch value := value.(type) {
	case nil:
		*into = nil
	case string:
		*into, err = graph.ParseJSON([]byte(value))
	case []byte:
		*into, err = graph.ParseJSON(value)
	default:
		err = fmt.Errorf("read JSON: expected text; got %T", value)
	}
	return err
}

// setTexts sets a list of texts to the value of a column with JSON.
func setTexts(into *[]string, value any) error {
	var list graph.JSON
	if err := setJSON(&list, value); err != nil {
		return err
	}
	texts, err := graph.DecodeTexts(string(list))
	*into = texts
	return err
}
