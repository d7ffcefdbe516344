package text

import (
	"regexp"
	"strings"
)

// Plain returns the words of a Markdown text on one line, without the marks of
// headings, lists, tables, emphasis, links, code and HTML.
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

// opened returns a unit without the marks at its start.
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

// target skips the address after a link's text.
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

// tag skips an HTML tag or an address in angle brackets. A bracket that begins
// neither is text.
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

// Unlinked returns a Markdown text without what a reader of the rendered text
// does not see: link addresses and definitions, comments, and HTML formatting
// tags. It does not change code spans.
func Unlinked(markdown string) string {
	if !strings.ContainsAny(markdown, "[<") {
		return markdown
	}
	var b strings.Builder
	for at := 0; at < len(markdown); {
		mark := strings.IndexAny(markdown[at:], "`![<")
		if mark < 0 {
			b.WriteString(markdown[at:])
			break
		}
		b.WriteString(markdown[at : at+mark])
		at += mark
		size, shown := seen(markdown[at:], at == 0 || markdown[at-1] == '\n')
		b.WriteString(shown)
		at += size
	}
	return strings.TrimSpace(b.String())
}

// seen returns the size of the mark or byte at the start of s, and the part of
// it that a reader sees. fresh reports whether s is at the start of a line.
func seen(s string, fresh bool) (size int, shown string) {
	switch s[0] {
	case '`':
		ticks := len(s) - len(strings.TrimLeft(s, "`"))
		if end := strings.Index(s[ticks:], s[:ticks]); end >= 0 {
			return 2*ticks + end, s[:2*ticks+end]
		}
		return ticks, s[:ticks]
	case '!':
		if size, shown := link(s[1:]); size > 0 {
			return 1 + size, shown
		}
	case '[':
		if fresh {
			if end := definition.FindString(s); end != "" {
				return len(end), ""
			}
		}
		if size, shown := link(s); size > 0 {
			return size, shown
		}
	case '<':
		if found := unseen.FindString(s); found != "" {
			return len(found), ""
		}
	}
	return 1, s[:1]
}

// link returns the size and the text of the link at the start of s. The size is
// 0 if there is none.
func link(s string) (size int, shown string) {
	const longest = 2000
	s = s[:min(len(s), longest)]
	end := strings.IndexByte(s, ']')
	if !strings.HasPrefix(s, "[") || end < 2 || end+1 == len(s) {
		return 0, ""
	}
	shut := map[byte]string{'(': ")", '[': "]"}[s[end+1]]
	behind := strings.Index(s[end+1:], shut)
	if shut == "" || behind < 0 {
		return 0, ""
	}
	return end + 1 + behind + 1, s[1:end]
}

// definition matches a link definition, and unseen a comment or formatting tag.
var (
	definition = regexp.MustCompile(`^\[[^\]\n]+\]:[ \t]*\S+[^\n]*\n?`)
	unseen     = regexp.MustCompile(`(?is)^(<!--.*?-->|</?(a|b|br|code|details|div|em|h[1-6]|i|img|kbd|p|` +
		`span|strong|sub|summary|sup)(\s[^<>]*)?/?>)`)
)
