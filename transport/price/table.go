package price

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"

	"dossier/literal"
)

// The directives that price a schema. @cost and @listSize have the names and
// the meaning of the GraphQL cost specification, with these additions: row is
// the extra price of each object, or of each item of an argument; once is the
// price of a field for however many objects; a leaf costs half as much as the
// object that has it; the weight of an argument is multiplied by its value; given and absent are the extra prices
// of a field with and without the argument; a value of an enum may have a
// weight; maximum limits the units of an argument; a sized field may be a path.
// A price of a field, an argument or a value, and an assumed size, may have a
// part for each entity of the project, see [amount].
const (
	costDirective     = "cost"
	listSizeDirective = "listSize"
)

// A fieldPrice is the price of a field as its directives declare it.
type fieldPrice struct {
	weight       amount
	row, once    float64
	object, leaf float64 // prices of an object in the field, and of a leaf
	arguments    []duty
	lists        []listSize
}

// A duty is the price of an argument, or of a field of the input objects in it:
// weight for each unit of its value, where a unit is 1 of a number or a
// character of a String, and row for each item of a list.
type duty struct {
	argument      string
	inputs        *inputs         // nil for the argument itself
	of            *ast.Definition // the input object that has the field
	field         string
	isList        bool // a value without brackets is a list of one item
	otherwise     any  // the default value
	weight, row   float64
	given, absent amount            // extra prices of the field with the argument, and without it
	maximum       float64           // number of units; 0 for no maximum
	values        map[string]amount // weights of an enum's values, for each object, or for an item of a list
}

// A listSize is the number of objects that a list can have.
type listSize struct {
	assumed amount // 0 for none
	slicing []string
	sized   []string // paths of the lists below the field; empty for the field itself
	maximum float64  // 0 for none
}

// A Table has the prices of the fields that have one of the directives.
type Table map[*ast.FieldDefinition]*fieldPrice

// ReadTable returns the prices in a schema. It panics if a value is not a
// number, which is an error of the programmer.
func ReadTable(schema *ast.Schema) Table {
	all := Table{}
	for _, object := range schema.Types {
		for _, field := range object.Fields {
			if t := readField(schema, object, field); t != nil {
				all[field] = t
			}
		}
	}
	addIntrospection(schema, all)
	return all
}

func readField(schema *ast.Schema, of *ast.Definition, field *ast.FieldDefinition) *fieldPrice {
	t := fieldPrice{object: objectWeight(schema.Types[field.Type.Name()]), leaf: leaf * objectWeight(of)}
	cost := field.Directives.ForName(costDirective)
	if cost != nil {
		t.weight, t.row, t.once = amountOf(cost, "weight"), decimal(cost, "row"), decimal(cost, "once")
	}
	for _, list := range field.Directives.ForNames(listSizeDirective) {
		t.lists = append(t.lists, listSize{
			assumed: assumedSize(list), maximum: decimal(list, "maximum"),
			slicing: names(list, "slicingArguments"), sized: names(list, "sizedFields"),
		})
	}
	for _, argument := range field.Arguments {
		t.arguments = append(t.arguments, duties(schema, argument)...)
	}
	if cost == nil && len(t.lists) == 0 && len(t.arguments) == 0 && t.object == unpriced.object && t.leaf == unpriced.leaf {
		return nil
	}
	return &t
}

// objectWeight returns the price of an object of a type.
func objectWeight(object *ast.Definition) float64 {
	if object != nil {
		if cost := object.Directives.ForName(costDirective); cost != nil {
			return decimal(cost, "weight")
		}
	}
	return 1
}

// inputs are the input objects in an argument: the first is its value, the others
// are in fields of others.
type inputs struct {
	first *ast.Definition
	all   []*ast.Definition
	types map[string]*ast.Definition // of the schema
}

// inputsIn returns the input objects in an argument, each once, nil if its value is
// none. Those that are only in lists are not priced.
func inputsIn(schema *ast.Schema, argument *ast.ArgumentDefinition) *inputs {
	first := schema.Types[argument.Type.Name()]
	if first == nil || first.Kind != ast.InputObject || argument.Type.Elem != nil {
		return nil
	}
	in := &inputs{first: first, all: []*ast.Definition{first}, types: schema.Types}
	for i := 0; i < len(in.all); i++ {
		for _, field := range in.all[i].Fields {
			input := schema.Types[field.Type.Name()]
			if input != nil && input.Kind == ast.InputObject && field.Type.Elem == nil && !slices.Contains(in.all, input) {
				in.all = append(in.all, input)
			}
		}
	}
	return in
}

// kindsField is the field of an input object that names the kinds of the entities that
// the filter in it is of.
const kindsField = "kinds"

