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
	for i, child := range value.Children {
		if value.Kind == ast.ListValue {
			p.addValue(path+"["+strconv.Itoa(i)+"]", child.Value)
		} else {
			p.addValue(path+"."+child.Name, child.Value)
		}
	}
}
