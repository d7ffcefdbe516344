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

// partsOf returns the parts of a ranked entity's score.
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
	warnTopicCut = "TOPIC_CUT"            // the end of a long topic was left out
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
	sc, err := s.scope(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("context document: %w", err)
	}
	document, err := s.withAttachments(ctx, r, sc)
	if err != nil {
		return nil, fmt.Errorf("context document: %w", err)
	}
	if r.maxTokens < smallBudget {
		document.warn(warnBudget, "%d tokens hold names, kinds and the best sentences; ask for %d or more, or find the ids in nodes", r.maxTokens, smallBudget)
	}
	if n := r.start.cut; n > 0 {
		document.warn(warnTopicCut, "the last %d characters of the topic were left out; the first %d are compared", n, MaxTopicRunes)
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

// document returns the document without what the message attaches.
func (s *Service) document(ctx context.Context, r *contextRequest, sc *scope) (*ContextDocument, error) {
	switch {
	case r.start.focusID != "":
		return s.focus(r, sc)
	case r.start.projectID != "":
		return s.workspace(r, sc)
	case r.start.global:
		return s.global(r, sc)
	default:
		return s.ranked(ctx, r, sc)
	}
}

func (d *ContextDocument) warn(code, format string, args ...any) {
	d.Warnings = append(d.Warnings, ContextWarning{code, fmt.Sprintf(format, args...)})
}

// workspace returns the document about a project as a whole.
func (s *Service) workspace(r *contextRequest, sc *scope) (*ContextDocument, error) {
	g := sc.projects.Project(r.start.projectID)
	if g == nil {
		return nil, graph.NotFound("project", r.start.projectID)
	}
	return composed(prompt.Workspace(g, r.options()))
}

// focus returns the document about one entity in its project.
func (s *Service) focus(r *contextRequest, sc *scope) (*ContextDocument, error) {
	if len(sc.projects) == 0 { // deleted since the entity was read
		return nil, graph.NotFound("entity", r.start.focusID)
	}
	return composed(prompt.Focus(sc.projects[0].Graph, r.start.focusID, r.options()))
}

// global returns the document about all projects of the actor.
func (s *Service) global(r *contextRequest, sc *scope) (*ContextDocument, error) {
	var projects []*graph.Project
	for _, p := range sc.projects {
		projects = append(projects, p.Graph.Project())
	}
	return composed(prompt.Global(projects, r.options()))
}

func (r *contextRequest) options() prompt.Options {
	return prompt.Options{
		MaxTokens: r.maxTokens, Count: r.counter.Count, Now: r.now, JSON: r.format == FormatJSON, LinksHint: r.linksHint,
	}
}

// composed returns the context document of a prompt that ranks nothing.
func composed(p *prompt.Document, err error) (*ContextDocument, error) {
	if err != nil {
		return nil, err
	}
	document := &ContextDocument{Text: p.Text, Tokens: p.Tokens, Sections: p.Sections, Omitted: p.Omitted}
	for _, node := range p.Nodes {
		document.Nodes = append(document.Nodes, contextNode(node, WhyStart))
	}
	return document, nil
}

// foundLimit is how many found entities are told of or counted by kind.
const foundLimit = 2000

// ranked is the document about topics or entities.
func (s *Service) ranked(ctx context.Context, r *contextRequest, sc *scope) (*ContextDocument, error) {
	found, document, err := s.rank(ctx, r, sc)
	if err != nil {
		return nil, err
	}
	if len(found.ranking.Nodes) == 0 {
		return document, found.writeNoMatch(document)
	}
	if found.ranking.Unwalked > 0 {
		document.warn(warnSampled, "%d neighbours of crowded entities were not looked at", found.ranking.Unwalked)
	}
	candidates, err := s.candidates(ctx, found)
	if err != nil {
		return nil, err
	}
	return document, found.compose(document, candidates)
}

// found is what a ranking found, with what it takes to tell of it.
type found struct {
	request  *contextRequest
	scope    *scope
	corpus   corpus.Corpus
	ranker   rank.Ranker
	question string // by which sentences are weighed
	ranking  rank.Ranking
}

// graphOf returns the graph that has a node.
func (f *found) graphOf(node rank.Node) *graph.Graph {
	return f.scope.projects[node.Project].Graph
}

func (s *Service) rank(ctx context.Context, r *contextRequest, sc *scope) (*found, *ContextDocument, error) {
	document := &ContextDocument{}
	if err := sc.check(r, document); err != nil {
		return nil, nil, err
	}
	f := &found{request: r, scope: sc, corpus: sc.projects.Corpus()}
	request := rank.Request{
		Topics: r.start.topics, Starts: sc.starts, Depth: r.depth,
		Relations: r.lens.RelationWeights(), Kinds: r.lens.KindWeights(),
		Now: r.now, Limit: foundLimit, Classic: r.ranking == RankClassic, Skip: r.attached, Intent: r.start.only,
	}
	if len(r.kinds) > 0 {
		request.Keep = func(kind string) bool { return slices.Contains(r.kinds, graph.Kind(kind)) }
	}
	similar, status, err := s.similar(ctx, sc.projects, r.start.topics, sc.starts)
	if err != nil {
		return nil, nil, err
	}
	if status == SemanticUnavailable {
		document.warn(warnSemantic, "the embeddings endpoint does not answer; words, titles and edges alone were compared")
	}
	request.Similar = similar
	f.ranker = rank.New(f.corpus, s.params)
	f.ranking = f.ranker.Rank(request)
	most := min(len(f.ranking.Nodes), r.maxTokens/tokensPerName+maxOmitted) // what can be told of or named
	f.ranking.Nodes = slices.DeleteFunc(f.ranking.Nodes[:most], func(node rank.Node) bool {
		return f.graphOf(node).Entity(node.ID) == nil // written after the graphs were read
	})
	f.question = f.words(r.start.topics)
	return f, document, nil
}
