package contextdoc

import (
	"encoding/json"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/ask/scan"
	"dossier/graph/memory"
)

// A Reading is a way to read a question as a query for a list or a number.
type Reading struct {
	Text     string      // the query in one line
	Language string      // whose words it was read by: "en"
	Kind     *graph.Kind // of the first list, nil for all kinds
	Filter   *string     // of the first list, as JSON for the argument filter of GraphQL's lists; nil without Kind
	Words    int         // how many words the question has
	Unused   []string    // the words of the question that the query does not have
	Score    float64     // that of the words and rules, by which readings with as many unused words are compared
	Steps    []Step
}

// A Step is a rule that a reading applied, or a meaning of words, those it is made of
// behind it.
type Step struct {
	Rule  *string // nil for the meaning of words
	Type  string
	Value string
	Words string
	Depth int // 0 for the whole question
}

// readingsOf returns readings of a question as clients see them.
func readingsOf(question string, readings []ask.Reading, graphs []*memory.Graph, now time.Time) []Reading {
	asked := scan.Words(question)
	list := make([]Reading, len(readings))
	for i := range readings {
		list[i] = readingOf(&readings[i], question, graphs, now)
		list[i].Words = len(asked)
		for _, use := range readings[i].Uses {
			step := Step{Type: use.Type, Value: use.Value, Depth: use.Depth, Words: question[asked[use.First].Start:asked[use.Last-1].End]}
			if use.Rule != "" {
				step.Rule = &use.Rule
			}
			list[i].Steps = append(list[i].Steps, step)
		}
	}
	return list
}

func readingOf(r *ask.Reading, question string, graphs []*memory.Graph, now time.Time) Reading {
	read := Reading{Text: r.Query.String(), Language: r.Language, Unused: []string{}, Score: r.Score.Weight}
	for _, word := range r.Unused {
		read.Unused = append(read.Unused, asTyped(question, word))
	}
	if r.Query.Kind == "" {
		return read
	}
	filter := answer.Filter(&r.Query, r.Query.Kind, graphs, now)
	read.Kind = &r.Query.Kind
	if text, err := json.Marshal(answer.Input(filter)); err == nil { // an infinite bound has no JSON
		input := string(text)
		read.Filter = &input
	}
	return read
}

// read sets how the question of a document was read.
func (o *outlined) read(d *Document, r *request, graphs []*memory.Graph) {
	d.Readings = []Reading{}
	if o.outline == nil || !r.start.only {
		return
	}
	d.Readings = readingsOf(strings.Join(r.start.topics, "\n"), o.outline.Readings, graphs, r.now)
	if o.outline.IsRead {
		d.ReadAs = &d.Readings[0]
	}
}
