package frontmatter

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// whole reads the lines as one YAML mapping, and reports whether they are one.
func (m *Matter) whole(lines []string, firstLine int) bool {
	node, err := parse(strings.Join(lines, "\n"))
	if err != nil {
		return false
	}
	pairs, ok := mapping(node)
	if !ok {
		return node == nil
	}
	for _, pair := range pairs {
		m.add(keyOf(pair.Key), valueOf(pair.Value), firstLine+lineOf(pair)-1)
	}
	return true
}

// entries reads each entry by itself: a line that has a key, and the lines up to
// the next one.
func (m *Matter) entries(lines []string, firstLine int, separator string) {
	for at := 0; at < len(lines); {
		end := at + 1
		for end < len(lines) && continues(lines[end], separator) {
			end++
		}
		m.entry(lines[at:end], firstLine+at, separator)
		at = end
	}
}

// continues reports whether a line belongs to the entry before it.
func continues(line, separator string) bool {
	if line == "" || line[0] == '#' {
		return true
	}
	if separator == "=" && line[0] == '[' || isConflict(line) {
		return false // a table of TOML, or a line of git
	}
	_, _, ok := entry(line, separator)
	return !ok
}

// isConflict reports whether git wrote a line around the sides of a conflict.
func isConflict(line string) bool {
	return strings.HasPrefix(line, "<<<<<<<") || strings.HasPrefix(line, "=======") || strings.HasPrefix(line, ">>>>>>>")
}

// entry splits a line into key and value.
func entry(line, separator string) (key, value string, ok bool) {
	if line == "" || strings.IndexByte(" \t-#", line[0]) >= 0 {
		return "", "", false
	}
	key, value, ok = strings.Cut(line, separator)
	key = strings.Trim(strings.TrimSpace(key), `"'`)
	if !ok || key == "" || len(key) > 80 || separator == ":" && value != "" && value[0] != ' ' && value[0] != '\t' {
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

func (m *Matter) entry(lines []string, line int, separator string) {
	key, raw, ok := entry(lines[0], separator)
	if !ok {
		if text := strings.TrimSpace(lines[0]); text != "" && text[0] != '#' && text[0] != '[' {
			m.problem(line, fmt.Sprintf("%.60q is no entry; expected a key, a colon and a value", text))
		}
		return
	}
	yaml := strings.Join(lines, "\n")
	if separator != ":" {
		yaml = "key: " + strings.Join(append([]string{raw}, lines[1:]...), "\n")
	}
	node, err := parse(yaml)
	if pairs, ok := mapping(node); err == nil && ok && len(pairs) == 1 {
		m.add(key, valueOf(pairs[0].Value), line)
		return
	}
	value := strings.TrimSpace(strings.Join(append([]string{raw}, lines[1:]...), "\n"))
	m.problem(line, fmt.Sprintf("%s: %.60q is no YAML; it was taken as text", key, value))
	m.add(key, listOf(lines[1:], raw, value), line)
}

// listOf returns the items of a block list whose texts are no YAML, or else the
// text.
func listOf(lines []string, raw, text string) any {
	var items []any
	for _, line := range lines {
		item, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !ok && strings.TrimSpace(line) != "" {
			return text
		}
		if ok {
			items = append(items, strings.Trim(strings.TrimSpace(item), `"'`))
		}
	}
	switch {
	case raw == "" && len(items) > 0:
		return items
	case strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]"): // [@ann, @bob]
		for item := range strings.SplitSeq(text[1:len(text)-1], ",") {
			items = append(items, strings.Trim(strings.TrimSpace(item), `"'`))
		}
		return items
	}
	return strings.Trim(text, `"'`)
}

// parse returns the first document of a YAML text. The library has panicked on
// broken texts.
func parse(yaml string) (node ast.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("read YAML: %v", r)
		}
	}()
	file, err := parser.ParseBytes([]byte(yaml), 0)
	if err != nil || len(file.Docs) == 0 {
		return nil, err
	}
	return file.Docs[0].Body, nil
}

func mapping(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch node := node.(type) {
	case *ast.MappingNode:
		return node.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{node}, true
	}
	return nil, false
}

func keyOf(key ast.MapKeyNode) string {
	if text, ok := key.(*ast.StringNode); ok {
		return text.Value
	}
	return strings.Trim(key.String(), `"'`)
}

func lineOf(pair *ast.MappingValueNode) int {
	if token := pair.Key.GetToken(); token != nil && token.Position != nil {
		return token.Position.Line
	}
	return 1
}

// valueOf returns the value of a node. Numbers that another spelling would
// shorten, such as 0007 and 1.10, are texts.
func valueOf(node ast.Node) any {
	switch node := node.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.BoolNode:
		return node.Value
	case *ast.IntegerNode, *ast.FloatNode:
		return number(node.GetToken().Value)
	case *ast.StringNode:
		return node.Value
	case *ast.LiteralNode:
		return node.Value.Value
	case *ast.SequenceNode:
		list := make([]any, len(node.Values))
		for i, item := range node.Values {
			list[i] = valueOf(item)
		}
		return list
	case *ast.AnchorNode:
		return valueOf(node.Value)
	case *ast.TagNode:
		return valueOf(node.Value)
	}
	if pairs, ok := mapping(node); ok {
		object := make(map[string]any, len(pairs))
		for _, pair := range pairs {
			object[keyOf(pair.Key)] = valueOf(pair.Value)
		}
		return object
	}
	return strings.TrimSpace(node.String())
}

func number(text string) any {
	if whole, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(whole, 10) == text {
		return whole
	}
	if fraction, err := strconv.ParseFloat(text, 64); err == nil && strconv.FormatFloat(fraction, 'f', -1, 64) == text {
		return fraction
	}
	return text
}
