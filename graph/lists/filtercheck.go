package lists

import (
	"math"
	"slices"
	"strings"

	"dossier/graph"
)

// CheckFilter returns an error if a filter is invalid for lists of the kind,
// such as one with an unknown state, a priority outside 1 to 5, a range that
// ends before it starts, or too many levels or parts. It replaces ids with
// their canonical form.
func CheckFilter(s *graph.Spec, f *Filter) error {
	c := filterCheck{specs: []*graph.Spec{s}, size: &filterSize{}, kinds: 1}
	if s.Kind == "" {
		c.specs = graph.Kinds
	}
	return c.check("filter", f, 0)
}

// A filterCheck checks the filters of entities of some kinds.
type filterCheck struct {
	specs []*graph.Spec
	size  *filterSize
	kinds int // the number of kinds that a condition on one kind of linked entities is about
}

// filterSize counts the parts of a filter.
type filterSize struct{ filters, kinds int }

func (c *filterCheck) check(path string, f *Filter, depth int) error {
	if depth > MaxFilterDepth {
		return graph.BadInput(path, "is too deep; expected at most %d levels of and, or, not and where", MaxFilterDepth)
	}
	if c.size.filters++; c.size.filters > MaxFilters {
		return graph.BadInput(path, "is too much; expected at most %d filters in one", MaxFilters)
	}
	for _, check := range []func(string, *Filter) error{c.checkIDs, c.checkNames, c.checkNumbers, c.checkDates, c.checkFields} {
		if err := check(path+".", f); err != nil {
			return err
		}
	}
	if err := c.checkParts(path, f, depth+1); err != nil {
		return err
	}
	return c.checkLinked(path+".linked", f.Linked, depth+1)
}

func (c *filterCheck) checkParts(path string, f *Filter, depth int) error {
	for _, list := range []struct {
		name  string
		parts []Filter
	}{{".and", f.And}, {".or", f.Or}} {
		for i := range list.parts {
			if err := c.check(graph.ElementOf(path+list.name, i), &list.parts[i], depth); err != nil {
				return err
			}
		}
	}
	if f.Not != nil {
		return c.check(path+".not", f.Not, depth)
	}
	return nil
}

// checkLinked checks the conditions on linked entities, which are nil for none.
func (c *filterCheck) checkLinked(path string, l *LinkFilter, depth int) error {
	if l == nil {
		return nil
	}
	if err := checkCountRange(path+".count", l.Count); err != nil || l.Where == nil {
		return err
	}
	inner := filterCheck{specs: l.specs(), size: c.size}
	inner.kinds = c.kinds * len(inner.specs)
	if c.size.kinds += inner.kinds; c.size.kinds > maxLinkedKinds {
		return graph.BadInput(path+".where", "asks about %d kinds of linked entities in all; expected at most %d: give kinds or relations",
			c.size.kinds, maxLinkedKinds)
	}
	return inner.check(path+".where", l.Where, depth)
}

func checkCountRange(path string, r *CountRange) error {
	switch {
	case r == nil:
		return nil
	case graph.Or(r.From, 0) < 0, graph.Or(r.To, 0) < 0:
		return graph.BadInput(path, "is less than 0; expected numbers of entities")
	case r.To != nil && *r.To < graph.Or(r.From, 0):
		return graph.BadInput(path, "to is less than from; give the lower number as from")
	}
	return nil
}

func (c *filterCheck) checkIDs(path string, f *Filter) error {
	lists := []struct {
		name string
		ids  []string
	}{{"ids", f.IDs}, {"projects", f.Projects}, {"plans", f.Plans}, {"goals", f.Goals}, {"milestones", f.Milestones}, {"owners", f.Owners}}
	if f.Linked != nil {
		lists = append(lists, struct {
			name string
			ids  []string
		}{"linked.ids", f.Linked.IDs})
	}
	for _, list := range lists {
		if err := graph.CheckCount(path+list.name, len(list.ids)); err != nil {
			return err
		}
		for i, id := range list.ids {
			id, err := graph.ParseID(graph.ElementOf(path+list.name, i), id)
			if err != nil {
				return err
			}
			list.ids[i] = id
		}
	}
	return nil
}

func (c *filterCheck) checkNames(path string, f *Filter) error {
	for _, list := range []struct {
		name   string
		values []string
		known  []string // nil for any
	}{
		{"externalIds", f.ExternalIDs, nil},
		{"types", f.Types, nil},
		{"states", f.States, c.states()},
		{"impacts", f.Impacts, graph.EnumValues("Impact")},
		{"labels.any", f.labels().Any, nil},
		{"labels.all", f.labels().All, nil},
		{"labels.none", f.labels().None, nil},
	} {
		if err := graph.CheckCount(path+list.name, len(list.values)); err != nil {
			return err
		}
		for i, value := range list.values {
			if list.known != nil && !slices.Contains(list.known, value) {
				return graph.BadInput(graph.ElementOf(path+list.name, i), "%s have no %q; expected one of %s", c.plural(), graph.Truncate(value, 60),
					graph.OneOf(list.known))
			}
		}
	}
	return c.checkMissing(path, f)
}

