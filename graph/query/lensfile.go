package query

import (
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
	"dossier/graph/prompt"
)

// ReadLenses are the built-in lenses and those of a YAML file, which is a list
// of mappings:
//
//   - name: release-notes          # required; a built-in name replaces that lens
//     description: What was made.
//     relations:                   # or a list, whose relations all weigh 1.6
//     produces: 2.5              # 0 to 10; other relations weigh 1
//     kinds: [output, task]        # the first one comes first
//     fields: [state, dates]       # which facts are told; all by default
//     depth: 1                     # of a request that does not say; 2 by default
//
// The error is BAD_USER_INPUT and names file and line.
func ReadLenses(file string, source []byte) ([]Lens, error) {
	f := lensFile(file)
	document, err := parser.ParseBytes(source, 0)
	if syntax := yaml.Error(nil); errors.As(err, &syntax) {
		return nil, f.fault(syntax.GetToken().Position.Line, "%s", syntax.GetMessage())
	}
	if err != nil {
		return nil, f.fault(1, "%v", err)
	}
	lenses, lines := slices.Clone(Lenses), map[string]int{}
	for _, part := range document.Docs {
		items, err := f.items(part.Body, "a list of lenses")
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			lens, err := f.lens(item)
			if err != nil {
				return nil, err
			}
			if line, known := lines[lens.Name]; known {
				return nil, f.fault(lineOf(item), "lens %q stands on line %d already", lens.Name, line)
			}
			lines[lens.Name] = lineOf(item)
			lenses = withLens(lenses, lens)
		}
	}
	return lenses, nil
}

// withLens puts a lens in the place of that of its name, or last.
func withLens(lenses []Lens, lens Lens) []Lens {
	at := slices.IndexFunc(lenses, func(l Lens) bool { return l.Name == lens.Name })
	if at < 0 {
		return append(lenses, lens)
	}
	lenses[at] = lens
	return lenses
}

// lensFile is the name of a file of lenses, for errors.
type lensFile string

func (f lensFile) fault(line int, format string, args ...any) error {
	return graph.BadInput("--lenses", "%s:%d: %s", string(f), line, fmt.Sprintf(format, args...))
}

func lineOf(node ast.Node) int { return node.GetToken().Position.Line }

// lensKeys read the keys of a lens.
var lensKeys = map[string]func(f lensFile, l *Lens, value ast.Node) error{
	"name":        lensFile.name,
	"description": lensFile.description,
	"relations":   lensFile.relations,
	"kinds":       lensFile.kinds,
	"fields":      lensFile.fields,
	"depth":       lensFile.depth,
}

func (f lensFile) lens(node ast.Node) (Lens, error) {
	lens := Lens{Fields: prompt.FactNames(), Depth: lensDepth}
	entries, mapped := node.(ast.MapNode)
	if !mapped {
		return lens, f.fault(lineOf(node), "want a lens, with name and description")
	}
	for at := entries.MapRange(); at.Next(); {
		key := at.Key().String()
		read, known := lensKeys[key]
		if !known {
			return lens, f.fault(lineOf(at.Key()), "unknown key %q; want one of %s", graph.Truncate(key, 60), strings.Join(slices.Sorted(maps.Keys(lensKeys)), ", "))
		}
		if err := read(f, &lens, at.Value()); err != nil {
			return lens, err
		}
	}
	if lens.Name == "" {
		return lens, f.fault(lineOf(node), "a lens without a name")
	}
	return lens, nil
}

// lensName is the form of a lens's name.
var lensName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func (f lensFile) name(l *Lens, node ast.Node) (err error) {
	if l.Name, err = f.text(node); err == nil && (!lensName.MatchString(l.Name) || len(l.Name) > 40) {
		err = f.fault(lineOf(node), "%q is no name for a lens; want at most 40 letters a-z, digits and single hyphens, a letter first", graph.Truncate(l.Name, 60))
	}
	return err
}

func (f lensFile) description(l *Lens, node ast.Node) (err error) {
	l.Description, err = f.text(node)
	return err
}

func (f lensFile) relations(l *Lens, node ast.Node) error {
	l.weights = map[graph.Relation]float64{}
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

// relation adds a relation, of the weight if one is given.
func (f lensFile) relation(l *Lens, node, weight ast.Node) error {
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
		l.weights[relation], err = f.number(weight, 10)
	}
	return err
}

func (f lensFile) kinds(l *Lens, node ast.Node) error {
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

func (f lensFile) fields(l *Lens, node ast.Node) error {
	l.Fields = nil
	return f.each(node, func(item ast.Node) error {
		name, err := f.text(item)
		if err == nil && !slices.Contains(prompt.FactNames(), name) {
			err = f.fault(lineOf(item), "unknown field %q; want one of %s", graph.Truncate(name, 60), strings.Join(prompt.FactNames(), ", "))
		}
		l.Fields = append(l.Fields, name)
		return err
	})
}

func (f lensFile) depth(l *Lens, node ast.Node) error {
	depth, err := f.number(node, MaxContextDepth)
	if err == nil && depth != float64(int(depth)) {
		err = f.fault(lineOf(node), "%s is no whole number", node)
	}
	l.Depth = int(depth)
	return err
}

// text is a scalar as it was written.
func (f lensFile) text(node ast.Node) (string, error) {
	switch node := node.(type) {
	case *ast.StringNode:
		return node.Value, nil
	case *ast.LiteralNode:
		return strings.TrimSpace(node.Value.Value), nil
	}
	return "", f.fault(lineOf(node), "%s is no text", graph.Line(node.String(), 60))
}

// number is a number from 0 to most.
func (f lensFile) number(node ast.Node, most float64) (number float64, err error) {
	err = yaml.NodeToValue(node, &number)
	if err != nil || !(number >= 0 && number <= most) {
		return 0, f.fault(lineOf(node), "%s is out of range; want 0 to %g", graph.Line(node.String(), 60), most)
	}
	return number, nil
}

func (f lensFile) each(node ast.Node, do func(item ast.Node) error) error {
	items, err := f.items(node, "a list")
	for _, item := range items {
		if err := do(item); err != nil {
			return err
		}
	}
	return err
}

// items are the items of a list; none of an empty document.
func (f lensFile) items(node ast.Node, wanted string) ([]ast.Node, error) {
	if node == nil {
		return nil, nil
	}
	list, listed := node.(*ast.SequenceNode)
	if !listed {
		return nil, f.fault(lineOf(node), "want %s", wanted)
	}
	return list.Values, nil
}
