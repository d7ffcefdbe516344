package query

import (
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/pack"
	"dossier/graph/prompt"
	"dossier/graph/records"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// quoting cuts entities into the pieces that a document may quote.
type quoting struct{ types *records.Types }

// quoting reads the record types if there are records among the entities.
func (s *Service) quoting(ctx context.Context, entities map[string]graph.Entity) (q quoting, err error) {
	for _, entity := range entities {
		if entity.Self().Kind == graph.KindRecord {
			q.types, err = s.types(ctx)
			return q, err
		}
	}
	return q, nil
}

// pieces are what may be quoted of an entity, in the order of its text: of a
// record its values by name, and the ids of what they refer to; else its
// sentences.
func (c *candidates) pieces(g *graph.Graph, e graph.Entity, sentences []rank.Sentence) (list []pack.Piece, named []string) {
	record, ok := e.(*graph.Record)
	if !ok {
		return sentencePieces(e, sentences), nil
	}
	project := records.Project{Graph: g, Types: c.quote.types}
	for _, value := range project.Fields(record) {
		line := "- " + value.Name + ": " + value.Text
		for _, other := range value.Entities {
			id := other.Self().ID
			named = append(named, id)
			if shown := c.shown(id); shown != "" {
				line = strings.ReplaceAll(line, id, shown)
			} else {
				line = strings.ReplaceAll(line, " ["+id+"]", "")
			}
		}
		list = append(list, pack.Piece{Text: line, Before: "\n"})
	}
	return list, named
}

// sentencePieces are the sentences of an entity as they stand in its texts,
// without those that repeat its label or each other. A heading stands with the
// sentence below it, the rule of a table with its head.
func sentencePieces(e graph.Entity, sentences []rank.Sentence) []pack.Piece {
	label := strings.Trim(e.Self().Label, ".…")
	q := quoted{texts: map[string]string{}, told: map[string]bool{"": true, label: true}}
	for _, field := range textFields(e) {
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
		if quotable(sentence.Field) && sentence.End <= len(q.texts[sentence.Field]) {
			q.add(sentence)
		}
	}
	return q.list
}

// quoted is an entity's sentences while they are gathered.
type quoted struct {
	texts   map[string]string // by field
	told    map[string]bool
	list    []pack.Piece
	field   string  // of the sentence before
	end     int     // of it, in its field
	heading string  // what waits for the sentence below it
	table   int     // number of the piece that is the head of the table, 0 outside of one
	best    float64 // score
}

// fieldNames stand before the texts that do not say themselves what they are.
var fieldNames = map[string]string{"outcome": "Outcome: ", "next_step_short": "Next step: "}

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
	piece := source[s.Start:s.End]
	if s.Unit != text.Code && s.Unit != text.Comment {
		piece = text.Unlinked(piece)
	}
	switch {
	case before == "\n" && len(q.list) > 0 && isRule(piece): // below the head of a table
		q.list[len(q.list)-1].Text += before + piece
		q.table = len(q.list)
	case s.Repeated && s.Score < q.best/2: // a template's, and no better than what is the entity's own
	case s.Unit == text.Comment, isContents(source[s.Start:s.End]), q.told[strings.Trim(piece, "#* .…")], q.told[piece]:
	case s.Unit == text.Heading: // not as one: the document's headings are the entities
		q.heading = "**" + strings.Trim(piece, "#* ") + "**"
	default:
		q.put(name+piece, before, s.Score)
	}
}

// put adds a piece below the heading that waits for it, if there is one.
func (q *quoted) put(piece, before string, score float64) {
	one := pack.Piece{Text: piece, Before: before, Score: score, Head: q.table}
	if len(piece) >= leastKey {
		one.Key = graph.Line(piece, 0) // however its lines are broken
	}
	if q.heading != "" {
		one.Text, one.Before, q.heading = q.heading+before+piece, "\n\n", ""
	}
	q.list = append(q.list, one)
	q.told[piece] = true
}

// leastKey is how many bytes a sentence has at the least that a document does
// not tell again of another entity. "Unit tests" is true of each.
const leastKey = 40

// rule matches the line between the head of a table and its rows.
var rule = regexp.MustCompile(`^\|?[ |:-]*--[ |:-]*$`)

func isRule(piece string) bool { return strings.Contains(piece, "--") && rule.MatchString(piece) }

// contents matches an item of a table of contents, which leads through a
// document and says nothing.
var contents = regexp.MustCompile(`^[-*+] +\[[^\]]*\]\(#[^)]*\)$`)

func isContents(piece string) bool {
	return strings.Contains(piece, "](#") && contents.MatchString(piece)
}
