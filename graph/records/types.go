// Package records implements record types: it checks the types that a
// deployment defines and the values of records, resolves the refs in values,
// and runs the queries of computed fields. It also finds the mentions of a
// message. It reads only the graphs of projects in memory.
package records

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/check"
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

// Types are the record types of a deployment, with the compiled queries of
// their computed fields. They are immutable and safe for concurrent use.
type Types struct {
	byID    map[string]*graph.RecordType
	queries map[*graph.RecordField]*Query // those that compile
}

// NewTypes returns the types of list. If several have the same id, the last one
// is used. Fields with queries that do not compile read with a warning.
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

// Type returns the type with an id, or nil.
func (t *Types) Type(id string) *graph.RecordType { return t.byID[id] }

// Names returns the names of the types by their ids, nil for nil.
func (t *Types) Names() map[string]string {
	if t == nil {
		return nil
	}
	names := make(map[string]string, len(t.byID))
	for id, recordType := range t.byID {
		names[id] = recordType.Name
	}
	return names
}

// Check returns all problems of a type that is about to be saved with the
// others, as BAD_USER_INPUT errors. The argument of an error is the position in
// the type, such as fields[2].query.where.team.
func (t *Types) Check(recordType *graph.RecordType) []error {
	if err := check.RecordType(recordType); err != nil {
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

// checkField checks the options, the entity type or the query of a field.
func (t *Types) checkField(field *graph.RecordField) error {
	switch field.Type {
	case typeSelect:
		for i, option := range field.Options {
			if option == "" || slices.Contains(field.Options[:i], option) {
				return graph.BadInput(fmt.Sprintf("options[%d]", i), "%q is blank or repeated; expected options that differ",
					graph.Truncate(option, 60))
			}
		}
	case typeEntity, typeEntityList:
		if _, known := t.target(field.EntityType); !known {
			return graph.BadInput("entity_type", "%q is no record type and no kind; expected one of %s", graph.Truncate(field.EntityType, 60),
				t.targetNames())
		}
	case typeComputed:
		_, err := t.Compile(field.Query)
		return err
	}
	return nil
}

// within prefixes the argument of an error with path.
func within(path string, err error) error {
	if problem := (*graph.Error)(nil); errors.As(err, &problem) {
		return graph.BadInput(path+problem.Argument, "%s", problem.Text)
	}
	return err
}

// A target is the set of entities that a ref or a query is about: the records
// of a type, or all entities of a kind.
type target struct {
	kind       graph.Kind
	recordType *graph.RecordType // nil for all of the kind
}

// target returns the record type with the id name, else the kind with that name
// or plural, else the record type with that name. Only the first is
// case-sensitive.
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

// has reports whether an entity belongs to the target.
func (t target) has(e graph.Entity) bool {
	if e.Self().Kind != t.kind {
		return false
	}
	record, ok := e.(*graph.Record)
	return t.recordType == nil || ok && record.RecordType == t.recordType.ID
}

// String returns the id of the record type or the kind: "person" or "task".
func (t target) String() string {
	if t.recordType != nil {
		return t.recordType.ID
	}
	return string(t.kind)
}
