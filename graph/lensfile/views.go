package lensfile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"dossier/graph/lens"
	"dossier/graph/view"
	"dossier/problems"
)

// A File has the lenses and views of a deployment: the built-in ones and its own.
type File struct {
	Lenses []lens.Lens
	Views  []view.View
}

// An item is a member of the list of a file, with its number from 1 on.
type item struct {
	node   ast.Node
	number int
}

// split returns the items that are views, and the others.
func (f file) split(nodes []ast.Node) (views, others []item) {
	for i, node := range nodes {
		if isView(node) {
			views = append(views, item{node, i + 1})
		} else {
			others = append(others, item{node, i + 1})
		}
	}
	return views, others
}

// isView reports whether a node has a key that views must have and lenses cannot.
func isView(node ast.Node) bool {
	entries, mapped := node.(ast.MapNode)
	if !mapped {
		return false
	}
	for at := entries.MapRange(); at.Next(); {
		if key := at.Key().String(); key == "title" || key == "sections" {
			return true
		}
	}
	return false
}

// views returns the built-in views and those of items; one with a built-in name replaces
// that view. It adds to found why an item is left out.
func (f file) views(items []item, found problems.Found) []view.View {
	views, lines := view.BuiltIn(), map[string]int{}
	for _, item := range items {
		v, err := view.Of(string(f), item.node)
		if line, known := lines[v.Name]; known && err == nil {
			err = f.fault(lineOf(item.node), "view %q is already defined on line %d", v.Name, line)
		}
		if err == nil && !isName(v.Name) {
			err = f.fault(lineOf(item.node), "expected a name of %s; got %q", nameForm, v.Name)
		}
		if err != nil {
			found[problems.LeftOut("view", cmp.Or(v.Name, fmt.Sprint("number ", item.number)))] = err
			continue
		}
		lines[v.Name] = lineOf(item.node)
		if at := slices.IndexFunc(views, func(known view.View) bool { return known.Name == v.Name }); at >= 0 {
			views[at] = v
		} else {
			views = append(views, v)
		}
	}
	return views
}
