package contextdoc

import (
	"context"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/contextdoc/style"
	"dossier/graph/layout"
	"dossier/graph/outline"
	"dossier/graph/relevance/rank"
	"dossier/graph/reply"
)

// An outlined is the outline of a question, and the texts that it quotes.
type outlined struct {
	outline *outline.Outline // nil if only the ranking answers
	intent  rank.Intent
	first   []graph.Kind // those of the lens
	listed  int          // the maximum number of entities of a list, 0 for no limit
	asked   bool         // there is a question, with or without entities to start from
	// full has the entities that the outline quotes, with their texts, by id.
	full map[string]graph.Entity
	// ahead is the first plan of a body of aheadTokens tokens.
	ahead       *layout.Plan
	aheadTokens int
}

// outlineOf finds the subjects of the question, their parts and sections, and the
// list that it asks for. If the request starts from entities, these are the
// subjects.
func outlineOf(ctx context.Context, r *request, sc *scope) *outlined {
	o := &outlined{intent: rank.IntentOf(strings.Join(r.start.plain, "\n")), first: r.lens.Kinds, asked: len(r.start.topics) > 0,
		listed: sc.listed(r.maxTokens)}
	if r.ranking != RankRelevance || len(sc.projects) == 0 {
		return o
	}
	reader := sc.projects.Corpus().Open()
	defer reader.Close()
	graphs, keep, params := sc.projects.Graphs(), keepOf[graph.Kind](r.kinds), outline.Defaults()
	if len(sc.starts) > 0 {
		o.outline = outline.About(reader, graphs, strings.Join(r.start.plain, "\n"), sc.starts, r.now, keep, params)
		return o
	}
	for i, topic := range r.start.plain {
		if ctx.Err() != nil { // the caller checks ctx
			return o
		}
		question := reply.Question{Asked: r.start.topics[i], Plain: topic, TypeNames: sc.types.Names(), Readings: sc.readings}
		o.outline = o.joined(reply.Find(reader, graphs, question, r.now, keep, params))
	}
	if o.outline != nil { // nil if the entities to start from were deleted meanwhile
		for _, kind := range o.outline.Unasked { // none of several topics
			delete(o.intent.Kinds, kind)
		}
	}
	return o
}

// settle completes the outline by the ranking. If there is no list, and the title
// of another entity has all words of the question, the outline has no subjects.
// Documents in skip come before the body and are left out.
func (o *outlined) settle(sc *scope, found *ranking, skip map[string]bool) {
	if o.outline == nil {
		return
	}
	if o.outline.List == nil && !o.outline.IsVague && o.isBeside(found, sc) {
		o.outline.Topics, o.outline.Named = nil, false
	}
	if o.outline.Skip(skip); o.isLensed() {
		o.outline.Narrow(o.first)
	}
}

// isBeside reports whether the subjects miss the question: the label of the
// first entity of the ranking has all its words, and no label of a subject has.
func (o *outlined) isBeside(found *ranking, sc *scope) bool {
	if len(found.answer.Nodes) == 0 {
		return false
	}
	first := found.answer.Nodes[0]
	return labelHas(sc.entity(first.Project, first.ID).Self().Label, found.question) &&
		!slices.ContainsFunc(o.outline.Topics, func(t *outline.Topic) bool { return labelHas(t.Entity.Self().Label, found.question) })
}

// joined returns the outline joined with that of a further topic.
func (o *outlined) joined(next *outline.Outline) *outline.Outline {
	if o.outline == nil {
		return next
	}
	return o.outline.Join(next)
}

// found reports whether the outline has subjects or a list, or texts that are the
// nearest to a question which the graph is unlikely to answer.
func (o *outlined) found() bool {
	return o.outline != nil && (len(o.outline.Topics) > 0 || o.outline.List != nil || o.outline.IsNearestFirst())
}

// isVague reports whether an overview answers the question.
func (o *outlined) isVague() bool { return o.outline != nil && o.outline.IsVague }

// isNone reports whether the question asks for a list and nothing is in it.
func (o *outlined) isNone() bool {
	return o.outline != nil && o.outline.List != nil && len(o.outline.List.Groups) == 0
}

