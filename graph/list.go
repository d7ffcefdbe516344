package graph

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"
)

// A List asks for one page of the entities of a kind.
type List struct {
	Kind          Kind
	View          View
	Filter        Filter
	Order         []Order // at least one
	First, Last   int     // one of the two is set, or neither to count only; a page has 1 to MaxPage entities
	After, Before *Cursor
	Total         bool // count what the filter lets through
}

// An Order is one of the orders of a list: what is equal in one is in the order
// of the next, and at last by id, ascending. Nulls come last.
type Order struct {
	Field      OrderField
	Descending Descending `gqlgen:"direction"`
}

// Descending is whether the greatest value comes first.
type Descending bool

// An OrderField names a column to order by; "due" and "label" are the columns
// that have that role in a kind.
type OrderField string

// The columns to order by.
const (
	OrderCreated     OrderField = "created_at"
	OrderUpdated     OrderField = "updated_at"
	OrderLabel       OrderField = "label" // alphabetical, by its first [LabelKey] runes
	OrderDue         OrderField = "due"
	OrderPriority    OrderField = "priority"
	OrderProbability OrderField = "probability"
)

// MaxOrders is how many orders a list may have, by eye.
const MaxOrders = 4

var orderFields = []OrderField{OrderCreated, OrderUpdated, OrderLabel, OrderDue, OrderPriority, OrderProbability}

// OrderFields are the orders that lists of the kind have.
func (s *Spec) OrderFields() []OrderField {
	var fields []OrderField
	for _, order := range orderFields {
		if s.OrderColumn(order) != nil {
			fields = append(fields, order)
		}
	}
	return fields
}

// OrderColumn is the column of an order, nil if lists of the kind lack it.
func (s *Spec) OrderColumn(order OrderField) *Field {
	switch order {
	case OrderLabel:
		return s.Field(s.Label)
	case OrderDue:
		return s.DueField()
	default:
		return s.Field(string(order))
	}
}

// CheckOrder refuses orders that lists of the kind lack or that are repeated.
func (s *Spec) CheckOrder(order []Order) error {
	if len(order) > MaxOrders {
		return BadInput("orderBy", "%d orders are too many; expected at most %d", len(order), MaxOrders)
	}
	for i, o := range order {
		argument := ElementOf("orderBy", i) + ".field"
		if s.OrderColumn(o.Field) == nil {
			return BadInput(argument, "expected one of %s for %s; got %s", oneOf(s.OrderFields()), s.Plural, Truncate(string(o.Field), 60))
		}
		if slices.ContainsFunc(order[:i], func(before Order) bool { return before.Field == o.Field }) {
			return BadInput(argument, "%s is there already; give each field once", o.Field)
		}
	}
	return nil
}

// A Page is a part of a list.
type Page struct {
	Entities    []Entity
	HasPrevious bool
	HasNext     bool
	Total       int // 0 unless it was asked for
}

// A Cursor is a place in a list of a kind, "" for several kinds: behind the
// entity that has this id and these values in the columns of its orders.
type Cursor struct {
	Kind   Kind
	Order  []OrderField
	Values []any // nil, string, time.Time, int or float64 each
	ID     string
}

// LabelKey is how many runes of a label count for [OrderLabel]. It is less than
// any light view keeps of one, so that a light entity has all of its key. By
// eye: the key of a label is in an index.
const LabelKey = 60

// CursorAt is the place of an entity in a list of the orders.
func (s *Spec) CursorAt(order []Order, e Entity) Cursor {
	c := Cursor{Kind: s.Kind, ID: e.Self().ID}
	for _, o := range order {
		c.Order = append(c.Order, o.Field)
		c.Values = append(c.Values, s.OrderValue(o.Field, e))
	}
	return c
}

// OrderValue is the value by which an order places an entity: nil, string,
// time.Time, int or float64.
func (s *Spec) OrderValue(order OrderField, e Entity) any {
	if s == mixed {
		e = e.Self()
	}
	value := s.OrderColumn(order).Value(e)
	if label, ok := value.(string); ok {
		return FirstRunes(label, LabelKey)
	}
	return value
}

// String is the cursor as clients get it, opaque.
func (c Cursor) String() string {
	text, _ := json.Marshal([]any{c.Kind, c.Order, c.Values, c.ID}) // strings, numbers and times cannot fail
	return base64.RawURLEncoding.EncodeToString(text)
}

// ParseCursor reads a cursor that a list of the kind and orders gave out; the
// error names the argument.
func (s *Spec) ParseCursor(argument string, order []Order, text string) (*Cursor, error) {
	cursor, ok := s.parseCursor(order, text)
	if !ok {
		return nil, BadInput(argument, "not a cursor of this list; expected one that a list of the same kind and order returned")
	}
	return cursor, nil
}

func (s *Spec) parseCursor(order []Order, text string) (*Cursor, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, false
	}
	cursor := &Cursor{}
	var values []json.RawMessage
	if json.Unmarshal(raw, &[]any{&cursor.Kind, &cursor.Order, &values, &cursor.ID}) != nil || cursor.Kind != s.Kind || !IsUUID(cursor.ID) || len(values) != len(order) {
		return nil, false
	}
	same := slices.EqualFunc(cursor.Order, order, func(field OrderField, o Order) bool { return field == o.Field })
	if !same {
		return nil, false
	}
	for i, value := range values {
		parsed, err := cursorValue(order[i].Field, value)
		if err != nil {
			return nil, false
		}
		cursor.Values = append(cursor.Values, parsed)
	}
	return cursor, true
}

// cursorValue reads the value of an order, which has one type in all kinds.
func cursorValue(order OrderField, text json.RawMessage) (any, error) {
	switch {
	case string(text) == "null":
		return nil, nil
	case order == OrderLabel:
		return readValue[string](text)
	case order == OrderPriority:
		return readValue[int](text)
	case order == OrderProbability:
		return readValue[float64](text)
	default:
		return readValue[time.Time](text)
	}
}

func readValue[T any](text json.RawMessage) (value T, err error) {
	err = json.Unmarshal(text, &value)
	return value, err
}
