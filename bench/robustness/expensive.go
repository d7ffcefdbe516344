package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"

	"dossier/bench/served"
)

// niceness is that of the process that sends dear queries, so that the server
// and the clients that are measured have priority.
const niceness = 10

// A dearLoad is the standard input of a process that sends dear queries.
type dearLoad struct {
	Address string
	Queries []string
	AtOnce  int
}

// besides sends a number of concurrent dear queries from another process, and
// returns the number of each outcome.
func (o *overloading) besides(ctx context.Context, atOnce int) (counts [outcomes]int, err error) {
	bench, err := os.Executable()
	if err != nil {
		return counts, err
	}
	load, err := json.Marshal(dearLoad{o.server.Address, o.dear, atOnce})
	if err != nil {
		return counts, err
	}
	process := exec.CommandContext(ctx, bench, "-what", "dear")
	process.Stdin, process.Stderr = bytes.NewReader(load), os.Stderr
	out, err := process.Output()
	if err != nil {
		return counts, fmt.Errorf("send dear queries: %w", err)
	}
	counted, _, _ := bytes.Cut(out, []byte("\n")) // the conditions of the measurement follow
	return counts, json.Unmarshal(counted, &counts)
}

// dear is the process that overload starts.
func dear(ctx context.Context, _ settings) error {
	yield()
	var load dearLoad
	if err := json.NewDecoder(os.Stdin).Decode(&load); err != nil {
		return fmt.Errorf("read what to send: %w", err)
	}
	o := &overloading{server: &served.Server{Address: load.Address}, http: manyClients(), dear: load.Queries}
	counts, err := o.rounds(ctx, load.AtOnce, time.Now().Add(overloadFor))
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(counts)
}

// manyClients returns a client that keeps the connections of concurrent
// queries.
func manyClients() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
}

// yield lowers the priority of this process below that of the server, where
// processes have priorities.
func yield() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, thread := range threads {
		id, _ := strconv.Atoi(thread.Name())
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, niceness)
	}
}

// rounds repeatedly sends a number of concurrent dear queries, and returns the
// number of each outcome.
func (o *overloading) rounds(ctx context.Context, atOnce int, until time.Time) (counts [outcomes]int, err error) {
	for time.Now().Before(until) && err == nil {
		var mu sync.Mutex
		var round sync.WaitGroup
		for n := range atOnce {
			round.Go(func() {
				answer, failed := o.ask(ctx, o.dear[n%len(o.dear)])
				mu.Lock()
				defer mu.Unlock()
				counts[answer.outcome]++
				err = errors.Join(err, failed)
			})
		}
		round.Wait()
	}
	return counts, err
}
