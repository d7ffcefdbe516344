package outline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/gist"
	"dossier/graph/outline/parts"
	"dossier/graph/relevance/subject"
)

// A signal is something that lowers the confidence in an answer.
type signal struct {
	// find reports whether the signal is there, with the reasons; without any if
	// other signals give them.
	find func(w *weighing) (found bool, reasons []string)
	// lower returns the value with the signal.
	lower func(w *weighing) float64
}

// signals are all signals, in the order of their reasons.
var signals = []signal{
	{(*weighing).isFarFetched, toPartly},
	{(*weighing).lacksAsked, times(confidenceParams.Missing)},
	{(*weighing).lacksWords, times(confidenceParams.Wordless)},
	{(*weighing).lacksField, belowLikely},
	{(*weighing).lacksColumn, belowLikely},
	{(*weighing).lacksDate, belowLikely},
	{(*weighing).hasCorrected, times(1)},
	{(*weighing).hasUnknown, times(1)},
	{(*weighing).isUnnamedBesideUnknown, belowLikely},
	{(*weighing).hasUnknownIdentifier, times(confidenceParams.Identifier)},
	{(*weighing).hasUnknownName, times(confidenceParams.Identifier)},
	{(*weighing).hasOtherWord, toPartlyAtLeast},
	{(*weighing).hasUnknownDate, times(confidenceParams.Identifier)},
	{(*weighing).isNamedBesideUnknown, besideUnknown},
}

// weighing is the state of the confidence in an outline.
type weighing struct {
	*missing
	outline  *Outline
	subjects []subject.Subject
	value    float64
	reasons  []string
	lacks    *Lack
	unheld   []string // words of a short question that nothing has, nor a subject as a property
	// isMissing reports whether the subject lacks what is asked; isWordless whether it
	// has none of the question's other words, of which those that the graph lacks
	// are then counted.
	isMissing, isWordless bool
}

// confidence returns the confidence in an answer, by the subject, by what the
// question asks about it, and by the words that the graph lacks.
func (m *missing) confidence(o *Outline, subjects []subject.Subject) Confidence {
	w := &weighing{missing: m, outline: o, subjects: subjects}
	if !m.isLong() {
		w.unheld = w.unheldOf(m.asked.Unknown)
	}
	var reason string
	w.value, reason = w.begin()
	w.reasons = []string{reason}
	for _, s := range signals {
		if found, reasons := s.find(w); found {
			w.value = s.lower(w)
			w.reasons = append(w.reasons, reasons...)
		}
	}
	c := Confidence{Value: w.value, Answer: ClassOf(w.value), Reasons: w.reasons, Asked: m.unmatched(), Lacks: w.lacks,
		Unknown: w.unheld}
	return c
}

// begin returns the confidence before the signals, with the reason.
func (w *weighing) begin() (value float64, reason string) {
	switch {
	case w.outline.IsVague:
		return confidenceParams.Vague, "the question names nothing; an overview may answer it"
	case w.named != nil:
		return named(w.evidence()), "the question names " + w.subject()
	case len(w.subjects) > 0:
		value = w.covered(w.subjects)
		value += (1 - value) * w.knows()
		if w.isEvident() {
			value = max(value, confidenceParams.Partly)
		}
		return value, fmt.Sprintf("no subject is named; the likeliest has %d %% of the question's words by weight", int(100*value))
	}
	return 0, "nothing has any of the question's words"
}

// evidence returns how well the question names its first topic.
func (w *weighing) evidence() float64 { return max(w.named.Name, w.named.Titled) }

// subject returns the label of the topic that the question names.
func (w *weighing) subject() string { return graph.Line(w.named.Entity.Self().Label, reasonLabel) }

// times returns an effect that multiplies the value.
func times(factor float64) func(*weighing) float64 {
	return func(w *weighing) float64 { return w.value * factor }
}

// justBelow keeps a lowered value below the likely ones.
const justBelow = .99

// belowLikely keeps the value below that of likely answers.
func belowLikely(w *weighing) float64 { return min(w.value, justBelow*confidenceParams.Likely) }

