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
// without exponent. A nil JSON is null.
type JSON []byte

// ParseJSON is the canonical form of a JSON text.
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
	if err := encoder.Encode(plainNumbers(value)); err != nil {
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

// plainNumbers writes the numbers of a value as a database would give them
// back, so that a value is the same before and after it was stored.
func plainNumbers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, item := range value {
			value[key] = plainNumbers(item)
		}
	case []any:
		for i, item := range value {
			value[i] = plainNumbers(item)
		}
	case json.Number:
		if strings.ContainsAny(value.String(), ".eE") {
			if f, err := value.Float64(); err == nil {
				return json.Number(strconv.FormatFloat(f, 'f', -1, 64))
			}
		}
	}
	return value
}

// Value is the decoded value, nil when there is none.
func (j JSON) Value() any {
	var value any
	if len(j) > 0 {
		_ = json.Unmarshal(j, &value) // canonical by construction
	}
	return value
}

// Object is the decoded object, nil when the value is none.
func (j JSON) Object() map[string]any {
	object, _ := j.Value().(map[string]any)
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
