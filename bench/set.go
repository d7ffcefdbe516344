package main

import (
	"bufio"
	"bytes"
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
	byID      map[string]setDocument
	questions []setQuestion
	asked     int // questions with facts
}

type setDocument struct{ Kind, ID, Title, Content string }

type setQuestion struct {
	ID, Text string
	Gold     []string
	Facts    []struct{ Doc, Text string }
}

func readSet(folder, name string) (*set, error) {
	s := &set{name: name, byID: map[string]setDocument{}}
	golds := map[string]setQuestion{}
	err := readLines(filepath.Join(folder, name, "graph.ndjson"), func(d setDocument) {
		if d.Kind == "document" {
			s.documents = append(s.documents, d)
			s.byID[d.ID] = d
		}
	})
	if err != nil {
		return nil, err
	}
	if err := readLines(filepath.Join(folder, name, "gold.ndjson"), func(q setQuestion) { golds[q.ID] = q }); err != nil {
		return nil, err
	}
	return s, readLines(filepath.Join(folder, name, "questions.ndjson"), func(q setQuestion) {
		q.Gold, q.Facts = golds[q.ID].Gold, golds[q.ID].Facts
		s.questions = append(s.questions, q)
		if len(q.Facts) > 0 {
			s.asked++
		}
	})
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

// project is the project's id in the import.
func (s *set) project(untitled bool) string {
	if untitled {
		return s.name + ", untitled"
	}
	return s.name
}

// prefix keeps the documents of the two projects apart.
func prefix(untitled bool) string {
	if untitled {
		return "untitled "
	}
	return ""
}

// ndjson is the set in the import format, without its mention edges: those are
// for the product to find. Instead of a title a document may have its id.
func (s *set) ndjson(untitled bool) []byte {
	const created = "2020-01-01T00:00:00Z"
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	project := s.project(untitled)
	_ = lines.Encode(map[string]any{"kind": "project", "id": project, "name": s.name, "created_at": created}) // into memory
	for _, d := range s.documents {
		title := d.Title
		if untitled || title == "" {
			title = d.ID
		}
		_ = lines.Encode(map[string]any{"kind": "document", "id": prefix(untitled) + d.ID, "project_id": project, "title": title, "content": d.Content,
			"type_key": "document.knowledge", "state_key": "published", "created_at": created})
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
	return score{100 * s.facts / float64(set.asked), s.r5 / questions, s.all5 / questions, s.overruns}
}

// score is that of one document, as the sets' evaluate.py scores: a page counts
// when its title stands in the text, a fact when its page counts and its words
// stand in the text, and nothing counts in a text over the budget.
func (s *set) score(q setQuestion, t told, untitled, over bool) score {
	if over {
		return score{overruns: 1}
	}
	text := foldText(t.text)
	var pages []string
	for _, id := range t.ids {
		id = strings.TrimPrefix(id, prefix(untitled))
		title := s.byID[id].Title
		if untitled {
			title = id
		}
		if strings.Contains(text, foldText(title)) {
			pages = append(pages, id)
		}
	}
	first := pages[:min(5, len(pages))]
	result := score{r5: share(q.Gold, func(id string) bool { return slices.Contains(first, id) })}
	if result.r5 == 1 {
		result.all5 = 1
	}
	result.facts = share(q.Facts, func(f struct{ Doc, Text string }) bool {
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
