package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// withoutMentioned returns subjects without the people whom a message only mentions:
// it asks for what belongs to somebody as other questions do, by a preposition before
// the name, a genitive, or "what does" or "who is".
func (c *choosing) withoutMentioned(subjects []subject.Subject) []subject.Subject {
	if !c.isLong() && len(c.asked.Words) < rank.MessageWords {
		return subjects
	}
	return slices.DeleteFunc(slices.Clone(subjects), func(s subject.Subject) bool {
		entry := c.reader.Entry(s.Doc)
		if graph.Kind(entry.Kind) != graph.KindRecord || c.asksOf(s.First, s.Last) {
			return false
		}
		e := c.graphs[s.Doc.Project].Entity(entry.ID)
		return e != nil && graph.IsPerson(e)
	})
}

// beforeOwners are before the name of somebody whose things, or who, is asked for.
var beforeOwners = strings.Fields("of for by does did has is whom")

// asksOf reports whether the words from first to last are asked for as an owner.
func (a *asking) asksOf(first, last int) bool {
	if first == last {
		return false
	}
	words := a.asked.Words
	after := a.question[words[last-1].End:]
	isGenitive := strings.HasPrefix(after, "'s ") || strings.HasPrefix(after, "’s ") || strings.HasSuffix(a.question[:words[last-1].End], "'s")
	return isGenitive || first > 0 && words[first].Marks&text.Apart == 0 && slices.Contains(beforeOwners, words[first-1].Text) ||
		first > 1 && words[first-1].Text == "to" && words[first-2].Text == "assigned"
}

// isSpeaker reports whether a word is in the question only as the name of who speaks
// in a chat: at the beginning of lines, in angle brackets or before a colon.
func (a *asking) isSpeaker(name string) bool {
	return strings.Contains(a.question, "\n") && !slices.ContainsFunc(a.asked.Words, func(word text.Word) bool {
		return word.Text == name && !a.beginsLine(word)
	})
}

// beginsLine reports whether a word and its brackets or its colon begin a line.
func (a *asking) beginsLine(word text.Word) bool {
	before, after := a.question[:word.Start], a.question[word.End:]
	line := strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " \t")
	return line == "<" && strings.HasPrefix(after, ">") || (line == "" || line == "@") && strings.HasPrefix(after, ":")
}
