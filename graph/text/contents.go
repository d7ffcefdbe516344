package text

import (
	"regexp"
	"strings"
)

// contents matches an item of a table of contents.
var contents = regexp.MustCompile(`^[-*+] +\[[^\]]*\]\(#[^)]*\)$`)

// IsContents reports whether a list item belongs to a table of contents: it is
// only a link within the document, and has no content.
func IsContents(item string) bool {
	return strings.Contains(item, "](#") && contents.MatchString(item)
}
