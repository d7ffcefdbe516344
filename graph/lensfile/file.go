// Package lensfile reads the file of a deployment that has its own lenses and views.
package lensfile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/prompt"
	"dossier/problems"
)

// Read returns the built-in lenses and those of a YAML file, which is a list of
// mappings:
//
//	# lenses.yaml
//	- name: release-notes          # required; a built-in name replaces that lens
//	  description: What was made.
//	  relations:                   # or a list, whose relations all weigh 1.6
//	    produces: 2.5              # 0 to 10; other relations weigh 1
//	  kinds: [output, task]        # the first one comes first
//	  fields: [state, dates]       # the facts that an entry shows; all by default
//	  depth: 1                     # unless a request says otherwise; 2 by default
//
// A mapping with a title or sections is a view, see [view.View].
//
// name is the name of the file, for errors. A lens or view that is not valid is
// left out, and found says why. The error is that of a file that is no list.
// Both are BAD_USER_INPUT and have the file and line.
func Read(name string, source []byte) (read File, found problems.Found, err error) {
	f := file(name)
	document, err := parser.ParseBytes(source, 0)
	if syntax := yaml.Error(nil); errors.As(err, &syntax) {
		return read, nil, f.fault(syntax.GetToken().Position.Line, "%s", syntax.GetMessage())
	}
	if err != nil {
		return read, nil, f.fault(1, "%v", err)
	}
	var nodes []ast.Node
	for _, part := range document.Docs {
		items, err := f.items(part.Body, "a list of lenses")
		if err != nil {
			return read, nil, err
		}
		nodes = append(nodes, items...)
	}
	found = problems.Found{}
	views, others := f.split(nodes)
	return File{f.lenses(others, found), f.views(views, found)}, found, nil
}

// lenses returns the built-in lenses and those of items. It adds to found why an item is
// left out.
func (f file) lenses(items []item, found problems.Found) []lens.Lens {
	lenses, lines := lens.BuiltIn(), map[string]int{}
	for _, item := range items {
		node := item.node
		l, err := f.lens(node)
		if line, known := lines[l.Name]; known && err == nil {
			err = f.fault(lineOf(node), "lens %q is already defined on line %d", l.Name, line)
		}
		if err != nil {
			found[problems.LeftOut("lens", cmp.Or(l.Name, fmt.Sprint("number ", item.number)))] = err
			continue
		}
		lines[l.Name] = lineOf(node)
		lenses = withLens(lenses, l)
	}
	return lenses
}

// withLens replaces the lens with the same name, or else appends l.
func withLens(lenses []lens.Lens, l lens.Lens) []lens.Lens {
	lenses = slices.Clone(lenses)
	at := slices.IndexFunc(lenses, func(known lens.Lens) bool { return known.Name == l.Name })
	if at < 0 {
		return append(lenses, l)
	}
	lenses[at] = l
	return lenses
}

// file is the name of a file of lenses, for errors.
type file string

func (f file) fault(line int, format string, args ...any) error {
	return graph.BadInput("", "%s:%d: %s", string(f), line, fmt.Sprintf(format, args...))
}

// expected returns an error about a node that is not what is expected.
func (f file) expected(what string, node ast.Node) error {
	return f.fault(lineOf(node), "expected %s; got %s", what, graph.Line(node.String(), 60))
}

func lineOf(node ast.Node) int { return node.GetToken().Position.Line }

// keys maps each key of a lens to the method that reads its value.
var keys = map[string]func(f file, l *lens.Lens, value ast.Node) error{
	"name":        file.name,
	"description": file.description,
	"relations":   file.relations,
	"kinds":       file.kinds,
	"fields":      file.fields,
	"depth":       file.depth,
}

func (f file) lens(node ast.Node) (lens.Lens, error) {
	l := lens.Lens{Fields: prompt.FactNames(), Depth: lens.DefaultDepth}
	entries, mapped := node.(ast.MapNode)
	if !mapped {
		return l, f.expected("a lens with name and description", node)
	}
	for at := entries.MapRange(); at.Next(); {
		key := at.Key().String()
		read, known := keys[key]
		if !known {
			return l, f.fault(lineOf(at.Key()), "unknown key %q; expected one of %s", graph.Truncate(key, 60),
				strings.Join(slices.Sorted(maps.Keys(keys)), ", "))
		}
		if err := read(f, &l, at.Value()); err != nil {
			return l, err
		}
	}
	if l.Name == "" {
		return l, f.fault(lineOf(node), "expected a name; got none")
	}
	return l, nil
}

