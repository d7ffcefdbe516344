package query

import (
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/records"
	"dossier/graph/relevance"
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
// record its values by name, else its sentences.
func (q quoting) pieces(g *graph.Graph, e graph.Entity, sentences []relevance.Sentence) []relevance.Piece {
	if record, ok := e.(*graph.Record); ok {
		return q.values(g, record)
	}
	return sentencePieces(e, sentences)
}

// values are the values of a record, a line each.
func (q quoting) values(g *graph.Graph, record *graph.Record) []relevance.Piece {
	project := records.Project{Graph: g, Types: q.types}
	var list []relevance.Piece
	for _, value := range project.Fields(record) {
		list = append(list, relevance.Piece{Text: "- " + value.Name + ": " + value.Text, Before: "\n"})
	}
	return list
}

// sentencePieces are the sentences of an entity as they stand in its texts,
// without those that repeat its label or each other. A heading stands with the
// sentence below it, the rule of a table with its head.
func sentencePieces(e graph.Entity, sentences []relevance.Sentence) []relevance.Piece {
	label := strings.Trim(e.Self().Label, ".…")
	q := quoted{texts: map[string]string{}, told: map[string]bool{"": true, label: true}}
	for _, field := range textFields(e) {
		q.texts[field.Name] = field.Text
	}
	if utf8.RuneCountInString(label) > prompt.LabelLimit { // its heading has only the beginning
		q.list = append(q.list, relevance.Piece{Text: label, Score: 1})
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
	list    []relevance.Piece
	field   string // of the sentence before
	end     int    // of it, in its field
	heading string // what waits for the sentence below it
}

func (q *quoted) add(s relevance.Sentence) {
	source := q.texts[s.Field]
	before := "\n\n"
	if s.Field == q.field {
		before = source[q.end:s.Start]
	} else {
		q.heading = ""
	}
	q.field, q.end = s.Field, s.End
	piece := source[s.Start:s.End]
	switch {
	case before == "\n" && len(q.list) > 0 && isRule(piece): // below the head of a table
		q.list[len(q.list)-1].Text += before + piece
	case isNavigation(piece) || q.told[strings.Trim(piece, "#* .…")] || q.told[piece]:
	case s.Unit == text.Heading: // not as one: the document's headings are the entities
		q.heading = "**" + strings.Trim(piece, "#* ") + "**"
	case q.heading != "":
		q.list = append(q.list, relevance.Piece{Text: q.heading + before + piece, Before: "\n\n", Score: s.Score})
		q.heading, q.told[piece] = "", true
	default:
		q.list = append(q.list, relevance.Piece{Text: piece, Before: before, Score: s.Score})
		q.told[piece] = true
	}
}

// rule matches the line between the head of a table and its rows.
var rule = regexp.MustCompile(`^\|?[ |:-]*--[ |:-]*$`)

func isRule(piece string) bool { return strings.Contains(piece, "--") && rule.MatchString(piece) }

// navigation matches what leads through a document and says nothing: comments,
// and items of a table of contents.
var navigation = regexp.MustCompile(`^(<!--.*-->|[-*+] +\[[^\]]*\]\(#[^)]*\))$`)

func isNavigation(piece string) bool {
	return (strings.HasPrefix(piece, "<!--") || strings.Contains(piece, "](#")) && navigation.MatchString(piece)
}
