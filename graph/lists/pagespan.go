package lists

import (
	"encoding/base64"
	"encoding/json"

	"dossier/graph"
)

// A Span describes a page of a list that is ordered by name and id, such as
// members, actors and keys.
type Span struct {
	After, Before *Position // nil for no limit
	Limit         int       // the maximum number of items
	Last          bool      // the last ones instead of the first
}

// A Position is the position of an item in a list that is ordered by name and
// id.
type Position struct{ Name, ID string }

// String returns the position as an opaque cursor.
func (p Position) String() string {
	text, _ := json.Marshal([]string{p.Name, p.ID}) // cannot fail: strings
	return base64.RawURLEncoding.EncodeToString(text)
}

// NewSpan returns the page that the arguments of a connection describe. Errors
// name the argument.
func NewSpan(first *int, after *string, last *int, before *string) (span Span, err error) {
	list := &List{}
	if err = (&ListArgs{First: first, Last: last}).page(list); err != nil {
		return span, err
	}
	span.Limit, span.Last = max(list.First, list.Last), last != nil
	if span.After, err = parsePosition("after", after); err != nil {
		return span, err
	}
	span.Before, err = parsePosition("before", before)
	return span, err
}

func parsePosition(argument string, cursor *string) (*Position, error) {
	if cursor == nil {
		return nil, nil
	}
	p := &Position{}
	text, err := base64.RawURLEncoding.DecodeString(*cursor)
	if err != nil || json.Unmarshal(text, &[]any{&p.Name, &p.ID}) != nil || !graph.IsUUID(p.ID) {
		return nil, badCursor(argument, "the same list")
	}
	return p, nil
}
