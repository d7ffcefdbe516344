package layout

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/passage"
	"dossier/graph/text"
)

// shortBefore is the number of bytes before the sentence that the question asks for up
// to which a section is quoted from its beginning, which often has the answer in other
// words. Of what 76, 77 and 700 questions over ten graphs ask, .9, 0 and 0 % more was found
// in 500 tokens than with 300, and 0, .9 and 0 % in 2,000.
const shortBefore = 600

// hugeLine is the number of bytes of one sentence or listing from which on it comes
// last, by eye: some 600 tokens.
const hugeLine = 2400

// longListing is the number of bytes of a listing from which on it comes with the ends of
// sections, because the sentences around it rather have the answer: of what 80 and 120
// questions over four graphs ask of sections, 1.5 and 1.7 % more was found in 500 tokens.
const longListing = 300

// quote adds the sentences of a section to the last section of a topic, from the
// one that the question asks for on, or from the first one if few bytes precede it. It
// holds back long listings, those after the first bytes, and those before that sentence;
// and a huge line until the end, because nothing comes after a line without room.
func (w *writer) quote(number int, document graph.Entity, source string, one passage.Passage, begins int) {
	lines, first := w.quoted(number, document, source, one)
	if lengthOf(lines[:first]) <= shortBefore {
		first = 0
	}
	from, to := headerOf(lines, first)
	added := 0
	for _, line := range slices.Concat(lines[from:to], lines[first:]) {
		switch {
		case len(line.Passage.Text) > hugeLine && !w.isClear(number):
			w.huge = append(w.huge, line)
			continue
		case len(lines) > 1 && isListing(line) && len(line.Passage.Text) > longListing:
			w.held = append(w.held, line)
			continue
		case added > begins:
			w.held = append(w.held, line)
		default:
			w.put(line)
		}
		added += len(line.Passage.Text)
	}
	w.held = append(w.held, lines[:from]...)
	w.held = append(w.held, lines[to:first]...)
}

// headerOf returns the range of the lines before line number at that name the columns
// of its table, because nobody knows what a row says without them. It is empty if the
// line is no row.
func headerOf(lines []Line, at int) (from, to int) {
	from = at
	for from > 0 && isRow(lines[from]) && isRow(lines[from-1]) {
		from--
	}
	if from == at || !text.IsRule(lines[from+1].Passage.Text) {
		return at, at
	}
	return from, min(from+2, at)
}

// isRow reports whether a line is a row of a table.
func isRow(line Line) bool { return strings.HasPrefix(line.Passage.Text, "|") }

// isListing reports whether a line is a fenced block.
func isListing(line Line) bool {
	return strings.HasPrefix(line.Passage.Text, "```") || strings.HasPrefix(line.Passage.Text, "~~~")
}

// lengthOf returns the number of bytes of the passages of some lines.
func lengthOf(lines []Line) (n int) {
	for _, line := range lines {
		n += len(line.Passage.Text)
	}
	return n
}

// quoted returns the lines of a section, and the place of the first one that the
// question asks for.
func (w *writer) quoted(number int, document graph.Entity, source string, one passage.Passage) (lines []Line, first int) {
	section := len(w.plan.Topics[number].Sections) - 1
	titles := headings(source, one)
	end := one.Sentences[0].Start
	characters := w.offsetsOf(document, one.Field, source)
	for i, s := range one.Sentences {
		sentence := source[s.Start:s.End]
		if i == one.Best-1 && !w.isClear(number) {
			first = len(lines)
		}
		isRow := s.Unit == text.Row // tables may have the same columns
		if !text.IsContents(sentence) && (isRow || w.says(text.Unlinked(sentence))) {
			lines = append(lines, Line{
				Topic: number, Section: section, Entity: document, IsPassage: true, Place: len(lines),
				Passage: prompt.Passage{Text: text.Unlinked(sentence), Before: between(source[end:s.Start])},
				Quote:   &Quote{one.Field, titles, characters.At(int(s.Start)), characters.At(int(s.End))},
			})
		}
		end = s.End
	}
	return lines, min(first, max(0, len(lines)-1))
}

// release adds the lines that were held back.
func (w *writer) release() {
	for _, line := range w.held {
		w.put(line)
	}
	w.held = nil
}

// says reports whether a sentence is not yet in the text, and records it. It is
// false for a blank one, which the target of a link leaves.
func (w *writer) says(sentence string) bool {
	if strings.TrimSpace(sentence) == "" {
		return false
	}
	key := prompt.Passage{Text: sentence}.Key()
	if key == "" {
		return true
	}
	known := w.said[key]
	w.said[key] = true
	return !known
}
