package db

import (
	"fmt"
	"strings"

	"dossier/graph"
)

// Schema is the SQL that creates the tables as they are declared today, as a
// migration of goose. The first migration of every store is made of it.
func (d *Dialect) Schema() string { return d.migration(tables(), indexes()) }

func (d *Dialect) migration(tables []Table, indexes []string) string {
	var up, down strings.Builder
	for _, table := range tables {
		up.WriteString(d.create(table))
		fmt.Fprintf(&down, "DROP TABLE %s;\n", table.Name)
	}
	for _, index := range indexes {
		up.WriteString(index + ";\n")
	}
	return "-- +goose Up\n" + up.String() + "\n-- +goose Down\n" + down.String()
}

func (d *Dialect) create(t Table) string {
	lines := make([]string, 0, len(t.Columns)+1)
	for _, column := range t.Columns {
		line := "\t" + column.Name + " " + d.Types[column.Type]
		if !column.Optional {
			line += " NOT NULL"
		}
		lines = append(lines, line)
	}
	lines = append(lines, "\tPRIMARY KEY ("+strings.Join(t.Key, ", ")+")")
	return fmt.Sprintf("CREATE TABLE %s (\n%s\n)%s;\n", t.Name, strings.Join(lines, ",\n"), d.Options)
}

// indexes are the statements that create the indexes beside the primary keys.
func indexes() []string {
	list := []string{
		index("UNIQUE INDEX", "onto_edges", "link", "src_id, rel, dst_id"),
		index("INDEX", "onto_edges", "src", "src_id, dst_kind"),
		index("INDEX", "onto_edges", "dst", "dst_id, src_kind"),
		index("INDEX", "onto_edges", "rev", "project_id, rev"),
		index("INDEX", "onto_entities", "rev", "project_id, rev"),
		index("INDEX", "onto_members", "actor", "actor_id, project_id"),
		index("INDEX", "onto_projects", "public", "id") + " WHERE is_public",
	}
	for _, spec := range graph.Kinds {
		column := projectColumn(spec)
		list = append(list,
			index("INDEX", spec.Table, "updated", column+", updated_at DESC, id"),
			index("INDEX", spec.Table, "rev", column+", rev"))
		if spec.Kind != graph.KindProject {
			list = append(list, index("UNIQUE INDEX", spec.Table, "external", "project_id, external_id"))
		}
	}
	return list
}

func index(what, table, name, columns string) string {
	return fmt.Sprintf("CREATE %s %s_%s ON %s (%s)", what, table, name, table, columns)
}

// projectColumn is the column of a kind's table that names the project.
func projectColumn(spec *graph.Spec) string {
	if spec.Kind == graph.KindProject {
		return "id"
	}
	return "project_id"
}
