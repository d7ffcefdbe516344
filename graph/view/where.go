package view

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/ask/times"
	"dossier/graph/lists"
)

// A Where is a condition on entities: one of some alternatives, each a list of terms
// that all hold. The empty condition holds for all. Its text has terms separated by
// spaces and alternatives by |, such as "open state=pending,deferred | overdue".
type Where [][]term

// A term is a condition with a value, such as state and pending,deferred.
type term struct {
	name, value string
	not         bool
}

// A scope for conditions is the time for which, and the period about which, a view is.
type moment struct {
	now    time.Time
	period *times.Period
}

// termFilters make the filter of each term for entities of a kind.
var termFilters = map[string]func(value string, spec *graph.Spec, at moment) lists.Filter{
	"open":  func(_ string, spec *graph.Spec, _ moment) lists.Filter { return inStates(spec.Active) },
	"over":  func(_ string, spec *graph.Spec, _ moment) lists.Filter { return inStates(spec.Over) },
	"begun": func(_ string, spec *graph.Spec, _ moment) lists.Filter { return inStates(begun(spec)) },
	"first": func(_ string, spec *graph.Spec, _ moment) lists.Filter {
		return inStates(spec.States[:min(len(spec.States), 1)])
	},
	"state": func(value string, _ *graph.Spec, _ moment) lists.Filter { return inStates(strings.Split(value, ",")) },
	"impact": func(value string, _ *graph.Spec, _ moment) lists.Filter {
		return lists.Filter{Impacts: strings.Split(value, ",")}
	},
	"record": func(value string, _ *graph.Spec, _ moment) lists.Filter { return lists.Filter{RecordType: &value} },
	"ready": func(_ string, _ *graph.Spec, at moment) lists.Filter {
		return lists.Filter{Ready: new(true), Now: &at.now}
	},
	"putoff": func(_ string, spec *graph.Spec, at moment) lists.Filter {
		if putOff := lists.PutOff(spec, at.now); putOff != nil {
			return *putOff
		}
		return lists.Filter{Or: []lists.Filter{}}
	},
	"unowned": func(string, *graph.Spec, moment) lists.Filter {
		return lists.Filter{Missing: []lists.Missing{lists.MissingOwner}}
	},
	"overdue": func(_ string, _ *graph.Spec, at moment) lists.Filter {
		return lists.Filter{Overdue: new(true), Now: &at.now}
	},
	"dated":    func(_ string, spec *graph.Spec, _ moment) lists.Filter { return dated(spec) },
	"due":      func(value string, _ *graph.Spec, at moment) lists.Filter { return dueIn(value, at) },
	"since":    func(value string, _ *graph.Spec, at moment) lists.Filter { return decidedSince(value, at) },
	"priority": func(value string, _ *graph.Spec, _ moment) lists.Filter { return atLeast(value) },
}

func inStates(states []string) lists.Filter {
	return lists.Filter{States: append([]string{}, states...)}
}

// begun returns the states in which work on an entity goes on.
func begun(spec *graph.Spec) []string {
	return slices.DeleteFunc(slices.Clone(spec.Active), func(state string) bool {
		return state == spec.States[0] || state == graph.StateBlocked
	})
}

func dated(spec *graph.Spec) lists.Filter {
	if spec.DueField() == nil {
		return lists.Filter{Or: []lists.Filter{}}
	}
	return lists.Filter{Not: &lists.Filter{Missing: []lists.Missing{lists.Missing(spec.DueField().DateName())}}}
}

// period is the value of terms about the period of the question.
const period = "period"

const day = 24 * time.Hour

// days returns the number before d, as in 14d.
func days(value string) (int, error) { return strconv.Atoi(strings.TrimSuffix(value, "d")) }

// dueIn returns the filter for what is due up to some days after now, or by the end of
// the period of the question.
func dueIn(value string, at moment) lists.Filter {
	if value == period {
		if at.period == nil || at.period.To.IsZero() {
			return lists.Filter{Or: []lists.Filter{}}
		}
		return lists.Filter{Dates: lists.Dates{Due: &lists.TimeRange{To: &at.period.To}}}
	}
	n, _ := days(value) // checked by parseWhere
	to := graph.DayOf(at.now).Start.AddDate(0, 0, n+1)
	return lists.Filter{Dates: lists.Dates{Due: &lists.TimeRange{To: &to}}}
}

// decidedSince returns the filter for decisions of the last days.
func decidedSince(value string, at moment) lists.Filter {
	n, _ := days(value)
	from := at.now.Add(-time.Duration(n) * day)
	return lists.Filter{Dates: lists.Dates{Decision: &lists.TimeRange{From: &from}}}
}

func atLeast(value string) lists.Filter {
	most, _ := strconv.Atoi(value)
	f := lists.Filter{Priorities: []int{}}
	for p := 1; p <= most; p++ {
		f.Priorities = append(f.Priorities, p)
	}
	return f
}

// parseWhere returns the condition that a text means.
func parseWhere(text string) (w Where, err error) {
	for alternative := range strings.SplitSeq(text, "|") {
		var all []term
		for word := range strings.FieldsSeq(alternative) {
			t := term{}
			word, t.not = strings.CutPrefix(word, "!")
			t.name, t.value, _ = strings.Cut(word, "=")
			if termFilters[t.name] == nil {
				return nil, fmt.Errorf("unknown condition %q; expected one of %s", graph.Truncate(t.name, 60),
					strings.Join(slices.Sorted(maps.Keys(termFilters)), ", "))
			}
			if err := t.check(); err != nil {
				return nil, err
			}
			all = append(all, t)
		}
		w = append(w, all)
	}
	return w, nil
}

// check returns an error for a value that a term does not take.
func (t term) check() (err error) {
	switch t.name {
	case "due", "since":
		if t.value != period || t.name != "due" {
			_, err = days(t.value)
		}
		if err != nil {
			return fmt.Errorf("expected days such as %s=14d; got %q", t.name, t.value)
		}
	case "priority":
		if _, err = strconv.Atoi(t.value); err != nil {
			return fmt.Errorf("expected priority=2; got %q", t.value)
		}
	case "state", "impact", "record":
		if t.value == "" {
			return fmt.Errorf("expected a value, as in %s=high", t.name)
		}
	}
	return nil
}

// filter returns the filter of the condition for entities of a kind.
func (w Where) filter(spec *graph.Spec, at moment) lists.Filter {
	if len(w) == 0 {
		return lists.Filter{}
	}
	f := lists.Filter{Or: []lists.Filter{}}
	for _, all := range w {
		part := lists.Filter{And: []lists.Filter{}}
		for _, t := range all {
			if one := termFilters[t.name](t.value, spec, at); t.not {
				part.And = append(part.And, lists.Filter{Not: &one})
			} else {
				part.And = append(part.And, one)
			}
		}
		f.Or = append(f.Or, part)
	}
	return f
}
