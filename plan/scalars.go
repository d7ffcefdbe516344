package plan

import (
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// A write appends the leaf v to text. It reports false if v is null.
type write func(text []byte, v reflect.Value) (longer []byte, there bool)

var (
	marshalerType = reflect.TypeFor[graphql.Marshaler]()
	timeType      = reflect.TypeFor[time.Time]()
	stringType    = reflect.TypeFor[string]()
)

// leafOf returns the function that writes scalars and enums of type t, or nil.
func leafOf(t reflect.Type) write {
	switch {
	case t.Kind() == reflect.Pointer:
		return pointerTo(leafOf(t.Elem()))
	case t.Implements(marshalerType):
		return marshaled
	case t == timeType:
		return writeTime
	}
	switch t.Kind() {
	case reflect.String:
		return func(text []byte, v reflect.Value) ([]byte, bool) { return appendString(text, v.String()), true }
	case reflect.Bool:
		return func(text []byte, v reflect.Value) ([]byte, bool) { return strconv.AppendBool(text, v.Bool()), true }
	case reflect.Int, reflect.Int64, reflect.Int32:
		return func(text []byte, v reflect.Value) ([]byte, bool) { return strconv.AppendInt(text, v.Int(), 10), true }
	case reflect.Float64:
		return writeFloat
	default:
		return nil
	}
}

func pointerTo(elem write) write {
	if elem == nil {
		return nil
	}
	return func(text []byte, v reflect.Value) ([]byte, bool) {
		if v.IsNil() {
			return text, false
		}
		return elem(text, v.Elem())
	}
}

// enum returns the function that writes an enum that is bound to string.
func enum(name string, named func(enum, value string) string) write {
	return func(text []byte, v reflect.Value) ([]byte, bool) {
		value := named(name, v.String())
		if value == "" {
			return text, false
		}
		return appendString(text, value), true
	}
}

// An appender is an [io.Writer] to a text.
type appender struct{ text []byte }

func (a *appender) Write(more []byte) (int, error) {
	a.text = append(a.text, more...)
	return len(more), nil
}

// WriteString implements [io.StringWriter].
func (a *appender) WriteString(more string) (int, error) {
	a.text = append(a.text, more...)
	return len(more), nil
}

func marshaled(text []byte, v reflect.Value) ([]byte, bool) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return text, false
	}
	out := appender{text}
	v.Interface().(graphql.Marshaler).MarshalGQL(&out)
	return out.text, true
}

// writeTime writes a time as gqlgen does: the zero time is null.
func writeTime(text []byte, v reflect.Value) ([]byte, bool) {
	t := timeOf(v)
	if t.IsZero() {
		return text, false
	}
	text = append(text, '"')
	text = t.AppendFormat(text, time.RFC3339Nano)
	return append(text, '"'), true
}

func timeOf(v reflect.Value) time.Time {
	if v.CanAddr() { // avoids a copy on the heap
		return *v.Addr().Interface().(*time.Time)
	}
	return v.Interface().(time.Time)
}

// writeFloat writes a number as fmt's %g does. JSON lacks infinities and NaN:
// they are null.
func writeFloat(text []byte, v reflect.Value) ([]byte, bool) {
	f := v.Float()
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return text, false
	}
	return strconv.AppendFloat(text, f, 'g', -1, 64), true
}

const hexadecimal = "0123456789ABCDEF"

// appendString writes a text as gqlgen does.
func appendString(text []byte, s string) []byte {
	text = append(text, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '\\' && c != '"' {
			continue
		}
		text = append(text, s[start:i]...)
		start = i + 1
		switch c {
		case '\t':
			text = append(text, `\t`...)
		case '\r':
			text = append(text, `\r`...)
		case '\n':
			text = append(text, `\n`...)
		case '\\', '"':
			text = append(text, '\\', c)
		default:
			text = append(text, `\u00`...)
			text = append(text, hexadecimal[c>>4], hexadecimal[c&0xf])
		}
	}
	text = append(text, s[start:]...)
	return append(text, '"')
}
