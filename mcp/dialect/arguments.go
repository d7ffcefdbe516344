// Package dialect reads the arguments of calls as models and their clients write them: with
// synonyms, in other types, words for times, and members in further objects.
package dialect

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/rows"
	"dossier/mcp/schema"
)

// synonyms are groups of names of arguments and columns that models use for each
// other. A name that a tool or a kind does not have is read as the first of its
// group that it has.
var synonyms = [][]string{
	strings.Fields("project project_id project_name"),
	strings.Fields("focus focus_id entity_id entity id"),
	strings.Fields("ids id entity_ids entity_id uuid uuids uri uris"),
	strings.Fields("ids entities"),
	strings.Fields("id entity_id entity ids uuid uri"),
	strings.Fields("about ids entities entity_ids"),
	strings.Fields("topic topics query q"),
	strings.Fields("query q search topic text"),
	strings.Fields("known known_digest known_digests known_handle"),
	strings.Fields("kinds kind types"),
	strings.Fields("kind type"),
	strings.Fields("states state status state_key"),
	strings.Fields("state_key state status"),
	strings.Fields("relations relation rel"),
	strings.Fields("changes change"),
	strings.Fields("first limit max_results"),
	strings.Fields("max_tokens token_budget budget"),
	strings.Fields("actor by author"),
	strings.Fields("owner assignee assigned_to"),
	strings.Fields("labels label tags"),
	strings.Fields("due_at due due_date target_date deadline"),
	strings.Fields("start_at start start_date"),
	strings.Fields("end_at end end_date due due_at"),
	strings.Fields("decision_at decided_at decided"),
	strings.Fields("completed_at completed"),
	strings.Fields("title name text"),
	strings.Fields("content text body markdown description"),
	strings.Fields("text content note observation title"),
	strings.Fields("description content details"),
	strings.Fields("outcome decision"),
	strings.Fields("rationale reason why"),
	strings.Fields("impact severity"),
	strings.Fields("probability likelihood"),
	strings.Fields("src src_id source source_id from from_id"),
	strings.Fields("rel relation relation_type relationship type"),
	strings.Fields("dst dst_id target target_id to to_id"),
	strings.Fields("project_id project"),
	strings.Fields("project id"),
	strings.Fields("props properties metadata custom_fields"),
}

// NameIn returns the name that has accepts for a given one: in lower case with
// underscores, or a synonym. It is "" if there is none.
func NameIn(given string, has func(name string) bool) string {
	name := graph.Snake(strings.NewReplacer("-", "_", " ", "_").Replace(strings.TrimSpace(given)))
	name = strings.ReplaceAll(name, "__", "_")
	if has(given) {
		return given
	}
	if has(name) {
		return name
	}
	for _, group := range synonyms {
		if !slices.Contains(group, name) {
			continue
		}
		if at := slices.IndexFunc(group, has); at >= 0 {
			return group[at]
		}
	}
	return ""
}

// Decode decodes the arguments of a call as models and their clients write them:
// null and blank optional arguments are not given, unknown ones are ignored,
// synonyms are known, and a value has the type of its parameter if its text is
// one. The error names the argument at fault, or the parameters of the tool.
func Decode(tool string, arguments json.RawMessage, properties []schema.Property, into any) error {
	given, err := ReadArguments(arguments, properties)
	if err != nil {
		return err
	}
	read := map[string]json.RawMessage{}
	for _, p := range properties {
		raw, has, err := argumentOf(p, given, properties)
		if err != nil {
			return err
		}
		if !has && p.Required && p.ItemType() == "object" {
			raw = valueOf(p, onlyItem(given, properties))
			has = len(raw) > 0
		}
		if has {
			read[p.Name] = raw
		} else if p.Required {
			return graph.BadInput(p.Name, "is missing; %s needs it", tool)
		}
	}
	err = json.Unmarshal([]byte(graph.EncodeJSON(read)), into)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return graph.BadInput(wrong.Field, "expected %s; got %s", typeName(wrong), wrong.Value)
	}
	if problem, ok := errors.AsType[*graph.Error](err); ok {
		return problem
	}
	if err != nil {
		return graph.BadInput("", "the parameters of %s cannot be read: %v", tool, err)
	}
	return nil
}

// ReadArguments returns the arguments of a call as they were given, without
// those that are null. Some clients send the object as its JSON text.
func ReadArguments(arguments json.RawMessage, properties []schema.Property) (rows.Members, error) {
	arguments = unwrapped(arguments, "{")
	// PHP writes [] for no members
	if len(arguments) == 0 || string(arguments) == "null" || isBlank(arguments) || slices.Contains(absent, string(arguments)) {
		return rows.Members{}, nil
	}
	given, err := rows.ReadMembers(arguments)
	if problem, ok := errors.AsType[*graph.Error](err); ok && problem.Argument != "" {
		return nil, err
	}
	if err != nil {
		var names []string
		for _, p := range properties {
			names = append(names, p.Name)
		}
		return nil, graph.BadInput("", "expected an object of parameters: %s; got %s", strings.Join(names, ", "),
			graph.Truncate(string(arguments), 60))
	}
	given = unwrapArguments(given, properties)
	maps.DeleteFunc(given, func(_ string, raw json.RawMessage) bool { return string(raw) == "null" })
	return given, nil
}

