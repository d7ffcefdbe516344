package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/bench/measure"
	"dossier/bench/served"
	"dossier/bench/stores"
	"dossier/graph"
)

// An overload is a number of concurrent dear queries, sent again when all of
// them were answered, besides clients that send a cheap query and then rest.
const (
	overloadFor    = 10 * time.Second // the duration of each phase
	cheapClients   = 4
	cheapRest      = 10 * time.Millisecond
	overloadMemory = "1GiB"
	// overloadTimeout is long enough for a busy machine to load all projects.
	overloadTimeout = "20s"
	dearSteps       = 64 // in which the number of a dear query is found
)

// overload prints the times of cheap queries beside dear ones, as measured by
// clients and by the server, and the memory of the server. The dear queries are
// sent by a process of lower priority, because all share the processors.
func overload(ctx context.Context, s settings) error {
	figures := measure.NewTable("store", "dear queries at once", "cheap p50", "p99", "p99 / quiet", "server's p50", "p99", "p99 / quiet",
		"dear: answered", "refused", "failed", "most memory")
	err := stores.EachLoaded(ctx, s.data, func(subject *stores.Subject) error {
		folder, program, err := served.Build(ctx)
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		server, err := served.Start(ctx, program, subject.URL, "--memory="+overloadMemory, "--timeout="+overloadTimeout)
		if err != nil {
			return err
		}
		defer server.Stop()
		o := &overloading{server: server, http: manyClients(), project: graph.ID(s.project)}
		if err := o.warm(ctx); err != nil {
			return err
		}
		for _, atOnce := range []int{0, 64, 256} {
			if err := o.phase(ctx, subject.Name, atOnce, figures); err != nil {
				return err
			}
		}
		return nil
	})
	figures.Print()
	return err
}

// An overloading is a server with its clients.
type overloading struct {
	server  *served.Server
	http    *http.Client
	project string
	dear    []string // queries at the limits of price and bytes
	// quiet are the p99 of the phase without dear queries, as measured by
	// clients and by the server.
	quiet [2]time.Duration
}

// The outcomes of a query.
const (
	answered = iota
	refused
	failed
	outcomes
)

// cheapQuery is a screen of ten rows.
const cheapQuery = `{ tasks(projectId: %q, first: 10) { nodes { id title stateKey updatedAt } } }`

// A dearQuery is a query with a number, which is at most the given one.
type dearQuery struct {
	format string
	most   int
}

// dearest returns the query with about the largest number that the server
// accepts: it refuses a price or an answer above its limits.
func (o *overloading) dearest(ctx context.Context, query dearQuery) (string, error) {
	least, most := 0, query.most
	for most-least > query.most/dearSteps {
		middle := (least + most + 1) / 2
		accepted, err := o.accepts(ctx, fmt.Sprintf(query.format, middle))
		if err != nil {
			return "", err
		}
		if accepted {
			least = middle
		} else {
			most = middle - 1
		}
	}
	if least == 0 {
		return "", fmt.Errorf("no number of %s is accepted", query.format)
	}
	return fmt.Sprintf(query.format, least), nil
}

// accepts reports whether the server answers a query, or returns an error if it
// fails for another reason than a limit.
func (o *overloading) accepts(ctx context.Context, query string) (bool, error) {
	answer, err := o.ask(ctx, query)
	if err != nil {
		return false, err
	}
	if answer.outcome != answered && !bytes.Contains(answer.body, []byte(`"LIMIT_EXCEEDED"`)) {
		return false, fmt.Errorf("%s: %.300s", query, answer.body)
	}
	return answer.outcome == answered, nil
}

// warm loads the projects, and chooses the dear queries.
func (o *overloading) warm(ctx context.Context) error {
	for _, query := range []dearQuery{
		{`{ documents(first: %d) { nodes { full { content props } linkedEntities { groups { items { entity { label } } } } } } }`, 200},
		{`{ tasks(first: %d) { nodes { full { props description } linkedEntities { groups { items { entity { label updatedAt } } } } } } }`, 200},
		{
			`{ contextDocument(input: {start: {topics: ["what blocks the launch", "in-place pod resize", "risk of a node upgrade"]},
				maxTokens: %d}) { text nodes { entity { label } } } }`,
			200_000,
		},
		{
			`{ graphSnapshot(projectId: "` + o.project +
				`", maxNodes: %d, depth: 5) { nodes { entity { label linkedEntities { groups { items { entity { label } } } } } } } }`,
			1000,
		},
	} {
		dear, err := o.dearest(ctx, query)
		if err != nil {
			return err
		}
		o.dear = append(o.dear, dear)
	}
	accepted, err := o.accepts(ctx, fmt.Sprintf(cheapQuery, o.project))
	if err == nil && !accepted {
		err = errors.New("the cheap query is refused")
	}
	return err
}

// A reply is the answer of a server.
type reply struct {
	id      string
	outcome int
	body    []byte
}

func (o *overloading) ask(ctx context.Context, query string) (reply, error) {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return reply{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, o.server.Address+"/graphql", bytes.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := o.http.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{}, err
	}
	got := reply{response.Header.Get("X-Request-Id"), failed, text}
	switch {
	case response.StatusCode == http.StatusOK && !bytes.HasPrefix(text, []byte(`{"errors"`)):
		got.outcome = answered
	case response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
		got.outcome = refused
	}
	return got, nil
}

// phase sends queries for a while, and adds a row to the table.
func (o *overloading) phase(ctx context.Context, store string, atOnce int, figures *measure.Table) error {
	o.server.PeakMB() // resets the peak
	until := time.Now().Add(overloadFor)
	var asking sync.WaitGroup
	var dear [outcomes]int
	var dearErr error
	if atOnce > 0 {
		asking.Go(func() { dear, dearErr = o.besides(ctx, atOnce) })
	}
	cheap := make([]cheapClient, cheapClients)
	for i := range cheap {
		asking.Go(func() { cheap[i].ask(ctx, o, until) })
	}
	asking.Wait()
	var seen measure.Times
	var ids []string
	for _, one := range cheap {
		seen, ids, dearErr = append(seen, one.took...), append(ids, one.ids...), errors.Join(dearErr, one.err)
	}
	if dearErr != nil {
		return dearErr
	}
	served := o.server.Log.Of(ids)
	slices.Sort(seen)
	slices.Sort(served)
	if atOnce == 0 {
		o.quiet = [2]time.Duration{seen.At(.99), served.At(.99)}
	}
	figures.Add(store, atOnce, seen.At(.5), seen.At(.99), measure.Ratio(seen.At(.99), o.quiet[0]), served.At(.5), served.At(.99),
		measure.Ratio(served.At(.99), o.quiet[1]),
		dear[answered], dear[refused], dear[failed], fmt.Sprint(o.server.PeakMB(), " MB"))
	return nil
}

// A cheapClient repeatedly sends a cheap query and then rests.
type cheapClient struct {
	took measure.Times
	ids  []string
	err  error
}

func (c *cheapClient) ask(ctx context.Context, o *overloading, until time.Time) {
	for time.Now().Before(until) && c.err == nil {
		start := time.Now()
		answer, err := o.ask(ctx, fmt.Sprintf(cheapQuery, o.project))
		c.took, c.ids = append(c.took, time.Since(start)), append(c.ids, answer.id)
		if err == nil && answer.outcome != answered {
			err = fmt.Errorf("a cheap query: %s", strings.TrimSpace(string(answer.body)))
		}
		c.err = err
		time.Sleep(cheapRest)
	}
}
