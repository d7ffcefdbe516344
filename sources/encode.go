package sources

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"unicode/utf8"

	"dossier/graph"
)

// appendLine appends a line as encoding/json writes it without escaped HTML. The
// values that lines have most are written here, because a sync writes all of them
// to find those that changed.
func appendLine(out []byte, line map[string]any) ([]byte, error) {
	out, err := appendValue(out, line)
	return append(out, '\n'), err
}

func appendValue(out []byte, value any) ([]byte, error) {
	switch value := value.(type) {
	case string:
		return appendText(out, value)
	case graph.Kind:
		return appendText(out, string(value))
	case graph.Relation:
		return appendText(out, string(value))
	case map[string]any:
		if value != nil {
			return appendObject(out, value)
		}
	case []string:
		if value != nil {
			return appendList(out, value)
		}
	case []any:
		if value != nil {
			return appendList(out, value)
		}
	}
	return appendOther(out, value)
}

func appendObject(out []byte, object map[string]any) (_ []byte, err error) {
	out = append(out, '{')
	for i, name := range slices.Sorted(maps.Keys(object)) {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = appendText(out, name); err != nil {
			return out, err
		}
		if out, err = appendValue(append(out, ':'), object[name]); err != nil {
			return out, err
		}
	}
	return append(out, '}'), nil
}

func appendList[T any](out []byte, list []T) (_ []byte, err error) {
	out = append(out, '[')
	for i, item := range list {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = appendValue(out, item); err != nil {
			return out, err
		}
	}
	return append(out, ']'), nil
}

// appendText appends a string. Line ends, quotes and backslashes are what texts
// have; others that need an escape are left to encoding/json.
func appendText(out []byte, text string) ([]byte, error) {
	start, from := len(out), 0
	out = append(out, '"')
	for i := 0; i < len(text); i++ {
		var escape byte
		switch b := text[i]; {
		case b == '\n':
			escape = 'n'
		case b == '\r':
			escape = 'r'
		case b == '\t':
			escape = 't'
		case b == '"' || b == '\\':
			escape = b
		case b < ' ' || b == 0x7f || b == 0xe2: // 0xe2 begins U+2028 and U+2029
			return appendOther(out[:start], text)
		default:
			continue
		}
		out = append(append(append(out, text[from:i]...), '\\'), escape)
		from = i + 1
	}
	if !utf8.ValidString(text) {
		return appendOther(out[:start], text)
	}
	return append(append(out, text[from:]...), '"'), nil
}

func appendOther(out []byte, value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return out, err
	}
	return append(out, bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))...), nil
}
