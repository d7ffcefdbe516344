package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/bench/sets"
	"dossier/bench/stores"
)

// asked are the flags of relevance: what is measured, and where the data is.
type asked struct {
	shared, stores, db                string
	sets, rankings, families, budgets string // lists with commas; empty for all
	input                             string
	kept, diff, answers               string
	ablate, forms                     bool

	notes io.Writer // for notes about skipped sets and failed questions
}

// flags defines the flags.
func (a *asked) flags() {
	a.notes = os.Stderr
	flag.StringVar(&a.shared, "shared", "../shared/data", "folder of the sets of questions with known answers")
	flag.StringVar(&a.stores, "stores", sets.Stores(),
		"folder that keeps imported sets for later runs, about 250 MB")
	flag.StringVar(&a.db, "db", "sqlite", "store of relevance: sqlite or postgres, which imports every time")
	flag.StringVar(&a.sets, "sets", "", "sets of relevance, with commas: "+strings.Join(setNames, ", ")+"; all by default")
	flag.StringVar(&a.rankings, "rankings", "",
		"rankings of relevance, with commas: relevance, classic, bm25, sections, search, json; all but json by default")
	flag.StringVar(&a.families, "families", "",
		"families of the questions of the set questions, with commas: a, b, c, e, f, g; all by default")
	flag.StringVar(&a.budgets, "budgets", "", "tokens that documents may have, with commas; those of each set by default")
	flag.StringVar(&a.input, "input", "", `what else context documents are asked with, as JSON: {"depth": 0}`)
	flag.StringVar(&a.kept, "json", "", "file to keep the scores of every question in")
	flag.StringVar(&a.diff, "diff", "", "file of kept scores: print the questions whose scores changed since")
	flag.StringVar(&a.answers, "answers", "", "folder to keep the documents in, as the evaluate.py of each set reads them")
	flag.BoolVar(&a.ablate, "ablate", false, "compare the ranking with parts of it taken away instead")
	flag.BoolVar(&a.forms, "forms", false, "measure on the sets of documents without titles, few, among many and in single sentences too")
}

// worth prints the scores of the documents of every ranking on every set.
func worth(ctx context.Context, s settings) error { return s.compare(ctx, os.Stdout) }

func (a *asked) compare(ctx context.Context, out io.Writer) error {
	if err := a.check(); err != nil {
		return err
	}
	list, err := a.read()
	if err != nil {
		return err
	}
	var results []result
	for _, set := range list {
		some, err := a.measure(ctx, set)
		if err != nil {
			return fmt.Errorf("%s: %w", set.Name(), err)
		}
		results = append(results, some...)
	}
	compared(list, results).Write(out)
	if a.diff != "" {
		if err := diff(out, a.diff, list, results); err != nil {
			return err
		}
	}
	if a.kept == "" {
		return nil
	}
	return keep(a.kept, results)
}

// check returns an error for unknown names, which would be silently omitted.
func (a *asked) check() error {
	var keys []string
	for _, m := range methods() {
		keys = append(keys, m.key)
	}
	for _, names := range []struct {
		flag, list string
		known      []string
	}{
		{"sets", a.sets, setNames}, {"rankings", a.rankings, keys}, {"families", a.families, families},
		{"db", a.db, []string{"sqlite", "postgres"}},
	} {
		for name := range strings.SplitSeq(names.list, ",") {
			if name != "" && !slices.Contains(names.known, name) {
				return fmt.Errorf("-%s: expected some of %s; got %q", names.flag, strings.Join(names.known, ", "), name)
			}
		}
	}
	return nil
}

// setNames are the names of the sets, in their order in the table.
var setNames = []string{"hotpot_train", "musique_train", "eips_dev", "peps", "questions", "trace"}

// families are the families of the set questions.
var families = []string{"a", "b", "c", "e", "f", "g"}

// read returns the sets of the flags. It notes and skips sets without data.
func (a *asked) read() (list []sets.Set, err error) {
	for _, name := range setNames {
		if !listed(a.sets, name) {
			continue
		}
		some, err := a.readSet(name)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(a.notes, "set %s is skipped: %v\n", name, err)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read set %s: %w", name, err)
		}
		list = append(list, some...)
	}
	return list, nil
}