// namePattern is the form of the name of a lens or view, and nameForm describes it.
var namePattern = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

const nameForm = "at most 40 letters a-z, digits and single hyphens, a letter first"

func isName(name string) bool { return namePattern.MatchString(name) && len(name) <= 40 }

func (f file) name(l *lens.Lens, node ast.Node) (err error) {
	if l.Name, err = f.text(node); err == nil && !isName(l.Name) {
		err = f.expected(nameForm, node)
	}
	return err
}

func (f file) description(l *lens.Lens, node ast.Node) (err error) {
	l.Description, err = f.text(node)
	return err
}

func (f file) relations(l *lens.Lens, node ast.Node) error {
	l.Weights = map[graph.Relation]float64{}
	entries, mapped := node.(ast.MapNode)
	if !mapped {
		return f.each(node, func(item ast.Node) error { return f.relation(l, item, nil) })
	}
	for at := entries.MapRange(); at.Next(); {
		if err := f.relation(l, at.Key(), at.Value()); err != nil {
			return err
		}
	}
	return nil
}

// relation adds a relation. weight may be nil.
func (f file) relation(l *lens.Lens, node, weight ast.Node) error {
	name, err := f.text(node)
	if err != nil {
		return err
	}
	relation, _, err := graph.ParseRelation(name)
	if err != nil {
		return f.fault(lineOf(node), "%v", err)
	}
	if slices.Contains(l.Relations, relation) {
		return f.fault(lineOf(node), "relation %s is given twice", relation)
	}
	l.Relations = append(l.Relations, relation)
	if weight != nil {
		l.Weights[relation], err = f.number(weight, 10)
	}
	return err
}

func (f file) kinds(l *lens.Lens, node ast.Node) error {
	return f.each(node, func(item ast.Node) error {
		name, err := f.text(item)
		if err != nil {
			return err
		}
		kind, err := graph.ParseKind("kinds", name)
		if err != nil {
			return f.fault(lineOf(item), "%v", err)
		}
		l.Kinds = append(l.Kinds, kind)
		return nil
	})
}

func (f file) fields(l *lens.Lens, node ast.Node) error {
	l.Fields = nil
	return f.each(node, func(item ast.Node) error {
		name, err := f.text(item)
		if err == nil && !slices.Contains(prompt.FactNames(), name) {
			err = f.fault(lineOf(item), "unknown field %q; expected one of %s", graph.Truncate(name, 60), strings.Join(prompt.FactNames(), ", "))
		}
		l.Fields = append(l.Fields, name)
		return err
	})
}

func (f file) depth(l *lens.Lens, node ast.Node) error {
	depth, err := f.number(node, lens.MaxDepth)
	if err == nil && depth != float64(int(depth)) {
		err = f.expected("a whole number", node)
	}
	l.Depth = int(depth)
	return err
}

// text returns the value of a string node.
func (f file) text(node ast.Node) (string, error) {
	switch node := node.(type) {
	case *ast.StringNode:
		return node.Value, nil
	case *ast.LiteralNode:
		return strings.TrimSpace(node.Value.Value), nil
	}
	return "", f.expected("a string", node)
}

// number returns the value of a number node from 0 to most.
func (f file) number(node ast.Node, most float64) (number float64, err error) {
	err = yaml.NodeToValue(node, &number)
	if err != nil || !(number >= 0 && number <= most) {
		return 0, f.fault(lineOf(node), "%s is out of range; expected 0 to %g", graph.Line(node.String(), 60), most)
	}
	return number, nil
}

func (f file) each(node ast.Node, do func(item ast.Node) error) error {
	items, err := f.items(node, "a list")
	for _, item := range items {
		if err := do(item); err != nil {
			return err
		}
	}
	return err
}

// items returns the items of a list, none for an empty document.
func (f file) items(node ast.Node, wanted string) ([]ast.Node, error) {
	if node == nil {
		return nil, nil
	}
	list, listed := node.(*ast.SequenceNode)
	if !listed {
		return nil, f.expected(wanted, node)
	}
	return list.Values, nil
}
