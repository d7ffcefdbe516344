package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A set is questions, the documents that answer them, and which those are.
type set struct {
	name      string
	documents []setDocument
	edges     []setEdge
	byID      map[string]setDocument
	questions []setQuestion
	asked     int // questions with facts
}

// setDocument is a document; one without a title is called by its id.
type setDocument struct{ Kind, ID, Title, Content string }

// setEdge is an edge of a set that is not a mention.
type setEdge struct{ Src, Dst, Rel string }

type setQuestion struct {
	ID, Text string
	Gold     []string
	Facts    []setFact
}

// setFact is a sentence of a document that is needed for an answer.
type setFact struct{ Doc, Text string }

func readSet(folder, name string) (*set, error) {
	var documents []setDocument
	var edges []setEdge
	err := readLines(filepath.Join(folder, name, "graph.ndjson"), func(line struct {
		setDocument
		setEdge
	}) {
		switch {
		case line.Kind == "document":
			documents = append(documents, line.setDocument)
		case line.Rel != "mentions":
			edges = append(edges, line.setEdge)
		}
	})
	if err != nil {
		return nil, err
	}
	golds := map[string]setQuestion{}
	if err := readLines(filepath.Join(folder, name, "gold.ndjson"), func(q setQuestion) { golds[q.ID] = q }); err != nil {
		return nil, err
	}
	var questions []setQuestion
	err = readLines(filepath.Join(folder, name, "questions.ndjson"), func(q setQuestion) {
		q.Gold, q.Facts = golds[q.ID].Gold, golds[q.ID].Facts
		questions = append(questions, q)
	})
	return newSet(name, documents, edges, questions), err
}

// newSet names what has no title by its id.
func newSet(name string, documents []setDocument, edges []setEdge, questions []setQuestion) *set {
	s := &set{name: name, edges: edges, questions: questions, byID: make(map[string]setDocument, len(documents))}
	for _, d := range documents {
		d.Title = cmp.Or(d.Title, d.ID)
		s.documents = append(s.documents, d)
		s.byID[d.ID] = d
	}
	for _, q := range questions {
		if len(q.Facts) > 0 {
			s.asked++
		}
	}
	return s
}

// readLines hands over the objects of an NDJSON file.
func readLines[T any](path string, each func(T)) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return err
		}
		each(line)
	}
	return lines.Err()
}

// externalID is a document's id in the import, where sets stand beside each other.
func (s *set) externalID(id string) string { return s.name + " " + id }

// ndjson is the set in the import format. Mentions are for the product to find.
func (s *set) ndjson() []byte {
	const created = "2020-01-01T00:00:00Z"
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	write := func(line map[string]any) { _ = lines.Encode(line) } // into memory
	write(map[string]any{"kind": "project", "id": s.name, "name": s.name, "created_at": created})
	for _, d := range s.documents {
		write(map[string]any{"kind": "document", "id": s.externalID(d.ID), "project_id": s.name, "title": d.Title, "content": d.Content,
			"type_key": "document.knowledge", "state_key": "published", "created_at": created})
	}
	for _, e := range s.edges {
		write(map[string]any{"kind": "edge", "rel": "references", "src_id": s.externalID(e.Src), "dst_id": s.externalID(e.Dst)})
	}
	return out.Bytes()
}

// told is a context document and the documents that it tells of, in order.
type told struct {
	text string
	ids  []string
}

// whole is a context document of whole documents, those left out that do not
// fit any more.
func (s *set) whole(ids []string, budget int, count func(string) int) (t told) {
	left := budget
	for _, id := range ids {
		d := s.byID[id]
		text := "## " + d.Title + "\n" + d.Content + "\n\n"
		if cost := count(text); cost <= left {
			left -= cost
			t.text += text
			t.ids = append(t.ids, id)
		}
	}
	return t
}

// score is what was found of what was wanted, first in sums.
type score struct {
	facts, r5, all5 float64
	overruns        int
}

func (s *score) add(one score) {
	s.facts += one.facts
	s.r5 += one.r5
	s.all5 += one.all5
	s.overruns += one.overruns
}

// per makes sums over a set's questions per cent.
func (s score) per(set *set) score {
	questions := float64(len(set.questions)) / 100
	asked := cmp.Or(set.asked, len(set.questions))
	return score{100 * s.facts / float64(asked), s.r5 / questions, s.all5 / questions, s.overruns}
}

// score is that of one document, as the sets' evaluate.py scores: a page counts
// when its title stands in the text, a fact when its page counts and its words
// stand in the text, and nothing counts in a text over the budget.
func (s *set) score(q setQuestion, t told, over bool) score {
	if over {
		return score{overruns: 1}
	}
	text := foldText(t.text)
	var pages []string
	for _, id := range t.ids {
		if strings.Contains(text, foldText(s.byID[id].Title)) {
			pages = append(pages, id)
		}
	}
	first := pages[:min(5, len(pages))]
	result := score{r5: share(q.Gold, func(id string) bool { return slices.Contains(first, id) })}
	if result.r5 == 1 {
		result.all5 = 1
	}
	if s.asked == 0 { // no facts are known, only pages
		result.facts = share(q.Gold, func(id string) bool { return slices.Contains(pages, id) })
		return result
	}
	result.facts = share(q.Facts, func(f setFact) bool {
		return slices.Contains(pages, f.Doc) && strings.Contains(text, foldText(f.Text))
	})
	return result
}

// share is of how many of a list something holds, 0 for none of none.
func share[T any](list []T, holds func(T) bool) float64 {
	n := 0
	for _, one := range list {
		if holds(one) {
			n++
		}
	}
	return float64(n) / float64(max(len(list), 1))
}

// foldText makes texts alike that differ in case, accents or white space.
func foldText(s string) string {
	drop := func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}
	return strings.Join(strings.Fields(strings.ToLower(strings.Map(drop, norm.NFKD.String(s)))), " ")
}
