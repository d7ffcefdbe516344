// Agents measures how much agents read to answer questions of the sample, and
// prints Markdown tables.
//
//	go run ./bench/agents -what agent
//
// -what selects one or both of:
//
//	agent         a scripted agent on a hundred questions, by the MCP interface
//	conversations ten questions about each of ten plans, with and without known
package main

import (
	"flag"

	"dossier/bench/measure"
	"dossier/bench/sets"
)

// settings are the values of the flags.
type settings struct {
	shared, stores string
}

func main() {
	var s settings
	flag.StringVar(&s.shared, "shared", "../shared/data", "folder of the sets of questions with known answers")
	flag.StringVar(&s.stores, "stores", sets.Stores(), "folder that keeps imported sets for later runs, about 250 MB")

	measure.Main(&s, "agent,conversations",
		measure.Part[settings]{Name: "agent", Measure: agents},
		measure.Part[settings]{Name: "conversations", Measure: conversations},
	)
}
