package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"dossier/bench/sets"
)

// diff prints the questions whose scores differ from those of an earlier run:
// first the gains, from the largest to the smallest.
func diff(out io.Writer, path string, list []sets.Set, results []result) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read kept scores: %w", err)
	}
	var before []result
	if err := json.Unmarshal(data, &before); err != nil {
		return fmt.Errorf("read kept scores of %s: %w", path, err)
	}
	for _, set := range list {
		for i, is := range results {
			at := slices.IndexFunc(before, is.sameAsked)
			if at < 0 || is.Set != set.Name() {
				continue
			}
			last := i+1 == len(results) || results[i+1].Set != is.Set || results[i+1].Ranking != is.Ranking
			for _, measure := range diffed(set, last) {
				printChanges(out, is, measure, changes(set, measure, before[at], is))
			}
		}
	}
	return nil
}

// sameAsked reports whether both have the same set, ranking and budget.
func (r result) sameAsked(other result) bool {
	return r.Set == other.Set && r.Ranking == other.Ranking && r.Budget == other.Budget
}

// diffed returns the measures of a set whose changes are printed. R5 is only
// printed for the last budget, because the order of nodes is about the same
// with all.
func diffed(set sets.Set, last bool) []string {
	measures := []string{sets.Facts, sets.Found, sets.R5, sets.Recall, sets.Alarm}
	return slices.DeleteFunc(measures, func(measure string) bool {
		return measure == sets.R5 && !last || !slices.ContainsFunc(set.Rows(), func(r sets.Row) bool { return r.Measure == measure })
	})
}

// A change is a question whose score has changed.
type change struct {
	id, text string
	was, is  float64
}

// changes returns the questions of both results whose scores differ.
func changes(set sets.Set, measure string, was, is result) (list []change) {
	for _, q := range set.Questions() {
		a, had := was.Questions[q.ID][measure]
		b, has := is.Questions[q.ID][measure]
		if had && has && a != b {
			list = append(list, change{q.ID, q.Text, a, b})
		}
	}
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(b.is-b.was, a.is-a.was) })
	return list
}

func printChanges(out io.Writer, r result, measure string, list []change) {
	if len(list) == 0 {
		return
	}
	gains, sum, of := 0, 0.0, 0
	for _, s := range r.Questions {
		if _, has := s[measure]; has {
			of++
		}
	}
	for _, c := range list {
		if c.is > c.was {
			gains++
		}
		sum += c.is - c.was
	}
	fmt.Fprintf(out, "%s, %s, %d tokens, %s: %d more, %d less, %+.1f points\n",
		r.Set, r.Ranking, r.Budget, measure, gains, len(list)-gains, 100*sum/float64(of))
	for _, c := range list {
		sign := "+"
		if c.is < c.was {
			sign = "-"
		}
		fmt.Fprintf(out, "  %s %-10s %.2f → %.2f  %s\n", sign, c.id, c.was, c.is, sets.Line(c.text, 100))
	}
	fmt.Fprintln(out)
}
