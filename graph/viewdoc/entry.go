package viewdoc

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/prompt"
	"dossier/graph/searchtext"
	"dossier/graph/states"
	"dossier/graph/text"
	"dossier/graph/view"
)

// The lengths of labels, in characters, by eye.
const (
	labelRunes  = 80
	besideRunes = 60
)

// A Style is how entries are written.
type Style struct {
	ShortID   func(id string) string // returns an id as displayed
	Full      map[string]graph.Entity
	HideFacts bool
	Terms     map[string]bool // the stems of the words of the question
}

// quiet are the states that say nothing new: what is expected of the kind.
var quiet = []string{"todo", "identified", "active", "published", "ready", "made"}

// facts returns what a line says about an entity besides its name.
func (c *chosen) facts(st *Style, e graph.Entity) (facts []string) {
	if st.HideFacts {
		return nil
	}
	s := c.scene
	state := states.Shown(e.Self())
	if ev, known := s.events[e.Self().ID]; known && c.HasEvents() {
		what := said(ev.what, e)
		if facts = append(facts, ev.at.In(s.Now.Location()).Format("2 Jan")+": "+what); what == state {
			state = ""
		}
	}
	if e.Self().Kind == graph.KindTask && state == "todo" && c.mixesBegun() {
		facts = append(facts, "not begun")
	}
	isPlain := slices.Contains(quiet, state) || e.Self().Kind == graph.KindMilestone && state == "pending"
	if state != "" && !isPlain {
		facts = append(facts, strings.ReplaceAll(state, "_", " "))
	}
	if graph.IsOverdue(e, s.Now) {
		facts = append(facts, "overdue")
	}
	facts = append(facts, prompt.Facts(s.Graph, e, []string{"priority", "impact", "progress"}, s.Now)...)
	if risk, ok := e.(*graph.Risk); ok && risk.Probability != nil {
		facts = append(facts, fmt.Sprintf("%.0f %%", *risk.Probability*100))
	}
	facts = append(facts, c.dates(e)...)
	if record, ok := e.(*graph.Record); ok {
		ev := s.events[e.Self().ID]
		event := ev.what + " " + ev.at.Format(time.DateOnly)
		facts = append(facts, slices.DeleteFunc(recordFacts(s.Graph, record), func(fact string) bool { return fact == event })...)
	} else if names := s.ownerNames(e); len(names) > 0 {
		for i, name := range names[:min(len(names), 2)] {
			names[i] = inert.Line(graph.Line(name, besideRunes))
		}
		facts = append(facts, strings.Join(names[:min(len(names), 2)], ", "))
	}
	return facts
}

// said returns what happened to an entity, by its state if that is over.
func said(what string, e graph.Entity) string {
	if e.Self().IsOver() && (what == view.WhatChanged || what == view.WhatDone) {
		return strings.ReplaceAll(states.Shown(e.Self()), "_", " ")
	}
	return what
}

// mixesBegun reports whether the section has work that has begun and work that has not.
func (c *chosen) mixesBegun() bool {
	return c.Of == "work" && len(c.Where) > 0 && !c.Where.Has("first", "begun", "ready")
}

// dates returns the date of an entity.
func (c *chosen) dates(e graph.Entity) []string {
	if c.HasEvents() && e.Self().Kind != graph.KindTask && e.Self().Kind != graph.KindMilestone {
		return nil
	}
	if done := view.CompletedAt(e); done != nil && !c.HasEvents() && e.Self().IsOver() {
		return []string{"finished " + graph.Date(done)} // when it was due no longer matters
	}
	return prompt.Facts(c.scene.Graph, e, []string{"dates"}, c.scene.Now)
}

// shortValue is the length up to which the value of a field of a record is a fact, in
// characters. By eye.
const shortValue = 120

// leastWord is the length from which on a value says without its name what it is: a role, not
// yes. By eye.
const leastWord = 5

// recordFacts returns the values of a record. A reference is the label of
// what it refers to.
func recordFacts(g *memory.Graph, r *graph.Record) (facts []string) {
	object := r.Fields.Object()
	for _, value := range searchtext.Members(r.Fields) {
		said, isText := object[value.Name].(string)
		if !isText || len(said) > shortValue || strings.ContainsAny(said, "@") || said == "active" || strings.EqualFold(said, r.Name) {
			continue
		}
		if e := g.Entity(graph.ID(said)); e != nil {
			said = value.Name + " " + graph.Line(e.Self().Label, besideRunes)
		} else if graph.IsUUID(said) {
			continue
		}
		if len(said) < leastWord || !strings.ContainsFunc(said, unicode.IsLetter) {
			said = value.Name + " " + said
		}
		facts = append(facts, inert.Line(strings.ReplaceAll(said, "_", " ")))
	}
	return facts
}

// name returns the name of an entity with facts.
func (st *Style) name(e graph.Entity, runes int, facts ...string) prompt.Name {
	name := prompt.Named(e, facts...)
	name.Label, name.ID = graph.Line(graph.Heading(e), runes), st.ShortID(e.Self().ID)
	return name
}

