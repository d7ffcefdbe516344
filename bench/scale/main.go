// Scale measures how costs grow with the entities of a project, the projects and
// the servers, and prints Markdown tables with the conditions of the measurement.
//
//	go run ./bench/scale -data ../shared/data/kep.ndjson.gz -what memory -sizes 10000,100000
//
// -what selects one or more of:
//
//	memory   the memory of projects of -sizes, and their first request
//	import   imports of -sizes, beside the same rows written by hand
//	refresh  the first requests after a change of a row, for -sizes
//	beside   requests for a small project while one of -sizes is loaded or written
//	projects questions over many projects, and which of these are chosen
//	readable requests for one project, by actors who may read -projects and one
//	scaling  1, 2 and 3 servers of one Postgres, the simulation of their hit rates,
//	         and the capacity for a large load
package main

import (
	"flag"

	"dossier/bench/measure"
	"dossier/bench/sets"
)

// settings are the values of the flags.
type settings struct {
	data               string
	shared, stores, db string
	sizes, heap        string
	requests, projects int
}

func main() {
	var s settings
	flag.StringVar(&s.data, "data", "testdata/demo.ndjson", "NDJSON to import")
	flag.IntVar(&s.requests, "n", 200, "requests of each kind")
	flag.StringVar(&s.sizes, "sizes", "10000,100000", "entities of the projects, with commas")
	flag.IntVar(&s.projects, "projects", 1000, "projects: of 1,000 entities for projects, of 4 for readable, of 100 for scaling")
	flag.StringVar(&s.shared, "shared", "../shared/data", "folder of the sets of questions with known answers")
	flag.StringVar(&s.stores, "stores", sets.Stores(), "folder that keeps imported sets for later runs, about 250 MB")
	flag.StringVar(&s.db, "db", "sqlite", "stores, with commas: sqlite and postgres")
	flag.StringVar(&s.heap, "heap", "", "folder to keep profiles of the heap in, for memory")
	measure.Main(&s, "",
		measure.Part[settings]{Name: "memory", Measure: memoryCosts},
		measure.Part[settings]{Name: "import", Measure: importCosts},
		measure.Part[settings]{Name: "refresh", Measure: refreshCosts},
		measure.Part[settings]{Name: "beside", Measure: besideCosts},
		measure.Part[settings]{Name: "projects", Measure: manyProjects},
		measure.Part[settings]{Name: "readable", Measure: readableCosts},
		measure.Part[settings]{Name: "scaling", Measure: scalingCosts},
	)
}
