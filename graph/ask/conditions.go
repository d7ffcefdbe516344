package ask

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// conditions make conditions of what they are about.
var conditions = []chart.Rule{
	{Name: "word", Pattern: "is", Make: func(n parts) (string, any) { return filter(isCond(word(n[0]))) }},
	{Name: "overdue by more", Pattern: "is by longer", Weight: .2, Make: func(n parts) (string, any) { return overdueBy(n[0], n[2]) }},
	{Name: "overdue for longer", Pattern: "is longer", Weight: .2, Make: func(n parts) (string, any) { return overdueBy(n[0], n[1]) }},
	{Name: "longer overdue", Pattern: "longer is", Weight: .2, Make: func(n parts) (string, any) { return overdueBy(n[1], n[0]) }},
	{Name: "did not happen for long", Pattern: "not|nobody|nothing event longer", Weight: .3, Make: func(n parts) (string, any) {
		if !dateColumns[word(n[1])] {
			return "", nil
		}
		return fieldIn(n[1], n[2])
	}},
	{Name: "to do", Pattern: "todo", Make: always(Cond{Op: Open})},
	{Name: "still so", Pattern: "still F", Weight: .1, Make: condAt(1)},
	{Name: "attained value", Pattern: "attain F", Weight: .15, Make: func(n parts) (string, any) { return beside(condOf(n[1])) }},
	{Name: "what is beside a value", Pattern: "beside F", Weight: .05, Make: func(n parts) (string, any) { return beside(condOf(n[1])) }},
	{Name: "what is beside a period", Pattern: "beside P", Weight: .05, Make: func(n parts) (string, any) { return dated("main", n[1]) }},
	{Name: "what is behind a condition", Pattern: "F beside", Weight: -.1, Make: condAt(0)},
	{Name: "that measures something", Pattern: "field any", Weight: .1, Make: hasField(0)},
	{Name: "verb of a field", Pattern: "measure F", Weight: -.2, Make: func(n parts) (string, any) { return beside(condOf(n[1])) }},
	{Name: "state", Pattern: "state", Weight: .02, Make: func(n parts) (string, any) {
		return filter(Cond{Op: State, Values: strings.Fields(word(n[0]))})
	}},
	{Name: "value", Pattern: "value", Make: condAt(0)},
	{Name: "in a value", Pattern: "of value", Make: func(n parts) (string, any) {
		if word(n[0]) == OwnerColumn { // owners are people
			return "", nil
		}
		return filter(condOf(n[1]))
	}},
	{Name: "without a value", Pattern: "without value", Weight: -.1, Make: notAt(1)},
	{Name: "by a channel", Pattern: "by value", Weight: .05, Make: func(n parts) (string, any) { return named(n[1], Channel) }},
	{Name: "came so", Pattern: "event F", Weight: -.05, Make: func(n parts) (string, any) {
		if word(n[0]) != "noticed" {
			return "", nil
		}
		return named(n[1], Channel)
	}},
	{Name: "came so in a period", Pattern: "event F P", Weight: .3, Make: func(n parts) (string, any) {
		_, c := dated(word(n[0]), n[2])
		when, is := c.(Cond)
		if !is || condOf(n[1]).Name != Channel {
			return "", nil
		}
		return filter(and(condOf(n[1]), when))
	}},
	{Name: "one of a value", Pattern: "valued", Weight: -.2, Make: condAt(0)},
	{Name: "mentioned", Pattern: "mention said", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Equal, Name: Title, Values: []string{word(n[1])}})
	}},
	{Name: "either mentioned", Pattern: "mention said or said", Weight: .1, Make: func(n parts) (string, any) {
		return filter(or(Cond{Op: Equal, Name: Title, Values: []string{word(n[1])}}, Cond{Op: Equal, Name: Title, Values: []string{word(n[3])}}))
	}},
	{Name: "field has value", Pattern: "field value", Weight: .25, Make: func(n parts) (string, any) { return sameField(n[0], n[1]) }},
	{Name: "by a value of a field", Pattern: "field by value", Weight: .3, Make: func(n parts) (string, any) { return sameField(n[0], n[2]) }},
	{Name: "field has another value", Pattern: "whose|with field|column not|except value", Weight: .3, Make: func(n parts) (string, any) {
		return notNamed(n[3], word(n[1]))
	}},
	{Name: "field is not given", Pattern: "whose|with field|column unset", Weight: .3, Make: func(n parts) (string, any) {
		return missingAny(n[1])
	}},
	{Name: "date that is not given yet", Pattern: "not field", Weight: .1, Make: func(n parts) (string, any) {
		if !isDateField(n[1]) {
			return "", nil
		}
		return missingAny(n[1])
	}},
	{Name: "whose entity of a field is so", Pattern: "whose field F", Make: func(n parts) (string, any) { return flagOf(condOf(n[2])) }},
	{Name: "column is empty", Pattern: "field|column unset", Make: func(n parts) (string, any) { return missingAny(n[0]) }},
	{Name: "with no given field", Pattern: "with unset field|column", Weight: .3, Make: func(n parts) (string, any) {
		return missingAny(n[2])
	}},
	{Name: "field is given", Pattern: "whose field|column set", Weight: .3, Make: func(n parts) (string, any) {
		return opposite(missingAny(n[1]))
	}},
	{Name: "value of field", Pattern: "value field", Make: func(n parts) (string, any) { return sameField(n[1], n[0]) }},
	{Name: "labelled", Pattern: "tag value", Weight: .2, Make: func(n parts) (string, any) { return named(n[1], LabelColumn) }},
	{Name: "marked so", Pattern: "tag F", Weight: -.1, Make: condAt(1)},
	{Name: "under a label", Pattern: "of value tag", Weight: .1, Make: func(n parts) (string, any) { return named(n[1], LabelColumn) }},
	{Name: "of a label", Pattern: "value tag", Weight: .1, Make: func(n parts) (string, any) { return named(n[0], LabelColumn) }},
	{Name: "column has a value", Pattern: "column value", Weight: .1, Make: func(n parts) (string, any) { return named(n[1], word(n[0])) }},
	{Name: "value of a column", Pattern: "value column", Weight: .1, Make: func(n parts) (string, any) { return named(n[0], word(n[1])) }},
	{
		Name: "in a state of that name", Pattern: "column state|is", Weight: .1,
		Make: func(n parts) (string, any) { return stateOf(n[0], n[1]) },
	},
	{Name: "level of a column", Pattern: "level column", Make: func(n parts) (string, any) { return levelOf(word(n[1]), word(n[0])) }},
	{Name: "column has a level", Pattern: "column level", Make: func(n parts) (string, any) { return levelOf(word(n[0]), word(n[1])) }},
	{Name: "level that a column has not", Pattern: "column not level", Weight: .2, Make: func(n parts) (string, any) {
		return opposite(levelOf(word(n[0]), word(n[2])))
	}},
	{Name: "level alone", Pattern: "level", Weight: -.2, Make: func(n parts) (string, any) { return levelOf("impact", word(n[0])) }},
	{Name: "priority", Pattern: "priority", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Equal, Name: "priority", Values: strings.Fields(word(n[0]))})
	}},
	{Name: "date of a field", Pattern: "field column", Weight: .1, Make: func(n parts) (string, any) { return dateOfField("field", n) }},
	{Name: "date of a measure", Pattern: "measure column", Weight: .1, Make: func(n parts) (string, any) {
		return dateOfField("measure", n)
	}},
	{Name: "column has a number", Pattern: "column|field #", Make: func(n parts) (string, any) {
		return columnIs(n[0], amounts.Exactly(number(n[1])))
	}},
	{Name: "column has one of two numbers", Pattern: "column # or|and #", Weight: .1, Make: func(n parts) (string, any) {
		_, a := columnIs(n[0], amounts.Exactly(number(n[1])))
		_, b := columnIs(n[0], amounts.Exactly(number(n[3])))
		if a == nil || b == nil {
			return "", nil
		}
		return filter(or(a.(Cond), b.(Cond)))
	}},
	{Name: "column is from one number to another", Pattern: "column # #", Weight: .1, Make: func(n parts) (string, any) {
		from, to := number(n[1]).Value, number(n[2]).Value
		if to <= from {
			return "", nil
		}
		return columnIs(n[0], amounts.Bounds{From: &from, To: &to})
	}},
	{Name: "column compared", Pattern: "column|field Q", Make: func(n parts) (string, any) { return columnIs(n[0], *boundsOf(n[1])) }},
	{Name: "column compared in a unit", Pattern: "field Q field", Weight: .2, Make: func(n parts) (string, any) {
		if word(n[0]) != word(n[2]) {
			return "", nil
		}
		return columnIs(n[0], *boundsOf(n[1]))
	}},
	{Name: "compared column", Pattern: "Q column|field", Make: func(n parts) (string, any) { return columnIs(n[1], *boundsOf(n[0])) }},
	{Name: "number of a column or more", Pattern: "# column ormore|orless", Weight: .2, Make: func(n parts) (string, any) {
		return columnIs(n[1], orMore(n[2], n[0]))
	}},
	{Name: "compared measure", Pattern: "compareby #", Weight: .1, Make: comparedBy},
	{Name: "compared measure with its unit", Pattern: "compareby # unit", Weight: .1, Make: comparedBy},
	{Name: "share compared", Pattern: "Q", Weight: -.2, Make: func(n parts) (string, any) {
		if b := boundsOf(n[0]); b.Share {
			return filter(Cond{Op: Compare, Name: "probability", Bounds: b})
		}
		return "", nil
	}},
	{Name: "must happen in a period", Pattern: "must event P", Weight: .4, Make: func(n parts) (string, any) {
		return mustHappen(word(n[1]), n[2])
	}},
	{Name: "must in a period happen", Pattern: "must P event", Weight: .4, Make: func(n parts) (string, any) {
		return mustHappen(word(n[2]), n[1])
	}},
	{Name: "in a period must happen", Pattern: "P event must", Weight: .4, Make: func(n parts) (string, any) {
		return mustHappen(word(n[1]), n[0])
	}},
	{Name: "must happen before an entity", Pattern: "must event before S", Weight: .4, Make: func(n parts) (string, any) {
		if typ, _ := mustHappen(word(n[1]), nil); typ == "" {
			return "", nil
		}
		return beforeEntity(n[3])
	}},
	{Name: "must happen", Pattern: "must event", Weight: .1, Make: func(n parts) (string, any) { return mustHappen(word(n[1]), nil) }},
	{Name: "must have happened", Pattern: "must event|beside bynow", Weight: .5, Make: always(Cond{Op: Overdue})},
	{Name: "whose date is in a period", Pattern: "whose column P", Weight: .1, Make: func(n parts) (string, any) {
		return dated(word(n[1]), n[2])
	}},
	{Name: "whose date is past", Pattern: "whose|with column passed", Weight: .2, Make: func(n parts) (string, any) {
		return passed(n[1])
	}},
	{Name: "with a past date", Pattern: "with passed column", Weight: .2, Make: func(n parts) (string, any) { return passed(n[2]) }},
	{Name: "due in a period", Pattern: "due P", Weight: .1, Make: func(n parts) (string, any) { return dated("due", n[1]) }},
	{Name: "period due", Pattern: "P due", Weight: .1, Make: func(n parts) (string, any) { return dated("due", n[0]) }},
	{Name: "due in two periods", Pattern: "due|event|column P and P", Weight: .3, Make: datedTwice},
	{Name: "column in a period", Pattern: "column P", Make: func(n parts) (string, any) { return dated(word(n[0]), n[1]) }},
	{Name: "field in a period", Pattern: "field P", Weight: .3, Make: func(n parts) (string, any) { return fieldIn(n[0], n[1]) }},
	{Name: "field last in a period", Pattern: "lately field P", Weight: .3, Make: func(n parts) (string, any) { return fieldIn(n[1], n[2]) }},
	{Name: "period of a field", Pattern: "P field", Weight: .2, Make: func(n parts) (string, any) { return fieldIn(n[1], n[0]) }},
	{Name: "nobody did in a period", Pattern: "nobody field P", Weight: .3, Make: func(n parts) (string, any) {
		return opposite(fieldIn(n[1], n[2]))
	}},
	{
		Name: "last happened in a period", Pattern: "lately|last event P", Weight: .2,
		Make: func(n parts) (string, any) { return fieldIn(n[1], n[2]) },
	},
	{Name: "in a period happened", Pattern: "P event", Weight: -.1, Make: func(n parts) (string, any) { return dated(word(n[1]), n[0]) }},
	{Name: "happened in a period", Pattern: "event P", Weight: .2, Make: func(n parts) (string, any) { return dated(word(n[0]), n[1]) }},
	{Name: "period alone", Pattern: "P", Weight: -.2, Make: func(n parts) (string, any) { return dated("main", n[0]) }},
	{Name: "has nobody", Pattern: "with nobody", Weight: -.1, Make: always(noOwner)},
	{Name: "without anybody who owns it", Pattern: "without somebody own", Weight: .1, Make: always(noOwner)},
	{Name: "without anybody", Pattern: "without somebody", Make: always(noOwner)},
	{Name: "nobody owns", Pattern: "nobody own", Make: always(noOwner)},
	{Name: "with nobody", Pattern: "with nobody own", Make: always(noOwner)},
	{Name: "owned by nobody", Pattern: "own|of|by nobody", Make: always(noOwner)},
	{Name: "needs somebody", Pattern: "need somebody", Make: always(noOwner)},
	{Name: "needs an owner", Pattern: "need column", Make: func(n parts) (string, any) { return missing(n[1]) }},
}

