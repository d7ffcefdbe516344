package query

import (
	"context"
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/rank"
)

// A ContextDocument is prompt text with its sources.
type ContextDocument struct {
	Text      string
	Tokens    int // of Text, exactly; never above MaxTokens
	MaxTokens int
	Encoding  string
	Digest    string // equal for equal text about equal entities; opaque
	Sections  []prompt.Section
	Nodes     []ContextNode
	Omitted   []graph.KindCount
	// OmittedBest are the best ten of the omitted, if they were ranked.
	OmittedBest []graph.Entity
	Warnings    []ContextWarning
	Changes     *ContextChanges // since the earlier document, nil if none was given
}

// A ContextNode is an entity that a context document tells of.
type ContextNode struct {
	Entity     graph.Entity
	Form       ContextForm
	Tokens     int
	Score      float64     // relative to the best, 0 to 1
	ScoreParts *ScoreParts // nil for what was not ranked
	Distance   int         // edges from the start, 0 for a start or a match
	Path       []graph.SnapshotEdge
	Why        ContextReason
}

// ScoreParts are what a score is made of; they add up to it.
type ScoreParts struct {
	Text float64 // its words and title, and its likeness in meaning
	Walk float64 // the edges, mentions and shared phrases that lead to it; CLASSIC: its nearness
	Tie  float64 // time, state and the kinds of the lens; CLASSIC: time
}

// partsOf are the parts of a ranked entity's score.
func partsOf(node rank.Node) *ScoreParts {
	return &ScoreParts{Text: node.Parts.Text, Walk: node.Parts.Walk, Tie: node.Parts.Tie}
}

// A ContextForm is how much of an entity a context document tells.
type ContextForm string

// The forms of an entity in a context document.
const (
	FormFull  ContextForm = "FULL"
	FormShort ContextForm = "SHORT"
	FormName  ContextForm = "NAME"
)

// A ContextReason is why a context document tells of an entity.
type ContextReason string

// The reasons to tell of an entity.
const (
	WhyStart   ContextReason = "START"
	WhyMatch   ContextReason = "MATCH"
	WhyEdge    ContextReason = "EDGE"
	WhyMention ContextReason = "MENTION"
	WhyPin     ContextReason = "PIN"
)

// A ContextWarning is something that whoever asked should know.
type ContextWarning struct{ Code, Message string }

// The codes of warnings.
const (
	warnBudget   = "BUDGET_SMALL"         // under smallBudget tokens
	warnNoMatch  = "NO_MATCH"             // nothing was found
	warnNotFound = "NOT_FOUND"            // some of the ids were left out
	warnChanges  = "CHANGES_PARTIAL"      // the earlier document told of more than its digest holds
	warnSampled  = "SAMPLED"              // not all neighbours of a crowded entity were looked at
	warnSemantic = "SEMANTIC_UNAVAILABLE" // meanings are configured and could not be compared
)

// Budgets by which more is told: under the small one only names, kinds and the
// best sentences; from the roomy one on states and dates, and what was found.
const (
	smallBudget = 500
	roomyBudget = 1000
)

// Context is the context document that an input asks for.
func (s *Service) Context(ctx context.Context, in ContextInput) (*ContextDocument, error) {
	r, err := s.contextRequest(in)
	if err != nil {
		return nil, err
	}
	document, err := s.withAttachments(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("context document: %w", err)
	}
	if r.maxTokens < smallBudget {
		document.warn(warnBudget, "%d tokens hold names, kinds and the best sentences; ask for %d or more, or find the ids in nodes", r.maxTokens, smallBudget)
	}
	document.Digest = digestOf(document).String()
	if r.since != nil {
		document.Changes = r.since.changes(document.Nodes)
	}
	if r.since != nil && r.since.cut > 0 {
		document.warn(warnChanges, "the earlier document told of %d entities beyond the %d that its digest holds; what is new is not known", r.since.cut, digestMost)
	}
	document.MaxTokens, document.Encoding = r.maxTokens, r.counter.Encoding
	return document, nil
}

