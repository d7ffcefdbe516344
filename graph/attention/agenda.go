// Package attention decides what in projects needs attention: the lists of
// highlights, what changed, work, people, and the order of projects.
package attention

import (
	"iter"
	"slices"

	"dossier/flat"
	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/view"
)

// An Agenda has the lists of highlights for several projects together, what
// happened in them, and what is in no list.
type Agenda struct {
	Highlights []*Highlight // of all projects together, in the order of a project's

	query    HighlightQuery
	projects []*selected
}

// NewAgenda returns the agenda of some projects.
func NewAgenda(graphs []*memory.Graph, q HighlightQuery) *Agenda {
	a := &Agenda{query: q}
	for _, g := range graphs {
		a.projects = append(a.projects, newSelected(g, q))
	}
	listed := map[graph.Kind][]graph.Entity{} // in earlier lists
	for number := range highlights {
		list := a.list(number, listed[highlights[number].Kinds[0]])
		listed[list.Kind] = append(listed[list.Kind], list.Items...)
		a.Highlights = append(a.Highlights, list)
	}
	return a
}

// list computes one list. An entity is in the first list that has room for it.
func (a *Agenda) list(number int, listed []graph.Entity) *Highlight {
	spec := &highlights[number]
	list := &Highlight{
		Name: spec.Heading, Kind: spec.Kinds[0], Limit: spec.Most, Weight: spec.Share, Urgent: spec.Urgent, Dated: spec.Times,
		Items: []graph.Entity{},
	}
	var last keyed
	for _, of := range a.lists(number, list.Kind) {
		list.Total += of.wanted
		list.Unselected += of.unselected
		last = last.before(of.last)
	}
	list.First = a.first(number, list.Kind, max(spec.Most+len(listed), a.query.Ordered))
	for _, e := range listed {
		list.ListedBefore += oneIf(a.wants(e, spec))
	}
	room := spec.Most - oneIf(last.entity != nil)
	for _, e := range list.First {
		if len(list.Items) < room && !slices.Contains(listed, e) {
			list.Items = append(list.Items, e)
		}
	}
	if last.entity != nil {
		list.Items, list.last = append(list.Items, last.entity), last.entity
		list.Total++
	}
	return list
}

// before returns the first of two keyed entities, of which either may lack an
// entity.
func (k keyed) before(other keyed) keyed {
	if k.entity == nil || other.entity != nil && compareKeyed(&other, &k) < 0 {
		return other
	}
	return k
}

// lists iterates over the pages' parts of a list that have a kind, with the
// number of the project.
func (a *Agenda) lists(number int, kind graph.Kind) iter.Seq2[pageOf, *agendaList] {
	return func(yield func(pageOf, *agendaList) bool) {
		for _, project := range a.projects {
			for page, of := range project.summaries {
				at := slices.IndexFunc(of.lists, func(l agendaList) bool { return l.number == number && l.kind == kind })
				if at >= 0 && !yield(pageOf{project, page}, &of.lists[at]) {
					return
				}
			}
		}
	}
}

// A pageOf is a page of a project.
type pageOf struct {
	project *selected
	page    int
}

// first returns the first n entities of a list with a kind, in order. It looks at
// the entities of pages of which it needs more than their summaries have.
func (a *Agenda) first(number int, kind graph.Kind, n int) []graph.Entity {
	f := newFirsts(n)
	for _, of := range a.lists(number, kind) {
		for _, k := range of.first {
			f.Add(k)
		}
	}
	least := f.Sorted()
	for place, of := range a.lists(number, kind) {
		if of.wanted == len(of.first) {
			continue
		}
		if after := of.first[len(of.first)-1]; len(least) < n || compareKeyed(&after, &least[n-1]) < 0 {
			place.project.further(place.page, of, after, f)
		}
	}
	return entitiesOf(f)
}

