package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// A table is printed in Markdown when all of its rows are known.
type table struct{ rows [][]string }

func newTable(columns ...string) *table {
	rule := make([]string, len(columns))
	for i := range rule {
		rule[i] = "---"
	}
	return &table{[][]string{columns, rule}}
}

func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch cell := cell.(type) {
		case time.Duration:
			row[i] = ms(cell)
		case float64:
			row[i] = fmt.Sprintf("%.1f", cell)
		default:
			row[i] = fmt.Sprint(cell)
		}
	}
	t.rows = append(t.rows, row)
}

func (t *table) print() { t.write(os.Stdout) }

func (t *table) write(out io.Writer) {
	for _, row := range t.rows {
		fmt.Fprintln(out, "| "+strings.Join(row, " | ")+" |")
	}
	fmt.Fprintln(out)
}

// times are the durations of calls, the shortest first.
type times []time.Duration

// inTurn makes each call n times, alternately, so that other load of the
// machine affects all of them alike.
func inTurn(n int, calls ...func() error) ([]times, error) {
	all := make([]times, len(calls))
	for range n {
		for i, call := range calls {
			start := time.Now()
			if err := call(); err != nil {
				return nil, err
			}
			all[i] = append(all[i], time.Since(start))
		}
	}
	for _, one := range all {
		slices.Sort(one)
	}
	return all, nil
}

// at returns the time within which a share of the calls was done.
func (t times) at(share float64) time.Duration { return t[min(int(share*float64(len(t))), len(t)-1)] }

// pair returns the median and the 95th percentile, in milliseconds.
func (t times) pair() string {
	slices.Sort(t)
	return fmt.Sprintf("%.1f / %.1f", millis(t.at(.5)), millis(t.at(.95)))
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", millis(d)) }

func megabytes(n uint64) string { return fmt.Sprintf("%.0f MB", float64(n)/(1<<20)) }

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.2g", float64(a)/float64(b)) }
