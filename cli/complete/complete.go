// Package complete finds the words that may be at the cursor of a command
// line, and has the scripts by which shells ask for them.
package complete

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// tag is the tag of flags and arguments that says what they take: one of the
// names that the function of [Words] knows, or Files or Folders.
const tag = "complete"

// What a flag or an argument takes, if the shell completes it.
const (
	files   = "files"
	folders = "folders"
)

// A Word may be at the cursor. It begins with a colon if the shell completes
// files or folders there.
type Word struct{ Text, Help string }

// A Line is the part of a command line before the cursor.
type Line struct {
	Command *kong.Node
	Args    []string          // of the command
	Flags   map[string]string // those with a value, by name
	Typed   string            // the beginning of the word that is completed
}

// A reader reads a line word by word.
type reader struct {
	Line
	pending  *kong.Flag // the flag whose value is next
	noFlags  bool       // after --
	atCursor string
}

// Words returns the words that may replace the last one of a line of app, which
// may be empty. values returns the words for a value of Tag.
func Words(app *kong.Application, words []string, values func(what string, line *Line) []Word) []Word {
	r := &reader{Line: Line{Command: app.Node, Flags: map[string]string{}}}
	if len(words) > 0 {
		r.atCursor = words[len(words)-1]
		r.Typed = r.atCursor
		for _, word := range words[:len(words)-1] {
			r.read(word)
		}
	}
	return r.beginning(r.candidates(values))
}

// read reads a word before the cursor.
func (r *reader) read(word string) {
	switch name, value, hasValue := strings.Cut(word, "="); {
	case r.pending != nil:
		r.Flags[r.pending.Name] = word
		r.pending = nil
	case word == "--" && !r.noFlags:
		r.noFlags = true
	case r.noFlags || len(word) < 2 || word[0] != '-':
		r.argument(word)
	case hasValue:
		r.Flags[strings.TrimLeft(name, "-")] = value
	default:
		if flag := r.flag(word); flag != nil && !flag.IsBool() {
			r.pending = flag
		}
	}
}

// argument reads the name of a command, or an argument.
func (r *reader) argument(word string) {
	for _, child := range r.Command.Children {
		if len(r.Args) == 0 && (child.Name == word || slices.Contains(child.Aliases, word)) {
			r.Command = child
			return
		}
	}
	r.Args = append(r.Args, word)
}

// flags returns the flags that the command accepts.
func (r *reader) flags() (flags []*kong.Flag) {
	for node := r.Command; node != nil; node = node.Parent {
		flags = append(flags, node.Flags...)
	}
	return flags
}

// flag returns the flag of a word such as --project or -v, nil for none.
func (r *reader) flag(word string) *kong.Flag {
	for _, flag := range r.flags() {
		if word == "--"+flag.Name || flag.Short != 0 && word == "-"+string(flag.Short) {
			return flag
		}
	}
	return nil
}

// candidates returns what may be at the cursor, whatever is typed of it.
func (r *reader) candidates(values func(string, *Line) []Word) []Word {
	if r.pending != nil {
		return r.valuesOf(r.pending.Value, values)
	}
	if name, value, hasValue := strings.Cut(r.atCursor, "="); hasValue && !r.noFlags {
		flag := r.flag(name)
		r.Typed = value
		if flag == nil {
			return nil
		}
		words := r.valuesOf(flag.Value, values)
		for i := range words {
			words[i].Text = name + "=" + words[i].Text
		}
		return words
	}
	if strings.HasPrefix(r.atCursor, "-") && !r.noFlags {
		return r.flagWords()
	}
	words := r.commands()
	if positional := r.Command.Positional; len(positional) > 0 {
		words = append(words, r.valuesOf(positional[min(len(r.Args), len(positional)-1)], values)...)
	}
	return words
}

// flagWords returns the flags of the command that are not typed yet.
func (r *reader) flagWords() (words []Word) {
	for _, flag := range r.flags() {
		if _, typed := r.Flags[flag.Name]; !flag.Hidden && (!typed || flag.IsCumulative()) {
			words = append(words, Word{"--" + flag.Name, brief(flag.Help)})
		}
	}
	return words
}

// commands returns the commands that may follow.
func (r *reader) commands() (words []Word) {
	for _, child := range r.Command.Children {
		if !child.Hidden && len(r.Args) == 0 {
			words = append(words, Word{child.Name, brief(child.Help)})
		}
	}
	return words
}

// valuesOf returns the values of a flag or an argument.
func (r *reader) valuesOf(value *kong.Value, values func(string, *Line) []Word) (words []Word) {
	switch what := value.Tag.Get(tag); {
	case value.Enum != "":
		for _, one := range value.EnumSlice() {
			if one != "" {
				words = append(words, Word{Text: one})
			}
		}
	case what == files || what == folders:
		words = append(words, Word{Text: ":" + what})
	case what != "":
		words = values(what, &r.Line)
	}
	return words
}

// beginning returns the words that begin with what is typed, in any case.
func (r *reader) beginning(words []Word) []Word {
	return slices.DeleteFunc(words, func(word Word) bool {
		return word.Text[0] != ':' && !Begins(word.Text, r.atCursor)
	})
}

// Begins reports whether a word begins with what is typed, in any case.
func Begins(word, typed string) bool {
	return len(word) >= len(typed) && strings.EqualFold(word[:len(typed)], typed)
}

// brief returns the first sentence of a help without its period.
func brief(help string) string {
	sentence, _, _ := strings.Cut(help, ". ")
	sentence, _, _ = strings.Cut(sentence, "\n")
	return strings.TrimSuffix(sentence, ".")
}
