package ask

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/amount"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// conditions make conditions of what they are about.
var conditions = []chart.Rule{
	{Name: "word", Pattern: "is", Make: func(n parts) (string, any) { return filter(isCond(word(n[0]))) }},
	{Name: "overdue or open for longer", Pattern: "is by? longer / longer is", Weight: .2, Make: func(n parts) (string, any) {
		p := n[2].Value.(times.Period)
		switch word(n[0]) {
		case Overdue:
			return filter(and(Cond{Op: Open}, Cond{Op: Date, Name: "due", Period: &p}))
		case Open:
			return filter(and(Cond{Op: Open}, Cond{Op: Date, Name: "created", Period: &p}))
		}
		return "", nil
	}},
	{Name: "of an age", Pattern: times.Aged + " / aged longer", Make: of1(func(p times.Period) (string, any) {
		return filter(Cond{Op: Date, Name: "created", Period: &p})
	})},
	{
		Name: "did not happen for long", Weight: .3,
		Pattern: "not|nobody|nothing event longer / untouched longer / longer untouched / longer not|nobody|nothing event",
		Make: of2(func(f Field, p times.Period) (string, any) {
			if f.Name == "" {
				f.Name = "updated"
			}
			if !dateColumns[f.Name] {
				return "", nil
			}
			return in(f, p)
		}),
	},
	{Name: "to do", Pattern: "todo", Make: always(Cond{Op: Open})},
	{Name: "value", Pattern: "value", Make: of1(filter)},
	{Name: "value that calls a list", Pattern: "called", Weight: -.2, Make: of1(func(q Query) (string, any) { return filter(q.Where) })},
	{Name: "is so", Pattern: "still F / F beside -.2 / tag F -.2 / whose F -.15 / F too -.15", Weight: .1, Make: of1(filter)},
	{Name: "attained value", Pattern: "attain F / beside F -.1 / measure F -.35", Weight: .15, Make: of1(beside)},
	{Name: "state", Pattern: "state", Weight: .02, Make: func(n parts) (string, any) {
		return filter(Cond{Op: State, Values: strings.Fields(word(n[0]))})
	}},
	{Name: "in a value", Pattern: "of value", Make: func(n parts) (string, any) {
		c := condOf(n[1])
		isAmount := slices.ContainsFunc(c.Values, func(value string) bool { _, _, is := amount.Read(value); return is })
		if word(n[0]) == OwnerColumn || isAmount { // owners are people, and "under 4 GB" is less
			return "", nil
		}
		return filter(c)
	}},
	{Name: "of people with a value", Pattern: "of|by value / of|by F", Weight: -.05, Make: of1(func(c Cond) (string, any) {
		if c.Op != Equal || !slices.Equal(c.Types, []string{graph.PersonType}) {
			return "", nil
		}
		return linked(&Link{}, kindQuery("person").with(c)) // tasks of the design team
	})},
	{Name: "except", Pattern: "except F / F excepted +.1 / outside S|F / without value -.1 / without F ones +.3", Make: of1(opposed)},
	{
		Name: "by a channel", Weight: .05,
		Pattern: "by value",
		Make:    of1(func(c Cond) (string, any) { return named(Field{Name: Channel}, c) }),
	},
	{Name: "came so in a period", Pattern: "event F P", Weight: .3, Make: of3(func(f Field, c Cond, p times.Period) (string, any) {
		_, channel := named(Field{Name: Channel}, c)
		_, when := dated(f, p)
		return joined(and, channel, when)
	})},
	{Name: "mentioned", Pattern: "mention said", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Equal, Name: Title, Values: []string{word(n[1])}})
	}},
	{
		Name: "field has value", Weight: .1, Make: of2(named),
		Pattern: "field value +.15 / field by value +.2 / value field -.1 / column value / value column",
	},
	{Name: "labelled", Pattern: "tag value +.1 / of? value tag", Weight: .1, Make: of1(func(c Cond) (string, any) {
		return named(Field{Name: LabelColumn}, c)
	})},
	{Name: "whose entity of a field is so", Pattern: "whose field F", Make: of1(flagOf)},
	{
		Name: "field is missing", Make: of1(missing),
		Pattern: "field|column unset / whose|with field|column unset +.3 / with unset field|column +.3 / need column",
	},
	{Name: "date that is not given yet", Pattern: "not field / tobe field +.1", Weight: .1, Make: of1(func(f Field) (string, any) {
		if !f.IsDate {
			return "", nil
		}
		return missing(f)
	})},
	{Name: "field is given", Pattern: "with field / with column -.05 / whose field|column set +.3 / field any +.1", Make: of1(given)},
	{Name: "in a state of that name", Pattern: "column state|is", Weight: .1, Make: func(n parts) (string, any) {
		switch {
		case word(n[0]) != "state":
			return "", nil
		case n[1].Type == "state" || word(n[1]) == Blocked:
			return filter(Cond{Op: State, Values: strings.Fields(word(n[1]))})
		}
		return filter(isCond(word(n[1])))
	}},
	{Name: "level of a column", Pattern: "level column / column level", Make: func(n parts) (string, any) {
		return levelOf(word(n[1]), word(n[0]))
	}},
	{Name: "level that a column reaches", Pattern: "column compare level", Weight: .2, Make: func(n parts) (string, any) {
		return levelsOf(word(n[0]), word(n[1]), word(n[2]))
	}},
	{Name: "level alone", Pattern: "level", Weight: -.2, Make: func(n parts) (string, any) { return levelOf("impact", word(n[0])) }},
	{Name: "priority", Pattern: "priority", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Equal, Name: "priority", Values: strings.Fields(word(n[0]))})
	}},
	{
		Name: "date of a field", Weight: .1,
		Pattern: "field|measure column / column of field|measure",
		Make: func(n parts) (string, any) { // its check date
			if word(n[1]) != "due" {
				return "", nil
			}
			return n[0].Type, n[0].Value
		},
	},
	{Name: "column has a number", Pattern: "column|field #", Make: of2(func(f Field, n amounts.Number) (string, any) {
		return compared(f, amounts.Exactly(n))
	})},
	{
		Name: "column has one of two numbers", Pattern: "column # or|and #", Weight: .1,
		Make: of3(func(f Field, n, other amounts.Number) (string, any) {
			_, one := compared(f, amounts.Exactly(n))
			_, second := compared(f, amounts.Exactly(other))
			return joined(or, one, second)
		}),
	},
	{Name: "column compared", Pattern: "column|field Q / Q column|field|unitby", Make: of2(compared)},
	{
		Name: "column compared in a unit", Weight: .2,
		Pattern: "field Q field|unitby",
		Make: of3(func(f, unit Field, b amounts.Bounds) (string, any) {
			if f.Name != unit.Name {
				return "", nil
			}
			return compared(f, b)
		}),
	},
	{
		Name: "number of a column or more", Weight: .2,
		Pattern: "# column|field|unitby ormore|orless / since # column|field|unitby ormore",
		Make: func(n parts) (string, any) {
			return compared(fieldOf(n[1]), orMore(cmp.Or(n[2], n[4]), n[0]))
		},
	},
	{
		Name: "compared measure", Weight: .1,
		Pattern: "compareby # unit|unitby? / since? # unit|unitby? ormoreby",
		Make: of3(func(g Gauge, n amounts.Number, f Field) (string, any) {
			if f.Name != "" && f.Name != g.Name {
				return "", nil
			}
			b := amounts.Compared(g.By, n)
			return filter(Cond{Op: Compare, Name: g.Name, Bounds: &b, isBare: g.IsMain}.of(g.Field))
		}),
	},
	{Name: "share compared", Pattern: "Q", Weight: -.2, Make: of1(func(b amounts.Bounds) (string, any) {
		if !b.Share {
			return "", nil
		}
		return filter(Cond{Op: Compare, Name: "probability", Bounds: &b})
	})},
	{Name: "happened late", Pattern: "event is", Weight: -.25, Make: func(n parts) (string, any) {
		if !isFinish(word(n[0])) || word(n[1]) != Late && word(n[1]) != Overdue {
			return "", nil
		}
		return filter(Cond{Op: Late})
	}},
	{Name: "must happen", Pattern: "must event / must event P +.3 / must P event +.3 / P event must +.3", Weight: .1, Make: of2(mustHappen)},
	{Name: "must be so yet", Pattern: "must F / F must -.05", Weight: .1, Make: of1(unlessDone)},
	{Name: "must be so by now", Pattern: "must bynow F / bynow F must", Weight: .5, Make: of1(func(c Cond) (string, any) {
		if !isOfDone(c) {
			return "", nil
		}
		return filter(Cond{Op: Overdue})
	})},
	{Name: "must have happened", Pattern: "must event|beside bynow", Weight: .5, Make: always(Cond{Op: Overdue})},
	{
		Name: "whose date is past", Pattern: "column passed / passed column -.1 / with column passed +.1 / with passed column", Weight: .2,
		Make: of1(func(f Field) (string, any) {
			if f.Name != "due" {
				return "", nil
			}
			return filter(Cond{Op: Overdue})
		}),
	},
	{
		Name: "date in a period", Make: of2(dated),
		Pattern: "column P / whose column P +.1 / with P column +.2 / P column with +.2 / due P +.2 / P due +.1 / event P +.2 / P event -.1 / " +
			"field P +.3 / P field +.2 / lately field P +.3",
	},
	{Name: "date that falls in a period", Pattern: "field due P", Weight: .5, Make: of3(func(f, _ Field, p times.Period) (string, any) {
		return dated(f, p)
	})},
	{Name: "last happened in a period", Pattern: "lately|last event P", Weight: .2, Make: of2(in)},
	{Name: "due in two periods", Pattern: "due|event|column P and P", Weight: .3, Make: of3(datedTwice)},
	{Name: "period alone", Pattern: "P / beside P +.25", Weight: -.2, Make: of1(func(p times.Period) (string, any) {
		return filter(Cond{Op: Date, Name: "main", Period: &p})
	})},
	{Name: "has somebody", Pattern: "own|belong somebody", Weight: -.1, Make: always(not(noOwner))},
	{
		Name: "has nobody", Make: always(noOwner),
		Pattern: "own|of|by nobody / nobody own / with nobody -.1 / with nobody own / without somebody own? / need somebody / " +
			"not own somebody|nobody +.3 / not of|by nobody +.3 / not own -.4",
	},
}

