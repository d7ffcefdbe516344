// Package indextest holds what the tests of several packages index.
package indextest

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// Note returns a document with a title and one other text.
func Note(id, title, body string) index.Document {
	return index.Document{
		ID: id, Kind: "document", Title: title,
		Vector: text.Analyse(text.Field{Name: "title", Text: title}, text.Field{Name: "content", Text: body}),
	}
}

// New returns an index of documents.
func New(t testing.TB, documents ...index.Document) *index.Index {
	t.Helper()
	x := index.New(text.English)
	if err := x.Apply(documents, nil); err != nil {
		t.Fatal(err)
	}
	return x
}

// People returns a small graph in which the answer to a question is two mentions
// away.
func People(t testing.TB) *index.Index {
	t.Helper()
	return New(t,
		Note("ada", "Ada Lovelace", "Ada Lovelace wrote about the Analytical Engine. She was a friend of Mary Somerville."),
		Note("mary", "Mary Somerville", "A mathematician who was born in Jedburgh, Scotland."),
		Note("jed", "Jedburgh, Scotland", "A town with a ruined abbey near the border."),
		Note("engine", "Analytical Engine", "A machine by Charles Babbage that was never finished."),
		Note("leeds", "Leeds", "A city with mills and a market near the border."),
		Note("risk", "Gears may jam", "The gears of the machine may jam."),
	)
}

// Library returns entities to search for.
func Library(t testing.TB) *index.Index {
	t.Helper()
	return New(t,
		Note("1", "OAuth Login", "Users sign in with a provider."),
		Note("2", "Login page", "The page has a form. OAuth comes later, and OAuth is hard. OAuth again."),
		Note("3", "Payments", "Cards are charged by the provider."),
		Note("4", "The Who", "A band."),
		Note("5", "Providers", "Who charges what, in a table."),
		Note("6", "東京の計画", "計画は東京で始まる。"),
	)
}

// Set is a set of documents and questions with what answers them.
type Set struct {
	Name      string        // of the folder
	Documents []SetDocument // in the order of the file
	Questions []Question    // in the order of the file
}

// SetDocument is a document of a set.
type SetDocument struct{ ID, Title, Content string }

// Question is a question of a set. Gold are the ids of the documents that answer
// it, Facts the sentences of these.
type Question struct {
	ID, Text string
	Gold     []string
	Facts    []struct{ Doc, Text string }
}

// ReadSet reads a set of questions; see docs/relevance.md. Without it the test is
// skipped.
func ReadSet(t testing.TB, name string) *Set {
	t.Helper()
	folder := filepath.Join("..", "..", "..", "..", "shared", "data", "relevance", name)
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the sets of questions are not beside the repository")
	}
	s := &Set{Name: name}
	numbers := make(map[string]int)
	lines(t, filepath.Join(folder, "graph.ndjson"), func(line []byte) {
		var record struct {
			Kind string `json:"kind"`
			SetDocument
		}
		decode(t, line, &record)
		if record.Kind == "document" {
			s.Documents = append(s.Documents, record.SetDocument)
		}
	})
	lines(t, filepath.Join(folder, "questions.ndjson"), func(line []byte) {
		var question Question
		decode(t, line, &question)
		numbers[question.ID] = len(s.Questions)
		s.Questions = append(s.Questions, question)
	})
	lines(t, filepath.Join(folder, "gold.ndjson"), func(line []byte) {
		var gold Question
		decode(t, line, &gold)
		question := &s.Questions[numbers[gold.ID]]
		question.Gold, question.Facts = gold.Gold, gold.Facts
	})
	return s
}

func lines(t testing.TB, path string, each func([]byte)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		each(scanner.Bytes())
	}
}

func decode(t testing.TB, line []byte, value any) {
	t.Helper()
	if err := json.Unmarshal(line, value); err != nil {
		t.Fatal(err)
	}
}

// Index returns the index of the set's documents.
func (s *Set) Index(t testing.TB) *index.Index {
	t.Helper()
	var documents []index.Document
	for _, d := range s.Documents {
		documents = append(documents, Note(d.ID, d.Title, d.Content))
	}
	return New(t, documents...)
}

// Recall returns the share of the gold documents among the first five of a
// ranking, in per cent.
func (s *Set) Recall(rank func(question string) []string) float64 {
	sum := 0.0
	for _, question := range s.Questions {
		ids := rank(question.Text)
		ids = ids[:min(5, len(ids))]
		found := 0
		for _, id := range question.Gold {
			if slices.Contains(ids, id) {
				found++
			}
		}
		sum += float64(found) / float64(len(question.Gold))
	}
	return 100 * sum / float64(len(s.Questions))
}
