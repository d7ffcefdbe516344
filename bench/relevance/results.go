package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dossier/bench/measure"
	"dossier/bench/sets"
)

// A result has the scores of a ranking on a set with one budget, by question.
type result struct {
	Set       string                `json:"set"`
	Ranking   string                `json:"ranking"`
	Budget    int                   `json:"budget"`
	Questions map[string]sets.Score `json:"questions"`
}

// keep writes the scores of every question to a file, for a later diff.
func keep(path string, results []result) error {
	data, err := json.MarshalIndent(results, "", " ")
	if err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// A kept is an answer as a line of the input of a set's evaluate.py.
type kept struct {
	question string
	answer   *sets.Answer
}

// MarshalJSON implements [json.Marshaler].
func (k kept) MarshalJSON() ([]byte, error) {
	type node struct {
		ID     string `json:"id"`
		UUID   string `json:"uuid"`
		Tokens int    `json:"tokens"`
	}
	a := k.answer
	ids, nodes, unanswered := []string{}, []node{}, []string{}
	for _, n := range a.Nodes {
		ids = append(ids, n.ID)
		nodes = append(nodes, node(n))
	}
	if a.Unanswered {
		unanswered = []string{"UNLIKELY"}
	}
	return json.Marshal(map[string]any{"id": k.question, "budget": a.Budget, "text": a.Text, "tokens": a.Tokens,
		"ids": ids, "nodes": nodes, "confidence": a.Confidence, "unanswered": unanswered})
}

// keepAnswers writes answers, one per line.
func keepAnswers(path string, answers []kept) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	lines := json.NewEncoder(out)
	for _, answer := range answers {
		if err := lines.Encode(answer); err != nil {
			return fmt.Errorf("keep answers: %w", err)
		}
	}
	return out.Flush()
}

// compared returns the table of results. It has a row for each row of a set,
// and a column for each ranking; cells have the values by budget.
func compared(list []sets.Set, results []result) *measure.Table {
	var rankings []string
	for _, r := range results {
		if !slices.Contains(rankings, r.Ranking) {
			rankings = append(rankings, r.Ranking)
		}
	}
	t := measure.NewTable(append([]string{"set", "questions", "n", "measure", "tokens"}, rankings...)...)
	for _, set := range list {
		for _, row := range set.Rows() {
			if cells := cellsOf(set, row, rankings, results); cells != nil {
				t.Add(cells...)
			}
		}
	}
	return t
}

// cellsOf returns the cells of a row, nil if no question counts for it.
func cellsOf(set sets.Set, row sets.Row, rankings []string, results []result) []any {
	most := 0
	var budgets []string
	var cells []any
	for _, ranking := range rankings {
		budgets = nil
		var values []string
		for _, r := range results {
			if r.Set != set.Name() || r.Ranking != ranking {
				continue
			}
			value, n := row.Value(set.Questions(), r.Questions)
			most = max(most, n)
			budgets = append(budgets, strconv.Itoa(r.Budget))
			values = append(values, row.Format(value))
		}
		cells = append(cells, strings.Join(values, " / "))
	}
	if most == 0 {
		return nil
	}
	return append([]any{set.Name(), row.Part, most, row.Measure, strings.Join(budgets, " / ")}, cells...)
}