// beside returns what is beside an entry, "" for nothing to say.
func (c *chosen) beside(st *Style, e graph.Entity, b *view.Beside) (text string) {
	list, total := c.besideOf(e, b)
	if total == 0 {
		return b.Missing
	}
	names := make([]string, len(list))
	for i, other := range list {
		names[i] = st.name(other, besideRunes, c.facts(st, other)...).String()
	}
	return prompt.Names(names, total)
}

// sentences are the sentences of an entity, and the order in which they are said.
type sentences struct {
	texts   []string
	order   []int  // the most useful first
	opening string // the last one, if a list may follow to which it belongs
}

// said returns the first sentences of the order, as they are in the text. A gap is
// marked.
func (s *sentences) said(count int) string {
	chosen := slices.Clone(s.order[:min(count, len(s.order))])
	slices.Sort(chosen)
	var out strings.Builder
	for i, at := range chosen {
		switch {
		case i > 0 && chosen[i-1] != at-1:
			out.WriteString(" … ")
		case i > 0:
			out.WriteByte(' ')
		}
		out.WriteString(s.texts[at])
	}
	return out.String()
}

// add adds a sentence of a text. The first item of a list belongs to the sentence that opens
// it: "Chosen option: X, because", and a reason.
func (s *sentences) add(said string, unit text.Unit) {
	opening := s.opening
	s.opening = ""
	switch {
	case opening != "" && unit == text.Item:
		s.texts[len(s.texts)-1] = ended(graph.Truncate(strings.TrimSuffix(opening, ":")+": "+said, longSentence))
		return
	case unit != text.Prose && unit != text.Item && unit != text.Row, slices.Contains(s.texts, said):
		return
	case unit == text.Prose && (said != ended(said) || strings.HasSuffix(said, ":")):
		s.opening = said
	}
	s.texts = append(s.texts, ended(graph.Truncate(said, longSentence)))
}

// The limits of sentences, by eye.
const (
	mostSentences = 40
	longSentence  = 300 // bytes
)

// sentencesOf returns the sentences of an entity, or only those about the next step.
func (st *Style) sentencesOf(e graph.Entity, next bool) *sentences {
	full := e
	if read := st.Full[e.Self().ID]; read != nil {
		full = read
	}
	s := &sentences{}
	label := graph.Line(graph.Heading(e), 0)
	for _, field := range textsOf(full, next) {
		s.opening = ""
		for _, unit := range text.Sentences(field) {
			said := inert.Line(text.Plain(referenced.ReplaceAllString(field[unit.Start:unit.End], "")))
			if said != "" && !strings.Contains(label, said) && len(s.texts) < mostSentences {
				s.add(said, unit.Unit)
			}
		}
	}
	if all := slices.Clone(s.texts); e.Self().Kind == graph.KindProject { // the long text about its next step has the short one
		s.texts = slices.DeleteFunc(s.texts, func(said string) bool {
			return slices.ContainsFunc(all, func(other string) bool {
				return len(other) > len(said) && strings.Contains(other, strings.TrimSuffix(said, "."))
			})
		})
	}
	worth := make([]float64, len(s.texts))
	for i := range s.texts {
		worth[i] = st.worth(i, s.texts[i])
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return s
}

// referenced matches the definitions of link targets, which say nothing.
var referenced = regexp.MustCompile(`(?m)^\s*\[[^\]\n]+\]:\s.*$`)

// ended returns a sentence with a full stop, if it ends in a letter or a digit.
func ended(sentence string) string {
	if last, _ := utf8.DecodeLastRuneInString(sentence); unicode.IsLetter(last) || unicode.IsDigit(last) {
		return sentence + "."
	}
	return sentence
}

// The worth of a sentence, by eye: what it says of the words of the question, figures,
// and that it is the first.
const (
	firstWorth  = 1.
	figureWorth = .7
	termWorth   = .5
	laterWorth  = .02 // less for each sentence before it
	longWorth   = .3  // less for a long one
)

func (st *Style) worth(at int, sentence string) float64 {
	worth := -laterWorth * float64(at)
	if at == 0 {
		worth += firstWorth
	}
	if strings.ContainsFunc(sentence, unicode.IsDigit) {
		worth += figureWorth
	}
	found := 0
	for _, word := range text.Folded(sentence) {
		if st.Terms[text.English(word)] {
			found++
		}
	}
	worth += termWorth * float64(min(found, 3))
	if len(sentence) > longSentence/2 {
		worth -= longWorth
	}
	return worth
}

// textsOf returns the texts of an entity: the fields that describe it, what a signal
// says, and long texts in props.
func textsOf(e graph.Entity, next bool) (texts []string) {
	spec := e.Self().Spec()
	for i := range spec.Fields {
		field := &spec.Fields[i]
		value, ok := field.Value(e).(string)
		if field.Searched && ok && field.Name != spec.Label && (!next || strings.HasPrefix(field.Name, "next_step")) {
			texts = append(texts, value)
		}
	}
	for _, note := range searchtext.Notes(e) {
		texts = append(texts, note.Text)
	}
	if e.Self().Kind == graph.KindSignal {
		for _, field := range searchtext.Fields(e) {
			if field.Name == "payload.text" || field.Name == "payload.body" {
				texts = append(texts, field.Text)
			}
		}
	}
	return texts
}

// plainDate returns a day as people write it.
func plainDate(t time.Time) string { return t.Format("2 January 2006") }
