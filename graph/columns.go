package graph

import (
	"math"
	"reflect"
	"slices"
	"time"

	"dossier/flat"
)

// Save writes the columns of entities of the kind in the light view, for [Spec.Load].
func (s *Spec) Save(w *flat.Writer, entities []*Common) {
	cut := make([]uint64, len(entities))
	for i, e := range entities {
		cut[i] = e.cut
	}
	flat.Write(w, cut)
	for _, field := range s.Columns(Light) {
		saveColumn(w, &field, entities)
	}
}

// Load reads entities of the kind. Errors are those of the reader.
func (s *Spec) Load(r *flat.Reader, count int) []Entity {
	cut := flat.ReadN[uint64](r, count)
	if r.Err() != nil {
		return nil
	}
	all := s.newAll(count)
	for _, field := range s.Columns(Light) {
		loadColumn(r, &field, all)
	}
	for i, e := range all {
		e.Self().cut = cut[i]
		s.label(e.Self())
	}
	return all
}

// saveColumn writes a field of the entities of a kind.
func saveColumn(w *flat.Writer, f *Field, entities []*Common) {
	at := f.offset
	switch reflect.Zero(reflect.PointerTo(f.Type)).Interface().(type) {
	case *string:
		saveTexts(w, entities, func(e *Common) *string { return fieldAt[string](e, at) })
	case **string:
		saveTexts(w, entities, func(e *Common) *string { return *fieldAt[*string](e, at) })
	case *JSON:
		saveTexts(w, entities, func(e *Common) *string {
			if json := *fieldAt[JSON](e, at); len(json) > 0 {
				text := string(json)
				return &text
			}
			return nil
		})
	case *[]string:
		saveTexts(w, entities, func(e *Common) *string {
			if list := EncodeTexts(*fieldAt[[]string](e, at)); len(list) > 0 {
				text := string(list)
				return &text
			}
			return nil
		})
	case *time.Time:
		saveValues(w, entities, func(e *Common) *time.Time { return fieldAt[time.Time](e, at) }, time.Time.UnixMicro)
	case **time.Time:
		saveValues(w, entities, func(e *Common) *time.Time { return *fieldAt[*time.Time](e, at) }, time.Time.UnixMicro)
	case **int:
		saveValues(w, entities, func(e *Common) *int { return *fieldAt[*int](e, at) }, func(n int) int64 { return int64(n) })
	case **float64:
		saveValues(w, entities, func(e *Common) *float64 { return *fieldAt[*float64](e, at) },
			func(n float64) int64 { return int64(math.Float64bits(n)) })
	case *bool:
		saveValues(w, entities, func(e *Common) *bool { return fieldAt[bool](e, at) }, func(is bool) int64 { return int64(count(is)) })
	default:
		w.Fail(BadInput(f.Name, "a field of type %s cannot be saved", f.Type))
	}
}

// loadColumn reads a field of the entities of a kind.
func loadColumn(r *flat.Reader, f *Field, entities []Entity) {
	at := f.offset
	switch reflect.Zero(reflect.PointerTo(f.Type)).Interface().(type) {
	case *string:
		loadTexts(r, entities, func(e *Common, text *string) { *fieldAt[string](e, at) = *text })
	case **string:
		loadTexts(r, entities, func(e *Common, text *string) { *fieldAt[*string](e, at) = text })
	case *JSON:
		loadTexts(r, entities, func(e *Common, text *string) { *fieldAt[JSON](e, at) = JSON(*text) })
	case *[]string:
		read := map[string][]string{} // entities with the same labels share them
		loadTexts(r, entities, func(e *Common, text *string) {
			list, known := read[*text]
			if !known {
				list, _ = DecodeTexts(*text)
				read[*text] = list
			}
			*fieldAt[[]string](e, at) = list
		})
	case *time.Time:
		loadValues(r, entities, fromMicro, func(e *Common, value *time.Time) { *fieldAt[time.Time](e, at) = *value })
	case **time.Time:
		loadValues(r, entities, fromMicro, func(e *Common, value *time.Time) { *fieldAt[*time.Time](e, at) = value })
	case **int:
		loadValues(r, entities, func(n int64) int { return int(n) }, func(e *Common, value *int) { *fieldAt[*int](e, at) = value })
	case **float64:
		loadValues(r, entities, func(n int64) float64 { return math.Float64frombits(uint64(n)) },
			func(e *Common, value *float64) { *fieldAt[*float64](e, at) = value })
	case *bool:
		loadValues(r, entities, func(n int64) bool { return n != 0 }, func(e *Common, value *bool) { *fieldAt[bool](e, at) = *value })
	default:
		r.Fail("field %s has the type %s", f.Name, f.Type)
	}
}

func fromMicro(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

// saveTexts writes the texts that get returns, nil for none: either each, or the
// number of each in a list of different texts.
func saveTexts(w *flat.Writer, entities []*Common, get func(*Common) *string) {
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
func rowsWith[T any](entities []*Common, get func(*Common) *T) (rows []uint32) {
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
func loadTexts(r *flat.Reader, entities []Entity, set func(*Common, *string)) {
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
func spread[T any](r *flat.Reader, entities []Entity, values []T, rows []uint32, set func(*Common, *T)) {
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
func saveValues[T any](w *flat.Writer, entities []*Common, get func(*Common) *T, number func(T) int64) {
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
func loadValues[T any](r *flat.Reader, entities []Entity, value func(int64) T, set func(*Common, *T)) {
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
