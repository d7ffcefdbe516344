package viewdoc

import (
	"cmp"
	"maps"
	"slices"

	"dossier/graph"
)

// A team finds people and organisations in a scene.
type team struct{ *walk }

// people returns the people who own the subjects, their parts and what they wait for.
func (s team) people() []graph.Entity {
	work := append(slices.Clone(s.Subjects), s.blockers()...)
	if !s.isWhole() {
		work = append(work, s.parts(s.Subjects, 1)...)
	}
	return s.ownersOf(work)
}

// ownersOf returns the people who own some entities, each once, in their order.
func (s team) ownersOf(work []graph.Entity) (list []graph.Entity) {
	for _, e := range work {
		for _, owner := range s.Matcher.Owners(e) {
			if person := s.Graph.Entity(owner.ID); person != nil {
				list = append(list, person)
			}
		}
		list = append(list, s.follow(e, []graph.Way{{Rel: graph.RelRelatesTo}})...)
	}
	list = slices.DeleteFunc(list, func(e graph.Entity) bool { return e.Self().Kind != graph.KindRecord })
	return fresh(list, idsOf(s.Subjects))
}

// everyone returns the people of the project, those who own most of the open work first.
func (s *Scene) everyone() []graph.Entity {
	var list []graph.Entity
	count := map[string]int{}
	for _, e := range s.Graph.OfKind(graph.KindRecord) {
		if graph.IsPerson(e) {
			list = append(list, e)
		}
	}
	if len(list) < 2 {
		return list // before all work is looked at
	}
	for _, e := range s.all() {
		if !e.Self().IsActive() {
			continue
		}
		for _, owner := range s.Matcher.Owners(e) {
			count[owner.ID]++
		}
	}
	for id := range s.leaders() {
		count[id] += s.Graph.Count() // more than anybody owns
	}
	slices.SortFunc(list, func(a, b graph.Entity) int {
		return cmp.Or(count[b.Self().ID]-count[a.Self().ID], cmp.Compare(a.Self().ID, b.Self().ID))
	})
	return list
}

// leaders returns the ids of those who are the managers of others and have none. If nobody
// has a manager, who leads is not known.
func (s *Scene) leaders() map[string]bool {
	leaders, led := map[string]bool{}, map[string]bool{}
	for _, e := range s.Graph.OfKind(graph.KindRecord) {
		for _, manager := range graph.NamesIn(e.(*graph.Record).Fields.Object()["manager"]) {
			leaders[graph.ID(manager)], led[e.Self().ID] = true, true
		}
	}
	maps.DeleteFunc(leaders, func(id string, _ bool) bool { return led[id] })
	return leaders
}

// lead returns the people who lead: those who own the subjects or, of a project, the
// project, or else whom others have as their manager, and who have none.
func (s team) lead() []graph.Entity {
	if owners := s.ownersOf(s.Subjects); !s.isWhole() || len(owners) > 0 {
		return owners
	}
	leaders := s.leaders()
	return slices.DeleteFunc(s.everyone(), func(e graph.Entity) bool { return !leaders[e.Self().ID] })
}

// members returns the people of a whole project.
func (s team) members() []graph.Entity {
	if !s.isWhole() {
		return nil
	}
	return s.everyone()
}

// colleagues returns the people and teams around the subjects: those that their fields
// name, who name them, and who own the same work.
func (s team) colleagues() []graph.Entity {
	var list []graph.Entity
	for _, subject := range s.Subjects {
		record, ok := subject.(*graph.Record)
		if !ok {
			continue
		}
		list = append(list, s.namedIn(record)...)
		for _, other := range s.Graph.OfKind(graph.KindRecord) {
			if slices.ContainsFunc(s.namedIn(other.(*graph.Record)), func(e graph.Entity) bool { return e == subject }) {
				list = append(list, other)
			}
		}
	}
	list = append(list, s.ownersOf(s.owned())...)
	return fresh(list, idsOf(s.Subjects))
}

// namedIn returns the records to which the fields of a record refer.
func (s team) namedIn(r *graph.Record) (list []graph.Entity) {
	for _, name := range []string{"manager", "team", "lead", "deputy", "substitute", "contact"} {
		for _, id := range graph.NamesIn(r.Fields.Object()[name]) {
			if e := s.Graph.Entity(graph.ID(id)); e != nil {
				list = append(list, e)
			}
		}
	}
	return list
}
