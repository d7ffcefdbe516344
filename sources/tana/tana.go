// Package tana reads the JSON export of a workspace of Tana.
package tana

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Format reads exports of workspaces.
var Format = sources.Format{
	Name:   "tana",
	Title:  "the JSON export of a workspace of Tana",
	Detect: detect,
	Match:  match,
	Read:   read,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(filesIn(fsys), "nodes with a supertag as tasks or records of its type, others as documents")
}

func filesIn(fsys fs.FS) []string { return sources.FilesMatching(fsys, match, ".json") }

// match reports whether a file begins as an export does.
func match(file string, head []byte) bool {
	if !strings.EqualFold(path.Ext(file), ".json") {
		return false
	}
	if bytes.Contains(head, []byte(`"TanaIntermediateFile`)) {
		return true
	}
	return bytes.Contains(head, []byte(`"docs"`)) && bytes.Contains(head, []byte(`"props"`)) &&
		(bytes.Contains(head, []byte(`"formatVersion"`)) || bytes.Contains(head, []byte(`"_ownerId"`)))
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = filesIn(fsys)
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no export of Tana; expected a JSON file with formatVersion and docs")
	}
	return sources.EachDocument(ctx, fsys, files, out, func(pos sources.Position, value any) {
		w := &workspace{out: out, file: pos.File, nodes: map[string]*node{}}
		if w.read(value) {
			w.add()
		}
	})
}

// A workspace is an export that is read.
type workspace struct {
	out   *sources.Records
	file  string
	nodes map[string]*node
	order []*node // as in the file
}

// A node is a document of the export.
type node struct {
	id, name, description string
	class                 string // its _docType, "" for what a user wrote
	owner, meta           string
	children              []string
	created, modified     string
	done                  string // when it was checked, "" if it was not
	isTask                bool   // it has a box to check
	line                  int

	tags     []*node // its supertags
	entity   string  // the id of the entity that it became, "" if it is text of another
	isSystem bool    // it is a part of Tana, or in its trash
}

// read reads the nodes, and reports whether there are any.
func (w *workspace) read(value any) bool {
	members, _ := value.(map[string]any)
	object := sources.Object(members)
	if isIntermediate(object) {
		w.readIntermediate(object)
		return len(w.order) > 0
	}
	if object["docs"] == nil {
		w.out.Note(sources.Rejected, sources.Position{File: w.file}, "no docs; expected an export of Tana, which has formatVersion and docs")
		return false
	}
	for i, one := range object.Objects("docs") {
		n := nodeOf(one)
		pos := sources.Position{File: w.file, Line: n.line}
		switch {
		case n.id == "":
			w.out.Note(sources.Rejected, pos, fmt.Sprintf("doc %d has no id; expected a text", i+1))
		case w.nodes[n.id] != nil:
			w.out.Note(sources.Rejected, pos,
				fmt.Sprintf("the id %q is used in line %d; expected one of its own", graph.Truncate(n.id, 40), w.nodes[n.id].line))
		default:
			w.nodes[n.id] = n
			w.order = append(w.order, n)
		}
	}
	if len(w.order) == 0 {
		w.out.Note(sources.Rejected, sources.Position{File: w.file}, "docs is empty; expected nodes")
	}
	return len(w.order) > 0
}

func nodeOf(object sources.Object) *node {
	n := &node{
		id: object.Text("id"), line: object.Line(), name: object.Text("props.name"), description: object.Text("props.description"),
		class: object.Text("props._docType"), owner: object.Text("props._ownerId"), meta: object.Text("props._metaNodeId"),
		created: moment(object.At("props.created")), children: object.Texts("children"),
	}
	if changes, is := object["modifiedTs"].([]any); is && len(changes) > 0 {
		n.modified = moment(changes[len(changes)-1])
	}
	if done := object.At("props._done"); done != nil && done != false {
		n.isTask, n.done = true, moment(done)
		if n.done == "" {
			n.done = n.modified
		}
	}
	return n
}

// The nodes of Tana that are read.
const (
	tagsField = "SYS_A13" // the supertags of a node
	prefix    = "SYS_"    // of the nodes that are parts of Tana
)

// pos returns the place of a node.
func (w *workspace) pos(n *node) sources.Position {
	return sources.Position{File: w.file, Line: n.line}
}

// find returns a node by its id, nil for none.
func (w *workspace) find(id string) *node { return w.nodes[id] }

// maxDepth bounds how deep nodes are nested, and how long a chain of owners is.
const maxDepth = 500

// settle finds the supertags of nodes, and which nodes are no content.
func (w *workspace) settle() {
	for _, n := range w.order {
		n.isSystem = w.isSystem(n)
		meta := w.find(n.meta)
		if meta == nil {
			continue
		}
		for _, id := range meta.children {
			if label, values := w.tuple(w.find(id)); label == tagsField {
				for _, tag := range values {
					if tag != nil && tag.name != "" {
						n.tags = append(n.tags, tag)
					}
				}
			}
		}
	}
}

// isSystem reports whether a node is a part of Tana, describes others, or was
// removed.
func (w *workspace) isSystem(n *node) bool {
	first := n
	for depth := 0; n != nil; depth++ {
		if depth > len(w.order) {
			w.out.Note(sources.Rejected, w.pos(first),
				fmt.Sprintf("%q is a part of itself; expected an owner that is not", graph.Truncate(first.name, 60)))
			return true
		}
		if strings.HasSuffix(n.id, "_TRASH") || strings.HasSuffix(n.owner, "_TRASH") {
			w.out.Note(sources.Skipped, w.pos(first), "nodes in the trash")
			return true
		}
		if strings.HasPrefix(n.id, prefix) || strings.HasSuffix(n.id, "_SCHEMA") {
			return true
		}
		switch n.class {
		case "", "journal", "journalPart", "codeblock", "url", "group", "visual", "chat", "home":
		default:
			return true
		}
		if n = w.find(n.owner); n == nil && strings.HasPrefix(first.owner, prefix) {
			return true
		}
	}
	return false
}

// tuple returns the id of the field of a node that is a field, and its values, which
// are nil where the export lacks them.
func (w *workspace) tuple(n *node) (field string, values []*node) {
	if n == nil || n.class != "tuple" || len(n.children) == 0 {
		return "", nil
	}
	for _, id := range n.children[1:] {
		values = append(values, w.find(id))
	}
	return n.children[0], values
}
