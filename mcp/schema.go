package mcp

import (
	"encoding/json"
	"strings"

	"dossier/graph"
)

// A schema is a JSON schema. Its members keep their order, so that the list of
// tools always has the same bytes.
type schema []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements [json.Marshaler].
func (s schema) MarshalJSON() ([]byte, error) {
	var out strings.Builder
	for i, m := range s {
		value, err := json.Marshal(m.value)
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

// indented returns value as indented JSON. Marshalling value must not fail.
func indented(value any) string {
	text, _ := json.MarshalIndent(value, "", "  ")
	return string(text) + "\n"
}

// A property is a parameter of a tool, or a member of one.
type property struct {
	name     string
	schema   schema
	required bool

	values    []string // the values of the text or of the items; nil for any
	isOfNames bool     // the items are names of entities
}

// object returns the schema of an object with these properties.
func object(properties ...property) schema {
	var members schema
	var required []string
	for _, p := range properties {
		members = append(members, member{p.name, p.schema})
		if p.required {
			required = append(required, p.name)
		}
	}
	s := schema{{"type", "object"}, {"properties", members}}
	if required != nil {
		s = append(s, member{"required", required})
	}
	return s
}

func text(name, doc string) property {
	return property{name: name, schema: described(schema{{"type", "string"}}, doc)}
}

func texts(name, doc string) property {
	return property{name: name, schema: described(schema{{"type", "array"}, {"items", schema{{"type", "string"}}}}, doc)}
}

func number(name, doc string) property {
	return property{name: name, schema: described(schema{{"type", "integer"}}, doc)}
}

// typeName returns the type of the property's values.
func (p property) typeName() string { return p.schema.typeName() }

// typeName returns the type of the values of a schema, which is its first member.
func (s schema) typeName() string { return s[0].value.(string) }

// itemType returns the type of the items of the property's values, "" if they
// are no lists.
func (p property) itemType() string {
	if p.typeName() != "array" {
		return ""
	}
	return p.schema[1].value.(schema).typeName()
}

// oneOf returns a property whose value is one of values.
func oneOf[T ~string](name, doc string, values []T) property {
	return property{name: name, schema: described(schema{{"type", "string"}, {"enum", values}}, doc), values: namesOf(values)}
}

// someOf returns a property whose value is a list of values.
func someOf[T ~string](name, doc string, values []T) property {
	return property{name: name, schema: described(schema{{"type", "array"}, {"items", schema{{"type", "string"}, {"enum", values}}}}, doc),
		values: namesOf(values)}
}

func namesOf[T ~string](values []T) (texts []string) {
	for _, value := range values {
		texts = append(texts, string(value))
	}
	return texts
}

// entityNames returns a property whose value is a list of names of entities.
func entityNames(name, doc string) property {
	p := texts(name, doc)
	p.isOfNames = true
	return p
}

// objects returns a property whose value is a list of objects with these
// members, and with others, which the description names.
//
//nolint:unparam // as its siblings
func objects(name, doc string, members ...property) property {
	return property{name: name, schema: described(schema{{"type", "array"}, {"items", object(members...)}}, doc)}
}

func boolean(name, doc string) property {
	return property{name: name, schema: described(schema{{"type", "boolean"}}, doc)}
}

func required(p property) property {
	p.required = true
	return p
}

//nolint:unparam // the keyword reads as in the schema
func (p property) with(name string, value any) property {
	p.schema = append(p.schema, member{name, value})
	return p
}

func described(s schema, doc string) schema {
	if doc == "" {
		return s
	}
	return append(s, member{"description", doc})
}

// kinds returns the names of the kinds.
func kinds() []graph.Kind {
	var list []graph.Kind
	for _, spec := range graph.Kinds {
		list = append(list, spec.Kind)
	}
	return list
}

func relations() []graph.Relation {
	var list []graph.Relation
	for _, spec := range graph.Relations {
		list = append(list, spec.Name)
	}
	return list
}
