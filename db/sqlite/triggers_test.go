package sqlite

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/template"

	"dossier/db/dbtest/tabletest"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/graph"
)

// now is the expression for the time of a statement in the stored form.
const now = "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')"

// anyUUID is the expression for a random UUID.
const anyUUID = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || ` +
	`substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`

// defaults are for columns that other programs need not, or cannot, set.
var defaults = map[string]string{
	"rev": "0", "created_at": "(" + now + ")", "updated_at": "(" + now + ")", "is_public": "0",
	"onto_edges.id": anyUUID, "onto_edges.src_kind": "''", "onto_edges.dst_kind": "''", "onto_edges.deleted": "0",
}

//go:embed testdata/triggers.txtar.tmpl
var triggersTemplate string

// triggerParts returns the triggers for rows that other programs write.
func triggerParts(t testing.TB) []tabletest.Extra {
	t.Helper()
	parts := tabletest.Extras(t, triggersTemplate, template.FuncMap{
		"project": projectColumn,
		"now":     func() string { return now },
		"time":    normalTime,
		"times": func(s *graph.Spec) []string {
			return columnsOf(s, func(c engine.Column) bool { return c.Type == engine.Time })
		},
		"columns": func(s *graph.Spec) []string {
			return columnsOf(s, func(c engine.Column) bool { return !isComputed(c) })
		},
		"buried":     func(s *graph.Spec) []string { return columnsOf(s, isBuried) },
		"changes":    changesOf,
		"noUUID":     noUUID,
		"notOwn":     notOwn,
		"edge":       func() string { return edgeSQL },
		"identified": func() []string { return identified },
		"edges":      func() []string { return []string{"id", "project_id", "src_id", "rel", "dst_id", "deleted", "props"} },
		"ends":       endsJSON,
	}, graph.Kinds)
	for i := range parts {
		part := &parts[i]
		part.Drop = fmt.Sprintf("DROP %s %s;", strings.ToUpper(part.Part.Kind), part.Part.Name)
		if part.Part.Kind == "trigger" {
			part.SQL = "-- +goose StatementBegin\n" + part.SQL + "\n-- +goose StatementEnd"
		}
	}
	return parts
}

func projectColumn(spec *graph.Spec) string {
	if spec.Kind == graph.KindProject {
		return "id"
	}
	return "project_id"
}

// tableOf returns the declared table of a kind.
func tableOf(spec *graph.Spec) engine.Table {
	tables := schema.Tables()
	return tables[slices.IndexFunc(tables, func(t engine.Table) bool { return t.Name == spec.Table })]
}

// columnsOf returns the names of the wanted columns of a kind's table.
func columnsOf(spec *graph.Spec, wanted func(engine.Column) bool) (names []string) {
	for _, column := range tableOf(spec).Columns {
		if wanted(column) {
			names = append(names, column.Name)
		}
	}
	return names
}

// isComputed reports whether the store computes a column.
func isComputed(c engine.Column) bool {
	return slices.Contains([]string{"rev", "label_key", "owner_id", "owner_name"}, c.Name)
}

// isBuried reports whether a tombstone keeps the value of a column.
func isBuried(c engine.Column) bool { return c.Name != "rev" && c.Name != "deleted_at" }

// normalTime returns the expression for a time in the stored form, if SQLite
// can read it, because only in that form is the order of strings that of times.
func normalTime(column string) string {
	return fmt.Sprintf("iif(%[1]s GLOB '????-??-??T??:??:??.??????Z', %[1]s, "+
		"COALESCE(strftime('%%Y-%%m-%%dT%%H:%%M:%%f000Z', %[1]s), %[1]s))", column)
}

// changesOf returns, for each column of a kind that is in events and ordered by
// name, a query for its change as JSON, if it changed.
func changesOf(spec *graph.Spec) (queries []string) {
	columns := tableOf(spec).Columns
	slices.SortFunc(columns, func(a, b engine.Column) int { return strings.Compare(a.Name, b.Name) })
	for _, column := range columns {
		if isComputed(column) || slices.Contains([]string{"id", "project_id", "deleted_at", "created_by"}, column.Name) {
			continue
		}
		queries = append(queries,
			fmt.Sprintf("SELECT json_object('name', '%[1]s', 'old', %[2]s, 'new', %[3]s) AS change WHERE OLD.%[1]s IS NOT becomes.%[1]s",
				column.Name, jsonOf("OLD", column), jsonOf("becomes", column)))
	}
	return queries
}

// jsonOf returns the expression for the value of a column in an event.
func jsonOf(row string, column engine.Column) string {
	name := row + "." + column.Name
	switch column.Type {
	case engine.JSON:
		return jsonIfValid(name)
	case engine.Boolean:
		return "json(iif(" + name + ", 'true', 'false'))"
	case engine.Time:
		return "rtrim(rtrim(substr(" + name + ", 1, 26), '0'), '.') || 'Z'"
	}
	return name
}

// jsonIfValid returns the expression for JSON, and for a text if it is invalid:
// other programs may store that.
func jsonIfValid(value string) string {
	return "iif(json_valid(" + value + "), json(" + value + "), " + value + ")"
}

// noUUID returns the condition that a column of a new row is not a UUID.
func noUUID(column string) string {
	return fmt.Sprintf("NEW.%[1]s NOT LIKE '________-____-____-____-____________' OR replace(NEW.%[1]s, '-', '') GLOB '*[^0-9a-f]*'", column)
}

// notOwn returns the condition that a row does not have the revision that
// Dossier is making, because Dossier may write a row twice.
func notOwn(project string) string {
	return "NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD." + project + " AND number + 1 = NEW.rev)"
}

// edgeSQL sets the columns that other programs omit from an edge.
const edgeSQL = `UPDATE onto_edges SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		src_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.src_id), src_kind),
		dst_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.dst_id), dst_kind)
	WHERE id = NEW.id`

// endsJSON returns the expression for the fields of an edge's event. before and
// after are formats for a column of the old and the new row.
func endsJSON(before, after string) string {
	row := func(format, column string) string { return strings.ReplaceAll(format, "%s", column) }
	var ends []string
	for _, end := range []struct{ name, column string }{{"src", "src_id"}, {"rel", "rel"}, {"dst", "dst_id"}} {
		ends = append(ends, fmt.Sprintf("json_object('name', '%s', 'old', %s, 'new', %s)", end.name, row(before, end.column),
			row(after, end.column)))
	}
	fields, old, becomes := strings.Join(ends, ", "), row(before, "props"), row(after, "props")
	props := fmt.Sprintf("json_object('name', 'props', 'old', %s, 'new', %s)", jsonIfValid(old), jsonIfValid(becomes))
	return fmt.Sprintf("iif(COALESCE(%s, %s) IS NULL, json_array(%s), json_array(%s, %s))", old, becomes, fields, fields, props)
}
