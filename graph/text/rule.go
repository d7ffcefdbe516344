package text

import (
	"regexp"
	"strings"
)

// rule matches the line between the head of a table and its rows.
var rule = regexp.MustCompile(`^\|?[ |:-]*--[ |:-]*$`)

// IsRule reports whether a line is the one between the head of a table and its rows.
func IsRule(line string) bool { return strings.Contains(line, "--") && rule.MatchString(line) }
