package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// JSON is a JSON value in canonical form: without white space, with sorted
// keys, and with numbers without exponent. Integers have all their digits,
// other numbers are the shortest text of the nearest float64, 0 has no sign. A
// nil JSON is null.
type JSON []byte

// ParseJSON returns the canonical form of a JSON text. It returns an error for
// numbers outside the range of float64 and for values with more than 500
// levels, because databases store them differently or not at all.
func ParseJSON(text []byte) (JSON, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("parse JSON: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("parse JSON: expected one value; got more text after it")
	}
	return NewJSON(value)
}

// NewJSON returns the canonical form of a value, as decoded with [json.Number].
// It modifies numbers in value.
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

// EncodeTexts returns a list of texts as JSON, nil for an empty one.
func EncodeTexts(texts []string) JSON {
	if len(texts) == 0 {
		return nil
	}
	return JSON(EncodeJSON(texts))
}

// DecodeTexts returns the texts of a JSON list, nil for null. Values other than texts
// are an error.
func DecodeTexts(list string) (texts []string, err error) {
	if list == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(list), &texts); err != nil {
		return nil, fmt.Errorf("read texts: %w", err)
	}
	return texts, nil
}

// EncodeJSON returns a value as compact JSON for prompts, with the fields in
// the order of the struct. It must consist of texts, numbers, structs and
// lists, which cannot fail.
func EncodeJSON(value any) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return strings.TrimSuffix(out.String(), "\n")
}

// EncodeObject returns an object with one member per line.
func EncodeObject(members ...string) string { return "{" + strings.Join(members, ",\n") + "}" }

// EncodeMember returns a member of an object.
func EncodeMember(name string, value any) string { return `"` + name + `":` + EncodeJSON(value) }

// EncodeList returns a member whose value is a list, with one item per line.
func EncodeList[T any](name string, items []T) string {
	lines := make([]string, len(items))
	for i, item := range items {
		lines[i] = "\n" + EncodeJSON(item)
	}
	return `"` + name + `":[` + strings.Join(lines, ",") + "]"
}

// maxNesting is the maximum depth of lists and objects, which all databases
// support.
const maxNesting = 500

// canonical replaces the numbers of a value with their canonical form, in
// place, so that a value is the same before and after it is stored.
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

// Value returns the decoded value, nil for null. Numbers are float64.
func (j JSON) Value() any {
	var value any
	if len(j) > 0 {
		_ = json.Unmarshal(j, &value) // canonical by construction
	}
	return value
}

// Object returns the decoded object, nil if the value is not an object. Numbers
// are [json.Number], which have all their digits.
func (j JSON) Object() map[string]any {
	if len(j) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(j))
	decoder.UseNumber()
	var object map[string]any
	_ = decoder.Decode(&object) // other values leave it nil
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

// UnmarshalGQL reads a value of GraphQL's JSON scalar.
func (j *JSON) UnmarshalGQL(value any) (err error) {
	*j, err = NewJSON(value)
	return err
}

// HasNUL reports whether a text in the value has a NUL character, which some
// databases cannot store.
func (j JSON) HasNUL() bool {
	nul := []byte(`\u0000`)
	return bytes.Contains(j, nul) && bytes.Contains(bytes.ReplaceAll(j, []byte(`\\`), nil), nul)
}