// each calls visit for the input objects in a value of a type, with the kinds of the
// entities that they are of, nil for all. Filters contain themselves, also in lists.
func (in *inputs) each(value any, of *ast.Definition, kinds []string,
	visit func(of *ast.Definition, object map[string]any, kinds []string)) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			in.each(item, of, kinds, visit)
		}
	case map[string]any:
		if of.Fields.ForName(kindsField) != nil {
			kinds = namesIn(value[kindsField])
		}
		visit(of, value, kinds)
		for _, field := range of.Fields {
			if input := in.types[field.Type.Name()]; value[field.Name] != nil && slices.Contains(in.all, input) {
				in.each(value[field.Name], input, kinds, visit)
			}
		}
	}
}

// namesIn returns the names in a list, or of one without brackets, nil for null.
func namesIn(value any) (names []string) {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		names = []string{}
		for _, item := range value {
			names = append(names, fmt.Sprint(item))
		}
	}
	return names
}

// duties returns the duties of an argument and of the fields of the input objects in it.
func duties(schema *ast.Schema, argument *ast.ArgumentDefinition) (found []duty) {
	one := duty{argument: argument.Name}
	if one.set(schema, argument.Directives, argument.Type, argument.DefaultValue) {
		found = append(found, one)
	}
	in := inputsIn(schema, argument)
	if in == nil {
		return found
	}
	for _, of := range in.all {
		for _, field := range of.Fields {
			one := duty{argument: argument.Name, inputs: in, of: of, field: field.Name}
			if one.set(schema, field.Directives, field.Type, field.DefaultValue) {
				found = append(found, one)
			}
		}
	}
	return found
}

// set sets the prices that directives declare, and reports whether there are any.
func (d *duty) set(schema *ast.Schema, directives ast.DirectiveList, of *ast.Type, otherwise *ast.Value) bool {
	d.isList, d.values = of.Elem != nil, weightsOf(schema.Types[of.Name()])
	cost := directives.ForName(costDirective)
	if cost != nil {
		d.weight, d.row, d.maximum = decimal(cost, "weight"), decimal(cost, "row"), decimal(cost, "maximum")
		d.given, d.absent = amountOf(cost, "given"), amountOf(cost, "absent")
	}
	if otherwise != nil {
		d.otherwise = literal.Value(otherwise, nil)
	}
	return cost != nil || d.values != nil
}

// decimal returns an argument of a directive as a number, or 0 if it is absent.
func decimal(directive *ast.Directive, name string) float64 {
	argument := directive.Arguments.ForName(name)
	if argument == nil {
		return 0
	}
	n, err := strconv.ParseFloat(argument.Value.Raw, 64)
	if err != nil {
		panic(fmt.Sprintf("@%s(%s: %s): expected a number", directive.Name, name, argument.Value))
	}
	return n
}

func names(directive *ast.Directive, name string) []string {
	argument := directive.Arguments.ForName(name)
	if argument == nil {
		return nil
	}
	all := make([]string, len(argument.Value.Children))
	for i, child := range argument.Value.Children {
		all[i] = child.Value.Raw
	}
	return all
}

// A rate is the price of a field without its selection.
type rate struct {
	own, row float64 // for the field itself, and for each object
	scanned  float64 // for what is read of the project, whatever the number of objects that have the field
}

// rates returns the rate of a field with the given arguments.
func (t *fieldPrice) rates(args map[string]any, size tallier) rate {
	r := rate{own: t.weight.fixed, row: t.row, scanned: t.weight.scanned(size)}
	for i := range t.arguments {
		d := &t.arguments[i]
		values, extra := d.in(args), d.given
		if values == nil {
			values, extra = []given{{d.otherwise, nil}}, d.absent
		}
		own, extras := 0.0, 0.0
		for _, one := range values {
			value, size := one.value, size.among(one.kinds)
			if _, is := value.([]any); d.isList && !is && value != nil {
				value = []any{value}
			}
			its, scanned := d.cost(value, size)
			own, extras = own+its, extras+extra.scanned(size)
			r.scanned += scanned
			if name, is := value.(string); is {
				r.row += d.values[name].fixed
			}
		}
		r.own += own + extra.fixed*float64(len(values))
		r.scanned += d.beyond(own, extras)
	}
	r.scanned = min(r.scanned, mostScanned)
	return r
}

// A given is a value that the arguments have for a duty, and the kinds of the entities
// that it is about, nil for all.
type given struct {
	value any
	kinds []string
}

// in returns the values that the arguments have for the duty, nil for none.
func (d *duty) in(args map[string]any) (found []given) {
	if d.inputs == nil {
		if value := args[d.argument]; value != nil {
			found = append(found, given{value, nil})
		}
		return found
	}
	d.inputs.each(args[d.argument], d.inputs.first, nil, func(of *ast.Definition, object map[string]any, kinds []string) {
		if value := object[d.field]; of == d.of && value != nil {
			found = append(found, given{value, kinds})
		}
	})
	return found
}

