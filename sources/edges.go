package sources

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// Parent is the relation of an edge from an entity to its part, whatever their
// kinds: it becomes the containment that may join them.
const Parent = "parent"

// An edge waits for finish, when the kinds of its ends are known.
type edge struct {
	rel      string
	src, dst string
	props    map[string]any
	weak     bool // a mention, whose end may be elsewhere
	pos      place
}

// Edge adds an edge between two entities by their ids or names, which may be added
// later. What has no relation of its own is relates_to, with its name in
// props.original_rel; so is a relation that may not join the kinds of the ends. An
// end that is not in the source is noted.
func (r *Records) Edge(pos Position, rel, src, dst string, props map[string]any) {
	r.join(edge{rel: rel, src: src, dst: dst, props: props, pos: r.place(pos)})
}

// Mention is like Edge for what a text only mentions: an end that is not in the
// source is not noted.
func (r *Records) Mention(pos Position, rel, src, dst string) {
	r.join(edge{rel: rel, src: src, dst: dst, weak: true, pos: r.place(pos)})
}

func (r *Records) join(e edge) {
	e.src, e.dst = clean(e.src), clean(e.dst)
	switch {
	case e.src == "" || e.dst == "":
	case e.src != e.dst:
		r.edges = append(r.edges, e)
	case !e.weak:
		r.Note(Lost, r.position(e.pos), fmt.Sprintf("%s %s itself: an edge joins two entities", e.src, e.rel))
	}
}

// Outside declares an entity that an earlier read of the source had, so that edges
// may end at it.
func (r *Records) Outside(id string, kind graph.Kind) {
	if _, known := r.numbers[id]; !known {
		r.numbers[id] = int32(len(r.entities))
		r.entities = append(r.entities, entity{id: id, kind: kind, place: r.place(Position{})})
	}
}

// A Waiting is an edge whose end is not in the source yet.
type Waiting struct{ Rel, Src, Dst string }

// Missing returns the edges of which an end was not added.
func (r *Records) Missing() []Waiting {
	var waiting []Waiting
	for _, e := range r.edges {
		_, isSrc := r.find(e.src)
		if _, isDst := r.find(e.dst); !isSrc || !isDst {
			waiting = append(waiting, Waiting{e.rel, e.src, e.dst})
		}
	}
	return waiting
}

// joined identifies an edge that was added.
type joined struct {
	rel      graph.Relation
	original string
	src, dst int32
}

func (r *Records) addEdges() {
	added := make(map[joined]bool, len(r.edges))
	for i := range r.edges {
		e := &r.edges[i]
		src, isSrc := r.find(e.src)
		dst, isDst := r.find(e.dst)
		switch {
		case !isSrc, !isDst:
			r.noteMissing(e, isSrc)
		case src != dst:
			r.addEdge(e, src, dst, added)
		}
	}
	r.edges = nil
}

func (r *Records) noteMissing(e *edge, isSrc bool) {
	if e.weak {
		return
	}
	missing := e.src
	if isSrc {
		missing = e.dst
	}
	r.Note(Lost, r.position(e.pos), fmt.Sprintf("%s %s %s: the source has no %q", e.src, e.rel, e.dst, missing))
}

func (r *Records) addEdge(e *edge, src, dst int32, added map[joined]bool) {
	rel, swap, original := r.relation(e.rel, r.entities[src].kind, r.entities[dst].kind)
	if swap {
		src, dst = dst, src
	}
	key := joined{rel, original, src, dst}
	if added[key] {
		return
	}
	added[key] = true
	if len(e.props) == 0 && original == "" {
		r.addPlainEdge(e.pos, rel, r.entities[src].id, r.entities[dst].id)
		return
	}
	line := map[string]any{"kind": graph.KindEdge, "rel": rel, "src_id": r.entities[src].id, "dst_id": r.entities[dst].id}
	all := map[string]any{}
	maps.Copy(all, e.props)
	if original != "" {
		all["original_rel"] = original
	}
	line["props"] = r.cut(r.position(e.pos), "props", all)
	r.add(r.position(e.pos), line)
}

