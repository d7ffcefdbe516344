package records

import (
	"strings"

	"dossier/graph"
)

// A filter is a parsed query, from JSON or SELECT, that is not checked against
// the types yet.
type filter struct {
	from       named
	where      *clause // nil for everything
	order      named   // by id if the name is ""
	descending bool
	limit      int
}

// A clause is a comparison, or clauses joined by and, or, not.
type clause struct {
	join     string // "" for a comparison
	parts    []clause
	field    named
	operator named
	value    any // nil, string, float64, bool or a list of them
	valueAt  position
}

// named is a name and its position.
type named struct {
	name string
	at   position
}

// A position is a path in a JSON query, or a line and column in a SELECT.
type position struct {
	path         string // ".where.team"
	line, column int    // from 1; 0 in JSON
}

// bad returns a BAD_USER_INPUT error about a position in a query.
func (p position) bad(format string, args ...any) error {
	if p.line > 0 {
		format = "line %d, column %d: " + format
		args = append([]any{p.line, p.column}, args...)
	}
	return graph.BadInput("query"+p.path, format, args...)
}

// thisRecord is replaced by the id of the record whose field is computed.
const thisRecord = "{this}"

// maxRows is the maximum number of entities that a query returns.
const maxRows = 200

// parseFilter parses a query: a JSON object, or a text that is a JSON object or
// a SELECT.
func parseFilter(query graph.JSON) (*filter, error) {
	value := query.Value()
	if text, isText := value.(string); isText {
		if !strings.HasPrefix(strings.TrimSpace(text), "{") {
			return parseSelect(text)
		}
		object, err := graph.ParseJSON([]byte(text))
		if err != nil {
			return nil, position{}.bad("%v; expected JSON, or SELECT … FROM …", err)
		}
		value = object.Value()
	}
	return parseObject(value)
}
