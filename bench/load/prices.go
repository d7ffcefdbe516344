package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"dossier/bench/measure"
	"dossier/bench/sets"
	"dossier/bench/stores"
	"dossier/graph/searchtext"
)

// Every query is sent in rounds that alternate with those of other queries. A
// round ends after the given processor time or number of requests. The cheapest
// round counts, because other processes only add time.
const (
	pricedRounds = 12
	pricedFor    = 50 * time.Millisecond
	pricedTimes  = 70
)

// syntheticProject is the number of entities of the synthetic store whose
// queries are priced, that of one of its projects.
const syntheticProject = stores.PerProject

// priceCosts compares the prices of answers with their processor time, on the
// data and on a synthetic project. The largest and the smallest time of a unit
// should be within a factor of 4 of each other.
func priceCosts(ctx context.Context, s settings) error {
	defer debug.SetGCPercent(debug.SetGCPercent(measure.ServerGC))
	data, err := sets.ReadAll(s.data)
	if err != nil {
		return err
	}
	if err := pricesOf(ctx, s, data); err != nil {
		return err
	}
	words, err := stores.Vocabulary(data)
	if err != nil {
		return fmt.Errorf("read words of %s: %w", s.data, err)
	}
	s.project = stores.EntityName(0)
	return pricesOf(ctx, s, stores.Synthesize(syntheticProject, words))
}

// pricesOf prints the prices of queries of one store.
func pricesOf(ctx context.Context, s settings, data []byte) error {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	subject, err := stores.OpenSQLite(ctx, folder)
	if err != nil {
		return err
	}
	defer subject.Close()
	if _, err := subject.Load(ctx, bytes.NewReader(data), searchtext.Analyse); err != nil {
		return err
	}
	client := stores.NewClient(subject.Store, nil)
	queries, err := pricedQueries(ctx, s, client)
	if err != nil {
		return err
	}
	bills, err := measurePrices(ctx, client, queries)
	if err != nil {
		return err
	}
	printPrices(s, queries, bills)
	return nil
}

func printPrices(s settings, queries []stores.Request, bills []bought) {
	costs := measure.NewTable("query", "price", "actual", "ms", "kB", "µs for each unit")
	var units []float64
	for i, b := range bills {
		units = append(units, b.unit())
		costs.Add(queries[i].Name, b.price, b.actual, b.took, b.bytes>>10, fmt.Sprintf("%.2f", b.unit()))
	}
	costs.Print()
	slices.Sort(units)
	fmt.Printf("%s: %d queries, %.2f to %.2f µs for each unit, the median %.2f: a factor of %.1f\n\n", s.project,
		len(units), units[0], units[len(units)-1], units[len(units)/2], units[len(units)-1]/units[0])
}

// A bought is the price of a query and of its answer, and the measured cost.
type bought struct {
	price, actual, bytes int
	took                 time.Duration // processor time
}

func (b bought) unit() float64 {
	return float64(b.took.Nanoseconds()) / 1000 / float64(max(b.actual, 1))
}

// measurePrices measures each query, after sending it once.
func measurePrices(ctx context.Context, c *stores.Client, queries []stores.Request) ([]bought, error) {
	bills := make([]bought, len(queries))
	asks := make([]func() *bytes.Buffer, len(queries))
	for i, query := range queries {
		body, err := json.Marshal(map[string]any{"query": query.Query, "variables": query.Variables})
		if err != nil {
			return nil, err
		}
		asks[i] = func() *bytes.Buffer { return c.Post(ctx, body) }
		if bills[i], err = firstBill(asks[i]()); err != nil {
			return nil, fmt.Errorf("%s: %w", query.Name, err)
		}
	}
	for range pricedRounds {
		for i, ask := range asks {
			n, before := 0, measure.ProcessorTime()
			for ; n < pricedTimes && measure.ProcessorTime()-before < pricedFor; n++ {
				ask()
			}
			bills[i].took = min(bills[i].took, (measure.ProcessorTime()-before)/time.Duration(n))
		}
	}
	return bills, nil
}

// firstBill returns the price in an answer, or an error if the answer has one.
func firstBill(answer *bytes.Buffer) (bought, error) {
	var said struct {
		Errors     json.RawMessage
		Extensions struct{ Price, ActualPrice int }
	}
	if err := json.Unmarshal(answer.Bytes(), &said); err != nil {
		return bought{}, fmt.Errorf("read answer: %w", err)
	}
	if said.Errors != nil {
		return bought{}, fmt.Errorf("answer: %.300s", answer)
	}
	return bought{price: said.Extensions.Price, actual: said.Extensions.ActualPrice, bytes: answer.Len(), took: math.MaxInt64}, nil
}
