package contextdoc

import (
	"context"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/lens"
	"dossier/graph/prompt"
	"dossier/graph/records"
	"dossier/graph/view"
)

// A request is a parsed [Input] with canonical ids and defaults. The input is
// not modified.
type request struct {
	start     start
	projectID string // the project to which the document is restricted, "" for none
	message   string
	mentions  []string
	pins      []string
	depth     int
	maxTokens int
	counter   TokenCounter
	lens      *lens.Lens
	views     []view.View // in use when the request began
	view      *view.View  // named by the client, nil if the question decides
	format    Format
	fields    bool
	sources   bool
	ranking   Ranking
	kinds     []graph.Kind
	now       time.Time
	since     *known.Digest // nil for none
	known     []string
	options   prompt.Options
	hidden    *hiddenTexts
}

// request parses an input.
func (w *Writer) request(ctx context.Context, in Input) (r *request, err error) {
	if ctx, err = graph.InZoneNamed(ctx, "input.timeZone", in.TimeZone); err != nil {
		return nil, err
	}
	r = &request{
		hidden:    &hiddenTexts{},
		message:   graph.Or(in.Message, ""),
		mentions:  in.MentionIDs,
		pins:      in.PinIDs,
		maxTokens: graph.Or(in.MaxTokens, DefaultTokens),
		format:    graph.Or(in.Format, FormatMarkdown),
		fields:    graph.Or(in.IncludeFields, true),
		sources:   graph.Or(in.IncludeSources, false),
		ranking:   graph.Or(in.Ranking, RankRelevance),
		kinds:     in.Kinds,
		now:       graph.Moment(ctx, in.Now, w.Now),
		known:     in.Known,
	}
	if r.lens, err = w.lens(graph.Or(in.Lens, lens.Default)); err != nil {
		return nil, err
	}
	if w.Views != nil {
		r.views = w.Views()
	}
	if r.view, err = r.viewNamed(in.View); err != nil {
		return nil, err
	}
	r.depth = graph.Or(in.Depth, r.lens.Depth)
	if err := r.check(); err != nil {
		return nil, err
	}
	if r.counter, err = w.Tokens(graph.Or(in.Encoding, DefaultEncoding)); err != nil {
		return nil, err
	}
	r.options = r.promptOptions()
	r.options.Within, r.options.Graph, r.options.Spare = in.Depth, in.IncludeGraph, in.Spare
	if err := r.begin(in); err != nil {
		return nil, err
	}
	return r, r.checkStart()
}

// begin parses where the document starts, and after what.
func (r *request) begin(in Input) (err error) {
	if in.Since != nil {
		if r.since, err = known.Parse("input.since", *in.Since); err != nil {
			return err
		}
	}
	if in.ProjectID != nil {
		if r.projectID, err = graph.ParseID("input.projectId", *in.ProjectID); err != nil {
			return err
		}
	}
	if r.start, err = in.Start.parse(); err != nil {
		return err
	}
	return r.ask(in.Question)
}

// ask makes a question the topic of the document. The entities of the start
// remain, and a project becomes the one to which the document is restricted.
func (r *request) ask(question *string) error {
	if question == nil {
		return nil
	}
	switch start := &r.start; {
	case len(start.topics) > 0 || start.global:
		return graph.BadInput("input.question", "expected a start with ids, focusId or projectId; a topic is a question itself")
	case start.focusID != "":
		start.ids, start.focusID = []string{start.focusID}, ""
	case start.projectID != "":
		r.projectID, start.projectID, start.only = start.projectID, "", true
	}
	r.start.ranked = true
	return r.start.setTopics("input.question", []string{*question})
}

// promptOptions returns the options of all prompts of a request. If the lens
// shows every fact that has a name, the options include all facts, also those
// without a name.
func (r *request) promptOptions() prompt.Options {
	options := prompt.Options{
		MaxTokens: r.maxTokens, Count: r.counter.Count, Now: r.now, JSON: r.format == FormatJSON,
		Kinds: r.kinds, First: r.lens.Kinds, Relations: map[graph.Relation]float64{},
		HideFacts: !r.fields, Sources: r.sources, Classic: r.ranking == RankClassic,
	}
	for relation, weight := range r.lens.RelationWeights() {
		options.Relations[graph.Relation(relation)] = weight
	}
	if slices.ContainsFunc(prompt.FactNames(), func(name string) bool { return !slices.Contains(r.lens.Fields, name) }) {
		options.Facts = append([]string{}, r.lens.Fields...)
	}
	return options
}

// checkStart returns an error for inputs that do not apply to the start.
func (r *request) checkStart() error {
	start := &r.start
	switch {
	case graph.Or(r.options.Graph, false) && (start.ranked || start.global):
		return graph.BadInput("input.includeGraph", "applies to focusId and projectId; there is no graph around several starts")
	case r.view != nil && (len(start.topics) > 1 || r.ranking != RankRelevance):
		return graph.BadInput("input.view", "applies to one topic, ids, focusId, projectId and global, without ranking")
	case start.projectID != "" && r.projectID != "" && r.projectID != start.projectID:
		return graph.BadInput("input.projectId", "expected the project of input.start.projectId or none; got %s", r.projectID)
	}
	return nil
}

// lens returns the lens with a name. The error lists the valid names.
func (w *Writer) lens(name string) (*lens.Lens, error) {
	all := w.Lenses()
	names := make([]string, len(all))
	for i := range all {
		if all[i].Name == name {
			return &all[i], nil
		}
		names[i] = all[i].Name
	}
	return nil, graph.BadInput("input.lens", "unknown lens %q; expected one of %s", graph.Truncate(name, 60), strings.Join(names, ", "))
}

// check returns an error for values that are out of range.
func (r *request) check() error {
	if err := graph.CheckRange("input.depth", r.depth, 0, maxDepth); err != nil {
		return err
	}
	if err := graph.CheckRange("input.maxTokens", r.maxTokens, MinTokens, maxTokens); err != nil {
		return err
	}
	if err := graph.CheckMessage("input.message", r.message); err != nil {
		return err
	}
	if len(r.mentions) > records.MaxMentions {
		return graph.BadInput("input.mentionIds", "%d ids are too many; expected at most %d", len(r.mentions), records.MaxMentions)
	}
	if len(r.known) > maxKnown {
		return graph.BadInput("input.known", "%d are too many; expected at most %d, the latest", len(r.known), maxKnown)
	}
	return graph.CheckKinds("input.kinds", r.kinds)
}
