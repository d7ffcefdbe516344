package glyphs

import (
	"regexp"
	"strings"
)

// The parts of a URL that may be secrets: the user with the password, and the query.
var (
	userOfURL  = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^\s/?#"',]*@`)
	queryOfURL = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://[^\s?#"',]*)\?[^\s#"',]*`)
)

// Masked returns a text without the users and the queries of the URLs in it, which
// may be or have passwords and keys.
func Masked(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return queryOfURL.ReplaceAllString(userOfURL.ReplaceAllString(text, "$1"), "$1?…")
}
