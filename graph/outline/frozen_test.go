package outline_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
)

var update = flag.Bool("update", false, "write the golden files")

// frozenFile has the answers to the questions of all tests of the package that have no
// golden file: a line for each, so that a change of the reader shows every question whose
// answer it changes.
const frozenFile = "testdata/frozen.txt"

// frozen are the answers of the tests that ran, by test and question. A test
// that asks several graphs one question has several, in any order.
var frozen = struct {
	sync.Mutex
	answers map[string][]string
}{answers: map[string][]string{}}

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if err := checkFrozen(*update); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// freeze keeps the answer to a question of a test.
func freeze(test, question string, o *outline.Outline) {
	frozen.Lock()
	defer frozen.Unlock()
	key, answer := fmt.Sprintf("%s: %q", test, question), answerOf(o)
	if !slices.Contains(frozen.answers[key], answer) {
		frozen.answers[key] = append(frozen.answers[key], answer)
	}
}

// answerOf returns an outline in a line: its list or its topics, and whether the
// answer is likely.
func answerOf(o *outline.Outline) string {
	return strings.Join([]string{string(o.Confidence.Answer), subjectOf(o)}, " ")
}

func subjectOf(o *outline.Outline) string {
	switch {
	case o.List != nil:
		return "list " + frozenGroups(o.List)
	case o.IsVague:
		return "overview"
	}
	return "about " + strings.Join(externalIDs(o.Topics, func(t *outline.Topic) graph.Entity { return t.Entity }), " ")
}

func frozenGroups(list *outline.List) string {
	if len(list.Groups) == 0 {
		return fmt.Sprintf("%q", list.None)
	}
	var groups []string
	for _, group := range list.Groups {
		groups = append(groups, fmt.Sprintf("%q %s", group.Title,
			strings.Join(externalIDs(group.Members, func(m parts.Member) graph.Entity { return m.Entity }), " ")))
	}
	return strings.Join(groups, "; ")
}

func externalIDs[T any](list []T, entityOf func(T) graph.Entity) []string {
	ids := make([]string, len(list))
	for i, item := range list {
		e := entityOf(item).Self()
		ids[i] = e.ID
		if e.ExternalID != nil {
			ids[i] = *e.ExternalID
		}
	}
	return ids
}

// checkFrozen compares the answers of the tests that ran with those in the file,
// or writes them to it. Questions that are not in the file are not compared.
func checkFrozen(update bool) error {
	data, err := os.ReadFile(frozenFile)
	if err != nil && !update {
		return err
	}
	known := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if key, answer, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " => "); ok {
			known[key] = answer
		}
	}
	var changed []string
	for _, key := range slices.Sorted(maps.Keys(frozen.answers)) {
		want, isKnown := known[key]
		if got := strings.Join(slices.Sorted(slices.Values(frozen.answers[key])), " | "); got != want && (isKnown || update) {
			changed = append(changed, fmt.Sprintf("%s\n\tgot  %s\n\twant %s", key, got, want))
			known[key] = got
		}
	}
	if len(changed) == 0 || !update {
		return errOf(changed)
	}
	return writeFrozen(known)
}

func errOf(changed []string) error {
	if len(changed) == 0 {
		return nil
	}
	return fmt.Errorf("%d answers differ from %s; review them and run the tests with -update:\n%s", len(changed), frozenFile,
		strings.Join(changed, "\n"))
}

func writeFrozen(known map[string]string) error {
	var lines strings.Builder
	for _, key := range slices.Sorted(maps.Keys(known)) {
		lines.WriteString(key + " => " + known[key] + "\n")
	}
	return os.WriteFile(frozenFile, []byte(lines.String()), 0o644)
}
