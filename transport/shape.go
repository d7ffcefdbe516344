package transport

import "github.com/vektah/gqlparser/v2/ast"

// A shape is the size of a selection set with its fragments expanded.
type shape struct {
	extent              // of all fields but those of introspection
	introspection       extent
	aliases, directives int
	rootFields          int  // of an operation only
	deferred            bool // it contains @defer
}

// An extent is the size of a tree of fields.
type extent struct{ depth, fields int }

// mostCounted is where counting stops: above any limit, and far below an overflow.
const mostCounted = 1 << 40

func sum(a, b int) int { return min(a+b, mostCounted) }

// shapeOf returns the shape of an operation of a valid document, in linear
// time. Its fragments exist and have no cycles.
func shapeOf(op *ast.OperationDefinition) shape {
	m := measure{}
	s := m.selections(op.SelectionSet)
	s.addDirectives(op.Directives)
	for _, variable := range op.VariableDefinitions {
		s.addDirectives(variable.Directives)
	}
	keys := map[string]bool{}
	collectKeys(op.SelectionSet, keys, map[*ast.FragmentDefinition]bool{})
	s.rootFields = len(keys)
	return s
}

// measure holds the shapes of fragments, so that each is visited once.
type measure map[*ast.FragmentDefinition]shape

func (m measure) selections(set ast.SelectionSet) shape {
	var s shape
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			s.add(m.field(selection))
			s.addDirectives(selection.Directives)
		case *ast.InlineFragment:
			s.add(m.selections(selection.SelectionSet))
			s.addDirectives(selection.Directives)
		case *ast.FragmentSpread:
			s.add(m.fragment(selection.Definition))
			s.addDirectives(selection.Directives)
		}
	}
	return s
}

func (m measure) field(field *ast.Field) shape {
	s := m.selections(field.SelectionSet)
	if field.Alias != field.Name {
		s.aliases = sum(s.aliases, 1)
	}
	below := extent{s.depth + 1, sum(s.fields, 1)}
	if field.Name == "__schema" || field.Name == "__type" {
		s.introspection, s.extent = below, extent{1, 1}
		return s
	}
	s.extent = below
	return s
}

func (m measure) fragment(fragment *ast.FragmentDefinition) shape {
	s, known := m[fragment]
	if !known {
		s = m.selections(fragment.SelectionSet)
		s.addDirectives(fragment.Directives)
		m[fragment] = s
	}
	return s
}

// add adds the shape of a sibling.
func (s *shape) add(sibling shape) {
	s.extent.add(sibling.extent)
	s.introspection.add(sibling.introspection)
	s.aliases = sum(s.aliases, sibling.aliases)
	s.directives = sum(s.directives, sibling.directives)
	s.deferred = s.deferred || sibling.deferred
}

func (s *shape) addDirectives(directives ast.DirectiveList) {
	s.directives = sum(s.directives, len(directives))
	s.deferred = s.deferred || directives.ForName("defer") != nil
}

func (e *extent) add(sibling extent) {
	e.depth = max(e.depth, sibling.depth)
	e.fields = sum(e.fields, sibling.fields)
}

// collectKeys adds the response keys at the top level of a selection set to
// keys. It visits each fragment once, because a second visit adds no keys.
func collectKeys(set ast.SelectionSet, keys map[string]bool, seen map[*ast.FragmentDefinition]bool) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			keys[selection.Alias] = true
		case *ast.InlineFragment:
			collectKeys(selection.SelectionSet, keys, seen)
		case *ast.FragmentSpread:
			if !seen[selection.Definition] {
				seen[selection.Definition] = true
				collectKeys(selection.Definition.SelectionSet, keys, seen)
			}
		}
	}
}
