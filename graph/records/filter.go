package records

import (
	"strings"

	"dossier/graph"
)

// A filter is a query as it is written, in JSON or as SELECT, before it is
// checked against the types it speaks of.
type filter struct {
	from       named
	where      *clause // nil for everything
	order      named   // by id if its name is ""
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

// A position is a place in a query: a path of JSON, or a place in a text.
type position struct {
	path         string // ".where.team"
	line, column int    // from 1; 0 in JSON
}

// bad is a BAD_USER_INPUT error about a place in a query.
func (p position) bad(format string, args ...any) error {
	if p.line > 0 {
		format = "line %d, column %d: " + format
		args = append([]any{p.line, p.column}, args...)
	}
	return graph.BadInput("query"+p.path, format, args...)
}

// thisRecord is the name of the record that a query is on.
const thisRecord = "{this}"

// maxRows is how many entities a query answers at most.
const maxRows = 200

// parseFilter reads a query: a JSON object, or a text that is one or begins
// with SELECT.
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