// document is the document without what the message attaches.
func (s *Service) document(ctx context.Context, r *contextRequest) (*ContextDocument, error) {
	switch {
	case r.start.FocusID != nil:
		return s.focus(ctx, r)
	case r.start.ProjectID != nil:
		return s.workspace(ctx, r)
	case r.start.Global != nil:
		return s.global(ctx, r)
	default:
		return s.ranked(ctx, r)
	}
}

func (d *ContextDocument) warn(code, format string, args ...any) {
	d.Warnings = append(d.Warnings, ContextWarning{code, fmt.Sprintf(format, args...)})
}

// workspace is the document about a project as a whole.
func (s *Service) workspace(ctx context.Context, r *contextRequest) (*ContextDocument, error) {
	g, err := s.Graph(ctx, *r.start.ProjectID)
	if err != nil {
		return nil, err
	}
	return composed(graphsOf(g))(prompt.Workspace(g, r.options()))
}

// focus is the document about one entity in its project.
func (s *Service) focus(ctx context.Context, r *contextRequest) (*ContextDocument, error) {
	projectID, err := s.projectOf(ctx, *r.start.FocusID)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx, projectID)
	if err != nil {
		return nil, err
	}
	return composed(graphsOf(g))(prompt.Focus(g, *r.start.FocusID, r.options()))
}

// global is the document about all projects of the actor.
func (s *Service) global(ctx context.Context, r *contextRequest) (*ContextDocument, error) {
	graphs, err := s.Graphs(ctx, nil)
	if err != nil {
		return nil, err
	}
	var projects []*graph.Project
	for _, g := range graphs {
		projects = append(projects, g.Project())
	}
	return composed(graphs)(prompt.Global(projects, r.options()))
}

func (r *contextRequest) options() prompt.Options {
	return prompt.Options{MaxTokens: r.maxTokens, Count: r.counter.Count, Now: r.now, JSON: r.format == FormatJSON}
}

// composed makes a context document of a composed prompt over graphs.
func composed(graphs map[string]*graph.Graph) func(*prompt.Document, error) (*ContextDocument, error) {
	return func(p *prompt.Document, err error) (*ContextDocument, error) {
		if err != nil {
			return nil, err
		}
		document := &ContextDocument{Text: p.Text, Tokens: p.Tokens, Sections: p.Sections, Omitted: p.Omitted}
		for _, node := range p.Nodes {
			document.Nodes = append(document.Nodes, ContextNode{
				Entity: graphWith(graphs, node.ID).Entity(node.ID), Form: FormShort, Tokens: node.Tokens, Score: 1, Why: WhyStart,
			})
		}
		return document, nil
	}
}

func graphsOf(g *graph.Graph) map[string]*graph.Graph {
	return map[string]*graph.Graph{g.Revision.ProjectID: g}
}

// foundLimit is how many found entities are told of or counted by kind.
const foundLimit = 2000

