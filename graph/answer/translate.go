// Package answer evaluates the queries that questions are read into.
package answer

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/times"
	"dossier/graph/lists"
	"dossier/graph/memory"
)

// A translation translates the conditions of queries on the entities of graphs into
// filters.
type translation struct {
	graphs []*memory.Graph
	now    time.Time
}

// Filter returns the filter for the entities of a kind in some graphs that a query asks
// for: the value that lists of GraphQL take.
func Filter(q *ask.Query, kind graph.Kind, graphs []*memory.Graph, now time.Time) lists.Filter {
	t := &translation{graphs, now}
	byEdges, byState := t.query(q, kind), t.query(withStates(q), kind)
	if reflect.DeepEqual(byEdges, byState) {
		return byEdges // before all tasks are looked at
	}
	var own, others []string // the projects that have a state for what is blocked, and others
	for _, g := range graphs {
		list := &others
		if saysBlocked(g) {
			list = &own
		}
		if project := g.Project(); project != nil {
			*list = append(*list, project.ID)
		}
	}
	switch {
	case len(own) == 0:
		return byEdges
	case len(others) == 0:
		return byState
	}
	return lists.Filter{Or: []lists.Filter{inProjects(byState, own), inProjects(byEdges, others)}}
}

func inProjects(f lists.Filter, ids []string) lists.Filter {
	if f.Projects != nil {
		return lists.Filter{Projects: ids, And: []lists.Filter{f}}
	}
	f.Projects = ids
	return f
}

// havePutOff reports whether entities of a kind are put off.
func (t *translation) havePutOff(kind graph.Kind) bool {
	for _, g := range t.graphs {
		for _, e := range g.OfKind(kind) {
			if lists.IsPutOff(e, t.now) {
				return true
			}
		}
	}
	return false
}

// query returns the filter for the entities of a kind that a query asks for.
func (t *translation) query(q *ask.Query, kind graph.Kind) lists.Filter {
	f := t.filter(q.Where, graph.SpecOf(kind))
	if q.RecordType != "" {
		f.RecordType = &q.RecordType
	}
	if q.Type != "" {
		f = both(f, t.ofType(q.Type))
	}
	if scratch := t.scratch(kind); len(scratch) > 0 {
		f = both(f, lists.Filter{Not: &lists.Filter{Types: scratch}})
	}
	return f
}

func (t *translation) ofType(parts ...string) lists.Filter {
	return lists.Filter{Types: typesWith(t.graphs, parts)}
}

