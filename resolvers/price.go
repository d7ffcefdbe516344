package resolvers

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/generated"
	"dossier/graph/query"
	"dossier/graph/scalar"
	"dossier/loaders"
	"dossier/plan"
)

// Schema returns the executable schema over a service, its fields priced. Plans
// execute it.
func Schema(service *query.Service) graphql.ExecutableSchema {
	resolvers := fields{&Root{Service: service}}
	return priced{plan.New(executor(resolvers), plan.Options{Resolvers: resolvers, Gather: gather, Enum: scalar.EnumText})}
}

// Reference returns the same schema, executed by what gqlgen generated: tests
// and benchmarks compare plans with it.
func Reference(service *query.Service) graphql.ExecutableSchema {
	return priced{executor(fields{&Root{Service: service}})}
}

// executor returns the executor that gqlgen generated.
func executor(resolvers fields) plan.Bound {
	return accurate{generated.NewExecutableSchema(generated.Config{
		Schema: advertised(), Resolvers: resolvers, Directives: generated.DirectiveRoot{OneOf: oneOf},
	}).(plan.Bound)}
}

// gather implements the option of package plan by the loaders of a request.
func gather(ctx context.Context, number int) []plan.Gatherer {
	gatherers := make([]plan.Gatherer, number)
	for i, field := range loaders.Fields(ctx, number) {
		gatherers[i] = field
	}
	return gatherers
}

// priced is a schema that knows what a field costs: its own work, and what it
// selects times the number of objects that it may return.
type priced struct{ graphql.ExecutableSchema }

// Complexity implements [graphql.ExecutableSchema].
func (priced) Complexity(_ context.Context, object, field string, below int, args map[string]any) (int, bool) {
	p := priceOf(object, field)
	own, size := 1, 1
	if p.own != nil {
		own = p.own(args)
	}
	if p.size != nil {
		size = p.size(args)
	}
	if below > (math.MaxInt-own)/size {
		return math.MaxInt, true
	}
	return own + below*size, true
}

// A price is what a field costs. The zero price is that of a field whose value
// is there already, or whose page is counted where its arguments are.
type price struct {
	own  amount // of the field itself; nil for 1
	size amount // how many objects it may return; nil for 1
}

// An amount follows from the arguments of a field. Arguments that no resolver
// accepts count as the largest that one does, so that the answer is the
// resolver's error, which names the argument.
type amount func(args map[string]any) int

// The amounts below are by eye where they are not limits: 1 is a field that is
// read off a struct, 50 a walk through a project in memory, 100 a ranking.
var (
	kinds     = fixed(len(graph.Kinds))
	oneWalk   = fixed(50)
	listPrice = price{size: pageSize}
)

// rootPrices are the prices of the root fields other than the kinds' lists.
var rootPrices = map[string]price{
	"viewer":            {},
	"node":              {},
	"entity":            {},
	"project":           {},
	"entities":          {size: count("ids", graph.MaxIDs)},
	"linkedEntities":    {own: fixed(2), size: share(bounded("firstPerKind", 3, graph.MaxLinks), 3)},
	"graphSnapshot":     {own: oneWalk, size: snapshotSize},
	"projectGraph":      {own: graphPrice, size: graphSize},
	"workspace":         {own: fixed(100)}, // a walk and the highlights
	"focus":             {own: fixed(52)},  // a walk and links
	"overview":          {size: bounded("first", query.DefaultPage, query.MaxPage)},
	"search":            {own: oneWalk, size: bounded("first", query.DefaultPage, query.MaxSearchPage)},
	"contextDocument":   {own: documentPrice},
	"lenses":            {size: fixed(10)},
	"recordTypes":       {size: fixed(10)},
	"resolveMentions":   {own: oneWalk, size: mentionsIn},
	"mentionCandidates": {own: fixed(5), size: bounded("first", query.DefaultMentions, query.MaxPage)},
}

