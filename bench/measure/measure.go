// Package measure runs the measurements of a program, and has their times and
// tables.
package measure

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// A Table is printed in Markdown when all of its rows are known.
type Table struct{ rows [][]string }

// NewTable returns a table without rows.
func NewTable(columns ...string) *Table {
	rule := make([]string, len(columns))
	for i := range rule {
		rule[i] = "---"
	}
	return &Table{[][]string{columns, rule}}
}

// Add adds a row. Durations are in milliseconds, numbers have one decimal.
func (t *Table) Add(cells ...any) {
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

// Print writes the table to standard output.
func (t *Table) Print() { t.Write(os.Stdout) }

// Write writes the table.
func (t *Table) Write(out io.Writer) {
	for _, row := range t.rows {
		fmt.Fprintln(out, "| "+strings.Join(row, " | ")+" |")
	}
	fmt.Fprintln(out)
}

// Times are the durations of calls, the shortest first.
type Times []time.Duration

// InTurn makes each call n times, alternately, so that other load of the
// machine affects all of them alike.
func InTurn(n int, calls ...func() error) ([]Times, error) {
	all := make([]Times, len(calls))
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

// At returns the time within which a share of the calls was done.
func (t Times) At(share float64) time.Duration { return t[min(int(share*float64(len(t))), len(t)-1)] }

// Pair returns the median and the 95th percentile, in milliseconds.
func (t Times) Pair() string {
	slices.Sort(t)
	return fmt.Sprintf("%.1f / %.1f", Millis(t.At(.5)), Millis(t.At(.95)))
}

// Millis returns a duration in milliseconds.
func Millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", Millis(d)) }

// Megabytes formats a number of bytes.
func Megabytes(n uint64) string { return fmt.Sprintf("%.0f MB", float64(n)/(1<<20)) }

// Ratio formats how many times b is contained in a.
func Ratio(a, b time.Duration) string { return fmt.Sprintf("%.2g", float64(a)/float64(b)) }

// Seconds formats a duration in seconds.
func Seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
