// Package searchtext determines which texts of an entity are searched. They are
// analysed when the entity is written, so that building an index does not
// require reading and analysing long texts again.
package searchtext

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/text"
)

// Analyse returns the analysed search text of an entity, which a store keeps as
// the entity's [graph.Terms].
func Analyse(e graph.Entity) []byte { return text.Analyse(append(Fields(e), numbers(e)...)...) }

// What is before a name in the names of fields: of a member of props, of a field of a
// record, and of a member of props that is a number.
const (
	PropField   = "props."
	RecordField = "fields."
	NumberField = "number."
)

// Property returns the name of the member of props, or of the field of a record, whose
// text a field has, and reports whether it has such a text.
func Property(field string) (name string, ok bool) {
	if name, ok = strings.CutPrefix(field, PropField); ok {
		return name, true
	}
	return strings.CutPrefix(field, RecordField)
}

// numbers returns the members of an entity's props that are numbers and no names, such as
// an estimate.
func numbers(e graph.Entity) (fields []text.Field) {
	object := e.Self().Props.Object()
	for _, key := range slices.Sorted(maps.Keys(object)) {
		number, ok := object[key].(json.Number)
		if n, err := number.Float64(); ok && err == nil && math.Abs(n) < lists.GreatestNumber {
			fields = append(fields, text.Field{Name: NumberField + key, Number: &n})
		}
	}
	return fields
}

// Fields returns the searched texts of a full entity, its label first: the
// searched columns, the strings of JSON columns and props, and the words of its
// kind. Analysed sentences refer to these texts by offset, so a document that
// quotes sentences must use the same fields.
func Fields(e graph.Entity) []text.Field {
	spec := e.Self().Spec()
	label, _ := spec.Field(spec.Label).Value(e).(string)
	fields := []text.Field{{Name: spec.Label, Text: label}}
	for _, label := range e.Self().Labels { // each is a value, whatever its neighbours
		fields = append(fields, text.Field{Name: labelsColumn, Text: label})
	}
	for _, field := range spec.Fields {
		if !field.Searched || field.Name == labelsColumn {
			continue
		}
		switch value := field.Value(e).(type) {
		case string:
			fields = append(fields, text.Field{Name: field.Name, Text: value})
		case graph.JSON:
			fields = append(fields, jsonFields(field.Name, value, isName)...)
		}
	}
	if signal, ok := e.(*graph.Signal); ok {
		fields = append(fields, payloadFields(signal)...)
	}
	kind := kindWords(e)
	isNumber := func(key string) bool { return isName(key) || slices.Contains(strings.Fields(kind), key) }
	fields = append(fields, jsonFields(propsColumn, e.Self().Props, isNumber)...)
	fields = append(fields, text.Field{Name: kindField, Text: kind})
	if names := idNames(e); len(names) > 0 {
		fields = append(fields, text.Field{Name: noteField + text.IDKey, Text: strings.Join(names, ", ")})
	}
	return fields
}

// maxIDName is the maximum length of an external id that people use as a name, by
// eye: those of trackers have up to 20 characters, those with a path are longer.
const maxIDName = 24

// idNames returns the names that the external id of an entity is: the id as it was
// imported and, if its number has leading zeros, also without these. An id with a
// path or a space is none, nor is a word.
func idNames(e graph.Entity) []string {
	id := graph.Or(e.Self().ExternalID, "")
	if len(id) > maxIDName || strings.ContainsAny(id, "/: ,\t\n") || !strings.ContainsAny(id, "0123456789") {
		return nil
	}
	if short := graph.WithoutZeros(id); short != id {
		return []string{id, short}
	}
	return []string{id}
}

// kindField is the name of the field with an entity's kind and type, which a
// question may contain, as in "risks of the launch".
const kindField = "type_key"

// kindWords returns the kind and type of an entity as words: "task execute
// test", "record person".
func kindWords(e graph.Entity) string {
	words := string(e.Self().Kind)
	if record, ok := e.(*graph.Record); ok {
		words += " " + record.RecordType
	}
	if key := e.Self().TypeKey; key != nil {
		_, variety, _ := strings.Cut(*key, ".")
		words += " " + strings.NewReplacer(".", " ", "_", " ").Replace(variety)
	}
	return words
}

// labelsColumn is the column with labels, whose texts are values.
const labelsColumn = "labels"

// propsColumn is the column with props, and noteField is before the name of a member
// in the name of its text.
const (
	propsColumn = "props"
	noteField   = propsColumn + "."
)

// Quotable reports whether a document may quote a text of a field that has a
// number of words. Types, payloads and short values in props are searched, but are
// of little use without their names.
func Quotable(field string, words int) bool {
	isNote := strings.HasPrefix(field, noteField) && words > text.ValueWords
	return isNote || field != kindField && field != labelsColumn &&
		!strings.HasPrefix(field, noteField) && !strings.HasPrefix(field, "payload.")
}

// Quoted returns the texts of a full entity that a document may quote, by field.
func Quoted(e graph.Entity) map[string]string {
	texts := map[string]string{}
	for _, field := range Fields(e) {
		if Quotable(field.Name, 0) {
			texts[field.Name] = field.Text
		}
	}
	for _, note := range Notes(e) {
		texts[noteField+note.Name] = note.Text
	}
	return texts
}

