package known_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
)

// task returns a task with a number.
func task(n int) *graph.Task {
	t := &graph.Task{Title: fmt.Sprint("Task ", n)}
	t.ID, t.Kind, t.Label = graph.ID(fmt.Sprint("task/", n)), graph.KindTask, t.Title
	t.UpdatedAt = time.Date(2026, 10, n%28+1, 0, 0, 0, 0, time.UTC)
	return t
}

var update = flag.Bool("update", false, "write the forms of testdata/forms.txt")

// TestForms checks that digests and handles remain as other servers and earlier
// versions write them. A new field of tasks changes those of tasks, which are then sent
// again to clients that know them.
func TestForms(t *testing.T) {
	included := []known.Included{
		{Entity: task(1), Amount: known.Full, Size: 400},
		{Entity: task(2), Amount: known.Short, Size: 300, Quotes: []known.Quote{{Field: "description", Start: 12, End: 80}}},
		{Entity: task(3), Amount: known.Name, Size: 10},
	}
	digest := known.Of("text", included)
	changed := task(1)
	changed.UpdatedAt = changed.UpdatedAt.Add(time.Second)
	var got strings.Builder
	for _, form := range []struct{ name, got string }{
		{"digest", digest.String()},
		{"known digest", digest.Known()},
		{"handle", known.Handle(nil, included)},
	} {
		fmt.Fprintf(&got, "%s %s\n", form.name, form.got)
		if !known.IsDigest(form.got) || known.IsDigest(form.got[:len(form.got)-1]) {
			t.Errorf("%s is not recognized, or a part of it is", form.name)
		}
		set := known.NewSet()
		if set.AddDigest(form.got); !set.Has(task(1), known.Full) || set.Has(changed, known.Name) {
			t.Errorf("%s lacks the first task, or has it after a change", form.name)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/forms.txt", []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/forms.txt"); err != nil || string(want) != got.String() {
		t.Errorf("got\n%swant\n%s%v", got.String(), want, err)
	}
}

// TestHas checks that a set has what its digests have.
func TestHas(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var included []known.Included
		amounts := map[int]known.Amount{}
		for n := range rapid.IntRange(1, 8).Draw(r, "entities") {
			amounts[n] = rapid.SampledFrom([]known.Amount{known.Name, known.Short, known.Full}).Draw(r, "amount")
			included = append(included, known.Included{Entity: task(n), Amount: amounts[n], Size: n})
		}
		text := rapid.SampledFrom([]string{
			known.Of("", included).String(), known.Of("", included).Known(), known.Handle(nil, included)}).Draw(r, "text")
		set := known.NewSet()
		if !set.AddDigest(text) {
			r.Fatalf("%s is not read", text)
		}
		isHandle := text == known.Handle(nil, included)
		for n, amount := range amounts {
			if isHandle && n == 0 && len(amounts) == 8 {
				continue // the smallest of eight has no piece
			}
			if !set.Has(task(n), amount) || amount < known.Full && set.Has(task(n), amount+1) || set.Has(task(9), known.Name) {
				r.Errorf("%s: %d of %d entities, amount %d", text, n, len(amounts), amount)
			}
		}
	})
}

// TestChanges compares a document with the digest of an earlier one.
func TestChanges(t *testing.T) {
	digest, err := known.Parse("since", known.Of("", []known.Included{{Entity: task(1)}, {Entity: task(2)}, {Entity: task(3)}}).String())
	if err != nil {
		t.Fatal(err)
	}
	changed := task(2)
	changed.UpdatedAt = changed.UpdatedAt.Add(time.Second)
	got := fmt.Sprint(*digest.Changes([]known.Included{{Entity: task(4)}, {Entity: changed}, {Entity: task(1)}}))
	if want := fmt.Sprintf("{[%s] [%s] [%s]}", task(4).ID, task(2).ID, task(3).ID); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, err := known.Parse("since", "d2AAAA"); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("error %v", err)
	}
}