// isWeak reports whether the request has a single question that the graph is
// unlikely to answer.
func (o *outlined) isWeak(r *request) bool {
	return r.start.only && o.outline != nil && o.outline.Confidence.Answer == outline.Unlikely
}

// isUnnamed reports whether the question has no likely answer, and neither names a subject nor
// asks for a list.
func (o *outlined) isUnnamed() bool {
	return o.outline != nil && o.outline.Confidence.Answer != outline.Likely && !o.outline.Named && o.outline.List == nil
}

// isLensed reports whether the kinds of the lens fill the document: it has some,
// and the question asks neither for a kind nor for a list.
func (o *outlined) isLensed() bool {
	return len(o.first) > 0 && len(o.intent.Kinds) == 0 && o.outline != nil && o.outline.List == nil
}

// wants reports whether the question asks for a kind. One that asks for none is
// answered by the kinds of the lens.
func (o *outlined) wants(kind graph.Kind) bool {
	if len(o.intent.Kinds) > 0 {
		return o.intent.Kinds[kind]
	}
	return slices.Contains(o.first, kind)
}

// refs returns references to the entities that the outline quotes.
func (o *outlined) refs() []graph.Ref {
	if !o.found() {
		return nil
	}
	return o.outline.Refs(o.wants)
}

// title returns the title of the document: the labels of the subjects, if the
// question names them. The question itself is not included, so that the prompts
// of similar questions have a common beginning.
func (o *outlined) title() string {
	if o.outline == nil || !o.outline.Named {
		return ""
	}
	var labels []string
	for _, t := range o.outline.Topics {
		labels = append(labels, graph.Line(t.Entity.Self().Label, style.TitleLabel))
	}
	return strings.Join(labels, ", ")
}

// topics returns a source of the lines of the outline. It takes them in the
// order of their worth until one does not fit. Other entities follow after all of
// them. So a larger budget includes everything that a smaller one does.
func (o *outlined) topics(st bodyStyle, loaded *texts, count func(string) int) source {
	if !o.found() {
		return func(*draft) {}
	}
	plan := o.ahead
	if plan == nil || o.aheadTokens != st.MaxTokens {
		plan = o.firstPlan(st)
	}
	costs := layout.NewCosts(plan, count)
	return func(d *draft) {
		room := d.left
		if st.weak {
			room = o.weakRoom(room)
		}
		lines, tokens := costs.Fit(room)
		if plan.IsCut && lines == len(plan.Lines) {
			plan = o.plan(st, 0)
			costs = layout.NewCosts(plan, count)
			lines, tokens = costs.Fit(room)
		}
		included, reached := costs.Unknown(st.has, lines, d.left/knownShare, loaded.has)
		d.page.Topics = included.First(len(included.Lines))
		d.nodes = append(d.nodes, nodesOf(included, plan.Amounts(included.Lines, loaded.has), count)...)
		d.lines = included.Hashed()
		d.leave(plan.LeftOut(plan.Lines[:reached], included.Lines)...)
		d.covered = coveredBy(plan, lines)
		d.outlined, d.listed = true, o.outline.List != nil
		if o.isLensed() {
			d.only = o.first
		}
		d.left -= tokens
		isCut := lines < len(plan.Lines) && st.MaxTokens >= style.RoomyBudget && !st.weak
		switch {
		case o.outline.List != nil, isCut && d.left < st.MaxTokens/unfilledShare:
			d.left = 0
		case o.asked && (o.outline.Named || o.outline.List != nil):
			d.left = min(d.left, o.otherTokens(st.MaxTokens))
		}
		d.said = saidBy(plan.Lines[:lines])
	}
}

// If the next line of an outline has no room, and less than 1/unfilledShare of the
// budget is left, nothing else follows. By eye.
const unfilledShare = 4

// weakRoom returns how many of the tokens of a weak body the outline takes at most:
// half, because the answer may be any other of the nearest entities, or four fifths
// with the nearest texts. Of 122 questions about a hospital, .4 % more were answered
// with 2,000 tokens than with half, and of 311 about a move of a museum .4 %.
func (o *outlined) weakRoom(tokens int) int {
	if len(o.outline.Nearest) > 0 {
		return tokens - tokens/5
	}
	return tokens / 2
}

