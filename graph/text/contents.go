package text

import (
	"regexp"
	"strings"
)

// contents matches an item of a table of contents.
var contents = regexp.MustCompile(`^[-*+] +\[[^\]]*\]\(#[^)]*\)$`)

// IsContents reports whether a list item is of a table of contents: a link into
// its own document, which says nothing.
func IsContents(item string) bool {
	return strings.Contains(item, "](#") && contents.MatchString(item)
}
