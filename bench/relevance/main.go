// Relevance measures how much of the answers to the questions of every set is in
// their documents, beside other rankings, and prints a Markdown table.
//
// To compare the relevance before and after a change of the ranking:
//
//	go run ./bench/relevance -json before.json
//	go run ./bench/relevance -diff before.json
//
// It can be limited to sets, rankings, families of questions and budgets:
//
//	go run ./bench/relevance -sets questions -families b -rankings relevance,sections -budgets 2000
//
// -what frozen prints what every question of the sets questions and compose
// answers instead.
package main

import (
	"flag"

	"dossier/bench/measure"
)

// settings are the values of the flags.
type settings struct {
	asked
	data string
}

func main() {
	var s settings
	s.flags()
	flag.StringVar(&s.data, "data", "testdata/demo.ndjson", "NDJSON to import, for frozen")
	measure.Main(&s, "relevance",
		measure.Part[settings]{Name: "relevance", Measure: worth},
		measure.Part[settings]{Name: "frozen", Measure: freeze},
	)
}