// hasField makes the condition to have a field, from its place.
func hasField(at int) maker {
	return func(n parts) (string, any) {
		return filter(not(Cond{Op: Missing, Name: word(n[at])}.of(n[at].Value)))
	}
}

// beside returns a condition on values beside the field that says how they are meant: held
// in Utrecht.
func beside(c Cond) (string, any) {
	if !c.Has(Equal) || c.Has(Date, Linked, Compare, Missing, Open, Done, State) {
		return "", nil
	}
	return filter(c)
}

var noOwner = Cond{Op: Missing, Name: OwnerColumn}

// A Field is a property of entities, or a field of records, as the value of a token.
type Field struct {
	Name  string
	Kinds []graph.Kind // of the entities that have it, nil for any
	Types []string     // of the records that have it, nil for any

	IsNumber, IsDate bool
	IsReference      bool // to entities
}

// IsExpiry reports whether a field is the date until which something is valid.
func IsExpiry(name string) bool {
	return words.Measure("expiry", slices.Collect(maps.Keys(text.Stems(strings.ReplaceAll(name, "_", " ")))))
}

// mayBeOf reports whether entities of a list may have the field.
func (f *Field) mayBeOf(q *Query) bool {
	c := Cond{Kinds: f.Kinds, Types: f.Types}
	return q.Kind == "" || c.mayBeOf(q)
}

