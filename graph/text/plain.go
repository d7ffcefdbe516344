package text

import "strings"

// Plain gives the words of a Markdown text on one line, without marks of headings, lists, tables, emphasis, links, code
// and HTML.
func Plain(markdown string) string {
	var b strings.Builder
	for _, u := range Sentences(markdown) {
		if u.Unit == Comment {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		p := plainer{s: opened(markdown[u.Start:u.End], u.Unit), out: &b}
		p.run()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// opened takes the marks off that open a unit.
func opened(s string, unit Unit) string {
	switch unit {
	case Heading:
		return strings.Trim(s, "# \t")
	case Item:
		s = s[itemStart(s):]
		for _, box := range [...]string{"[ ] ", "[x] ", "[X] "} {
			s = strings.TrimPrefix(s, box)
		}
	case Code:
		if _, body, ok := strings.Cut(s, "\n"); ok {
			s = body
		}
	case Row:
		if strings.Trim(s, "|-: ") == "" {
			return ""
		}
	}
	return s
}

// plainer copies a unit without its inline marks.
type plainer struct {
	s   string
	pos int
	out *strings.Builder
}

func (p *plainer) run() {
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		p.pos++
		switch c {
		case '*', '`', '~':
		case '|':
			p.out.WriteByte(' ')
		case '[':
		case '!':
			if !strings.HasPrefix(p.s[p.pos:], "[") {
				p.out.WriteByte(c)
			}
		case ']':
			p.target()
		case '<':
			p.tag()
		default:
			p.out.WriteByte(c)
		}
	}
}

// target passes over the address behind a link's text.
func (p *plainer) target() {
	const longest = 2000
	rest := p.s[p.pos:min(len(p.s), p.pos+longest)]
	shut := ")"
	switch {
	case strings.HasPrefix(rest, "["):
		shut = "]"
	case !strings.HasPrefix(rest, "("):
		return
	}
	if end := strings.Index(rest, shut); end >= 0 {
		p.pos += end + 1
	}
}

// tag passes over an HTML tag or an address in angle brackets; a bracket that opens neither is text.
func (p *plainer) tag() {
	const longest = 500
	window := p.s[p.pos:min(len(p.s), p.pos+longest)]
	end := strings.IndexByte(window, '>')
	if end <= 0 || strings.IndexByte(" =<0123456789", window[0]) >= 0 {
		p.out.WriteByte('<')
		return
	}
	p.pos += end + 1
	p.out.WriteByte(' ')
}