// toPartly moves a value that is more than partly into the class of partial answers,
// in the order of the values.
func toPartly(w *weighing) float64 {
	p := confidenceParams
	return p.Partly + (w.value-p.Partly)*(p.Likely-p.Partly)*justBelow/(1-p.Partly)
}

// toPartlyAtLeast multiplies the value by Missing, but not below a partial answer.
func toPartlyAtLeast(w *weighing) float64 {
	return max(w.value*confidenceParams.Missing, min(w.value, confidenceParams.Partly))
}

// besideUnknown lowers the value for the words that the graph lacks beside a name.
func besideUnknown(w *weighing) float64 { return w.value * w.beside(w.evidence()) }

// asksAbout reports whether the question is no long message, and names a subject.
func (w *weighing) asksAbout() bool { return w.named != nil && !w.isLong() }

// lacksAsked reports whether the subject lacks what the question asks for: parts of a
// kind, or a section that other documents have.
func (w *weighing) lacksAsked() (found bool, reasons []string) {
	if !w.asksForMore() || slices.ContainsFunc(w.outline.Topics, w.has) {
		return false, nil
	}
	w.isMissing, w.lacks = true, w.lacksKind(w.outline.Topics)
	return true, w.hasNothing()
}

// lacksWords reports whether the subject has no other word of the question.
func (w *weighing) lacksWords() (found bool, reasons []string) {
	if w.isMissing || !w.asksForMore() || slices.ContainsFunc(w.outline.Topics, w.hasAny) {
		return false, nil
	}
	w.isWordless = true
	return true, w.hasNothing()
}

func (w *weighing) hasNothing() []string {
	return []string{w.subject() + " has nothing of what is asked about it"}
}

// asksForMore reports whether the question asks for more of a subject than people, a
// date or a property that it has.
func (w *weighing) asksForMore() bool {
	o := w.outline
	return w.asksAbout() && !w.knowsPeople(o.Sources) && !w.asksOnlyDate(o) && !slices.ContainsFunc(o.Topics, w.asksPropOf)
}

// lacksField reports whether the question asks for a field of a record that has no value
// of it, while others of its type do: "phone number of Ann".
func (w *weighing) lacksField() (found bool, reasons []string) {
	if !w.asksAbout() || len(w.outline.Topics) != 1 {
		return false, nil
	}
	record, ok := w.named.Entity.(*graph.Record)
	if !ok {
		return false, nil
	}
	for i, word := range w.asked.Words {
		isOfName := w.named.First <= i && i < w.named.Last
		if !isOfName && w.stem(word.Text) != "" && !w.hasFieldCalled(w.named.Doc, word.Text) && !w.mentions(w.named.Doc, word.Text) &&
			w.othersHave(record, word.Text) {
			w.lacks = &Lack{Owner: record.Label, Of: word.Text}
			return true, []string{fmt.Sprintf("%s has no %q", w.subject(), word.Text)}
		}
	}
	return false, nil
}

// othersHave reports whether another record of a type has a value of the field that a
// word calls.
func (w *weighing) othersHave(record *graph.Record, word string) bool {
	return slices.ContainsFunc(w.recordsOf(record.RecordType), func(m parts.Member) bool {
		d, found := w.document(m)
		return found && w.hasFieldCalled(d, word)
	})
}

// lacksColumn reports whether the question asks for a column of its only subject, such as
// the due date, that has no value there.
func (w *weighing) lacksColumn() (found bool, reasons []string) {
	if !w.asksAbout() || len(w.outline.Topics) != 1 || w.lacks != nil {
		return false, nil
	}
	isRecord := func(g parts.Group) bool { return g.Kind == graph.KindRecord } // a record may be the owner
	knowsPeople := slices.ContainsFunc(w.named.Groups, isRecord) || w.knowsPeople(w.outline.Sources)
	for _, column := range gist.ColumnsIn(w.wordsBeside(w.named)) {
		if !w.lacksColumnOf(w.named, column.Name) || w.saysOf(column.Word) || column.Name == ask.OwnerColumn && knowsPeople {
			continue
		}
		w.lacks = &Lack{Owner: w.named.Entity.Self().Label, Of: cmp.Or(columnNames[column.Name], column.Name)}
		return true, []string{fmt.Sprintf("%s has no %s", w.subject(), w.lacks.Of)}
	}
	return false, nil
}