// scratch returns the types of the entities of a kind that are no part of lists.
func (t *translation) scratch(kind graph.Kind) (types []string) {
	for _, g := range t.graphs {
		types = append(types, g.Types().Where(func(c *graph.Common) bool { return c.Kind == kind && c.IsScratch() })...)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// both returns the filter for what two filters select.
func both(a, b lists.Filter) lists.Filter {
	if reflect.ValueOf(a).IsZero() {
		return b
	}
	return lists.Filter{And: []lists.Filter{a, b}}
}

// nothing is a filter that no entity matches.
func nothing() lists.Filter { return lists.Filter{Or: []lists.Filter{}} }

// filter returns the filter that a condition is for entities of a kind. What the kind
// lacks, its lists have no argument for.
func (t *translation) filter(c ask.Cond, spec *graph.Spec) lists.Filter {
	if f := t.condition(c, spec); lists.CanHave(spec, &f) {
		return f
	}
	return nothing()
}

func (t *translation) condition(c ask.Cond, spec *graph.Spec) (f lists.Filter) {
	if c.IDs != nil {
		f.IDs = c.IDs
		return f
	}
	switch c.Op {
	case ask.And:
		f.And = t.filters(c.Of, spec)
	case ask.Or:
		f.Or = t.filters(c.Of, spec)
	case ask.Not:
		return t.not(c.Of[0], spec)
	case ask.State:
		f.States = intersect(c.Values, spec.States)
	case ask.Open:
		f.States = slices.Clone(spec.Active)
	case ask.Done:
		f.States = done(spec)
	case ask.Overdue:
		is := true
		f.Overdue, f.Now = &is, &t.now
	case ask.Late:
		return t.late(spec)
	case ask.Ready:
		is := true
		f.Ready, f.Now, f.States = &is, &t.now, unstarted(spec)
	case ask.Blocked:
		return t.blocked(spec)
	case ask.Missing:
		return missing(c.Name)
	case ask.Date:
		return t.date(c, spec)
	case ask.Compare:
		return compare(c.Name, c.Bounds)
	case ask.Equal:
		return t.equal(c)
	case ask.Linked:
		return t.linked(c.Link, spec)
	case ask.Scope:
		return t.scope(c.Entity, spec)
	}
	return f
}

// blocked returns the filter for open work that waits for other work, and was not put off.
func (t *translation) blocked(spec *graph.Spec) (f lists.Filter) {
	is := false
	f.Ready, f.Now, f.States = &is, &t.now, slices.Clone(spec.Active)
	if t.havePutOff(spec.Kind) {
		f.Not = lists.PutOff(spec, t.now)
	}
	return f
}

// missing returns the filter for entities without a value of a column or field.
func missing(name string) (f lists.Filter) {
	if _, isColumn := missingWords[name]; isColumn {
		f.Missing = []lists.Missing{lists.Missing(name)}
		return f
	}
	is := true
	f.Fields = []lists.FieldFilter{{Name: name, Missing: &is}}
	return f
}

func (t *translation) not(c ask.Cond, spec *graph.Spec) lists.Filter {
	isDone := c.Op == ask.Done && slices.Contains(spec.States, cancelled)
	if isDone || c.Op == ask.State && isReached(c.Values, spec) { // what was given up has nothing left to do
		return lists.Filter{States: append(slices.Clone(spec.Active), intersect([]string{graph.StateMissed}, spec.States)...)}
	}
	part := t.filter(c, spec)
	return lists.Filter{Not: &part}
}

// isReached reports whether states of a kind are what its entities are to reach, several
// kinds of it as in "reached".
func isReached(states []string, spec *graph.Spec) bool {
	return len(states) > 1 && slices.Equal(intersect(states, spec.States), done(spec))
}

func (t *translation) filters(list []ask.Cond, spec *graph.Spec) []lists.Filter {
	filters := make([]lists.Filter, len(list))
	for i := range list {
		filters[i] = t.filter(list[i], spec)
	}
	return filters
}

// unstarted returns the states in which nothing has begun: the first one, as in the lists
// of work that can start.
func unstarted(spec *graph.Spec) []string {
	return slices.Clone(spec.States[:min(1, len(spec.States))])
}

func intersect(values, known []string) []string {
	list := []string{}
	for _, value := range values {
		if slices.Contains(known, value) {
			list = append(list, value)
		}
	}
	return list
}

// done returns the states in which something was reached, not given up: of milestones
// completed, not missed.
func done(spec *graph.Spec) []string {
	reached := intersect([]string{"done", "completed", "achieved", "published", "closed", "made", "mitigated"}, spec.Done)
	if len(reached) > 0 {
		return reached
	}
	return slices.Clone(spec.Done)
}

// cancelled is the state of tasks that were closed and not completed.
const cancelled = "cancelled"

// dateNames are the names of dates in filters by those of queries.
var dateNames = map[string]string{
	"due": "due", "decided": "decision", "completed": "completed", "closed": "completed", "created": "created",
	"updated": "updated", "mitigated": "mitigated", "noticed": "ts",
}

// dateOf returns the date of a kind that a query names, "main" being the one by which
// its entities are known. It returns nil for none.
func dateOf(spec *graph.Spec, name string) *graph.Field {
	if name == "main" {
		for _, main := range []string{"due", "decided", "noticed", "created"} {
			if field := dateOf(spec, main); field != nil {
				return field
			}
		}
	}
	for _, field := range spec.DateFields() {
		if field.DateName() == dateNames[name] {
			return &field
		}
	}
	return nil
}

func (t *translation) date(c ask.Cond, spec *graph.Spec) (f lists.Filter) {
	field := dateOf(spec, c.Name)
	p := *c.Period
	switch {
	case field == nil && c.Name == "main":
		return nothing()
	case field == nil:
		return fieldDate(c.Name, p)
	}
	if field.DateName() != "due" {
		p = p.Before(t.now)
	}
	r := &lists.TimeRange{From: bound(p.From), To: bound(p.To)}
	setDate(&f.Dates, field.DateName(), r)
	if c.Name == "completed" && slices.Contains(spec.States, cancelled) {
		f.Not = &lists.Filter{States: []string{cancelled}}
	}
	return f
}

func bound(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// fieldDate returns the condition that a field is a day in a period, or the year that the
// period is.
func fieldDate(name string, p times.Period) lists.Filter {
	f := lists.Filter{Fields: []lists.FieldFilter{{Name: name, AtLeast: dayText(p.From), Less: dayText(p.To)}}}
	if isYear := !p.From.IsZero() && p.From.YearDay() == 1 && p.To.Equal(p.From.AddDate(1, 0, 0)); isYear {
		year := lists.Filter{Fields: []lists.FieldFilter{{Name: name, In: []string{strconv.Itoa(p.From.Year())}}}}
		return lists.Filter{Or: []lists.Filter{f, year}}
	}
	return f
}

// dayText returns the day of a bound in the form of fields, nil for no bound.
func dayText(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	day := t.Format(time.DateOnly)
	return &day
}

func setDate(d *lists.Dates, name string, r *lists.TimeRange) {
	for field, at := range map[string]**lists.TimeRange{
		"created": &d.Created, "updated": &d.Updated, "due": &d.Due, "completed": &d.Completed,
		"mitigated": &d.Mitigated, "decision": &d.Decision, "ts": &d.Ts,
	} {
		if field == name {
			*at = r
		}
	}
}

const priorities = 5

func compare(name string, b *amounts.Bounds) (f lists.Filter) {
	switch name {
	case "priority":
		f.Priorities = []int{}
		for p := 1; p <= priorities; p++ {
			if b.Has(float64(p)) {
				f.Priorities = append(f.Priorities, p)
			}
		}
	case "probability":
		f.Probability = numberRange(asShare(b))
	default:
		f.Fields = []lists.FieldFilter{fieldRange(name, b)}
	}
	return f
}

// asShare returns the bounds of a probability, which questions give from 0 to 1 or in
// percent.
func asShare(b *amounts.Bounds) *amounts.Bounds {
	share := *b
	const whole = 100
	for _, at := range []**float64{&share.From, &share.To} {
		if *at != nil && **at > 1 {
			value := **at / whole
			*at = &value
		}
	}
	return &share
}

// fieldRange returns the condition that the value of a field is within bounds.
func fieldRange(name string, b *amounts.Bounds) lists.FieldFilter {
	f := lists.FieldFilter{Name: name}
	from, to := &f.AtLeast, &f.AtMost
	if b.OpenFrom {
		from = &f.Greater
	}
	if b.OpenTo {
		to = &f.Less
	}
	for at, value := range map[**string]*float64{from: b.From, to: b.To} {
		if value != nil {
			text := strconv.FormatFloat(*value, 'f', -1, 64)
			*at = &text
		}
	}
	return f
}

// numberRange returns bounds as an inclusive range.
func numberRange(b *amounts.Bounds) *lists.NumberRange {
	r := &lists.NumberRange{From: b.From, To: b.To}
	if b.OpenFrom && b.From != nil {
		from := math.Nextafter(*b.From, math.Inf(1))
		r.From = &from
	}
	if b.OpenTo && b.To != nil {
		to := math.Nextafter(*b.To, math.Inf(-1))
		r.To = &to
	}
	return r
}

func (t *translation) equal(c ask.Cond) (f lists.Filter) {
	switch c.Name {
	case ask.TypeColumn:
		if f = t.ofType(c.Values...); len(f.Types) == 0 { // a property of that name
			return lists.Filter{Fields: []lists.FieldFilter{{Name: c.Name, In: asFields(c.Values)}}}
		}
	case "priority":
		return priority(c.Values)
	case "impact":
		f.Impacts = c.Values
	case ask.LabelColumn:
		if c.Kinds != nil { // a property of that name
			f.Fields = []lists.FieldFilter{{Name: c.Name, In: asFields(c.Values)}}
			return f
		}
		f.Labels = &lists.LabelFilter{Any: c.Values}
	case ask.Title, ask.Channel:
		f.Text = &c.Values[0]
	default:
		f.Fields = []lists.FieldFilter{{Name: c.Name, In: asFields(c.Values)}}
	}
	return f
}

// priority returns the filter for priorities, which are numbers or the words of the
// source.
func priority(values []string) (f lists.Filter) {
	f.Priorities = []int{}
	for _, value := range values {
		n, err := strconv.Atoi(value)
		if err != nil {
			return lists.Filter{Fields: []lists.FieldFilter{{Name: "priority", In: values}}}
		}
		f.Priorities = append(f.Priorities, n)
	}
	return f
}

// linked returns the filter for a condition on linked entities. A number of them is
// that of the relation's own direction.
func (t *translation) linked(l *ask.Link, spec *graph.Spec) lists.Filter {
	switch {
	case l.To == nil || l.To.Kind != "":
	case l.To.Where.Op != "":
		return t.linkedAny(l, spec)
	default: // two things
		all := *l
		all.To = nil
		return t.linked(&all, spec)
	}
	filter := lists.LinkFilter{Count: countRange(l.Count)}
	if l.To != nil {
		filter.Kinds = []graph.Kind{l.To.Kind}
		if to := t.query(l.To, l.To.Kind); !reflect.ValueOf(to).IsZero() {
			filter.Where = &to
		}
	}
	if l.Entity != nil {
		filter.IDs = []string{l.Entity.ID}
	}
	related, known := ask.Relations[l.Relation]
	if !known {
		if l.To != nil {
			filter.Relations = between(spec, l.To.Kind)
		}
		return lists.Filter{Linked: &filter}
	}
	direction := related.Direction
	if l.Reversed {
		direction = direction.Opposite()
	}
	other, back := filter, direction.Opposite()
	filter.Relations, filter.Direction = related.Names, &direction
	if related.Reversed == nil || l.Count != nil {
		return lists.Filter{Linked: &filter}
	}
	other.Relations, other.Direction = related.Reversed, &back
	either := []lists.Filter{{Linked: &filter}, {Linked: &other}}
	if l.Relation == "depends" && l.Reversed && l.Entity != nil && l.Entity.Kind == graph.KindMilestone {
		either = append(either, t.scope(l.Entity, spec)) // a milestone depends on its tasks, too
	}
	return lists.Filter{Or: either}
}

// linkedAny is like linked for entities of any kind for which the relation is declared.
func (t *translation) linkedAny(l *ask.Link, spec *graph.Spec) lists.Filter {
	some := lists.Filter{Or: []lists.Filter{}}
	targets := lists.LinkFilter{Relations: ask.Relations[l.Relation].Names, Where: &lists.Filter{}}
	for _, kind := range targets.Targets() {
		if to := *l.To; to.Fits(kind) {
			to.Kind = kind
			one := *l
			one.To = &to
			some.Or = append(some.Or, t.linked(&one, spec))
		}
	}
	return some
}

// between returns the relations by which entities of a kind are part of those of
// another, or have them, nil for all if there are none. Verbs such as mitigates are not
// among them.
func between(spec *graph.Spec, other graph.Kind) (list []graph.Relation) {
	nested := spec.NestedList(graph.SpecOf(other).Plural)
	if nested == nil {
		if spec.Kind == other {
			return containments() // a plan that needs another is no part of it
		}
		return nil
	}
	for _, way := range nested.Links.Ways {
		isPart := way.Rel.IsContainment() || slices.Contains(parts, way.Rel)
		if isPart && !slices.Contains(list, way.Rel) {
			list = append(list, way.Rel)
		}
	}
	return list
}

// containments returns the relations of containment.
func containments() (list []graph.Relation) {
	for _, spec := range graph.Relations {
		if spec.Role == graph.RoleContainment {
			list = append(list, spec.Name)
		}
	}
	return list
}

// parts are the relations besides those of containment by which one entity has another.
var parts = []graph.Relation{graph.RelSupportsGoal, "targets_milestone", graph.RelProduces, graph.RelDerivedFrom}

func countRange(b *amounts.Bounds) *lists.CountRange {
	if b == nil {
		return nil
	}
	r := &lists.CountRange{}
	if b.From != nil {
		from := int(math.Ceil(*b.From))
		if b.OpenFrom && float64(from) == *b.From {
			from++
		}
		r.From = &from
	}
	if b.To != nil {
		to := int(math.Floor(*b.To))
		if b.OpenTo && float64(to) == *b.To {
			to--
		}
		r.To = &to
	}
	return r
}
