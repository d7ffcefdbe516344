package dbtest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A world is the content of a store, evaluated in memory as simply as possible.
type world struct {
	live  map[string]graph.Entity
	edges []graph.Edge // only edges with live ends
}

// newWorld writes a random project with entities of all kinds, including owners
// and deleted entities, with ties and nulls in every column, and edges of every
// relation.
func (f *fixture) newWorld(seed uint64) *world {
	random := rand.New(rand.NewPCG(seed, seed))
	project := newProject("p")
	project.ProjectID, project.CreatedAt, project.UpdatedAt = project.ID, start, start
	all := []graph.Entity{project}
	for i := range 150 {
		spec := graph.Kinds[1+random.IntN(len(graph.Kinds)-1)]
		all = append(all, randomEntity(random, spec, project.ID, i))
	}
	w := &world{live: map[string]graph.Entity{}}
	batch := &graph.Batch{}
	for _, e := range all {
		if e.Self().DeletedAt == nil {
			w.live[e.Self().ID] = e
		}
		graph.Derive(e)
		batch.Entities = append(batch.Entities, e)
	}
	for range 500 {
		rel := graph.Relations[random.IntN(len(graph.Relations))].Name
		src, dst := all[random.IntN(len(all))], all[random.IntN(len(all))]
		if rel.Spec().Allows(src.Self().Kind, dst.Self().Kind) == nil && src != dst {
			batch.Edges = append(batch.Edges, newEdge(src, rel, dst))
		}
	}
	f.write(batch)
	for _, e := range w.live {
		e.Self().Spec().Finish(e, graph.Full)
	}
	seen := map[string]bool{}
	for _, edge := range batch.Edges {
		key := edge.Src.ID + string(edge.Rel) + edge.Dst.ID
		if w.live[edge.Src.ID] != nil && w.live[edge.Dst.ID] != nil && !seen[key] {
			seen[key], w.edges = true, append(w.edges, edge)
		}
	}
	return w
}

func randomEntity(random *rand.Rand, spec *graph.Spec, projectID string, i int) graph.Entity {
	e := spec.New()
	for _, field := range spec.Columns(graph.Full) {
		if random.IntN(3) == 0 && field.Name != "record_type" {
			continue
		}
		switch pointer := field.Pointer(e).(type) {
		case *string:
			*pointer = fmt.Sprint([]string{"Apple ", "äpple ", "pear ", "x"}[random.IntN(4)], random.IntN(12))
		case **time.Time:
			*pointer = ptr(start.Add(time.Duration(random.IntN(60)-30) * 24 * time.Hour))
		case **int:
			*pointer = ptr(1 + random.IntN(5))
		case **float64:
			*pointer = ptr(float64(random.IntN(5)) / 4)
		}
	}
	common := e.Self()
	common.ID, common.ProjectID, common.DeletedAt = graph.ID(fmt.Sprint(spec.Kind, i)), projectID, nil
	common.ExternalID = ptr(fmt.Sprint("external ", i))
	common.TypeKey = []*string{nil, ptr("type.a"), ptr("type.a.b"), ptr("type.b")}[random.IntN(4)]
	common.CreatedAt = start.Add(time.Duration(random.IntN(20)) * 12 * time.Hour)
	common.UpdatedAt = start.Add(time.Duration(random.IntN(9)) * time.Hour)
	if len(spec.States) > 0 {
		common.StateKey = ptr(spec.States[random.IntN(len(spec.States))])
	}
	if risk, ok := e.(*graph.Risk); ok && risk.Impact == nil && random.IntN(2) == 0 {
		risk.Impact = ptr([]string{"low", "medium", "high", "critical"}[random.IntN(4)])
	}
	if record, ok := e.(*graph.Record); ok {
		record.RecordType = []string{graph.PersonType, graph.PersonType, "team"}[random.IntN(3)]
	}
	common.Props = randomOwner(random)
	if random.IntN(12) == 0 {
		common.DeletedAt = ptr(start)
	}
	return e
}

