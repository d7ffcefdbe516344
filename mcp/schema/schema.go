// Package schema declares the parameters of tools: JSON schemas whose bytes are always the
// same, as their members keep their order.
package schema

import (
	"encoding/json"
	"strings"

	"dossier/graph"
)

// An Object is a JSON schema, or another object. Its members keep their order, so that the list of
// tools always has the same bytes.
type Object []Member

// A Member is a member of an object.
type Member struct {
	name  string
	Value any
}

// Pair returns a member.
func Pair(name string, value any) Member { return Member{name, value} }

// MarshalJSON implements [json.Marshaler].
func (s Object) MarshalJSON() ([]byte, error) {
	var out strings.Builder
	for i, m := range s {
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(graph.EncodeJSON(m.name) + ":" + string(value))
	}
	return []byte("{" + out.String() + "}"), nil
}

// Indented returns value as indented JSON. Marshalling value must not fail.
func Indented(value any) string {
	text, _ := json.MarshalIndent(value, "", "  ")
	return string(text) + "\n"
}

// A Property is a parameter of a tool, or a member of one.
type Property struct {
	Name     string
	schema   Object
	Required bool

	Values    []string // the values of the text or of the items; nil for any
	IsOfNames bool     // the items are names of entities
}

// ObjectOf returns the schema of an object with these properties.
func ObjectOf(properties ...Property) Object {
	var members Object
	var required []string
	for _, p := range properties {
		members = append(members, Pair(p.Name, p.schema))
		if p.Required {
			required = append(required, p.Name)
		}
	}
	s := Object{Pair("type", "object"), Pair("properties", members)}
	if required != nil {
		s = append(s, Pair("required", required))
	}
	return s
}

// Text returns a property whose value is a text.
func Text(name, doc string) Property {
	return Property{Name: name, schema: described(Object{Pair("type", "string")}, doc)}
}

// Texts returns a property whose value is a list of texts.
func Texts(name, doc string) Property {
	return Property{Name: name, schema: described(Object{Pair("type", "array"), Pair("items", Object{Pair("type", "string")})}, doc)}
}

// Number returns a property whose value is a whole number.
func Number(name, doc string) Property {
	return Property{Name: name, schema: described(Object{Pair("type", "integer")}, doc)}
}

// TypeName returns the type of the property's values.
func (p Property) TypeName() string { return p.schema.typeName() }

// typeName returns the type of the values of a schema, which is its first member.
func (s Object) typeName() string { return s[0].Value.(string) }

// ItemType returns the type of the items of the property's values, "" if they
// are no lists.
func (p Property) ItemType() string {
	if p.TypeName() != "array" {
		return ""
	}
	return p.schema[1].Value.(Object).typeName()
}

// OneOf returns a property whose value is one of values.
func OneOf[T ~string](name, doc string, values []T) Property {
	return Property{Name: name, schema: described(Object{Pair("type", "string"), Pair("enum", values)}, doc), Values: namesOf(values)}
}

// SomeOf returns a property whose value is a list of values.
func SomeOf[T ~string](name, doc string, values []T) Property {
	return Property{Name: name, schema: described(Object{Pair("type", "array"),
		Pair("items", Object{Pair("type", "string"), Pair("enum", values)})}, doc),
		Values: namesOf(values)}
}

func namesOf[T ~string](values []T) (texts []string) {
	for _, value := range values {
		texts = append(texts, string(value))
	}
	return texts
}

// EntityNames returns a property whose value is a list of names of entities.
func EntityNames(name, doc string) Property {
	p := Texts(name, doc)
	p.IsOfNames = true
	return p
}

// Objects returns a property whose value is a list of objects with these
// members, and with others, which the description names.
func Objects(name, doc string, members ...Property) Property {
	return Property{Name: name, schema: described(Object{Pair("type", "array"), Pair("items", ObjectOf(members...))}, doc)}
}

// Boolean returns a property whose value is true or false.
func Boolean(name, doc string) Property {
	return Property{Name: name, schema: described(Object{Pair("type", "boolean")}, doc)}
}

// Required returns a property that must be given.
func Required(p Property) Property {
	p.Required = true
	return p
}

// With returns the property with another member of its schema.
func (p Property) With(name string, value any) Property {
	p.schema = append(p.schema, Pair(name, value))
	return p
}

func described(s Object, doc string) Object {
	if doc == "" {
		return s
	}
	return append(s, Pair("description", doc))
}

// Kinds returns the names of the kinds.
func Kinds() []graph.Kind {
	var list []graph.Kind
	for _, spec := range graph.Kinds {
		list = append(list, spec.Kind)
	}
	return list
}

// Relations returns the names of the relations.
func Relations() []graph.Relation {
	var list []graph.Relation
	for _, spec := range graph.Relations {
		list = append(list, spec.Name)
	}
	return list
}
