package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/bench/sets"
	"dossier/bench/stores"
	"dossier/graph"
)

// frozenTokens is the budget of the documents whose answers are kept.
const frozenTokens = 4000

// freeze asks every question of the sets questions and compose, and prints a line for
// each: its id, the question, whether an answer is likely, the first heading of
// the document and the ids of its entities. With -json it writes the lines to a file,
// packed if the name ends in .gz; with -diff it prints those that differ from a file.
func freeze(ctx context.Context, s settings) error {
	questions, err := sets.ReadPosed(s.shared)
	if err != nil {
		return err
	}
	var lines []string
	for _, name := range []string{"demo", "kep"} {
		some, err := s.freezeGraph(ctx, name, slices.DeleteFunc(slices.Clone(questions), func(q sets.Posed) bool { return q.Graph != name }))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		lines = append(lines, some...)
	}
	switch {
	case s.diff != "":
		return s.compareFrozen(os.Stdout, lines)
	case s.kept != "":
		return sets.WritePacked(s.kept, []byte(strings.Join(lines, "")))
	}
	fmt.Print(strings.Join(lines, ""))
	return nil
}

// freezeGraph asks the questions about one graph.
func (s *settings) freezeGraph(ctx context.Context, name string, questions []sets.Posed) ([]string, error) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	subject, err := stores.OpenSQLite(ctx, folder)
	if err != nil {
		return nil, err
	}
	defer subject.Close()
	file := s.data
	if name == "kep" {
		file = filepath.Join(s.shared, "kep.ndjson.gz")
	}
	if err := subject.LoadFile(ctx, file); err != nil {
		return nil, err
	}
	client := stores.NewClient(subject.Store, nil)
	lines := make([]string, len(questions))
	for i, q := range questions {
		if lines[i], err = freezeQuestion(ctx, client, q); err != nil {
			return nil, fmt.Errorf("%s: %w", q.ID, err)
		}
	}
	return lines, nil
}

func freezeQuestion(ctx context.Context, c *stores.Client, q sets.Posed) (string, error) {
	input := map[string]any{"now": q.Now, "start": map[string]any{"topic": q.Question}, "maxTokens": frozenTokens}
	if !strings.Contains(q.Now, "T") {
		input["now"] = q.Now + "T00:00:00Z"
	}
	var found struct{ ContextDocument document }
	err := c.Read(ctx, stores.Request{
		Query:     `query ($input: ContextInput!) { contextDocument(input: $input) { text answerability nodes { entity { externalId } } } }`,
		Variables: map[string]any{"input": input},
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
	data, err := sets.ReadAll(s.diff)
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
