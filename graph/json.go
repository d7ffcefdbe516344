package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// JSON is a JSON value in canonical form: no white space, keys sorted, numbers
// without exponent, whole ones with all their digits, others as the shortest
// text of the nearest float64, 0 without a sign. A nil JSON is null.
type JSON []byte

// ParseJSON is the canonical form of a JSON text. Numbers beyond the range of a
// float64 and values nested deeper than 500 levels are an error: databases keep
// them differently or not at all.
func ParseJSON(text []byte) (JSON, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("parse JSON: %w", err)
	}
	if decoder.More() {
		return nil, fmt.Errorf("parse JSON: more than one value")
	}
	return NewJSON(value)
}

// NewJSON is the canonical form of a value.
func NewJSON(value any) (JSON, error) {
	if value == nil {
		return nil, nil
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	value, err := canonical(value, 0)
	if err != nil {
		return nil, err
	}
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("encode JSON: %w", err)
	}
	return JSON(bytes.TrimRight(out.Bytes(), "\n")), nil
}

// EncodeJSON is a value as compact JSON in its own order of fields, as prompts
// have it. The value must be one that cannot fail: of texts, numbers and
// structs and lists of them.
func EncodeJSON(value any) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return strings.TrimSuffix(out.String(), "\n")
}

// EncodeObject returns an object of members, each on a line of its own.
func EncodeObject(members ...string) string { return "{" + strings.Join(members, ",\n") + "}" }

// EncodeMember returns a member of an object.
func EncodeMember(name string, value any) string { return `"` + name + `":` + EncodeJSON(value) }

// EncodeList returns a member that holds a list, an item to a line.
func EncodeList[T any](name string, items []T) string {
	lines := make([]string, len(items))
	for i, item := range items {
		lines[i] = "\n" + EncodeJSON(item)
	}
	return `"` + name + `":[` + strings.Join(lines, ",") + "]"
}

// maxNesting is how deep lists and objects may be nested, fewer than any
// database gives up at.
const maxNesting = 500

// canonical writes the numbers of a value as a database would give them back,
// so that a value is the same before and after it was stored.
func canonical(value any, depth int) (_ any, err error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("lists and objects are nested too deep; expected %d levels at most", maxNesting)
	}
	switch value := value.(type) {
	case map[string]any:
		for key, item := range value {
			if value[key], err = canonical(item, depth+1); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, item := range value {
			if value[i], err = canonical(item, depth+1); err != nil {
				return nil, err
			}
		}
	case json.Number:
		return plainNumber(value)
	}
	return value, nil
}

func plainNumber(number json.Number) (json.Number, error) {
	f, err := number.Float64()
	switch {
	case err != nil:
		return "", fmt.Errorf("the number %s is out of range; expected one between -1.8e308 and 1.8e308", Truncate(number.String(), 60))
	case f == 0:
		return "0", nil
	case strings.ContainsAny(number.String(), ".eE"):
		return json.Number(strconv.FormatFloat(f, 'f', -1, 64)), nil
	}
	return number, nil
}

// Value is the decoded value, nil when there is none; numbers are float64.
func (j JSON) Value() any {
	var value any
	if len(j) > 0 {
		_ = json.Unmarshal(j, &value) // canonical by construction
	}
	return value
}

// Object is the decoded object, nil when the value is none; numbers are
// [json.Number], which have all their digits.
func (j JSON) Object() map[string]any {
	decoder := json.NewDecoder(bytes.NewReader(j))
	decoder.UseNumber()
	var object map[string]any
	_ = decoder.Decode(&object) // nothing of another value
	return object
}

// MarshalJSON implements [json.Marshaler].
func (j JSON) MarshalJSON() ([]byte, error) {
	if len(j) == 0 {
		return []byte("null"), nil
	}
	return j, nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (j *JSON) UnmarshalJSON(text []byte) (err error) {
	*j, err = ParseJSON(text)
	return err
}

// MarshalGQL writes the value as GraphQL's JSON scalar.
func (j JSON) MarshalGQL(w io.Writer) {
	text, _ := j.MarshalJSON()
	_, _ = w.Write(text)
}

// UnmarshalGQL takes a value of GraphQL's JSON scalar.
func (j *JSON) UnmarshalGQL(value any) (err error) {
	*j, err = NewJSON(value)
	return err
}
