package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
)

// A section is a part of a document as it is composed: a heading and lines, of
// which a short budget leaves out the last ones.
type section struct {
	name    string
	heading string // with the white space around it
	lines   []line
	weight  float64    // the n-th line comes in after that of a section of twice the weight
	kind    graph.Kind // of the entities in its lines, "" for other lines
	total   int        // how many lines there would be without the list's own limit
}

// A line is the least that is taken or left out: one line, or a block that
// makes no sense in part.
type line struct {
	text string // with its line break
	json string // what stands for it in JSON, the text as a string if empty
	ids  []string
	node bool // it is about the entity of its only id
	cost int
}

func entityLine(text, id string) line { return line{text: text, ids: []string{id}, node: true} }

// essential is the weight of what a document cannot do without.
const essential = 1000

// A composition is how much of each section a document has.
type composition struct {
	sections []*section
	shown    []int // lines, by section
	order    []int // the sections of the lines, as they were taken
	options  Options
}

// compose is the document of the sections, as much of them as fits the budget.
func compose(sections []*section, options Options) *Document {
	c := &composition{sections: sections, shown: make([]int, len(sections)), options: options}
	c.fill()
	text := c.text()
	for options.Count(text) > options.MaxTokens && len(c.order) > 0 {
		c.drop()
		text = c.text()
	}
	if options.Count(text) > options.MaxTokens {
		text = ""
	}
	return c.document(text)
}

// fill takes line after line, the most useful first, while there is room. Where
// the next line of a section finds none, the section ends.
func (c *composition) fill() {
	type place struct {
		section int
		rank    float64
	}
	var places []place
	for at, s := range c.sections {
		for i := range s.lines {
			s.lines[i].cost = c.options.Count(s.lines[i].text)
			places = append(places, place{at, float64(i+1) / s.weight})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.rank, b.rank) })
	room, ended := c.options.MaxTokens, make([]bool, len(c.sections))
	for _, p := range places {
		s := c.sections[p.section]
		if ended[p.section] {
			continue
		}
		cost := s.lines[c.shown[p.section]].cost
		if c.shown[p.section] == 0 {
			cost += c.options.Count(s.heading)
		}
		if cost > room {
			ended[p.section] = true
			continue
		}
		room -= cost
		c.shown[p.section]++
		c.order = append(c.order, p.section)
	}
}

// drop takes back the line that was taken last.
func (c *composition) drop() {
	last := len(c.order) - 1
	c.shown[c.order[last]]--
	c.order = c.order[:last]
}

func (c *composition) text() string {
	if c.options.JSON {
		return c.json()
	}
	var out strings.Builder
	for i := range c.sections {
		out.WriteString(c.sectionText(i))
	}
	out.WriteString(c.leftOut())
	return out.String()
}

func (c *composition) sectionText(i int) string {
	s, n := c.sections[i], c.shown[i]
	if n == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString(s.heading)
	for _, line := range s.lines[:n] {
		out.WriteString(line.text)
	}
	if more := s.total - n; more > 0 {
		fmt.Fprintf(&out, "- ... and %d more\n", more)
	}
	return out.String()
}

// leftOut names the sections of which nothing is there; where the names would
// take more than a tenth of the budget, it only says so.
func (c *composition) leftOut() string {
	var names []string
	for i, s := range c.sections {
		switch {
		case c.shown[i] > 0 || s.total == 0 && len(s.lines) == 0:
		case s.kind == "":
			names = append(names, s.name)
		case s.total == 1:
			names = append(names, "1 "+strings.TrimSuffix(s.name, "s"))
		default:
			names = append(names, fmt.Sprintf("%d %s", s.total, s.name))
		}
	}
	if names == nil {
		return ""
	}
	note := "\n> Left out to stay within the budget: " + strings.Join(names, ", ") + ".\n"
	if 10*c.options.Count(note) > c.options.MaxTokens {
		note = "\n> Much was left out to stay within the budget.\n"
	}
	return note
}

func (c *composition) document(text string) *Document {
	d := &Document{Text: text, Tokens: c.options.Count(text), Sections: []Section{}}
	omitted := map[graph.Kind]int{}
	for i, s := range c.sections {
		omitted[s.kind] += max(s.total-c.shown[i], 0)
		if c.shown[i] == 0 {
			continue
		}
		told := Section{Name: s.name, Tokens: c.options.Count(c.sectionText(i))}
		for _, line := range s.lines[:c.shown[i]] {
			told.IDs = append(told.IDs, line.ids...)
			if line.node {
				d.Nodes = append(d.Nodes, Node{line.ids[0], line.cost})
			}
		}
		d.Sections = append(d.Sections, told)
	}
	for _, spec := range graph.Kinds {
		if n := omitted[spec.Kind]; n > 0 {
			d.Omitted = append(d.Omitted, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return d
}