// plural returns the name of the entities of the filter.
func (c *filterCheck) plural() string {
	if len(c.specs) == 1 {
		return c.specs[0].Plural
	}
	return graph.ListSpec("").Plural
}

// states returns the states of the kinds of the filter.
func (c *filterCheck) states() (states []string) {
	if len(c.specs) == 1 {
		return c.specs[0].States
	}
	for _, spec := range c.specs {
		for _, state := range spec.States {
			if !slices.Contains(states, state) {
				states = append(states, state)
			}
		}
	}
	return states
}

// missing returns what some kind of the filter may lack.
func (c *filterCheck) missing() (missing []Missing) {
	for _, spec := range c.specs {
		for _, one := range MissingFields(spec) {
			if !slices.Contains(missing, one) {
				missing = append(missing, one)
			}
		}
	}
	return missing
}

// labels returns the filter of labels, an empty one for none.
func (f *Filter) labels() LabelFilter { return graph.Or(f.Labels, LabelFilter{}) }

func (c *filterCheck) checkMissing(path string, f *Filter) error {
	for i, missing := range f.Missing {
		if known := c.missing(); !slices.Contains(known, missing) {
			return graph.BadInput(graph.ElementOf(path+"missing", i), "%s cannot lack %q; expected one of %s", c.plural(),
				graph.Truncate(string(missing), 60),
				graph.OneOf(known))
		}
	}
	return nil
}

func (c *filterCheck) checkNumbers(path string, f *Filter) error {
	for i, priority := range f.Priorities {
		if priority < 1 || priority > 5 {
			return graph.BadInput(graph.ElementOf(path+"priorities", i), "%d is out of range; expected 1 (highest) to 5", priority)
		}
	}
	if r := f.Probability; r != nil && graph.Or(r.To, math.Inf(1)) < graph.Or(r.From, math.Inf(-1)) {
		return graph.BadInput(path+"probability", "to is less than from; give the lower number as from")
	}
	return nil
}

func (c *filterCheck) checkDates(path string, f *Filter) error {
	for _, named := range f.Ranges() {
		if r := named.Range; r != nil && r.From != nil && r.To != nil && r.To.Before(*r.From) {
			return graph.BadInput(path+(&graph.Field{Name: named.Name}).SchemaName(), "to lies before from; give the earlier time as from")
		}
	}
	return nil
}

// maxFieldText is the maximum number of runes of a name and of a value of a field, by
// eye.
const maxFieldText = 1000

func (c *filterCheck) checkFields(path string, f *Filter) error {
	if err := graph.CheckCount(path+"fields", len(f.Fields)); err != nil {
		return err
	}
	for i := range f.Fields {
		if err := f.Fields[i].check(graph.ElementOf(path+"fields", i)); err != nil {
			return err
		}
	}
	return nil
}

func (f *FieldFilter) check(path string) error {
	if err := checkFieldName(path+".name", f.Name); err != nil {
		return err
	}
	if !f.HasValue() && f.Missing == nil {
		return graph.BadInput(path, "has no condition; expected equal, in, less, atMost, greater, atLeast, contains or missing")
	}
	for i, value := range f.In {
		if err := checkFieldText(graph.ElementOf(path+".in", i), value); err != nil {
			return err
		}
	}
	for _, one := range []struct {
		name  string
		value *string
	}{{"equal", f.Equal}, {"less", f.Less}, {"atMost", f.AtMost}, {"greater", f.Greater}, {"atLeast", f.AtLeast}, {"contains", f.Contains}} {
		if err := checkFieldText(path+"."+one.name, graph.Or(one.value, "")); err != nil {
			return err
		}
	}
	return graph.CheckCount(path+".in", len(f.In))
}

func checkFieldName(argument, name string) error {
	if graph.IsBlank(name) {
		return graph.BadInput(argument, "is blank; expected the name of a property in props, or of a field of a record")
	}
	return checkFieldText(argument, name)
}

func checkFieldText(argument, text string) error {
	switch {
	case len([]rune(text)) > maxFieldText:
		return graph.BadInput(argument, "has %d characters; expected at most %d", len([]rune(text)), maxFieldText)
	case strings.ContainsRune(text, 0):
		return graph.BadInput(argument, "has a NUL character; expected text without any")
	}
	return nil
}