// relation returns the relation for a name of the source, whether its ends are
// swapped, and the name in lower case with underscores if the relation is only
// relates_to.
func (r *Records) relation(name string, src, dst graph.Kind) (rel graph.Relation, swap bool, original string) {
	if name == Parent {
		return containment(src, dst)
	}
	original = underscored(name)
	mapped := cmp.Or(mappedTo(r.opts.Mapping.Relations, name), otherRelations[original], original)
	if mapped == Parent || mapped == "child" {
		if swap = mapped == "child"; swap {
			src, dst = dst, src
		}
		rel, _, original = containment(src, dst)
		return rel, swap, original
	}
	rel, swap, err := graph.ParseRelation(mapped)
	if err != nil {
		return graph.RelRelatesTo, false, original
	}
	if swap {
		src, dst = dst, src
	}
	if rel.Spec().Allows(src, dst) != nil {
		return graph.RelRelatesTo, false, original
	}
	if rel != graph.RelRelatesTo || original == string(rel) || otherRelations[original] == string(rel) {
		original = ""
	}
	return rel, swap, original
}

// KnowsRelation reports whether a name that a source may use is that of a relation.
func KnowsRelation(name string) bool {
	original := underscored(name)
	if otherRelations[original] != "" {
		return true
	}
	_, _, err := graph.ParseRelation(original)
	return err == nil
}

// otherRelations are the relations for further names that trackers use. The
// names of relations and their synonyms are known to the graph.
var otherRelations = map[string]string{
	"related": "relates_to", "relates": "relates_to", "related_to": "relates_to", "relates_with": "relates_to",
	"linked": "relates_to", "is_related_to": "relates_to", "see_also": "relates_to",
	"depends": "depends_on", "dependency": "depends_on", "dependencies": "depends_on", "dependson": "depends_on",
	"waits_for": "depends_on", "waiting_on": "depends_on", "needs": "depends_on", "after": "depends_on", "is_dependent_on": "depends_on",
	"waiting_for": "depends_on", "predecessor": "depends_on", "predecessors": "depends_on", "prerequisite": "depends_on",
	"prerequisites": "depends_on", "blocker": "depends_on", "blockers": "depends_on", "successor": "blocks", "successors": "blocks",
	"is_blocked_by": "blocked_by", "blockedby": "blocked_by", "blocked_on": "blocked_by", "has_to_be_done_after": "depends_on",
	"blocking": "blocks", "block": "blocks", "has_to_be_done_before": "blocks", "is_depended_on_by": "blocks", "before": "blocks",
	"parent_child": "child", "parent_of": Parent, "is_parent_of": Parent, "parent": Parent, "child_of": "child", "is_child_of": "child",
	"subtask_of": "child", "sub_task_of": "child", "subtask": Parent, "sub_issue": Parent, "sub_issues": Parent,
	"has_subtask": Parent, "has_child": Parent, "parent_for": Parent,
	"sub_item": Parent, "sub_items": Parent, "subtasks": Parent,
	"sub_tasks": Parent, "children": Parent, "child_items": Parent, "required_for": "blocks", "is_required_for": "blocks",
	"epic_link": "child", "in_epic": "child",
	"reference": "references", "refers_to": "references", "mentions": "references", "mentioned_in": "referenced_by",
	"is_referenced_by": "referenced_by",
}

// containment returns the relation by which an entity contains another: the first
// that allows their kinds, with one that is named for the kind before contains.
func containment(src, dst graph.Kind) (rel graph.Relation, swap bool, original string) {
	var general graph.Relation
	for _, spec := range graph.Relations {
		switch {
		case spec.Role != graph.RoleContainment || spec.Allows(src, dst) != nil:
		case spec.Name == "has_"+graph.Relation(dst):
			return spec.Name, false, ""
		case spec.Name == "contains":
			general = spec.Name
		}
	}
	if general != "" {
		return general, false, ""
	}
	return graph.RelRelatesTo, false, "parent_of"
}

// fromProject returns the relation from the project to an entity of a kind.
func fromProject(kind graph.Kind) graph.Relation {
	rel, _, _ := containment(graph.KindProject, kind)
	return rel
}

// underscored returns a name in lower case, with underscores between its words.
func underscored(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !isWordRune(r) })
	return strings.Join(words, "_")
}

// mappedTo returns what a mapping has for a text, compared without case, "" for
// nothing.
func mappedTo(mapping map[string]string, text string) string {
	if to, known := mapping[text]; known {
		return to
	}
	for _, from := range slices.Sorted(maps.Keys(mapping)) {
		if strings.EqualFold(strings.TrimSpace(from), strings.TrimSpace(text)) {
			return mapping[from]
		}
	}
	return ""
}