// String returns the name of the field.
func (f Field) String() string { return f.Name }

// of returns a condition on a property, the value of a token, with those that have it.
func (c Cond) of(property any) Cond {
	if f, is := property.(Field); is {
		c.Kinds, c.Types = f.Kinds, f.Types
	}
	return c
}

// A Gauge is a field by which a word compares, as the value of a superlative or of a
// comparison.
type Gauge struct {
	Field
	By     string
	IsMain bool // the word says nothing of the field, which is the main measure of its records
}

// comparedBy returns the condition of a comparison by a field.
func comparedBy(n parts) (string, any) {
	g := n[0].Value.(Gauge)
	b := amounts.Compared(g.By, number(n[1]))
	return filter(Cond{Op: Compare, Name: g.Name, Bounds: &b, isBare: g.IsMain}.of(g.Field))
}

// dateOfField returns the name of a field before the word for dates: its check date.
func dateOfField(typ string, n parts) (string, any) {
	if word(n[1]) != "due" {
		return "", nil
	}
	return typ, n[0].Value
}

// stateOf returns the condition of a word that follows the name of the column of states.
func stateOf(column, is *chart.Node) (string, any) {
	switch {
	case word(column) != "state":
		return "", nil
	case is.Type == "state" || word(is) == Blocked:
		return filter(Cond{Op: State, Values: strings.Fields(word(is))})
	}
	return filter(isCond(word(is)))
}

