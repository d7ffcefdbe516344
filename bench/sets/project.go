package sets

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Project is a set of questions about a project graph. The answer to a question
// consists of entities or sentences of the graph, or the graph has no answer.
type Project struct {
	name      string
	graph     []byte
	entities  map[string]*entity
	order     []string // the ids of entities, in the order of the file
	asked     []projectQuestion
	questions []Question
}

// A projectQuestion is a line of questions.jsonl.
type projectQuestion struct {
	ID, Family, Variant, Attribute, Question string

	Subject []string
	Gold    struct{ Entities, Sentences []string }

	Answerable bool
}

// answered are the families of questions that have an answer.
var answered = []string{"a", "b", "c", "e", "g"}

// Groups of questions in addition to families and variants.
const (
	Answerable = "answerable"
	nothing    = "f" // the family of questions without an answer
	offTopic   = "offtopic"
	nearMisses = "f, near misses"
)

// ReadProject reads the graph, and the questions in a folder about it whose
// family asked accepts.
func ReadProject(folder, graph string, asked func(family string) bool) (*Project, error) {
	p := &Project{name: "questions/" + filepath.Base(folder), entities: map[string]*entity{}}
	in, err := open(graph)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if p.graph, err = io.ReadAll(in); err != nil {
		return nil, fmt.Errorf("read %s: %w", graph, err)
	}
	err = Lines(graph, func(e *entity) {
		if e.Kind != "edge" && e.Kind != "record_type" {
			p.entities[e.ID] = e
			p.order = append(p.order, e.ID)
		}
	})
	if err != nil {
		return nil, err
	}
	err = Lines(filepath.Join(folder, "questions.jsonl"), func(q projectQuestion) {
		if asked(q.Family) {
			p.ask(q)
		}
	})
	return p, err
}

// ask adds a question.
func (p *Project) ask(q projectQuestion) {
	groups := []string{q.Family, q.Family + ", " + q.Variant}
	if q.Answerable {
		groups = append(groups, Answerable)
	} else if q.Variant != offTopic {
		groups = append(groups, nearMisses)
	}
	if q.Family == "a" || q.Family == "b" {
		groups = append(groups, "a and b, "+q.Variant)
	}
	p.questions = append(p.questions, Question{ID: q.ID, Text: q.Question, Groups: groups, at: len(p.asked)})
	p.asked = append(p.asked, q)
}

// Name implements [Set].
func (p *Project) Name() string { return p.name }

// NDJSON implements [Set].
func (p *Project) NDJSON() ([]byte, error) { return p.graph, nil }

// Questions implements [Set].
func (p *Project) Questions() []Question { return p.questions }

// Budgets implements [Set].
func (p *Project) Budgets() []int { return []int{500, 2000, 8000} }

// Texts implements [Set].
func (p *Project) Texts() []Text {
	texts := make([]Text, 0, len(p.order))
	for _, id := range p.order {
		e := p.entities[id]
		texts = append(texts, Text{id, e.label(), e.body()})
	}
	return texts
}

// Measures of a project's questions.
const (
	Recall     = "recall"
	Subject3   = "subj@3"
	OnTarget   = "on target"
	Confidence = "confidence"
	Alarm      = "unanswered" // the document says that nothing matches
	Summary    = "summary"
	Separation = "AUROC"
)

// Rows implements [Set].
func (p *Project) Rows() []Row {
	rows := []Row{{Answerable, Summary}}
	for _, measure := range []string{Recall, Subject3, OnTarget} {
		for _, family := range answered {
			rows = append(rows, Row{family, measure})
		}
		rows = append(rows, Row{Answerable, measure})
	}
	for _, group := range p.variants(func(group string) bool {
		return family(group) != "a" && family(group) != "b" && family(group) != nothing
	}) {
		rows = append(rows, Row{group, Recall})
	}
	for _, part := range append([]string{nothing}, p.variants(func(group string) bool { return family(group) == nothing })...) {
		rows = append(rows, Row{part, Separation})
	}
	return append(rows, Row{Answerable, Alarm}, Row{nothing, Alarm}, Row{Answerable, Over})
}

// variants returns the groups of variants that satisfy match, in order.
func (p *Project) variants(match func(group string) bool) (groups []string) {
	for _, q := range p.questions {
		for _, group := range q.Groups {
			if strings.Contains(group, ", ") && match(group) && !slices.Contains(groups, group) {
				groups = append(groups, group)
			}
		}
	}
	slices.SortFunc(groups, cmp.Compare[string])
	return groups
}

// Score implements [Set].
func (p *Project) Score(question Question, a *Answer) Score {
	q := &p.asked[question.at]
	s := Score{Confidence: a.Confidence, Alarm: 0}
	if a.Unanswered {
		s[Alarm] = 1
	}
	if !q.Answerable {
		return s
	}
	s[Over], s[Recall], s[Subject3] = 0, p.recall(q, a), 0
	if a.Tokens > a.Budget {
		s[Over], s[Recall] = 1, 0
	}
	if p.subjectFirst(q, a.Nodes) {
		s[Subject3] = 1
	}
	on := p.target(q)
	spent := 0
	for _, node := range a.Nodes {
		if on(node.ID) {
			spent += node.Tokens
		}
	}
	s[OnTarget] = float64(spent) / float64(max(1, a.Tokens))
	return s
}

// plans returns the subjects of a question that are plans.
func (p *Project) plans(q *projectQuestion) (plans []string) {
	for _, id := range q.Subject {
		if p.isPlan(id) {
			plans = append(plans, id)
		}
	}
	return plans
}

func (p *Project) isPlan(id string) bool {
	return p.entities[id] != nil && p.entities[id].Kind == "plan"
}

// within reports whether the entity with an id is in, or below one of, wholes.
func within(id string, wholes ...string) bool {
	return slices.ContainsFunc(wholes, func(whole string) bool { return id == whole || strings.HasPrefix(id, whole+"/") })
}

// goals returns the gold of a question and its subjects, with the texts of plans
// in the gold, and in family c with the plans of stages.
func (p *Project) goals(q *projectQuestion) []string {
	gold := slices.Concat(q.Gold.Entities, q.Subject)
	for _, id := range q.Gold.Entities {
		if p.isPlan(id) {
			gold = append(gold, id+"/readme")
		}
	}
	for _, id := range slices.Clone(gold) {
		if plan, _, staged := strings.Cut(id, stage); staged && q.Family == "c" {
			gold = append(gold, plan)
		}
	}
	return gold
}

// target returns a function that reports whether an entity is the subject of
// the question, below the subject, or gold.
func (p *Project) target(q *projectQuestion) func(id string) bool {
	gold, plans := p.goals(q), p.plans(q)
	return func(id string) bool { return within(id, plans...) || slices.Contains(gold, id) }
}

// subjectFirst reports whether the first three nodes contain the subject or a
// part of it. For a question about two subjects, the first four must contain
// both. If no subject is a plan, the first three must contain gold.
func (p *Project) subjectFirst(q *projectQuestion, nodes []Node) bool {
	first := func(n int) []Node { return nodes[:min(n, len(nodes))] }
	plans := p.plans(q)
	switch {
	case q.Family == "e":
		for _, subject := range q.Subject {
			if !slices.ContainsFunc(first(4), func(n Node) bool { return within(n.ID, subject) }) {
				return false
			}
		}
		return true
	case len(plans) > 0:
		return slices.ContainsFunc(first(3), func(n Node) bool { return within(n.ID, plans...) })
	}
	gold := p.goals(q)
	return slices.ContainsFunc(first(3), func(n Node) bool { return slices.Contains(gold, n.ID) })
}
