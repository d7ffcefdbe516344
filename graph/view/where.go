package view

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// A Where is a condition on entities: one of some alternatives, each a list of terms
// that all hold. The empty condition holds for all. Its text has terms separated by
// spaces and alternatives by |, such as "open state=pending,deferred | overdue".
type Where [][]Term

// A Term is a condition with a value, such as state and pending,deferred.
type Term struct {
	Name string
	not  bool
	condition
}

// A condition is a term as it is evaluated.
type condition struct {
	holds func(e graph.Entity, at At) bool
	// turns are the times at which it may begin or cease to hold for an entity that does
	// not change.
	turns []Turn
	graph bool // it needs At.Around
}

// An At is what conditions and orders are evaluated at: the time of the request and the end
// of the period of the question, zero for none.
type At struct {
	Now, End time.Time
	Around   Around // nil if no condition needs it
}

// Around is what some conditions need besides an entity and the time.
type Around interface {
	// IsReady reports whether an entity is open, not put off, and waits for nothing open.
	IsReady(e graph.Entity, now time.Time) bool
	// IsPutOff reports whether nobody is to begin an entity yet.
	IsPutOff(e graph.Entity, now time.Time) bool
	// HasOwner reports whether somebody owns an entity.
	HasOwner(e graph.Entity) bool
}

// conditions make the condition of each term with a value.
var conditions = map[string]func(value string) (condition, error){
	"open":  inStates(func(spec *graph.Spec) []string { return spec.Active }),
	"over":  inStates(func(spec *graph.Spec) []string { return spec.Over }),
	"begun": func(string) (condition, error) { return always(isBegun), nil },
	"first": inStates(func(spec *graph.Spec) []string { return spec.States[:min(len(spec.States), 1)] }),
	"state": oneOf("state=pending,deferred", func(e graph.Entity) string { return e.Self().State() }),
	"impact": oneOf("impact=high", func(e graph.Entity) string {
		risk, _ := e.(*graph.Risk)
		return impactOf(risk)
	}),
	"record": oneOf("record=vendor", func(e graph.Entity) string {
		if record, is := e.(*graph.Record); is {
			return record.RecordType
		}
		return ""
	}),
	"ready":   needing(func(e graph.Entity, at At) bool { return at.Around.IsReady(e, at.Now) }),
	"putoff":  needing(func(e graph.Entity, at At) bool { return at.Around.IsPutOff(e, at.Now) }),
	"unowned": needing(func(e graph.Entity, at At) bool { return !at.Around.HasOwner(e) }),
	"overdue": func(string) (condition, error) {
		return condition{holds: func(e graph.Entity, at At) bool { return graph.IsOverdue(e, at.Now) }, turns: []Turn{dueDay(1)}}, nil
	},
	"dated": func(string) (condition, error) {
		return always(func(e graph.Entity) bool { return graph.Due(e) != nil }), nil
	},
	"due":      dueWithin,
	"past":     inDays("past=90d", isPast),
	"next":     inDays("next=7d", comesWithin),
	"changed":  inDays("changed=7d", lately("change", updatedAt)),
	"since":    inDays("since=60d", lately("decision", decidedAt)),
	"priority": priorityUpTo,
}

func always(holds func(graph.Entity) bool) condition {
	return condition{holds: func(e graph.Entity, _ At) bool { return holds(e) }}
}

func inStates(of func(*graph.Spec) []string) func(string) (condition, error) {
	return func(string) (condition, error) {
		return always(func(e graph.Entity) bool { return slices.Contains(of(e.Self().Spec()), e.Self().State()) }), nil
	}
}

func needing(holds func(graph.Entity, At) bool) func(string) (condition, error) {
	return func(string) (condition, error) { return condition{graph: true, holds: holds}, nil }
}

// oneOf makes conditions on a text of an entity, which is one of those in the value.
func oneOf(example string, of func(graph.Entity) string) func(string) (condition, error) {
	return func(value string) (c condition, err error) {
		if value == "" {
			return c, fmt.Errorf("expected a value, as in %s", example)
		}
		values := strings.Split(value, ",")
		return always(func(e graph.Entity) bool { return slices.Contains(values, of(e)) }), nil
	}
}

// inDays makes conditions whose value is a number of days.
func inDays(example string, of func(days int) condition) func(string) (condition, error) {
	return func(value string) (c condition, err error) {
		days, err := strconv.Atoi(strings.TrimSuffix(value, "d"))
		if err != nil {
			return c, fmt.Errorf("expected days such as %s; got %q", example, value)
		}
		return of(days), nil
	}
}

// isBegun reports whether work on an entity goes on.
func isBegun(e graph.Entity) bool {
	spec, state := e.Self().Spec(), e.Self().State()
	return spec.IsActive(state) && state != spec.States[0] && state != graph.StateBlocked
}

// period is the value of a term about the period of the question.
const period = "period"

