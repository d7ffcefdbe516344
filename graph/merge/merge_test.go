package merge_test

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/merge"
)

var now = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// entityOf returns an entity with a value in a field, or in none if the value is nil.
func entityOf(spec *graph.Spec, field *graph.Field, value any) graph.Entity {
	e := spec.New()
	e.Self().ID, e.Self().ProjectID = graph.ID("one"), graph.ID("p")
	*spec.Field(spec.Label).Pointer(e).(*string) = "A label"
	if value != nil {
		into := reflect.ValueOf(field.Pointer(e)).Elem()
		if into.Kind() == reflect.Pointer {
			into.Set(reflect.New(into.Type().Elem()))
			into = into.Elem()
		}
		into.Set(reflect.ValueOf(value).Convert(into.Type()))
	}
	return e
}

// lineOf returns a line that has one field.
func lineOf(spec *graph.Spec, field *graph.Field, value any) *merge.Line {
	at := slices.IndexFunc(spec.Fields, func(f graph.Field) bool { return f.Name == field.Name })
	return &merge.Line{Entity: entityOf(spec, field, value), Draft: graph.Draft{Given: 1 << at}}
}

// twoValues returns two values for a field, nil if its type has none.
func twoValues(field *graph.Field) []any {
	typ := field.Type
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch {
	case typ == reflect.TypeFor[time.Time]():
		return []any{now, now.AddDate(0, 0, 1)}
	case typ.Kind() == reflect.String:
		return []any{"one", "two"}
	case typ.Kind() == reflect.Int:
		return []any{1, 2}
	case typ.Kind() == reflect.Float64:
		return []any{.25, .5}
	case typ.Kind() == reflect.Bool:
		return []any{true, false} // false is as good as no value
	}
	return nil
}

// TestThreeWays checks for every column of every kind what becomes of it, by what the
// source had, what is stored, and what the source has.
func TestThreeWays(t *testing.T) {
	tested := 0
	for _, spec := range graph.Kinds {
		for i := range spec.Fields {
			field := &spec.Fields[i]
			values := twoValues(field)
			if values == nil || !field.Column || !field.Input || field.IsMerged() || slices.Contains(always, field.Name) {
				continue
			}
			tested++
			a, b := values[0], values[1]
			for _, test := range []struct {
				name               string
				had, stored, has   any
				ours, theirs       any // what it becomes if the one or the other wins
				conflict, keptOurs bool
			}{
				{"nothing changed", a, a, a, a, a, false, false},
				{"the source changed it", a, a, b, b, b, false, false},
				{"it was changed here", a, b, a, b, b, false, true},
				{"both changed it alike", a, b, b, b, b, false, false},
				{"both changed it", b, a, "third", a, "third", true, true},
				{"both have it from the start", nil, a, a, a, a, false, false},
				{"only the source has it", nil, nil, a, a, a, false, false},
				{"each has its own from the start", nil, a, b, a, b, true, true},
			} {
				if _, isText := a.(string); test.has == "third" && !isText {
					continue // few types have a third value
				}
				if test.stored == nil && field.Name == spec.Label {
					continue // an entity always has one
				}
				var base *merge.Base
				if test.had != nil {
					base = lineOf(spec, field, test.had).Base(nil)
				}
				for onConflict, want := range map[graph.OnConflict]any{graph.OursWins: test.ours, graph.SourceWins: test.theirs} {
					stored := entityOf(spec, field, test.stored)
					got := lineOf(spec, field, test.has).Into(stored, base, onConflict, now)
					wanted := field.Value(entityOf(spec, field, want))
					kept := test.keptOurs && (!test.conflict || onConflict == graph.OursWins)
					name := fmt.Sprintf("%s of a %s, %s, %s wins", field.Name, spec.Kind, test.name, onConflict)
					if value := field.Value(got.Entity); !equal(value, wanted) || got.Kept != kept || len(got.Conflicts) > 0 != test.conflict {
						t.Errorf("%s: %v, kept %t, conflicts %v; want %v, kept %t, a conflict %t", name, value, got.Kept, got.Conflicts, wanted, kept,
							test.conflict)
					}
					if !equal(field.Value(stored), field.Value(entityOf(spec, field, test.stored))) {
						t.Errorf("%s: the stored entity was changed", name)
					}
				}
			}
		}
	}
	if tested < 50 {
		t.Errorf("only %d columns are tested", tested)
	}
}

// always are the columns that are taken from the source without a comparison, or that
// are no part of a merge.
var always = []string{"id", "project_id", "external_id", "created_at", "updated_at"}

func equal(a, b any) bool {
	if at, is := a.(time.Time); is {
		other, is := b.(time.Time)
		return is && at.Equal(other)
	}
	return reflect.DeepEqual(a, b)
}

// TestAbsentFields checks that a line says nothing about fields that it lacks, unless it
// has all that the source has.
func TestAbsentFields(t *testing.T) {
	spec := graph.SpecOf(graph.KindTask)
	due := spec.Field("due_at")
	base := lineOf(spec, due, now).Base(nil)
	stored := entityOf(spec, due, now)
	for _, complete := range []bool{false, true} {
		line := lineOf(spec, spec.Field("title"), "A label")
		if complete {
			line.Complete(base)
		}
		got := line.Into(stored, base, graph.SourceWins, now).Entity.(*graph.Task)
		if (got.DueAt == nil) != complete {
			t.Errorf("a complete line: %t; due at %v", complete, got.DueAt)
		}
	}
}

// keys are those of props, and texts are the values that they may have.
var (
	keys  = []string{"a", "b", "c"}
	texts = []string{"null", "1", `"x"`}
)

