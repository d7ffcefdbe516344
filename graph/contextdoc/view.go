package contextdoc

import (
	"context"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/ask/scan"
	"dossier/graph/gist"
	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/prompt"
	"dossier/graph/reply"
	"dossier/graph/view"
	"dossier/graph/viewdoc"
)

// viewNamed returns the view that an input names, nil for none.
func (r *request) viewNamed(name *string) (*view.View, error) {
	if name == nil {
		return nil, nil
	}
	if v := view.Named(r.views, *name); v != nil {
		return v, nil
	}
	var names []string
	for i := range r.views {
		names = append(names, r.views[i].Name)
	}
	return nil, graph.BadInput("input.view", "unknown view %q; expected one of %s", graph.Truncate(*name, 60), strings.Join(names, ", "))
}

// wishOf returns the view that a request names or that its only question asks for, nil
// for none.
func (r *request) wishOf() *gist.Wish {
	asked := strings.Join(r.start.topics, "\n")
	if r.view != nil {
		wish := gist.WishFor(r.view.Name, asked, r.now)
		return &wish
	}
	if !r.start.only || len(r.start.topics) != 1 || len(r.start.ids) > 0 || r.ranking != RankRelevance || len(r.kinds) > 0 {
		return nil
	}
	wish, found := gist.WishOf(asked, r.now, func(name string) bool { return view.Named(r.views, name) != nil })
	if !found {
		return nil
	}
	return &wish
}

// viewed returns the body that a view writes, nil if the scope has no project that the
// question may be about.
func (w *Writer) viewed(ctx context.Context, r *request, sc *scope, wish *gist.Wish) (body, error) {
	v := view.Named(r.views, wish.View)
	choice, found, lack := w.choose(r, sc, v, wish)
	switch {
	case lack != nil && r.view != nil:
		return nil, graph.BadInput("", "%s", lack.said(sc.names.ShortID))
	case lack != nil:
		return lack.body(sc, sc.options(r)), nil
	case choice == nil && r.view != nil && !r.start.global:
		return nil, graph.BadInput("", "the view %s has nothing about this; expected one of %s", v.Name, strings.Join(v.About(), ", "))
	case choice == nil:
		return nil, nil
	}
	return w.chosen(ctx, r, sc, wish, choice, found.Terms, func(d *Document) {
		d.Confidence, d.Answerability = viewConfidence, outline.Likely
		for _, doubt := range viewDoubts {
			if doubt(found, wish, v) {
				d.Confidence, d.Answerability = unsureConfidence, outline.Partly
			}
		}
	})
}

// chosen returns the body with what a view chooses. judge sets the confidence of its documents.
func (w *Writer) chosen(
	ctx context.Context, r *request, sc *scope, wish *gist.Wish, choice *viewdoc.Choice, terms map[string]bool, judge func(*Document),
) (body, error) {
	full, err := w.fullTexts(ctx, r, sc, choice.Refs())
	if err != nil {
		return nil, err
	}
	write := sc.written(r, choice, sc.chapters(r, choice, full, terms))
	reading := readingOfView(wish, choice, strings.Join(r.start.topics, "\n"))
	return func(ctx context.Context, maxTokens int) (*Document, error) {
		d, err := write(ctx, maxTokens)
		if err != nil {
			return nil, err
		}
		judge(d)
		d.Readings, d.ReadAs = []Reading{reading}, &reading
		return d, nil
	}, nil
}

// instead returns the body of the view that a question asks for by a phrase, about the only
// project, if no entity is clearly what the question is about; else nil. The document says so.
func (w *Writer) instead(ctx context.Context, r *request, sc *scope, wish *gist.Wish, about *outlined) (body, error) {
	isAsked := wish != nil && !wish.Guessed && r.view == nil && len(sc.projects) == 1
	if !isAsked || !about.isWeak(r) && !about.isUnnamed() {
		return nil, nil
	}
	reader := sc.projects.Corpus().Open()
	scenes := scenesOf(sc.projects.Graphs(), &viewdoc.Found{}, wish, nil, answer.New(reader, sc.projects.Graphs(), r.now), r.now)
	reader.Close()
	if len(scenes) == 0 {
		return nil, nil
	}
	choice := viewdoc.Choose(view.Named(r.views, wish.View), false, scenes...)
	if choice == nil {
		return nil, nil
	}
	choice.Notice = about.weakMatch("the whole project is below")
	return w.chosen(ctx, r, sc, wish, choice, nil, func(d *Document) {
		d.Warnings = append(d.Warnings, Warning{warnWeak, strings.Join(about.outline.Confidence.Reasons, "; ")})
		about.judge(d, false)
	})
}

