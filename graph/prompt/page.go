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
	Heading string   // its heading, in Markdown
	Name    string   // the line that names it, in Markdown
	Text    string   // as much of its text as is told
	Facts   []string // what is told of it in a word, in JSON
	Related []string // lines about its edges
	Tokens  int      // what it counts alone
	Score   float64
	Rank    int // its place among what was found
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
		out.WriteString(entry.Heading + "\n")
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
		out.WriteString(entry.Name + "\n")
	}
	if p.More != "" {
		out.WriteString(p.More + "\n")
	}
	return out.String()
}

func (p *Page) foot() string {
	if p.Footer == "" {
		return ""
	}
	return "\n> " + p.Footer + "\n"
}

// A Style says what stands beside an entity's label.
type Style struct {
	ID func(id string) string // its id as it is told; nil for none
}

// Heading is the line above an entity's text: its label, its kind and facts.
func (s Style) Heading(e graph.Entity, facts []string) string {
	return "## " + s.labelled(e, append([]string{string(e.Self().Kind)}, facts...))
}

// Name is the line that names an entity.
func (s Style) Name(e graph.Entity) string {
	return "- " + s.labelled(e, []string{string(e.Self().Kind)})
}

func (s Style) labelled(e graph.Entity, parts []string) string {
	line := graph.Line(e.Self().Label, LabelLimit)
	if s.ID != nil {
		line += " [" + s.ID(e.Self().ID) + "]"
	}
	return line + " (" + strings.Join(parts, ", ") + ")"
}

// Related is the line about an edge: how it reads, and what it leads to.
func (s Style) Related(label string, other graph.Entity) string {
	line := fmt.Sprintf("- **%s**: %s", label, graph.Line(other.Self().Label, LabelLimit))
	if s.ID != nil {
		line += " [" + s.ID(other.Self().ID) + "]"
	}
	return line
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
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	Facts   []string `json:"facts,omitempty"`
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
		common := entry.Entity.Self()
		one := entryJSON{ID: common.ID, Kind: string(common.Kind), Title: graph.Line(common.Label, LabelLimit)}
		if !entry.Told {
			page.Also = append(page.Also, one)
			continue
		}
		one.Text, one.Facts = entry.Text, entry.Facts
		for _, line := range entry.Related {
			one.Related = append(one.Related, strings.TrimPrefix(line, "- "))
		}
		page.Nodes = append(page.Nodes, one)
	}
	return graph.EncodeJSON(page)
}
