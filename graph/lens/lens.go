// Package lens defines the lenses of context documents, and has those that are built in.
package lens

import (
	"slices"

	"dossier/graph"
	"dossier/graph/prompt"
)

// A Lens is a view for a context document: it defines which relations weigh
// more, which kinds come first and which facts entries show.
type Lens struct {
	Name        string           // unique, for the argument lens
	Description string           // a line for people
	Relations   []graph.Relation // relations that have weights; all others weigh 1
	Kinds       []graph.Kind     // kinds that come first
	Fields      []string         // the facts that an entry shows, of [prompt.FactNames]
	Depth       int              // maximum distance from the start in edges, unless a request overrides it

	Weights map[graph.Relation]float64 // of Relations; relationWeight if absent
}

// Default is the name of the lens of requests without one.
const Default = "general"

// MaxDepth is the maximum depth of a context document, in edges.
const MaxDepth = 5

// DefaultDepth is the depth of a lens that does not set it.
const DefaultDepth = 2

// relationWeight is the weight of edges of a lens's relations, by eye. Others
// have 1.
const relationWeight = 1.6

// containment are the relations from a parent to its children.
var containment = func() []graph.Relation {
	var relations []graph.Relation
	for _, spec := range graph.Relations {
		if spec.Name.IsContainment() {
			relations = append(relations, spec.Name)
		}
	}
	return relations
}()

// BuiltIn returns the lenses that are built in.
func BuiltIn() []Lens { return slices.Clone(builtIn) }

var builtIn = []Lens{
	{Name: Default, Description: "All relations and kinds alike.", Fields: prompt.FactNames(), Depth: DefaultDepth},
	{
		Name: "writing", Description: "Texts and what they refer to: documents, insights, goals.",
		Relations: []graph.Relation{"references", "relates_to", "has_document", "contains"},
		Kinds:     []graph.Kind{graph.KindDocument, graph.KindInsight, graph.KindGoal},
		Depth:     DefaultDepth,
	},
	{
		Name: "coding", Description: "What must hold and what was decided: requirements, decisions, documents, outputs, tasks.",
		Relations: []graph.Relation{"depends_on", "references", "documented_in", "addresses", "produces"},
		Kinds:     []graph.Kind{graph.KindRequirement, graph.KindDecision, graph.KindDocument, graph.KindOutput, graph.KindTask},
		Fields:    []string{"state", "priority"},
		Depth:     DefaultDepth,
	},
	{
		Name: "planning", Description: "What is to be reached, when, and what prevents it: goals, milestones, tasks, risks, requirements.",
		Relations: append(slices.Clone(containment), "targets_milestone", "supports_goal", "depends_on", "blocks"),
		Kinds:     []graph.Kind{graph.KindGoal, graph.KindMilestone, graph.KindTask, graph.KindRisk, graph.KindRequirement},
		Fields:    []string{"state", "priority", "dates", "progress"},
		Depth:     DefaultDepth,
	},
	{
		Name:        "meeting-prep",
		Description: "Who is involved, what is open and what happened lately: owners and people, open decisions, tasks, risks, signals.",
		Relations:   []graph.Relation{"references", "relates_to", "has_decision", "derived_from"}, // references point from people to their work
		Kinds:       []graph.Kind{graph.KindRecord, graph.KindDecision, graph.KindTask, graph.KindRisk, graph.KindSignal},
		Fields:      []string{"state", "dates", "owner"},
		Depth:       DefaultDepth,
	},
}

// RelationWeights returns the weights of the lens's relations.
func (l *Lens) RelationWeights() map[string]float64 {
	weights := make(map[string]float64, len(l.Relations))
	for _, relation := range l.Relations {
		weight, given := l.Weights[relation]
		if !given {
			weight = relationWeight
		}
		weights[string(relation)] = weight
	}
	return weights
}