// props draws an object, with null for keys of which texts has it.
func props(t *rapid.T, name string, texts []string) graph.JSON {
	var members []string
	for _, key := range keys {
		if at := rapid.IntRange(-1, len(texts)-1).Draw(t, name+" "+key); at >= 0 {
			members = append(members, fmt.Sprintf("%q:%s", key, texts[at]))
		}
	}
	return graph.JSON("{" + strings.Join(members, ",") + "}")
}

// drawLine draws a line of a task.
func drawLine(t *rapid.T, name string) *merge.Line {
	spec := graph.SpecOf(graph.KindTask)
	task := &graph.Task{}
	task.Kind, task.ID, task.ProjectID = graph.KindTask, graph.ID("one"), graph.ID("p")
	line := &merge.Line{Entity: task}
	give := func(column string) bool {
		given := rapid.Bool().Draw(t, name+" has "+column)
		if given {
			line.Given |= 1 << slices.IndexFunc(spec.Fields, func(f graph.Field) bool { return f.Name == column })
		}
		return given
	}
	give("title")
	task.Title = rapid.SampledFrom([]string{"A", "B"}).Draw(t, name+" title")
	if give("priority") {
		task.Priority = rapid.SampledFrom([]*int{nil, new(1), new(2)}).Draw(t, name+" priority")
	}
	if give("labels") {
		task.Labels = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 3, rapid.ID).Draw(t, name+" labels")
	}
	if give("props") {
		task.Props = props(t, name, texts)
		for _, key := range keys {
			if string(task.Props) != "" && strings.Contains(string(task.Props), `"`+key+`":null`) {
				line.Cleared = append(line.Cleared, key)
			}
		}
	}
	return line
}

// drawStored draws a task as it is stored, without null.
func drawStored(t *rapid.T, name string) *graph.Task {
	task := drawLine(t, name).Entity.(*graph.Task)
	task.Props = props(t, name, texts[1:])
	return task
}

// TestImportsOfTheSameLine checks that a line changes nothing when it is imported again,
// whatever happened before, and that what was written here in between remains.
func TestImportsOfTheSameLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, line := drawLine(t, "before"), drawLine(t, "line")
		stored, onConflict := drawStored(t, "stored"), rapid.SampledFrom([]graph.OnConflict{graph.SourceWins, graph.OursWins}).Draw(t, "wins")
		var base *merge.Base
		if rapid.Bool().Draw(t, "imported before") {
			base = before.Base(nil)
		}
		first := line.Into(stored, base, onConflict, now)
		after := line.Base(base)
		for key, value := range first.Entity.Self().Props.Object() {
			if value == nil {
				t.Fatalf("%q of props is stored as null", key)
			}
		}
		if !line.Same(after) {
			t.Fatal("the line differs from what the source has according to it")
		}
		again := line.Into(first.Entity, after, onConflict, now)
		if len(again.Conflicts) > 0 || !sameContent(again.Entity, first.Entity) {
			t.Fatalf("again: %+v, conflicts %v; first %+v", again.Entity, again.Conflicts, first.Entity)
		}
		here := drawStored(t, "here")
		here.Title = "written here"
		kept := line.Into(here, after, onConflict, now)
		if len(kept.Conflicts) > 0 || !sameContent(kept.Entity, here) {
			t.Fatalf("what was written here: %+v, conflicts %v; want %+v", kept.Entity, kept.Conflicts, here)
		}
	})
}

// sameContent reports whether tasks have the same fields that lines here have.
func sameContent(x, y graph.Entity) bool {
	a, b := x.(*graph.Task), y.(*graph.Task)
	return a.Title == b.Title && equal(a.Priority, b.Priority) && maps.Equal(a.Props.Object(), b.Props.Object()) &&
		slices.Equal(slices.Sorted(slices.Values(a.Labels)), slices.Sorted(slices.Values(b.Labels)))
}

// TestLabels checks that labels are merged one by one.
func TestLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := func(name string) []string {
			return rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 3, rapid.ID).Draw(t, name)
		}
		had, ours, theirs := some("had"), some("ours"), some("theirs")
		lineWith := func(labels []string) *merge.Line {
			spec := graph.SpecOf(graph.KindTask)
			line := lineOf(spec, spec.Field("labels"), nil)
			line.Entity.Self().Labels = labels
			return line
		}
		stored := lineWith(ours).Entity
		got := lineWith(theirs).Into(stored, lineWith(had).Base(nil), graph.SourceWins, now).Entity.Self().Labels
		for _, label := range []string{"x", "y", "z"} {
			want := slices.Contains(ours, label)
			if slices.Contains(theirs, label) != slices.Contains(had, label) { // the source added or removed it
				want = slices.Contains(theirs, label)
			}
			if slices.Contains(got, label) != want {
				t.Fatalf("%q: had %q, ours %q, theirs %q: got %q", label, had, ours, theirs, got)
			}
		}
	})
}

// FuzzParse checks that the stored form of a base, whatever bytes it is, is read as
// nothing or as a base that is stored and read again as the same.
func FuzzParse(f *testing.F) {
	spec := graph.SpecOf(graph.KindTask)
	base := lineOf(spec, spec.Field("title"), "A").Base(nil)
	base.Row = merge.Differs
	f.Add(base.Stored())
	f.Add([]byte{})
	f.Add(append(bytes.Clone(merge.Differs), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1))
	f.Fuzz(func(t *testing.T, stored []byte) {
		base := merge.Parse(stored)
		if base == nil {
			return
		}
		again := merge.Parse(base.Stored())
		if again == nil || !reflect.DeepEqual(again, base) {
			t.Errorf("%x is read as %v, and as %v after it was stored again", stored, base, again)
		}
	})
}
