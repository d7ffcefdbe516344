package contextdoc

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/pack"
	"dossier/graph/prompt"
	"dossier/graph/records"
	"dossier/graph/relevance/rank"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// A passage is what a document may quote of an entity as one.
type passage struct {
	block prompt.Passage
	score float64
	key   string // the same for passages that say the same, "" for none
	head  int    // the number of the head of its table, 0 for none
}

// passages returns what may be quoted of an entity, in the order of its text:
// the values of a record by name, and the ids of what they name; else its
// sentences.
func (x *entries) passages(g *graph.Graph, e graph.Entity, sentences []rank.Sentence) (list []passage, named []string) {
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
			if short := x.style.shortID(id); short != "" {
				text = strings.ReplaceAll(text, id, short)
			} else {
				text = strings.ReplaceAll(text, " ["+id+"]", "")
			}
		}
		list = append(list, passage{block: prompt.Passage{Field: value.Name, Text: text, Before: "\n"}})
	}
	return list, named
}

// piecesOf returns passages as blocks, and as what is packed.
func piecesOf(passages []passage) (blocks []prompt.Passage, pieces []pack.Piece) {
	for _, p := range passages {
		blocks = append(blocks, p.block)
		pieces = append(pieces, pack.Piece{Text: p.block.String(), Before: p.block.Before, Score: p.score, Key: p.key, Head: p.head})
	}
	return blocks, pieces
}

// sentencePassages returns the sentences of an entity as they are in its texts,
// without those that repeat its label or each other. A heading goes with the
// sentence below it, the rule of a table with its head.
func sentencePassages(e graph.Entity, sentences []rank.Sentence) []passage {
	label := strings.Trim(e.Self().Label, ".…")
	q := quoted{texts: map[string]string{}, seen: map[string]bool{"": true, label: true}}
	for _, field := range searchtext.Fields(e) {
		q.texts[field.Name] = field.Text
	}
	if utf8.RuneCountInString(label) > prompt.LabelLimit { // its heading has only the beginning
		for _, s := range text.Sentences(label) {
			q.put(text.Unlinked(label[s.Start:s.End]), " ", 1)
		}
	}
	for _, sentence := range sentences {
		q.best = max(q.best, sentence.Score)
	}
	for _, sentence := range sentences {
		// A place beyond the text is of one that was written since the ranking.
		if searchtext.Quotable(sentence.Field) && sentence.End <= len(q.texts[sentence.Field]) {
			q.add(sentence)
		}
	}
	return q.list
}

// quoted is an entity's sentences while they are collected.
type quoted struct {
	texts   map[string]string // by field
	seen    map[string]bool
	list    []passage
	field   string  // of the sentence before
	end     int     // of it, in its field
	heading string  // of the sentence to come, "" for none
	table   int     // number of the passage that is the head of the table, 0 outside of one
	best    float64 // score
}

// fieldNames are put before the texts that do not say themselves what they are.
var fieldNames = map[string]string{"outcome": "Outcome: ", "next_step_short": "Next step: "}

// add adds a sentence unless it says nothing of its own.
func (q *quoted) add(s rank.Sentence) {
	source := q.texts[s.Field]
	before, name := "\n\n", ""
	if s.Field == q.field {
		before = source[q.end:s.Start]
	} else {
		q.heading, name = "", fieldNames[s.Field]
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
	case before == "\n" && len(q.list) > 0 && isRule(sentence): // below the head of a table
		q.list[len(q.list)-1].block.Text += before + sentence
		q.table = len(q.list)
	case s.Repeated && s.Score < q.best/2: // a template's, and no better than the entity's own
	case s.Unit == text.Comment, text.IsContents(source[s.Start:s.End]), q.seen[strings.Trim(sentence, "#* .…")], q.seen[sentence]:
	case s.Unit == text.Heading: // the document's headings are the entities
		q.heading = strings.Trim(sentence, "#* ")
	default:
		q.put(name+sentence, before, s.Score)
	}
}

// put adds a passage, with the heading above it if there is one.
func (q *quoted) put(sentence, before string, score float64) {
	one := passage{block: prompt.Passage{Text: sentence, Before: before, Heading: q.heading}, score: score, head: q.table}
	one.key = one.block.Key()
	q.heading = ""
	q.list = append(q.list, one)
	q.seen[sentence] = true
}

// rule matches the line between the head of a table and its rows.
var rule = regexp.MustCompile(`^\|?[ |:-]*--[ |:-]*$`)

func isRule(piece string) bool { return strings.Contains(piece, "--") && rule.MatchString(piece) }

// repeatedLabel is the length of a heading whose label the text repeats, by
// eye.
const repeatedLabel = 60

// labelAbove returns a label as the heading of a text has it: its beginning where
// the text starts with it, or it with the text.
func labelAbove(label, text string) string {
	begins, cut := strings.CutSuffix(graph.Line(label, repeatedLabel), "…")
	text = graph.Line(text, 0)
	if cut && (strings.HasPrefix(text, begins) || text != "" && strings.HasPrefix(begins, text)) {
		return graph.Line(label, repeatedLabel)
	}
	return label
}
