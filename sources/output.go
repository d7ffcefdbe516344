package sources

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"dossier/graph"
)

// An output has the lines that are written so far, with their places, and notes.
type output struct {
	Counts map[graph.Kind]int // lines by kind, edges among them
	Notes  []Note             // each text once, in the order of their first places after finish

	lines  spool
	places []place
	files  map[string]int32
	paths  []string // by number
	first  map[noteKey]int
	err    error // of the spool, for finish

	line    []byte // memory of the last one
	noted   int    // calls of Note
	keeping *kept  // what Kept adds, nil outside of it
}

type place struct{ file, line int32 }

// add adds a line.
func (o *output) add(pos Position, line map[string]any) {
	var err error
	if o.line, err = appendLine(o.line[:0], line); err != nil {
		o.Note(Rejected, pos, fmt.Sprintf("%v; expected JSON values", err))
		return
	}
	kind, _ := line["kind"].(graph.Kind)
	o.addText(kind, o.place(pos), o.line)
}

// place returns a position with the number of its file.
func (o *output) place(pos Position) place {
	number, known := o.files[pos.File]
	if !known {
		number = int32(len(o.paths))
		o.files[pos.File], o.paths = number, append(o.paths, pos.File)
	}
	return place{number, int32(pos.Line)}
}

func (o *output) position(p place) Position { return Position{o.paths[p.file], int(p.line)} }

// addText adds a line that is encoded, with its end.
func (o *output) addText(kind graph.Kind, at place, text []byte) {
	if o.keeping != nil {
		o.keeping.lines = append(o.keeping.lines, keptLine{kind, slices.Clone(text)})
	}
	o.Counts[kind]++
	o.places = append(o.places, at)
	if err := o.lines.add(text); err != nil && o.err == nil {
		o.err = err
	}
}

// addPlainEdge adds the line of an edge without props as add does, without a map: most
// lines of a folder are edges.
func (o *output) addPlainEdge(at place, rel graph.Relation, src, dst string) {
	o.line = append(o.line[:0], `{"dst_id":`...)
	o.line, _ = appendText(o.line, dst) // of a text, which is valid
	o.line = append(o.line, `,"kind":"edge","rel":"`+string(rel)+`","src_id":`...)
	o.line, _ = appendText(o.line, src)
	o.line = append(o.line, "}\n"...)
	o.addText(graph.KindEdge, at, o.line)
}

// cut returns a value without what an import rejects: characters that are no
// text, and texts without bound.
func (o *output) cut(pos Position, name string, value any) any {
	switch value := value.(type) {
	case string:
		text := clean(value)
		if len(text) <= maxText {
			return text
		}
		o.Note(Lost, pos, fmt.Sprintf("the end of %s: it has %d bytes, and the first %d are read", name, len(text), maxText))
		return strings.ToValidUTF8(text[:maxText], "")
	case []string:
		list := make([]string, 0, len(value))
		for _, item := range value {
			list = append(list, clean(item))
		}
		return list
	case []any:
		for i := range value {
			value[i] = o.cut(pos, name, value[i])
		}
		return value
	case map[string]any:
		object := make(map[string]any, len(value))
		for key, member := range value {
			if key == lineMember {
				continue
			}
			object[clean(key)] = o.cut(pos, name, member)
		}
		return object
	}
	return value
}

// Rejected returns how many parts of the source were rejected.
func (o *output) Rejected() (n int) {
	for _, note := range o.Notes {
		if note.Kind == Rejected {
			n += note.Count
		}
	}
	return n
}

// Reader returns the lines, from the first one.
func (o *output) Reader() io.Reader { return o.lines.reader() }

// Position returns the place of a line, counted from 1; the zero Position for the
// project, which is in no file.
func (o *output) Position(line int) Position {
	if line < 1 || line > len(o.places) {
		return Position{}
	}
	return o.position(o.places[line-1])
}

// Close removes the temporary file, if there is one.
func (o *output) Close() error { return o.lines.close() }
