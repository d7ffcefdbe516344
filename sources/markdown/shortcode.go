package markdown

import (
	"slices"
	"strings"
)

// refWords are the words before the name of a page in the templates of Hugo, as in {{<
// ref "a" >}}, and of Jekyll, as in {% link a.md %}.
var refWords = []string{"ref", "relref", "link", "post_url"}

// shortcodes returns the links that a text has in templates of site generators, which
// are no Markdown.
func shortcodes(source string) (links []link) {
	for at := 0; ; {
		open := strings.IndexByte(source[at:], '{')
		if open < 0 || at+open+2 >= len(source) {
			return links
		}
		at += open
		body := ""
		switch {
		case strings.HasPrefix(source[at:], "{{<"), strings.HasPrefix(source[at:], "{{%"):
			body, _, _ = strings.Cut(source[at+3:], "}}")
		case strings.HasPrefix(source[at:], "{%"):
			body, _, _ = strings.Cut(source[at+2:], "%}")
		}
		if words := strings.Fields(body); len(words) > 1 && slices.Contains(refWords, words[0]) {
			target, fragment, _ := strings.Cut(strings.Trim(words[1], `"'`), "#")
			links = append(links, link{Target: strings.Trim(target, "/"), Fragment: fragment, Wiki: true, Start: at})
		}
		at++
	}
}
