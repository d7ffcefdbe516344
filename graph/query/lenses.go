package query

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
)

// A Lens is what a context document is read through: which relations weigh
// more, which kinds come first and which facts are told of an entity.
type Lens struct {
	Name        string
	Description string
	Relations   []graph.Relation // they have a weight of their own; empty for all alike
	Kinds       []graph.Kind     // they come first
	Fields      []string         // of [prompt.FactNames], those that are told
	Depth       int              // of a request that does not say

	weights map[graph.Relation]float64 // of Relations; lensRelationWeight if absent
}

// What a lens does to a ranking.
const (
	lensRelationWeight = 1.6 // of an edge of one of its relations; of others 1
	lensFirstKind      = .05 // added to the score of its first kind, less for later ones
)

// lensDepth is how far a lens walks that does not say.
const lensDepth = 2

var containment = func() []graph.Relation {
	var relations []graph.Relation
	for _, spec := range graph.Relations {
		if spec.Name.IsContainment() {
			relations = append(relations, spec.Name)
		}
	}
	return relations
}()

// Lenses are the lenses that are built in.
var Lenses = []Lens{
	{Name: "general", Description: "All relations and kinds alike.", Fields: prompt.FactNames(), Depth: lensDepth},
	{
		Name: "writing", Description: "Texts and what they refer to: documents, insights, goals.",
		Relations: []graph.Relation{"references", "relates_to", "has_document", "contains"},
		Kinds:     []graph.Kind{graph.KindDocument, graph.KindInsight, graph.KindGoal},
		Depth:     lensDepth,
	},
	{
		Name: "coding", Description: "What must hold and what was decided: requirements, decisions, documents, outputs, tasks.",
		Relations: []graph.Relation{"depends_on", "references", "documented_in", "addresses", "produces"},
		Kinds:     []graph.Kind{graph.KindRequirement, graph.KindDecision, graph.KindDocument, graph.KindOutput, graph.KindTask},
		Fields:    []string{"state", "priority"},
		Depth:     lensDepth,
	},
	{
		Name: "planning", Description: "What is to be reached, when, and what stands in the way: goals, milestones, tasks, risks, requirements.",
		Relations: append(slices.Clone(containment), "targets_milestone", "supports_goal", "depends_on", "blocks"),
		Kinds:     []graph.Kind{graph.KindGoal, graph.KindMilestone, graph.KindTask, graph.KindRisk, graph.KindRequirement},
		Fields:    []string{"state", "priority", "dates", "progress"},
		Depth:     lensDepth,
	},
	{
		Name: "meeting-prep", Description: "Who is involved, what is open and what happened lately: owners and people, open decisions, tasks, risks, signals.",
		Relations: []graph.Relation{"references", "relates_to", "has_decision", "derived_from"}, // references lead from people to what is theirs
		Kinds:     []graph.Kind{graph.KindRecord, graph.KindDecision, graph.KindTask, graph.KindRisk},
		Fields:    []string{"state", "dates", "owner"},
		Depth:     lensDepth,
	},
}

// Lenses lists the lenses of the service.
func (s *Service) Lenses() []Lens { return s.lenses }

// lens is the lens of a name; the error lists the names.
func (s *Service) lens(name string) (*Lens, error) {
	names := make([]string, len(s.lenses))
	for i := range s.lenses {
		if s.lenses[i].Name == name {
			return &s.lenses[i], nil
		}
		names[i] = s.lenses[i].Name
	}
	return nil, graph.BadInput("input.lens", "unknown lens %q; want one of %s", graph.Truncate(name, 60), strings.Join(names, ", "))
}

// relationWeights are the weights of the lens's relations.
func (l *Lens) relationWeights() map[string]float64 {
	weights := make(map[string]float64, len(l.Relations))
	for _, relation := range l.Relations {
		weight, given := l.weights[relation]
		if !given {
			weight = lensRelationWeight
		}
		weights[string(relation)] = weight
	}
	return weights
}

// kindWeights are what the lens adds to the scores of kinds.
func (l *Lens) kindWeights() map[string]float64 {
	weights := make(map[string]float64, len(l.Kinds))
	for i, kind := range l.Kinds {
		weights[string(kind)] = lensFirstKind * float64(len(l.Kinds)-i) / float64(len(l.Kinds))
	}
	return weights
}
