package sets

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// Pages is a set of documents with questions that several of them answer.
type Pages struct {
	Documents []Document     // in the order of the file
	Edges     []Edge         // without those that Dossier finds itself
	Asked     []PageQuestion // in the order of the file

	name      string
	questions []Question
	titles    map[string]string // folded, by id
	budgets   []int
	rows      []Row
}

// A Document is a page of a set. If it has no title, its id is used instead.
type Document struct{ Kind, ID, Title, Content, Project string }

// An Edge joins two documents. Rel is imported as props.rel, unless it is "".
type Edge struct{ Src, Dst, Rel string }

// A PageQuestion is a question with the pages that answer it, and the sentences
// in them that the answer needs.
type PageQuestion struct {
	ID, Text string   // unique in the set
	Gold     []string // ids of the pages that answer it
	Facts    []Fact   // the sentences that the answer needs
}

// A Fact is a sentence of a document.
type Fact struct{ Doc, Text string }

// withMentions are the sets that are imported with their mention edges, as
// their README requires. In the other sets Dossier finds mentions itself.
var withMentions = []string{"eips_dev", "peps"}

// ReadPages reads the set in a folder. The folder's name is the set's.
func ReadPages(folder string) (*Pages, error) {
	name := filepath.Base(folder)
	var documents []Document
	var edges []Edge
	err := Lines(filepath.Join(folder, "graph.ndjson"), func(line struct {
		Document
		Edge
	}) {
		switch {
		case line.Kind == "document":
			documents = append(documents, line.Document)
		case line.Rel != "mentions" || slices.Contains(withMentions, name):
			edges = append(edges, line.Edge)
		}
	})
	if err != nil {
		return nil, err
	}
	golds := map[string]PageQuestion{}
	if err := Lines(filepath.Join(folder, "gold.ndjson"), func(q PageQuestion) { golds[q.ID] = q }); err != nil {
		return nil, err
	}
	var questions []PageQuestion
	err = Lines(filepath.Join(folder, "questions.ndjson"), func(q PageQuestion) {
		q.Gold, q.Facts = golds[q.ID].Gold, golds[q.ID].Facts
		questions = append(questions, q)
	})
	return NewPages(name, documents, edges, questions), err
}

// wide is a budget in which ten pages fit: it measures order, not the budget.
const wide = 20_000

// NewPages returns a set with the given documents, edges and questions.
func NewPages(name string, documents []Document, edges []Edge, questions []PageQuestion) *Pages {
	p := &Pages{Edges: edges, Asked: questions, name: name, titles: make(map[string]string, len(documents)),
		budgets: []int{250, 500, 1000, 2000, wide}}
	for _, d := range documents {
		d.Title = cmp.Or(d.Title, d.ID)
		p.Documents = append(p.Documents, d)
		p.titles[d.ID] = strings.TrimSpace(Fold(d.Title))
	}
	inside := Found
	for i, q := range questions {
		p.questions = append(p.questions, Question{ID: q.ID, Text: q.Text, Groups: []string{all}, at: i})
		if len(q.Facts) > 0 {
			inside = Facts
		}
	}
	for _, measure := range []string{inside, R5, R10, All5, Over} {
		p.rows = append(p.rows, Row{all, measure})
	}
	return p
}

// all is the group of every question of a set.
const all = "all"

// Name implements [Set].
func (p *Pages) Name() string { return p.name }

// Questions implements [Set].
func (p *Pages) Questions() []Question { return p.questions }

// Budgets implements [Set].
func (p *Pages) Budgets() []int { return p.budgets }

// Texts implements [Set].
func (p *Pages) Texts() []Text {
	texts := make([]Text, len(p.Documents))
	for i, d := range p.Documents {
		texts[i] = Text{d.ID, d.Title, d.Content}
	}
	return texts
}

// NDJSON implements [Set]. It returns the same graph as to_import.py.
func (p *Pages) NDJSON() ([]byte, error) {
	const created = "2020-01-01T00:00:00Z"
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	var failed error
	write := func(line map[string]any) { failed = cmp.Or(failed, lines.Encode(line)) }
	projects := map[string]bool{}
	for _, d := range p.Documents {
		project := "set:" + cmp.Or(d.Project, p.name)
		if !projects[project] {
			projects[project] = true
			write(map[string]any{"kind": "project", "id": project, "name": strings.TrimPrefix(project, "set:"),
				"type_key": "project.education.benchmark", "state_key": "active", "created_at": created})
		}
		write(map[string]any{"kind": "document", "id": d.ID, "project_id": project, "title": d.Title, "content": d.Content,
			"type_key": "document.knowledge", "state_key": "published", "created_at": created})
	}
	joined := map[[2]string]bool{}
	for _, e := range p.Edges {
		ends := [2]string{e.Src, e.Dst}
		if joined[ends] || e.Src == e.Dst {
			continue
		}
		joined[ends] = true
		edge := map[string]any{"kind": "edge", "rel": "references", "src_id": e.Src, "dst_id": e.Dst}
		if e.Rel != "" {
			edge["props"] = map[string]string{"rel": e.Rel}
		}
		write(edge)
	}
	return out.Bytes(), failed
}

// Measures of a set of pages.
const (
	Facts = "facts"
	Found = "pages"
	R5    = "R@5"
	R10   = "R@10"
	All5  = "all@5"
)

// Score implements [Set]. A page counts if its title is in the text, and a fact
// if its page counts and its words are in the text. In a text over the budget
// nothing counts. The first pages of a known ranking always count.
func (p *Pages) Score(question Question, a *Answer) Score {
	q := p.Asked[question.at]
	text := Fold(a.Text)
	pages := p.included(a, text)
	ranked := pages
	if a.Ranked != nil {
		ranked = a.Ranked
	}
	first := func(n int) float64 {
		return share(q.Gold, func(id string) bool { return slices.Contains(ranked[:min(n, len(ranked))], id) })
	}
	s := Score{R5: first(5), R10: first(10), All5: 0, Over: 0}
	if s[R5] == 1 {
		s[All5] = 1
	}
	over := a.Tokens > a.Budget
	if over {
		s[Over] = 1
	}
	in := func(id string) bool { return !over && slices.Contains(pages, id) }
	s[Found] = share(q.Gold, in)
	if len(q.Facts) > 0 {
		s[Facts] = share(q.Facts, func(f Fact) bool { return in(f.Doc) && strings.Contains(text, Fold(f.Text)) })
	}
	return s
}

// included returns the pages of an answer that the text names, each once.
func (p *Pages) included(a *Answer, text string) (ids []string) {
	seen := make(map[string]bool, len(a.Nodes))
	for _, node := range a.Nodes {
		title, known := p.titles[node.ID]
		if !seen[node.ID] && known && strings.Contains(text, title) {
			ids = append(ids, node.ID)
		}
		seen[node.ID] = true
	}
	return ids
}

// Rows implements [Set].
func (p *Pages) Rows() []Row { return p.rows }

// share returns the share of elements that satisfy holds, or 0 for an empty
// list.
func share[T any](list []T, holds func(T) bool) float64 {
	n := 0
	for _, one := range list {
		if holds(one) {
			n++
		}
	}
	return float64(n) / float64(max(len(list), 1))
}
