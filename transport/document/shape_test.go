package document

import (
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"pgregory.net/rapid"
)

// naive returns the shape that measure must return, by visiting every path.
func naive(set ast.SelectionSet) (s Shape) {
	for _, selection := range set {
		var below Shape
		switch selection := selection.(type) {
		case *ast.Field:
			below = naive(selection.SelectionSet)
			below.extent = extent{below.Depth + 1, below.Fields + 1}
			if selection.Name == "__type" {
				below.Introspection, below.extent = below.extent, extent{1, 1}
			}
			if selection.Alias != selection.Name {
				below.Aliases++
			}
			below.Directives += len(selection.Directives)
		case *ast.FragmentSpread:
			below = naive(selection.Definition.SelectionSet)
		case *ast.InlineFragment:
			below = naive(selection.SelectionSet)
		}
		s.Depth, s.Fields = max(s.Depth, below.Depth), s.Fields+below.Fields
		s.Introspection.Depth = max(s.Introspection.Depth, below.Introspection.Depth)
		s.Introspection.Fields += below.Introspection.Fields
		s.Aliases += below.Aliases
		s.Directives += below.Directives
	}
	return s
}

// selections draws a selection set that spreads the fragments given.
func selections(t *rapid.T, fragments []*ast.FragmentDefinition, room int) ast.SelectionSet {
	var set ast.SelectionSet
	for range rapid.IntRange(1, 3).Draw(t, "selections") {
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		switch {
		case kind == 0 && len(fragments) > 0:
			set = append(set, &ast.FragmentSpread{Definition: rapid.SampledFrom(fragments).Draw(t, "fragment")})
		case kind == 1 && room > 0:
			set = append(set, &ast.InlineFragment{SelectionSet: selections(t, fragments, room-1)})
		default:
			field := &ast.Field{Name: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name")}
			field.Alias = rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "alias")
			field.Directives = make(ast.DirectiveList, 0)
			if rapid.Bool().Draw(t, "directive") {
				field.Directives = ast.DirectiveList{{Name: "skip"}}
			}
			if room > 0 && kind > 1 {
				field.SelectionSet = selections(t, fragments, room-1)
			}
			set = append(set, field)
		}
	}
	return set
}

func TestShapeEqualsFullExpansion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fragments []*ast.FragmentDefinition
		for range rapid.IntRange(0, 5).Draw(t, "fragments") {
			fragments = append(fragments, &ast.FragmentDefinition{SelectionSet: selections(t, fragments, 2)})
		}
		set := selections(t, fragments, 3)
		if rapid.Bool().Draw(t, "introspects") {
			set = append(set, &ast.Field{Name: "__type", Alias: "__type", SelectionSet: selections(t, fragments, 2)})
		}
		got := ShapeOf(&ast.OperationDefinition{SelectionSet: set})
		want := naive(set)
		want.RootFields = got.RootFields
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}
