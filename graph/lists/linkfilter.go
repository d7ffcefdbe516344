package lists

import (
	"slices"
	"sync"
	"time"

	"dossier/graph"
)

// A LinkFilter matches entities with edges to one of the ids, to entities of one of
// the kinds, by one of the relations and in the direction. Parts that are nil match
// all, empty lists none. An edge leads to an entity of the same project.
type LinkFilter struct {
	IDs       []string         // of the entities at the other end
	Kinds     []graph.Kind     // of the entity at the other end
	Relations []graph.Relation // in their canonical form
	Direction *graph.Direction // as seen from the entity of the list
	Where     *Filter          // of the entity at the other end; what its kind lacks matches none
	Count     *CountRange      // of the entities at the other end; nil for at least one
}

// Ways returns the ways of edges that the filter follows, nil for all.
func (l *LinkFilter) Ways() []graph.Way { return graph.Follow(l.Relations, l.Direction) }

// Targets returns the kinds of the entities at the other end, nil for all. If there are
// conditions on these and no kinds, they are those for which the relations are declared.
func (l *LinkFilter) Targets() []graph.Kind {
	if l.Kinds != nil || l.Where == nil {
		return l.Kinds
	}
	targets := []graph.Kind{}
	add := func(kinds []graph.Kind) {
		for _, kind := range kinds {
			if !slices.Contains(targets, kind) {
				targets = append(targets, kind)
			}
		}
	}
	if l.Relations == nil {
		return graph.AllKinds()
	}
	for _, way := range l.Ways() {
		switch spec := way.Rel.Spec(); {
		case spec == nil:
			return graph.AllKinds()
		case way.Out:
			add(spec.To)
		default:
			add(spec.From)
		}
	}
	return targets
}

// specs returns the declarations of the kinds of Targets.
func (l *LinkFilter) specs() (specs []*graph.Spec) {
	for _, kind := range l.Targets() {
		if spec := graph.SpecOf(kind); spec != nil {
			specs = append(specs, spec)
		}
	}
	return specs
}

// A CountRange contains the numbers from From to To, both inclusive.
type CountRange struct{ From, To *int }

// Has reports whether a number is in the range. A nil range has those from 1 on.
func (r *CountRange) Has(n int) bool {
	if r == nil {
		return n > 0
	}
	return (r.From == nil || n >= *r.From) && (r.To == nil || n <= *r.To)
}

// ReadyFilter returns the filter that [Filter.Ready] is short for: the entity is open,
// neither blocked nor put off on the day of now, and nothing open blocks it.
func ReadyFilter(s *graph.Spec, now time.Time) *Filter {
	states := slices.DeleteFunc(slices.Clone(s.Active), func(state string) bool { return state == graph.StateBlocked })
	not := Filter{Or: slices.Clone(blockers())}
	if putOff := PutOff(s, now); putOff != nil {
		not.Or = append(not.Or, *putOff)
	}
	return &Filter{States: append([]string{}, states...), Not: &not}
}

var blockers = sync.OnceValue(blockerFilters)

// blockerFilters returns the filters for entities that wait for one that is not over,
// by its kind.
func blockerFilters() (list []Filter) {
	for _, direction := range []graph.Direction{graph.Outgoing, graph.Incoming} {
		var relations []graph.Relation
		for _, way := range graph.TaskDependsOn.Ways {
			if way.Direction() == direction {
				relations = append(relations, way.Rel)
			}
		}
		waits := LinkFilter{Relations: relations, Direction: &direction, Where: &Filter{}}
		for _, spec := range waits.specs() {
			one := waits
			one.Kinds, one.Where = []graph.Kind{spec.Kind}, &Filter{Not: &Filter{States: spec.Over}}
			list = append(list, Filter{Linked: &one})
		}
	}
	return list
}
