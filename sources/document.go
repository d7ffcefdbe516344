package sources

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// lineMember is the member of an object that has its line. No member of a source
// has this name, because a character of it is no text.
const lineMember = "\x00line"

// maxNesting is the maximum depth of a document, as of an import.
const maxNesting = 400

// parseDocument returns the value that a JSON text is, as [ParseJSON] does, in which
// each object knows its line. Of several values, such as the lists of pages one after the
// other, it returns one list. If the text is no JSON, it returns what is before that, and
// an error with the line.
func parseDocument(text []byte) (any, error) {
	p := documentParser{decoder: json.NewDecoder(bytes.NewReader(text)), text: text, line: 1}
	p.decoder.UseNumber()
	value, err := p.value(0)
	for err == nil && len(bytes.TrimSpace(text[p.decoder.InputOffset():])) > 0 {
		var next any
		next, err = p.value(0)
		value = append(listOf(value), listOf(next)...)
	}
	if err == nil {
		return value, nil
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return value, &documentError{Line: p.lineAt(max(p.decoder.InputOffset(), offsetOf(err))), Err: err}
}

// listOf returns a list as it is, and another value as a list with it.
func listOf(value any) []any {
	if list, is := value.([]any); is || value == nil {
		return list
	}
	return []any{value}
}

// A DocumentError is an error in a JSON text, with its line.
type documentError struct {
	Line int
	Err  error
}

func (e *documentError) Error() string { return fmt.Sprintf("line %d: not JSON: %v", e.Line, e.Err) }

// Unwrap returns the error of the decoder.
func (e *documentError) Unwrap() error { return e.Err }

func offsetOf(err error) int64 {
	if syntax, is := errors.AsType[*json.SyntaxError](err); is {
		return syntax.Offset
	}
	return 0
}

type documentParser struct {
	decoder *json.Decoder
	text    []byte
	counted int64 // the offset up to which lines are counted
	line    int   // at counted
}

// lineAt returns the line of an offset. Offsets only grow.
func (p *documentParser) lineAt(offset int64) int {
	if offset = min(offset, int64(len(p.text))); offset > p.counted {
		p.line += bytes.Count(p.text[p.counted:offset], []byte("\n"))
		p.counted = offset
	}
	return p.line
}

// value returns the next value, and with an error the part of it that was read.
func (p *documentParser) value(depth int) (any, error) {
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxNesting {
		return nil, fmt.Errorf("more than %d levels", maxNesting)
	}
	switch token {
	case json.Delim('{'):
		return p.object(depth)
	case json.Delim('['):
		list := []any{}
		for p.decoder.More() {
			item, err := p.value(depth + 1)
			if item != nil || err == nil {
				list = append(list, item)
			}
			if err != nil {
				return list, err
			}
		}
		_, err = p.decoder.Token()
		return list, err
	}
	return token, nil
}

func (p *documentParser) object(depth int) (any, error) {
	line := p.lineAt(p.decoder.InputOffset())
	object := map[string]any{lineMember: json.Number(strconv.Itoa(line))}
	for p.decoder.More() {
		key, err := p.decoder.Token()
		if err != nil {
			return object, err
		}
		value, err := p.value(depth + 1)
		if value != nil || err == nil {
			object[key.(string)] = value // a key is a text
		}
		if err != nil {
			return object, err
		}
	}
	_, err := p.decoder.Token()
	return object, err
}

// Line returns the line of an object of a document, 0 for others.
func (o Object) Line() int {
	number, _ := o[lineMember].(json.Number)
	line, _ := strconv.Atoi(string(number)) // 0 for none
	return line
}