// dueWithin is for what is due up to some days after today, or by the end of the period of
// the question.
func dueWithin(value string) (condition, error) {
	if value == period {
		return condition{holds: func(e graph.Entity, at At) bool {
			due := graph.Due(e)
			return due != nil && !at.End.IsZero() && due.Before(boundOf(*due, at.End))
		}}, nil
	}
	return inDays("due=14d", func(days int) condition {
		return condition{turns: []Turn{dueDay(-days)}, holds: func(e graph.Entity, at At) bool {
			due := graph.Due(e)
			return due != nil && isWithin(*due, days, at.Now)
		}}
	})(value)
}

// boundOf returns a bound as times are compared with it: a date has no time zone.
func boundOf(at, bound time.Time) time.Time {
	if graph.IsDate(at) {
		return graph.WallClock(bound)
	}
	return bound
}

// isWithin reports whether a time is at most some days after today.
func isWithin(at time.Time, days int, now time.Time) bool {
	return !graph.DateOf(at, now.Location()).After(graph.DayOf(now).Date.AddDate(0, 0, days))
}

const day = 24 * time.Hour

// isPast is for what was due more than some days ago.
func isPast(days int) condition {
	after := time.Duration(days) * day
	return condition{turns: []Turn{After("due", graph.Due, after)}, holds: func(e graph.Entity, at At) bool {
		due := graph.Due(e)
		return due != nil && due.Before(at.Now.Add(-after))
	}}
}

// comesWithin is for what starts or is due today or in the days after.
func comesWithin(days int) condition {
	turns := []Turn{dueDay(-days), dueDay(1), startDay(-days), startDay(1)}
	return condition{turns: turns, holds: func(e graph.Entity, at At) bool {
		next := comes(e, at.Now)
		return next != nil && isWithin(*next, days, at.Now)
	}}
}

// comes returns the first time from today on at which an entity starts or is due, nil
// for none.
func comes(e graph.Entity, now time.Time) (first *time.Time) {
	today := graph.DayOf(now)
	for _, date := range []*time.Time{startOf(e), graph.Due(e)} {
		if date != nil && !today.IsAfter(*date) && (first == nil || date.Before(*first)) {
			first = date
		}
	}
	return first
}

// lately makes conditions for what happened in some days before now.
func lately(name string, of dateOf) func(days int) condition {
	return func(days int) condition {
		within := time.Duration(days) * day
		return condition{turns: []Turn{After(name, of, 0), After(name, of, within)}, holds: func(e graph.Entity, at At) bool {
			then := of(e)
			return then != nil && !then.Before(at.Now.Add(-within)) && !then.After(at.Now)
		}}
	}
}

func priorityUpTo(value string) (c condition, err error) {
	most, err := strconv.Atoi(value)
	if err != nil {
		return c, fmt.Errorf("expected priority=2; got %q", value)
	}
	return always(func(e graph.Entity) bool { return PriorityOf(e) <= min(most, NoPriority-1) }), nil
}

// parseWhere returns the condition that a text means.
func parseWhere(text string) (w Where, err error) {
	for alternative := range strings.SplitSeq(text, "|") {
		var all []Term
		for word := range strings.FieldsSeq(alternative) {
			t, err := parseTerm(word)
			if err != nil {
				return nil, err
			}
			all = append(all, t)
		}
		w = append(w, all)
	}
	return w, nil
}

// WhereOf returns the condition of a text that is correct.
func WhereOf(text string) Where {
	w, err := parseWhere(text)
	if err != nil {
		panic(err) // the texts are in the code and in the tables of words
	}
	return w
}

func parseTerm(word string) (t Term, err error) {
	name, isNot := strings.CutPrefix(word, "!")
	name, value, _ := strings.Cut(name, "=")
	if conditions[name] == nil {
		return t, fmt.Errorf("unknown condition %q; expected one of %s", graph.Truncate(name, 60),
			strings.Join(slices.Sorted(maps.Keys(conditions)), ", "))
	}
	t = Term{Name: name, not: isNot}
	t.condition, err = conditions[name](value)
	return t, err
}

// Holds reports whether an entity meets the condition.
func (w Where) Holds(e graph.Entity, at At) bool {
	return len(w) == 0 || slices.ContainsFunc(w, func(all []Term) bool {
		return !slices.ContainsFunc(all, func(t Term) bool { return t.holds(e, at) == t.not })
	})
}

// Has reports whether one of the terms of some alternative has a name.
func (w Where) Has(names ...string) bool {
	return slices.ContainsFunc(w, func(all []Term) bool {
		return slices.ContainsFunc(all, func(t Term) bool { return slices.Contains(names, t.Name) })
	})
}

// needsGraph reports whether the condition needs [At.Around].
func (w Where) needsGraph() bool {
	return slices.ContainsFunc(w, func(all []Term) bool { return slices.ContainsFunc(all, func(t Term) bool { return t.graph }) })
}

// turns returns the times at which the condition may begin or cease to hold.
func (w Where) turns() (turns []Turn) {
	for _, all := range w {
		for _, t := range all {
			turns = append(turns, t.turns...)
		}
	}
	return turns
}
