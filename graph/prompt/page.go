package prompt

// A Page is the text of a context document about what was found: entities with
// text, the best first, and the names of others.
type Page struct {
	Title   string
	Note    []Block // what to say where nothing was found
	Entries []Entry
	Names   []Item
	More    string // what is left out, "" for nothing
	Footer  string // "" for none
}

// Text returns the page as Markdown, or as one JSON object.
func (p *Page) Text(asJSON bool) string {
	if asJSON {
		return pageJSON(p)
	}
	text := ""
	for _, part := range p.parts() {
		text += part.Markdown()
	}
	return text
}

// Sections returns the sections of the page and what each counts as Markdown.
func (p *Page) Sections(count func(string) int) []Section {
	sections := []Section{}
	for _, part := range p.parts() {
		sections = append(sections, part.Section(count))
	}
	return sections
}

// parts returns the parts that the page has.
func (p *Page) parts() []Part {
	parts := []Part{{Name: "title", Heading: Heading{Level: 1, Name: Name{Label: "Context: " + p.Title}}, Blocks: p.Note}}
	if len(p.Entries) > 0 {
		nodes := Part{Name: "nodes"}
		for _, entry := range p.Entries {
			nodes.Blocks = append(nodes.Blocks, entry)
		}
		parts = append(parts, nodes)
	}
	if len(p.Names) > 0 || p.More != "" {
		parts = append(parts, p.related())
	}
	if p.Footer != "" {
		parts = append(parts, Part{Name: "footer", Blocks: []Block{Note{p.Footer}}})
	}
	return parts
}

func (p *Page) related() Part {
	part := Part{Name: "also related"}
	if len(p.Names) > 0 {
		part.Heading = Heading{Level: 2, Name: Name{Label: "Also related"}, Tight: true}
	}
	for _, item := range p.Names {
		part.Blocks = append(part.Blocks, item)
	}
	if p.More != "" {
		part.Blocks = append(part.Blocks, Text{p.More})
	}
	if p.Footer != "" {
		part.Blocks = append(part.Blocks, Blank{})
	}
	return part
}
