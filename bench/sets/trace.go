package sets

import (
	"cmp"
	"slices"
	"strings"
)

// traced are the kinds whose texts are used as questions for their plan, and
// perKind is the number of questions for each.
var traced = []string{"requirement", "risk", "goal", "decision", "insight"}

const perKind = 200

// tracing is a graph without long documents and people: their texts name plans.
type tracing struct {
	entities []*entity
	byID     map[string]*entity
	edges    []Edge
}

// ReadTrace returns sets that measure how well the plan of a text is found in a
// project graph, as when somebody searches for the subject of a requirement.
// The texts used as questions and their edges are removed from the graph. There
// are two sets for each kind: one with all other entities and edges, and one
// with only the plans.
func ReadTrace(graph string) ([]*Pages, error) {
	t := &tracing{byID: map[string]*entity{}}
	err := Lines(graph, func(line struct {
		entity
		SrcID string `json:"src_id"`
		DstID string `json:"dst_id"`
	}) {
		switch line.Kind {
		case "edge":
			t.edges = append(t.edges, Edge{Src: line.SrcID, Dst: line.DstID})
		case "project", "document", "record", "signal", "record_type":
		default:
			t.entities = append(t.entities, &line.entity)
			t.byID[line.ID] = &line.entity
		}
	})
	var list []*Pages
	for _, kind := range traced {
		if questions := t.questions(kind); len(questions) > 0 {
			list = append(list, t.sets(kind, questions)...)
		}
	}
	return list, err
}

// sets returns the sets of a kind.
func (t *tracing) sets(kind string, questions []PageQuestion) []*Pages {
	asked := make(map[string]bool, len(questions))
	for _, q := range questions {
		asked[q.ID] = true
	}
	var all, plans []Document
	for _, e := range t.entities {
		if !asked[e.ID] {
			all = append(all, e.page())
		}
		if e.Kind == "plan" {
			plans = append(plans, e.page())
		}
	}
	left := slices.DeleteFunc(slices.Clone(t.edges), func(e Edge) bool {
		return t.byID[e.Src] == nil || t.byID[e.Dst] == nil || asked[e.Src] || asked[e.Dst]
	})
	list := []*Pages{NewPages("trace "+kind, all, left, questions), NewPages("trace "+kind+", no edges", plans, nil, questions)}
	for _, p := range list {
		p.budgets, p.rows = []int{500, 2000}, p.rows[:2] // found pages or facts, and R@5
	}
	return list
}

// enough is the minimum length of a question in bytes.
const enough = 60

// questions returns texts of a kind, drawn evenly, with their plans as gold.
func (t *tracing) questions(kind string) []PageQuestion {
	plans := t.plans(kind)
	var parts []*entity
	for _, e := range t.entities {
		if plans[e.ID] != nil && len(e.page().Content) > enough {
			parts = append(parts, e)
		}
	}
	n := min(perKind, len(parts))
	questions := make([]PageQuestion, n)
	for i := range questions {
		e := parts[i*len(parts)/n]
		questions[i] = PageQuestion{ID: e.ID, Text: Line(e.label()+". "+e.page().Content, 900), Gold: plans[e.ID]}
	}
	return questions
}

// plans returns the plans that edges join to the entities of a kind, by entity.
func (t *tracing) plans(kind string) map[string][]string {
	plans := map[string][]string{}
	note := func(part, plan *entity) {
		if part != nil && plan != nil && part.Kind == kind && plan.Kind == "plan" && !slices.Contains(plans[part.ID], plan.ID) {
			plans[part.ID] = append(plans[part.ID], plan.ID)
		}
	}
	for _, e := range t.edges {
		note(t.byID[e.Dst], t.byID[e.Src])
		note(t.byID[e.Src], t.byID[e.Dst])
	}
	return plans
}

// page returns the entity as a document of a set. It omits the long text of a
// plan, because it repeats the texts used as questions.
func (e *entity) page() Document {
	return Document{Kind: "document", ID: e.ID, Title: Line(e.label(), 500), Content: cmp.Or(e.beside(""), e.label())}
}

// Line returns text as one line of at most the given number of characters.
func Line(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if longer(text, most) {
		return firstLetters(text, most-1) + "…"
	}
	return text
}
