package ask

import (
	"slices"

	"dossier/graph"
)

// A Related has the stored relations that a relation of the tables of words means, and
// their direction as seen from the entities of the list.
type Related struct {
	Names     []graph.Relation
	Direction graph.Direction
	Reversed  []graph.Relation // relations that mean the same in the other direction
}

// Relations are the relations of the tables of words.
var Relations = map[Relation]Related{
	"depends":    {needs, graph.Outgoing, blocking},
	"needed":     {needs, graph.Incoming, blocking},
	"requires":   {[]graph.Relation{graph.RelRequires}, graph.Outgoing, nil},
	"blocks":     {blocking, graph.Outgoing, needs},
	"blocked":    {blocking, graph.Incoming, needs},
	partOf:       {[]graph.Relation{graph.RelHasTask, graph.RelContains}, graph.Incoming, nil},
	"supports":   {[]graph.Relation{graph.RelSupportsGoal}, graph.Outgoing, nil},
	"supported":  {[]graph.Relation{graph.RelSupportsGoal}, graph.Incoming, nil},
	"targets":    {[]graph.Relation{"targets_milestone"}, graph.Outgoing, nil},
	"targeted":   {[]graph.Relation{"targets_milestone"}, graph.Incoming, nil},
	"threatens":  {[]graph.Relation{"threatens"}, graph.Outgoing, nil},
	"threatened": {[]graph.Relation{"threatens"}, graph.Incoming, nil},
	"mitigates":  {[]graph.Relation{"mitigates", "addresses"}, graph.Outgoing, nil},
	"mitigated":  {[]graph.Relation{"mitigates", "addresses"}, graph.Incoming, nil},
	"references": {[]graph.Relation{graph.RelReferences}, graph.Outgoing, nil},
	"referenced": {[]graph.Relation{graph.RelReferences}, graph.Incoming, nil},
	"derived":    {[]graph.Relation{graph.RelDerivedFrom}, graph.Outgoing, nil},
	"source":     {[]graph.Relation{graph.RelDerivedFrom}, graph.Incoming, nil},
	"produces":   {[]graph.Relation{graph.RelProduces}, graph.Outgoing, nil},
	"produced":   {[]graph.Relation{graph.RelProduces}, graph.Incoming, nil},
}

// An entity that another one needs blocks it.
var (
	needs    = []graph.Relation{graph.RelDependsOn, graph.RelRequires}
	blocking = []graph.Relation{graph.RelBlocks}
)

// mayJoin reports whether a link may join entities of a kind with those that it leads to:
// risks mitigate no tasks.
func (l *Link) mayJoin(kind graph.Kind) bool {
	if l.Relation == "" && l.Field == "" && kind == graph.KindTask && l.To != nil && l.To.Kind == kind && !l.To.Where.Has(Linked) {
		return false // tasks with tasks are the same ones, unless these are subtasks
	}
	related, known := Relations[l.Relation]
	if !known || kind == "" || l.OtherKind() == "" {
		return true
	}
	isOut := (related.Direction == graph.Outgoing) != l.Reversed
	return allows(related.Names, kind, l.OtherKind(), isOut) || allows(related.Reversed, kind, l.OtherKind(), !isOut)
}

// OtherKind returns the kind of the entities that a link leads to, "" for any.
func (l *Link) OtherKind() graph.Kind {
	switch {
	case l.To != nil:
		return l.To.Kind
	case l.Entity != nil:
		return l.Entity.Kind
	}
	return ""
}

func allows(names []graph.Relation, kind, other graph.Kind, isOut bool) bool {
	if !isOut {
		kind, other = other, kind
	}
	return slices.ContainsFunc(names, func(r graph.Relation) bool {
		spec := r.Spec()
		return spec == nil || spec.Allows(kind, other) == nil
	})
}
