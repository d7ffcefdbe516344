package outline

import (
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// An origin is when something began to exist, as the graph knows it, and the name of
// the column or property that says so.
type origin struct {
	at   time.Time
	name string
	prop string // the property, "" for a column
}

// beginningColumns are the columns with the time of what something is about, before
// which no other says when it began.
var beginningColumns = strings.Fields("ts decision_at")

// startColumn is the column with the time at which work starts.
const startColumn = "start_at"

// begun returns the beginning of an entity: the time of what it reports or decides, or
// that of its creation, if an import did not only omit it, or else its start or the first
// date in a property for either. It returns nil if none is known.
func (f *finding) begun(m Member) *origin {
	for _, name := range beginningColumns {
		if at := timeIn(m.Entity, name); at != nil {
			return &origin{at: *at, name: strings.TrimSuffix(name, "_at")}
		}
	}
	if created := m.Entity.Self().CreatedAt; m.Graph.KnowsCreation(m.Entity) {
		return &origin{at: created, name: "created"}
	}
	return f.started(m)
}

// started returns the start of an entity by its column, or by a property for that or its
// creation; nil for none.
func (f *finding) started(m Member) *origin {
	if at := timeIn(m.Entity, startColumn); at != nil {
		return &origin{at: *at, name: "start"}
	}
	d, found := f.document(m)
	if !found {
		return nil
	}
	x := f.reader.Indexes[d.Project]
	if field, at := dateInProps(x, x.Entry(d.Ordinal), f.beginningProps(int(d.Project))); at != nil {
		name := strings.TrimPrefix(field, propField)
		return &origin{at: *at, name: name, prop: name}
	}
	return nil
}

// beginningProps returns the properties of a project that are for a creation or a start.
func (f *finding) beginningProps(project int) (fields []string) {
	fields, known := f.beginnings[project]
	if known {
		return fields
	}
	for _, event := range []string{"created_at", startColumn} {
		for stem := range maps.Keys(eventStems[event]) {
			fields = append(fields, eventFields(f.reader.Indexes[project], stem)...)
		}
	}
	slices.Sort(fields)
	if f.beginnings == nil {
		f.beginnings = map[int][]string{}
	}
	f.beginnings[project] = fields
	return fields
}

// timeIn returns the time in a column of an entity, nil for none.
func timeIn(e graph.Entity, column string) *time.Time {
	field := e.Self().Spec().Field(column)
	if field == nil {
		return nil
	}
	at, ok := field.Value(e).(time.Time)
	if !ok {
		return nil
	}
	return &at
}

// StartOf returns the start of an entity by its column as a fact, nil for none.
func StartOf(e graph.Entity) []string {
	at := timeIn(e, startColumn)
	if at == nil {
		return nil
	}
	return []string{"start " + graph.Date(at)}
}

// changedAt is [period.changedAt], but of a creation that only an import dated, and of the
// start of what has no column for it, it is the time at which the entity began.
func (f *finding) changedAt(m Member, in *period, event string) (at time.Time, found bool) {
	first := f.beginningBy(m, in, event)
	if first == nil {
		return in.changedAt(m.Entity, event)
	}
	return first.at, !first.at.IsZero() && in.has(first.at)
}

// beginningBy returns the beginning that counts for an event or for what is "from" or
// "of" a time, nil if the columns of the entity have it, and a zero one if nothing has.
func (f *finding) beginningBy(m Member, in *period, event string) (first *origin) {
	isFrom := event == "" && len(in.words) > 0 && (in.words[0] == "from" || in.words[0] == "of")
	switch {
	case event == startColumn:
		first = f.started(m)
	case (event == "created_at" || isFrom) && !m.Graph.KnowsCreation(m.Entity):
		first = f.begun(m)
	default:
		return nil
	}
	if first == nil {
		return &origin{}
	}
	return first
}

// showBeginnings makes the members of a list show when they began, if the question
// chooses or orders them by that.
func (f *finding) showBeginnings(members []Member, of func(Member) *origin) {
	for i := range members {
		first := of(members[i])
		switch {
		case first == nil || first.at.IsZero():
		case first.prop != "":
			members[i].Shown = append(slices.Clip(members[i].Shown), first.prop)
		default:
			members[i].Relation = first.name + " " + graph.Date(&first.at)
		}
	}
}
