package query

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/projects"
	"dossier/graph/reading"
	"dossier/graph/relevance/search"
	"dossier/graph/similarity"
)

// A searching searches projects.
type searching struct {
	*base
	questions *similarity.Questions // nil without an embedder
	onSearch  func(hits int)        // may be nil
}

// A SearchInput describes a search for entities by words. Fields that are nil
// or empty have defaults.
type SearchInput struct {
	Query     string       // words, "phrases", and -words that a hit must lack
	ProjectID *string      // nil is all projects
	Kinds     []graph.Kind // nil is all kinds
	States    []string     // nil is any state
	First     *int         // the number of hits; nil is the default of a page
	After     *string      // the cursor after which the page begins; nil is the first page
}

// A SearchResult is a page of the results of a search.
type SearchResult struct {
	Hits      []SearchHit       // the best first
	Total     int               // the number of entities that match
	EndCursor *string           // of the next page; nil on the last one
	Notes     []string          // sentences about what was searched instead, or left out
	Semantic  similarity.Status // whether embeddings were compared

	offset  int
	shortID func(id string) string
}

// A SearchHit is an entity found by a search.
type SearchHit struct {
	Entity        graph.Entity   // light
	Project       *graph.Project // of the entity
	Score         float64        // 0 to 1
	MatchedFields []string       // names of fields with words of the query
	Why           string         // how it matched

	search *searched
	number int // of the hit in the search
}

// A searched has the data that all hits of a search share.
type searched struct {
	set   projects.Set
	found search.Found
	sure  func() []float64 // by hit
}

// Search returns the entities that match words, the best first: by score, then
// title, then id. Scores are the same on every store.
func (s *searching) Search(ctx context.Context, in SearchInput) (*SearchResult, error) {
	ctx, end := s.called(ctx, "search")
	defer end()
	request, err := in.request()
	if err != nil {
		return nil, err
	}
	set, choice, err := s.searchable(ctx, &in)
	if err != nil {
		return nil, err
	}
	similar, semantic, err := s.questions.Similar(ctx, []string{in.Query}, nil, set.VectorOf())
	if err != nil {
		return nil, err
	}
	if similar != nil {
		request.Similar = func(id string) float64 { return similar(0, id) }
	}
	request.Keep, request.Ended = in.keep(set), func() bool { return ctx.Err() != nil }
	found := search.Search(set.Corpus(), request, search.Defaults())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	result := &SearchResult{Hits: []SearchHit{}, Total: found.Total, Notes: found.Notes, Semantic: semantic, offset: request.Offset}
	if choice.Left > 0 {
		result.Notes = append(result.Notes,
			fmt.Sprintf("%d of %d projects were searched, those that have most of the words; "+
				"%d others have some of them. Name a project to search it.",
				choice.Asked, choice.All, choice.Left))
	}
	if n := set.Unindexed(); n > 0 {
		result.Notes = append(result.Notes,
			fmt.Sprintf("%d entities were left out: their search text is missing, damaged or of another version; run dossier reindex.", n))
	}
	result.Hits = hits(set, found)
	if result.shortID, err = s.shortIDsOf(ctx, result.Hits, set, in.ProjectID == nil && choice.Asked == choice.All); err != nil {
		return nil, err
	}
	if s.onSearch != nil {
		s.onSearch(found.Total)
	}
	result.EndCursor = result.cursorAfter(len(found.Hits))
	return result, nil
}

// shortIDsOf returns the function that returns the ids of hits in a set as displayed. The
// set may have all projects that the actor may read.
func (s *searching) shortIDsOf(ctx context.Context, hits []SearchHit, set projects.Set, isAll bool) (func(id string) string, error) {
	if isAll {
		return projects.NamesOf(set).ShortID, nil
	}
	ids := make([]string, len(hits))
	for i, hit := range hits {
		ids[i] = hit.Entity.Self().ID
	}
	return s.shortIDs(ctx, set, ids)
}

// cursorAfter returns the cursor after the first hits, nil after the last.
func (r *SearchResult) cursorAfter(hits int) *string {
	if next := r.offset + hits; next < r.Total && hits > 0 {
		return new(pageCursor(next))
	}
	return nil
}

// First returns the page with only its first hits.
func (r *SearchResult) First(hits int) *SearchResult {
	first := *r
	if hits < len(r.Hits) {
		first.Hits, first.EndCursor = r.Hits[:hits], r.cursorAfter(hits)
	}
	return &first
}

// Text returns the hits with their snippets as prompt text.
func (r *SearchResult) Text(ctx context.Context) (string, error) {
	snippets, err := r.Snippets(ctx)
	if err != nil {
		return "", err
	}
	return r.TextWith(snippets), nil
}

