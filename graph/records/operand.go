package records

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A class is the comparable type of a field. Values are string, time.Time,
// float64, bool, or []any of strings; nil if unset.
type class int

const (
	classText class = iota
	classRef        // the id of an entity
	classTime
	classNumber
	classBool
	classTexts // a list
	classRefs  // a list
)

// The classes that operators apply to.
var (
	sizes   = []class{classText, classTime, classNumber}
	ordered = append(slices.Clone(sizes), classRef)
	single  = append(slices.Clone(ordered), classBool)
	every   = append(slices.Clone(single), classTexts, classRefs)
)

// classNames are the descriptions of values, for errors.
var classNames = map[class]string{
	classText: "a text", classRef: "an id or {this}", classTime: "a date or time such as 2026-01-31",
	classNumber: "a number", classBool: "true or false",
}

func (c class) isList() bool { return c == classTexts || c == classRefs }

// item returns the class of a list's items, or c if it is not a list.
func (c class) item() class {
	switch c {
	case classTexts:
		return classText
	case classRefs:
		return classRef
	}
	return c
}

// operators returns the names of the operators that apply to the class.
func (c class) operators() string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(operators)) {
		if slices.Contains(operators[name].classes, c) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// of converts a value of decoded JSON or of a column to a value of the class,
// and reports whether it could.
func (c class) of(value any) (any, bool) {
	switch c {
	case classText, classBool:
		if number, isNumber := value.(json.Number); isNumber && c == classText {
			return number.String(), true
		}
		isText := reflect.TypeOf(value) == reflect.TypeFor[string]()
		_, isBool := value.(bool)
		return value, isText && c == classText || isBool && c == classBool
	case classRef:
		name, ok := value.(string)
		return graph.ID(name), ok && name != ""
	case classTime:
		return timeOf(value)
	case classNumber:
		switch value := value.(type) {
		case float64:
			return value, true
		case int:
			return float64(value), true
		}
		return nil, false
	}
	items, err := listOf(value)
	list := make([]any, len(items))
	for i, item := range items {
		list[i], _ = c.item().of(item)
	}
	return list, err == nil && len(list) > 0
}

func timeOf(value any) (any, bool) {
	if at, ok := value.(time.Time); ok {
		return at, true
	}
	text, _ := value.(string)
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), true
		}
	}
	return nil, false
}

// wanted returns the right-hand value of a comparison.
func (c class) wanted(takes operator, from clause) (any, error) {
	item := takes.takes(c)
	if !takes.list {
		return item.constant(from.value, from.valueAt)
	}
	list, ok := from.value.([]any)
	if !ok || len(list) > maxRows {
		return nil, from.valueAt.bad("got %s; expected a list of at most %d values", short(from.value), maxRows)
	}
	wanted := make([]any, len(list))
	for i, one := range list {
		var err error
		if wanted[i], err = item.constant(one, from.valueAt); err != nil {
			return nil, err
		}
	}
	return wanted, nil
}

func (c class) constant(value any, at position) (any, error) {
	if value == thisRecord && c == classRef {
		return thisID{}, nil
	}
	constant, ok := c.of(value)
	if !ok || value == thisRecord {
		return nil, at.bad("got %s; expected %s", short(value), classNames[c])
	}
	return constant, nil
}

// compare compares two values of the same class.
func compare(a, b any) int {
	switch a := a.(type) {
	case string:
		return strings.Compare(a, b.(string))
	case time.Time:
		return a.Compare(b.(time.Time))
	case float64:
		return cmp.Compare(a, b.(float64))
	case bool:
		return cmp.Compare(btoi(a), btoi(b.(bool)))
	}
	return 0
}

// An operand is a comparable field of a target's entities.
type operand struct {
	class class
	value func(graph.Entity) any
}

// recordClasses are the classes of the types of record fields.
var recordClasses = map[string]class{
	typeText: classText, typeEmail: classText, typeSelect: classText, typeDate: classTime,
	typeTextList: classTexts, typeEntity: classRef, typeNote: classRef, typeEntityList: classRefs,
}

// operand returns the field with a name: a field of the record type, or else a
// column, by its name in the store or in the API.
func (t target) operand(name named) (*operand, error) {
	if t.recordType != nil {
		for i := range t.recordType.Fields {
			if field := &t.recordType.Fields[i]; field.Name == name.name {
				return recordOperand(field, name)
			}
		}
	}
	spec := graph.SpecOf(t.kind)
	for i := range spec.Fields {
		field := &spec.Fields[i]
		class, known := classOf(field)
		if known && (name.name == field.Name || name.name == field.SchemaName()) {
			return columnOperand(field, class), nil
		}
	}
	return nil, name.at.bad("%s has no field %q to compare; expected one of %s", t, graph.Truncate(name.name, 60),
		strings.Join(t.fieldNames(), ", "))
}

func recordOperand(field *graph.RecordField, name named) (*operand, error) {
	class, known := recordClasses[field.Type]
	if !known {
		return nil, name.at.bad("%q is computed; expected a field that is stored", name.name)
	}
	return &operand{class, func(e graph.Entity) any {
		stored := e.(*graph.Record).Fields.Object()[field.Name]
		return valueOf(class, stored)
	}}, nil
}

func columnOperand(field *graph.Field, class class) *operand {
	return &operand{class, func(e graph.Entity) any { return valueOf(class, field.Value(e)) }}
}

// valueOf converts a stored value to the class. It returns nil if the value is
// unset or does not fit.
func valueOf(class class, stored any) any {
	if isUnset(stored) {
		return nil
	}
	value, fits := class.of(stored)
	if !fits {
		return nil
	}
	return value
}

// classOf returns the class of a column, and reports whether the column can be
// compared: only columns that the light view has in full can be.
func classOf(field *graph.Field) (class, bool) {
	if !field.Light || !field.API || field.Limit > 0 {
		return 0, false
	}
	plain := field.Type
	if plain.Kind() == reflect.Pointer {
		plain = plain.Elem()
	}
	switch {
	case plain == reflect.TypeFor[time.Time]():
		return classTime, true
	case plain != reflect.TypeFor[string]():
		number := plain.Kind() == reflect.Int || plain.Kind() == reflect.Float64
		return classNumber, number
	case field.Name == "id" || strings.HasSuffix(field.Name, "_id") && field.Name != "external_id":
		return classRef, true
	}
	return classText, true
}

// fieldNames returns the names of the comparable fields, those of the record
// type first.
func (t target) fieldNames() []string {
	var names []string
	if t.recordType != nil {
		for _, field := range t.recordType.Fields {
			if _, known := recordClasses[field.Type]; known {
				names = append(names, field.Name)
			}
		}
	}
	spec := graph.SpecOf(t.kind)
	for i := range spec.Fields {
		if _, known := classOf(&spec.Fields[i]); known {
			names = append(names, spec.Fields[i].SchemaName())
		}
	}
	return names
}
