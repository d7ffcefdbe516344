package contextdoc

import (
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/outline"
	"dossier/graph/prompt"
	"dossier/graph/view"
	"dossier/graph/vocabulary"
)

// wishOf returns the view that the only question of a request asks for, nil for none.
func (w *Writer) wishOf(r *request) *ask.Wish {
	if !r.start.only || len(r.start.topics) != 1 || len(r.start.ids) > 0 || r.ranking != RankRelevance || len(r.kinds) > 0 {
		return nil
	}
	wish, found := ask.WishOf(r.start.topics[0], r.now, func(name string) bool { return view.Named(w.Views, name) != nil })
	if !found {
		return nil
	}
	return &wish
}

// viewed returns the body that a view writes, nil if the scope has no project that the
// question may be about.
func (w *Writer) viewed(ctx context.Context, r *request, sc *scope, wish *ask.Wish) (body, error) {
	v := view.Named(w.Views, wish.View)
	choice, terms := w.choose(r, sc, v, wish)
	if choice == nil {
		return nil, nil
	}
	full, err := w.fullTexts(ctx, r, choice.Refs())
	if err != nil {
		return nil, err
	}
	options := sc.options(r)
	plan := sc.plan(r, choice, &view.Style{ShortID: options.ShortID, Full: full, HideFacts: !r.fields, Terms: terms})
	return func(ctx context.Context, maxTokens int) (*Document, error) {
		options := options
		options.MaxTokens = maxTokens - options.Spare
		d, err := compose(ctx, prompt.Page{Heading: plan.Title}, []source{pieces(plan, sc.has)}, options)
		if err == nil {
			d.Confidence, d.Answerability, d.Reasons = viewConfidence, outline.Likely, []string{}
		}
		return d, err
	}, nil
}

// viewConfidence is that of a document by a view. By eye: of the forty questions of the
// demo, each asks for its view.
const viewConfidence = .9

// mostLeft is the share of the words of a question that may name nothing. With more, it
// asks for something else than the view has. By eye.
const mostLeft = .6

// mostLeftGuessed is that share for a question without a phrase for the view: it must name
// what it is about. By eye.
const mostLeftGuessed = .15

// choose finds what the question is about and selects the entities of its view.
func (w *Writer) choose(r *request, sc *scope, v *view.View, wish *ask.Wish) (choice *view.Choice, terms map[string]bool) {
	if len(sc.projects) == 0 {
		return nil, nil
	}
	reader := sc.projects.Corpus().Open()
	defer reader.Close()
	graphs := sc.graphs()
	if ask.AskForList(ask.Read(r.start.topics[0], vocabulary.New(reader, graphs), r.now)) {
		return nil, nil
	}
	found := view.Find(reader, graphs, v, wish)
	if wish.Guessed && found.Left > mostLeftGuessed {
		return nil, nil
	}
	if found.Left > mostLeft && !found.Person && !slices.Contains(wish.Kinds, graph.KindProject) {
		return nil, nil
	}
	about := graphs
	switch {
	case found.Project >= 0:
		about = graphs[found.Project : found.Project+1]
	case len(wish.Rest) > 0 || len(graphs) > mostProjects:
		return nil, nil
	}
	evaluator := answer.New(reader, graphs, r.now)
	var scenes []*view.Scene
	for _, g := range about {
		s := &view.Scene{Graph: g, Subjects: found.Subjects, Period: wish.Period, Now: r.now, Matcher: evaluator.Matcher(g), Match: found.Match}
		if len(s.Subjects) == 0 && g.Project() != nil {
			s.Subjects = []graph.Entity{g.Project()}
		}
		if len(s.Subjects) > 0 {
			scenes = append(scenes, s)
		}
	}
	if len(scenes) == 0 {
		return nil, nil
	}
	choice = view.Choose(v, scenes...)
	if project := scenes[0].Graph.Project(); choice == nil && found.IsDate() && project != nil {
		scenes[0].Subjects = []graph.Entity{project}
		choice = view.Choose(v, scenes...)
	}
	return choice, found.Terms
}

// mostProjects is the maximum number of projects of a view that names none. By eye.
const mostProjects = 5

// plan makes the plan of a choice. The index may have changed since the choice was made.
func (sc *scope) plan(r *request, choice *view.Choice, st *view.Style) *view.Plan {
	reader := sc.projects.Corpus().Open()
	defer reader.Close()
	evaluator := answer.New(reader, sc.graphs(), r.now)
	for _, s := range choice.Scenes {
		*s.Matcher = *evaluator.Matcher(s.Graph)
	}
	return choice.Plan(st, r.options.Count)
}

// pieces returns a source of the first pieces of a plan, without entities that the
// client knows.
func pieces(plan *view.Plan, has *known) source {
	return func(d *draft) {
		n, cost := plan.Fit(d.left)
		plan := plan
		if has != nil {
			var known []string
			plan, known = plan.Without(func(e graph.Entity) bool { return has.has(e, FormShort) }, n, d.left/knownShare)
			d.leave(known...)
			n, cost = plan.Fit(d.left)
		}
		topics, entries := plan.Topics(n)
		d.page.Topics = topics
		d.left -= cost
		seen := map[string]int{}
		for _, e := range entries {
			id := e.Entity.Self().ID
			if at, known := seen[id]; known {
				d.nodes[at].Tokens += e.Tokens
				continue
			}
			seen[id] = len(d.nodes)
			why := WhyEdge
			if e.Subject {
				why = WhySubject
			}
			d.nodes = append(d.nodes, unranked(prompt.Node{Entity: e.Entity, Tokens: e.Tokens, Whole: e.Whole}, why))
		}
		if has != nil {
			d.page.Footer = d.knownNote()
		}
	}
}