func isCond(name string) Cond {
	switch name {
	case "noowner":
		return noOwner
	case "nodue":
		return Cond{Op: Missing, Name: "due"}
	case "upcoming":
		return and(Cond{Op: Open}, Cond{Op: Date, Name: "due", Period: &times.Period{}}) // see sinceToday
	}
	return Cond{Op: name}
}

func sameField(field, value *chart.Node) (string, any) { return named(value, word(field)) }

// named returns the condition of a value if it is of a field or column with a name.
func named(value *chart.Node, name string) (string, any) {
	if c := condOf(value); c.Name == name {
		return filter(c)
	}
	return "", nil
}

func notNamed(value *chart.Node, name string) (string, any) {
	return opposite(named(value, name))
}

// opposite returns the opposite of a condition that was made, nothing of none.
func opposite(typ string, c any) (string, any) {
	if typ == "" {
		return "", nil
	}
	return filter(not(c.(Cond)))
}

// priorityLevels are the priorities of a level.
var priorityLevels = map[string][]string{"critical": {"1"}, "high": {"1", "2"}, "medium": {"3"}, "low": {"4", "5"}}

func levelOf(column, level string) (string, any) {
	switch column {
	case "impact":
		return filter(Cond{Op: Equal, Name: column, Values: []string{level}})
	case "priority":
		return filter(Cond{Op: Equal, Name: column, Values: priorityLevels[level]})
	}
	return "", nil
}

