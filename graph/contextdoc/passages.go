package contextdoc

import (
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/pack"
	"dossier/graph/prompt"
	"dossier/graph/records"
	"dossier/graph/relevance/rank"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// A passage is a piece of the text of an entity that is quoted as a unit.
type passage struct {
	block prompt.Passage
	score float64
	key   string // equal for passages with the same words, "" for none
	head  int    // the number of the passage with the head of its table, 0 for none
	// section is the heading above it and all other passages of its section, ""
	// for none.
	section string
}

// passages returns the passages of an entity, in the order of its text. Those
// of a record are its values, by name; named are the ids of the entities in
// them. Those of other entities are their sentences.
func (x *entries) passages(g *memory.Graph, e graph.Entity, sentences []rank.Sentence) (list []passage, named []string) {
	record, ok := e.(*graph.Record)
	if !ok {
		return sentencePassages(e, sentences), nil
	}
	project := records.Project{Graph: g, Types: x.loaded.types}
	for _, value := range project.Fields(record) {
		text := records.Text(value)
		for _, other := range value.Entities {
			id := other.Self().ID
			named = append(named, id)
			if short := x.style.ShortID(id); short != "" {
				text = strings.ReplaceAll(text, id, short)
			} else {
				text = strings.ReplaceAll(text, " ["+id+"]", "")
			}
		}
		list = append(list, passage{block: prompt.Passage{Field: value.Name, Text: text, Before: "\n"}})
	}
	return list, named
}

// piecesOf converts passages to blocks and to the pieces that are packed, and
// returns the section of each.
func piecesOf(passages []passage) (blocks []prompt.Passage, pieces []pack.Piece, sections []string) {
	for _, p := range passages {
		blocks = append(blocks, p.block)
		pieces = append(pieces, pack.Piece{Text: p.block.String(), Before: p.block.Before, Score: p.score, Key: p.key, Head: p.head})
		sections = append(sections, p.section)
	}
	return blocks, pieces, sections
}

// sentencePassages returns the sentences of an entity as they are in its texts,
// without those that repeat its label or each other. A heading is part of the
// sentence below it, and the rule of a table is part of the head of the table.
func sentencePassages(e graph.Entity, sentences []rank.Sentence) []passage {
	label := strings.Trim(e.Self().Label, ".…")
	q := quoted{texts: searchtext.Quoted(e), seen: map[string]bool{"": true, label: true, strings.Trim(graph.Heading(e), ".…"): true}}
	if utf8.RuneCountInString(label) > graph.LabelLimit { // the heading has only the beginning of the label
		for _, s := range text.Sentences(label) {
			q.put(text.Unlinked(label[s.Start:s.End]), " ", 1)
		}
	}
	for _, sentence := range sentences {
		q.best = max(q.best, sentence.Score)
	}
	for _, sentence := range sentences {
		// A place beyond the text is in a version that was written after the
		// ranking.
		if sentence.End <= len(q.texts[sentence.Field]) {
			q.add(sentence)
		}
	}
	return q.list
}

// quoted collects the passages of an entity.
type quoted struct {
	texts   map[string]string // by field
	seen    map[string]bool
	list    []passage
	field   string  // of the previous sentence
	end     int     // of the previous sentence in its field
	heading string  // above the next sentence
	section string  // the last heading of the field
	table   int     // the number of the passage with the head of the table, 0 outside tables
	best    float64 // the highest score of a sentence
}

// fieldNames are the prefixes of texts that are unclear without the name of
// their field.
var fieldNames = map[string]string{"outcome": "Outcome: ", "next_step_short": "Next step: "}

// add adds a sentence, unless it repeats another one or is a comment, a rule or
// a table of contents.
func (q *quoted) add(s rank.Sentence) {
	source := q.texts[s.Field]
	before, name := "\n\n", ""
	if s.Field == q.field {
		before = source[q.end:s.Start]
	} else {
		q.heading, name = searchtext.NoteTitle(s.Field), fieldNames[s.Field]
		q.section = q.heading
	}
	q.field, q.end = s.Field, s.End
	if s.Unit != text.Row || before != "\n" {
		q.table = 0
	}
	sentence := source[s.Start:s.End]
	if s.Unit != text.Code && s.Unit != text.Comment {
		sentence = text.Unlinked(sentence)
	}
	switch {
	case before == "\n" && len(q.list) > 0 && text.IsRule(sentence): // below the head of a table
		q.list[len(q.list)-1].block.Text += before + sentence
		q.table = len(q.list)
	case s.Repeated && s.Score < q.best/2: // from a template, and scored less than half of the best
	case s.Unit == text.Comment, text.IsContents(source[s.Start:s.End]), q.seen[strings.Trim(sentence, "#* .…")], q.seen[sentence]:
	case s.Unit == text.Heading: // only entities have headings in a document
		q.heading = strings.Trim(sentence, "#* ")
		q.section = q.heading
	default:
		q.put(name+sentence, before, s.Score)
	}
}

// put adds a passage, with the heading above it, if any.
func (q *quoted) put(sentence, before string, score float64) {
	one := passage{block: prompt.Passage{Text: sentence, Before: before, Heading: q.heading}, score: score, head: q.table, section: q.section}
	one.key = one.block.Key()
	q.heading = ""
	q.list = append(q.list, one)
	q.seen[sentence] = true
}

// repeatedLabel is the length to which a label is cut if the text below it
// repeats it. By eye.
const repeatedLabel = 60

// labelAbove returns a label as the heading of a text. A long label is cut if
// the text begins with the same words.
func labelAbove(label, text string) string {
	begins, cut := strings.CutSuffix(graph.Line(label, repeatedLabel), "…")
	text = graph.Line(text, 0)
	if cut && (strings.HasPrefix(text, begins) || text != "" && strings.HasPrefix(begins, text)) {
		return graph.Line(label, repeatedLabel)
	}
	return label
}
