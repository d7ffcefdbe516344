// Package sets reads questions with known answers and scores the documents
// that answer them. Every score equals that of the evaluate.py beside the set,
// so figures of both compare. The package knows nothing of what is measured:
// it hands out NDJSON to import and is handed answers.
package sets

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// A Set is questions about a graph, with what answers them.
type Set interface {
	Name() string
	// NDJSON is the graph to import.
	NDJSON() ([]byte, error)
	Questions() []Question
	// Budgets are the tokens that documents may have.
	Budgets() []int
	// Score scores the answer to a question by measure.
	Score(question Question, answer *Answer) Score
	// Rows are the lines of the set's table, in order.
	Rows() []Row
	// Texts are the entities that rankings outside the product search.
	Texts() []Text
}

// A Question is asked with every budget.
type Question struct {
	ID, Text string
	// Groups are the parts of the set that it counts for.
	Groups []string
	at     int // in the set
}

// An Answer is a document and what it is made of, in order.
type Answer struct {
	Text   string
	Tokens int
	Budget int
	Nodes  []Node
	// Ranked are all pages in order where they are known, the first of them in
	// the text. Documents say them only so far as they fit.
	Ranked []string
	// Confidence is how likely the document answers the question.
	Confidence float64
	// Unanswered reports that the document itself says that nothing matches.
	Unanswered bool
}

// A Node is an entity that a document includes.
type Node struct {
	ID     string // in the import
	UUID   string // as documents print it; "" if they print none
	Tokens int
}

// A Text is an entity in words.
type Text struct{ ID, Title, Body string }

// Lines calls each with every object of an NDJSON file, or of the file packed
// as path.gz if that exists.
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

// packed is an unpacking reader that closes its file.
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