// prices are those of fields of other types. Lists that no argument bounds have
// their limit, or by eye a usual size.
var prices = map[string]price{
	"ContextDocument.nodes":       {size: fixed(50)},
	"ContextNode.passages":        {size: fixed(3)},
	"ContextDocument.omitted":     {size: kinds},
	"ContextDocument.omittedBest": {size: fixed(10)},
	"ContextDocument.sections":    {size: fixed(5)},
	"ContextDocument.warnings":    {size: fixed(5)},
	"ContextNode.path":            {size: fixed(2)},
	"Focus.relations":             {size: fixed(10)},
	"Focus.snapshot":              {size: defaultSnapshot},
	"GraphSnapshot.coverage":      {size: kinds},
	"GraphSnapshot.dropped":       {size: kinds},
	"GraphSnapshot.edges":         {}, // counted at graphSnapshot
	"GraphSnapshot.nodes":         {}, // counted at graphSnapshot
	"Changed.items":               {size: fixed(graph.ChangedLimit)},
	"Highlight.items":             {size: fixed(7)},
	"LinkedEntities.counts":       {size: kinds},
	"LinkedEntities.groups":       {size: bounded("first", 3, graph.MaxLinks)},
	"LinkedEntity.others":         {},
	"LinkedGroup.items":           {}, // counted at groups
	"LinkedRelation.counts":       {size: kinds},
	"Mention.entities":            {size: fixed(5)},
	"Overview.projects":           {}, // counted at overview
	"People.items":                {size: fixed(graph.PeopleLimit)},
	"Person.owned":                {size: fixed(5)},
	"Project.entityCounts":        {size: kinds},
	"ProjectFull.entityCounts":    {size: kinds},
	"ProjectGraph.edges":          {}, // counted at projectGraph
	"ProjectGraph.nodes":          {}, // counted at projectGraph
	"Record.fields":               {own: fixed(5), size: fixed(5)},
	"RecordFieldValue.entities":   {size: fixed(2)},
	"RecordFull.fields":           {own: fixed(5), size: fixed(5)},
	"RecordType.fields":           {size: fixed(10)},
	"SearchResult.hits":           {}, // counted at search
	"TaskFull.dependencies":       {size: fixed(5)},
	"TaskFull.dependents":         {size: fixed(5)},
	"Work.states":                 {size: fixed(4)},
	"Workspace.coverage":          {size: kinds},
	"Workspace.highlights":        {size: fixed(15)},
	"Workspace.snapshot":          {size: defaultSnapshot},
}

// everywhere are the prices of fields that many types have.
var everywhere = map[string]price{
	"full":           {own: fixed(5)},
	"linkedEntities": {own: fixed(2)},
}

// isList has the names of the root fields that return a page of a kind.
var isList = func() map[string]bool {
	lists := map[string]bool{}
	for _, spec := range graph.Kinds {
		lists[spec.Plural] = true
	}
	return lists
}()

func priceOf(object, field string) price {
	p, _ := declaredPrice(object, field)
	return p
}

// declaredPrice returns the price of a field and whether it is in a table.
func declaredPrice(object, field string) (p price, declared bool) {
	switch {
	case object == "Query" && isList[field]:
		return listPrice, true
	case object == "Query":
		p, declared = rootPrices[field]
	case strings.HasSuffix(object, "Connection"): // counted at the list
		return price{}, true
	default:
		p, declared = prices[object+"."+field]
	}
	if !declared {
		p, declared = everywhere[field]
	}
	return p, declared
}

func fixed(n int) amount { return func(map[string]any) int { return n } }

// bounded returns the amount that an argument gives, at most a limit.
func bounded(name string, otherwise, most int) amount {
	return func(args map[string]any) int {
		n := otherwise
		if given, is := number(args[name]); is {
			n = given
		}
		return min(max(n, 1), most)
	}
}

// count returns the length of a list that an argument gives, at most a limit.
func count(name string, most int) amount {
	return func(args map[string]any) int {
		list, _ := args[name].([]any)
		return min(max(len(list), 1), most)
	}
}

// share returns a part of an amount, 1 at the least.
func share(of amount, parts int) amount {
	return func(args map[string]any) int { return max(of(args)/parts, 1) }
}

// pageSize is the size of a page of a kind.
func pageSize(args map[string]any) int {
	for _, name := range []string{"first", "last"} {
		if _, given := number(args[name]); given {
			return bounded(name, 1, query.MaxPage)(args)
		}
	}
	return query.DefaultPage
}

// Two nodes or edges of a graph in memory count as one entity of a list: their
// fields are there already.
var (
	graphSize       = share(bounded("first", query.MaxPage, query.MaxGraphPage), 2)
	defaultSnapshot = fixed(snapshotSize(nil))
)

// graphPrice is that of making a page of a graph, whatever is selected of it.
func graphPrice(args map[string]any) int { return 1 + graphSize(args) }

// snapshotSize is the size of a snapshot, which may have two edges to a node.
func snapshotSize(args map[string]any) int {
	nodes := bounded("maxNodes", 60, graph.MaxSnapshotNodes)(args)
	edges := bounded("maxEdges", 80, graph.MaxSnapshotEdges)(args)
	return max(nodes, edges/2)/2 + 1
}

// documentPrice is that of a ranking and of a text that fills its budget, of
// which 40 tokens count as one field.
func documentPrice(args map[string]any) int {
	input, _ := args["input"].(map[string]any)
	return 100 + bounded("maxTokens", contextdoc.DefaultTokens, contextdoc.MaxTokens)(input)/40
}

// mentionsIn is how many mentions a message may have, by what opens one.
func mentionsIn(args map[string]any) int {
	text, _ := args["text"].(string)
	opened := strings.Count(text, "@") + strings.Count(text, "[[") + strings.Count(text, "{{")
	return min(max(opened, 1), query.MaxMentions)
}

// number returns an argument as the query or a variable gives it, before it has
// the type of the resolver's.
func number(argument any) (n int, given bool) {
	n, err := strconv.Atoi(fmt.Sprint(argument))
	return n, err == nil
}
