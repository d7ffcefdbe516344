package price

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"dossier/literal"
)

// Sizes returns the numbers of entities of a project by kind, in capitals, and
// of all kinds together as ENTITY; for "", those of all projects that the actor
// in ctx may read. Unknown and forbidden projects have none. It is called for
// each operation whose price depends on sizes, before the operation is admitted,
// so it must not count rows.
type Sizes func(ctx context.Context, projectID string) (map[string]int, error)

// mostScanned is the maximum price for what a field scans: half of the default limit. A
// client cannot ask for a smaller project, so the size alone must not make a
// field too expensive to ask for.
const mostScanned = 25_000

// An amount is a price: fixed, and each for every entity of a kind in the
// project that the field reads.
type amount struct {
	fixed, each float64
	of          string // the kind, in capitals, or ENTITY
}

// amountOf returns an argument of a directive as an amount, such as "250" or
// "250 + 0.4/TASK"; 0 if it is absent. It panics if the text has another form,
// which is an error of the programmer.
func amountOf(directive *ast.Directive, name string) amount {
	argument := directive.Arguments.ForName(name)
	if argument == nil {
		return amount{}
	}
	fixed, perEntity, grows := strings.Cut(argument.Value.Raw, " + ")
	each, of, complete := strings.Cut(perEntity, "/")
	if !grows {
		each, complete = "0", true
	}
	a := amount{of: of}
	var wrong, alsoWrong error
	a.fixed, wrong = strconv.ParseFloat(fixed, 64)
	a.each, alsoWrong = strconv.ParseFloat(each, 64)
	if wrong != nil || alsoWrong != nil || !complete {
		panic(fmt.Sprintf("@%s(%s: %s): expected a number, or a number, plus and a number for each of a kind", directive.Name, name,
			argument.Value))
	}
	return a
}

// assumedSize returns the size of a list whose size no argument sets.
func assumedSize(list *ast.Directive) amount {
	size := amountOf(list, "assumedEach")
	size.fixed += decimal(list, "assumedSize")
	return size
}

// weightsOf returns the weights of an enum's values, or nil if there are none.
func weightsOf(enum *ast.Definition) map[string]amount {
	if enum == nil {
		return nil
	}
	var weights map[string]amount
	for _, value := range enum.EnumValues {
		if cost := value.Directives.ForName(costDirective); cost != nil {
			if weights == nil {
				weights = map[string]amount{}
			}
			weights[value.Name] = amountOf(cost, "weight")
		}
	}
	return weights
}

// scanned returns the part of the price that depends on the size of the
// project.
func (a amount) scanned(size tallier) float64 {
	if a.each == 0 {
		return 0
	}
	return min(a.each*size.of(a.of), mostScanned)
}

// beyond returns the part of what an argument scans that counts: if its units cost
// something, only what exceeds their price, because a long text asks for no list.
func (d *duty) beyond(units, scanned float64) float64 {
	if d.weight == 0 {
		return scanned
	}
	return max(0, scanned-units)
}

// A Scope has what the price of one operation and that of its answer need: the
// sizes of projects, and the arguments of fields. The nil scope has no entities.
type Scope struct {
	ctx       context.Context // of the operation
	sizes     Sizes
	known     map[string]map[string]int
	arguments map[*ast.Field]map[string]any
}

// ScopeKey is the name of the scope among the operation's statistics.
const ScopeKey = "sizes"

// NewScope returns the scope of an operation. If sizes cannot be read, prices
// do not have them: the resolvers report why.
func NewScope(ctx context.Context, sizes Sizes) *Scope {
	if sizes == nil {
		return nil
	}
	return &Scope{ctx: ctx, sizes: sizes}
}

// ScopeOf returns the scope with which an operation was priced.
func ScopeOf(operation *graphql.OperationContext) *Scope {
	s, _ := operation.Stats.GetExtension(ScopeKey).(*Scope)
	return s
}

// in returns the sizes of a project.
func (s *Scope) in(projectID string) tallier { return tallier{s, projectID, nil} }

// A tallier has the numbers of entities of a project, which are read when they
// are first needed.
type tallier struct {
	scope     *Scope
	projectID string
	kinds     []string // those of ENTITY, nil for all
}

// among returns the numbers for what is about entities of some kinds, nil for all.
func (t tallier) among(kinds []string) tallier {
	t.kinds = kinds
	return t
}

// allKinds is the name of all kinds together.
const allKinds = "ENTITY"

// of returns the number of entities of a kind.
func (t tallier) of(kind string) float64 {
	s := t.scope
	if s == nil {
		return 0
	}
	sizes, known := s.known[t.projectID]
	if !known {
		sizes, _ = s.sizes(s.ctx, t.projectID)
		if s.known == nil {
			s.known = map[string]map[string]int{}
		}
		s.known[t.projectID] = sizes
	}
	if kind != allKinds || t.kinds == nil {
		return float64(sizes[kind])
	}
	count := 0
	for _, kind := range t.kinds {
		count += sizes[kind]
	}
	return float64(count)
}

// argumentsOf returns the arguments of a field, nil if it takes none.
func (s *Scope) argumentsOf(field *ast.Field, variables map[string]any) map[string]any {
	if len(field.Definition.Arguments) == 0 {
		return nil
	}
	if s == nil {
		return literal.Arguments(field, variables)
	}
	arguments, known := s.arguments[field]
	if !known {
		arguments = literal.Arguments(field, variables)
		if s.arguments == nil {
			s.arguments = map[*ast.Field]map[string]any{}
		}
		s.arguments[field] = arguments
	}
	return arguments
}

// projectArgument is the argument, or the field of the argument input, that limits
// a field to a project, and projectField the root field that has the project as its
// id.
const projectArgument, projectField = "projectId", "project"

// projectOf returns the id of the project that a field reads, which is that of
// the field above unless an argument names it; "" for all projects.
func projectOf(field *ast.Field, args map[string]any, above string) string {
	named := args[projectArgument]
	if named == nil {
		named = valueAt(args, []string{"input", projectArgument})
	}
	if field.Name == projectField && named == nil && args["id"] != nil {
		named = args["id"]
	}
	if id, is := named.(string); is {
		return id
	}
	return above
}
