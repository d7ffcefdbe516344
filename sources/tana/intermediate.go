package tana

import (
	"fmt"
	"html"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// The Tana Intermediate Format is what converters write, and Tana imports: nodes in
// nodes. It is read as the nodes of an export.

// isIntermediate reports whether an object is in the intermediate format.
func isIntermediate(object sources.Object) bool {
	return strings.HasPrefix(object.Text("version"), "TanaIntermediateFile") && object["nodes"] != nil
}

// readIntermediate reads the nodes of the intermediate format.
func (w *workspace) readIntermediate(object sources.Object) {
	i := intermediate{workspace: w, tags: map[string]*node{}, labels: map[string]*node{}}
	for _, tag := range object.Objects("supertags") {
		if id := tag.Text("uid"); id != "" {
			i.tags[id] = i.add(&node{id: "supertag " + id, name: escaped(tag.Text("name")), class: "tagDef", line: tag.Line()})
		}
	}
	for _, one := range object.Objects("nodes") {
		i.addNode(one, nil, 0)
	}
}

type intermediate struct {
	*workspace
	tags   map[string]*node // supertags by their ids in the file
	labels map[string]*node // of fields by their names
	parts  int              // nodes without an id, as those of fields are
}

// add adds a node, unless there is one with its id.
func (i *intermediate) add(n *node) *node {
	if known := i.nodes[n.id]; known != nil {
		i.out.Note(sources.Rejected, i.pos(n),
			fmt.Sprintf("the id %q is used in line %d; expected one of its own", graph.Truncate(n.id, 40), known.line))
		return known
	}
	i.nodes[n.id] = n
	i.order = append(i.order, n)
	return n
}

// addNode adds a node below another one, and those below it.
func (i *intermediate) addNode(object sources.Object, above *node, depth int) {
	n := &node{
		id: object.Text("uid"), line: object.Line(), name: escaped(object.Text("name")), description: escaped(object.Text("description")),
		created: moment(object.At("createdAt")), modified: moment(object.At("editedAt")),
	}
	isField := object.Text("type") == "field"
	switch {
	case depth > maxDepth:
		i.out.Note(sources.Lost, i.pos(n), "nodes that are more than 500 deep")
		return
	case n.id == "" && !isField:
		i.out.Note(sources.Rejected, i.pos(n), "the node has no uid; expected a text")
		return
	case n.id == "":
		i.parts++
		n.id = fmt.Sprintf("part %d", i.parts)
	}
	if above != nil {
		n.owner = above.id
		above.children = append(above.children, n.id)
	}
	if i.add(n) != n {
		return
	}
	if state := object.Text("todoState"); state != "" {
		n.isTask = true
		if state == "done" {
			n.done = n.modified
		}
	}
	for _, id := range object.Texts("supertags") {
		if tag := i.tags[id]; tag != nil {
			n.tags = append(n.tags, tag)
		} else {
			i.out.Note(sources.Lost, i.pos(n), fmt.Sprintf("the supertag %q: the file has none with this uid", graph.Truncate(id, 40)))
		}
	}
	if isField {
		n.class, n.children, n.name = "tuple", []string{i.labelOf(n)}, ""
	}
	for _, child := range object.Objects("children") {
		i.addNode(child, n, depth+1)
	}
	if isField {
		i.refer(n)
	}
}

// labelOf returns the id of the node that names a field.
func (i *intermediate) labelOf(of *node) string {
	if i.labels[of.name] == nil {
		i.labels[of.name] = i.add(&node{id: "field " + of.name, name: of.name, class: "attrDef", line: of.line})
	}
	return i.labels[of.name].id
}

// refer makes the values of a field that only refer to other nodes these nodes.
func (i *intermediate) refer(field *node) {
	for at, id := range field.children[1:] {
		value := i.find(id)
		if value == nil {
			continue
		}
		if to := refs(value.name); len(to) == 1 && strings.TrimSpace(plain(value.name)) == "" {
			field.children[at+1] = to[0]
		}
	}
}

// escaped returns a text of the intermediate format, in which [[name^uid]] refers to a
// node and [[date:2026-01-31]] is a date, as HTML.
func escaped(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "[[")
		inner, after, closed := strings.Cut(rest, "]]")
		if !found || !closed {
			out.WriteString(marked(text))
			return out.String()
		}
		out.WriteString(marked(before))
		name, id, isNode := strings.Cut(inner, "^")
		date, isDate := strings.CutPrefix(inner, "date:")
		switch {
		case isNode:
			fmt.Fprintf(&out, `<span data-inlineref-node="%s"></span>`, html.EscapeString(id))
		case isDate:
			fmt.Fprintf(&out, `<span data-inlineref-date="%s"></span>`, html.EscapeString(date))
		default:
			out.WriteString(marked(name))
		}
		text = after
	}
}

// marked escapes a text, with what is between marks of emphasis as it is.
func marked(text string) string { return strings.ReplaceAll(html.EscapeString(text), "__", "") }
