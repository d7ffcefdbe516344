// Package records gives records their meaning: it checks the types that a
// deployment defines and the values that records have, reads the values with
// what they refer to, runs the queries of computed fields, finds the mentions
// of a message, and writes what was pinned and mentioned as sections of a
// prompt. Everything is read off a project's graph in memory.
package records

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// The types of a record's fields.
const (
	typeText       = "text"
	typeEmail      = "email"
	typeDate       = "date"
	typeSelect     = "select"
	typeTextList   = "text_list"
	typeEntity     = "entity_ref"
	typeEntityList = "entity_ref_list"
	typeNote       = "note_ref"
	typeComputed   = "computed"
)

// Types are the record types of a deployment, the queries of their computed
// fields ready to run. They never change and may be shared.
type Types struct {
	byID    map[string]*graph.RecordType
	queries map[*graph.RecordField]*Query // those that can be run
}

// NewTypes are the types of a list, of several with one id the last. A query
// that cannot be run is left out; its field reads as text with a warning.
func NewTypes(list []graph.RecordType) *Types {
	t := &Types{byID: map[string]*graph.RecordType{}, queries: map[*graph.RecordField]*Query{}}
	for i := range list {
		t.byID[list[i].ID] = &list[i]
	}
	for _, recordType := range t.byID {
		for i := range recordType.Fields {
			field := &recordType.Fields[i]
			if query, err := t.Compile(field.Query); field.Type == typeComputed && err == nil {
				t.queries[field] = query
			}
		}
	}
	return t
}

// Type is the type of an id, nil if there is none.
func (t *Types) Type(id string) *graph.RecordType { return t.byID[id] }

// Check is everything that is wrong with one of the types, which is to be saved
// beside the others: BAD_USER_INPUT errors whose argument is the place in the
// type at fault, such as fields[2].query.where.team.
func (t *Types) Check(recordType *graph.RecordType) []error {
	if err := recordType.Check(); err != nil {
		return []error{err}
	}
	var problems []error
	for i := range recordType.Fields {
		if err := t.checkField(&recordType.Fields[i]); err != nil {
			problems = append(problems, within(fmt.Sprintf("fields[%d].", i), err))
		}
	}
	return problems
}

// checkField checks what a field's settings refer to.
func (t *Types) checkField(field *graph.RecordField) error {
	switch field.Type {
	case typeSelect:
		for i, option := range field.Options {
			if option == "" || slices.Contains(field.Options[:i], option) {
				return graph.BadInput(fmt.Sprintf("options[%d]", i), "%q is blank or repeated; expected options that differ", graph.Truncate(option, 60))
			}
		}
	case typeEntity, typeEntityList:
		if _, known := t.target(field.EntityType); !known {
			return graph.BadInput("entity_type", "%q is no record type and no kind; expected one of %s", graph.Truncate(field.EntityType, 60), t.targetNames())
		}
	case typeComputed:
		_, err := t.Compile(field.Query)
		return err
	}
	return nil
}

// within is an error about an argument inside another one.
func within(path string, err error) error {
	if problem := (*graph.Error)(nil); errors.As(err, &problem) {
		return graph.BadInput(path+problem.Argument, "%s", problem.Text)
	}
	return err
}

// A target is what a ref or a query is about: the records of a type, or all
// entities of a kind.
type target struct {
	kind       graph.Kind
	recordType *graph.RecordType // nil for all of the kind
}

// target is the record type of an id, else the kind of a name or plural, else
// the record type of a name; names in any case.
func (t *Types) target(name string) (target, bool) {
	if recordType := t.byID[name]; recordType != nil {
		return target{graph.KindRecord, recordType}, true
	}
	for _, spec := range graph.Kinds {
		if strings.EqualFold(name, string(spec.Kind)) || strings.EqualFold(name, spec.Plural) {
			return target{kind: spec.Kind}, true
		}
	}
	for _, id := range t.ids() {
		if strings.EqualFold(id, name) || text.Fold(t.byID[id].Name) == text.Fold(name) {
			return target{graph.KindRecord, t.byID[id]}, true
		}
	}
	return target{}, false
}

func (t *Types) targetNames() string {
	names := append(t.ids(), graph.KindNames())
	return strings.Join(names, ", ")
}

func (t *Types) ids() []string { return slices.Sorted(maps.Keys(t.byID)) }

// has reports whether an entity is one of the target's.
func (t target) has(e graph.Entity) bool {
	if e.Self().Kind != t.kind {
		return false
	}
	record, ok := e.(*graph.Record)
	return t.recordType == nil || ok && record.RecordType == t.recordType.ID
}

// String is what the target's entities are called: "person" or "task".
func (t target) String() string {
	if t.recordType != nil {
		return t.recordType.ID
	}
	return string(t.kind)
}
