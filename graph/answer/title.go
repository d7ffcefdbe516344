package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/words"
)

// Title returns the heading of a group: the number that is asked for, the kind, the
// conditions once, and what its members have in common. Later groups of a divided list
// have only the last.
func (a *Answer) Title(i int) string {
	g := a.Groups[i]
	title := heading(g.Query)
	if g.Query.Kind == "" {
		title = withConditions(g.Kind.Heading(), g.Query.Where)
	}
	if g.Label != "" && i > 0 && a.Groups[i-1].Query.String() == g.Query.String() {
		title = ""
	}
	title = joined(title, g.Label, ": ")
	if g.Number != "" && g.Query.Number.Op != "count" { // the number of members is behind each heading
		title = joined(title, g.Number, ": ")
	}
	return title
}

// None returns the text of an answer without members.
func (a *Answer) None() string {
	var titles []string
	for _, q := range append([]ask.Query{a.Query}, a.Query.And...) {
		titles = append(titles, heading(q))
	}
	return strings.Join(titles, "; ")
}

func joined(a, b, by string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + by + b
}

// numberWords begin the headings of numbers.
var numberWords = map[string]string{
	"sum": "Total %s of", "avg": "Average %s of", "min": "Lowest %s of", "max": "Highest %s of",
	ask.Distinct: "Number of different %s of",
}

// inOwnStates returns a condition whose states are those that a kind has, if it has some.
func inOwnStates(c ask.Cond, kind graph.Kind) ask.Cond {
	spec := graph.SpecOf(kind)
	if spec == nil {
		return c
	}
	return c.Each(func(c ask.Cond) ask.Cond {
		if own := intersect(c.Values, spec.States); c.Op == ask.State && len(own) > 0 {
			c.Values = own
		}
		return c
	})
}

// nounOf returns the noun of a list in the plural, such as "Tasks".
func nounOf(q ask.Query) string {
	switch spec := graph.SpecOf(q.Kind); {
	case q.RecordType != "":
		return plural(cmp.Or(q.Noun, q.RecordType))
	case q.Type != "":
		return plural(q.Type)
	case spec != nil:
		return q.Kind.Heading()
	}
	return "Entities"
}

// heading returns the heading of a list: its kind and its conditions.
func heading(q ask.Query) string {
	noun := nounOf(q)
	if words := numberWords[q.Number.Op]; words != "" {
		if strings.Contains(words, "%s") {
			words = fmt.Sprintf(words, cmp.Or(q.Number.Column, strings.Join(q.Group, ", ")))
		}
		noun = words + " " + strings.ToLower(noun)
	}
	title := withConditions(noun, inOwnStates(q.Where, q.Kind))
	if q.Having != nil {
		title += fmt.Sprintf(", %s with %s of them", q.Group[0], sayBounds(q.Having))
	}
	for i, order := range q.Order {
		if order.Column == "main" {
			title += map[bool]string{true: ", latest first", false: ", earliest first"}[order.Descending]
		} else if order.Column != "number" && order.Column != "main number" {
			title += []string{", by ", ", then by "}[min(i, 1)] + sayOrder(order)
		}
	}
	return title
}

// plural returns the id or name of a type as words in the plural. Types that are called by a
// plural, as that of a table, or by an uncountable noun stay as they are.
func plural(recordType string) string {
	noun := strings.ReplaceAll(recordType, "_", " ")
	noun = strings.ToUpper(noun[:1]) + noun[1:]
	has := func(endings ...string) bool {
		return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(noun, ending) })
	}
	switch {
	case words.Tables[0].IsUnchanged(strings.ToLower(noun)):
		return noun
	case has("y") && !has("ay", "ey", "oy", "uy"):
		return strings.TrimSuffix(noun, "y") + "ies"
	case has("is"): // analysis
		return strings.TrimSuffix(noun, "is") + "es"
	case has("ss", "us", "sh", "ch", "x"):
		return noun + "es"
	case has("s"):
		return noun
	}
	return noun + "s"
}

func withConditions(noun string, where ask.Cond) string { return joined(noun, say(where), ", ") }

func sayOrder(o ask.Order) string {
	name := o.Column
	if o.Count != nil {
		name = "number of " + strings.ToLower(heading(*o.Count))
	}
	if o.Descending {
		name += ", highest first"
	}
	return name
}

