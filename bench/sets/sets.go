// Package sets reads questions with known answers and scores the documents that
// answer them. Every score equals that of the evaluate.py beside the set, so
// that figures of both are comparable. The package does not depend on Dossier:
// it returns NDJSON to import, and takes answers.
package sets

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// A Set is a set of questions about a graph, with their answers.
type Set interface {
	// Name returns the name of the set, such as "peps".
	Name() string
	// NDJSON returns the graph to import.
	NDJSON() ([]byte, error)
	// Questions returns the questions in order.
	Questions() []Question
	// Budgets returns the budgets of documents, in tokens.
	Budgets() []int
	// Score returns the score of the answer to a question.
	Score(question Question, answer *Answer) Score
	// Rows returns the lines of the set's table, in order.
	Rows() []Row
	// Texts returns the entities for rankings outside of Dossier.
	Texts() []Text
}

// A Question is a question of a set. It is asked with every budget.
type Question struct {
	ID, Text string // unique in the set
	// Groups are the parts of the set to which the question belongs.
	Groups []string
	at     int // the index in the set
}

// An Answer is a document with its nodes, in order.
type Answer struct {
	Text   string // of the document
	Tokens int    // of Text
	Budget int    // the most tokens that were allowed
	Nodes  []Node // in the order of the document
	// Ranked are all pages in order, if the ranking is known. The text contains
	// only the first ones, as far as they fit.
	Ranked []string
	// Confidence is the likelihood that the document answers the question.
	Confidence float64
	// Unanswered is true if the document says that nothing matches.
	Unanswered bool
}

// A Node is an entity that a document includes.
type Node struct {
	ID     string // in the import
	UUID   string // the id in documents; "" if they contain none
	Tokens int    // that the entity takes in the text
}

// A Text is the text of an entity.
type Text struct{ ID, Title, Body string }

// Lines calls each for every object of the NDJSON file at path, or of the
// packed file path.gz if that exists.
func Lines[T any](path string, each func(T)) error {
	in, err := open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	const longest = 16 << 20
	lines.Buffer(nil, longest)
	for n := 1; lines.Scan(); n++ {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return fmt.Errorf("read %s, line %d: %w", path, n, err)
		}
		each(line)
	}
	return lines.Err()
}

// packed is a reader that unpacks a file, and closes it.
type packed struct {
	*gzip.Reader
	file *os.File
}

// Close implements [io.Closer].
func (p packed) Close() error { return p.file.Close() }

func open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path + ".gz")
	if err != nil {
		return os.Open(path)
	}
	in, err := gzip.NewReader(file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("unpack %s: %w", path, err)
	}
	return packed{in, file}, nil
}
