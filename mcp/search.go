package mcp

import (
	"context"
	"fmt"
	"math"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/states"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

type searchInput struct {
	budgeted
	Query   string   `json:"query"`
	Project string   `json:"project"`
	Kinds   []string `json:"kinds"`
	States  []string `json:"states"`
	First   *int     `json:"first"`
	After   *string  `json:"after"`
}

// A searchOutput is a page of hits as JSON.
type searchOutput struct {
	Hits  []hitOutput `json:"hits"`
	Total int         `json:"total"`
	Notes []string    `json:"notes,omitempty"`
}

type hitOutput struct {
	entityOutput
	Project string  `json:"project,omitempty"`
	Score   float64 `json:"score"`
	Snippet string  `json:"snippet,omitempty"`
}

// An entityOutput is the short form of an entity as JSON.
type entityOutput struct {
	ID    string     `json:"id"`
	Kind  graph.Kind `json:"kind"`
	Name  string     `json:"name"`
	State string     `json:"state,omitempty"`
}

func entityOf(e graph.Entity, id string) entityOutput {
	c := e.Self()
	return entityOutput{ID: id, Kind: c.Kind, Name: graph.Line(graph.Heading(e), labelRunes), State: states.Shown(c)}
}

// labelRunes is the length in characters to which names are cut, as in prompt
// text.
const labelRunes = 160

const searchName = "search_ontology"

func searchTool() tool {
	return readingTool(searchName, "Finds entities by words, also misspelt: names and ids first, with snippets.",
		[]schema.Property{
			schema.Required(schema.Text("query", `words, "a phrase", -without`)),
			schema.Text("project", ""),
			schema.SomeOf("kinds", "", schema.Kinds()),
			schema.Texts("states", ""),
			schema.Number("first", "up to 50").With("default", query.DefaultPage),
			schema.Text("after", "cursor"),
		},
		searchOntology)
}

// searchOntology returns a page of hits, with fewer hits than requested if they
// do not fit.
func searchOntology(ctx context.Context, s *toolbox, given searchInput, budget int) (_ *answer, err error) {
	in := query.SearchInput{Query: given.Query, States: stateKeys(given.States), First: given.First, After: given.After}
	if in.Kinds, err = dialect.SomeKinds(given.Kinds); err != nil {
		return nil, err
	}
	if in.ProjectID, err = s.names.someProject(ctx, given.Project); err != nil {
		return nil, err
	}
	found, err := s.service.Search(ctx, in)
	if err != nil {
		return nil, err
	}
	snippets, err := found.Snippets(ctx)
	if err != nil {
		return nil, err
	}
	return s.budgets.fitted(budget, len(found.Hits), func(hits int) (*answer, error) {
		return s.hits(found.First(hits), snippets[:hits], given), nil
	})
}

// stateKeys returns names of states as they are stored: models also write "In
// Progress" and "DONE".
func stateKeys(names []string) []string {
	var keys []string
	for _, name := range names {
		keys = append(keys, dialect.Fold(name))
	}
	return keys
}

// hits returns the answer with the hits of a page and their snippets.
func (s *toolbox) hits(page *query.SearchResult, snippets []string, given searchInput) *answer {
	out := &searchOutput{Hits: []hitOutput{}, Total: page.Total, Notes: page.Notes}
	a := &answer{text: page.TextWith(snippets), structured: out}
	for i, hit := range page.Hits {
		one := hitOutput{entityOutput: entityOf(hit.Entity, page.ShortID(hit)), Score: math.Round(hit.Score*100) / 100, Snippet: snippets[i]}
		if hit.Project != nil && hit.Entity.Self().Kind != graph.KindProject {
			one.Project = hit.Project.Name
		}
		out.Hits = append(out.Hits, one)
	}
	switch {
	case page.EndCursor != nil:
		a.next = fmt.Sprintf("%d of %d hits; the next: %s", len(page.Hits), page.Total,
			call(searchName, append(given.arguments(), schema.Pair("after", *page.EndCursor))...))
	case page.Total == 0:
		a.next = given.nothing()
	}
	return a
}

// nothing returns what to do after a search without hits.
func (in *searchInput) nothing() string {
	if len(in.arguments()) > 1 {
		return "No hits with these filters; without them: " + call(searchName, schema.Pair("query", in.Query))
	}
	return "No hits; try fewer words or other ones, or list_projects for what there is."
}

// arguments returns the arguments of the call, apart from those about its page.
func (in *searchInput) arguments() []schema.Member {
	arguments := []schema.Member{schema.Pair("query", in.Query)}
	if in.Project != "" {
		arguments = append(arguments, schema.Pair("project", in.Project))
	}
	if in.Kinds != nil {
		arguments = append(arguments, schema.Pair("kinds", in.Kinds))
	}
	if in.States != nil {
		arguments = append(arguments, schema.Pair("states", in.States))
	}
	return arguments
}
