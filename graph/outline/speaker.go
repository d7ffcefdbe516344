package outline

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// isSpeaker reports whether a word is in the question only as the name of who speaks
// in a chat: at the beginning of lines, in angle brackets or before a colon.
func (f *finding) isSpeaker(name string) bool {
	return strings.Contains(f.question, "\n") && !slices.ContainsFunc(f.asked.Words, func(word text.Word) bool {
		return word.Text == name && !f.beginsLine(word)
	})
}

// beginsLine reports whether a word and its brackets or its colon begin a line.
func (f *finding) beginsLine(word text.Word) bool {
	before, after := f.question[:word.Start], f.question[word.End:]
	line := strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " \t")
	return line == "<" && strings.HasPrefix(after, ">") || (line == "" || line == "@") && strings.HasPrefix(after, ":")
}
