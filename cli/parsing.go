package cli

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"dossier/cli/settings"
)

// rewordings replace what kong says about an argument by what was expected and
// what was given.
var rewordings = []struct {
	said *regexp.Regexp
	text string
}{
	{
		regexp.MustCompile(`expected \S+ value but got ("EOL" \(<EOL>\)|"--.*" \(long flag\); perhaps try .*)$`),
		"expected a value after it; got none",
	},
	{regexp.MustCompile(`expected a valid 64 bit int but got "(.*)"$`), `expected a whole number; got "$1"`},
	{regexp.MustCompile(`expected duration but got "(.*)": time: .*$`), `expected a duration such as 10s or 2m; got "$1"`},
	{regexp.MustCompile(` must be one of (.*) but got "(.*)"$`), `: expected one of $1; got "$2"`},
	{regexp.MustCompile(`"",|,""`), ""}, // an option that is the default
}

// parseError returns the text of an error of the parser about the arguments.
func parseError(err error, args []string, found *settings.Settings) string {
	text := err.Error()
	for _, one := range rewordings {
		text = one.said.ReplaceAllString(text, one.text)
	}
	failed, is := errors.AsType[*kong.ParseError](err)
	if !is || failed.Context.Selected() == nil {
		return text + "; see dossier --help"
	}
	if from := found.Origin(failed.Context, text); from != "" {
		text = from + ": " + text
	}
	command := failed.Context.Selected()
	if unknown, is := strings.CutPrefix(text, "unknown flag --"); is {
		if known := flagMeant(command, unknown); known != "" {
			return "unknown flag --" + unknown + ", did you mean \"--" + known + "\"?; see " + command.FullPath() + " --help"
		}
	}
	if strings.HasPrefix(text, "unknown flag") && len(command.Positional) > 0 && !slices.Contains(args, "--") {
		text += "; words that begin with - come after --, as in " + command.FullPath() + ` -- "-word"`
	}
	return text + "; see " + command.FullPath() + " --help"
}

// flagsMeant are flags by the names of flags of other programs that do the same.
var flagsMeant = map[string]string{
	"limit": "first", "max": "first", "count": "first", "top": "first", "n": "first",
	"tokens": "max-tokens", "budget": "max-tokens", "kind": "kinds", "output": "out", "format": "json",
}

// flagMeant returns the flag of a command that an unknown one means, "" for none.
func flagMeant(command *kong.Node, unknown string) string {
	known := flagsMeant[unknown]
	isKnown := func(flag *kong.Flag) bool { return flag.Name == known }
	for _, flags := range command.AllFlags(true) {
		if slices.ContainsFunc(flags, isKnown) {
			return known
		}
	}
	return ""
}

// negative matches a negative number, with the unit of an age.
var negative = regexp.MustCompile(`^-\d+[a-z]*$`)

// withNegatives joins flags and the negative numbers behind them, which kong takes for
// flags, so that the error says which numbers are expected.
func withNegatives(args []string) (joined []string) {
	for i, arg := range args {
		if arg == "--" {
			return append(joined, args[i:]...)
		}
		last := len(joined) - 1
		if last >= 0 && negative.MatchString(arg) && strings.HasPrefix(joined[last], "--") && !strings.Contains(joined[last], "=") {
			joined[last] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}
