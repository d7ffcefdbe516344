package graph

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"
)

// A List asks for one page of the entities of a kind.
type List struct {
	Kind          Kind
	View          View
	Filter        Filter
	Order         Order
	First, Last   int // one of the two is set; a page has 1 to MaxPage entities
	After, Before *Cursor
	Total         bool // count what the filter lets through
}

// A Filter says which entities of a list are wanted. A nil or empty part lets
// everything through.
type Filter struct {
	ProjectID  *string
	States     []string
	TypePrefix *string // of type_key
	Updated    *TimeRange
	Created    *TimeRange
	Due        *TimeRange
	Priorities []int
	RecordType *string
	Text       *string // a part of the label; A to Z match in either case
}

// A TimeRange is the time from From on and before To.
type TimeRange struct{ From, To *time.Time }

// An Order is the order of a list. Nulls come last; ties are broken by id,
// ascending.
type Order struct {
	Field      OrderField
	Descending Descending `gqlgen:"direction"`
}

// Descending is whether the greatest value comes first.
type Descending bool

// An OrderField names a column to order by; "due" and "label" stand for the
// column that has that role in a kind.
type OrderField string

// The columns to order by.
const (
	OrderCreated  OrderField = "created_at"
	OrderUpdated  OrderField = "updated_at"
	OrderLabel    OrderField = "label" // by its first [LabelKey] runes
	OrderDue      OrderField = "due"
	OrderPriority OrderField = "priority"
)

// OrderFields are the orders that lists of the kind have.
func (s *Spec) OrderFields() []OrderField {
	var fields []OrderField
	for _, order := range []OrderField{OrderCreated, OrderUpdated, OrderLabel, OrderDue, OrderPriority} {
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

// A Page is a part of a list.
type Page struct {
	Entities    []Entity
	HasPrevious bool
	HasNext     bool
	Total       int // 0 unless it was asked for
}

// A Cursor is a place in a list: behind the entity that has this id and this
// value in the order's column.
type Cursor struct {
	Order OrderField
	Value any // nil, string, time.Time or int
	ID    string
}

// LabelKey is how many runes of a label count for [OrderLabel]. It is less than
// any light view keeps of one, so that a light entity has all of its key.
const LabelKey = 100

// CursorAt is the place of an entity in a list of the order.
func (s *Spec) CursorAt(order OrderField, e Entity) Cursor {
	value := s.OrderColumn(order).Value(e)
	if label, ok := value.(string); ok {
		value = firstRunes(label, LabelKey)
	}
	return Cursor{Order: order, Value: value, ID: e.Self().ID}
}

// String is the cursor as clients get it, opaque.
func (c Cursor) String() string {
	text, _ := json.Marshal([]any{c.Order, c.Value, c.ID}) // strings, numbers and times cannot fail
	return base64.RawURLEncoding.EncodeToString(text)
}

// ParseCursor reads a cursor that a list of the kind and order gave out; the
// error names the argument.
func (s *Spec) ParseCursor(argument string, order OrderField, text string) (*Cursor, error) {
	bad := BadInput(argument, "not a cursor of this list; pass a cursor that the same list and order gave")
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, bad
	}
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil || len(parts) != 3 {
		return nil, bad
	}
	cursor := Cursor{Order: order}
	var of OrderField
	if json.Unmarshal(parts[0], &of) != nil || of != order || json.Unmarshal(parts[2], &cursor.ID) != nil || !IsUUID(cursor.ID) {
		return nil, bad
	}
	if cursor.Value, err = s.cursorValue(order, parts[1]); err != nil {
		return nil, bad
	}
	return &cursor, nil
}

func (s *Spec) cursorValue(order OrderField, text json.RawMessage) (value any, err error) {
	if string(text) == "null" {
		return nil, nil
	}
	into := reflect.New(s.OrderColumn(order).plainType())
	if err := json.Unmarshal(text, into.Interface()); err != nil {
		return nil, err
	}
	return into.Elem().Interface(), nil
}

// plainType is the type of the field's value where it has one.
func (f *Field) plainType() reflect.Type {
	if f.Type.Kind() == reflect.Pointer {
		return f.Type.Elem()
	}
	return f.Type
}

// CheckFilter refuses a filter that lists of the kind cannot have: a state that
// it lacks, a priority outside 1 to 5, a range that ends before it starts.
func (s *Spec) CheckFilter(f *Filter) error {
	for _, state := range f.States {
		if !slices.Contains(s.States, state) {
			return BadInput("filter.states", "a %s has no state %q; want one of %s", s.Kind, Truncate(state, 60), oneOf(s.States))
		}
	}
	for _, priority := range f.Priorities {
		if priority < 1 || priority > 5 {
			return BadInput("filter.priorities", "%d is out of range; want 1 (highest) to 5", priority)
		}
	}
	return errors.Join(f.Updated.check("filter.updated"), f.Created.check("filter.created"), f.Due.check("filter.due"))
}

func (r *TimeRange) check(argument string) error {
	if r != nil && r.From != nil && r.To != nil && r.To.Before(*r.From) {
		return BadInput(argument, "to lies before from; give the earlier time as from")
	}
	return nil
}
