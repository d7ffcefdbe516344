package main

import (
	"fmt"
	"slices"
	"strings"

	"dossier/bench/sets"
	"dossier/graph/text"
)

// few and many are the sizes of a small and a large form.
const few, many = 10, 50_000

// forms returns a set in forms that lack what ranking uses: without titles,
// with few documents, with few among many, and with each sentence as a
// document, as in a conversation, with edges to the next one and without edges.
func forms(p *sets.Pages) []*sets.Pages {
	turns := turnsOf(p)
	loose := sets.NewPages(p.Name()+", sentences without edges", turns.Documents, nil, turns.Asked)
	return []*sets.Pages{p, untitled(p), fewOf(p), manyOf(p), turns, loose}
}

func untitled(p *sets.Pages) *sets.Pages {
	documents := slices.Clone(p.Documents)
	for i := range documents {
		documents[i].Title = ""
	}
	return sets.NewPages(p.Name()+", no titles", documents, p.Edges, p.Asked)
}

// fewOf returns the set with its first documents, and the questions that some
// of them answer.
func fewOf(p *sets.Pages) *sets.Pages {
	documents := p.Documents[:min(few, len(p.Documents))]
	held := func(id string) bool {
		return slices.ContainsFunc(documents, func(d sets.Document) bool { return d.ID == id })
	}
	var questions []sets.PageQuestion
	for _, q := range p.Asked {
		q.Gold = slices.DeleteFunc(slices.Clone(q.Gold), func(id string) bool { return !held(id) })
		q.Facts = slices.DeleteFunc(slices.Clone(q.Facts), func(f sets.Fact) bool { return !held(f.Doc) })
		if len(q.Gold) > 0 {
			questions = append(questions, q)
		}
	}
	edges := slices.DeleteFunc(slices.Clone(p.Edges), func(e sets.Edge) bool { return !held(e.Src) || !held(e.Dst) })
	return sets.NewPages(fmt.Sprintf("%s, %d documents", p.Name(), len(documents)), documents, edges, questions)
}

// manyOf returns the set with additional documents, made of sentences of
// documents that no question is about.
func manyOf(p *sets.Pages) *sets.Pages {
	var sentences []string
	for _, d := range p.Documents {
		if !slices.ContainsFunc(p.Asked, func(q sets.PageQuestion) bool { return slices.Contains(q.Gold, d.ID) }) {
			sentences = append(sentences, sentencesOf(d.Content)...)
		}
	}
	documents := slices.Clone(p.Documents)
	for i := len(documents); i < many; i++ {
		var content []string
		for j := range 4 { // coprime steps, so that the same sentences do not meet again
			content = append(content, sentences[(i*(7+2*j)+j*j*991)%len(sentences)])
		}
		documents = append(documents, sets.Document{Kind: "document", ID: fmt.Sprintf("f%d", i), Content: strings.Join(content, " ")})
	}
	return sets.NewPages(fmt.Sprintf("%s, %d documents", p.Name(), many), documents, p.Edges, p.Asked)
}

// turnsOf returns the set with every sentence as a document without a title.
func turnsOf(p *sets.Pages) *sets.Pages {
	var documents []sets.Document
	var edges []sets.Edge
	parts := map[string][]sets.Document{}
	for _, d := range p.Documents {
		for i, sentence := range sentencesOf(d.Content) {
			one := sets.Document{Kind: "document", ID: fmt.Sprintf("%s:%d", d.ID, i+1), Content: sentence}
			if i > 0 {
				edges = append(edges, sets.Edge{Src: documents[len(documents)-1].ID, Dst: one.ID})
			}
			documents = append(documents, one)
			parts[d.ID] = append(parts[d.ID], one)
		}
	}
	var questions []sets.PageQuestion
	for _, q := range p.Asked {
		if q = inTurns(q, parts); len(q.Gold) > 0 {
			questions = append(questions, q)
		}
	}
	return sets.NewPages(p.Name()+", sentences", documents, edges, questions)
}

// inTurns returns the question with the sentences that have its facts as gold.
func inTurns(q sets.PageQuestion, parts map[string][]sets.Document) sets.PageQuestion {
	q.Gold, q.Facts = nil, slices.Clone(q.Facts)
	for i, f := range q.Facts {
		for _, part := range parts[f.Doc] {
			if strings.Contains(sets.Fold(part.Content), sets.Fold(f.Text)) {
				q.Facts[i].Doc = part.ID
				q.Gold = append(q.Gold, part.ID)
			}
		}
	}
	return q
}

func sentencesOf(content string) []string {
	var list []string
	for _, s := range text.Sentences(content) {
		list = append(list, content[s.Start:s.End])
	}
	return list
}
