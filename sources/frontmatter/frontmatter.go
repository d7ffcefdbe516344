// Package frontmatter reads the fields at the head of a Markdown file: YAML
// between lines of "---", or TOML between lines of "+++".
//
// Files that people write by hand have much that is no YAML, such as
// "assignee: @name". Each entry is read by itself then, and one that is no YAML
// is the text behind its colon, so that no file and no other field is lost.
package frontmatter

import (
	"strings"
)

// A Matter is a file with its parsed head.
type Matter struct {
	Fields   []Field   // in the order of the file; no two have the same key
	Problems []Problem // what was read in another way than written
	Body     string    // the file without its head, with lines that end in "\n"
	BodyLine int       // the line of the file at which Body starts, from 1
}

// A Field is an entry of front matter.
type Field struct {
	Key   string
	Value any // nil, bool, int64, float64, string, []any, map[string]any
	Line  int // from 1
}

// A Problem is something that is not as the format requires.
type Problem struct {
	Line int // from 1
	Text string
}

// Read splits a file into its fields and its body. It drops a byte order mark
// and takes any ends of lines. A file without front matter has only a body.
func Read(data []byte) *Matter {
	text := strings.TrimLeft(string(data), "\ufeff")
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	m := &Matter{Body: text, BodyLine: 1}
	fence, rest, _ := strings.Cut(text, "\n")
	fence = strings.TrimRight(fence, " \t")
	if fence != "---" && fence != "+++" {
		return m
	}
	lines, size, closed := head(rest, fence)
	switch {
	case !closed && !hasEntries(lines):
		return m // a rule at the start of a text
	case !closed:
		m.problem(1, "the front matter has no end; expected a line of "+fence)
	}
	m.Body, m.BodyLine = rest[size:], len(lines)+2
	if closed && (m.Body == "" || strings.HasSuffix(rest[:size], "\n")) {
		m.BodyLine++
	}
	m.read(lines, fence)
	return m
}

// head returns the lines up to the closing fence, or up to the first blank line
// or heading if there is none, and the bytes that they and the fence take.
func head(rest, fence string) (lines []string, size int, closed bool) {
	open := -1 // the bytes before the first line that ends front matter without a fence
	openLines := 0
	for size < len(rest) {
		line, _, _ := strings.Cut(rest[size:], "\n")
		next := min(size+len(line)+1, len(rest))
		if end := strings.TrimRight(line, " \t"); end == fence || end == "..." && fence == "---" {
			return lines, next, true
		}
		if text, is := strings.CutPrefix(line, fence); is && strings.HasPrefix(text, "#") {
			return lines, size + len(fence), true // a heading for which a line end was lost
		}
		if open < 0 && (strings.TrimSpace(line) == "" || strings.HasPrefix(line, "# ")) {
			open, openLines = size, len(lines)
		}
		lines = append(lines, line)
		size = next
	}
	if open >= 0 {
		return lines[:openLines], open, false
	}
	return lines, size, false
}

func hasEntries(lines []string) bool {
	for _, line := range lines {
		if key, _, ok := entry(line, ":"); ok && key != "" {
			return true
		}
	}
	return false
}

func (m *Matter) read(lines []string, fence string) {
	const firstLine = 2 // the line behind the fence
	separator := ":"
	if fence == "+++" {
		separator = "="
	} else if m.whole(lines, firstLine) {
		return
	}
	m.entries(lines, firstLine, separator)
}

// Get returns the value of a key, in any case and with "-" or " " for "_".
func (m *Matter) Get(key string) any {
	for i := range m.Fields {
		if Key(m.Fields[i].Key) == key {
			return m.Fields[i].Value
		}
	}
	return nil
}

// Key returns the form in which keys are compared: "Superseded-By" and
// "superseded by" are both superseded_by.
func Key(key string) string {
	return underscores.Replace(strings.ToLower(strings.TrimSpace(key)))
}

var underscores = strings.NewReplacer("-", "_", " ", "_")

func (m *Matter) problem(line int, text string) {
	m.Problems = append(m.Problems, Problem{line, text})
}

// add adds a field; of two with the same key the first counts.
func (m *Matter) add(key string, value any, line int) {
	for i := range m.Fields {
		if m.Fields[i].Key == key {
			m.problem(line, "the key "+key+" is on an earlier line already; that one counts")
			return
		}
	}
	m.Fields = append(m.Fields, Field{key, value, line})
}
