// Load measures what single requests cost, and prints Markdown tables with the
// conditions of the measurement. Compare ratios only within a run.
//
//	go run ./bench/load -data ../shared/data/kep.ndjson.gz -project sig:sig-node
//
// -what selects one or more of:
//
//	requests   the main requests, beside hand-written SQL
//	throughput five requests of 1 and 16 clients: plans, gqlgen's execution, SQL
//	screens    the screens of docs/clients.md, beside hand-written SQL
//	reading    snapshot, workspace and focus of a large project
//	context    context documents, stage by stage, and the cost of the index
//	documents  context documents for real questions and topics, on the stores of -db
//	prices     the prices of queries, beside their processor time
//	mutations  mutations beside hand-written UPDATEs and imports
package main

import (
	"flag"

	"dossier/bench/measure"
)

// settings are the values of the flags.
type settings struct {
	data, project, topic string
	shared, db           string
	kept, diff           string
	profiles             string
	requests, entities   int
}

func main() {
	var s settings
	flag.StringVar(&s.data, "data", "testdata/demo.ndjson", "NDJSON to import")
	flag.StringVar(&s.project, "project", "shoplane", "project to ask about, by its id in the file")
	flag.StringVar(&s.topic, "topic", "in-place pod resize", "topic of the context document")
	flag.IntVar(&s.requests, "n", 200, "requests of each kind")
	flag.IntVar(&s.entities, "entities", 100_000, "entities of the large store for context and documents")
	flag.StringVar(&s.shared, "shared", "../shared/data", "folder of the sets of questions with known answers")
	flag.StringVar(&s.db, "db", "sqlite", "stores, with commas: sqlite and postgres")
	flag.StringVar(&s.kept, "json", "", "file to keep the documents in, instead of measuring them")
	flag.StringVar(&s.diff, "diff", "", "file of kept documents: print those that differ")
	flag.StringVar(&s.profiles, "heap", "", "folder to keep profiles of the processor in, for documents")
	measure.Main(&s, "requests,throughput,reading,context,prices",
		measure.Part[settings]{Name: "requests", Measure: requestCosts},
		measure.Part[settings]{Name: "throughput", Measure: throughput},
		measure.Part[settings]{Name: "screens", Measure: screenCosts},
		measure.Part[settings]{Name: "reading", Measure: readingCosts},
		measure.Part[settings]{Name: "context", Measure: contextCosts},
		measure.Part[settings]{Name: "documents", Measure: documentCosts},
		measure.Part[settings]{Name: "prices", Measure: priceCosts},
		measure.Part[settings]{Name: "mutations", Measure: mutationCosts},
	)
}
