package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
)

// A draft is a part of a document before it is cut to a budget: a heading and
// lines, of which a short budget leaves out the last ones.
type draft struct {
	name    string
	heading Block // nil for none
	lines   []line
	weight  float64    // the n-th line comes in after that of a draft of twice the weight
	kind    graph.Kind // of the entities in its lists, "" for other lines
	total   int        // how many lines there would be without the list's own limit
}

// A line is the least that is included or left out: one line, or a block that
// makes no sense in part.
type line struct {
	block Block
	text  string // the block as Markdown
	cost  int
}

// essential is the weight of what a document cannot do without.
const essential = 1000

// add appends lines.
func (d *draft) add(blocks ...Block) {
	for _, b := range blocks {
		d.lines = append(d.lines, line{block: b, text: Markdown(b)})
	}
}

// headingText returns the heading as Markdown.
func (d *draft) headingText() string {
	if d.heading == nil {
		return ""
	}
	return Markdown(d.heading)
}

// linesCost returns the tokens of all lines.
func (d *draft) linesCost(count func(string) int) int {
	cost := 0
	for _, line := range d.lines {
		cost += count(line.text)
	}
	return cost
}

// part returns the draft with its first lines.
func (d *draft) part(lines int) Part {
	part := Part{Name: d.name, Heading: d.heading}
	for _, line := range d.lines[:lines] {
		part.Blocks = append(part.Blocks, line.block)
	}
	if more := d.total - lines; more > 0 {
		part.Blocks = append(part.Blocks, More{Count: more})
	}
	return part
}

// A composition is how much of each draft a document includes.
type composition struct {
	drafts  []*draft
	shown   []int // lines, by draft
	order   []int // the drafts of the lines, as they were included
	options Options
}

// compose returns the document of the drafts, as much of them as fits the
// budget.
func compose(drafts []*draft, options Options) (*Document, error) {
	c := &composition{drafts: drafts, shown: make([]int, len(drafts)), options: options}
	c.fill()
	text := ""
	render := func() (int, error) {
		text = c.text()
		return options.Count(text), nil
	}
	fits, err := Fit(options.MaxTokens, render, func(int) bool { return c.drop() })
	if err != nil {
		return nil, err
	}
	if !fits {
		text = ""
	}
	return c.document(text), nil
}

// A place is where a line comes in.
type place struct {
	draft int
	rank  float64
}

// places returns where all lines come in, the first one first, and counts them.
func (c *composition) places() []place {
	var places []place
	for at, d := range c.drafts {
		for i := range d.lines {
			d.lines[i].cost = c.options.Count(d.lines[i].text)
			places = append(places, place{at, float64(i+1) / d.weight})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.rank, b.rank) })
	return places
}

// fill includes line after line, the most useful first, while there is room.
// Where the next line of a draft finds none, the draft ends.
func (c *composition) fill() {
	room, ended := c.options.MaxTokens, make([]bool, len(c.drafts))
	for _, p := range c.places() {
		if ended[p.draft] {
			continue
		}
		d := c.drafts[p.draft]
		cost := d.lines[c.shown[p.draft]].cost
		if c.shown[p.draft] == 0 {
			cost += c.options.Count(d.headingText())
		}
		if cost > room {
			ended[p.draft] = true
			continue
		}
		room -= cost
		c.shown[p.draft]++
		c.order = append(c.order, p.draft)
	}
}

// drop takes back the line that was included last, and reports whether there
// was one.
func (c *composition) drop() bool {
	last := len(c.order) - 1
	if last < 0 {
		return false
	}
	c.shown[c.order[last]]--
	c.order = c.order[:last]
	return true
}

func (c *composition) text() string {
	if c.options.JSON {
		return composedJSON(c.parts(), c.leftOut())
	}
	var out strings.Builder
	for _, part := range c.parts() {
		out.WriteString(part.Markdown())
	}
	if note := c.leftOut(); note != "" {
		writeBlock(&out, Apart{Note{note}})
	}
	return out.String()
}

// parts returns what is included.
func (c *composition) parts() []Part {
	var parts []Part
	for i, d := range c.drafts {
		if c.shown[i] > 0 {
			parts = append(parts, d.part(c.shown[i]))
		}
	}
	return parts
}

// leftOut names the drafts of which nothing is included, "" for none. Where the
// names would take more than a tenth of the budget, it only says so.
func (c *composition) leftOut() string {
	var names []string
	for i, d := range c.drafts {
		switch {
		case c.shown[i] > 0 || d.total == 0 && len(d.lines) == 0:
		case d.kind == "":
			names = append(names, d.name)
		case d.total == 1:
			names = append(names, "1 "+strings.TrimSuffix(d.name, "s"))
		default:
			names = append(names, fmt.Sprintf("%d %s", d.total, d.name))
		}
	}
	if names == nil {
		return ""
	}
	note := "Left out to stay within the budget: " + strings.Join(names, ", ") + "."
	if 10*c.options.Count(Markdown(Apart{Note{note}})) > c.options.MaxTokens {
		return "Much was left out to stay within the budget."
	}
	return note
}

func (c *composition) document(text string) *Document {
	d := &Document{Text: text, Tokens: c.options.Count(text), Sections: []Section{}}
	for _, part := range c.parts() {
		d.Sections = append(d.Sections, part.Section(c.options.Count))
	}
	omitted := map[graph.Kind]int{}
	for i, draft := range c.drafts {
		for _, line := range draft.lines[:c.shown[i]] {
			if entity := line.block.subject(); entity != nil {
				d.Nodes = append(d.Nodes, Node{Entity: entity, Tokens: line.cost})
			}
		}
		omitted[draft.kind] += max(draft.total-c.shown[i], 0)
	}
	for _, spec := range graph.Kinds {
		if n := omitted[spec.Kind]; n > 0 {
			d.Omitted = append(d.Omitted, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return d
}
