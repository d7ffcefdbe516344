package outline

import (
	"slices"

	"dossier/graph"
)

// maxNaming is the maximum number of entities of a topic by its name, by eye.
const maxNaming = 40

// naming returns the first entities of the wanted kinds, by due date and id, whose
// texts have the name of a topic.
func (f *finding) naming(t *Topic, wanted func(graph.Kind) bool) (list []Member) {
	x := f.reader.Indexes[t.Doc.Project]
	for _, ordinal := range x.Entry(t.Doc.Ordinal).MentionedBy {
		entry := x.Entry(ordinal)
		if !wanted(graph.Kind(entry.Kind)) {
			continue
		}
		if e := t.Graph.Entity(entry.ID); e != nil {
			list = append(list, Member{Graph: t.Graph, Entity: e})
		}
	}
	first := min(len(list), maxNaming)
	arrange(list, first, func(graph.Entity) int { return 0 })
	return list[:first]
}

// mayName reports whether entities of a kind are neighbours of the people whom
// their texts name. The sections of documents answer instead of these.
func mayName(kind graph.Kind) bool {
	return slices.Contains([]graph.Kind{graph.KindTask, graph.KindRisk, graph.KindDecision, graph.KindGoal, graph.KindRequirement}, kind)
}

// withNaming returns groups with further members as neighbours, except those that
// the groups have.
func withNaming(groups []Group, members []Member) []Group {
	seen, byKind := idsOf(groups), map[graph.Kind][]Member{}
	for _, m := range members {
		if c := m.Entity.Self(); !seen[c.ID] && !c.IsScratch() {
			m.Relation = "mentions the person"
			byKind[c.Kind] = append(byKind[c.Kind], m)
		}
	}
	return withGroups(groups, byKind, true)
}