// Notes returns the texts in the props of a full entity, such as the mitigation of
// a risk, by name. Short values, lists, states and owners are none, nor is what
// describes the entity.
func Notes(e graph.Entity) []text.Field {
	notes := slices.DeleteFunc(Members(e.Self().Props), func(member text.Field) bool {
		return slices.Contains(text.StatusKeys, member.Name) || !Quotable(noteField, len(strings.Fields(member.Text)))
	})
	if len(notes) == 0 { // as most have none, their props are decoded once
		return nil
	}
	object := e.Self().Props.Object()
	owner, _ := graph.OwnersInProps(e)
	return slices.DeleteFunc(notes, func(note text.Field) bool {
		_, isString := object[note.Name].(string)
		return !isString || note.Name == owner || note.Text == graph.Description(e) || note.Text == graph.Heading(e)
	})
}

// NoteTitle returns the title of a field with a text in props, "" for another field.
func NoteTitle(field string) string {
	if name, isNote := strings.CutPrefix(field, noteField); isNote {
		return Title(name)
	}
	return ""
}

// Title returns the title of the text of a column or of a member of an object.
func Title(name string) string { return graph.Capital(strings.ReplaceAll(name, "_", " ")) }

// payloadText is the maximum number of bytes of a text in a payload that is
// searched, by eye: a longer one is data.
const payloadText = 10_000

// payloadFields returns the texts of a signal's payload that its summary lacks,
// such as who sent a mail.
func payloadFields(signal *graph.Signal) []text.Field {
	return slices.DeleteFunc(jsonFields("payload", signal.Payload, isName), func(f text.Field) bool {
		return len(f.Text) > payloadText || strings.Contains(graph.Or(signal.PayloadSummary, ""), f.Text)
	})
}

// jsonFields returns the members of an object as fields of a column, also the ids of
// owners, by which questions about a person find what is theirs. Numbers are names
// under some keys, and in props under a word of the entity's type: the rfc of a
// task.rfc.
func jsonFields(column string, value graph.JSON, isName func(key string) bool) []text.Field {
	object := value.Object()
	fields := append(members(object, isName, ownLines), ownerIDs(object)...)
	for i := range fields {
		fields[i].Name = column + "." + fields[i].Name
	}
	return fields
}

// Members returns the strings of an object and of the lists in it, by key, and
// numbers that are names, such as that of an issue. It omits ids and addresses.
func Members(value graph.JSON) []text.Field {
	return membersOf(value.Object(), isName)
}

// isName reports whether a number with a key is a name.
func isName(key string) bool { return slices.Contains(text.NameKeys, key) }

// Values is like [Members], but also returns all other numbers, which are shown but
// not searched.
func Values(value graph.JSON) []text.Field {
	return membersOf(value.Object(), func(string) bool { return true })
}

// ownLines separates the items of a list so that each is a sentence of its own.
const ownLines = "\n\n"

// membersOf returns the strings of an object, and the numbers of the wanted keys.
func membersOf(object map[string]any, wantsNumber func(key string) bool) []text.Field {
	return members(object, wantsNumber, ", ")
}

// members is like membersOf, with the items of a list separated by a text.
func members(object map[string]any, wantsNumber func(key string) bool, by string) []text.Field {
	var fields []text.Field
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		if number, ok := value.(json.Number); ok && wantsNumber(key) {
			value = number.String()
		}
		if words := stringsIn(value, by); words != "" {
			fields = append(fields, text.Field{Name: key, Text: words})
		}
	}
	return fields
}

func stringsIn(value any, by string) string {
	switch value := value.(type) {
	case string:
		if !looksLikeID(value) {
			return value
		}
	case []any:
		var items []string
		for _, item := range value {
			if text := stringsIn(item, by); text != "" {
				items = append(items, text)
			}
		}
		return strings.Join(items, by)
	}
	return ""
}

// ownerIDs returns the owners in an object that are ids: of an id in an import, the last
// part, by which [graph.Record.Names] calls a person.
func ownerIDs(object map[string]any) []text.Field {
	var fields []text.Field
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !graph.IsOwnerKey(key) {
			continue
		}
		for _, id := range graph.NamesIn(object[key]) {
			if looksLikeID(id) {
				fields = append(fields, text.Field{Name: key, Text: id[strings.LastIndexAny(id, "/:#")+1:]})
			}
		}
	}
	return fields
}

// looksLikeID reports whether a value is an id or an address: one word with a
// slash or a colon in it. The words in these do not describe the entity, unlike two
// names such as CI/CD.
func looksLikeID(value string) bool {
	isWord := strings.ContainsAny(value, "/:") && !strings.ContainsAny(value, " \t\n")
	return graph.IsUUID(value) || isWord && !twoNames.MatchString(value)
}

// twoNames matches two names, each of letters of which the first is a capital.
var twoNames = regexp.MustCompile(`^\p{Lu}\pL*/\p{Lu}\pL*$`)