// given returns the condition to have a field.
func given(f Field) (string, any) { return opposite(missing(f)) }

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

	isColumn bool // of the tables of words, or an event that is one
}

// order returns the order by the field.
func (f Field) order(descending bool) Order {
	return Order{Column: f.Name, Descending: descending, isDate: f.IsDate}
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

// of returns a condition on a field with those that have it.
func (c Cond) of(f Field) Cond {
	c.Kinds, c.Types = f.Kinds, f.Types
	return c
}

// A Gauge is a field by which a word compares, as the value of a superlative or of a
// comparison.
type Gauge struct {
	Field
	By     string
	IsMain bool // the word says nothing of the field, which is the main measure of its records
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

// named returns a condition on a value if it is of a field.
func named(f Field, c Cond) (string, any) {
	if c.Name != f.Name {
		return "", nil
	}
	return filter(c)
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

// levelsOf returns the condition that the level of a column compares with another: at least high.
func levelsOf(column, compare, level string) (string, any) {
	levels := []string{"low", "medium", "high", "critical"}
	at := slices.Index(levels, level)
	if column != "impact" || at < 0 {
		return "", nil
	}
	switch compare {
	case "gt":
		levels = levels[at+1:]
	case "ge":
		levels = levels[at:]
	case "lt":
		levels = levels[:at]
	case "le":
		levels = levels[:at+1]
	default:
		return "", nil
	}
	parts := make([]Cond, len(levels))
	for i, one := range levels {
		parts[i] = Cond{Op: Equal, Name: column, Values: []string{one}}
	}
	return filter(or(parts...))
}

// compared returns the condition that a field is within bounds.
func compared(f Field, b amounts.Bounds) (string, any) {
	if !f.IsNumber { // sprint 24 is called so
		return "", nil
	}
	return filter(Cond{Op: Compare, Name: f.Name, Bounds: &b}.of(f))
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

// dated returns the condition that a date is in a period.
func dated(f Field, p times.Period) (string, any) {
	typ, c := in(f, p)
	switch {
	case f.isColumn && !f.IsDate:
		return "", nil
	case f.isColumn && dateColumns[f.Name] && p.From.IsZero():
		return typ, chart.Weighted{Value: c, Weight: unlikely} // "done by Friday" means that it is due
	}
	return typ, c
}

// in is like dated, but as likely for what happened until a day. A number is in no period.
func in(f Field, p times.Period) (string, any) {
	if f.IsNumber {
		return "", nil
	}
	return filter(Cond{Op: Date, Name: f.Name, Period: &p}.of(f))
}

// datedTwice returns the condition that a date is in two periods: after one day and before
// another.
func datedTwice(f Field, after, before times.Period) (string, any) {
	if !after.To.IsZero() || !before.From.IsZero() {
		return "", nil
	}
	return dated(f, times.Period{From: after.From, To: before.To})
}

// mustHappen returns the condition to be due in a period, or to be open.
func mustHappen(f Field, p times.Period) (string, any) {
	switch {
	case f.Name == "decided":
		return filter(toDecide)
	case !isFinish(f.Name):
		return "", nil
	case p == times.Period{}:
		return filter(Cond{Op: Open})
	}
	return filter(Cond{Op: Date, Name: "due", Period: &p})
}

// unlessDone returns the condition that what has to be so is not so yet: has to be published.
func unlessDone(c Cond) (string, any) {
	if !isOfDone(c) {
		return "", nil
	}
	if c.Op == State && slices.Contains(c.Values, "made") {
		return filter(toDecide)
	}
	if c.Op == State && slices.Contains(c.Values, "completed") {
		return filter(Cond{Op: Open})
	}
	return filter(not(c))
}

// toDecide is the condition that a decision has to be made.
var toDecide = Cond{Op: State, Values: []string{"pending"}}

// unlikely is the prior of a past event until a day. By eye.
const unlikely = -.3

// missing returns the condition to lack a field.
func missing(f Field) (string, any) {
	lacked := []string{OwnerColumn, "due", "priority", "probability", "impact", "type", LabelColumn}
	if f.isColumn && !slices.Contains(lacked, f.Name) {
		return "", nil
	}
	return filter(Cond{Op: Missing, Name: f.Name}.of(f))
}

// isFlag reports whether a condition is that a field which is yes or no is yes.
func (c *Cond) isFlag() bool {
	isOther := func(s string) bool { return s != "true" && !words.IsTruth(s, words.Yes) }
	return c.Op == Equal && len(c.Types) > 0 && !slices.ContainsFunc(c.Values, isOther)
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
