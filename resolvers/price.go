package resolvers

import (
	"context"
	"fmt"
	"strconv"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/generated"
	"dossier/graph/query"
)

// Schema is the executable schema over a service, its fields priced.
func Schema(service *query.Service) graphql.ExecutableSchema {
	return priced{generated.NewExecutableSchema(generated.Config{
		Resolvers: fields{&Root{Service: service}}, Directives: generated.DirectiveRoot{OneOf: oneOf},
	})}
}

// priced is a schema that knows what a field costs: what it selects, as often
// as its arguments ask for it, and something for the field itself.
type priced struct{ graphql.ExecutableSchema }

// prices are those of the fields that cost more than 1 by themselves, by the
// work behind them.
var prices = map[string]int{
	"full":            5,
	"linkedEntities":  2,
	"graphSnapshot":   50,
	"search":          50,
	"contextDocument": 200,

	"resolveMentions":   50,
	"mentionCandidates": 5,
}

// Complexity implements [graphql.ExecutableSchema].
func (p priced) Complexity(_ context.Context, object, field string, below int, args map[string]any) (int, bool) {
	return price(object, field) + below*size(object, field, args), true
}

// recordFields is the price of the values of a record; lenses and record types
// have fields, too, which are there already.
const recordFields = 5

func price(object, field string) int {
	if field == "fields" && (object == "Record" || object == "RecordFull") {
		return recordFields
	}
	return max(prices[field], 1)
}

// isList has the names of the root fields that answer a page of a kind.
var isList = func() map[string]bool {
	lists := map[string]bool{}
	for _, spec := range graph.Kinds {
		lists[spec.Plural] = true
	}
	return lists
}()

// size is how many objects a field may answer, as far as its arguments tell. A
// size that no resolver accepts counts as the largest that one does, so that
// the answer is the resolver's error, which names the argument.
func size(object, field string, args map[string]any) int {
	switch {
	case field == "entities":
		ids, _ := args["ids"].([]any)
		return max(len(ids), 1)
	case object == "LinkedEntities" && field == "groups":
		return between(args["first"], 3)
	case object == "Query" && (isList[field] || field == "search"):
		return max(between(args["first"], 1), between(args["last"], 1), pageOf(args))
	}
	return 1
}

// pageOf is the size of a page that the arguments leave open.
func pageOf(args map[string]any) int {
	_, first := number(args["first"])
	_, last := number(args["last"])
	if first || last {
		return 1
	}
	return query.DefaultPage
}

// number is an argument as the query or a variable gives it, before it has the
// type of the resolver's.
func number(argument any) (n int, given bool) {
	n, err := strconv.Atoi(fmt.Sprint(argument))
	return n, err == nil
}

// between is a size as an argument gives it, or the default.
func between(argument any, otherwise int) int {
	if n, given := number(argument); given {
		otherwise = n
	}
	return min(max(otherwise, 1), query.MaxPage)
}
