package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/bench/measure"
	"dossier/bench/served"
	"dossier/bench/stores"
)

// The measured run: servers with room for a part of the projects.
const (
	scaledMemory   = 192 // MiB
	scaledClients  = 4
	scaledRequests = 1500
	scaledFirst    = 1500 // requests to fill the memory
	scaledExponent = 1.1
)

// The load of the capacity model.
const (
	modelProjects = 1_000_000
	modelEntities = 100 // of a project
	modelRate     = 10_000
	modelBusy     = .6 // of the processors
	modelCores    = 8  // of a server
)

// scalingCosts measures 1, 2 and 3 servers with hashing by project, compares their hit
// rates with those of the simulation, and prints the capacity model of a large load.
func scalingCosts(ctx context.Context, s settings) error {
	_, words, err := stores.ReadWords(s.data)
	if err != nil {
		return err
	}
	subject, took, err := s.synthetic(ctx, "postgres", "", func(out io.Writer) error { return s.writeModel(out, words) })
	if err != nil {
		return err
	}
	defer subject.Close()
	folder, program, err := served.Build(ctx)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	fmt.Printf("%d projects of %d entities on Postgres, imported in %.0f s; Zipf's law, exponent %g; --memory %dMiB\n\n",
		s.projects, modelEntities, took.Seconds(), scaledExponent, scaledMemory)
	costs, runs, err := s.scaledRuns(ctx, program, subject.URL)
	if err != nil {
		return err
	}
	costs.Print()
	stored, err := databaseSize(ctx, subject.URL)
	if err != nil {
		return err
	}
	printCapacity(unitsOf(runs), stored/float64(s.projects*modelEntities))
	return nil
}

// writeModel writes the projects of the model.
func (s settings) writeModel(out io.Writer, words []string) error {
	for i := range s.projects {
		one := newOneOfMany(i, words)
		one.entities = modelEntities
		if err := one.write(out); err != nil {
			return err
		}
	}
	return nil
}

// scaledRuns runs 1, 2 and 3 servers, and returns what they took, as a table too.
func (s settings) scaledRuns(ctx context.Context, program, url string) (costs *measure.Table, runs []scaled, err error) {
	costs = measure.NewTable("servers", "balanced", "room, projects", "hit rate", "of the model", "requests/s", "p99",
		"ms of a processor", "of the store")
	for _, servers := range []int{1, 2, 3} {
		for _, hashed := range []bool{true, false} {
			if servers == 1 && !hashed {
				continue
			}
			one, err := s.scaledRun(ctx, program, url, servers, hashed)
			if err != nil {
				return nil, nil, err
			}
			runs = append(runs, one)
			by := map[bool]string{true: "by project", false: "in turn"}[hashed]
			costs.Add(servers, by, one.room, share(one.hits), share(one.model), one.rate, one.p99, one.processor, one.store)
		}
	}
	return costs, runs, nil
}

func share(part float64) string { return fmt.Sprintf("%.1f %%", 100*part) }

// scaled has the measurements of one run.
type scaled struct {
	room              int     // projects in the memory of a server
	bytes             float64 // of a project
	hits, model, rate float64
	p99               time.Duration
	processor, store  time.Duration // of a request, of the servers and of Postgres
}

// scaledRun starts servers, fills their memory, and measures.
func (s settings) scaledRun(ctx context.Context, program, url string, servers int, hashed bool) (run scaled, err error) {
	var all []*served.Server
	for range servers {
		one, err := served.Start(ctx, program, url, "--index-dir=none", fmt.Sprintf("--memory=%dMiB", scaledMemory), "--log-level=error")
		if err != nil {
			return run, err
		}
		defer one.Stop()
		all = append(all, one)
	}
	l := zipf{s.projects, scaledExponent}
	next, number := l.requests(7), 0
	var mu sync.Mutex
	draw := func() (project, server int) {
		mu.Lock()
		defer mu.Unlock()
		project, server = next(), number%servers
		if hashed {
			server = serverOf(project, servers)
		}
		number++
		return project, server
	}
	if _, err := askScaled(ctx, all, scaledFirst, draw); err != nil {
		return run, err
	}
	before, busy, store, began := loadsOf(ctx, all), processorOf(all), storeProcessor(url), time.Now()
	took, err := askScaled(ctx, all, scaledRequests, draw)
	if err != nil {
		return run, err
	}
	after, elapsed := loadsOf(ctx, all), time.Since(began)
	run.hits = 1 - (after.read-before.read)/scaledRequests
	run.rate, run.p99 = scaledRequests/elapsed.Seconds(), took.At(.99)
	run.processor, run.store = (processorOf(all)-busy)/scaledRequests, (storeProcessor(url)-store)/scaledRequests
	run.bytes = after.bytes / after.held
	run.room = int(math.Round(after.held / float64(servers)))
	run.model = l.hitRate(servers, run.room, scaledFirst, scaledRequests, hashed)
	return run, nil
}

// askScaled sends requests by several clients.
func askScaled(ctx context.Context, all []*served.Server, requests int, draw func() (project, server int)) (measure.Times, error) {
	var asking sync.WaitGroup
	var mu sync.Mutex
	var took measure.Times
	var failed error
	for range scaledClients {
		asking.Go(func() {
			for range requests / scaledClients {
				project, server := draw()
				began := time.Now()
				err := askOneOfMany(ctx, all[server].Address, project)
				mu.Lock()
				took, failed = append(took, time.Since(began)), errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	asking.Wait()
	slices.Sort(took)
	return took, failed
}

// askOneOfMany asks a server for what a project has about words.
func askOneOfMany(ctx context.Context, address string, project int) error {
	const document = `query($projectId: ID!) { search(query: \"project risk plan\", projectId: $projectId, first: 5) { hits { score } } }`
	body := fmt.Sprintf(`{"query":"%s","variables":{"projectId":%q}}`, document, nameOfMany(project))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/graphql", strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && bytes.Contains(text, []byte(`"errors"`)) {
		err = fmt.Errorf("search in %s: %s", nameOfMany(project), text)
	}
	return err
}

// projectLoads are sums of the metrics of all servers.
type projectLoads struct{ read, held, bytes float64 }

func loadsOf(ctx context.Context, all []*served.Server) (sum projectLoads) {
	for _, one := range all {
		text := metricsOf(ctx, one.Address)
		sum.read += series(text, `dossier_project_loads_total{from="store"}`)
		sum.held += series(text, "dossier_projects_held")
		sum.bytes += series(text, "dossier_projects_held_bytes")
	}
	return sum
}

// metricsOf returns the metrics of a server, "" if it does not answer.
func metricsOf(ctx context.Context, address string) string {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/metrics", nil)
	if err != nil {
		return ""
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body) // a part may have the series
	return string(text)
}

// series returns the value of a series, NaN if there is none.
func series(text, name string) float64 {
	_, after, _ := strings.Cut(text, "\n"+name+" ")
	value := math.NaN()
	_, _ = fmt.Sscan(after, &value)
	return value
}

func processorOf(all []*served.Server) (sum time.Duration) {
	for _, one := range all {
		sum += one.ProcessorTime()
	}
	return sum
}
