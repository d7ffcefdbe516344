package prompt

import (
	"cmp"
	"encoding/json"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
)

// partJSON is a part of a composed text.
type partJSON struct {
	Name  string `json:"name"`
	Total int    `json:"total,omitempty"` // of a list
	Lines []any  `json:"lines"`
	More  int    `json:"more,omitempty"` // number of lines left out
}

// composedJSON renders a document as one compact object. The note may be empty.
func composedJSON(parts []Part, note string) string {
	document := struct {
		Sections []partJSON `json:"sections"`
		Note     string     `json:"note,omitempty"`
	}{Sections: []partJSON{}, Note: note}
	for _, part := range parts {
		document.Sections = append(document.Sections, partOf(part))
	}
	return graph.EncodeJSON(document)
}

// partOf returns a part with one line for each block.
func partOf(part Part) partJSON {
	one := partJSON{Name: part.Name, Total: part.Total}
	for _, b := range part.Blocks {
		if more, ok := b.(More); ok {
			one.More = more.Count
			continue
		}
		one.Lines = append(one.Lines, valueOf(b))
	}
	return one
}

// snapshotJSON is a snapshot with aliases for ids, and their legend.
type snapshotJSON struct {
	Snapshot json.RawMessage `json:"snapshot"`
	IDs      string          `json:"ids"`
}

// valueOf returns a block as JSON: an object for a snapshot, else a string.
func valueOf(b Block) any {
	switch b := b.(type) {
	case Apart:
		return valueOf(b.Block)
	case Snapshot:
		text, legend := aliased(b)
		return snapshotJSON{json.RawMessage(text), legend}
	}
	return strings.TrimSpace(textOf(b))
}

// textOf renders a block without the marks of headings and list items.
func textOf(b Block) string {
	switch b := b.(type) {
	case Heading:
		return b.String() + "\n"
	case Text:
		return b.Text
	case Quote:
		return b.Text
	case Item:
		return strings.TrimSuffix(itemText(b)+"\n  "+b.Detail, "\n  ")
	case Fact:
		return factText(b)
	case Group:
		if len(b) == 0 {
			return ""
		}
		return textOf(b[0]) + "\n" + Markdown(b[1:]...)
	}
	return Markdown(b)
}

// entryJSON is an entity on a page.
type entryJSON struct {
	ID      string   `json:"id,omitempty"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	Facts   []string `json:"facts,omitempty"`
	Source  string   `json:"source,omitempty"`
	How     string   `json:"how,omitempty"`
	Text    string   `json:"text,omitempty"`
	Related []string `json:"related,omitempty"`
}

// topicJSON is a subject or a list on a page.
type topicJSON struct {
	ID       string        `json:"id,omitempty"`
	Kind     string        `json:"kind,omitempty"`
	Title    string        `json:"title"`
	Facts    []string      `json:"facts,omitempty"`
	Count    int           `json:"count,omitempty"`
	Source   string        `json:"source,omitempty"`
	Text     string        `json:"text,omitempty"`
	Items    []itemJSON    `json:"items,omitempty"`
	Sections []sectionJSON `json:"sections,omitempty"`
}

// sectionJSON is a section of a topic.
type sectionJSON struct {
	ID    string     `json:"id,omitempty"` // of the document
	Title string     `json:"title"`
	Count int        `json:"count,omitempty"`
	Items []itemJSON `json:"items,omitempty"`
	Text  string     `json:"text,omitempty"`
}

// itemJSON is an entity in a list.
type itemJSON struct {
	ID     string   `json:"id,omitempty"`
	Title  string   `json:"title"`
	Facts  []string `json:"facts,omitempty"`
	Text   string   `json:"text,omitempty"`
	Detail string   `json:"detail,omitempty"`
}

func topicOf(t Topic) topicJSON {
	one := topicJSON{
		ID: t.ID, Kind: inert.Line(t.Kind), Title: inert.Line(t.Label), Facts: t.Facts, Count: t.Count, Source: t.Source, Text: quoted(t.Lead),
		Items: itemsOf(t.Items),
	}
	for _, s := range t.Sections {
		if s.hasLines() {
			one.Sections = append(one.Sections, sectionJSON{s.ID, inert.Line(s.title()), s.Count, itemsOf(s.Items), quoted(s.Passages)})
		}
	}
	return one
}

func itemsOf(items []Item) []itemJSON {
	var list []itemJSON
	for _, item := range items {
		list = append(list, itemJSON{item.ID, inert.Line(item.Label), item.Facts, item.Text, item.Detail})
	}
	return list
}

// pageJSON renders a page as one compact object, with the same facts as in
// Markdown.
func pageJSON(p *Page) string {
	page := struct {
		Notice  string      `json:"notice,omitempty"`
		Context string      `json:"context"`
		Note    string      `json:"note,omitempty"`
		Topics  []topicJSON `json:"topics,omitempty"`
		Nodes   []entryJSON `json:"nodes"`
		Also    []entryJSON `json:"also_related,omitempty"`
		More    string      `json:"more,omitempty"`
		Summary string      `json:"summary,omitempty"`
	}{
		Notice:  strings.TrimPrefix(strings.TrimSuffix(Markdown(p.First...), "\n"), "> "),
		Context: inert.Line(cmp.Or(p.Heading, p.Title)), Note: strings.TrimSuffix(Markdown(p.Note...), "\n"), Nodes: []entryJSON{},
		More: p.More, Summary: p.Footer,
	}
	for _, topic := range p.Topics {
		page.Topics = append(page.Topics, topicOf(topic))
	}
	for _, entry := range p.Entries {
		page.Nodes = append(page.Nodes, entryOf(entry))
	}
	for _, item := range p.Names {
		page.Also = append(page.Also, entryJSON{ID: item.ID, Kind: inert.Line(item.Kind), Title: inert.Line(item.Label), How: item.Text})
	}
	return graph.EncodeJSON(page)
}

func entryOf(entry Entry) entryJSON {
	one := entryJSON{
		ID: entry.ID, Kind: inert.Line(entry.Kind), Title: inert.Line(entry.Label), Facts: entry.Facts,
		Source: entry.Source, Text: quoted(entry.Passages),
	}
	for _, link := range entry.Links {
		one.Related = append(one.Related, strings.Join(link.Relations, ", ")+": "+link.To.String())
	}
	return one
}

// attachedJSON is an attached part.
type attachedJSON struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// attachedMember returns the start of an object with attached parts, up to its
// next member.
func attachedMember(parts []Part) string {
	var list []attachedJSON
	for _, part := range parts {
		list = append(list, attachedJSON{part.Name, strings.TrimSpace(part.Markdown())})
	}
	return `{"attached":` + graph.EncodeJSON(list) + ","
}
