package outline

import (
	"cmp"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// A measure is a number that entities of a kind have: in a column, in a field of
// records of a type, or as the number of their neighbours of another kind.
type measure struct {
	gauge
	numbers map[string]float64 // by the ids of the entities
	others  int                // the values that are no numbers
	isCount bool               // the numbers are those of neighbours

	isCalled bool // the question names the kind or the type
	shared   int  // the number of the question's words that the name has
}

// findMeasured returns the outline of a question for a list whose members have a
// number that the question compares, orders them by or adds up: "risks with a
// probability over 60 per cent", "suppliers by contract value". It returns nil for
// another question.
func findMeasured(r *corpus.Reader, graphs []*graph.Graph, question string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	asked := newMeasuring(question, clock)
	if asked == nil {
		return nil
	}
	m := asked.best(asked.measures(graphs))
	if m == nil {
		return nil
	}
	o := Find(r, graphs, asked.rest(m), clock, keep, params)
	if o.List == nil || !slices.ContainsFunc(o.List.Groups, func(g Group) bool { return g.Kind == m.kind }) {
		return nil
	}
	o.Topics = nil
	m.choose(o.List, asked)
	return o
}

// A measuring is a question that compares numbers.
type measuring struct {
	*wording
	by    *comparison
	stems map[string]bool     // of the words that do not compare
	kinds map[graph.Kind]bool // that the question names
}

// newMeasuring returns the measuring of a question, nil if it compares nothing. A
// long message has such words by chance.
func newMeasuring(question string, clock time.Time) *measuring {
	m := &measuring{wording: wordingOf(question), stems: map[string]bool{}, kinds: map[graph.Kind]bool{}}
	if len(m.words) > maxDividing {
		return nil
	}
	if m.by = m.comparison(clock); m.by == nil {
		return nil
	}
	for i, word := range m.words {
		if stem := text.English(word.Text); stem != "" && (i < m.by.first || i >= m.by.last || m.by.bounds != nil) {
			m.stems[stem] = true
		}
		if kind := ownKind(word.Text); kind != "" && (i != m.by.last || m.by.bounds == nil) {
			m.kinds[kind] = true
		}
	}
	return m
}

// measures returns the measures of the kinds that the question names, and of the types
// of records that it may ask for, in the order of their names.
func (q *measuring) measures(graphs []*graph.Graph) (list []*measure) {
	found := gauges{}
	types, counted := q.recordTypes(graphs), q.counted()
	for i, g := range graphs {
		for kind := range q.kinds {
			found.readKind(g, kind, counted)
		}
		if types != nil {
			found.readRecords(g, types[i])
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(found), gauge.compare) {
		if m := found[key]; len(m.numbers) > m.others {
			list = append(list, m)
		}
	}
	return list
}

// counted returns the kind whose number the question compares, as in "plans with
// more than 5 tasks", "" for none.
func (q *measuring) counted() graph.Kind {
	if q.by.bounds == nil || q.by.last == len(q.words) {
		return ""
	}
	return ownKind(q.words[q.by.last].Text)
}

// best returns the measure that the question asks for: one of what it names, with
// the most of its words, the first of equal ones. It returns nil for none.
func (q *measuring) best(measures []*measure) (best *measure) {
	for _, m := range measures {
		m.isCalled = q.calls(m)
		for _, stem := range m.stems() {
			if q.stems[stem] {
				m.shared++
			}
		}
		if q.means(m) {
			m.shared++
		}
	}
	for _, m := range measures {
		if q.asksFor(m, measures) && (best == nil || m.worth() > best.worth()) {
			best = m
		}
	}
	return best
}

// worth is higher for a measure of what the question names, and with more of its
// words.
func (m *measure) worth() int {
	if m.isCalled {
		return maxDividing + m.shared
	}
	return m.shared
}

// alsoMeasured are the stems of other words for the columns with numbers.
var alsoMeasured = map[string][]string{"probability": append(nameStems("likely"), chanceStems[1:]...)}

// stems returns the stems of the words that mean the measure: of a number of days or
// other units of time also those of durations.
func (m *measure) stems() []string {
	stems := slices.Concat(nameStems(m.name), alsoMeasured[m.name])
	isOfTime := func(unit string) bool { return slices.Contains(stems, text.English(unit)) }
	if m.recordType != "" && slices.ContainsFunc(timeUnits, isOfTime) {
		stems = append(stems, lengthStems...)
	}
	return stems
}

// A measured is a column with a number or a level, and the stems of its names.
type measured struct {
	column graph.Field
	stems  []string
}

// measuredColumns are the columns of each kind that have a number or a level. A
// document asks for them for each of its entities.
var measuredColumns = sync.OnceValue(func() map[*graph.Spec][]measured {
	all := map[*graph.Spec][]measured{}
	for _, spec := range graph.Kinds {
		for _, field := range spec.Columns(graph.Light) {
			if field.Enum == "Impact" || field.Type == reflect.TypeFor[*int]() || field.Type == reflect.TypeFor[*float64]() {
				all[spec] = append(all[spec], measured{field, append([]string{text.English(field.Name)}, alsoMeasured[field.Name]...)})
			}
		}
	}
	return all
})

// Measures returns the columns with a number or a level that words with some stems
// name, such as the probability, the impact and the priority, by kind.
func Measures(spec *graph.Spec, asked func(stem string) bool) (columns []graph.Field) {
	for _, one := range measuredColumns()[spec] {
		if slices.ContainsFunc(one.stems, asked) {
			columns = append(columns, one.column)
		}
	}
	return columns
}

// isMeasure reports whether a word names a column of some kind, see [Measures].
func isMeasure(word string) bool {
	asked := text.English(word)
	isOf := func(stem string) bool { return stem == asked }
	return slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool { return len(Measures(spec, isOf)) > 0 })
}

// calls reports whether the question names the kind or the record type of a measure.
func (q *measuring) calls(m *measure) bool {
	if m.recordType == "" {
		return q.kinds[m.kind]
	}
	return q.callsType(m.recordType)
}

// callsType reports whether the question has all words of a record type, and that has
// some.
func (q *measuring) callsType(recordType string) bool {
	stems := nameStems(recordType)
	return len(stems) > 0 && !slices.ContainsFunc(stems, func(stem string) bool { return !q.stems[stem] })
}

// asksFor reports whether the question asks for a measure: it has a word of its
// name, after words for an order; or a number may be compared with nothing else.
// Without the kind or the type, the question has no other words.
func (q *measuring) asksFor(m *measure, all []*measure) bool {
	isOther := func(other *measure) bool {
		return other != m && other.kind == m.kind && other.recordType == m.recordType
	}
	isUnit := q.by.bounds != nil && q.by.bounds.isOfTime && m.shared < 2
	switch {
	case q.counted() != "":
		return true
	case isUnit && !slices.Contains(m.stems(), text.English(q.words[min(q.by.last, len(q.words)-1)].Text)):
		return false
	case m.shared == 0:
		return q.by.bounds != nil && m.isCalled && !isUnit && !slices.ContainsFunc(all, isOther)
	case q.by.order != 0 && !q.by.sum && !q.isNamedAfter(m) && !q.means(m):
		return false
	}
	return m.isCalled || q.asksOnly(m)
}

// means reports whether the words that compare mean a measure, as "cheapest" does.
func (q *measuring) means(m *measure) bool {
	return slices.ContainsFunc(m.stems(), func(stem string) bool { return slices.Contains(q.by.means, stem) })
}

// isNamedAfter reports whether the word after those that ask for an order is of the
// measure's name, and after "by" all further words.
func (q *measuring) isNamedAfter(m *measure) bool {
	after := q.words[q.by.last:]
	if !slices.Contains(byWords, q.words[q.by.first].Text) {
		after = after[:min(len(after), 1)]
	}
	return len(after) > 0 && !slices.ContainsFunc(after, func(word text.Word) bool { return !slices.Contains(m.stems(), text.English(word.Text)) })
}

// asksOnly reports whether the question has no words beside those of the measure,
// and those that only ask.
func (q *measuring) asksOnly(m *measure) bool {
	return !slices.ContainsFunc(q.words, func(word text.Word) bool {
		return !q.isOf(m, word) && !text.StopWord(word.Text) && !slices.Contains(showWords, word.Text)
	})
}

// isOf reports whether a word compares, or is of the name of a measure and not of
// its record type.
func (q *measuring) isOf(m *measure, word text.Word) bool {
	compares := q.words[q.by.first].Start <= word.Start && word.End <= q.words[q.by.last-1].End
	stem := text.English(word.Text)
	return compares || slices.Contains(m.stems(), stem) && !slices.Contains(nameStems(m.recordType), stem)
}

// rest returns the question for the whole list: without the words of the measure,
// with what has it in the plural.
func (q *measuring) rest(m *measure) string {
	var kept []string
	isCalled := false
	called := nameStems(cmp.Or(m.recordType, string(m.kind)))
	for i, word := range q.words {
		isNoun := slices.Contains(called, text.English(word.Text))
		switch {
		case q.isOf(m, word), q.counted() != "" && i == q.by.last, isNoun && len(called) == 1 && !isPlural(word.Text), onlyVerb(word.Text) && !isNoun:
			continue
		case isNoun && isPlural(word.Text):
			isCalled = true
		}
		kept = append(kept, q.question[word.Start:word.End])
	}
	if !isCalled {
		kept = append(kept, strings.ReplaceAll(cmp.Or(m.recordType, string(m.kind)), "_", " ")+"s")
	}
	return strings.Join(kept, " ")
}

// onlyVerb reports whether a word belongs to the asking, and chooses no members by a
// kind, a state or an event, as "take" in "suppliers that take over 20 weeks".
func onlyVerb(word string) bool {
	return rank.Asks(word) && ownKind(word) == "" && !isStateOrImpact(word) && eventOf(word) == "" && !slices.Contains(openWords, word)
}

// choose keeps the members of a list that have the measure within the bounds of
// the question, in its order, and names the measure in the title.
func (m *measure) choose(list *List, q *measuring) {
	bounds, order := m.boundsOf(q), cmp.Or(q.by.order, 1)
	if q.by.bounds != nil && math.IsInf(q.by.bounds.from, 0) {
		order = -1
	}
	sum := 0.0
	var kept []Member
	for _, group := range list.Groups {
		for _, member := range group.Members {
			number, known := m.numbers[member.Entity.Self().ID]
			if group.Kind != m.kind || !known || bounds != nil && !bounds.has(number) {
				continue
			}
			sum += number
			kept = append(kept, m.shownBy(member, number))
		}
	}
	slices.SortStableFunc(kept, func(a, b Member) int {
		first, second := a.Entity.Self().ID, b.Entity.Self().ID
		return cmp.Or(order*cmp.Compare(m.numbers[second], m.numbers[first]), cmp.Compare(first, second))
	})
	list.IsAll, list.Groups = true, nil
	if len(kept) > 0 {
		list.Groups = []Group{{Kind: m.kind, Members: kept}}
	}
	list.Filters = append(list.Filters, m.title(q, sum))
}

// shownBy returns a member that shows its number.
func (m *measure) shownBy(member Member, number float64) Member {
	switch {
	case m.recordType != "":
		member.Shown = append(slices.Clip(member.Shown), m.name)
	case m.isCount:
		member.Relation = plainNumber(number) + " " + m.name
	default:
		member.Relation = m.name + " " + plainNumber(number)
	}
	return member
}

// title returns what the title of a list says of a measure, as the question does.
func (m *measure) title(q *measuring, sum float64) string {
	name := prompt.InertLine(m.name)
	switch {
	case q.by.sum:
		return "total " + name + " " + plainNumber(math.Round(sum*sumParts)/sumParts)
	case q.by.bounds == nil:
		return "by " + name
	case m.isCount:
		return q.phrase(q.by) + " " + name
	}
	return name + " " + prompt.InertLine(q.phrase(q.by))
}

// boundsOf returns the bounds of the question in the unit of the measure: a share
// may be stored as a percentage, and be asked for as one without the sign. It
// returns nil for none.
func (m *measure) boundsOf(q *measuring) *interval {
	if q.by.bounds == nil {
		return nil
	}
	of, asked := *q.by.bounds, q.by.bounds.to
	if math.IsInf(asked, 0) {
		asked = of.from
	}
	switch isShare := m.isShare(); {
	case of.isPercent && !isShare:
		of.from, of.to = of.from*percent, of.to*percent
	case !of.isPercent && isShare && asked > 1:
		of.from, of.to = of.from/percent, of.to/percent
	}
	return &of
}

// isShare reports whether the numbers are shares: from 0 to 1, and not all whole, as
// numbers of things are.
func (m *measure) isShare() bool {
	hasParts := false
	for _, number := range m.numbers {
		if number < 0 || number > 1 {
			return false
		}
		hasParts = hasParts || number != math.Trunc(number)
	}
	return hasParts && !m.isCount
}

// sumParts is the number of parts of one that a sum is rounded to, by eye: .1 and .2 are
// .3.
const sumParts = 1e6

// plainNumber returns a number without an exponent.
func plainNumber(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }
