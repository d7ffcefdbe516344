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
	Name   string // in the schema
	Doc    string
	Values []EnumValue
}

// An EnumValue is a value of a closed set.
type EnumValue struct{ Name, Doc string }

// Names are the values of the set.
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
		if s.IsDone(state) {
			doc = "It is over."
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

// EnumHas reports whether a closed set has a value. A name that is no set's has
// every value.
func EnumHas(name, value string) bool {
	values, closed := enumValues[name]
	return !closed || slices.Contains(values, value)
}

// MarshalGQL writes the kind as GraphQL's enum.
func (k Kind) MarshalGQL(w io.Writer) { writeEnum(w, string(k)) }

// UnmarshalGQL takes a kind of GraphQL's enum.
func (k *Kind) UnmarshalGQL(value any) error { return readEnum(value, k) }

// MarshalGQL writes the relation as GraphQL's enum.
func (r Relation) MarshalGQL(w io.Writer) { writeEnum(w, string(r)) }

// UnmarshalGQL takes a relation of GraphQL's enum.
func (r *Relation) UnmarshalGQL(value any) error { return readEnum(value, r) }

// MarshalGQL writes the operation as GraphQL's enum.
func (o Operation) MarshalGQL(w io.Writer) { writeEnum(w, string(o)) }

// UnmarshalGQL takes an operation of GraphQL's enum.
func (o *Operation) UnmarshalGQL(value any) error { return readEnum(value, o) }

// MarshalGQL writes the field as GraphQL's enum.
func (f OrderField) MarshalGQL(w io.Writer) { writeEnum(w, string(f)) }

// UnmarshalGQL takes a field of GraphQL's enum.
func (f *OrderField) UnmarshalGQL(value any) error { return readEnum(value, f) }

// UnmarshalGQL takes what may be missing, of GraphQL's enum.
func (m *Missing) UnmarshalGQL(value any) error { return readEnum(value, m) }

// MarshalGQL writes what may be missing as GraphQL's enum.
func (m Missing) MarshalGQL(w io.Writer) { writeEnum(w, string(m)) }

// UnmarshalGQL takes what is grouped by, of GraphQL's enum.
func (g *GroupBy) UnmarshalGQL(value any) error { return readEnum(value, g) }

// MarshalGQL writes what is grouped by as GraphQL's enum.
func (g GroupBy) MarshalGQL(w io.Writer) { writeEnum(w, string(g)) }

// MarshalGQL writes the direction as GraphQL's enum: ASC or DESC.
func (d Descending) MarshalGQL(w io.Writer) {
	name := "asc"
	if d {
		name = "desc"
	}
	writeEnum(w, name)
}

// UnmarshalGQL takes a direction of GraphQL's enum.
func (d *Descending) UnmarshalGQL(value any) error {
	var name string
	err := readEnum(value, &name)
	*d = name == "desc"
	return err
}

// MarshalGQL writes what an actor is as GraphQL's enum.
func (k ActorKind) MarshalGQL(w io.Writer) { writeEnum(w, string(k)) }

// UnmarshalGQL takes what an actor is of GraphQL's enum.
func (k *ActorKind) UnmarshalGQL(value any) error { return readEnum(value, k) }

// MarshalGQL writes the access as GraphQL's enum.
func (a Access) MarshalGQL(w io.Writer) { writeEnum(w, string(a)) }

// UnmarshalGQL takes an access of GraphQL's enum.
func (a *Access) UnmarshalGQL(value any) error { return readEnum(value, a) }

// MarshalGQL writes the scope as GraphQL's enum.
func (s Scope) MarshalGQL(w io.Writer) { writeEnum(w, string(s)) }

// UnmarshalGQL takes a scope of GraphQL's enum.
func (s *Scope) UnmarshalGQL(value any) error { return readEnum(value, s) }

// writeEnum writes a name, which is lower case in the domain, as an enum value.
func writeEnum(w io.Writer, name string) {
	_, _ = io.WriteString(w, strconv.Quote(strings.ToUpper(name)))
}

// readEnum takes an enum value, which the schema has already checked.
func readEnum[T ~string](value any, into *T) error {
	name, ok := value.(string)
	if !ok {
		return fmt.Errorf("enum value: want a name, got %T", value)
	}
	*into = T(strings.ToLower(name))
	return nil
}
