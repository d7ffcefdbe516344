package graph

import (
	"reflect"
	"time"
	"unsafe"
)

// Pointer returns a pointer to the field in e, for scanning: *string, **string,
// *time.Time, **time.Time, **int, **float64, *bool, *[]string or *[JSON].
func (f *Field) Pointer(e Entity) any {
	if f.pointer == nil {
		return reflect.ValueOf(e).Elem().FieldByIndex(f.index).Addr().Interface()
	}
	return f.pointer(e.Self(), f.offset)
}

// Value returns the value of the field in e: nil, string, time.Time, int,
// float64, bool or [JSON], which a list of texts is, too.
func (f *Field) Value(e Entity) any {
	switch at := f.Pointer(e).(type) {
	case *string:
		return *at
	case **string:
		return present(*at)
	case **int:
		return present(*at)
	case **float64:
		return present(*at)
	case *bool:
		return *at
	case *JSON:
		if len(*at) > 0 {
			return *at
		}
	case *[]string:
		if list := EncodeTexts(*at); len(list) > 0 {
			return list
		}
	case *time.Time:
		return *at
	case **time.Time:
		return present(*at)
	default:
		return reflect.ValueOf(at).Elem().Interface()
	}
	return nil
}

// present returns the value at a pointer, nil if that is nil.
func present[T any](at *T) any {
	if at == nil {
		return nil
	}
	return *at
}

// fieldAt returns a pointer to the field of an entity at an offset. The common
// fields of an entity are the first of its struct.
func fieldAt[T any](e *Common, offset uintptr) *T { return (*T)(unsafe.Add(unsafe.Pointer(e), offset)) }

// pointers returns a pointer to a field of each type, without reflection, which
// an import would do for each column of each entity.
var pointers = map[reflect.Type]func(*Common, uintptr) any{
	reflect.TypeFor[string]():     pointer[string],
	reflect.TypeFor[*string]():    pointer[*string],
	reflect.TypeFor[*int]():       pointer[*int],
	reflect.TypeFor[*float64]():   pointer[*float64],
	reflect.TypeFor[bool]():       pointer[bool],
	reflect.TypeFor[JSON]():       pointer[JSON],
	reflect.TypeFor[[]string]():   pointer[[]string],
	reflect.TypeFor[time.Time]():  pointer[time.Time],
	reflect.TypeFor[*time.Time](): pointer[*time.Time],
}

func pointer[T any](e *Common, offset uintptr) any { return fieldAt[T](e, offset) }
