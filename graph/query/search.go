package query

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/search"
)

// A SearchInput asks for entities by words. What is nil or empty is the default.
type SearchInput struct {
	Query     string
	ProjectID *string
	Kinds     []graph.Kind
	States    []string
	First     *int
	After     *string
}

// A SearchResult is a page of what a search found.
type SearchResult struct {
	Hits      []SearchHit
	Total     int     // how many entities match
	EndCursor *string // of the next page; nil on the last one
	Notes     []string
	Semantic  SemanticStatus
}

// A SearchHit is an entity that a search found.
type SearchHit struct {
	Entity        graph.Entity
	Project       *graph.Project
	Score         float64 // 0 to 1
	Snippet       string
	MatchedFields []string
	Why           string
}

// A SemanticStatus says whether meaning was searched, beside words.
type SemanticStatus string

// The ways of a semantic search.
const (
	SemanticOff         SemanticStatus = "OFF"
	SemanticOn          SemanticStatus = "ON"
	SemanticUnavailable SemanticStatus = "UNAVAILABLE"
)

// Search finds entities by words, the best first: by score, then title, then
// id. Scores are the same on every store.
func (s *Service) Search(ctx context.Context, in SearchInput) (*SearchResult, error) {
	request, err := in.request()
	if err != nil {
		return nil, err
	}
	graphs, err := s.searched(ctx, in.ProjectID)
	if err != nil {
		return nil, err
	}
	corpus, err := s.corpus(ctx, graphs)
	if err != nil {
		return nil, err
	}
	similar, semantic, err := s.meanings.likeness(ctx, graphs, rank.Request{Topics: []string{in.Query}})
	if err != nil {
		return nil, err
	}
	if similar != nil {
		request.Similar = func(id string) float64 { return similar(0, id) }
	}
	request.Keep = in.keep(graphs)
	found := search.Search(corpus, request, search.Defaults())
	result := &SearchResult{Hits: []SearchHit{}, Total: found.Total, Notes: found.Notes, Semantic: semantic}
	if n := s.index.leftOut(graphs); n > 0 {
		result.Notes = append(result.Notes, fmt.Sprintf("%d entities were left out: their search text is missing, damaged or of another version; run dossier reindex.", n))
	}
	if result.Hits, err = s.hits(ctx, graphs, found); err != nil {
		return nil, err
	}
	if next := request.Offset + len(found.Hits); next < found.Total && len(found.Hits) > 0 {
		result.EndCursor = new(pageCursor(next))
	}
	return result, nil
}

// request checks the arguments.
func (in *SearchInput) request() (request search.Request, err error) {
	request = search.Request{Query: in.Query, Limit: or(in.First, DefaultPage)}
	if err := checkWords("query", in.Query); err != nil {
		return request, err
	}
	if err := graph.CheckRange("first", request.Limit, 1, MaxSearchPage); err != nil {
		return request, err
	}
	if err := checkKinds("kinds", in.Kinds); err != nil {
		return request, err
	}
	if in.After != nil {
		if request.Offset, err = parsePageCursor("after", *in.After); err != nil {
			return request, err
		}
	}
	return request, checkStates("states", in.States)
}

// searched are the graphs to search: of one project or of all.
func (s *Service) searched(ctx context.Context, projectID *string) (map[string]*graph.Graph, error) {
	if projectID == nil {
		return s.Graphs(ctx, nil)
	}
	id, err := graph.ParseID("projectId", *projectID)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx, id)
	if err != nil {
		return nil, err
	}
	return graphsOf(g), nil
}

// keep tells what the filters let through, nil for everything.
func (in *SearchInput) keep(graphs map[string]*graph.Graph) func(id, kind string) bool {
	if len(in.Kinds) == 0 && len(in.States) == 0 {
		return nil
	}
	return func(id, kind string) bool {
		g := graphWith(graphs, id)
		if g == nil || len(in.Kinds) > 0 && !slices.Contains(in.Kinds, graph.Kind(kind)) {
			return false
		}
		return len(in.States) == 0 || slices.Contains(in.States, g.Entity(id).Self().State())
	}
}

// checkStates refuses a state that no kind has.
func checkStates(argument string, states []string) error {
	known := []string{}
	for _, spec := range graph.Kinds {
		known = append(known, spec.States...)
	}
	for _, state := range states {
		if !slices.Contains(known, state) {
			slices.Sort(known)
			return graph.BadInput(argument, "no kind has a state %q; want one of %s", graph.Truncate(state, 60), strings.Join(slices.Compact(known), ", "))
		}
	}
	return nil
}

// pageCursor is a place in what a search found.
func pageCursor(offset int) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "hit %d", offset))
}

// deepestPage bounds how far the pages of a search go.
const deepestPage = 10_000

func parsePageCursor(argument, cursor string) (int, error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	number, ours := strings.CutPrefix(string(raw), "hit ")
	offset, parseErr := strconv.Atoi(number)
	if err != nil || parseErr != nil || !ours || offset < 0 || offset > deepestPage {
		return 0, graph.BadInput(argument, "not a cursor of this search; pass the endCursor that it gave")
	}
	return offset, nil
}

// hits are the found entities with the places that matched, whose texts are
// read in full.
func (s *Service) hits(ctx context.Context, graphs map[string]*graph.Graph, found search.Found) ([]SearchHit, error) {
	refs := make([]graph.Ref, len(found.Hits))
	for i, hit := range found.Hits {
		refs[i] = graph.Ref{Kind: graph.Kind(hit.Kind), ID: hit.ID}
	}
	full, err := s.store.Entities(ctx, refs, graph.Full)
	if err != nil {
		return nil, err
	}
	hits := make([]SearchHit, 0, len(found.Hits))
	for _, hit := range found.Hits {
		g := graphWith(graphs, hit.ID)
		if g == nil {
			continue
		}
		hits = append(hits, SearchHit{
			Entity: g.Entity(hit.ID), Project: g.Project(), Score: hit.Score, Why: string(hit.Why),
			MatchedFields: hit.Fields, Snippet: snippet(full[hit.ID], hit, found.Terms),
		})
	}
	return hits, nil
}
