package rows

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
)

// inspect returns the members of an object, as parts of text. It returns an
// error for input that encoding/json changes silently: of two members with the
// same name it keeps the last, and half of a surrogate pair becomes U+FFFD. text
// must be a valid JSON object. The error is about the outermost member.
func inspect(text []byte) (Members, error) {
	i := inspector{text: text, members: Members{}}
	err := i.value()
	return i.members, err
}

// An inspector walks through a valid JSON text.
type inspector struct {
	text    []byte
	at      int
	depth   int
	member  string   // of the outermost object
	members Members  // of the outermost object
	names   [][]byte // names so far of the objects around the position
}

// spaces are the characters that JSON permits between others.
const spaces = " \t\r\n"

// value walks through a value, and stops at its end.
func (i *inspector) value() error {
	switch i.skipSpace(); i.text[i.at] {
	case '{':
		return i.object()
	case '[':
		return i.list()
	case '"':
		_, err := i.string()
		return err
	}
	for i.at < len(i.text) && strings.IndexByte(",]}"+spaces, i.text[i.at]) < 0 {
		i.at++
	}
	return nil
}

func (i *inspector) skipSpace() {
	for i.at < len(i.text) && strings.IndexByte(spaces, i.text[i.at]) >= 0 {
		i.at++
	}
}

// next reports whether an object or list has another item, and skips to that or
// past the end.
func (i *inspector) next(end byte) bool {
	i.skipSpace()
	if i.text[i.at] == ',' {
		i.at++
		i.skipSpace()
	}
	if i.text[i.at] == end {
		i.at++
		return false
	}
	return true
}

func (i *inspector) list() error {
	i.at++
	for i.next(']') {
		if err := i.value(); err != nil {
			return err
		}
	}
	return nil
}

func (i *inspector) object() error {
	i.at++
	i.depth++
	outer := len(i.names)
	var met map[string]bool // replaces names[outer:] if there are many
	for i.next('}') {
		name, err := i.string()
		if err != nil {
			return err
		}
		if i.depth == 1 {
			i.member = graph.Truncate(string(name), 60)
		}
		if met = index(met, i.names[outer:]); i.isTwice(name, outer, met) {
			return i.twice(name)
		}
		i.names = append(i.names, name)
		if met != nil {
			met[string(name)] = true
		}
		i.skipSpace()
		i.at++ // the colon
		i.skipSpace()
		start := i.at
		if err := i.value(); err != nil {
			return err
		}
		if i.depth == 1 {
			i.members[string(name)] = i.text[start:i.at:i.at]
		}
	}
	i.depth--
	i.names = i.names[:outer]
	return nil
}

// many is the number of names from which a map is faster than a scan, by eye.
const many = 32

// index returns the map of the names of an object, nil unless it has many.
func index(met map[string]bool, names [][]byte) map[string]bool {
	if met != nil || len(names) < many {
		return met
	}
	met = make(map[string]bool, 2*many)
	for _, name := range names {
		met[string(name)] = true
	}
	return met
}

// isTwice reports whether the object already has a name.
func (i *inspector) isTwice(name []byte, outer int, met map[string]bool) bool {
	if met != nil {
		return met[string(name)]
	}
	return slices.ContainsFunc(i.names[outer:], func(other []byte) bool { return bytes.Equal(name, other) })
}

func (i *inspector) twice(name []byte) error {
	if i.depth == 1 {
		return graph.BadInput(i.member, "is in the line twice; expected it once")
	}
	return graph.BadInput(i.member, "has the key %s twice in an object; expected it once", strconv.Quote(graph.Truncate(string(name), 60)))
}

// string walks through a string, and returns its content.
func (i *inspector) string() ([]byte, error) {
	start := i.at
	escaped := false
	for i.at++; ; {
		i.at += bytes.IndexAny(i.text[i.at:], `"\`)
		if i.text[i.at] == '"' {
			break
		}
		escaped = true
		if half := i.escape(); half != "" {
			return nil, graph.BadInput(i.member, `has %s, half of a surrogate pair; expected whole characters`, half)
		}
	}
	i.at++
	if !escaped {
		return i.text[start+1 : i.at-1], nil
	}
	var content string
	err := json.Unmarshal(i.text[start:i.at], &content)
	return []byte(content), err
}

// escape walks through an escape sequence, or two that are a surrogate pair. If
// a sequence is only half of a pair, escape returns it.
func (i *inspector) escape() (half string) {
	first := i.unit()
	if first == 0 {
		i.at += 2
		return ""
	}
	i.at += 6
	switch {
	case first>>10 == 0xd800>>10 && i.unit()>>10 == 0xdc00>>10:
		i.at += 6
	case first>>11 == 0xd800>>11:
		return string(i.text[i.at-6 : i.at])
	}
	return ""
}

// unit returns the UTF-16 code unit of an escape sequence such as \u0041, 0 if
// there is none.
func (i *inspector) unit() uint64 {
	if i.at+6 > len(i.text) || i.text[i.at] != '\\' || i.text[i.at+1] != 'u' {
		return 0
	}
	unit, _ := strconv.ParseUint(string(i.text[i.at+2:i.at+6]), 16, 16) // valid JSON
	return unit
}