// valueAt returns the value at a path of nested input objects, or nil.
func valueAt(args map[string]any, path []string) any {
	value := any(args)
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// cost returns the price of a value, and that of what is read of the project
// for it.
func (d *duty) cost(value any, size tallier) (own, scanned float64) {
	units := 0.0
	switch value := value.(type) {
	case nil:
	case string:
		units = float64(utf8.RuneCountInString(value))
		scanned = d.values[value].scanned(size)
	case []any:
		for _, item := range value {
			cost, scan := d.cost(item, size)
			own, scanned = own+d.row+cost, scanned+scan
			if name, is := item.(string); is {
				own += d.values[name].fixed
			}
		}
		return own, scanned
	default:
		n, _ := NumberOf(value)
		units = max(n, 0)
	}
	if d.maximum > 0 {
		units = min(units, d.maximum)
	}
	return d.weight * units, scanned
}

// NumberOf returns a number from a document or a variable.
func NumberOf(value any) (n float64, is bool) {
	switch value := value.(type) {
	case int64:
		return float64(value), true
	case int:
		return float64(value), true
	}
	n, err := strconv.ParseFloat(fmt.Sprint(value), 64)
	if err != nil || math.IsNaN(n) {
		return 0, false
	}
	return n, true
}

// A quantity is the size of a list: its objects, and more for what is read of the
// project, whatever the number of objects that have the list.
type quantity struct{ objects, scanned float64 }

// sizes returns the quantity of a field, the number of rows that it reads, which
// is the size of its first list, and the quantities of the fields below. The
// field's arguments take precedence over the quantities from above.
func (t *fieldPrice) sizes(name string, args map[string]any, above inherited, of tallier) (size quantity, rows float64, below inherited) {
	size, inherited := above.at(name)
	if !inherited {
		size.objects = 1
	}
	below = above.under(name)
	for i := range t.lists {
		list := &t.lists[i]
		its, given := list.given(args, of)
		if len(list.sized) == 0 && (given || !inherited) {
			size = its
		}
		if i == 0 && len(list.sized) > 0 {
			rows = its.objects
		}
		for _, path := range list.sized {
			if _, known := below.at(path); given || !known {
				below = below.with(path, its)
			}
		}
	}
	if rows == 0 {
		rows = size.objects
	}
	return size, rows, below
}

// given returns the value of the first slicing argument that has one, or the
// assumed size. A size is at least 1; resolvers refuse negative values.
func (l *listSize) given(args map[string]any, of tallier) (size quantity, given bool) {
	for _, name := range l.slicing {
		value := args[name]
		if value == nil {
			continue
		}
		var n float64
		if list, is := value.([]any); is {
			n, given = float64(len(list)), true
		} else {
			n, given = NumberOf(value)
		}
		if given {
			size = quantity{objects: max(n, 1)}
		}
		break
	}
	if !given {
		size = quantity{max(l.assumed.fixed, minimalSize), l.assumed.scanned(of)}
	}
	if l.maximum > 0 {
		size.objects = min(size.objects, l.maximum)
	}
	return size, given
}

// minimalSize is the smallest size of a list, by eye.
const minimalSize = 0.1

// addIntrospection adds prices for the fields of introspection, which cannot
// have directives. Lists have the average size of those in the schema.
func addIntrospection(schema *ast.Schema, all Table) {
	var fields, arguments, values, inputs, members, interfaces float64
	for _, object := range schema.Types {
		switch object.Kind {
		case ast.InputObject:
			inputs += float64(len(object.Fields))
		case ast.Enum:
			values += float64(len(object.EnumValues))
		default:
			fields += float64(len(object.Fields))
		}
		members += float64(len(schema.PossibleTypes[object.Name]))
		interfaces += float64(len(object.Interfaces))
		for _, field := range object.Fields {
			arguments += float64(len(field.Arguments))
		}
	}
	types := float64(max(len(schema.Types), 1))
	for name, assumed := range map[string]float64{
		"__Schema.types": types, "__Schema.directives": float64(len(schema.Directives)),
		"__Type.fields": fields / types, "__Type.inputFields": inputs / types, "__Type.enumValues": values / types,
		"__Type.possibleTypes": members / types, "__Type.interfaces": interfaces / types,
		"__Field.args": arguments / max(fields, 1), "__Directive.args": 2, "__Directive.locations": 2,
	} {
		object, field, _ := strings.Cut(name, ".")
		if definition := schema.Types[object]; definition != nil {
			all[definition.Fields.ForName(field)] = &fieldPrice{object: 1, leaf: leaf, lists: []listSize{{assumed: amount{fixed: assumed}}}}
		}
	}
}
