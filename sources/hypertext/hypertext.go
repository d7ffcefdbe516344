// Package hypertext reads texts in HTML, as editors of trackers write them.
package hypertext

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// isHTML matches a text that is HTML from its beginning to its end, as editors of trackers
// write it. Markdown may have elements of it, and begin with one.
var isHTML = regexp.MustCompile(`(?is)^\s*<(p|div|h[1-6]|ul|ol|table|span|b|strong)\b.*</\w+>(\s|<br\s*/?>|&nbsp;)*$`)

var isMarkdown = regexp.MustCompile("(?m)^(#|[-*] |```)")

// before is what Markdown has before an element, and inline is what it has on both sides.
var (
	before = map[string]string{
		"p": "\n\n", "div": "\n", "br": "\n", "li": "\n- ", "tr": "\n", "td": " ", "th": " ", "pre": "\n\n", "blockquote": "\n\n> ",
		"h1": "\n\n# ", "h2": "\n\n## ", "h3": "\n\n### ", "h4": "\n\n#### ", "h5": "\n\n#### ", "h6": "\n\n#### ", "hr": "\n\n---\n\n",
	}
	inline = map[string]string{"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "s": "~~", "del": "~~"}
	after  = map[string]string{"p": "\n", "ul": "\n", "ol": "\n", "table": "\n", "h1": "\n", "h2": "\n", "h3": "\n", "h4": "\n", "h5": "\n",
		"h6": "\n"}
)

// Markdown returns a text in HTML as Markdown, and any other as it is.
func Markdown(text string) string {
	if !isHTML.MatchString(text) || isMarkdown.MatchString(text) {
		return text
	}
	var out strings.Builder
	link := ""
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return withoutGaps(out.String())
		}
		token := tokens.Token()
		isEnd := kind == html.EndTagToken
		switch {
		case kind == html.TextToken:
			out.WriteString(spaces.ReplaceAllString(token.Data, " "))
		case token.Data == "a" && !isEnd:
			if link = Attribute(token.Attr, "href"); link != "" {
				out.WriteByte('[')
			}
		case token.Data == "a" && link != "":
			out.WriteString("](" + link + ")")
			link = ""
		case isEnd:
			out.WriteString(inline[token.Data] + after[token.Data])
		default:
			out.WriteString(before[token.Data] + inline[token.Data])
		}
	}
}

var (
	spaces = regexp.MustCompile(`[\s\x{a0}]+`)
	gaps   = regexp.MustCompile(`[ \t]*\n\s*\n[ \t]*`)
)

// withoutGaps returns a text with at most one blank line between others.
func withoutGaps(text string) string { return strings.TrimSpace(gaps.ReplaceAllString(text, "\n\n")) }

// Attribute returns the value of an attribute, "" for none.
func Attribute(attributes []html.Attribute, name string) string {
	for _, one := range attributes {
		if one.Key == name {
			return one.Val
		}
	}
	return ""
}