func columnIs(column *chart.Node, b amounts.Bounds) (string, any) {
	name := word(column)
	f, isField := column.Value.(Field)
	if name != "priority" && name != "probability" && column.Type != "field" || isField && !f.IsNumber { // sprint 24 is called so
		return "", nil
	}
	return filter(Cond{Op: Compare, Name: name, Bounds: &b}.of(column.Value))
}

// dateColumns are the columns that are dates, with whether their dates are in the past.
var dateColumns = map[string]bool{
	"main": false, "due": false,
	"decided": true, "completed": true, "closed": true, "created": true, "updated": true, "mitigated": true, "noticed": true,
}

func isDateColumn(name string) bool {
	_, is := dateColumns[name]
	return is
}

// isDateField reports whether a node is a field of dates.
func isDateField(n *chart.Node) bool {
	f, is := n.Value.(Field)
	return is && f.IsDate
}

func dated(column string, n *chart.Node) (string, any) {
	if !isDateColumn(column) {
		return "", nil
	}
	p := n.Value.(times.Period)
	made := Cond{Op: Date, Name: column, Period: &p}
	if dateColumns[column] && p.From.IsZero() {
		return cond, chart.Weighted{Value: made, Weight: unlikely} // "done by Friday" means that it is due
	}
	return filter(made)
}

// fieldIn returns the condition that the date of a field is in a period. A number is none.
func fieldIn(field, period *chart.Node) (string, any) {
	if f, is := field.Value.(Field); is && f.IsNumber {
		return "", nil
	}
	p := period.Value.(times.Period)
	return filter(Cond{Op: Date, Name: word(field), Period: &p}.of(field.Value))
}

// datedTwice returns the condition that a date is in two periods: after one day and before
// another.
func datedTwice(n parts) (string, any) {
	column := word(n[0])
	if n[0].Type == "due" {
		column = "due"
	}
	_, a := dated(column, n[1])
	_, b := dated(column, n[3])
	first, isFirst := a.(Cond)
	second, isSecond := b.(Cond)
	if p, q := first.Period, second.Period; isFirst && isSecond && p.To.IsZero() && q.From.IsZero() {
		first.Period = &times.Period{From: p.From, To: q.To}
		return filter(first)
	}
	return "", nil
}

// mustHappen returns the condition to be due in a period, or to be open.
func mustHappen(event string, period *chart.Node) (string, any) {
	switch {
	case event != "completed" && event != "closed":
		return "", nil
	case period == nil:
		return filter(Cond{Op: Open})
	}
	return dated("due", period)
}

// overdueBy returns the condition to be open and due before a period ago.
func overdueBy(is, period *chart.Node) (string, any) {
	if word(is) != Overdue {
		return "", nil
	}
	p := period.Value.(times.Period)
	return filter(and(Cond{Op: Open}, Cond{Op: Date, Name: "due", Period: &p}))
}

// passed returns the condition to be open behind the due date.
func passed(column *chart.Node) (string, any) {
	if word(column) != "due" {
		return "", nil
	}
	return filter(Cond{Op: Overdue})
}

// unlikely is the prior of a past event until a day. By eye.
const unlikely = -.3

func missing(column *chart.Node) (string, any) {
	if name := word(column); slices.Contains([]string{OwnerColumn, "due", "priority", "probability", "impact", "type", LabelColumn}, name) {
		return filter(Cond{Op: Missing, Name: name})
	}
	return "", nil
}

// flagOf returns a condition that is only whether a field is yes or no: not thanked.
func flagOf(c Cond) (string, any) {
	one := c
	if c.Op == Not {
		one = c.Of[0]
	}
	if one.Op != Equal || len(one.Types) == 0 {
		return "", nil
	}
	return filter(c)
}

// missingAny is like missing, for fields of a graph too.
func missingAny(column *chart.Node) (string, any) {
	if column.Type == "field" {
		return filter(Cond{Op: Missing, Name: word(column)}.of(column.Value))
	}
	return missing(column)
}
