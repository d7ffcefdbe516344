package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// A soak has clients that send requests all the time, an import in each period,
// and after some periods a comparison with a service that has cached nothing.
const (
	soakClients  = 16
	soakPeriod   = 5 * time.Second
	soakCompared = 6 // periods
)

// A soaking is a service under load for a long time.
type soaking struct {
	subject  *stores.Subject
	service  *stores.Client
	requests []stores.Request
	pair     stores.Request // reads the two tasks that each import writes together
	asked    atomic.Int64
}

// soak sends requests and imports for the time of -for. It fails at the first
// error, at an answer that is torn between two imports, and at one that a new
// service does not give. It prints the memory of the process in the first and
// the second half.
func soak(ctx context.Context, s settings) error {
	figures := measure.NewTable("store", "answers", "imports", "RSS, first half", "RSS, second half", "goroutines before", "after")
	err := stores.Each(ctx, func(subject *stores.Subject) error {
		in, err := os.Open(s.data)
		if err != nil {
			return err
		}
		defer in.Close()
		if _, err := subject.Load(ctx, in, searchtext.Analyse); err != nil {
			return err
		}
		k := &soaking{subject: subject, service: stores.NewClient(subject.Store, nil)}
		if k.requests, err = stores.Frequent(ctx, k.service, s.project, s.topic); err != nil {
			return err
		}
		k.pair = stores.Request{Query: `query ($p: ID!) {
			tasks(projectId: $p, filter: {text: "soaked in round"}, first: 3) { nodes { title } } }`,
			Variables: map[string]any{"p": graph.ID(s.project)}}
		return k.run(ctx, s, figures)
	})
	figures.Print()
	return err
}

func (k *soaking) run(ctx context.Context, s settings, figures *measure.Table) error {
	before := runtime.NumGoroutine()
	periods := max(int(s.lasting/soakPeriod), 2)
	var peaks [2]int // of the halves, in MB
	failed := make(chan error, soakClients)
	asking, stop := context.WithCancel(ctx)
	var clients sync.WaitGroup
	for n := range soakClients {
		clients.Go(func() { failed <- k.ask(asking, n) })
	}
	err := error(nil)
	for period := 0; period < periods && err == nil; period++ {
		if err = k.write(ctx, s, period); err != nil {
			break
		}
		if period%soakCompared == soakCompared-1 {
			err = k.compare(ctx)
		}
		select {
		case early := <-failed:
			err = errors.Join(err, early)
		case <-time.After(soakPeriod):
		}
		half := &peaks[min(2*period/periods, 1)]
		*half = max(*half, residentMB())
	}
	stop()
	clients.Wait()
	figures.Add(k.subject.Name, fmt.Sprint(k.asked.Load()), fmt.Sprint(periods), fmt.Sprint(peaks[0], " MB"), fmt.Sprint(peaks[1], " MB"),
		fmt.Sprint(before), fmt.Sprint(runtime.NumGoroutine()))
	return err
}

// ask sends one request after another until ctx is done.
func (k *soaking) ask(ctx context.Context, first int) error {
	for n := first; ctx.Err() == nil; n++ {
		if err := k.askPair(context.WithoutCancel(ctx), k.requests[n%len(k.requests)]); err != nil {
			return err
		}
	}
	return nil
}

// askPair sends a request, and then the one for the pair of tasks.
func (k *soaking) askPair(ctx context.Context, r stores.Request) error {
	if _, err := k.service.Ask(ctx, r); err != nil {
		return err
	}
	answer, err := k.service.Ask(ctx, k.pair)
	if err == nil && isTorn(answer) {
		err = fmt.Errorf("an answer is torn between two imports: %.300s", answer)
	}
	k.asked.Add(2)
	return err
}

var soakedTitle = regexp.MustCompile(`soaked in round \d+`)

// isTorn reports whether an answer has tasks of several rounds.
func isTorn(answer []byte) bool {
	titles := soakedTitle.FindAll(answer, -1)
	return len(titles) > 1 && !bytes.Equal(titles[0], titles[1])
}

// write imports two tasks with the number of the round in their titles.
func (k *soaking) write(ctx context.Context, s settings, round int) error {
	var lines strings.Builder
	for _, id := range []string{"one", "two"} {
		fmt.Fprintf(&lines, `{"kind":"task","id":"soak/%s","project_id":%q,"title":"%s soaked in round %d"}`+"\n", id, s.project, id, round)
	}
	report, err := ndjson.Import(ctx, k.subject.Store, strings.NewReader(lines.String()), ndjson.Options{Analyse: searchtext.Analyse})
	if err == nil && len(report.Rejects) > 0 {
		err = errors.New(report.Rejects[0].Reason)
	}
	return err
}

// compare compares answers with those of a service that has cached nothing. No
// import may run meanwhile.
func (k *soaking) compare(ctx context.Context) error {
	fresh := stores.NewClient(k.subject.Store, nil)
	for _, r := range append(k.requests[:len(k.requests):len(k.requests)], k.pair) {
		got, err := k.service.Ask(ctx, r)
		if err != nil {
			return err
		}
		want, err := fresh.Ask(ctx, r)
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%s: got %.300s, a new service answers %.300s", r.Name, got, want)
		}
	}
	return nil
}

// residentMB returns the memory of the process in MB, 0 if it is unknown.
func residentMB() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1]) // 0 if it is not a number
	return pages * os.Getpagesize() / 1e6
}
