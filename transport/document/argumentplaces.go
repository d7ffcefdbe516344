package document

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
	search := variableSearch{variable: variable}
	if found := search.in(operation); found != nil {
		return search.path
	}
	return otherwise
}

// needsValue returns the first value that is the variable and must not be null,
// with its path; nil if there is none.
func needsValue(operation *ast.OperationDefinition, variable string) (string, *ast.Value) {
	search := variableSearch{variable: variable, required: true}
	found := search.in(operation)
	return search.path, found
}

// A variableSearch finds the first argument that has a variable. It visits each
// fragment once.
type variableSearch struct {
	variable string
	required bool // only where null is not allowed
	found    *ast.Value
	path     string // of found
	seen     map[*ast.FragmentDefinition]bool
}

func (s *variableSearch) in(operation *ast.OperationDefinition) *ast.Value {
	s.seen = map[*ast.FragmentDefinition]bool{}
	s.directives(operation.Directives)
	s.selections(operation.SelectionSet)
	return s.found
}

func (s *variableSearch) directives(all ast.DirectiveList) {
	for _, directive := range all {
		for _, argument := range directive.Arguments {
			s.value("@"+directive.Name+"."+argument.Name, argument.Value)
		}
	}
}

func (s *variableSearch) selections(set ast.SelectionSet) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			for _, argument := range selection.Arguments {
				s.value(argument.Name, argument.Value)
			}
			s.directives(selection.Directives)
			s.selections(selection.SelectionSet)
		case *ast.InlineFragment:
			s.directives(selection.Directives)
			s.selections(selection.SelectionSet)
		case *ast.FragmentSpread:
			s.directives(selection.Directives)
			if selection.Definition != nil && !s.seen[selection.Definition] {
				s.seen[selection.Definition] = true
				s.selections(selection.Definition.SelectionSet)
			}
		}
	}
}

func (s *variableSearch) value(path string, value *ast.Value) {
	required := value.ExpectedType != nil && value.ExpectedType.NonNull
	if s.found == nil && value.Kind == ast.Variable && value.Raw == s.variable && (required || !s.required) {
		s.found, s.path = value, path
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