func (a *asked) readSet(name string) (list []sets.Set, err error) {
	graph := filepath.Join(a.shared, "kep.ndjson")
	switch name {
	case "questions":
		p, err := sets.ReadProject(filepath.Join(a.shared, "questions", "dev"), graph,
			func(family string) bool { return listed(a.families, family) })
		return []sets.Set{p}, err
	case "trace":
		traces, err := sets.ReadTrace(graph)
		for _, p := range traces {
			list = append(list, p)
		}
		return list, err
	}
	p, err := sets.ReadPages(filepath.Join(a.shared, "relevance", name))
	if err != nil || !a.forms {
		return []sets.Set{p}, err
	}
	for _, form := range forms(p) {
		list = append(list, form)
	}
	return list, nil
}

// listed reports whether a comma-separated list contains a name or is empty.
func listed(list, name string) bool {
	return list == "" || slices.Contains(strings.Split(list, ","), name)
}

// measure asks the questions of a set with all rankings of the flags.
func (a *asked) measure(ctx context.Context, set sets.Set) (results []result, err error) {
	budgets, err := a.budgetsOf(set)
	if err != nil {
		return nil, err
	}
	g, err := a.ground(ctx, set)
	if err != nil {
		return nil, err
	}
	defer g.store.Close()
	for _, m := range a.methods() {
		r, err := m.make(ctx, g)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
		some, answers := a.score(ctx, set, m.name, r, budgets)
		results = append(results, some...)
		if a.answers != "" {
			if err := keepAnswers(filepath.Join(a.answers, stores.FileName(set)+"-"+m.key+".jsonl"), answers); err != nil {
				return nil, err
			}
		}
	}
	return results, nil
}

// ground returns a set in its store, with the input of its documents.
func (a *asked) ground(ctx context.Context, set sets.Set) (*ground, error) {
	g := &ground{set: set}
	if a.input != "" {
		if err := json.Unmarshal([]byte(a.input), &g.input); err != nil {
			return nil, fmt.Errorf("-input: %w", err)
		}
	}
	counter, err := stores.CountAsServed("")
	if err != nil {
		return nil, err
	}
	g.count = counter.Count
	if g.store, err = stores.OfSet(ctx, a.db, set, a.stores); err != nil {
		return nil, err
	}
	g.product = stores.NewClient(g.store.Store, nil)
	return g, nil
}

// methods returns the rankings of the flags, or ablations of the product's.
func (a *asked) methods() []method {
	if a.ablate {
		return ablations()
	}
	return slices.DeleteFunc(methods(), func(m method) bool {
		return !listed(a.rankings, m.key) || a.rankings == "" && m.key == "json"
	})
}

// budgetsOf returns the budgets, in tokens, of the documents of a set.
func (a *asked) budgetsOf(set sets.Set) ([]int, error) {
	if a.budgets == "" {
		return set.Budgets(), nil
	}
	var budgets []int
	for text := range strings.SplitSeq(a.budgets, ",") {
		budget, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("-budgets: %w", err)
		}
		budgets = append(budgets, budget)
	}
	return budgets, nil
}

// score asks all questions of a set with every budget. A question that fails is
// noted, and has an empty answer.
func (a *asked) score(ctx context.Context, set sets.Set, name string, r ranking, budgets []int) ([]result, []kept) {
	questions := set.Questions()
	answers := make([]kept, len(questions)*len(budgets))
	scores := make([]sets.Score, len(answers))
	failures := make([]error, len(answers))
	inParallel(len(answers), func(i int) {
		q, budget := questions[i%len(questions)], budgets[i/len(questions)]
		answer, err := r.answer(ctx, q.Text, budget)
		if err != nil {
			failures[i] = err
			answer = &sets.Answer{Budget: budget}
		}
		answers[i] = kept{q.ID, answer}
		scores[i] = set.Score(q, answer)
	})
	for i, err := range failures {
		if err != nil {
			fmt.Fprintf(a.notes, "%s, %s, question %s: %v\n", set.Name(), name, answers[i].question, err)
		}
	}
	results := make([]result, len(budgets))
	for at, budget := range budgets {
		results[at] = result{set.Name(), name, budget, make(map[string]sets.Score, len(questions))}
		for i, q := range questions {
			results[at].Questions[q.ID] = scores[at*len(questions)+i]
		}
	}
	return results, answers
}

// inParallel makes n calls, as many at once as there are processors.
func inParallel(n int, call func(i int)) {
	var next atomic.Int64
	var callers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		callers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				call(i)
			}
		})
	}
	callers.Wait()
}
