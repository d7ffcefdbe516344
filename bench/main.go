// Bench measures the cost and the worth of answers, and prints Markdown tables
// with the conditions of the measurement. Compare ratios only within a run.
//
//	go run ./bench -data ../shared/data/kep.ndjson.gz -project sig:sig-node
//
// prints the tables of requests, throughput, reading, context, prices and
// relevance; -what selects one or more of:
//
//	requests   the main requests, beside hand-written SQL
//	throughput five requests of 1 and 16 clients: plans, gqlgen's execution, SQL
//	screens    the screens of docs/clients.md, beside hand-written SQL
//	reading    snapshot, workspace and focus of a large project
//	context    context documents, stage by stage, and the cost of the index
//	documents  context documents for real questions and topics, on the stores of -db
//	memory     the memory of projects of -sizes, and their first request
//	import     imports of -sizes, beside the same rows written by hand
//	refresh    the first requests after a change of a row, for -sizes
//	beside     requests for a small project while one of -sizes is loaded or written
//	projects   questions over many projects, and which of these are chosen
//	readable   requests for one project, by actors who may read -projects and one
//	prices     the prices of queries, beside their processor time
//	relevance  how much of the answers to the questions of every set is in their
//	           documents, beside other rankings
//	frozen     what every question of the sets questions and compose answers
//	conversations  ten questions about each of ten plans, with and without known
//	mutations  mutations beside hand-written UPDATEs and imports
//	scaling    1, 2 and 3 servers of one Postgres, the simulation of their hit rates,
//	           and the capacity for a large load
//	soak       16 clients beside imports for -for, with each answer checked
//	overload   cheap queries beside 64 and 256 dear ones, on a server with 1 GiB
//	dear       the dear queries of overload, which starts it in another process
//	attacks    the cost of queries, connections and imports that are meant to
//	           be expensive
//	agent      a scripted agent on a hundred questions, by the MCP interface
//
// To compare the relevance before and after a change of the ranking:
//
//	go run ./bench -what relevance -json before.json
//	go run ./bench -what relevance -diff before.json
//
// It can be limited to sets, rankings, families of questions and budgets:
//
//	go run ./bench -what relevance -sets questions -families b -rankings relevance,sections -budgets 2000
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// settings are the values of the flags.
type settings struct {
	asked
	what, data, project, topic string
	requests, entities         int
	projects                   int
	sizes, heap                string
	lasting                    time.Duration
}

// parts are the measurements.
var parts = []struct {
	name    string
	measure func(context.Context, settings) error
}{
	{"requests", requestCosts},
	{"screens", screenCosts},
	{"throughput", throughput},
	{"reading", readingCosts},
	{"context", contextCosts},
	{"documents", documentCosts},
	{"projects", manyProjects},
	{"readable", readableCosts},
	{"memory", memoryCosts},
	{"import", importCosts},
	{"refresh", refreshCosts},
	{"beside", besideCosts},
	{"prices", priceCosts},
	{"relevance", worth},
	{"frozen", freeze},
	{"conversations", conversations},
	{"agent", agents},
	{"scaling", scalingCosts},
	{"soak", soak},
	{"mutations", mutationCosts},
	{"overload", overload},
	{"dear", dear},
	{"attacks", attacks},
}

func run() error {
	var s settings
	flag.StringVar(&s.what, "what", "requests,throughput,reading,context,prices,relevance", "what to measure")
	flag.StringVar(&s.data, "data", "testdata/demo.ndjson", "NDJSON to import")
	flag.StringVar(&s.project, "project", "shoplane", "project to ask about, by its id in the file")
	flag.StringVar(&s.topic, "topic", "in-place pod resize", "topic of the context document")
	flag.IntVar(&s.requests, "n", 200, "requests of each kind")
	flag.IntVar(&s.entities, "entities", 100_000, "entities of the large store for context documents")
	flag.StringVar(&s.sizes, "sizes", "10000,100000", "entities of the projects of memory, import, refresh and beside, with commas")
	flag.StringVar(&s.heap, "heap", "", "folder to keep profiles in: of the heap for memory, of the processor for documents")
	flag.IntVar(&s.projects, "projects", 1000, "projects of the parts projects, of 1,000 entities each, and readable, of 4")
	flag.DurationVar(&s.lasting, "for", 20*time.Minute, "how long a soak lasts on each store")
	s.flags()
	flag.Parse()

	ctx := graph.WithActor(context.Background(), graph.LocalActor)
	asked := strings.Split(s.what, ",")
	for _, part := range parts {
		at := slices.Index(asked, part.name)
		if at < 0 {
			continue
		}
		asked = slices.Delete(asked, at, at+1)
		start := time.Now()
		if err := part.measure(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		fmt.Printf("%s, %d processors, load %s, %s in %.0f s\n\n", runtime.Version(), runtime.NumCPU(), load(), part.name,
			time.Since(start).Seconds())
	}
	if len(asked) > 0 {
		return fmt.Errorf("-what: %q is not there to measure", asked)
	}
	return nil
}

// load returns the number of processes that wanted a processor in the last
// minute.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}
