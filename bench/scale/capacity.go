package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/bench/measure"
	"dossier/bench/served"
)

// unitCosts are the costs of a request: those for a project in memory, and the further
// ones for a project that is read from the store.
type unitCosts struct {
	held, loaded           float64 // ms of a processor of a server
	storeHeld, storeLoaded float64 // ms of a processor of Postgres
	bytes                  float64 // of a project in memory
}

// unitsOf returns the costs that fit the runs best.
func unitsOf(runs []scaled) (u unitCosts) {
	var misses, server, store []float64
	for _, run := range runs {
		misses = append(misses, 1-run.hits)
		server = append(server, run.processor.Seconds()*1000)
		store = append(store, run.store.Seconds()*1000)
		u.bytes = max(u.bytes, run.bytes)
	}
	u.held, u.loaded = line(misses, server)
	u.storeHeld, u.storeLoaded = line(misses, store)
	return u
}

// line returns the line with the least squares of its distances, with neither number
// below 0.
func line(x, y []float64) (at0, slope float64) {
	var sx, sy, sxx, sxy float64
	n := float64(len(x))
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	slope = max((n*sxy-sx*sy)/(n*sxx-sx*sx), 0)
	return max((sy-slope*sx)/n, 0), slope
}

// storeProcessor returns the processor time that the connections to a database have used
// so far.
func storeProcessor(url string) (sum time.Duration) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return 0
	}
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline") // the pattern is valid
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil && strings.HasPrefix(string(text), "postgres: ") && strings.Contains(string(text), " "+config.Database+" ") {
			sum += served.ProcessorTimeOf(filepath.Base(filepath.Dir(name)))
		}
	}
	return sum
}

// databaseSize returns the bytes of a database, with its indexes.
func databaseSize(ctx context.Context, url string) (size float64, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, fmt.Errorf("size of the database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }() // its error changes nothing
	err = conn.QueryRow(ctx, "SELECT pg_database_size(current_database())::float8").Scan(&size)
	return size, err
}

// The memory of the servers of the model, in GiB, of which a third is for projects.
var modelMemories = []int{8, 16, 32, 64}

// mostServers ends the search for a number of servers. By eye.
const mostServers = 200

// printCapacity prints how many servers a large load needs, for several memories and
// distributions.
func printCapacity(u unitCosts, stored float64) {
	fmt.Printf("\na request takes %.2f ms of a processor, and %.2f more if the project is read; of Postgres %.2f, and %.2f more; "+
		"a project of %d entities has %.0f kB of memory, and an entity %.1f kB in Postgres\n\n",
		u.held, u.loaded, u.storeHeld, u.storeLoaded, modelEntities, u.bytes/1000, stored/1000)
	fmt.Printf("%d projects of %d entities, %d requests a second, servers of %d processors that are busy to %.0f %%: %.0f GB in Postgres\n\n",
		modelProjects, modelEntities, modelRate, modelCores, 100*modelBusy, stored*modelProjects*modelEntities/1e9)
	costs := measure.NewTable("exponent", "memory of a server", "servers", "hit rate", "in turn", "connections", "processors of Postgres")
	for _, exponent := range []float64{1.05, 1.2} {
		for _, memory := range modelMemories {
			l := zipf{modelProjects, exponent}
			room := int(float64(memory<<30) / 3 / u.bytes)
			servers, hits := u.serversFor(l, room)
			turns := l.hitRate(servers, room, modelProjects, modelProjects, false)
			store := modelRate * (u.storeHeld + (1-hits)*u.storeLoaded) / 1000
			costs.Add(fmt.Sprint(exponent), fmt.Sprint(memory, " GiB"), servers, share(hits), share(turns), 16*servers, store/modelBusy)
		}
	}
	costs.Print()
}

// serversFor returns the least number of servers whose processors suffice for the rate
// of the model, and their hit rate.
func (u unitCosts) serversFor(l zipf, room int) (servers int, hits float64) {
	for servers = 1; servers < mostServers; servers++ {
		least := modelRate * u.held / 1000 / modelCores / modelBusy
		if float64(servers) < math.Floor(least) {
			continue // they do not suffice if all are in memory
		}
		hits = l.hitRate(servers, room, modelProjects, modelProjects, true)
		if least+modelRate*(1-hits)*u.loaded/1000/modelCores/modelBusy <= float64(servers) {
			break
		}
	}
	return servers, hits
}
