package frontmatter

import (
	"strconv"
	"strings"
)

// Text returns the value of the first of some keys that has a text or a number, ""
// for none.
func (m *Matter) Text(keys ...string) string {
	for _, key := range keys {
		if text := textOf(m.Get(key)); text != "" {
			return text
		}
	}
	return ""
}

// List returns the texts of the first of some keys that has any: the items of a
// list, or those of a text that is separated by commas.
func (m *Matter) List(keys ...string) []string {
	for _, key := range keys {
		if texts := Texts(m.Get(key)); len(texts) > 0 {
			return texts
		}
	}
	return nil
}

// Texts returns the texts of a value: the items of a list, or those of a text that
// is separated by commas.
func Texts(value any) []string {
	list, isList := value.([]any)
	if !isList {
		for part := range strings.SplitSeq(textOf(value), ",") {
			list = append(list, part)
		}
	}
	var texts []string
	for _, item := range list {
		if text := textOf(item); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

func textOf(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimSpace(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}