// written returns the body with the chapters of a choice, without what the client knows.
func (sc *scope) written(r *request, choice *viewdoc.Choice, chapters []*prompt.Chapter) body {
	options := sc.options(r)
	isSubject := map[graph.Entity]bool{}
	for _, s := range choice.Scenes {
		for _, subject := range s.Subjects {
			options.Start(s.Graph, subject.Self().ID)
			isSubject[subject] = true
		}
	}
	write := func(options prompt.Options) (*prompt.Document, error) { return prompt.Compose(chapters, options) }
	return prompted(options, nil, write, func(node prompt.Node) Reason {
		switch {
		case isSubject[node.Entity]:
			return WhySubject
		case node.Distance == 0:
			return WhyMatch
		}
		return WhyEdge
	})
}

// viewConfidence is that of a document by a view. By eye: of the forty questions of the
// demo, each asks for its view.
const viewConfidence = .9

// viewDoubts report whether a view may not be what a question asks for.
var viewDoubts = []func(found *viewdoc.Found, wish *gist.Wish, v *view.View) bool{
	func(_ *viewdoc.Found, wish *gist.Wish, _ *view.View) bool { return wish.Guessed },
	func(found *viewdoc.Found, wish *gist.Wish, _ *view.View) bool {
		return isElsewhere(found, wish, found.Unnamed)
	},
	func(found *viewdoc.Found, wish *gist.Wish, v *view.View) bool { // what has Ann done about the pump
		isOfWork := v.Person || slices.ContainsFunc(v.Sections, func(s view.Section) bool { return s.HasEvents() })
		return isOfWork && found.Unnamed > mostLeftOfWork && !slices.Contains(wish.Kinds, graph.KindProject)
	},
}

// mostLeftOfWork is the share of the words of a question that may name nothing if the view
// has what somebody did or is to do: such a question often is a list with conditions. Of 24
// likely views of lists of outsiders that nobody had read, 6 of 10 wrong ones have more, and 2
// of 14 right ones.
const mostLeftOfWork = .25

// unsureConfidence is the confidence of a view that was guessed, or that the client named
// for a question whose words name nothing here. By eye: half of the guesses of views are
// right, see TestGuess of package ask.
const unsureConfidence = .5

// mostLeft is the share of the words of a question that may name nothing. With more, it
// asks for something else than the view has. By eye.
const mostLeft = .6

// mostLeftGuessed is that share for a question without a phrase for the view: it must name
// what it is about. By eye.
const mostLeftGuessed = .15

// readingOfView returns the reading of a question as a view: "view next of Ireland".
func readingOfView(wish *gist.Wish, choice *viewdoc.Choice, question string) Reading {
	read := Reading{Text: "view " + wish.View, Language: wish.Language, Unused: []string{}, Words: len(scan.Words(question))}
	var names []string
	for _, s := range choice.Scenes {
		for _, subject := range s.Subjects {
			names = append(names, graph.Line(subject.Self().Label, mostNameRunes))
		}
	}
	read.Text += " of " + strings.Join(names, " and ")
	if p := choice.Period(); p != nil {
		read.Text += ", " + p.String()
	}
	return read
}

// mostNameRunes is the length in characters to which names in a reading are cut. By eye.
const mostNameRunes = 60

// choose finds what the question is about and selects the entities of its view. choice is
// nil if the question is about nothing of which there is such a view, and lack says what it
// would have to be about.
func (w *Writer) choose(r *request, sc *scope, v *view.View, wish *gist.Wish) (choice *viewdoc.Choice, found *viewdoc.Found, lack *lack) {
	if n := len(sc.projects); n == 0 || r.start.global && n > mostProjects {
		return nil, nil, nil
	}
	reader := sc.projects.Corpus().Open()
	defer reader.Close()
	graphs := sc.projects.Graphs()
	var readings []ask.Reading // none if the request names its view
	if r.view == nil {
		readings = sc.readings.Of(reader, graphs, reply.Question{Asked: r.start.topics[0], TypeNames: sc.types.Names()}, r.now)
	}
	if gist.AskForList(readings) || asksOther(readings, v) {
		return nil, nil, nil
	}
	if found = sc.given(r, graphs); found == nil {
		found = viewdoc.Find(reader, graphs, v, wish)
	}
	if r.view == nil && (isElsewhere(found, wish, found.Left) || isOfOther(found, v)) {
		return nil, found, nil
	}
	scenes := scenesOf(graphsOf(graphs, found, wish), found, wish, r.kinds, answer.New(reader, graphs, r.now), r.now)
	if r.lacksSubject(v, found, wish) {
		if isMostly(readings, r.start.topics) {
			return nil, found, nil
		}
		return nil, found, lackOf(v, scenes)
	}
	if len(scenes) == 0 {
		return nil, found, nil
	}
	choice = viewdoc.Choose(v, r.view != nil, scenes...)
	if project := scenes[0].Graph.Project(); choice == nil && !v.Subject && found.IsDate() && project != nil {
		scenes[0].Subjects = []graph.Entity{project}
		choice = viewdoc.Choose(v, false, scenes...)
	}
	return choice, found, nil
}