// randomOwner returns props with no owner, a record that may exist, or a name.
func randomOwner(random *rand.Rand) graph.JSON {
	switch random.IntN(6) {
	case 0:
		return object(fmt.Sprintf(`{"owner": "record%d"}`, random.IntN(150)))
	case 1:
		return object(`{"assignees": ["Zoë Ωmega", "Bob"], "lead": "Eve"}`)
	default:
		return nil
	}
}

// all returns the live entities of a kind.
func (w *world) all(kind graph.Kind) []graph.Entity {
	var list []graph.Entity
	for _, e := range w.live {
		if e.Self().Kind == kind {
			list = append(list, e)
		}
	}
	return list
}

// linked returns the entities that are linked to an entity.
func (w *world) linked(e graph.Entity, links graph.Links) []graph.Entity {
	found := map[string]graph.Entity{}
	add := func(other graph.Entity) {
		if graph.Allows(links.Kinds, other.Self().Kind) {
			found[other.Self().ID] = other
		}
	}
	for _, edge := range w.edges {
		out, in := graph.Way{Rel: edge.Rel, Out: true}, graph.Way{Rel: edge.Rel}
		if links.Via == graph.ViaEdges && edge.Src.ID == e.Self().ID && (graph.Allows(links.Ways, out)) {
			add(w.live[edge.Dst.ID])
		}
		if links.Via == graph.ViaEdges && edge.Dst.ID == e.Self().ID && (graph.Allows(links.Ways, in)) {
			add(w.live[edge.Src.ID])
		}
	}
	for _, other := range w.live {
		switch {
		case links.Via == graph.ViaProject && other.Self().ProjectID == e.Self().ID,
			links.Via == graph.ViaOwner && slices.ContainsFunc(w.owners(other), func(o graph.Owner) bool { return o.ID == e.Self().ID }):
			add(other)
		}
	}
	var list []graph.Entity
	for _, other := range found {
		list = append(list, other)
	}
	return list
}

