package cli

import (
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// quotedWord matches a word of a command line.
var quotedWord = regexp.MustCompile(`(?:"[^"]*"|'[^']*'|[^\s"'])+`)

// words returns the words of an example, without what follows the command.
func words(example string) (list []string) {
	for _, word := range quotedWord.FindAllString(example, -1) {
		if word == "#" || word == "<" || word == ">" || word == "|" {
			break
		}
		list = append(list, strings.NewReplacer(`"`, "", "'", "").Replace(word))
	}
	return list
}

// TestExamples looks for examples in the help of every command, and parses them.
func TestExamples(t *testing.T) {
	parse := func(args []string) (*kong.Application, *kong.Context, error) {
		var line commandLine
		parser := kong.Must(&line, kong.Name("dossier"), longHelp)
		addExamples(parser.Model)
		parsed, err := parser.Parse(expanded(args))
		return parser.Model, parsed, err
	}
	model, _, err := parse([]string{"version"})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range model.Leaves(true) {
		_, text, found := strings.Cut(command.Detail, "Example")
		if !found {
			t.Errorf("%s: no example", named(command))
		}
		for line := range strings.Lines(text) {
			example, is := strings.CutPrefix(strings.TrimSpace(line), "dossier ")
			if !is {
				continue
			}
			if _, parsed, err := parse(words(example)); err != nil {
				t.Errorf("%s: %v", example, err)
			} else if got := named(parsed.Selected()); got != named(command) {
				t.Errorf("%s: an example of %s, in the help of %s", example, got, named(command))
			}
		}
	}
}
