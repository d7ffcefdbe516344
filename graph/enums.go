package graph

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// MarshalGQL writes the kind as GraphQL's enum.
func (k Kind) MarshalGQL(w io.Writer) { writeEnum(w, string(k)) }

// UnmarshalGQL takes a kind of GraphQL's enum.
func (k *Kind) UnmarshalGQL(value any) error { return readEnum(value, k) }

// MarshalGQL writes the relation as GraphQL's enum.
func (r Relation) MarshalGQL(w io.Writer) { writeEnum(w, string(r)) }

// UnmarshalGQL takes a relation of GraphQL's enum.
func (r *Relation) UnmarshalGQL(value any) error { return readEnum(value, r) }

// MarshalGQL writes the field as GraphQL's enum.
func (f OrderField) MarshalGQL(w io.Writer) { writeEnum(w, string(f)) }

// UnmarshalGQL takes a field of GraphQL's enum.
func (f *OrderField) UnmarshalGQL(value any) error { return readEnum(value, f) }

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
