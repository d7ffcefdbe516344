package main

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph/text"
)

// few and many are the sizes of a small and a large form.
const few, many = 10, 50_000

// forms are the set with what ranking lives on taken away: titles, all but a
// few documents, all but a few among many; and every sentence for itself, as
// in a conversation, with edges from each to the next and without.
func (s *set) forms() []*set {
	turns := s.turns()
	loose := newSet(s.name+", sentences without edges", turns.documents, nil, turns.questions)
	return []*set{s, s.untitled(), s.few(), s.many(), turns, loose}
}

func (s *set) untitled() *set {
	documents := slices.Clone(s.documents)
	for i := range documents {
		documents[i].Title = ""
	}
	return newSet(s.name+", no titles", documents, s.edges, s.questions)
}

// few are the first documents and the questions that some of them answer.
func (s *set) few() *set {
	documents := s.documents[:min(few, len(s.documents))]
	held := func(id string) bool {
		return slices.ContainsFunc(documents, func(d setDocument) bool { return d.ID == id })
	}
	var questions []setQuestion
	for _, q := range s.questions {
		q.Gold = slices.DeleteFunc(slices.Clone(q.Gold), func(id string) bool { return !held(id) })
		q.Facts = slices.DeleteFunc(slices.Clone(q.Facts), func(f setFact) bool { return !held(f.Doc) })
		if len(q.Gold) > 0 {
			questions = append(questions, q)
		}
	}
	edges := slices.DeleteFunc(slices.Clone(s.edges), func(e setEdge) bool { return !held(e.Src) || !held(e.Dst) })
	return newSet(fmt.Sprintf("%s, %d documents", s.name, len(documents)), documents, edges, questions)
}

// many adds documents that are made of the sentences of those that no question
// is about.
func (s *set) many() *set {
	var sentences []string
	for _, d := range s.documents {
		if !slices.ContainsFunc(s.questions, func(q setQuestion) bool { return slices.Contains(q.Gold, d.ID) }) {
			sentences = append(sentences, sentencesOf(d.Content)...)
		}
	}
	documents := slices.Clone(s.documents)
	for i := len(documents); i < many; i++ {
		var content []string
		for j := range 4 { // coprime steps, or the same sentences would meet again
			content = append(content, sentences[(i*(7+2*j)+j*j*991)%len(sentences)])
		}
		documents = append(documents, setDocument{Kind: "document", ID: fmt.Sprintf("f%d", i), Content: strings.Join(content, " ")})
	}
	return newSet(fmt.Sprintf("%s, %d documents", s.name, many), documents, s.edges, s.questions)
}

// turns makes every sentence a document without a title.
func (s *set) turns() *set {
	var documents []setDocument
	var edges []setEdge
	parts := map[string][]setDocument{}
	for _, d := range s.documents {
		for i, sentence := range sentencesOf(d.Content) {
			one := setDocument{Kind: "document", ID: fmt.Sprintf("%s:%d", d.ID, i+1), Content: sentence}
			if i > 0 {
				edges = append(edges, setEdge{documents[len(documents)-1].ID, one.ID, "next"})
			}
			documents = append(documents, one)
			parts[d.ID] = append(parts[d.ID], one)
		}
	}
	var questions []setQuestion
	for _, q := range s.questions {
		q.Gold = nil
		q.Facts = slices.Clone(q.Facts)
		for i, f := range q.Facts {
			for _, part := range parts[f.Doc] {
				if strings.Contains(foldText(part.Content), foldText(f.Text)) {
					q.Facts[i].Doc = part.ID
					q.Gold = append(q.Gold, part.ID)
				}
			}
		}
		if len(q.Gold) > 0 {
			questions = append(questions, q)
		}
	}
	return newSet(s.name+", sentences", documents, edges, questions)
}

func sentencesOf(content string) []string {
	var list []string
	for _, s := range text.Sentences(content) {
		list = append(list, content[s.Start:s.End])
	}
	return list
}
