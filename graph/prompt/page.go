package prompt

import (
	"fmt"
	"strings"
	"time"

	"dossier/graph"
)

// A Page is the text of a context document about what was found: the entities
// that are told of, the best first, and the names of others.
type Page struct {
	Title   string  // what it is about
	Note    string  // what to say where nothing was found
	Entries []Entry // those with text first
	More    string  // what stands behind the names, "" for nothing
	Footer  string  // "" for none
}

// An Entry is an entity on a page.
type Entry struct {
	Entity  graph.Entity
	Told    bool     // its text stands under its heading; otherwise it is named
	Whole   bool     // all of its text
	ID      string   // its id as it is told, "" for not
	Label   string   // as much of its label as its heading tells
	Kind    string   // its kind, and what it belongs to
	Facts   []string // what is told of it in a word
	Source  string   // the line below its heading on why it is told, "" for none
	How     string   // how it was come by, where it is named, "" for not
	Text    string   // as much of its text as is told
	Related []string // lines about its edges
	Tokens  int      // what it counts alone
	Rank    int      // its place among what was found
}

// Heading is what an entry's text stands under, in Markdown.
func (e *Entry) Heading() string {
	heading := "## " + labelled(e.Label, e.ID, append([]string{e.Kind}, e.Facts...))
	if e.Source != "" {
		heading += "\n*" + e.Source + "*"
	}
	return heading
}

// Name is the line that names an entry, in Markdown.
func (e *Entry) Name() string {
	line := "- " + labelled(e.label(), e.ID, []string{e.Kind})
	if e.How != "" {
		line += " — " + e.How
	}
	return line
}

// label is as much of its label as a page tells at the most.
func (e *Entry) label() string { return graph.Line(e.Entity.Self().Label, LabelLimit) }

func labelled(label, id string, parts []string) string {
	if id != "" {
		label += " [" + id + "]"
	}
	return label + " (" + strings.Join(parts, ", ") + ")"
}

// Text is the page as Markdown, or as one JSON object.
func (p *Page) Text(asJSON bool) string {
	if asJSON {
		return p.json()
	}
	return p.head() + p.body() + p.related() + p.foot()
}

// Sections are the parts of the Markdown page and what each counts.
func (p *Page) Sections(count func(string) int) []Section {
	var told, named []string
	for _, entry := range p.Entries {
		if id := entry.Entity.Self().ID; entry.Told {
			told = append(told, id)
		} else {
			named = append(named, id)
		}
	}
	sections := []Section{}
	for _, part := range []struct {
		name, text string
		ids        []string
	}{{"title", p.head(), nil}, {"nodes", p.body(), told}, {"also related", p.related(), named}, {"footer", p.foot(), nil}} {
		if part.text != "" {
			sections = append(sections, Section{Name: part.name, Tokens: count(part.text), IDs: part.ids})
		}
	}
	return sections
}

func (p *Page) head() string {
	head := "# Context: " + p.Title + "\n\n"
	if p.Note != "" {
		head += p.Note + "\n"
	}
	return head
}

func (p *Page) body() string {
	var out strings.Builder
	for _, entry := range p.Entries {
		if !entry.Told {
			continue
		}
		out.WriteString(entry.Heading() + "\n")
		if entry.Text != "" {
			out.WriteString(entry.Text + "\n")
		}
		for _, line := range entry.Related {
			out.WriteString(line + "\n")
		}
		out.WriteString("\n")
	}
	return out.String()
}

func (p *Page) related() string {
	var out strings.Builder
	for _, entry := range p.Entries {
		if entry.Told {
			continue
		}
		if out.Len() == 0 {
			out.WriteString("## Also related\n")
		}
		out.WriteString(entry.Name() + "\n")
	}
	if p.More != "" {
		out.WriteString(p.More + "\n")
	}
	if out.Len() > 0 && p.Footer != "" {
		out.WriteString("\n")
	}
	return out.String()
}

func (p *Page) foot() string {
	if p.Footer == "" {
		return ""
	}
	return "> " + p.Footer + "\n"
}

// LabelLimit is how many characters of a label a page tells.
const LabelLimit = 160

// plain is a value in a word.
func plain(value any) string {
	if at, ok := value.(time.Time); ok {
		return graph.Date(&at)
	}
	return fmt.Sprint(value)
}

// entryJSON is an entity on a page in JSON.
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

// json is the same facts as the Markdown page tells, as one compact object.
func (p *Page) json() string {
	page := struct {
		Context string      `json:"context"`
		Note    string      `json:"note,omitempty"`
		Nodes   []entryJSON `json:"nodes"`
		Also    []entryJSON `json:"also_related,omitempty"`
		More    string      `json:"more,omitempty"`
		Summary string      `json:"summary,omitempty"`
	}{Context: p.Title, Note: p.Note, Nodes: []entryJSON{}, More: p.More, Summary: p.Footer}
	for _, entry := range p.Entries {
		if !entry.Told {
			page.Also = append(page.Also, entryJSON{ID: entry.ID, Kind: entry.Kind, Title: entry.label(), How: entry.How})
			continue
		}
		one := entryJSON{ID: entry.ID, Kind: entry.Kind, Title: entry.Label, Facts: entry.Facts, Source: entry.Source, Text: entry.Text}
		for _, line := range entry.Related {
			label, other, _ := strings.Cut(strings.TrimPrefix(line, "- **"), "**: ")
			one.Related = append(one.Related, label+": "+other)
		}
		page.Nodes = append(page.Nodes, one)
	}
	return graph.EncodeJSON(page)
}
