package sources

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// An Object is a JSON object of a source, whose members may have other forms than
// expected: a number for a text, one item for a list.
type Object map[string]any

// ParseObject returns the object that a JSON text is.
func ParseObject(text []byte) (Object, error) {
	value, err := ParseJSON(text)
	if err != nil {
		return nil, err
	}
	object, is := value.(map[string]any)
	if !is {
		return nil, fmt.Errorf("got %s; expected an object", jsonType(value))
	}
	return object, nil
}

// ParseJSON returns the value of a JSON text, with numbers as [json.Number].
func ParseJSON(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more text after the value; expected one value")
	}
	return value, nil
}

func jsonType(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case string:
		return "a text"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case []any:
		return "a list"
	}
	return "an object"
}

// Text returns the first of some members that is a text or a number, ""
// for none. A path such as "user.login" leads into objects.
func (o Object) Text(paths ...string) string {
	for _, path := range paths {
		if text := TextOf(o.At(path)); text != "" {
			return text
		}
	}
	return ""
}

// TextOf returns a text, or a number or truth as text, and "" for other values.
func TextOf(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	case bool, int64, float64:
		return fmt.Sprint(value)
	}
	return ""
}

// At returns the member at a path such as "user.login", nil for none.
func (o Object) At(path string) any {
	if value, known := o[path]; known {
		return value
	}
	first, rest, deeper := strings.Cut(path, ".")
	if inner := o.Object(first); deeper && inner != nil {
		return inner.At(rest)
	}
	return nil
}

// Object returns a member that is an object, nil for others.
func (o Object) Object(name string) Object {
	inner, _ := o[name].(map[string]any)
	return inner
}

// Objects returns the objects in the list at a path, or in the nodes of the
// connection there, as GraphQL has them.
func (o Object) Objects(path string) []Object { return ObjectsIn(o.At(path)) }

// Document returns the value of a JSON file whose objects know their lines. What
// is no JSON is noted, with the line; what is before that is returned.
func Document(fsys fs.FS, path string, out *Records) (any, error) {
	text, err := fs.ReadFile(fsys, path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	text = Decoded(bytes.TrimLeft(text, "\ufeff"))
	value, err := parseDocument(text)
	if problem, is := errors.AsType[*documentError](err); is {
		out.Note(Rejected, Position{path, problem.Line}, fmt.Sprintf("not JSON: %v; what is before it is read", problem.Err))
	}
	return value, nil
}

// ObjectsIn returns the objects in a list, or in the nodes or edges of a
// connection.
func ObjectsIn(value any) []Object {
	if connection, is := value.(map[string]any); is {
		if edges, is := connection["edges"].([]any); is {
			return nodesOf(edges)
		}
		value = connection["nodes"]
	}
	list, _ := value.([]any)
	var objects []Object
	for _, item := range list {
		if object, is := item.(map[string]any); is {
			objects = append(objects, object)
		}
	}
	return objects
}

// nodesOf returns the nodes of the edges of a connection.
func nodesOf(edges []any) (nodes []Object) {
	for _, edge := range ObjectsIn(edges) {
		if node := edge.Object("node"); node != nil {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// Texts returns the texts in the list at a path: its items, or the first of some
// members of items that are objects. A text alone is split at commas.
func (o Object) Texts(path string, members ...string) []string {
	value := o.At(path)
	if objects := ObjectsIn(value); len(objects) > 0 {
		var texts []string
		for _, object := range objects {
			texts = append(texts, object.Text(members...))
		}
		return texts
	}
	switch value := value.(type) {
	case []any:
		var texts []string
		for _, item := range value {
			texts = append(texts, TextOf(item))
		}
		return texts
	case string:
		return SplitList(value)
	case nil:
		return nil
	}
	return distinct([]string{TextOf(value)})
}

// SplitList returns the parts of a text between commas or semicolons.
func SplitList(text string) []string {
	return distinct(strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '|' }))
}

// Rest returns the members that are not in a list of names, for props.
func (o Object) Rest(known ...string) map[string]any {
	rest := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if name != lineMember && !slices.Contains(known, name) {
			rest[name] = o[name]
		}
	}
	return rest
}

// Person returns the person at a path: an object, or a handle, a name or an
// address.
func (o Object) Person(path string) Person { return PersonOf(o.At(path)) }

// PersonOf returns the person that a value is.
func PersonOf(value any) Person {
	if object, is := value.(map[string]any); is {
		o := Object(object)
		return Person{
			Handle: o.Text("login", "username", "handle", "displayName" /* of Linear, beside name */),
			Name:   o.Text("name", "fullName"), Email: o.Text("email", "emailAddress"),
		}
	}
	return Person{Handle: TextOf(value)}
}
