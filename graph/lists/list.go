// Package lists describes lists of entities: their filters, orders, pages and
// groups, and checks what clients give for these. Stores and package filter
// evaluate them.
package lists

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A List describes one page of the entities of a kind.
type List struct {
	Kind          graph.Kind // "" for several kinds
	View          graph.View // which columns are read
	Filter        Filter     // which entities are in the list
	Order         []Order    // at least one
	First, Last   int        // 1 to MaxPage; one of the two is set, or neither to count only
	After, Before *Cursor    // positions in the order, nil for no limit
	Total         bool       // count all entities that match the filter
	// Columns are the columns of the view that the caller reads, nil for all. The
	// entities also have their ids, projects and the columns of the order; other
	// fields have their zero values.
	Columns []string
}

// An Order is an order of a list. Entities that are equal in one order are
// sorted by the next, and finally by id, ascending. Nulls are last.
type Order struct {
	Field      OrderField // a column, or a role such as due
	Descending Descending `gqlgen:"direction"` // the greatest value first
}

// Descending reports whether the greatest value is first.
type Descending bool

// An OrderField is a column to order by. "due" and "label" are the columns with
// that role in a kind. Other dates have their [graph.Field.DateName], such as
// "completed".
type OrderField string

// The columns to order by.
const (
	OrderCreated     OrderField = "created_at"
	OrderUpdated     OrderField = "updated_at"
	OrderLabel       OrderField = "label" // alphabetical, by the first [LabelKey] runes
	OrderDue         OrderField = "due"
	OrderPriority    OrderField = "priority"
	OrderProbability OrderField = "probability"
)

// MaxOrders is the maximum number of orders of a list. By eye.
const MaxOrders = 4

var orderFields = []OrderField{OrderCreated, OrderUpdated, OrderLabel, OrderDue, OrderPriority, OrderProbability}

// textOrders are the orders by columns with texts, other than those of closed sets.
var textOrders = map[OrderField]string{"state": "state_key", "type": "type_key", "external_id": "external_id", "record_type": "record_type"}

// OrderFields returns the orders of lists of the kind.
func OrderFields(s *graph.Spec) []OrderField {
	fields := IndexedOrders(s)
	if s.Kind == "" {
		return fields
	}
	for i := range s.Fields {
		if order := textOrder(&s.Fields[i]); order != "" {
			fields = append(fields, order)
		}
	}
	for _, date := range s.DateFields() {
		if ordersBy(&date) {
			fields = append(fields, OrderField(date.DateName()))
		}
	}
	return fields
}

// IndexedOrders returns the orders that have an index. The other dates have
// none: few lists are ordered by them, and every write would pay for it.
func IndexedOrders(s *graph.Spec) []OrderField {
	var fields []OrderField
	for _, order := range orderFields {
		if OrderColumn(s, order) != nil {
			fields = append(fields, order)
		}
	}
	return fields
}

// textOrder returns the order by a column with texts, "" for other columns.
func textOrder(field *graph.Field) OrderField {
	if !field.Column || !field.Light {
		return ""
	}
	if field.Enum != "" {
		return OrderField(field.Name)
	}
	for order, column := range textOrders { // in any order
		if column == field.Name {
			return order
		}
	}
	return ""
}

// OrderRanks returns the values of an order in their order, nil for an order by other
// values: states and the values of closed sets are in that of their declaration. A
// stored value that is none of them is behind them.
func OrderRanks(s *graph.Spec, order OrderField) []string {
	if order == "state" {
		return s.States
	}
	if field := s.Field(string(order)); field != nil && field.Enum != "" {
		return graph.EnumValues(field.Enum)
	}
	return nil
}

// ordersBy reports whether the name of a date is that of an order. The light
// view must have the date, for cursors.
func ordersBy(date *graph.Field) bool {
	return date.Light && !date.Due && date.Name != string(OrderCreated) && date.Name != string(OrderUpdated)
}

// OrderColumn returns the column of an order, nil if lists of the kind lack it.
func OrderColumn(s *graph.Spec, order OrderField) *graph.Field {
	switch order {
	case OrderLabel:
		return s.Field(s.Label)
	case OrderDue:
		return s.DueField()
	case OrderCreated, OrderUpdated, OrderPriority, OrderProbability:
		return s.Field(string(order))
	}
	if s.Kind == "" {
		return nil
	}
	for i := range s.Fields {
		if textOrder(&s.Fields[i]) == order {
			return &s.Fields[i]
		}
	}
	for _, date := range s.DateFields() {
		if ordersBy(&date) && date.DateName() == string(order) {
			return &date
		}
	}
	return nil
}

