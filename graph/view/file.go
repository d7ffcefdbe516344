package view

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"dossier/graph"
)

// Read returns the views of a YAML file, which is a list of mappings with the keys of
// [View] and [Section] in lower case; views.yaml is an example. name is the name of the
// file, for errors. The error is BAD_USER_INPUT and has the file and line.
func Read(name string, source []byte) ([]View, error) {
	f := file(name)
	document, err := parser.ParseBytes(source, 0)
	if syntax := yaml.Error(nil); errors.As(err, &syntax) {
		return nil, f.fault(syntax.GetToken().Position.Line, "%s", syntax.GetMessage())
	}
	if err != nil {
		return nil, f.fault(1, "%v", err)
	}
	var views []View
	for _, part := range document.Docs {
		err := f.each(part.Body, "a list of views", func(node ast.Node) error {
			v, err := f.view(node)
			if err == nil && Named(views, v.Name) != nil {
				err = f.fault(lineOf(node), "view %q is there twice", v.Name)
			}
			views = append(views, v)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return views, nil
}

// Of returns the view of a mapping in the file with a name. A view with an error has the
// name that was read before it.
func Of(name string, node ast.Node) (View, error) { return file(name).view(node) }

// file is the name of a file of views, for errors.
type file string

func (f file) fault(line int, format string, args ...any) error {
	return graph.BadInput("", "%s:%d: %s", string(f), line, fmt.Sprintf(format, args...))
}

func lineOf(node ast.Node) int { return node.GetToken().Position.Line }

// keys reads the values of a mapping, by key.
type keys map[string]func(value ast.Node) error

func (f file) mapping(node ast.Node, what string, known keys) error {
	entries, mapped := node.(ast.MapNode)
	if !mapped {
		return f.fault(lineOf(node), "expected %s; got %s", what, graph.Line(node.String(), 60))
	}
	for at := entries.MapRange(); at.Next(); {
		read := known[at.Key().String()]
		if read == nil {
			return f.fault(lineOf(at.Key()), "unknown key %q; expected one of %s", graph.Truncate(at.Key().String(), 60),
				strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
		if err := read(at.Value()); err != nil {
			return err
		}
	}
	return nil
}

// value reads a node into a variable.
func value[T any](f file, into *T) func(ast.Node) error {
	return func(node ast.Node) error {
		if err := yaml.NodeToValue(node, into); err != nil {
			return f.fault(lineOf(node), "expected a value of type %T; got %s", *into, graph.Line(node.String(), 60))
		}
		return nil
	}
}

func (f file) each(node ast.Node, what string, do func(item ast.Node) error) error {
	list, listed := node.(*ast.SequenceNode)
	if !listed {
		return f.fault(1, "expected %s", what)
	}
	for _, item := range list.Values {
		if err := do(item); err != nil {
			return err
		}
	}
	return nil
}

func (f file) view(node ast.Node) (v View, err error) {
	err = f.mapping(node, "a view with name and sections", keys{
		"name": value(f, &v.Name), "title": value(f, &v.Title), "description": value(f, &v.Description),
		"subjects": value(f, &v.Subjects), "subject": value(f, &v.Subject), "both": value(f, &v.Both), "person": value(f, &v.Person),
		"dated": value(f, &v.Dated),
		"ever":  value(f, &v.Ever),
		"example": func(node ast.Node) error {
			v.Example = new(string)
			return value(f, v.Example)(node)
		},
		"needs": func(node ast.Node) error {
			needs, err := f.section(node)
			v.Needs = &needs
			return err
		},
		"sections": f.sections(&v.Sections, f.section),
	})
	switch {
	case err != nil:
		return v, err
	case v.Name == "" || v.Title == "" || len(v.Sections) == 0:
		return v, f.fault(lineOf(node), "expected a view with a name, a title and sections")
	}
	return v, nil
}

func (f file) sections(into *[]Section, read func(ast.Node) (Section, error)) func(ast.Node) error {
	return func(list ast.Node) error {
		return f.each(list, "a list of sections", func(item ast.Node) error {
			s, err := read(item)
			*into = append(*into, s)
			return err
		})
	}
}

// The values of sections that are 0.
const (
	usualMost   = 20
	usualBeside = 3
)

func (f file) section(node ast.Node) (s Section, err error) {
	known := f.selection(&s)
	maps.Copy(known, keys{
		"says": value(f, &s.Says), "more": value(f, &s.More),
		"text": value(f, &s.Text), "figures": value(f, &s.Figures), "unknown": value(f, &s.Unknown), "again": value(f, &s.Again),
		"after": value(f, &s.After), "missing": value(f, &s.Missing), "none": value(f, &s.None),
		"unless": value(f, &s.Unless),
		"beside": func(list ast.Node) error {
			return f.each(list, "a list of what is beside an entry", func(item ast.Node) error {
				b, err := f.beside(item)
				s.Beside = append(s.Beside, b)
				return err
			})
		},
	})
	if err = f.mapping(node, "a section with of", known); err == nil && (s.Of == "" || s.Share < 0 || s.Most < 0) {
		err = f.fault(lineOf(node), "expected a section with of, and with share and most of at least 0")
	}
	if s.Most == 0 {
		s.Most = usualMost
	}
	if s.Share == 0 {
		s.Share = 1
	}
	return s, err
}

// selection reads what a section has, of whom, and in which order.
func (f file) selection(s *Section) keys {
	return keys{
		"heading": value(f, &s.Heading), "of": f.oneOf("step", &s.Of, Steps), "kinds": f.kinds(&s.Kinds), "where": f.where(&s.Where),
		"order": f.order(&s.Order), "most": value(f, &s.Most), "share": value(f, &s.Share),
	}
}

// readOverviews returns the overviews of a YAML file. Their lists are chosen by what is known
// of an entity and the time alone: package attention keeps them for parts of a project.
func readOverviews(name string, source []byte) (views []View, err error) {
	f := file(name)
	document, err := parser.ParseBytes(source, 0)
	if err != nil {
		return nil, err
	}
	return views, f.each(document.Docs[0].Body, "overviews", func(node ast.Node) error {
		v := View{}
		err := f.mapping(node, "an overview with name and sections", keys{
			"name": value(f, &v.Name), "sections": f.sections(&v.Sections, f.list),
		})
		views = append(views, v)
		return err
	})
}

func (f file) list(node ast.Node) (s Section, err error) {
	known := f.selection(&s)
	maps.Copy(known, keys{
		"of": value(f, &s.Of), "urgent": value(f, &s.Urgent), "times": value(f, &s.Times), "upto": value(f, &s.Upto),
		"after": value(f, &s.After),
		"last": func(node ast.Node) error {
			s.Last = &Section{}
			return f.mapping(node, "a condition and an order", keys{"where": f.where(&s.Last.Where), "order": f.order(&s.Last.Order)})
		},
	})
	err = f.mapping(node, "a list", known)
	if s.Share == 0 {
		s.Share = 1
	}
	switch {
	case err != nil, !s.isList():
	case len(s.Kinds) != 1, s.Heading == "", s.Most < 1, s.Share < 1, len(s.Order) > MostListKeys:
		err = f.fault(lineOf(node), "expected heading, of, one kind, most and share of at least 1, up to %d orders", MostListKeys)
	case s.needsGraph() || s.Last != nil && s.Last.needsGraph():
		err = f.fault(lineOf(node), "list %q needs more than an entity and the time", s.Heading)
	}
	return s, err
}

func (s *Section) needsGraph() bool {
	return s.Where.needsGraph() || slices.ContainsFunc(s.Order, Key.needsGraph)
}

func (f file) beside(node ast.Node) (b Beside, err error) {
	err = f.mapping(node, "a label and relations", keys{
		"label": value(f, &b.Label), "by": f.ways(&b.Ways), "kinds": f.kinds(&b.Kinds), "where": f.where(&b.Where),
		"most": value(f, &b.Most), "missing": value(f, &b.Missing),
	})
	if b.Most == 0 {
		b.Most = usualBeside
	}
	return b, err
}

func (f file) oneOf(what string, into *string, known []string) func(ast.Node) error {
	return func(node ast.Node) error {
		if err := value(f, into)(node); err != nil {
			return err
		}
		if !slices.Contains(known, *into) {
			return f.fault(lineOf(node), "unknown %s %q; expected one of %s", what, *into, strings.Join(known, ", "))
		}
		return nil
	}
}

func (f file) kinds(into *[]graph.Kind) func(ast.Node) error {
	return func(node ast.Node) error {
		var names []string
		if err := value(f, &names)(node); err != nil {
			return err
		}
		for _, name := range names {
			kind, err := graph.ParseKind("kinds", name)
			if err != nil {
				return f.fault(lineOf(node), "%v", err)
			}
			*into = append(*into, kind)
		}
		return nil
	}
}

func (f file) where(into *Where) func(ast.Node) error {
	return func(node ast.Node) (err error) {
		var text string
		if err = value(f, &text)(node); err != nil {
			return err
		}
		if *into, err = parseWhere(text); err != nil {
			return f.fault(lineOf(node), "%v", err)
		}
		return nil
	}
}

func (f file) order(into *[]Key) func(ast.Node) error {
	return func(node ast.Node) (err error) {
		var text string
		if err = value(f, &text)(node); err != nil {
			return err
		}
		if *into, err = parseOrder(text); err != nil {
			return f.fault(lineOf(node), "%v", err)
		}
		return nil
	}
}

// ways reads relations as seen from an entry: ">depends_on" leads from it, "<blocks" to
// it.
func (f file) ways(into *[]graph.Way) func(ast.Node) error {
	return func(node ast.Node) error {
		var text string
		if err := value(f, &text)(node); err != nil {
			return err
		}
		for _, name := range strings.Fields(text) {
			relation := graph.Relation(name[1:])
			if relation.Spec() == nil || name[0] != '<' && name[0] != '>' {
				return f.fault(lineOf(node), "unknown relation %q; expected one such as >depends_on or <blocks", name)
			}
			*into = append(*into, graph.Way{Rel: relation, Out: name[0] == '>'})
		}
		return nil
	}
}