// say returns a condition in words.
func say(c ask.Cond) string {
	switch c.Op {
	case "", ask.Open, ask.Done, ask.Overdue, ask.Late, ask.Ready, ask.Blocked:
		return c.Op
	case ask.And:
		return sayAll(c.Of, ", ")
	case ask.Or:
		return sayAll(c.Of, " or ")
	case ask.Not:
		switch part := c.Of[0]; part.Op {
		case ask.Equal:
			return part.Name + " not " + strings.Join(part.Values, " or ")
		case ask.Missing:
			return strings.Replace(say(part), "without", "with", 1)
		case ask.Linked:
			if part.Link.Relation == "" && part.Link.Field == "" && part.Link.Count == nil {
				return strings.Replace(say(part), "with", "without", 1)
			}
		}
		return "not " + say(c.Of[0])
	case ask.State:
		return strings.ReplaceAll(c.Values[0], "_", " ")
	case ask.Missing:
		return "without " + cmp.Or(missingWords[c.Name], c.Name)
	case ask.Scope:
		return "of " + graph.Line(c.Entity.Label, shownName)
	case ask.Equal:
		return c.Name + " " + strings.Join(c.Values, " or ")
	case ask.Compare:
		return c.Name + " " + sayBounds(c.Bounds)
	case ask.Linked:
		return sayLink(c.Link)
	case ask.Date:
		return strings.TrimPrefix(c.Name+" ", "main ") + c.Period.String()
	}
	return c.String()
}

// missingWords are the columns that may be missing, in words.
var missingWords = map[string]string{
	"owner": "an owner", "due": "a due date", "priority": "a priority", "probability": "a probability",
	"impact": "an impact", "type": "a type",
}

// shownName is the maximum length of a name in a heading, by eye.
const shownName = 60

// sayAll returns conditions in words: those that are said alike, such as two entities of
// one name, once.
func sayAll(list []ask.Cond, by string) string {
	var parts []string
	for i := range list {
		if part := say(list[i]); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, by)
}

func sayBounds(b *amounts.Bounds) string { return strings.TrimPrefix(b.String(), "=") }

// relationWords say how the entities of a list are related to others by a relation of the
// tables of words, and how these others are related to them.
var relationWords = map[ask.Relation][2]string{
	"depends": {"depending on", "needed by"}, "needed": {"needed by", "depending on"}, "requires": {"requiring", "required by"},
	"blocks": {"blocking", "blocked by"}, "blocked": {"blocked by", "blocking"}, "part": {"part of", "with the parts"},
	"supports": {"supporting", "supported by"}, "supported": {"supported by", "supporting"},
	"targets": {"targeting", "targeted by"}, "targeted": {"targeted by", "targeting"},
	"threatens": {"threatening", "threatened by"}, "threatened": {"threatened by", "threatening"},
	"mitigates": {"mitigating", "mitigated by"}, "mitigated": {"mitigated by", "mitigating"},
	"references": {"referring to", "referred to by"}, "referenced": {"referred to by", "referring to"},
	"derived": {"derived from", "the source of"}, "source": {"the source of", "derived from"},
	"produces": {"producing", "produced by"}, "produced": {"produced by", "producing"},
}

// relationOf returns the relation of a link in words.
func relationOf(l *ask.Link) string {
	said := relationWords[l.Relation]
	switch {
	case l.Field != "":
		return strings.ReplaceAll(l.Field, "_", " ")
	case l.Relation == "":
		return "with"
	case l.Reversed:
		return said[1]
	}
	return said[0]
}

func sayLink(l *ask.Link) string {
	name := relationOf(l)
	if l.Count != nil {
		name += " " + sayBounds(l.Count)
	}
	switch {
	case l.Entity != nil:
		return name + " " + graph.Line(l.Entity.Label, shownName)
	case l.To != nil:
		noun, conditions, has := strings.Cut(strings.ToLower(heading(*l.To)), ", ")
		if has { // apart from those of the list itself
			noun += " (" + conditions + ")"
		}
		return name + " " + noun
	case l.Count != nil:
		return name + " others"
	}
	return name + " anything"
}
