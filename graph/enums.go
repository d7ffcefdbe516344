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
func (k Kind) MarshalGQL(w io.Writer) { WriteEnum(w, string(k)) }

// UnmarshalGQL reads the kind from GraphQL's enum.
func (k *Kind) UnmarshalGQL(value any) error { return ReadEnum(value, k) }

// MarshalGQL writes the relation as GraphQL's enum.
func (r Relation) MarshalGQL(w io.Writer) { WriteEnum(w, string(r)) }

// UnmarshalGQL reads the relation from GraphQL's enum.
func (r *Relation) UnmarshalGQL(value any) error { return ReadEnum(value, r) }

// MarshalGQL writes the kind of actor as GraphQL's enum.
func (k ActorKind) MarshalGQL(w io.Writer) { WriteEnum(w, string(k)) }

// UnmarshalGQL reads the kind of actor from GraphQL's enum.
func (k *ActorKind) UnmarshalGQL(value any) error { return ReadEnum(value, k) }

// MarshalGQL writes the access as GraphQL's enum.
func (a Access) MarshalGQL(w io.Writer) { WriteEnum(w, string(a)) }

// UnmarshalGQL reads the access from GraphQL's enum.
func (a *Access) UnmarshalGQL(value any) error { return ReadEnum(value, a) }

// MarshalGQL writes the scope as GraphQL's enum.
func (s Scope) MarshalGQL(w io.Writer) { WriteEnum(w, string(s)) }

// UnmarshalGQL reads the scope from GraphQL's enum.
func (s *Scope) UnmarshalGQL(value any) error { return ReadEnum(value, s) }

// WriteEnum writes a name as an enum value, which is in upper case.
func WriteEnum(w io.Writer, name string) {
	_, _ = io.WriteString(w, strconv.Quote(strings.ToUpper(name)))
}

// ReadEnum reads an enum value that has been validated by the schema.
func ReadEnum[T ~string](value any, into *T) error {
	name, ok := value.(string)
	if !ok {
		return fmt.Errorf("enum value: want a name, got %T", value)
	}
	*into = T(strings.ToLower(name))
	return nil
}

// EnumValues returns the values of a closed set, nil if there is none of the name.
func EnumValues(name string) []string { return enumValues[name] }

// EnumRank returns the place of a value in a closed set of [Enums], -1 for others.
func EnumRank(name, value string) int { return slices.Index(enumValues[name], value) }