// CheckOrder returns an error for orders that lists of the kind lack or that
// are repeated.
func CheckOrder(s *graph.Spec, order []Order) error {
	if len(order) > MaxOrders {
		return graph.BadInput("orderBy", "%d orders are too many; expected at most %d", len(order), MaxOrders)
	}
	for i, o := range order {
		argument := graph.ElementOf("orderBy", i) + ".field"
		if OrderColumn(s, o.Field) == nil {
			return graph.BadInput(argument, "expected one of %s for %s; got %s", graph.OneOf(OrderFields(s)), s.Plural,
				graph.Truncate(string(o.Field), 60))
		}
		if slices.ContainsFunc(order[:i], func(before Order) bool { return before.Field == o.Field }) {
			return graph.BadInput(argument, "%s is there already; give each field once", strings.ToUpper(string(o.Field)))
		}
	}
	return nil
}

// A Page is a part of a list.
type Page struct {
	Entities    []graph.Entity // in the order of the list
	HasPrevious bool           // there are entities before the page
	HasNext     bool           // there are entities after the page
	Total       int            // 0 unless requested or IsWhole
	IsWhole     bool           // the page of a nested list has all of its entities
}

// A Cursor is a position in a list of a kind, "" for several kinds. It is after
// the entity with this id and these values in the columns of the orders.
type Cursor struct {
	Kind   graph.Kind
	Order  []OrderField // the columns of Values
	Values []any        // nil, string, time.Time, int or float64 each
	ID     string       // of the entity
}

// LabelKey is the number of runes of a label that [OrderLabel] compares. It is
// less than the length of labels in any light view, so that light entities have
// the whole key. By eye, because the keys of labels are in an index.
const LabelKey = 60

// CursorAt returns the position of an entity in a list with these orders.
func CursorAt(s *graph.Spec, order []Order, e graph.Entity) Cursor {
	c := Cursor{Kind: s.Kind, ID: e.Self().ID}
	for _, o := range order {
		c.Order = append(c.Order, o.Field)
		c.Values = append(c.Values, OrderValue(s, o.Field, e))
	}
	return c
}

// OrderValue returns the value of an entity that an order compares: nil,
// string, time.Time, int or float64.
func OrderValue(s *graph.Spec, order OrderField, e graph.Entity) any {
	if s.Kind == "" {
		e = e.Self()
	}
	value := OrderColumn(s, order).Value(e)
	text, isText := value.(string)
	switch ranks := OrderRanks(s, order); {
	case isText && order == OrderLabel:
		return graph.FirstRunes(text, LabelKey)
	case isText && ranks != nil:
		if rank := slices.Index(ranks, text); rank >= 0 {
			return rank
		}
		return len(ranks)
	}
	return value
}

// String returns the cursor as an opaque text for clients.
func (c Cursor) String() string {
	text, _ := json.Marshal([]any{c.Kind, c.Order, c.Values, c.ID}) // strings, numbers and times cannot fail
	return base64.RawURLEncoding.EncodeToString(text)
}

// ParseCursor parses a cursor of a list of the kind with these orders. The
// error names the argument.
func ParseCursor(s *graph.Spec, argument string, order []Order, text string) (*Cursor, error) {
	cursor, ok := parseCursor(s, order, text)
	if !ok {
		return nil, badCursor(argument, "a list of the same kind and order")
	}
	return cursor, nil
}

// badCursor returns the error for a cursor that the named list did not return.
func badCursor(argument, list string) error {
	return graph.BadInput(argument, "not a cursor of this list; expected one that %s returned", list)
}

func parseCursor(s *graph.Spec, order []Order, text string) (*Cursor, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, false
	}
	cursor := &Cursor{}
	var values []json.RawMessage
	if json.Unmarshal(raw, &[]any{&cursor.Kind, &cursor.Order, &values, &cursor.ID}) != nil || cursor.Kind != s.Kind ||
		!graph.IsUUID(cursor.ID) || len(values) != len(order) {
		return nil, false
	}
	same := slices.EqualFunc(cursor.Order, order, func(field OrderField, o Order) bool { return field == o.Field })
	if !same {
		return nil, false
	}
	for i, value := range values {
		parsed, err := cursorValue(s, order[i].Field, value)
		if err != nil {
			return nil, false
		}
		cursor.Values = append(cursor.Values, parsed)
	}
	return cursor, true
}

// cursorValue parses the value of an order.
func cursorValue(s *graph.Spec, order OrderField, text json.RawMessage) (any, error) {
	switch {
	case string(text) == "null":
		return nil, nil
	case order == OrderPriority, OrderRanks(s, order) != nil:
		return readValue[int](text)
	case order == OrderLabel, textOrders[order] != "":
		return readValue[string](text)
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
