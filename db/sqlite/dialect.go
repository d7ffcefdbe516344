package sqlite

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"dossier/db/engine"
	"dossier/graph"
)

// dialect is the dialect of SQLite. Ids, times and JSON are text; lists and
// tables in parameters are JSON. Text is ordered by bytes by default.
var dialect = engine.Dialect{
	Param:     "?",
	Unindexed: "+",
	Find:      "instr",
	Indexes:   "SELECT name FROM sqlite_schema WHERE type = 'index'",
	Created:   upgrades.Indexes,
	In: func(column, list string) string {
		return column + " IN (SELECT value FROM json_each(" + list + "))"
	},
	Elements: elements,
	Has: func(column, list string, all bool) string {
		if all {
			return "NOT EXISTS (SELECT 1 FROM json_each(" + list + ") wanted WHERE wanted.value NOT IN (SELECT value FROM " + elements(column) + "))"
		}
		return "EXISTS (SELECT 1 FROM " + elements(column) + " had WHERE had.value IN (SELECT value FROM json_each(" + list + ")))"
	},
	Values: valuesOf,
	Member: func(name string) string {
		quoted, _ := json.Marshal(name) // cannot fail
		return "$." + string(quoted)
	},
	// SQLite joins tables of a CROSS JOIN in the order in which they are written.
	Each: func(table, ids string) string {
		return " CROSS JOIN " + table + " entity ON entity.project_id = project.id AND entity.id IN (" + ids + ")"
	},
	Within: func(table string) string {
		return " CROSS JOIN " + table + " home ON home.id >= wanted.least AND home.id <= wanted.most"
	},
	// The limit makes SQLite read the JSON once, not for each row of a table that is
	// joined.
	Rows: func(param string, columns []engine.Column) string {
		values := make([]string, len(columns))
		for i, column := range columns {
			values[i] = fmt.Sprintf("value->>'%[1]s' AS %[1]s", column.Name)
		}
		return "(SELECT " + strings.Join(values, ", ") + " FROM json_each(" + param + ") LIMIT -1)"
	},
	FirstDay: func(period graph.Period, column, offset string) string {
		modifiers := map[graph.Period]string{graph.PeriodWeek: ", 'weekday 0', '-6 days'", graph.PeriodMonth: ", 'start of month'"}
		return "date(" + column + ", " + offset + " || ' seconds'" + modifiers[period] + ")"
	},
	IsDate: func(column string) string { return "substr(" + column + ", 11) = 'T00:00:00.000000Z'" },
	Exact:  func(number string) string { return number },
	Arg:    argument,
}

// elements returns the table of the texts of a list. Other programs may store text
// that is no JSON, which json_each refuses.
func elements(column string) string {
	return "json_each(iif(json_valid(" + column + "), " + column + ", '[]'))"
}

// valuesOf returns the table of the values of a member. json_each has a row for a value
// that is neither a list nor an object.
func valuesOf(columns []string, path string) string {
	object := asObject(columns[len(columns)-1])
	for i := len(columns) - 2; i >= 0; i-- {
		first := asObject(columns[i])
		object = "iif(json_type(" + first + ", " + path + ") IS NULL, " + object + ", " + first + ")"
	}
	return `(SELECT text, CASE WHEN abs(number) < 1e100 THEN number END AS number FROM (
		SELECT iif(item.type IN ('true', 'false'), item.type, CAST(item.value AS TEXT)) AS text,
			CASE WHEN item.type IN ('integer', 'real') THEN item.value
				WHEN item.type = 'text' THEN CASE WHEN iif(json_valid(item.value), json_type(item.value), '') IN ('integer', 'real') ` +
		`THEN CAST(item.value AS REAL) END END AS number
		FROM json_each(` + object + `, ` + path + `) item
		WHERE json_type(` + object + `, ` + path + `) <> 'object' AND item.type IN ('true', 'false', 'integer', 'real', 'text')
			AND trim(item.value, char(9, 10, 13, 32)) <> ''))`
}

// asObject returns the JSON of a column, an empty object for text that is no JSON.
func asObject(column string) string { return "iif(json_valid(" + column + "), " + column + ", '{}')" }

func argument(value any) any {
	switch value := value.(type) {
	case time.Time:
		return value.UTC().Format(engine.TimeFormat)
	case graph.JSON:
		if len(value) == 0 {
			return nil
		}
		return string(value)
	case []string, []int:
		text, _ := json.Marshal(value) // cannot fail: strings and numbers only
		return string(text)
	}
	return value
}
