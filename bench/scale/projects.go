package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/projects"
	"dossier/graph/searchtext"
)

// manyProjects prints the cost of questions over all of -projects projects on
// each store, and how often the chosen projects include that of the answer.
func manyProjects(ctx context.Context, s settings) error {
	data, words, err := stores.ReadWords(s.data)
	if err != nil {
		return err
	}
	if err := choices(ctx, s, data); err != nil {
		return err
	}
	costs := measure.NewTable("store", "request", "saved", "cold p50 / max, ms", "warm p50 / p95, ms", "any topic p50 / p95, ms")
	defer costs.Print()
	for _, db := range strings.Split(s.db, ",") {
		if err := s.askMany(ctx, db, words, costs); err != nil {
			return err
		}
	}
	return nil
}

// choices prints how often the projects chosen for a question have its subject.
func choices(ctx context.Context, s settings, data []byte) error {
	questions, err := subjects(filepath.Join(s.shared, "questions", "dev", "questions.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	store, err := stores.OpenSQLite(ctx, folder)
	if err != nil {
		return err
	}
	defer store.Close()
	if _, err := store.Load(ctx, bytes.NewReader(data), searchtext.Analyse); err != nil {
		return err
	}
	chosen := measure.NewTable("at most", "with a share of the best score", "questions", "with the project of the answer, %",
		"projects asked, mean")
	for _, params := range []projects.ChoiceParams{
		{Projects: 1}, {Projects: 2}, {Projects: 3}, {Projects: 5}, {Projects: 10}, {Projects: 16}, {Projects: 20}, {Projects: 16, Share: .4}, {
			Projects: 16, Share: .6,
		}, {Projects: 16, Share: .7}, {Projects: 16, Share: .8},
	} {
		of := projects.ChoiceDefaults()
		of.All, of.Entities, of.Projects, of.Share = 0, 1<<30, params.Projects, params.Share
		hits, asked, err := hits(ctx, projects.New(store.Store, projects.Options{Choice: of}), questions)
		if err != nil {
			return err
		}
		each := func(n int) float64 { return float64(n) / float64(len(questions)) }
		chosen.Add(of.Projects, of.Share, len(questions), 100*each(hits), each(asked))
	}
	chosen.Print()
	return nil
}

// hits returns the number of questions for which a project with one of their
// subjects is chosen, and the number of projects that are asked.
func hits(ctx context.Context, cache *projects.Cache, questions []about) (count, asked int, err error) {
	for _, q := range questions {
		set, choice, err := cache.Ask(ctx, []string{q.Question}, projects.Parts{})
		if err != nil {
			return 0, 0, err
		}
		asked += choice.Asked
		if slices.ContainsFunc(q.Subject, func(name string) bool { return set.With(graph.ID(name)) != nil }) {
			count++
		}
	}
	return count, asked, nil
}

// An about is a question and its subjects.
type about struct {
	Question string   `json:"question"`
	Subject  []string `json:"subject"`
}

// subjects returns the questions of a file that have subjects.
func subjects(path string) (list []about, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(data) {
		var one about
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, err
		}
		if len(one.Subject) > 0 {
			list = append(list, one)
		}
	}
	return list, nil
}
