package plan

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"
)

// An introspector resolves __schema and __type, the fields of a query that ask
// for the schema. What it returns is made once: a plan writes it as it writes
// other structs.
//
// Where a kind of type has no such thing the answer is null, as the
// specification requires; gqlgen's own introspection has empty lists (gqlgen#1867).
type introspector struct{ schema func() *schemaInfo }

func newIntrospector(schema *ast.Schema) *introspector {
	return &introspector{sync.OnceValue(func() *schemaInfo { return describe(schema) })}
}

// Schema resolves __schema.
func (i *introspector) Schema() *schemaInfo { return i.schema() }

// Type resolves __type: nil if there is no type of the name.
func (i *introspector) Type(name string) *typeInfo { return i.schema().byName[name] }

// A schemaInfo is bound to __Schema. Types and directives are in the order of
// their names.
type schemaInfo struct {
	Description                           *string
	Types                                 []*typeInfo
	QueryType, MutationType, Subscription *typeInfo
	Directives                            []*directiveInfo
	byName                                map[string]*typeInfo
}

// SubscriptionType is the root type of subscriptions, nil if there is none.
func (s *schemaInfo) SubscriptionType() *typeInfo { return s.Subscription }

// A typeInfo is bound to __Type: a type of a name, or a list of another, or one
// that is not null. Lists that its kind does not have are nil.
type typeInfo struct {
	Kind                              ast.DefinitionKind
	Name, Description, SpecifiedByURL *string
	Interfaces, PossibleTypes         []*typeInfo
	OfType                            *typeInfo
	IsOneOf                           *bool
	fields                            []*fieldInfo
	inputs                            []*inputInfo
	values                            []*valueInfo
}

// Fields are those of an object or interface, nil for other types.
func (t *typeInfo) Fields(includeDeprecated bool) []*fieldInfo {
	return current(t.fields, includeDeprecated)
}

// InputFields are those of an input object, nil for other types.
func (t *typeInfo) InputFields(includeDeprecated bool) []*inputInfo {
	return current(t.inputs, includeDeprecated)
}

// EnumValues are the values of an enum, nil for other types.
func (t *typeInfo) EnumValues(includeDeprecated bool) []*valueInfo {
	return current(t.values, includeDeprecated)
}

// A named thing is part of each of those below.
type named struct {
	Name        string
	Description *string
}

// Age is whether a thing is deprecated, and why.
type age struct {
	IsDeprecated      bool
	DeprecationReason *string
}

func (a age) deprecated() bool { return a.IsDeprecated }

// A fieldInfo is bound to __Field.
type fieldInfo struct {
	named
	age
	Type *typeInfo
	args []*inputInfo
}

// Args are the arguments of the field.
func (f *fieldInfo) Args(includeDeprecated bool) []*inputInfo {
	return current(f.args, includeDeprecated)
}

// An inputInfo is bound to __InputValue: an argument, or a field of an input
// object.
type inputInfo struct {
	named
	age
	Type         *typeInfo
	DefaultValue *string // in GraphQL's notation
}

// A valueInfo is bound to __EnumValue.
type valueInfo struct {
	named
	age
}

// A directiveInfo is bound to __Directive.
type directiveInfo struct {
	named
	Locations    []ast.DirectiveLocation
	IsRepeatable bool
	args         []*inputInfo
}

// Args are the arguments of the directive.
func (d *directiveInfo) Args(includeDeprecated bool) []*inputInfo {
	return current(d.args, includeDeprecated)
}

// current returns the things without those that are deprecated, or all of them.
func current[T interface{ deprecated() bool }](all []T, includeDeprecated bool) []T {
	isOld := func(one T) bool { return one.deprecated() }
	if includeDeprecated || !slices.ContainsFunc(all, isOld) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), isOld)
}

// A describer makes the description of a schema.
type describer struct {
	schema *ast.Schema
	*schemaInfo
}