// ranked is the document about topics or entities.
func (s *Service) ranked(ctx context.Context, r *contextRequest) (*ContextDocument, error) {
	found, document, err := s.rank(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(found.ranking.Nodes) == 0 {
		found.nothing(document)
		return document, nil
	}
	if found.ranking.Unwalked > 0 {
		document.warn(warnSampled, "%d neighbours of crowded entities were not looked at", found.ranking.Unwalked)
	}
	candidates, err := s.candidates(ctx, found)
	if err != nil {
		return nil, err
	}
	found.compose(document, candidates)
	return document, nil
}

// found is what a ranking found, with what it takes to tell of it.
type found struct {
	*contextRequest
	graphs   map[string]*graph.Graph
	corpus   corpus.Corpus
	ranker   rank.Ranker
	ordered  []*graph.Graph // in the order of the corpus
	question string         // by which sentences are weighed
	ranking  rank.Ranking
}

// graphOf is the graph that has a node.
func (f *found) graphOf(node rank.Node) *graph.Graph { return f.ordered[node.Project] }

func (s *Service) rank(ctx context.Context, r *contextRequest) (*found, *ContextDocument, error) {
	document := &ContextDocument{}
	graphs, err := s.fenced(ctx, r, document)
	if err != nil {
		return nil, nil, err
	}
	f := &found{contextRequest: r, graphs: graphs, ordered: inOrder(graphs)}
	if f.corpus, err = s.corpus(ctx, graphs); err != nil {
		return nil, nil, err
	}
	request := rank.Request{
		Topics: r.start.Topics, Starts: r.start.IDs, Depth: r.depth,
		Relations: r.lens.relationWeights(), Kinds: r.lens.kindWeights(),
		Now: r.now, Limit: foundLimit, Classic: r.ranking == RankClassic, Skip: r.told, Intent: r.start.Topic != nil,
	}
	if r.start.Topic != nil {
		request.Topics = []string{*r.start.Topic}
	}
	if len(r.kinds) > 0 {
		request.Keep = func(kind string) bool { return slices.Contains(r.kinds, graph.Kind(kind)) }
	}
	if request.Similar, err = s.compared(ctx, graphs, request, document); err != nil {
		return nil, nil, err
	}
	f.ranker = rank.New(f.corpus, s.index.params)
	f.ranking = f.ranker.Rank(request)
	most := min(len(f.ranking.Nodes), r.maxTokens/tokensPerName+omittedBest) // what can be told of or named
	f.ranking.Nodes = slices.DeleteFunc(f.ranking.Nodes[:most], func(node rank.Node) bool {
		return f.graphOf(node).Entity(node.ID) == nil // written after the graphs were read
	})
	f.question = f.words(request.Topics)
	return f, document, nil
}

// fenced are the graphs that a document may tell of: of one project, or of all
// that the actor may read. Ids that are not in them are named in a warning; if
// none is left, the error is NOT_FOUND.
func (s *Service) fenced(ctx context.Context, r *contextRequest, document *ContextDocument) (map[string]*graph.Graph, error) {
	projects, err := s.fence(ctx, r)
	if err != nil {
		return nil, err
	}
	graphs, err := s.Graphs(ctx, projects)
	if err != nil {
		return nil, err
	}
	if r.projectID != "" && len(graphs) == 0 {
		return nil, graph.NotFound("project", r.projectID)
	}
	var known []string
	for _, id := range r.start.IDs {
		if graphWith(graphs, id) != nil {
			known = append(known, id)
			continue
		}
		document.warn(warnNotFound, "no entity with id %s", id)
	}
	if len(r.start.IDs) > 0 && len(known) == 0 {
		return nil, graph.NotFound("entity", r.start.IDs[0])
	}
	r.start.IDs = known
	return graphs, nil
}

// fence are the ids of the projects to read, nil for all.
func (s *Service) fence(ctx context.Context, r *contextRequest) ([]string, error) {
	if r.projectID != "" {
		return []string{r.projectID}, nil
	}
	if len(r.start.IDs) == 0 {
		return nil, nil
	}
	refs := make([]graph.Ref, len(r.start.IDs))
	for i, id := range r.start.IDs {
		refs[i].ID = id
	}
	entities, err := s.store.Entities(ctx, refs, graph.Light)
	projects := []string{}
	for _, entity := range entities {
		if id := entity.Self().ProjectID; !slices.Contains(projects, id) {
			projects = append(projects, id)
		}
	}
	slices.Sort(projects)
	return projects, err
}

// graphWith is the graph that has an entity; nil if none has, as of one that was
// written after the graphs were read.
func graphWith(graphs map[string]*graph.Graph, id string) *graph.Graph {
	for _, g := range graphs {
		if g.Entity(id) != nil {
			return g
		}
	}
	return nil
}
