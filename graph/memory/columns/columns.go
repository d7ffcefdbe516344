// Package columns saves the light views of entities of a kind in columns, and loads them.
package columns

import (
	"math"
	"reflect"
	"slices"
	"time"

	"dossier/flat"
	"dossier/graph"
)

// Save writes the columns of entities of a kind in the light view, for [Load].
func Save(w *flat.Writer, spec *graph.Spec, entities []*graph.Common) {
	cut := make([]uint64, len(entities))
	for i, e := range entities {
		cut[i] = e.CutBits()
	}
	flat.Write(w, cut)
	for _, field := range spec.Columns(graph.Light) {
		saveColumn(w, &field, entities)
	}
}

// Load reads entities of a kind. Errors are those of the reader.
func Load(r *flat.Reader, spec *graph.Spec, count int) []graph.Entity {
	cut := flat.ReadN[uint64](r, count)
	if r.Err() != nil {
		return nil
	}
	all := spec.NewAll(count)
	for _, field := range spec.Columns(graph.Light) {
		loadColumn(r, &field, all)
	}
	for i, e := range all {
		spec.Complete(e.Self(), cut[i])
	}
	return all
}

// saveColumn writes a field of the entities of a kind.
func saveColumn(w *flat.Writer, f *graph.Field, entities []*graph.Common) {
	switch reflect.Zero(reflect.PointerTo(f.Type)).Interface().(type) {
	case *string:
		saveTexts(w, entities, func(e *graph.Common) *string { return graph.At[string](f, e) })
	case **string:
		saveTexts(w, entities, func(e *graph.Common) *string { return *graph.At[*string](f, e) })
	case *graph.JSON:
		saveTexts(w, entities, func(e *graph.Common) *string {
			if json := *graph.At[graph.JSON](f, e); len(json) > 0 {
				text := string(json)
				return &text
			}
			return nil
		})
	case *[]string:
		saveTexts(w, entities, func(e *graph.Common) *string {
			if list := graph.EncodeTexts(*graph.At[[]string](f, e)); len(list) > 0 {
				text := string(list)
				return &text
			}
			return nil
		})
	case *time.Time:
		saveValues(w, entities, func(e *graph.Common) *time.Time { return graph.At[time.Time](f, e) }, time.Time.UnixMicro)
	case **time.Time:
		saveValues(w, entities, func(e *graph.Common) *time.Time { return *graph.At[*time.Time](f, e) }, time.Time.UnixMicro)
	case **int:
		saveValues(w, entities, func(e *graph.Common) *int { return *graph.At[*int](f, e) }, func(n int) int64 { return int64(n) })
	case **float64:
		saveValues(w, entities, func(e *graph.Common) *float64 { return *graph.At[*float64](f, e) },
			func(n float64) int64 { return int64(math.Float64bits(n)) })
	case *bool:
		saveValues(w, entities, func(e *graph.Common) *bool { return graph.At[bool](f, e) }, bit)
	default:
		w.Fail(graph.BadInput(f.Name, "a field of type %s cannot be saved", f.Type))
	}
}

// loadColumn reads a field of the entities of a kind.
func loadColumn(r *flat.Reader, f *graph.Field, entities []graph.Entity) {
	switch reflect.Zero(reflect.PointerTo(f.Type)).Interface().(type) {
	case *string:
		loadTexts(r, entities, func(e *graph.Common, text *string) { *graph.At[string](f, e) = *text })
	case **string:
		loadTexts(r, entities, func(e *graph.Common, text *string) { *graph.At[*string](f, e) = text })
	case *graph.JSON:
		loadTexts(r, entities, func(e *graph.Common, text *string) { *graph.At[graph.JSON](f, e) = graph.JSON(*text) })
	case *[]string:
		read := map[string][]string{} // entities with the same labels share them
		loadTexts(r, entities, func(e *graph.Common, text *string) {
			list, known := read[*text]
			if !known {
				list, _ = graph.DecodeTexts(*text)
				read[*text] = list
			}
			*graph.At[[]string](f, e) = list
		})
	case *time.Time:
		loadValues(r, entities, fromMicro, func(e *graph.Common, value *time.Time) { *graph.At[time.Time](f, e) = *value })
	case **time.Time:
		loadValues(r, entities, fromMicro, func(e *graph.Common, value *time.Time) { *graph.At[*time.Time](f, e) = value })
	case **int:
		loadValues(r, entities, func(n int64) int { return int(n) }, func(e *graph.Common, value *int) { *graph.At[*int](f, e) = value })
	case **float64:
		loadValues(r, entities, func(n int64) float64 { return math.Float64frombits(uint64(n)) },
			func(e *graph.Common, value *float64) { *graph.At[*float64](f, e) = value })
	case *bool:
		loadValues(r, entities, func(n int64) bool { return n != 0 }, func(e *graph.Common, value *bool) { *graph.At[bool](f, e) = *value })
	default:
		r.Fail("field %s has the type %s", f.Name, f.Type)
	}
}

