package transport

import (
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// argumentPlaces returns the paths of the values in the arguments of a
// document, such as filter.states[0], by the location at which the validator
// reports an error about the value.
func argumentPlaces(document *ast.QueryDocument) map[gqlerror.Location]string {
	p := places{}
	for _, operation := range document.Operations {
		p.addFields(operation.SelectionSet)
	}
	for _, fragment := range document.Fragments {
		p.addFields(fragment.SelectionSet)
	}
	return p
}

type places map[gqlerror.Location]string

func (p places) addFields(selections ast.SelectionSet) {
	for _, selection := range selections {
		switch selection := selection.(type) {
		case *ast.Field:
			for _, argument := range selection.Arguments {
				p.addValue(argument.Name, argument.Value)
			}
			p.addFields(selection.SelectionSet)
		case *ast.InlineFragment:
			p.addFields(selection.SelectionSet)
		}
	}
}

func (p places) addValue(path string, value *ast.Value) {
	if at := value.Position; at != nil {
		p[gqlerror.Location{Line: at.Line, Column: at.Column}] = path
	}
	eachChild(path, value, p.addValue)
}

// argumentOf returns the path of the first value in the arguments of an
// operation's fields and fragments that is the variable, otherwise for none.
func argumentOf(operation *ast.OperationDefinition, variable, otherwise string) string {
	search := variableSearch{variable: variable, seen: map[*ast.FragmentDefinition]bool{}}
	search.selections(operation.SelectionSet)
	if search.found == "" {
		return otherwise
	}
	return search.found
}

// A variableSearch finds the first argument that has a variable. It visits each
// fragment once.
type variableSearch struct {
	variable, found string
	seen            map[*ast.FragmentDefinition]bool
}

func (s *variableSearch) selections(set ast.SelectionSet) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			for _, argument := range selection.Arguments {
				s.value(argument.Name, argument.Value)
			}
			s.selections(selection.SelectionSet)
		case *ast.InlineFragment:
			s.selections(selection.SelectionSet)
		case *ast.FragmentSpread:
			if selection.Definition != nil && !s.seen[selection.Definition] {
				s.seen[selection.Definition] = true
				s.selections(selection.Definition.SelectionSet)
			}
		}
	}
}

func (s *variableSearch) value(path string, value *ast.Value) {
	if s.found == "" && value.Kind == ast.Variable && value.Raw == s.variable {
		s.found = path
	}
	eachChild(path, value, s.value)
}

// eachChild calls visit with the items of a list, or the fields of an object,
// and their paths.
func eachChild(path string, value *ast.Value, visit func(string, *ast.Value)) {
	for i, child := range value.Children {
		if value.Kind == ast.ListValue {
			visit(path+"["+strconv.Itoa(i)+"]", child.Value)
		} else {
			visit(path+"."+child.Name, child.Value)
		}
	}
}
