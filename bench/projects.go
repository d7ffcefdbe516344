package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/projects"
	"dossier/graph/query"
	"dossier/graph/searchtext"
)

// The contents of many projects. A third of the words of a project are drawn
// from a few of its own, the others from the data.
const (
	entitiesOfMany = 1000
	ownWords       = 200
	wordsOfMany    = 25
)

// manyProjects prints the cost of questions over all of -projects projects on
// each store, and how often the chosen projects include that of the answer.
func manyProjects(ctx context.Context, s settings) error {
	data, words, err := readWords(s.data)
	if err != nil {
		return err
	}
	if err := choices(ctx, s, data); err != nil {
		return err
	}
	costs := newTable("store", "projects", "request", "cold", "p50", "p95")
	err = each(ctx, func(store *subject) error { return store.askMany(ctx, s, words, costs) })
	costs.print()
	return err
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
	store, err := openSQLite(ctx, folder)
	if err != nil {
		return err
	}
	defer store.close()
	if _, err := store.load(ctx, bytes.NewReader(data), searchtext.Analyse); err != nil {
		return err
	}
	chosen := newTable("projects asked", "questions", "with the project of the answer", "%")
	for _, most := range []int{1, 2, 3, 5, 10, 20} {
		params := projects.ChoiceDefaults()
		params.Projects, params.Entities = most, 1<<30
		hits, err := hits(ctx, projects.New(store.store, projects.Options{Choice: params}), questions)
		if err != nil {
			return err
		}
		chosen.add(most, len(questions), hits, 100*float64(hits)/float64(len(questions)))
	}
	chosen.print()
	return nil
}

// hits returns the number of questions for which a project with one of their
// subjects is chosen.
func hits(ctx context.Context, cache *projects.Cache, questions []about) (count int, err error) {
	for _, q := range questions {
		set, _, err := cache.Ask(ctx, []string{q.Question}, projects.Parts{})
		if err != nil {
			return 0, err
		}
		if slices.ContainsFunc(q.Subject, func(name string) bool { return set.With(graph.ID(name)) != nil }) {
			count++
		}
	}
	return count, nil
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

// askMany imports many projects and sends questions over all of them.
func (s *subject) askMany(ctx context.Context, settings settings, words []string, costs *table) error {
	random := rand.New(rand.NewPCG(5, 6))
	var topics []string
	start := time.Now()
	for i := range settings.projects {
		data, topic := oneOfMany(i, words, random)
		if _, err := s.load(ctx, bytes.NewReader(data), searchtext.Analyse); err != nil {
			return err
		}
		topics = append(topics, topic)
	}
	fmt.Printf("%s: %d projects of %d entities imported in %.0f s\n\n", s.name, settings.projects, entitiesOfMany, time.Since(start).Seconds())
	for _, ask := range []struct {
		name string
		do   func(*query.Service, string) error
	}{
		{"search", func(service *query.Service, topic string) error {
			_, err := service.Search(ctx, query.SearchInput{Query: topic})
			return err
		}},
		{"context document of a topic", func(service *query.Service, topic string) error {
			_, err := service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &topic}})
			return err
		}},
	} {
		service := query.New(s.store, query.Options{Now: time.Now, Tokens: countAsServed, GraphBudget: 1_000_000})
		began := time.Now()
		if err := ask.do(service, topics[0]); err != nil {
			return err
		}
		cold := time.Since(began)
		warm, err := inTurn(settings.requests, func() error { return ask.do(service, topics[random.IntN(min(3, len(topics)))]) })
		if err != nil {
			return err
		}
		costs.add(s.name, settings.projects, ask.name, cold, warm[0].at(.5), warm[0].at(.95))
	}
	return nil
}

// oneOfMany returns the NDJSON of a project, and three of its words.
func oneOfMany(number int, words []string, random *rand.Rand) (data []byte, topic string) {
	own := make([]string, ownWords)
	for i := range own {
		own[i] = words[random.IntN(len(words))]
	}
	text := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = words[random.IntN(len(words))]
			if random.IntN(3) == 0 {
				list[i] = own[random.IntN(len(own))]
			}
		}
		return strings.Join(list, " ")
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	project := fmt.Sprint("many:", number)
	_ = encoder.Encode(map[string]any{"kind": "project", "id": project, "name": "Project " + text(3)}) // only strings
	for i := range entitiesOfMany - 1 {
		id := fmt.Sprint(project, "/", i)
		_ = encoder.Encode(map[string]any{"kind": "task", "id": id, "project_id": project, "title": "Task " + text(4), "description": text(wordsOfMany)})
		_ = encoder.Encode(map[string]any{"kind": "edge", "rel": "has_task", "src_id": project, "dst_id": id})
	}
	return out.Bytes(), strings.Join(own[:3], " ")
}
