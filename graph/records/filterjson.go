package records

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"dossier/graph"
)

// parseObject parses the JSON form of a query.
func parseObject(value any) (*filter, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, position{}.bad("got %s; expected an object with kind, recordType, where, orderBy, limit", short(value))
	}
	f := &filter{limit: maxRows}
	if err := eachMember(object, position{}, f.member); err != nil {
		return nil, err
	}
	if f.from.name == "" {
		return nil, position{}.bad("has neither kind nor recordType; expected one of them")
	}
	if kind, given := object["kind"].(string); given && object["recordType"] != nil && !strings.EqualFold(kind, string(graph.KindRecord)) {
		return nil, position{path: ".kind"}.bad("%q has no record types; expected record", graph.Truncate(kind, 60))
	}
	return f, nil
}

// eachMember calls read for the members of an object, by name, until it fails.
func eachMember(object map[string]any, at position, read func(name string, value any, at position) error) error {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if err := read(name, object[name], position{path: at.path + "." + name}); err != nil {
			return err
		}
	}
	return nil
}

// member parses a member of the query. recordType overrides kind, because it is
// read later and more specific.
func (f *filter) member(name string, value any, at position) (err error) {
	switch name {
	case "kind", "recordType":
		f.from, err = nameIn(value, at)
	case "where":
		f.where, err = parseWhere(value, at, 0)
	case "orderBy":
		err = f.orderBy(value, at)
	case "limit":
		err = f.setLimit(value, at)
	default:
		err = at.bad("unknown; expected kind, recordType, where, orderBy, limit")
	}
	return err
}

func nameIn(value any, at position) (named, error) {
	name, ok := value.(string)
	if !ok || name == "" {
		return named{}, at.bad("got %s; expected a name", short(value))
	}
	return named{name, at}, nil
}

// orderBy parses a field's name, or an object with field and direction.
func (f *filter) orderBy(value any, at position) (err error) {
	object, isObject := value.(map[string]any)
	if !isObject {
		f.order, err = nameIn(value, at)
		return err
	}
	return eachMember(object, at, func(name string, value any, at position) (err error) {
		switch direction, _ := value.(string); {
		case name == "field":
			f.order, err = nameIn(value, at)
		case name == "direction" && (strings.EqualFold(direction, "asc") || strings.EqualFold(direction, "desc")):
			f.descending = strings.EqualFold(direction, "desc")
		default:
			err = at.bad("got %s; expected field, and direction ASC or DESC", short(value))
		}
		return err
	})
}

func (f *filter) setLimit(value any, at position) error {
	limit, ok := value.(float64)
	if !ok || limit < 1 || limit > maxRows || limit != math.Trunc(limit) {
		return at.bad("got %s; expected a whole number from 1 to %d", short(value), maxRows)
	}
	f.limit = int(limit)
	return nil
}

// maxNesting is the maximum nesting depth of and, or and not.
const maxNesting = 20

// parseWhere parses an object of conditions, all of which must hold.
func parseWhere(value any, at position, depth int) (*clause, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, at.bad("got %s; expected an object of conditions by field", short(value))
	}
	if depth > maxNesting {
		return nil, at.bad("expected at most %d levels of and, or and not; got more", maxNesting)
	}
	all := &clause{join: "and"}
	err := eachMember(object, at, func(name string, value any, at position) error {
		parts, err := parseMember(name, value, at, depth+1)
		all.parts = append(all.parts, parts...)
		return err
	})
	return all, err
}

// parseMember parses and, or, not, or the conditions on a field.
func parseMember(name string, value any, at position, depth int) ([]clause, error) {
	switch name {
	case "not":
		one, err := parseWhere(value, at, depth)
		if err != nil {
			return nil, err
		}
		return []clause{{join: "not", parts: []clause{*one}}}, nil
	case "and", "or":
		joined, err := parseJoined(value, at, depth)
		return []clause{{join: name, parts: joined}}, err
	}
	return parseConditions(named{name, at}, value)
}

func parseJoined(value any, at position, depth int) (parts []clause, err error) {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return nil, at.bad("got %s; expected a list of objects", short(value))
	}
	for i, one := range list {
		part, err := parseWhere(one, position{path: fmt.Sprintf("%s[%d]", at.path, i)}, depth)
		if err != nil {
			return nil, err
		}
		parts = append(parts, *part)
	}
	return parts, nil
}

func parseConditions(field named, value any) (parts []clause, err error) {
	object, ok := value.(map[string]any)
	if !ok || len(object) == 0 {
		return nil, field.at.bad("got %s; expected an object of an operator and a value, such as {\"eq\": …}", short(value))
	}
	err = eachMember(object, field.at, func(name string, value any, at position) error {
		parts = append(parts, clause{field: field, operator: named{name, at}, value: value, valueAt: at})
		return nil
	})
	return parts, err
}
