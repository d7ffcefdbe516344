package postgres

import (
	"strings"
	"time"

	"dossier/db/engine"
	"dossier/graph"
	"dossier/graph/lists"
)

// types are the names of column types.
var types = map[engine.Type]string{
	engine.UUID: "uuid", engine.Text: "text", engine.Integer: "bigint", engine.Real: "double precision",
	engine.Boolean: "boolean", engine.Time: "timestamptz", engine.JSON: "jsonb", engine.Bytes: "bytea",
}

// dialect is the SQL dialect of Postgres.
var dialect = engine.Dialect{
	Param:   "$",
	ByBytes: ` COLLATE "C"`,
	Find:    "strpos",
	Indexes: "SELECT relname::text FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE indisvalid " +
		"AND pg_table_is_visible(pg_class.oid)",
	Created:     upgrades.Indexes,
	Distributed: true,
	Unlocked:    " FOR UPDATE OF entity SKIP LOCKED",
	In: func(column, list string) string {
		return column + " = ANY(" + list + ")"
	},
	Elements: func(column string) string {
		return "LATERAL jsonb_array_elements_text(CASE WHEN jsonb_typeof(" + column + ") = 'array' THEN " + column + " END)"
	},
	Has: func(column, list string, all bool) string {
		if all {
			return column + " ?& " + list + "::text[]"
		}
		return column + " ?| " + list + "::text[]"
	},
	Values: valuesOf,
	Member: func(name string) string { return name },
	// Without the offset, Postgres read all rows of the projects to find those of a page.
	Each: func(table, ids string) string {
		return " CROSS JOIN LATERAL (" + ids + ") page CROSS JOIN LATERAL (SELECT * FROM " + table +
			" WHERE project_id = project.id AND id = page.id OFFSET 0) entity"
	},
	// Without the offset, Postgres joined the table with others before it looked at the
	// ids, and read all of them: 49 ms for 35,000.
	Within: func(table string) string {
		return " CROSS JOIN LATERAL (SELECT * FROM " + table + " WHERE id >= wanted.least AND id <= wanted.most OFFSET 0) home"
	},
	Rows: func(param string, columns []engine.Column) string {
		declared := make([]string, len(columns))
		for i, column := range columns {
			declared[i] = column.Name + " " + types[column.Type]
		}
		return "(SELECT * FROM jsonb_to_recordset(" + param + ") AS listed(" + strings.Join(declared, ", ") + "))"
	},
	// The visible transactions, and the start of the server, because the
	// numbers of transactions may be reused after a restore.
	// The snapshot of a replica does not list the transactions that it has not replayed.
	Moment: `SELECT CASE WHEN pg_is_in_recovery() THEN 'replayed ' || pg_last_wal_replay_lsn()::text
		ELSE pg_postmaster_start_time()::text || ' ' || pg_current_snapshot()::text END`,
	FirstDay: func(period graph.Period, column, offset string) string {
		return "to_char(date_trunc('" + string(period) + "', " + column + " AT TIME ZONE 'UTC' + make_interval(secs => " + offset +
			")), 'YYYY-MM-DD')"
	},
	IsDate: func(column string) string {
		return column + " AT TIME ZONE 'UTC' = date_trunc('day', " + column + " AT TIME ZONE 'UTC')"
	},
	Exact: func(number string) string { return number + "::numeric" },
	Arg:   argument,
}

// valuesOf returns the table of the values of a member.
func valuesOf(columns []string, name string) string {
	name += "::text"
	object := columns[len(columns)-1]
	for i := len(columns) - 2; i >= 0; i-- {
		object = "CASE WHEN jsonb_typeof(" + columns[i] + ") = 'object' AND " + columns[i] + " ? " + name + " THEN " + columns[i] + " ELSE " +
			object + " END"
	}
	value := "((" + object + ") -> " + name + ")"
	const text, blank = "(item #>> '{}')", `E' \t\n\r'`
	return `(SELECT text, CASE WHEN abs(number) < 1e100 THEN number END AS number FROM (
		SELECT ` + text + ` AS text, CASE WHEN jsonb_typeof(item) = 'number' THEN ` + text + `::numeric
			WHEN jsonb_typeof(item) = 'string' AND ` + text + ` ~ '` + lists.NumberForm + `' THEN btrim(` + text + `, ` +
		blank + `)::numeric END AS number
		FROM jsonb_array_elements(CASE WHEN jsonb_typeof(` + value + `) = 'array' THEN ` + value + ` ELSE jsonb_build_array(` +
		value + `) END) listed(item)
		WHERE jsonb_typeof(item) IN ('string', 'number', 'boolean') AND btrim(` + text + `, ` + blank + `) <> '') parsed)`
}

func argument(value any) any {
	switch value := value.(type) {
	case time.Time:
		return value.UTC().Truncate(time.Microsecond)
	case graph.JSON:
		if len(value) == 0 {
			return nil
		}
		return string(value)
	}
	return value
}
