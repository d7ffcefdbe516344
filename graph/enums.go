package graph

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// An Enum is a closed set of values, in lower case: an enum of the schema.
type Enum struct {
	Name   string      // in the schema
	Doc    string      // the description in the schema
	Values []EnumValue // in the order of the schema
}

// An EnumValue is a value of a closed set.
type EnumValue struct{ Name, Doc string }

// Names returns the names of the values.
func (e *Enum) Names() []string {
	names := make([]string, len(e.Values))
	for i, value := range e.Values {
		names[i] = value.Name
	}
	return names
}

// StateEnum returns the states of the kind as a closed set.
func (s *Spec) StateEnum() Enum {
	name := string(s.Kind)
	states := Enum{Name: strings.ToUpper(name[:1]) + name[1:] + "State", Doc: "The states of " + s.Plural + "; the first is the default."}
	for _, state := range s.States {
		doc := "Something is still to be expected."
		switch {
		case s.IsDone(state):
			doc = "It is over."
		case s.IsOver(state):
			doc = "It was dropped: it is over, and counts as neither open nor done."
		}
		states.Values = append(states.Values, EnumValue{state, doc})
	}
	return states
}

// AllStates returns the states of all kinds as one closed set.
func AllStates() Enum {
	plurals := map[string][]string{}
	for _, spec := range Kinds {
		for _, state := range spec.States {
			plurals[state] = append(plurals[state], spec.Plural)
		}
	}
	all := Enum{Name: "State", Doc: "The states of entities of any kind."}
	for _, state := range slices.Sorted(maps.Keys(plurals)) {
		all.Values = append(all.Values, EnumValue{state, "A state of " + strings.Join(plurals[state], ", ") + "."})
	}
	return all
}

// enumValues are the values of every closed set, by its name.
var enumValues = func() map[string][]string {
	all := AllStates()
	values := map[string][]string{all.Name: all.Names()}
	for i := range Enums {
		values[Enums[i].Name] = Enums[i].Names()
	}
	for _, spec := range Kinds {
		states := spec.StateEnum()
		values[states.Name] = states.Names()
	}
	return values
}()

// EnumHas reports whether a closed set has a value. It is true if there is no
// set with the name.
func EnumHas(name, value string) bool {
	values, closed := enumValues[name]
	return !closed || slices.Contains(values, value)
}

// MarshalGQL writes the kind as GraphQL's enum.
func (k Kind) MarshalGQL(w io.Writer) { writeEnum(w, string(k)) }

// UnmarshalGQL reads the kind from GraphQL's enum.
func (k *Kind) UnmarshalGQL(value any) error { return readEnum(value, k) }

// MarshalGQL writes the relation as GraphQL's enum.
func (r Relation) MarshalGQL(w io.Writer) { writeEnum(w, string(r)) }

// UnmarshalGQL reads the relation from GraphQL's enum.
func (r *Relation) UnmarshalGQL(value any) error { return readEnum(value, r) }

// MarshalGQL writes the operation as GraphQL's enum.
func (o Operation) MarshalGQL(w io.Writer) { writeEnum(w, string(o)) }

// UnmarshalGQL reads the operation from GraphQL's enum.
func (o *Operation) UnmarshalGQL(value any) error { return readEnum(value, o) }

// MarshalGQL writes the field as GraphQL's enum.
func (f OrderField) MarshalGQL(w io.Writer) { writeEnum(w, string(f)) }

// UnmarshalGQL reads the field from GraphQL's enum.
func (f *OrderField) UnmarshalGQL(value any) error { return readEnum(value, f) }

// UnmarshalGQL reads the value from GraphQL's enum.
func (m *Missing) UnmarshalGQL(value any) error { return readEnum(value, m) }

// MarshalGQL writes the value as GraphQL's enum.
func (m Missing) MarshalGQL(w io.Writer) { writeEnum(w, string(m)) }

// UnmarshalGQL reads the grouping from GraphQL's enum.
func (g *GroupBy) UnmarshalGQL(value any) error { return readEnum(value, g) }

// MarshalGQL writes the grouping as GraphQL's enum.
func (g GroupBy) MarshalGQL(w io.Writer) { writeEnum(w, string(g)) }

// MarshalGQL writes the direction as GraphQL's enum: ASC or DESC.
func (d Descending) MarshalGQL(w io.Writer) {
	name := "asc"
	if d {
		name = "desc"
	}
	writeEnum(w, name)
}

// UnmarshalGQL reads the direction from GraphQL's enum.
func (d *Descending) UnmarshalGQL(value any) error {
	var name string
	err := readEnum(value, &name)
	*d = name == "desc"
	return err
}

// MarshalGQL writes the kind of actor as GraphQL's enum.
func (k ActorKind) MarshalGQL(w io.Writer) { writeEnum(w, string(k)) }

// UnmarshalGQL reads the kind of actor from GraphQL's enum.
func (k *ActorKind) UnmarshalGQL(value any) error { return readEnum(value, k) }

// MarshalGQL writes the access as GraphQL's enum.
func (a Access) MarshalGQL(w io.Writer) { writeEnum(w, string(a)) }

// UnmarshalGQL reads the access from GraphQL's enum.
func (a *Access) UnmarshalGQL(value any) error { return readEnum(value, a) }

// MarshalGQL writes the scope as GraphQL's enum.
func (s Scope) MarshalGQL(w io.Writer) { writeEnum(w, string(s)) }

// UnmarshalGQL reads the scope from GraphQL's enum.
func (s *Scope) UnmarshalGQL(value any) error { return readEnum(value, s) }

// writeEnum writes a name as an enum value, which is in upper case.
func writeEnum(w io.Writer, name string) {
	_, _ = io.WriteString(w, strconv.Quote(strings.ToUpper(name)))
}

// readEnum reads an enum value that has been validated by the schema.
func readEnum[T ~string](value any, into *T) error {
	name, ok := value.(string)
	if !ok {
		return fmt.Errorf("enum value: want a name, got %T", value)
	}
	*into = T(strings.ToLower(name))
	return nil
}

// EnumRank returns the place of a value in a closed set of [Enums], -1 for others.
func EnumRank(name, value string) int { return slices.Index(enumValues[name], value) }
