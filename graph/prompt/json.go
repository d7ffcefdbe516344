package prompt

import (
	"encoding/json"
	"strings"

	"dossier/graph"
)

// sectionJSON is a section of a document in JSON.
type sectionJSON struct {
	Name  string            `json:"name"`
	Lines []json.RawMessage `json:"lines"`
	More  int               `json:"more,omitempty"` // lines that there is no room for
}

// json is what the text tells, as one compact object.
func (c *composition) json() string {
	document := struct {
		Sections []sectionJSON `json:"sections"`
		Note     string        `json:"note,omitempty"`
	}{Sections: []sectionJSON{}, Note: strings.TrimSpace(strings.TrimPrefix(c.leftOut(), "\n> "))}
	for i, s := range c.sections {
		n := c.shown[i]
		if n == 0 {
			continue
		}
		told := sectionJSON{Name: s.name, More: max(s.total-n, 0)}
		for _, line := range s.lines[:n] {
			told.Lines = append(told.Lines, line.inJSON())
		}
		document.Sections = append(document.Sections, told)
	}
	return graph.EncodeJSON(document)
}

func (l line) inJSON() json.RawMessage {
	if l.json != "" {
		return json.RawMessage(l.json)
	}
	return json.RawMessage(graph.EncodeJSON(strings.TrimLeft(strings.TrimSpace(l.text), "-# ")))
}
