package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/bench/sets"
	"dossier/graph"
)

// frozenTokens is the budget of the documents whose answers are kept.
const frozenTokens = 4000

// A posed is a question of the sets questions and compose.
type posed struct{ ID, Graph, Now, Question string }

// freeze asks every question of the sets questions and compose, and prints a line for
// each: its id, the question, whether an answer is likely, the first heading of
// the document and the ids of its entities. With -json it writes the lines to a file,
// packed if the name ends in .gz; with -diff it prints those that differ from a file.
func freeze(ctx context.Context, s settings) error {
	questions, err := s.posed()
	if err != nil {
		return err
	}
	var lines []string
	for _, name := range []string{"demo", "kep"} {
		some, err := s.freezeGraph(ctx, name, slices.DeleteFunc(slices.Clone(questions), func(q posed) bool { return q.Graph != name }))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		lines = append(lines, some...)
	}
	switch {
	case s.diff != "":
		return s.compareFrozen(os.Stdout, lines)
	case s.kept != "":
		return writePacked(s.kept, []byte(strings.Join(lines, "")))
	}
	fmt.Print(strings.Join(lines, ""))
	return nil
}

// posed returns the questions of both sets.
func (s *settings) posed() (questions []posed, err error) {
	for _, set := range []struct{ graph, path string }{{"", "compose/questions_dev.jsonl"}, {"kep", "questions/dev/questions.jsonl"}} {
		err = sets.Lines(filepath.Join(s.shared, set.path), func(q posed) {
			if set.graph != "" {
				q.Graph, q.Now = set.graph, clock
			}
			questions = append(questions, q)
		})
		if err != nil {
			return nil, err
		}
	}
	return questions, nil
}

// freezeGraph asks the questions about one graph.
func (s *settings) freezeGraph(ctx context.Context, name string, questions []posed) ([]string, error) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	subject, err := openSQLite(ctx, folder)
	if err != nil {
		return nil, err
	}
	defer subject.close()
	file := s.data
	if name == "kep" {
		file = filepath.Join(s.shared, "kep.ndjson.gz")
	}
	if err := subject.loadFile(ctx, file); err != nil {
		return nil, err
	}
	client := newClient(subject.store, nil)
	lines := make([]string, len(questions))
	for i, q := range questions {
		if lines[i], err = client.freeze(ctx, q); err != nil {
			return nil, fmt.Errorf("%s: %w", q.ID, err)
		}
	}
	return lines, nil
}

func (c *client) freeze(ctx context.Context, q posed) (string, error) {
	input := map[string]any{"now": q.Now, "start": map[string]any{"topic": q.Question}, "maxTokens": frozenTokens}
	if !strings.Contains(q.Now, "T") {
		input["now"] = q.Now + "T00:00:00Z"
	}
	var found struct{ ContextDocument document }
	err := c.read(ctx, request{
		query:     `query ($input: ContextInput!) { contextDocument(input: $input) { text answerability nodes { entity { externalId } } } }`,
		variables: map[string]any{"input": input},
	}, &found)
	d := found.ContextDocument
	ids := make([]string, len(d.Nodes))
	for i, n := range d.Nodes {
		ids[i] = n.Entity.ExternalID
	}
	asked, _ := json.Marshal(q.Question) // never fails for text
	return fmt.Sprintf("%s %s => %s %q %s\n", q.ID, asked, d.Answerability, d.heading(), strings.Join(ids, " ")), err
}

// heading returns the first heading of the body of a document, "" for none.
func (d *document) heading() string {
	for line := range strings.Lines(d.Text) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			return strings.TrimSpace(heading)
		}
	}
	return ""
}

// compareFrozen prints the lines that the file of -diff lacks, each with its own line.
func (s *settings) compareFrozen(out io.Writer, lines []string) error {
	data, err := readPacked(s.diff)
	if err != nil {
		return err
	}
	known := map[string]string{}
	for line := range strings.Lines(string(data)) {
		question, answer, _ := strings.Cut(line, " => ")
		known[question] = answer
	}
	differ := 0
	for _, line := range lines {
		question, answer, _ := strings.Cut(line, " => ")
		if known[question] == answer {
			continue
		}
		differ++
		fmt.Fprintf(out, "%s\n\tnow    %s\tbefore %s", question, graph.Truncate(answer, 400), graph.Truncate(known[question], 400))
	}
	fmt.Fprintf(out, "%d of %d answers differ\n", differ, len(lines))
	return nil
}

func writePacked(path string, data []byte) error {
	if strings.HasSuffix(path, ".gz") {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(data); err != nil {
			return fmt.Errorf("pack answers: %w", err)
		}
		if err := w.Close(); err != nil {
			return fmt.Errorf("pack answers: %w", err)
		}
		data = packed.Bytes()
	}
	return os.WriteFile(path, data, 0o644)
}

func readPacked(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(path, ".gz") {
		return data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("unpack answers: %w", err)
	}
	return io.ReadAll(r)
}