// bytesPerToken is the number of bytes a token for which a plan has lines at
// first: more than most texts have, so that the whole plan is seldom made. By eye.
const bytesPerToken = 7

// planAhead makes the first plan of a body, which topics uses for one of as many
// tokens. It needs no texts but those that the outline quotes.
func (o *outlined) planAhead(st bodyStyle) {
	if o.found() {
		o.ahead, o.aheadTokens = o.firstPlan(st), st.MaxTokens
	}
}

// firstPlan returns the plan of the outline with the lines that a body may have room
// for.
func (o *outlined) firstPlan(st bodyStyle) *layout.Plan {
	if st.has != nil {
		return o.plan(st, 0) // lines that are known take no room
	}
	return o.plan(st, st.MaxTokens*bytesPerToken)
}

// plan returns the plan of the outline with some bytes of lines, 0 for all.
func (o *outlined) plan(st bodyStyle, room int) *layout.Plan {
	first, all := st, st
	first.First, all.First = true, st.MaxTokens < style.SmallBudget
	return layout.Of(o.outline, o.full, layout.Style{
		Sources: st.sources, Listed: o.listed, Room: room,
		Wants: o.wants, First: o.first, Open: o.intent.Open, ID: st.ShortID, Facts: st.Facts, FirstFacts: first.Facts, ListFacts: all.Facts,
		SubjectFacts: st.SubjectFacts, Values: st.RecordValues,
		Relation: func(rel graph.Relation) bool { return o.intent.Relations[rel] },
	})
}

// coveredBy returns the ids of the entities of the first lines of a plan and of
// their topics.
func coveredBy(plan *layout.Plan, lines int) map[string]bool {
	ids := map[string]bool{}
	for _, line := range plan.Lines[:lines] {
		ids[line.Entity.Self().ID] = true
		if subject := plan.Topics[line.Topic].Entity; subject != nil {
			ids[subject.Self().ID] = true
		}
	}
	return ids
}

// After a list, or after subjects that a question names, other entities may take
// 1/restShare of the budget, because the question is not about them. Under a lens
// they may take 1/lensShare, because they may be of its kinds. The neighbours of
// entities that are given without a question may fill the budget. By eye. If the
// subjects have only a part of the answer, others may take at least restLeast tokens:
// of 416 questions about a software team, .7 % more are answered in 500 tokens, of 311
// about a move of a museum .3 % more, and of the given ones as many. After the topics of
// a long message, others may fill the budget: 64 instead of 61 % was found of what 44
// messages ask.
const (
	restShare = 4
	lensShare = 2
	restLeast = 1000
)

// otherTokens returns the number of tokens that other entities may take.
func (o *outlined) otherTokens(maxTokens int) int {
	share := restShare
	if o.isLensed() {
		share = lensShare
	}
	switch {
	case o.outline.IsLong:
		return maxTokens
	case o.outline.Confidence.Answer == outline.Likely:
		return maxTokens / share
	}
	return max(maxTokens/share, restLeast)
}

// saidBy returns the keys of the sentences in lines.
func saidBy(lines []layout.Line) map[string]bool {
	said := map[string]bool{}
	for _, line := range lines {
		if key := line.Passage.Key(); key != "" {
			said[key] = true
		}
	}
	return said
}

// judge sets the confidence of a document. nothing reports that nothing was
// found.
func (o *outlined) judge(d *Document, nothing bool) {
	switch {
	case o.outline != nil:
		c := o.outline.Confidence
		d.Confidence, d.Answerability, d.Reasons = c.Value, c.Answer, c.Reasons
	case nothing && o.asked: // without projects, or by another ranking
		d.Confidence, d.Answerability, d.Reasons = 0, outline.Unlikely, []string{"nothing has any of the question's words"}
	default:
		d.Confidence, d.Answerability, d.Reasons = 1, outline.Likely, []string{}
	}
}