// owners returns all owners of an entity, the first one first.
func (w *world) owners(e graph.Entity) (owners []graph.Owner) {
	var people []graph.Owner
	for _, edge := range w.edges {
		if record, ok := w.live[edge.Src.ID].(*graph.Record); ok && edge.Dst.ID == e.Self().ID && record.RecordType == graph.PersonType {
			people = append(people, graph.Owner{ID: record.ID, Name: record.Name})
		}
	}
	slices.SortFunc(people, func(a, b graph.Owner) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	if name := graph.NamedOwner(e); name != "" {
		owner := graph.Owner{Name: name}
		if record, ok := w.live[graph.ID(name)].(*graph.Record); ok {
			owner = graph.Owner{ID: record.ID, Name: record.Name}
		}
		people = append([]graph.Owner{owner}, people...)
	}
	for _, owner := range people {
		if !slices.Contains(owners, owner) {
			owners = append(owners, owner)
		}
	}
	return owners
}

// filtered returns the entities that match a filter.
func (w *world) filtered(entities []graph.Entity, f *graph.Filter) []graph.Entity {
	return slices.DeleteFunc(slices.Clone(entities), func(e graph.Entity) bool { return !w.matches(e, f) })
}

func (w *world) matches(e graph.Entity, f *graph.Filter) bool {
	for i := range f.And {
		if !w.matches(e, &f.And[i]) {
			return false
		}
	}
	if f.Or != nil && !slices.ContainsFunc(f.Or, func(part graph.Filter) bool { return w.matches(e, &part) }) {
		return false
	}
	if f.Not != nil && w.matches(e, f.Not) {
		return false
	}
	return w.matchesColumns(e, f) && w.matchesDates(e, f) && w.matchesLinks(e, f)
}

func (w *world) matchesColumns(e graph.Entity, f *graph.Filter) bool {
	text := func(column string) any { return valueOf(e, column) }
	isIn := func(column string, list []string) bool {
		value, _ := text(column).(string)
		return list == nil || text(column) != nil && slices.Contains(list, value)
	}
	if priority, ok := text("priority").(int); f.Priorities != nil && (!ok || !slices.Contains(f.Priorities, priority)) {
		return false
	}
	if p, ok := text("probability").(float64); f.Probability != nil && (!ok || !isWithin(p, f.Probability)) {
		return false
	}
	var recordType []string
	if f.RecordType != nil {
		recordType = []string{*f.RecordType}
	}
	return matchesText(e.Self(), f) && isIn("id", f.IDs) && isIn("external_id", f.ExternalIDs) && isIn("state_key", f.States) && isIn("type_key", f.Types) &&
		isIn("impact", f.Impacts) && isIn("record_type", recordType)
}

func matchesText(common *graph.Common, f *graph.Filter) bool {
	if f.Text != nil && !strings.Contains(lowerASCII(common.Label), lowerASCII(*f.Text)) {
		return false
	}
	return f.TypePrefix == nil || common.TypeKey != nil && strings.HasPrefix(*common.TypeKey, *f.TypePrefix)
}

func isWithin(p float64, r *graph.NumberRange) bool {
	return (r.From == nil || p >= *r.From) && (r.To == nil || p <= *r.To)
}

// valueOf returns the value of a column, nil if the kind does not have it.
func valueOf(e graph.Entity, column string) any {
	if field := e.Self().Spec().Field(column); field != nil {
		return field.Value(e)
	}
	return nil
}

func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

func (w *world) matchesDates(e graph.Entity, f *graph.Filter) bool {
	for _, named := range f.Ranges() {
		if named.Range == nil {
			continue
		}
		at, ok, has := time.Time{}, false, false
		for _, field := range e.Self().Spec().DateFields() {
			if field.DateName() == named.Name {
				at, ok = field.Value(e).(time.Time)
				has = true
			}
		}
		if from, to := named.Range.From, named.Range.To; from != nil && (!ok || at.Before(*from)) || to != nil && (!ok || !at.Before(*to)) || !has {
			return false
		}
	}
	return f.Overdue == nil || *f.Overdue == graph.IsOverdue(e, *f.Now)
}

func (w *world) matchesLinks(e graph.Entity, f *graph.Filter) bool {
	isOne := func(list []graph.Entity, ids []string) bool {
		return slices.ContainsFunc(list, func(e graph.Entity) bool { return graph.Allows(ids, e.Self().ID) })
	}
	for plural, ids := range map[string][]string{"plans": f.Plans, "goals": f.Goals, "milestones": f.Milestones} {
		if ids != nil && !isOne(w.inList(e, plural), ids) {
			return false
		}
	}
	if l := f.Linked; l != nil && !isOne(w.linked(e, graph.Links{Kinds: l.Kinds, Ways: graph.Follow(l.Relations, l.Direction)}), l.IDs) {
		return false
	}
	owners := w.owners(e)
	if f.Owners != nil && !slices.ContainsFunc(owners, func(o graph.Owner) bool { return slices.Contains(f.Owners, o.ID) }) {
		return false
	}
	if name := f.OwnerName; name != nil && !slices.ContainsFunc(owners, func(o graph.Owner) bool { return strings.Contains(lowerASCII(o.Name), lowerASCII(*name)) }) {
		return false
	}
	return !slices.ContainsFunc(f.Missing, func(missing graph.Missing) bool { return w.has(e, missing) })
}

// inList returns the entities in a nested list of an entity.
func (w *world) inList(e graph.Entity, name string) []graph.Entity {
	if list := e.Self().Spec().NestedList(name); list != nil {
		return w.linked(e, list.Links)
	}
	return nil
}

func (w *world) has(e graph.Entity, missing graph.Missing) bool {
	spec := e.Self().Spec()
	if missing == graph.MissingOwner {
		return len(w.owners(e)) > 0
	}
	if field := spec.MissingField(missing); field != nil {
		return field.Value(e) != nil
	}
	for _, list := range spec.Nested() {
		if list.Column() == string(missing) {
			return len(w.linked(e, list.Links)) > 0
		}
	}
	return false
}
