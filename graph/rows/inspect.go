package rows

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"dossier/graph"
)

// inspect returns the members of the only object in a text, as parts of it. It
// returns errInvalid if the text is not one JSON object, and an error about the
// outermost member for input that encoding/json changes silently: of two members
// with the same name it keeps the last, and half of a surrogate pair becomes
// U+FFFD. It returns the first error, so that the rest may be invalid. text must
// be UTF-8.
func inspect(text []byte) (Members, error) {
	i := inspector{text: text, members: Members{}, names: make([]string, 0, 12)}
	if i.skipSpace(); i.peek() != '{' {
		return nil, errInvalid
	}
	if err := i.object(); err != nil {
		return nil, err
	}
	if i.skipSpace(); i.at < len(text) {
		return nil, errInvalid
	}
	return i.members, nil
}

// errInvalid is the error about a text that is no JSON.
var errInvalid = errors.New("not JSON")

// An inspector walks through a JSON text, and checks it.
type inspector struct {
	text    []byte
	at      int
	depth   int
	member  string   // of the outermost object
	members Members  // of the outermost object
	names   []string // names so far of the objects around the position
}

// spaces are the characters that JSON permits between others.
const spaces = " \t\r\n"

// maxDepth is the maximum number of lists and objects within each other, that of
// encoding/json.
const maxDepth = 10_000

// peek returns the next byte, 0 at the end.
func (i *inspector) peek() byte {
	if i.at < len(i.text) {
		return i.text[i.at]
	}
	return 0
}

// skip reports whether the next byte is the given one, and skips it if so.
func (i *inspector) skip(expected byte) bool {
	is := i.peek() == expected
	if is {
		i.at++
	}
	return is
}

func (i *inspector) skipSpace() {
	for i.at < len(i.text) && i.text[i.at] <= ' ' && strings.IndexByte(spaces, i.text[i.at]) >= 0 {
		i.at++
	}
}

// value walks through a value, and stops at its end.
func (i *inspector) value() error {
	switch i.skipSpace(); i.peek() {
	case '{':
		return i.object()
	case '[':
		return i.list()
	case '"':
		_, err := i.string()
		return err
	case 't':
		return i.literal("true")
	case 'f':
		return i.literal("false")
	case 'n':
		return i.literal("null")
	}
	return i.number()
}

func (i *inspector) literal(expected string) error {
	if !bytes.HasPrefix(i.text[i.at:], []byte(expected)) {
		return errInvalid
	}
	i.at += len(expected)
	return nil
}

func (i *inspector) number() error {
	i.skip('-')
	if !i.skip('0') && !i.digits() || i.skip('.') && !i.digits() {
		return errInvalid
	}
	if i.skip('e') || i.skip('E') {
		if !i.skip('+') {
			i.skip('-')
		}
		if !i.digits() {
			return errInvalid
		}
	}
	return nil
}

// digits skips digits, and reports whether there are any.
func (i *inspector) digits() bool {
	start := i.at
	for '0' <= i.peek() && i.peek() <= '9' {
		i.at++
	}
	return i.at > start
}

// enter begins a list or an object, and reports whether it has an item.
func (i *inspector) enter(end byte) (more bool, err error) {
	i.at++
	if i.depth++; i.depth > maxDepth {
		return false, errInvalid
	}
	if i.skipSpace(); i.skip(end) {
		i.depth--
		return false, nil
	}
	return true, nil
}

// next reports whether a list or an object has another item, and ends it
// otherwise.
func (i *inspector) next(end byte) (more bool, err error) {
	i.skipSpace()
	switch {
	case i.skip(','):
		i.skipSpace()
		return true, nil
	case i.skip(end):
		i.depth--
		return false, nil
	}
	return false, errInvalid
}

func (i *inspector) list() error {
	more, err := i.enter(']')
	for more && err == nil {
		if err = i.value(); err == nil {
			more, err = i.next(']')
		}
	}
	return err
}

func (i *inspector) object() error {
	outer := len(i.names)
	var met map[string]bool // replaces names[outer:] if there are many
	more, err := i.enter('}')
	for more && err == nil {
		if met, err = i.pair(outer, met); err == nil {
			more, err = i.next('}')
		}
	}
	i.names = i.names[:outer]
	return err
}

