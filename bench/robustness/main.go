// Robustness measures what a server answers under loads that are meant to be
// too much for it, and prints Markdown tables.
//
//	go run ./bench/robustness -what soak -for 20m
//
// -what selects one or more of:
//
//	soak     16 clients beside imports for -for, with each answer checked
//	overload cheap queries beside 64 and 256 dear ones, on a server with 1 GiB
//	dear     the dear queries of overload, which starts it in another process
//	attacks  the cost of queries, connections and imports that are meant to be
//	         expensive
package main

import (
	"flag"
	"time"

	"dossier/bench/measure"
)

// settings are the values of the flags.
type settings struct {
	data, project, topic string
	lasting              time.Duration
}

func main() {
	var s settings
	flag.StringVar(&s.data, "data", "testdata/demo.ndjson", "NDJSON to import")
	flag.StringVar(&s.project, "project", "shoplane", "project to ask about, by its id in the file")
	flag.StringVar(&s.topic, "topic", "in-place pod resize", "topic of the context document")
	flag.DurationVar(&s.lasting, "for", 20*time.Minute, "how long a soak lasts on each store")
	measure.Main(&s, "",
		measure.Part[settings]{Name: "soak", Measure: soak},
		measure.Part[settings]{Name: "overload", Measure: overload},
		measure.Part[settings]{Name: "dear", Measure: dear},
		measure.Part[settings]{Name: "attacks", Measure: attacks},
	)
}
