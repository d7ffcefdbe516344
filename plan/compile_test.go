package plan

import (
	"runtime"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// operation returns an operation with a Boolean variable.
func operation(with bool) *graphql.OperationContext {
	return &graphql.OperationContext{
		Operation: &ast.OperationDefinition{VariableDefinitions: ast.VariableDefinitionList{
			{Variable: "with", Type: ast.NamedType("Boolean", nil)}, {Variable: "n", Type: ast.NamedType("Int", nil)},
		}},
		Variables: map[string]any{"with": with, "n": 1},
	}
}

// TestPlansAreMadeOnce checks that each value of a condition has one plan, and
// that other variables need no further plan.
func TestPlansAreMadeOnce(t *testing.T) {
	var p plans
	made := 0
	compile := func() *plan { made++; return &plan{} }
	with := operation(true)
	first := p.of(with, compile)
	with.Variables["n"] = 2
	if p.of(with, compile) != first || made != 1 {
		t.Errorf("made %d plans, want one for both values of n", made)
	}
	with.Variables["with"] = false
	if p.of(with, compile) == first || made != 2 {
		t.Errorf("made %d plans, want another for another condition", made)
	}
	runtime.KeepAlive(with)
}

// TestPlansAreForgotten checks that plans are dropped with their documents.
func TestPlansAreForgotten(t *testing.T) {
	var p plans
	for range 100 {
		p.of(operation(true), func() *plan { return &plan{} })
	}
	held := 1
	for deadline := time.Now().Add(10 * time.Second); held > 0 && time.Now().Before(deadline); {
		runtime.GC()
		time.Sleep(time.Millisecond)
		p.mu.Lock()
		held = len(p.held)
		p.mu.Unlock()
	}
	if held > 0 {
		t.Errorf("%d documents are held", held)
	}
}
