package states

import (
	_ "embed"
	"strings"
)

//go:embed states.words
var table string

// A line is a line of the table: what it says about its words.
type line struct {
	name  string
	words []string
}

// lines are the lines of the table, in its order.
var lines = func() (list []line) {
	for text := range strings.Lines(table) {
		if name, words, is := strings.Cut(strings.TrimSpace(text), ": "); is && name[0] != '#' {
			list = append(list, line{name, strings.Split(words, ", ")})
		}
	}
	return list
}()

// named returns the words of the lines with a name.
func named(name string) (words []string) {
	for _, line := range lines {
		if line.name == name {
			words = append(words, line.words...)
		}
	}
	return words
}