// argumentOf returns the value of a parameter among the given ones, and whether
// it has one.
func argumentOf(p schema.Property, given rows.Members, properties []schema.Property) (raw json.RawMessage, has bool, err error) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if NameIn(name, func(name string) bool { return hasProperty(properties, name) }) != p.Name {
			continue
		}
		value := valueOf(p, given[name])
		switch {
		case !p.Required && (isBlank(given[name]) || isBlank(value) || slices.Contains(absent, string(given[name]))):
		case has && string(value) != string(raw):
			return nil, false, graph.BadInput(p.Name, "is given twice: %s and %s; expected it once", graph.Truncate(string(raw), NameRunes),
				graph.Truncate(string(value), NameRunes))
		default:
			raw, has = value, true
		}
	}
	return raw, has, nil
}

// isBlank reports whether a value is an empty text or list, which models write
// for what they do not give.
func isBlank(raw json.RawMessage) bool {
	return string(raw) == "[]" || string(raw) == `""`
}

// TextIn returns the text that a JSON value is, "" if it is none.
func TextIn(raw json.RawMessage) string {
	var text string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return strings.TrimSpace(text)
}

// unwrapped returns the list or object whose JSON text a value is, and other
// values unchanged. begin is the first character of the text.
func unwrapped(raw json.RawMessage, begin string) json.RawMessage {
	text := TextIn(raw)
	if !strings.HasPrefix(text, begin) {
		return raw
	}
	if _, err := rows.ReadMembers([]byte(`{"text":` + text + `}`)); err != nil {
		return raw
	}
	return json.RawMessage(text)
}

// valueOf returns a value as the type of the parameter: models and clients also
// write 4000.0 and "4000", "true", a list or object as its JSON text, a list of
// one without brackets or a text in brackets, a number or an object with an id for a
// text, and the values of a parameter in other words. Other values are returned
// unchanged; decoding refuses them.
func valueOf(p schema.Property, raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return raw
	}
	return chosen(p, Typed(listIn(p, raw), p.TypeName(), p.ItemType()))
}

// Typed returns a value as a type of JSON, and the items of a list as another.
//
//nolint:cyclop // a case for each type
func Typed(raw json.RawMessage, name, items string) json.RawMessage {
	switch name {
	case "integer":
		return wholeNumber(raw)
	case "boolean":
		word := strings.ToLower(strings.Trim(string(raw), `" `))
		if value, err := strconv.ParseBool(cmp.Or(switches[word], word)); err == nil {
			return json.RawMessage(strconv.FormatBool(value))
		}
	case "string":
		if c := raw[0]; c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' {
			return json.RawMessage(strconv.Quote(string(raw)))
		}
		if raw[0] == '{' {
			return idOfObject(raw)
		}
		var one []string
		if raw[0] == '[' && json.Unmarshal(raw, &one) == nil && len(one) == 1 {
			return json.RawMessage(graph.EncodeJSON(one[0]))
		}
	case "object":
		return unwrapped(raw, "{")
	case "array":
		return listOf(unwrapped(raw, "["), items)
	case "number":
		if number := json.RawMessage(TextIn(raw)); len(number) > 0 && json.Valid(number) && number[0] != '"' {
			return number
		}
	}
	return raw
}

// switches are words for true and false.
var switches = map[string]string{"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}

// wholeNumber returns a number without a fraction of zero and without quotes.
func wholeNumber(raw json.RawMessage) json.RawMessage {
	number, err := strconv.ParseFloat(strings.Trim(string(raw), `" `), 64)
	if err != nil || number != float64(int64(number)) {
		return raw
	}
	return strconv.AppendInt(nil, int64(number), 10)
}

// listOf returns a list of values of a type, without null.
func listOf(raw json.RawMessage, items string) json.RawMessage {
	var list []json.RawMessage
	switch {
	case raw[0] == '[':
		if json.Unmarshal(raw, &list) != nil {
			return raw
		}
	case raw[0] == '{' && items != "object" && string(idOfObject(raw)) == string(raw):
		return raw
	default:
		list = []json.RawMessage{raw}
	}
	kept := []json.RawMessage{}
	for _, item := range list {
		if string(item) != "null" && (items != "string" || string(item) != `""`) {
			kept = append(kept, Typed(item, items, ""))
		}
	}
	return json.RawMessage(graph.EncodeJSON(kept))
}

// typeName returns a description of the expected type of an argument.
func typeName(wrong *json.UnmarshalTypeError) string {
	switch wrong.Type.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	if wrong.Type.Kind() == reflect.Slice && wrong.Type.Elem().Kind() != reflect.String {
		return "a list of objects"
	}
	return "a list of texts"
}

// NameRunes is the length in characters to which errors cut names. By eye.
const NameRunes = 60

// At returns err, an error about an entity, with the argument that names it.
func At(argument string, err error) error {
	known, ok := errors.AsType[*graph.Error](err)
	if !ok {
		return err
	}
	located := *known
	located.Argument = argument
	return &located
}

// SomeKinds returns the kinds with the given names, which may be plural.
func SomeKinds(names []string) ([]graph.Kind, error) {
	var list []graph.Kind
	for _, name := range names {
		for _, spec := range graph.Kinds {
			if strings.EqualFold(name, spec.Plural) {
				name = string(spec.Kind)
			}
		}
		kind, err := graph.ParseKind("kinds", name)
		if err != nil {
			return nil, err
		}
		list = append(list, kind)
	}
	return list, nil
}