// TextWith returns the hits with the given snippets, one for each, as prompt
// text.
func (r *SearchResult) TextWith(snippets []string) string {
	hits := make([]reading.Hit, len(r.Hits))
	for i, hit := range r.Hits {
		hits[i] = reading.Hit{Entity: hit.Entity, ID: r.ShortID(hit), Snippet: snippets[i]}
		if hit.Project != nil {
			hits[i].Project = hit.Project.Name
		}
	}
	return reading.Hits(hits, r.Total)
}

// request returns the search for the arguments, or an error about one of them.
func (in *SearchInput) request() (request search.Request, err error) {
	request = search.Request{Query: in.Query, Limit: graph.Or(in.First, DefaultPage)}
	if err := graph.CheckWords("query", in.Query); err != nil {
		return request, err
	}
	if err := graph.CheckRange("first", request.Limit, 1, MaxSearchPage); err != nil {
		return request, err
	}
	if err := graph.CheckKinds("kinds", in.Kinds); err != nil {
		return request, err
	}
	if in.After != nil {
		if request.Offset, err = parsePageCursor("after", *in.After); err != nil {
			return request, err
		}
	}
	return request, checkStates("states", in.States)
}

// searchable returns the projects to search: the one of the argument, or those of
// all that have the words.
func (s *searching) searchable(ctx context.Context, in *SearchInput) (projects.Set, projects.Choice, error) {
	parts := projects.Parts{Index: true, Vectors: s.questions != nil}
	if in.ProjectID == nil {
		return s.projects.Ask(ctx, []string{in.Query}, parts)
	}
	id, err := graph.ParseID("projectId", *in.ProjectID)
	if err != nil {
		return nil, projects.Choice{}, err
	}
	set, err := s.project(ctx, id, parts)
	return set, projects.Choice{}, err
}

// keep returns the filter by kinds and states, nil if there is none.
func (in *SearchInput) keep(set projects.Set) func(id, kind string) bool {
	if in.Kinds == nil && in.States == nil {
		return nil
	}
	return func(id, kind string) bool {
		if !graph.Allows(in.Kinds, graph.Kind(kind)) {
			return false
		}
		if in.States == nil {
			return true
		}
		g := set.With(id)
		return g != nil && graph.Allows(in.States, g.Entity(id).Self().State())
	}
}

// checkStates returns an error if no kind has one of the states.
func checkStates(argument string, states []string) error {
	known := []string{}
	for _, spec := range graph.Kinds {
		known = append(known, spec.States...)
	}
	for _, state := range states {
		if !slices.Contains(known, state) {
			slices.Sort(known)
			return graph.BadInput(argument, "no kind has a state %q; expected one of %s", graph.Truncate(state, 60),
				strings.Join(slices.Compact(known), ", "))
		}
	}
	return nil
}

// pageCursor returns the cursor of an offset in the results of a search.
func pageCursor(offset int) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "hit %d", offset))
}

func parsePageCursor(argument, cursor string) (int, error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	number, ours := strings.CutPrefix(string(raw), "hit ")
	offset, parseErr := strconv.Atoi(number)
	if err != nil || parseErr != nil || !ours || offset < 0 || offset > maxSearchOffset {
		return 0, graph.BadInput(argument, "not a cursor of this search; pass the endCursor that it gave")
	}
	return offset, nil
}

// hits returns the found entities.
func hits(set projects.Set, found search.Found) []SearchHit {
	of := &searched{set: set, found: found, sure: sync.OnceValue(func() []float64 { return confidences(set, found) })}
	hits := make([]SearchHit, 0, len(found.Hits))
	for i, hit := range found.Hits {
		if g := set.With(hit.ID); g != nil {
			hits = append(hits, SearchHit{
				Entity: g.Entity(hit.ID), Project: g.Project(), Score: hit.Score, Why: string(hit.Why), MatchedFields: hit.Fields, search: of,
				number: i,
			})
		}
	}
	return hits
}

// Confidence returns how likely it is that the hit answers the query, 0 to 1. It
// is computed for all hits together when it is first needed, because it takes a
// tenth of the time of a search.
func (h *SearchHit) Confidence() float64 { return h.search.sure()[h.number] }

// ShortID returns the id of a hit as displayed.
func (r *SearchResult) ShortID(hit SearchHit) string { return r.shortID(hit.Entity.Self().ID) }

// confidences returns how likely it is that each hit answers the query.
func confidences(set projects.Set, found search.Found) []float64 {
	ids := make([]string, len(found.Hits))
	for i, hit := range found.Hits {
		ids[i] = hit.ID
	}
	reader := set.Corpus().Open()
	defer reader.Close()
	return outline.Confidences(reader, found.Words, ids, outline.Defaults())
}
