package prompt

import "slices"

// A Page is the content of a context document that answers a question: entities
// with text, the best first, and the names of others.
type Page struct {
	First   []Block // above the title
	Title   string  // "" for none
	Heading string  // in place of Title: the whole title line
	Note    []Block // below the title, for example if nothing was found
	Topics  []Topic // subjects and lists of the question, above the entries
	Entries []Entry // the best first
	Names   []Item  // entities that have only a line
	More    string  // what is left out, "" for nothing
	Footer  string  // "" for none
}

// Text renders the page as Markdown, or as one JSON object.
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

// Sections returns the sections of the page, with their tokens as Markdown.
func (p *Page) Sections(count func(string) int) []Section {
	sections := []Section{}
	for _, part := range p.parts() {
		sections = append(sections, part.Section(count))
	}
	return sections
}

// parts returns the parts of the page that are not empty, and the title.
func (p *Page) parts() []Part {
	var parts []Part
	if len(p.First) > 0 {
		parts = append(parts, Part{Name: "notice", Blocks: append(slices.Clone(p.First), Blank{})})
	}
	parts = append(parts, Part{Name: "title", Heading: Heading{Level: 1, Name: Name{Label: p.heading()}}, Blocks: p.Note})
	if len(p.Topics) > 0 {
		topics := Part{Name: "topics"}
		for _, topic := range p.Topics {
			topics.Blocks = append(topics.Blocks, topic)
		}
		parts = append(parts, topics)
	}
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

// heading returns the title line of the page.
func (p *Page) heading() string {
	switch {
	case p.Heading != "":
		return p.Heading
	case p.Title == "":
		return "Context"
	}
	return "Context: " + p.Title
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
