package viewdoc

import (
	"slices"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/view"
)

// steps find the entities of sections, by their names in [view.Steps].
var steps = map[string]func(s *walk) []graph.Entity{
	"subject":        func(s *walk) []graph.Entity { return s.Subjects },
	"about":          (*walk).about,
	view.StepProject: (*walk).project,
	view.StepNext:    (*walk).nextStep,
	view.StepAll:     (*walk).all,
	view.StepLinked:  (*walk).linked,
	view.StepScope:   (*walk).scope,
	view.StepExtent:  func(s *walk) []graph.Entity { return append(s.scope(), s.Subjects...) },
	"inside":         (*walk).inside,
	"work":           (*walk).work,
	"around":         (*walk).beside,
	"aims":           (*walk).aims,
	"plansof":        (*walk).plansOf,
	"blockers":       (*walk).blockers,
	"waiting":        (*walk).waiting,
	"reached":        (*walk).reached,
	"gates":          (*walk).gates,
	"path":           (*walk).path,
	"dates":          (*walk).dates,
	"owned":          (*walk).owned,
	"theirs":         (*walk).theirs,
	"people":         func(s *walk) []graph.Entity { return team{s}.people() },
	"lead":           func(s *walk) []graph.Entity { return team{s}.lead() },
	"everyone":       func(s *walk) []graph.Entity { return team{s}.members() },
	view.StepEvents:  (*walk).happened,
	view.StepEnded:   (*walk).ended,
	"risks":          (*walk).risksNear,
	"risknotes":      (*walk).riskNotes,
	"notes":          (*walk).notes,
	"followed":       (*walk).followed,
	"deciding":       (*walk).deciding,
	"readfirst":      (*walk).readFirst,
	"words":          (*walk).words,
	"near":           (*walk).near,
	"nearby":         (*walk).nearby,
	"requires":       (*walk).requires,
	"founded":        func(s *walk) []graph.Entity { return append(slices.Clone(s.Subjects), s.around()...) },
	"moved":          func(s *walk) []graph.Entity { return append(s.waiting(), s.reached()...) },
	"colleagues":     func(s *walk) []graph.Entity { return team{s}.colleagues() },
}

// A walk finds the entities of sections in a scene.
type walk struct{ *Scene }

// about returns the subjects, unless the question is about the whole project.
func (s *walk) about() []graph.Entity {
	if s.isWhole() {
		return nil
	}
	return s.Subjects
}

// beside returns the neighbours of the subjects, unless the question is about the whole
// project.
func (s *walk) beside() []graph.Entity {
	if s.isWhole() {
		return nil
	}
	return s.around()
}

// nextStep returns the project if it says what its next step is.
func (s *walk) nextStep() []graph.Entity {
	p := s.Graph.Project()
	if p == nil || p.NextStepShort == nil && p.NextStepLong == nil {
		return nil
	}
	return []graph.Entity{p}
}

// work returns the work that a view is about: what a person owns, what belongs to the
// subjects, and what these wait for.
func (s *walk) work() []graph.Entity {
	if s.isWhole() {
		return s.all()
	}
	if owned := s.owned(); len(owned) > 0 {
		if !slices.ContainsFunc(owned, func(e graph.Entity) bool { return e.Self().Kind == graph.KindTask }) {
			owned = append(owned, s.parts(owned, mostLevels)...) // of the plans that a person leads
		}
		return owned
	}
	list := append(slices.Clone(s.Subjects), s.scope()...)
	return fresh(append(list, s.blockers()...), map[string]bool{})
}

// inside returns what the subjects contain, directly or not, or own: of the project,
// everything.
func (s *walk) inside() []graph.Entity {
	if s.isWhole() {
		return s.all()
	}
	if owned := s.owned(); len(owned) > 0 {
		return owned
	}
	return s.closure(s.Subjects, map[string]bool{}, func(e graph.Entity) []graph.Entity { return s.follow(e, containing()) })
}

// path returns the work that a view is about, and that for the gates before it.
func (s *walk) path() []graph.Entity {
	list := s.work()
	if s.isWhole() {
		return list
	}
	for _, gate := range s.open(s.gates()) {
		list = append(list, s.follow(gate, workWays)...)
	}
	for _, e := range s.open(slices.Clone(list)) {
		list = append(list, s.follow(e, blockerWays)...)
	}
	return fresh(list, map[string]bool{})
}

// partOfWays lead from an entity to what it is a part of.
func partOfWays() (ways []graph.Way) {
	for _, way := range containing() {
		ways = append(ways, graph.Way{Rel: way.Rel})
	}
	return ways
}

// aims returns what the subjects serve: goals, milestones and plans.
func (s *walk) aims() (list []graph.Entity) {
	for _, subject := range s.Subjects {
		list = append(list, s.follow(subject, aimWays)...)
		list = append(list, s.follow(subject, partOfWays())...)
		if subject.Self().Kind == graph.KindGoal {
			list = append(list, s.follow(subject, []graph.Way{{Rel: "has_milestone", Out: true}, {Rel: "supports_goal"}})...)
		}
	}
	return fresh(list, idsOf(s.Subjects))
}