// bit returns 1 for true.
func bit(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func fromMicro(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

// saveTexts writes the texts that get returns, nil for none: either each, or the
// number of each in a list of different texts.
func saveTexts(w *flat.Writer, entities []*graph.Common, get func(*graph.Common) *string) {
	shared := flat.NewNumbered[string, uint32]()
	numbers := make([]uint32, 0, len(entities))
	for _, e := range entities {
		text := get(e)
		if text == nil {
			numbers = append(numbers, 0)
			continue
		}
		if numbers = append(numbers, shared.Number(*text)+1); len(shared.Values) > fewTexts {
			break
		}
	}
	if len(shared.Values) <= fewTexts {
		flat.WriteStrings(w, slices.Values(shared.Values))
		if len(shared.Values) == 0 {
			numbers = nil
		}
		flat.Write(w, numbers)
		return
	}
	flat.WriteStrings(w, func(yield func(string) bool) {
		for _, e := range entities {
			if text := get(e); text != nil && !yield(*text) {
				return
			}
		}
	})
	flat.Write(w, rowsWith(entities, get))
}

// fewTexts is the number of different texts up to which entities share them.
// More than that are in as many entities. By eye: the states and types of a kind
// are dozens.
const fewTexts = 1000

// rowsWith returns the indexes of the entities that have a value, none if all
// have.
func rowsWith[T any](entities []*graph.Common, get func(*graph.Common) *T) (rows []uint32) {
	for i, e := range entities {
		if get(e) != nil {
			rows = append(rows, uint32(i))
		}
	}
	if len(rows) == len(entities) {
		return nil
	}
	return rows
}

// loadTexts reads texts, and sets those that are not nil.
func loadTexts(r *flat.Reader, entities []graph.Entity, set func(*graph.Common, *string)) {
	texts := flat.ReadStrings(r)
	numbers := flat.Read[uint32](r)
	if r.Err() != nil {
		return
	}
	if len(texts) > fewTexts {
		spread(r, entities, texts, numbers, set)
		return
	}
	for i, number := range numbers {
		if number != 0 {
			set(entities[i].Self(), &texts[number-1])
		}
	}
}

// spread sets a value in each of the entities with the indexes rows, or in all
// if there are none.
func spread[T any](r *flat.Reader, entities []graph.Entity, values []T, rows []uint32, set func(*graph.Common, *T)) {
	switch {
	case len(rows) == len(values):
		for i, row := range rows {
			set(entities[row].Self(), &values[i])
		}
	case len(rows) == 0 && len(values) == len(entities):
		for i, e := range entities {
			set(e.Self(), &values[i])
		}
	default:
		r.Fail("%d values; expected %d", len(values), len(rows))
	}
}

// saveValues writes the values that get returns, nil for none, as numbers.
func saveValues[T any](w *flat.Writer, entities []*graph.Common, get func(*graph.Common) *T, number func(T) int64) {
	var numbers []int64
	for _, e := range entities {
		if value := get(e); value != nil {
			numbers = append(numbers, number(*value))
		}
	}
	flat.Write(w, numbers)
	flat.Write(w, rowsWith(entities, get))
}

// loadValues reads values, and sets those that are not nil.
func loadValues[T any](r *flat.Reader, entities []graph.Entity, value func(int64) T, set func(*graph.Common, *T)) {
	numbers := flat.Read[int64](r)
	rows := flat.Read[uint32](r)
	if r.Err() != nil {
		return
	}
	values := make([]T, len(numbers))
	for i, number := range numbers {
		values[i] = value(number)
	}
	spread(r, entities, values, rows, set)
}
