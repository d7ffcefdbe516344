package text

import (
	"regexp"
	"strings"
)

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

// Unlinked gives a Markdown text without what its reader does not see: the addresses behind links, the lines that define
// them, comments, and tags of HTML that format. Code spans stay as they are.
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
		size, told := seen(markdown[at:], at == 0 || markdown[at-1] == '\n')
		b.WriteString(told)
		at += size
	}
	return strings.TrimSpace(b.String())
}

// seen gives the size of the mark or the byte that a text begins with, and what a reader sees of it; fresh says that the
// text begins a line.
func seen(s string, fresh bool) (size int, told string) {
	switch s[0] {
	case '`':
		ticks := len(s) - len(strings.TrimLeft(s, "`"))
		if end := strings.Index(s[ticks:], s[:ticks]); end >= 0 {
			return 2*ticks + end, s[:2*ticks+end]
		}
		return ticks, s[:ticks]
	case '!':
		if size, told := link(s[1:]); size > 0 {
			return 1 + size, told
		}
	case '[':
		if fresh {
			if end := definition.FindString(s); end != "" {
				return len(end), ""
			}
		}
		if size, told := link(s); size > 0 {
			return size, told
		}
	case '<':
		if found := unseen.FindString(s); found != "" {
			return len(found), ""
		}
	}
	return 1, s[:1]
}

// link gives the size of the link that a text begins with, 0 if it begins with none, and the link's text.
func link(s string) (size int, told string) {
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

// definition matches the line that defines where links of a name lead, unseen a comment or a tag that formats.
var (
	definition = regexp.MustCompile(`^\[[^\]\n]+\]:[ \t]*\S+[^\n]*\n?`)
	unseen     = regexp.MustCompile(`(?is)^(<!--.*?-->|</?(a|b|br|code|details|div|em|h[1-6]|i|img|kbd|p|span|strong|sub|summary|sup)(\s[^<>]*)?/?>)`)
)