// plansOf returns the plans to which the subjects, and what they own, belong.
func (s *walk) plansOf() (list []graph.Entity) {
	for _, e := range append(slices.Clone(s.Subjects), s.owned()...) {
		list = append(list, s.follow(e, append(partOfWays(), graph.Way{Rel: graph.RelRelatesTo, Out: true}))...)
	}
	return fresh(list, idsOf(s.Subjects))
}

// near returns the parts of the subjects, their neighbours, the neighbours of what waits
// for them, and of what they belong to.
func (s *walk) near() []graph.Entity {
	if s.isWhole() {
		return s.all()
	}
	list := append(s.parts(s.Subjects, 2), s.around()...)
	for _, e := range append(s.aims(), s.waiting()...) {
		list = append(list, s.follow(e, nil)...)
	}
	return fresh(list, idsOf(s.Subjects))
}

// nearby returns what is near the subjects, unless the question is about the whole
// project.
func (s *walk) nearby() []graph.Entity {
	if s.isWhole() {
		return nil
	}
	return s.near()
}

// dates returns the milestones and goals at which the subjects, their parts and what they
// wait for aim: of the project, its milestones.
func (s *walk) dates() (list []graph.Entity) {
	if s.isWhole() {
		return s.ofKind(graph.KindMilestone)
	}
	for _, e := range slices.Concat(s.Subjects, s.scope(), s.blockers()) {
		list = append(list, s.follow(e, aimWays)...)
	}
	return fresh(list, idsOf(s.Subjects))
}

// requires returns what the subjects themselves wait for and is not over.
func (s *walk) requires() (list []graph.Entity) {
	for _, subject := range s.Subjects {
		list = append(list, s.open(s.follow(subject, blockerWays))...)
	}
	return fresh(list, idsOf(s.Subjects))
}

// risksNear returns the risks of the subjects, those of their parts, and those of what
// they belong to, in this order.
func (s *walk) risksNear() []graph.Entity {
	if s.isWhole() {
		return s.all()
	}
	list := s.scope()
	for _, e := range slices.Concat(s.around(), s.blockers(), s.aims()) {
		list = append(list, e)
		list = append(list, s.follow(e, nil)...)
	}
	return fresh(list, idsOf(s.Subjects))
}

// notes returns what was noticed, learned or written about the subjects and the open
// work around them.
func (s *walk) notes() []graph.Entity {
	if s.isWhole() {
		return s.all()
	}
	list := append(s.around(), s.parts(s.Subjects, 2)...)
	for _, e := range append(s.blockers(), s.aims()...) {
		list = append(list, s.follow(e, nil)...)
	}
	return s.notesIn(list)
}

// notesIn returns the notes among entities, and those beside them.
func (s *walk) notesIn(around []graph.Entity) (list []graph.Entity) {
	for _, e := range around {
		if e.Self().Kind == graph.KindProject {
			continue // all notes are beside it
		}
		if e.Self().Kind.Has(graph.Notes) {
			list = append(list, e)
		}
		for _, other := range s.follow(e, nil) {
			if other.Self().Kind.Has(graph.Notes) {
				list = append(list, other)
			}
		}
	}
	return fresh(list, idsOf(s.Subjects))
}

// riskNotes returns the notes about risks.
func (s *walk) riskNotes() []graph.Entity {
	risks := slices.DeleteFunc(s.risksNear(), func(e graph.Entity) bool { return e.Self().Kind != graph.KindRisk || !e.Self().IsActive() })
	return s.notesIn(risks)
}

// followed returns the neighbours of the subjects, and the parts and neighbours of what
// they belong to.
func (s *walk) followed() []graph.Entity {
	list := s.around()
	for _, e := range s.around() {
		if kind := e.Self().Kind; kind.IsWork() || kind.Has(graph.Notes) || kind == graph.KindRequirement {
			list = append(list, s.follow(e, nil)...)
		}
	}
	return fresh(list, idsOf(s.Subjects))
}

// theirs returns what the subjects own, their neighbours, what names them, and what belongs to
// these.
func (s *walk) theirs() []graph.Entity {
	list := append(s.owned(), s.around()...)
	for _, e := range slices.Clone(list) {
		list = append(list, s.follow(e, nil)...)
	}
	for _, e := range s.all() {
		if !s.Naming[e.Self().ID] {
			continue
		}
		if list = append(list, e); len(e.Self().Spec().States) == 0 { // short, about one thing
			list = append(list, s.follow(e, nil)...)
		}
	}
	return fresh(list, idsOf(s.Subjects))
}

// deciding returns where pending decisions are made, and what is said about them.
func (s *walk) deciding() []graph.Entity {
	var list []graph.Entity
	for _, e := range s.scope() {
		if e.Self().Kind != graph.KindDecision || !e.Self().IsActive() {
			continue
		}
		for _, other := range s.follow(e, nil) {
			list = append(list, other)
			if other.Self().Kind == graph.KindMilestone {
				list = append(list, s.follow(other, nil)...)
			}
		}
	}
	return s.open(fresh(list, idsOf(s.Subjects)))
}

// readFirst returns the document that readers of a project begin with, of others their
// neighbours.
func (s *walk) readFirst() []graph.Entity {
	if !s.isWhole() {
		return s.around()
	}
	if document := prompt.ReadFirst(s.Graph); document != nil {
		return []graph.Entity{document}
	}
	return nil
}