// isMostly reports whether the best reading of a question as a list uses most of its words.
func isMostly(readings []ask.Reading, topics []string) bool {
	return len(readings) > 0 && 2*len(readings[0].Unused) < len(scan.Words(topics[0]))
}

// asksOther reports whether a question is whole a list of a kind that a view is not about, as in
// "are there risks in the plan", or asks how many of a kind there are.
func asksOther(readings []ask.Reading, v *view.View) bool {
	if len(readings) == 0 || readings[0].Query.Kind == "" {
		return false
	}
	if len(readings[0].Unused) > 0 {
		return readings[0].Query.Number.Op == "count" && len(readings[0].Query.Group) == 0
	}
	return !slices.Contains(v.Sections[0].Kinds, readings[0].Query.Kind)
}

// graphsOf returns the graphs that a view is about: that of the project which is found, or
// all if they are few and the question names nothing.
func graphsOf(graphs []*memory.Graph, found *viewdoc.Found, wish *gist.Wish) []*memory.Graph {
	switch {
	case found.Project >= 0:
		return graphs[found.Project : found.Project+1]
	case len(wish.Rest) > 0 || len(graphs) > mostProjects:
		return nil
	}
	return graphs
}

// lacksSubject reports whether a view is about something that the request does not name: it
// names the view alone, or a phrase for it asks for the view and no word is left.
func (r *request) lacksSubject(v *view.View, found *viewdoc.Found, wish *gist.Wish) bool {
	least := 0
	switch {
	case v.Both:
		least = 2
	case v.Subject:
		least = 1
	}
	return len(found.Subjects) < least && (r.view != nil || !wish.Guessed && len(wish.Rest) == 0)
}

// isElsewhere reports whether too many words of a question are left that name nothing, or a question
// without a phrase for the view names several entities: what are A and B about.
func isElsewhere(found *viewdoc.Found, wish *gist.Wish, left float64) bool {
	if wish.Guessed && (left > mostLeftGuessed || len(found.Subjects) > 1) {
		return true
	}
	return left > mostLeft && !found.Person && !slices.Contains(wish.Kinds, graph.KindProject)
}

// isOfOther reports whether a question is about a person, and the view is not.
func isOfOther(found *viewdoc.Found, v *view.View) bool {
	isPerson := len(found.Subjects) > 0 && graph.IsPerson(found.Subjects[0])
	return isPerson && len(v.Subjects) > 0 && !slices.Contains(v.Subjects, graph.PersonType)
}

// given returns the entities of a request that names entities, nil if it names none.
func (sc *scope) given(r *request, graphs []*memory.Graph) *viewdoc.Found {
	ids := sc.starts
	if r.start.focusID != "" {
		ids = []string{r.start.focusID}
	}
	if len(ids) == 0 {
		return nil
	}
	found := &viewdoc.Found{Project: slices.IndexFunc(graphs, func(g *memory.Graph) bool { return g.Entity(ids[0]) != nil })}
	for _, id := range ids {
		if found.Project >= 0 && graphs[found.Project].Entity(id) != nil {
			found.Subjects = append(found.Subjects, graphs[found.Project].Entity(id))
		}
	}
	return found
}

// scenesOf returns a scene for each graph: around the subjects, or else the project.
func scenesOf(graphs []*memory.Graph, found *viewdoc.Found, wish *gist.Wish, kinds []graph.Kind, evaluator *answer.Evaluator,
	now time.Time) (scenes []*viewdoc.Scene) {
	match, naming := found.Match(), found.Naming()
	for _, g := range graphs {
		s := &viewdoc.Scene{
			Graph: g, Subjects: found.Subjects, Period: wish.Period, Now: now, Matcher: evaluator.Matcher(g), Kinds: kinds,
			Match: match, Naming: naming, Only: view.WhereOf(strings.Join(wish.Only, " ")),
		}
		if len(s.Subjects) == 0 && g.Project() != nil {
			s.Subjects = []graph.Entity{g.Project()}
		}
		if len(s.Subjects) > 0 {
			scenes = append(scenes, s)
		}
	}
	return scenes
}

// mostProjects is the maximum number of projects of a view that names none. By eye.
const mostProjects = 5

// chapters returns the chapters of a choice. The index may have changed since the choice was
// made.
func (sc *scope) chapters(r *request, choice *viewdoc.Choice, full map[string]graph.Entity, terms map[string]bool) []*prompt.Chapter {
	reader := sc.projects.Corpus().Open()
	defer reader.Close()
	evaluator := answer.New(reader, sc.projects.Graphs(), r.now)
	for _, s := range choice.Scenes {
		*s.Matcher = *evaluator.Matcher(s.Graph)
	}
	return choice.Chapters(&viewdoc.Style{ShortID: sc.names.ShortID, Full: full, HideFacts: !r.fields, Terms: terms}, r.options.Cost)
}