func describe(schema *ast.Schema) *schemaInfo {
	d := describer{schema, &schemaInfo{Description: text(schema.Description), byName: map[string]*typeInfo{}}}
	names := slices.Sorted(maps.Keys(schema.Types))
	for _, name := range names { // types refer to each other
		d.byName[name] = &typeInfo{}
		d.Types = append(d.Types, d.byName[name])
	}
	for _, name := range names {
		d.fill(d.byName[name], schema.Types[name])
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Directives)) {
		one := schema.Directives[name]
		d.Directives = append(d.Directives, &directiveInfo{
			named: named{one.Name, text(one.Description)}, Locations: one.Locations, IsRepeatable: one.IsRepeatable,
			args: d.arguments(one.Arguments),
		})
	}
	d.QueryType, d.MutationType, d.Subscription = d.root(schema.Query), d.root(schema.Mutation), d.root(schema.Subscription)
	return d.schemaInfo
}

func (d describer) root(definition *ast.Definition) *typeInfo {
	if definition == nil {
		return nil
	}
	return d.byName[definition.Name]
}

// fill describes a type of a name.
func (d describer) fill(t *typeInfo, of *ast.Definition) {
	t.Kind, t.Name, t.Description = of.Kind, &of.Name, text(of.Description)
	switch of.Kind {
	case ast.Scalar:
		if by := of.Directives.ForName("specifiedBy"); by != nil {
			t.SpecifiedByURL = &by.Arguments.ForName("url").Value.Raw
		}
	case ast.Enum:
		for _, value := range of.EnumValues {
			t.values = append(t.values, &valueInfo{named{value.Name, text(value.Description)}, ageOf(value.Directives)})
		}
	case ast.InputObject:
		is := of.Directives.ForName("oneOf") != nil
		t.IsOneOf, t.inputs = &is, d.inputFields(of)
	case ast.Union:
		t.PossibleTypes = d.possible(of)
	case ast.Interface:
		t.PossibleTypes, t.fields, t.Interfaces = d.possible(of), d.fields(of), d.interfaces(of)
	case ast.Object:
		t.fields, t.Interfaces = d.fields(of), d.interfaces(of)
	}
}

func (d describer) possible(of *ast.Definition) []*typeInfo {
	all := []*typeInfo{}
	for _, definition := range d.schema.GetPossibleTypes(of) {
		all = append(all, d.byName[definition.Name])
	}
	return all
}

func (d describer) interfaces(of *ast.Definition) []*typeInfo {
	all := []*typeInfo{}
	for _, name := range of.Interfaces {
		all = append(all, d.byName[name])
	}
	return all
}

func (d describer) fields(of *ast.Definition) []*fieldInfo {
	all := []*fieldInfo{}
	for _, f := range of.Fields {
		if !strings.HasPrefix(f.Name, "__") {
			all = append(all, &fieldInfo{named{f.Name, text(f.Description)}, ageOf(f.Directives), d.typeOf(f.Type), d.arguments(f.Arguments)})
		}
	}
	return all
}

func (d describer) inputFields(of *ast.Definition) []*inputInfo {
	all := []*inputInfo{}
	for _, f := range of.Fields {
		all = append(all, &inputInfo{named{f.Name, text(f.Description)}, ageOf(f.Directives), d.typeOf(f.Type), written(f.DefaultValue)})
	}
	return all
}

func (d describer) arguments(arguments ast.ArgumentDefinitionList) []*inputInfo {
	all := []*inputInfo{}
	for _, a := range arguments {
		all = append(all, &inputInfo{named{a.Name, text(a.Description)}, ageOf(a.Directives), d.typeOf(a.Type), written(a.DefaultValue)})
	}
	return all
}

// typeOf describes the type of a field or an argument.
func (d describer) typeOf(t *ast.Type) *typeInfo {
	switch {
	case t.NonNull:
		nullable := *t
		nullable.NonNull = false
		return &typeInfo{Kind: "NON_NULL", OfType: d.typeOf(&nullable)}
	case t.Elem != nil:
		return &typeInfo{Kind: "LIST", OfType: d.typeOf(t.Elem)}
	}
	return d.byName[t.NamedType]
}

// ageOf returns whether directives deprecate what has them. gqlparser adds the
// default reason to none of them.
func ageOf(directives ast.DirectiveList) age {
	directive := directives.ForName("deprecated")
	if directive == nil {
		return age{}
	}
	reason := "No longer supported"
	if given := directive.Arguments.ForName("reason"); given != nil {
		reason = given.Value.Raw
	}
	return age{true, &reason}
}

func written(value *ast.Value) *string {
	if value == nil {
		return nil
	}
	return text(value.String())
}

// text returns nil for no text.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
