package price

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"dossier/meter"
)

// Actual returns the price of an answer: that of its operation, with the
// numbers of objects in the answer instead of those that it could have.
func (t Table) Actual(fields []meter.Field, variables map[string]any, s *Scope) int {
	r := receipt{table: t, variables: variables, scope: s}
	total := float64(request)
	for i := range fields {
		total += r.field(&fields[i], nil, "")
	}
	return rounded(total)
}

// A receipt adds up the price of an answer.
type receipt struct {
	table     Table
	variables map[string]any
	scope     *Scope
	charged   map[*ast.Field]bool // fields that were charged once, whatever the types of their objects
}

// field returns the price of a field and of what is below it, in a project or,
// if that is "", in all. Sizes from above are those of leaves.
func (r *receipt) field(field *meter.Field, above inherited, project string) float64 {
	switch {
	case field.Name == "__type":
		return ofType + introspected*r.objects(&unpriced, field, nil, project)
	case strings.HasPrefix(field.Name, "__"):
		return introspected * r.objects(&unpriced, field, nil, project)
	}
	t := r.table.of(field.Field)
	args := r.scope.argumentsOf(field.Field, r.variables)
	project = projectOf(field.Field, args, project)
	of := r.scope.in(project)
	size, _, below := t.sizes(field.Name, args, above, of)
	rate := t.rates(args, of)
	total := rate.own * float64(field.Parents)
	isLeaf := len(field.SelectionSet) == 0
	once := t.once + rate.scanned
	if isLeaf {
		once += size.scanned * t.leaf
	}
	if once > 0 && !r.charged[field.Field] {
		if r.charged == nil {
			r.charged = map[*ast.Field]bool{}
		}
		r.charged[field.Field] = true
		total += once
	}
	if isLeaf {
		return total + (rate.row+t.leaf)*size.objects*float64(field.Parents)
	}
	return total + rate.row*t.rows(field) + r.objects(t, field, below, project)
}

// objects returns the price of the objects in a field.
func (r *receipt) objects(t *fieldPrice, field *meter.Field, below inherited, project string) float64 {
	total := t.object * float64(field.Objects)
	for i := range field.Fields {
		total += r.field(&field.Fields[i], below, project)
	}
	return total
}

// rows returns the number of rows that were read for a field: the objects in
// it, or in the fields below it that the first list of the field sizes.
func (t *fieldPrice) rows(field *meter.Field) float64 {
	if len(t.lists) == 0 || len(t.lists[0].sized) == 0 {
		return float64(field.Objects)
	}
	most := 0
	for _, path := range t.lists[0].sized {
		most = max(most, objectsAt(field.Fields, path))
	}
	return float64(most)
}

// objectsAt returns the number of objects in the fields at a path. Fields that differ only
// in their aliases have the same objects.
func objectsAt(fields []meter.Field, path string) (n int) {
	name, rest, deeper := strings.Cut(path, ".")
	for i := range fields {
		switch {
		case fields[i].Name != name:
		case deeper:
			n = max(n, objectsAt(fields[i].Fields, rest))
		default:
			n = max(n, fields[i].Objects)
		}
	}
	return n
}
