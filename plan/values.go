package plan

import (
	"reflect"
)

// nullNotAllowed is gqlgen's text for a nil that the schema does not allow.
const nullNotAllowed = "the requested element is null which the schema does not allow"

// A value writes Go values as a type of the schema. For null it only returns
// false.
type value interface {
	write(w *walk, v reflect.Value) bool
}

// null returns false. It adds an error if a value is required.
func null(w *walk, required bool) bool {
	if required {
		w.fail(nullNotAllowed)
	}
	return false
}

// A leaf is a scalar or an enum.
type leaf struct {
	text     write
	required bool
}

func (l *leaf) write(w *walk, v reflect.Value) (there bool) {
	if w.text, there = l.text(w.text, v); !there {
		return null(w, l.required)
	}
	return true
}

// A list is a list of values.
type list struct {
	elem                   value
	required, elemRequired bool
	leaves                 bool // the elements are scalars, whose errors have no index
}

func (l *list) write(w *walk, v reflect.Value) bool {
	if v.IsNil() && !l.required {
		return false
	}
	start, gaps, whole := len(w.text), len(w.open.gaps), true
	w.text = append(w.text, '[')
	for i := range v.Len() {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		whole = l.element(w, v, i) && whole
	}
	if !whole {
		w.cut(start, gaps)
		return false
	}
	w.text = append(w.text, ']')
	return true
}

// element writes element i, and reports whether the schema allows it.
func (l *list) element(w *walk, v reflect.Value, i int) bool {
	if !l.leaves {
		w.path = append(w.path, pathElement{index: i})
		defer w.leave()
	}
	if l.elem.write(w, v.Index(i)) {
		return true
	}
	w.text = append(w.text, "null"...)
	return !l.elemRequired
}

// objects writes the values of an object type, by a step for each field.
type objects struct {
	number   int
	steps    []*step
	required bool
}

func (o *objects) write(w *walk, v reflect.Value) bool {
	v = addressable(v)
	if !v.IsValid() {
		return null(w, o.required)
	}
	w.visit()
	w.written[o.number]++
	start, gaps, whole := len(w.text), len(w.open.gaps), true
	w.text = append(w.text, '{')
	for i, s := range o.steps {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.text = append(w.text, s.key...)
		whole = w.step(s, v) && whole
	}
	if !whole {
		w.cut(start, gaps)
		return false
	}
	w.text = append(w.text, '}')
	return true
}

// addressable returns the struct that v is or points to as an addressable
// value, so that its methods can be called. It returns the zero Value for nil.
func addressable(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Pointer {
		return v.Elem()
	}
	if v.CanAddr() {
		return v
	}
	copied := reflect.New(v.Type()).Elem()
	copied.Set(v)
	return copied
}

// An abstract is a value of an interface or union.
type abstract struct {
	byType   map[reflect.Type]*objects
	sets     []*objects // those of byType, in the order of the schema
	required bool
}

func (a *abstract) write(w *walk, v reflect.Value) bool {
	if v.IsNil() {
		return null(w, a.required)
	}
	return a.byType[v.Elem().Type()].write(w, v.Elem())
}
