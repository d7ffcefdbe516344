package requests

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"dossier/graph"
	"dossier/transport/document"
)

// sent returns variables as a server reads them, in the types of decoded JSON,
// because gqlgen accepts no others. It refuses what that would change silently:
// a text that is not UTF-8, half of a surrogate pair, and a key that an object
// has twice.
func sent(variables map[string]any) (map[string]any, error) {
	if argument, err := changed("", variables); err != nil {
		return nil, graph.BadInput(argument, "%s", err)
	}
	text, err := json.Marshal(variables)
	if err != nil {
		return nil, fmt.Errorf("write variables: %w", err)
	}
	return document.DecodeVariables(text)
}

var errNotUTF8 = errors.New("has a text that is not UTF-8; expected text in this encoding")

// changed returns an error about the first text or JSON in a value that sending
// it would change, and its path.
func changed(path string, value any) (at string, err error) {
	switch value := value.(type) {
	case string:
		if !utf8.ValidString(value) {
			err = errNotUTF8
		}
		return path, err
	case json.RawMessage:
		_, err = document.DecodeVariables(slices.Concat([]byte(`{"":`), value, []byte("}")))
		return path, err
	case []any:
		for i, item := range value {
			if at, err = changed(fmt.Sprintf("%s[%d]", path, i), item); err != nil {
				return at, err
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if at, err = changed(joined(path, name), value[name]); err != nil {
				return at, err
			}
		}
	}
	return "", nil
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