// further adds the entities of a page that are in a list after one of them.
func (s *selected) further(page int, of *agendaList, after keyed, f *flat.Top[keyed]) {
	for ord, e := range s.graph.Page(page) {
		k := keyed{}
		switch {
		case e.Self().Kind != of.kind:
		case of.number == changedList:
			k = s.eventKey(ord, e)
		case s.wants(ord, e, &highlights[of.number]):
			k = s.keyed(e, highlights[of.number].Order)
		}
		if k.entity != nil && compareKeyed(&k, &after) > 0 {
			f.Add(k)
		}
	}
}

// wants reports whether a list has an entity.
func (a *Agenda) wants(e graph.Entity, spec *view.Section) bool {
	if e.Self().Kind != spec.Kinds[0] {
		return false
	}
	project, ord := a.find(e)
	return project != nil && project.wants(ord, e, spec)
}

// find returns the project of an entity and its ordinal, nil if it is in none.
func (a *Agenda) find(e graph.Entity) (*selected, int32) {
	for _, project := range a.projects {
		if ord, known := project.graph.Ordinal(e.Self().ID); known {
			return project, ord
		}
	}
	return nil, -1
}

// Lists reports whether an entity qualifies for a list of the agenda.
func (a *Agenda) Lists(list *Highlight, e graph.Entity) bool {
	at := slices.Index(a.Highlights, list)
	return e == list.last || at >= 0 && a.wants(e, &highlights[at])
}

// Has reports whether an entity is within the distance of the query, no project
// and no scratch document.
func (a *Agenda) Has(e graph.Entity) bool {
	project, ord := a.find(e)
	return project != nil && project.counts(ord, e)
}

// IsUnlisted reports whether the agenda has an entity that is in no list and no
// people.
func (a *Agenda) IsUnlisted(e graph.Entity) bool {
	project, ord := a.find(e)
	return project != nil && project.counts(ord, e) && !a.isListed(project, ord, e)
}

// Count returns the number of entities of a kind for which [Agenda.Has] is true.
func (a *Agenda) Count(kind graph.Kind) (count int) {
	for _, project := range a.projects {
		all, _ := project.count(kind)
		count += all
	}
	return count
}

// count returns the number of entities of a kind within the distance of the
// query, and of those that no list wants.
func (s *selected) count(kind graph.Kind) (all, unlisted int) {
	for _, of := range s.summaries {
		for _, k := range of.kinds {
			if k.kind == kind {
				all, unlisted = all+k.all, unlisted+k.unlisted
			}
		}
	}
	return all, unlisted
}

// Unlisted returns the number of entities of a kind in one of the agenda's
// projects that are in no list and no people, and iterates over them by id.
func (a *Agenda) Unlisted(number int, kind graph.Kind) (count int, entities iter.Seq[graph.Entity]) {
	project := a.projects[number]
	_, count = project.count(kind)
	for _, list := range a.Highlights {
		if list.last != nil && list.Kind == kind && project.graph.Entity(list.last.Self().ID) != nil {
			count-- // it is in the list, although the list does not want it
		}
	}
	return count, func(yield func(graph.Entity) bool) {
		for ord, e := range project.graph.OfKind(kind) {
			if project.hasUnlisted(memory.PageOf(ord), kind) && project.counts(ord, e) && !a.isListed(project, ord, e) && !yield(e) {
				return
			}
		}
	}
}

// hasUnlisted reports whether a page has an entity of a kind that no list wants.
func (s *selected) hasUnlisted(page int, kind graph.Kind) bool {
	return slices.ContainsFunc(s.summary(page).kinds, func(k agendaKind) bool { return k.kind == kind && k.unlisted > 0 })
}

func (a *Agenda) isListed(project *selected, ord int32, e graph.Entity) bool {
	for at, list := range a.Highlights {
		if list.Kind == e.Self().Kind && (e == list.last || project.wants(ord, e, &highlights[at])) {
			return true
		}
	}
	return graph.IsPerson(e)
}