// lacksDate reports whether the question asks when its only subject was or is, a record without
// any of the dates that others of its type have.
func (w *weighing) lacksDate() (found bool, reasons []string) {
	if !w.asksAbout() || !w.intent.Dated || len(w.outline.Topics) != 1 || w.lacks != nil {
		return false, nil
	}
	record, ok := w.named.Entity.(*graph.Record)
	if !ok {
		return false, nil
	}
	dates := w.named.Graph.Records().Dates(record.RecordType)
	if len(dates) == 0 || w.hasField(w.named.Doc, func(name string) bool { return slices.Contains(dates, name) }) {
		return false, nil
	}
	w.lacks = &Lack{Owner: record.Label, Of: strings.Join(dates, " or ")}
	return true, []string{fmt.Sprintf("%s has no %s", w.subject(), w.lacks.Of)}
}

// wordsBeside returns the words of the question that are not of a topic's name.
func (w *weighing) wordsBeside(t *Topic) (beside []string) {
	for i, word := range w.words() {
		if !w.isOfName(t, i) {
			beside = append(beside, word)
		}
	}
	return beside
}

// hasCorrected reports whether words are read as others.
func (w *weighing) hasCorrected() (found bool, reasons []string) {
	for _, word := range slices.Sorted(maps.Keys(w.asked.Corrected)) {
		reasons = append(reasons, fmt.Sprintf("nothing has %q; %q was read instead", word, w.asked.Corrected[word]))
	}
	return len(reasons) > 0, reasons
}

// unheldOf returns those of some words that are not the name of a property of a subject.
func (w *weighing) unheldOf(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return w.hasProperty(w.subjects, word) })
}

// hasUnknown reports whether the graph lacks words of the question.
func (w *weighing) hasUnknown() (found bool, reasons []string) {
	if w.isLong() {
		return false, nil
	}
	for _, word := range w.unheld {
		reasons = append(reasons, fmt.Sprintf("nothing has %q", word))
	}
	return len(w.asked.Unknown) > 0, reasons
}

// isUnnamedBesideUnknown reports whether a short question names nothing, and the graph lacks
// some of its words: they may be what it asks. Of 37 likely answers to lists of outsiders,
// three of seven wrong ones have it, and one right one.
func (w *weighing) isUnnamedBesideUnknown() (found bool, reasons []string) {
	return w.named == nil && !w.outline.IsVague && !w.isLong() && len(w.asked.Unknown) > 0, nil
}

// hasUnknownIdentifier reports whether the graph lacks a number or an identifier, which
// is what the question is about.
func (w *weighing) hasUnknownIdentifier() (found bool, reasons []string) {
	name := w.uncalled()
	if name != "" {
		reasons = []string{fmt.Sprintf("nothing is called %q", name)}
	}
	return name != "" || w.lacksNumber(), reasons
}

// hasUnknownName reports whether nothing is called by a name in the question.
func (w *weighing) hasUnknownName() (found bool, reasons []string) {
	name := w.unknownName()
	return name != "", []string{fmt.Sprintf("nothing is called %q", name)}
}

// hasOtherWord reports whether a word of a short question is where the title of its only
// subject, which it names in part, has another one. They may mean the same.
func (w *weighing) hasOtherWord() (found bool, reasons []string) {
	if !w.asksAbout() || w.named.Name > 0 || len(w.outline.Topics) != 1 {
		return false, nil
	}
	word := w.asked.Exchanged(w.reader.Entry(w.named.Member).Title)
	return word != "", []string{fmt.Sprintf("%s has another word than %q there", w.subject(), word)}
}

// hasUnknownDate reports whether nothing has a date of the question.
func (w *weighing) hasUnknownDate() (found bool, reasons []string) {
	date := w.unknownDate(w.outline)
	return date != "", []string{fmt.Sprintf("nothing has %q", date)}
}

// isNamedBesideUnknown reports whether the words that the graph lacks are beside a name,
// and not counted yet.
func (w *weighing) isNamedBesideUnknown() (found bool, reasons []string) {
	return w.named != nil && !w.isWordless, nil
}
