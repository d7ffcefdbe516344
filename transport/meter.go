package transport

import (
	"context"
	"fmt"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/meter"
)

// tooLarge returns the error for an answer that is too large, with a remedy.
func tooLarge(found, allowed int) *gqlerror.Error {
	err := within("responseBytes", found, allowed)
	err.Message = fmt.Sprintf("limit exceeded: the answer has more than %d bytes (responseBytes); "+
		"ask for fewer entities at once, by first, or for fewer long texts, such as full and text", allowed)
	return err
}

// InterceptField implements graphql.FieldInterceptor: it counts the bytes that
// a field adds to the answer. Plans do not call it, and count their own bytes.
func (g *guard) InterceptField(ctx context.Context, next graphql.Resolver) (any, error) {
	m := meter.Of(graphql.GetOperationContext(ctx))
	if m == nil {
		return next(ctx)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	value, err := next(ctx)
	field := graphql.GetFieldContext(ctx).Field
	size := len(field.Alias) + len(`"":,`)
	if len(field.Selections) == 0 {
		size += sizeOf(value)
	} else {
		size += len(`{}`)
	}
	m.Add(size)
	return value, err
}

// usualSize is the assumed size of numbers, times and enums.
const usualSize = 8

// sizeOf returns the approximate size of a leaf: the length of its unescaped
// text.
func sizeOf(value any) int {
	switch value := value.(type) {
	case nil:
		return len(`null`)
	case string:
		return len(value) + len(`""`)
	case *string:
		if value == nil {
			return len(`null`)
		}
		return len(*value) + len(`""`)
	case int, bool, *int, float64:
		return usualSize
	}
	return sizeByReflection(reflect.ValueOf(value))
}

func sizeByReflection(value reflect.Value) int {
	switch value.Kind() {
	case reflect.String:
		return value.Len() + len(`""`)
	case reflect.Slice, reflect.Array:
		if value.Type().Elem().Kind() == reflect.Uint8 { // raw JSON
			return value.Len()
		}
		total := len(`[]`)
		for i := range value.Len() {
			total += sizeByReflection(value.Index(i)) + len(`,`)
		}
		return total
	case reflect.Pointer:
		if !value.IsNil() {
			return sizeByReflection(value.Elem())
		}
	}
	return usualSize
}
