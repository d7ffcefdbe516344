package lists

import (
	"io"

	"dossier/graph"
)

// MarshalGQL writes the field as GraphQL's enum.
func (f OrderField) MarshalGQL(w io.Writer) { graph.WriteEnum(w, string(f)) }

// UnmarshalGQL reads the field from GraphQL's enum.
func (f *OrderField) UnmarshalGQL(value any) error { return graph.ReadEnum(value, f) }

// UnmarshalGQL reads the value from GraphQL's enum.
func (m *Missing) UnmarshalGQL(value any) error { return graph.ReadEnum(value, m) }

// MarshalGQL writes the value as GraphQL's enum.
func (m Missing) MarshalGQL(w io.Writer) { graph.WriteEnum(w, string(m)) }

// UnmarshalGQL reads the grouping from GraphQL's enum.
func (g *GroupBy) UnmarshalGQL(value any) error { return graph.ReadEnum(value, g) }

// MarshalGQL writes the grouping as GraphQL's enum.
func (g GroupBy) MarshalGQL(w io.Writer) { graph.WriteEnum(w, string(g)) }

// MarshalGQL writes the direction as GraphQL's enum: ASC or DESC.
func (d Descending) MarshalGQL(w io.Writer) {
	name := "asc"
	if d {
		name = "desc"
	}
	graph.WriteEnum(w, name)
}

// UnmarshalGQL reads the direction from GraphQL's enum.
func (d *Descending) UnmarshalGQL(value any) error {
	var name string
	err := graph.ReadEnum(value, &name)
	*d = name == "desc"
	return err
}