// pair walks through a member of an object, whose names so far are those from
// outer, and those in met if there are many.
func (i *inspector) pair(outer int, met map[string]bool) (map[string]bool, error) {
	if i.peek() != '"' {
		return nil, errInvalid
	}
	name, err := i.name()
	if err != nil {
		return nil, err
	}
	if i.depth == 1 {
		i.member = graph.Truncate(name, 60)
	}
	if met = index(met, i.names[outer:]); i.isTwice(name, outer, met) {
		return nil, i.twice(name)
	}
	i.names = append(i.names, name)
	if met != nil {
		met[name] = true
	}
	if i.skipSpace(); !i.skip(':') {
		return nil, errInvalid
	}
	i.skipSpace()
	start := i.at
	err = i.value()
	if err == nil && i.depth == 1 {
		i.members[name] = i.text[start:i.at:i.at]
	}
	return met, err
}

// many is the number of names from which a map is faster than a scan, by eye.
const many = 32

// index returns the map of the names of an object, nil unless it has many.
func index(met map[string]bool, names []string) map[string]bool {
	if met != nil || len(names) < many {
		return met
	}
	met = make(map[string]bool, 2*many)
	for _, name := range names {
		met[name] = true
	}
	return met
}

// isTwice reports whether the object already has a name.
func (i *inspector) isTwice(name string, outer int, met map[string]bool) bool {
	if met != nil {
		return met[name]
	}
	return slices.Contains(i.names[outer:], name)
}

func (i *inspector) twice(name string) error {
	if i.depth == 1 {
		return graph.BadInput(i.member, "is in the line twice; expected it once")
	}
	return graph.BadInput(i.member, "has the key %s twice in an object; expected it once", strconv.Quote(graph.Truncate(name, 60)))
}

// name walks through a string, and returns its content.
func (i *inspector) name() (string, error) {
	start := i.at
	escaped, err := i.string()
	if err != nil {
		return "", err
	}
	inner := i.text[start+1 : i.at-1]
	if !escaped {
		return string(inner), nil
	}
	return unescape(inner), nil
}

// string walks through a string, and reports whether it has escape sequences.
func (i *inspector) string() (escaped bool, err error) {
	for i.at++; ; {
		for i.at < len(i.text) && plain[i.text[i.at]] {
			i.at++
		}
		switch i.peek() {
		case '"':
			i.at++
			return escaped, nil
		case '\\':
			escaped = true
			if err := i.escape(); err != nil {
				return true, err
			}
		default: // the end, or a control character
			return escaped, errInvalid
		}
	}
}

// plain are the bytes that represent themselves in strings.
var plain = func() (is [256]bool) {
	for b := range is {
		is[b] = b >= ' ' && b != '"' && b != '\\'
	}
	return is
}()

// escape walks through an escape sequence, or two that are a surrogate pair. It
// returns an error if a sequence is only half of a pair.
func (i *inspector) escape() error {
	if i.at+1 == len(i.text) {
		return errInvalid
	}
	if i.text[i.at+1] != 'u' {
		known := strings.IndexByte(escapes, i.text[i.at+1]) >= 0
		i.at += 2
		if !known {
			return errInvalid
		}
		return nil
	}
	first, ok := unit(i.text[i.at:])
	if !ok {
		return errInvalid
	}
	i.at += 6
	second, _ := unit(i.text[i.at:])
	switch {
	case first>>10 == 0xd800>>10 && second>>10 == 0xdc00>>10:
		i.at += 6
	case first>>11 == 0xd800>>11:
		return graph.BadInput(i.member, `has %s, half of a surrogate pair; expected whole characters`, i.text[i.at-6:i.at])
	}
	return nil
}

// The characters after a backslash, except u, and those that they represent.
const (
	escapes = `"\/bfnrt`
	escaped = "\"\\/\b\f\n\r\t"
)

// unit returns the UTF-16 code unit of an escape sequence such as \u0041 with
// which a text begins, and whether there is one.
func unit(text []byte) (n uint64, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return n, err == nil && text[2] != '_'
}

// unescape returns the content of a string that was inspected.
func unescape(inner []byte) string {
	content := make([]byte, 0, len(inner))
	for {
		at := bytes.IndexByte(inner, '\\')
		if at < 0 {
			return string(append(content, inner...))
		}
		content = append(content, inner[:at]...)
		inner = inner[at:]
		if inner[1] != 'u' {
			content = append(content, escaped[strings.IndexByte(escapes, inner[1])])
			inner = inner[2:]
			continue
		}
		first, _ := unit(inner)
		inner = inner[6:]
		if second, _ := unit(inner); utf16.IsSurrogate(rune(first)) {
			first = uint64(utf16.DecodeRune(rune(first), rune(second)))
			inner = inner[min(6, len(inner)):]
		}
		content = utf8.AppendRune(content, rune(first))
	}
}
