package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
	"dossier/resolvers"
)

// The contents of many projects. A third of the words of a project are drawn
// from a few of its own, the others from the data.
const (
	entitiesOfMany = 1000
	ownWords       = 200
	wordsOfMany    = 25
)

// The memory of a server with --memory 1GB, and what it lets projects take.
const (
	memoryOfMany = 840_000_000
	heldOfMany   = memoryOfMany / 3
)

// The topics of questions over many projects: cold topics are asked of a new
// service each, warm ones in turn of one service.
const (
	coldTopics = 3
	warmTopics = 3
)

// A question over all projects.
type overall struct {
	name string
	ask  func(ctx context.Context, service *query.Service, topic string) error
}

var overalls = []overall{
	{"search", func(ctx context.Context, service *query.Service, topic string) error {
		_, err := service.Search(ctx, query.SearchInput{Query: topic})
		return err
	}},
	{"context document of a topic", func(ctx context.Context, service *query.Service, topic string) error {
		_, err := service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &topic}})
		return err
	}},
	{"context document of all projects", func(ctx context.Context, service *query.Service, _ string) error {
		_, err := service.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Global: new(true)}})
		return err
	}},
}

// askMany sends questions over all of many projects.
func (s settings) askMany(ctx context.Context, db string, words []string, costs *measure.Table) error {
	defer debug.SetGCPercent(debug.SetGCPercent(measure.ServerGC))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memoryOfMany))
	subject, took, err := s.synthetic(ctx, db, fmt.Sprintf("projects-%d", s.projects), func(out io.Writer) error {
		for i := range s.projects {
			if err := newOneOfMany(i, words).write(out); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	defer subject.Close()
	fmt.Printf("%s: %d projects of %d entities, imported in %.0f s\n\n", subject.Name, s.projects, entitiesOfMany, took.Seconds())
	topics := make([]string, s.projects)
	for i := range topics {
		topics[i] = newOneOfMany(i, words).topic()
	}
	if err := s.askEach(ctx, subject); err != nil {
		return fmt.Errorf("snapshots in turn: %w", err)
	}
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, saved := range []string{"", folder} {
		for _, one := range overalls {
			if err := s.overall(ctx, subject, one, topics, saved, costs); err != nil {
				return fmt.Errorf("%s: %w", one.name, err)
			}
		}
	}
	return nil
}

// askEach prints the time of snapshots of all projects in turn, round by round.
func (s settings) askEach(ctx context.Context, subject *stores.Subject) error {
	client := stores.ClientOf(manyService(subject, ""), resolvers.Schema)
	rounds := measure.NewTable("store", "snapshots of each project in turn", "p50 / p95, ms")
	for _, round := range []string{"first round", "second round", "third round"} {
		var took measure.Times
		for i := range s.projects {
			start := time.Now()
			if _, err := client.Ask(ctx, snapshotOfMany(i)); err != nil {
				return err
			}
			took = append(took, time.Since(start))
		}
		rounds.Add(subject.Name, round, took.Pair())
	}
	rounds.Print()
	return nil
}

// manyService returns a service with the memory of a server with --memory 1GB.
func manyService(subject *stores.Subject, folder string) *query.Service {
	return query.New(subject.Store, query.Options{
		Now: time.Now, Tokens: stores.CountAsServed, GraphBudget: heldOfMany, Builders: runtime.GOMAXPROCS(0), Folder: folder,
	})
}

// snapshotOfMany returns the request for the snapshot of a project.
func snapshotOfMany(number int) stores.Request {
	return stores.Request{
		Query:     `query ($p: ID!) { graphSnapshot(projectId: $p) { nodes { entity { id label } } } }`,
		Variables: map[string]any{"p": graph.ID(nameOfMany(number))},
	}
}

// nameOfMany returns the id of a project in the data.
func nameOfMany(number int) string { return fmt.Sprint("many:", number) }

// A manyRun measures one question over all projects.
type manyRun struct {
	subject *stores.Subject
	overall
	topics  []string
	folder  string // where projects are saved, "" for nowhere
	service *query.Service
}

func (s settings) overall(ctx context.Context, subject *stores.Subject, one overall, topics []string, folder string,
	costs *measure.Table) error {
	m := &manyRun{subject: subject, overall: one, topics: topics, folder: folder}
	random, saved := rand.New(rand.NewPCG(5, 6)), "no"
	if folder != "" { // as an earlier process did
		saved = "yes"
		if _, err := m.cold(ctx); err != nil {
			return err
		}
	}
	cold, err := m.cold(ctx)
	if err != nil {
		return err
	}
	turn := 0
	inTurn := func() string { turn++; return topics[turn%min(warmTopics, len(topics))] }
	if _, err := m.askAll(ctx, warmTopics, inTurn); err != nil {
		return err
	}
	warm, err := m.askAll(ctx, s.requests, inTurn)
	if err != nil {
		return err
	}
	anyTopic, err := m.askAll(ctx, s.requests, func() string { return topics[random.IntN(len(topics))] })
	if err != nil {
		return err
	}
	costs.Add(subject.Name, one.name, saved, fmt.Sprintf("%.0f / %.0f", measure.Millis(cold.At(.5)), measure.Millis(cold.At(1))),
		warm.Pair(), anyTopic.Pair())
	return nil
}

// cold asks a new service for each topic.
func (m *manyRun) cold(ctx context.Context) (took measure.Times, err error) {
	for _, topic := range m.topics[:min(coldTopics, len(m.topics))] {
		m.service = manyService(m.subject, m.folder)
		one, err := m.askAll(ctx, 1, func() string { return topic })
		if err != nil {
			return nil, err
		}
		took = append(took, one...)
		m.service.Close(ctx)
	}
	slices.Sort(took)
	return took, nil
}

// askAll asks n times.
func (m *manyRun) askAll(ctx context.Context, n int, topic func() string) (took measure.Times, err error) {
	for range n {
		asked, began := topic(), time.Now()
		if err := m.ask(ctx, m.service, asked); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took, nil
}

// oneOfMany writes a project.
type oneOfMany struct {
	number     int
	entities   int
	words, own []string
	random     *rand.Rand
}

func newOneOfMany(number int, words []string) *oneOfMany {
	o := &oneOfMany{number, entitiesOfMany, words, make([]string, ownWords), rand.New(rand.NewPCG(5, uint64(number)))}
	for i := range o.own {
		o.own[i] = words[o.random.IntN(len(words))]
	}
	return o
}

// topic returns three of the words of the project.
func (o *oneOfMany) topic() string { return strings.Join(o.own[:3], " ") }

func (o *oneOfMany) text(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = o.words[o.random.IntN(len(o.words))]
		if o.random.IntN(3) == 0 {
			list[i] = o.own[o.random.IntN(len(o.own))]
		}
	}
	return strings.Join(list, " ")
}

// write writes the NDJSON of the project.
func (o *oneOfMany) write(out io.Writer) error {
	encoder := json.NewEncoder(out)
	project := nameOfMany(o.number)
	if err := encoder.Encode(map[string]any{"kind": "project", "id": project, "name": "Project " + o.text(3)}); err != nil {
		return err
	}
	for i := range o.entities - 1 {
		id := fmt.Sprint(project, "/", i)
		task := map[string]any{"kind": "task", "id": id, "project_id": project, "title": "Task " + o.text(4), "description": o.text(wordsOfMany)}
		if err := encoder.Encode(task); err != nil {
			return err
		}
		if err := encoder.Encode(map[string]any{"kind": "edge", "rel": "has_task", "src_id": project, "dst_id": id}); err != nil {
			return err
		}
	}
	return nil
}
