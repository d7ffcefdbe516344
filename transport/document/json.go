package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A RepeatedKey is the error for a name that an object of a JSON text has twice.
// Readers of JSON differ in which of the two values they use.
type RepeatedKey struct{ name string }

// Error returns the sentence about the key.
func (r *RepeatedKey) Error() string {
	return fmt.Sprintf("has the key %q twice in an object; expected it once", Short(r.name))
}

// ErrHalf is the error for half of a surrogate pair, such as \ud83d, which
// encoding/json replaces with U+FFFD.
var ErrHalf = errors.New("has half of a surrogate pair; expected whole characters")

// ErrTrailing is the error for something after the JSON value of a text.
var ErrTrailing = errors.New("more than one JSON value")

// DecodeVariables decodes the variables of a request, unless that would change
// them; see [ReadJSON].
func DecodeVariables(text []byte) (variables map[string]any, err error) {
	err = ReadObject(text, &variables)
	return variables, err
}

var errNoObject = errors.New("not a JSON object")

// ReadObject reads an object, or null, as [ReadJSON] does.
func ReadObject(text []byte, into *map[string]any) error {
	value, err := ReadJSON(text)
	if err != nil || value == nil {
		return err
	}
	object, is := value.(map[string]any)
	if !is {
		return errNoObject
	}
	*into = object
	return nil
}

// ReadJSON returns the value of a JSON text, with numbers as [json.Number]. It returns
// an error for what encoding/json changes silently: half of a surrogate pair, and
// a name that an object has twice. In the outermost object names are compared
// without case, because those of parameters are.
//
// It takes half the time of encoding/json, which compares names by reflection, and
// does not find these errors.
func ReadJSON(text []byte) (any, error) {
	if !json.Valid(text) {
		return nil, whyInvalid(text)
	}
	s := scanner{text: text}
	value, err := s.value(strings.ToLower)
	if err == nil && s.half {
		err = ErrHalf
	}
	return value, err
}

// whyInvalid returns why a text is not one JSON value.
func whyInvalid(text []byte) error {
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(new(json.RawMessage)); err != nil {
		return err
	}
	return ErrTrailing
}

func exactly(name string) string { return name }

// A scanner reads a valid JSON text.
type scanner struct {
	text []byte
	at   int
	half bool // whether a text so far has half of a surrogate pair
}

// next returns the next byte that is not a blank, a comma or a colon.
func (s *scanner) next() byte {
	for bytes.IndexByte([]byte(" \t\r\n,:"), s.text[s.at]) >= 0 {
		s.at++
	}
	return s.text[s.at]
}

// value reads one value. fold returns the form in which names of an object are
// compared.
func (s *scanner) value(fold func(string) string) (any, error) {
	switch s.next() {
	case '{':
		return s.object(fold)
	case '[':
		return s.list()
	case '"':
		return unquoted(s.quoted()), nil
	}
	start := s.at
	for s.at < len(s.text) && bytes.IndexByte([]byte(",:]} \t\r\n"), s.text[s.at]) < 0 {
		s.at++
	}
	switch word := string(s.text[start:s.at]); word {
	case "true", "false":
		return word == "true", nil
	case "null":
		return nil, nil
	default:
		return json.Number(word), nil
	}
}

func (s *scanner) list() ([]any, error) {
	items := []any{}
	s.at++
	for s.next() != ']' {
		item, err := s.value(exactly)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	s.at++
	return items, nil
}

func (s *scanner) object(fold func(string) string) (map[string]any, error) {
	var names nameSet
	object := map[string]any{}
	s.at++
	for s.next() != '}' {
		name := unquoted(s.quoted())
		if names.add(fold(name)) {
			return nil, &RepeatedKey{name}
		}
		value, err := s.value(exactly)
		if err != nil {
			return nil, err
		}
		object[name] = value
	}
	s.at++
	return object, nil
}

// quoted reads a text and returns it with its quotes.
func (s *scanner) quoted() []byte {
	start := s.at
	for s.at++; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.escape()
		}
	}
	s.at++
	return s.text[start:s.at]
}

// escape reads an escape sequence, or two that are a surrogate pair, up to its
// last byte.
func (s *scanner) escape() {
	s.at++
	first := unit(s.text[s.at-1:])
	switch second := unit(s.text[min(s.at+5, len(s.text)):]); {
	case !utf16.IsSurrogate(first):
	case utf16.DecodeRune(first, second) == unicode.ReplacementChar:
		s.half = true
	default:
		s.at += 6
	}
}

// unit returns the UTF-16 code unit of an escape sequence such as \u0041 with
// which a text begins, 0 if there is none.
func unit(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(text[2:6]), 16, 16) // the text is valid
	return rune(n)
}

// unquoted returns the text of a valid JSON string.
func unquoted(quoted []byte) (text string) {
	if bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1])
	}
	_ = json.Unmarshal(quoted, &text) // it was decoded before
	return text
}

// A nameSet is the set of the names of an object.
type nameSet struct {
	few  []string
	many map[string]bool
}

// fewNames is the number of names that are compared one by one. By eye: most
// objects of requests have fewer.
const fewNames = 8

// add adds a name, and reports whether it was there already.
func (n *nameSet) add(name string) (there bool) {
	if n.many != nil {
		there = n.many[name]
		n.many[name] = true
		return there
	}
	for _, one := range n.few {
		if one == name {
			return true
		}
	}
	n.few = append(n.few, name)
	if len(n.few) == fewNames {
		n.many = map[string]bool{}
		for _, one := range n.few {
			n.many[one] = true
		}
	}
	return false
}
