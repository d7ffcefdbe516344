package document

import "github.com/vektah/gqlparser/v2/ast"

// A Shape is the size of a selection set with its fragments expanded.
type Shape struct {
	extent              // of all fields but those of introspection
	Introspection       extent
	Aliases, Directives int
	RootFields          int  // of an operation only
	Deferred            bool // it contains @defer
}

// An extent is the size of a tree of fields.
type extent struct{ Depth, Fields int }

// mostCounted is where counting stops: above any limit, and far below an overflow.
const mostCounted = 1 << 40

func sum(a, b int) int { return min(a+b, mostCounted) }

// ShapeOf returns the shape of an operation of a valid document, in linear
// time. Its fragments exist and have no cycles.
func ShapeOf(op *ast.OperationDefinition) Shape {
	m := measure{}
	s := m.selections(op.SelectionSet)
	s.addDirectives(op.Directives)
	for _, variable := range op.VariableDefinitions {
		s.addDirectives(variable.Directives)
	}
	keys := map[string]bool{}
	collectKeys(op.SelectionSet, keys, map[*ast.FragmentDefinition]bool{})
	s.RootFields = len(keys)
	return s
}

// measure holds the shapes of fragments, so that each is visited once.
type measure map[*ast.FragmentDefinition]Shape

func (m measure) selections(set ast.SelectionSet) Shape {
	var s Shape
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

func (m measure) field(field *ast.Field) Shape {
	s := m.selections(field.SelectionSet)
	if field.Alias != field.Name {
		s.Aliases = sum(s.Aliases, 1)
	}
	below := extent{s.Depth + 1, sum(s.Fields, 1)}
	if field.Name == "__schema" || field.Name == "__type" {
		s.Introspection, s.extent = below, extent{1, 1}
		return s
	}
	s.extent = below
	return s
}

func (m measure) fragment(fragment *ast.FragmentDefinition) Shape {
	s, known := m[fragment]
	if !known {
		s = m.selections(fragment.SelectionSet)
		s.addDirectives(fragment.Directives)
		m[fragment] = s
	}
	return s
}

// add adds the shape of a sibling.
func (s *Shape) add(sibling Shape) {
	s.extent.add(sibling.extent)
	s.Introspection.add(sibling.Introspection)
	s.Aliases = sum(s.Aliases, sibling.Aliases)
	s.Directives = sum(s.Directives, sibling.Directives)
	s.Deferred = s.Deferred || sibling.Deferred
}

func (s *Shape) addDirectives(directives ast.DirectiveList) {
	s.Directives = sum(s.Directives, len(directives))
	s.Deferred = s.Deferred || directives.ForName("defer") != nil
}

func (e *extent) add(sibling extent) {
	e.Depth = max(e.Depth, sibling.Depth)
	e.Fields = sum(e.Fields, sibling.Fields)
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
