package memory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
)

// twins returns a graph with two tasks whose ids share their first eight
// digits, and a third.
func twins() *memory.Graph {
	var entities []graph.Entity
	for _, id := range []string{"aaaaaaaa-1111-5000-8000-000000000001", "aaaaaaaa-2222-5000-8000-000000000002",
		"bbbbbbbb-1111-5000-8000-000000000003"} {
		task := &graph.Task{Title: id}
		task.ID, task.Kind = id, graph.KindTask
		entities = append(entities, task)
	}
	return memory.NewGraph(graph.Changes{Entities: entities})
}

func TestShortIDsTellEntitiesApart(t *testing.T) {
	g := twins()
	ids := g.IDs().Beginning("")
	for id, want := range map[string]string{
		"aaaaaaaa-1111-5000-8000-000000000001": "aaaaaaaa-1111",
		"aaaaaaaa-2222-5000-8000-000000000002": "aaaaaaaa-2222",
		"bbbbbbbb-1111-5000-8000-000000000003": "bbbbbbbb",
		"cccccccc-1111-5000-8000-000000000004": "cccccccc", // of another project
	} {
		short := memory.ShownID([]*memory.Graph{g}, id, nil)
		if listed := graph.ShortID(ids, id); short != want || listed != want {
			t.Errorf("%s is shortened to %s, among ids to %s, want %s", id, short, listed, want)
		}
		if !graph.IsShortID(short) {
			t.Errorf("%s is not taken as a short id", short)
		}
	}
}

func TestBeginning(t *testing.T) {
	g := twins()
	for short, want := range map[string]int{"aaaaaaaa": 2, "aaaaaaaa-2": 1, "bbbbbbbb": 1, "cccccccc": 0} {
		if got := g.IDs().Beginning(short); len(got) != want {
			t.Errorf("%s begins %v, want %d of them", short, got, want)
		}
	}
	if got := g.IDs().Beginning("aaaaaaaa"); !slices.IsSorted(got) {
		t.Errorf("got %v, want them sorted", got)
	}
}

func TestIDRange(t *testing.T) {
	for short, want := range map[string]string{
		"aaaaaaaa":                             "aaaaaaaa-0000-0000-0000-000000000000 aaaaaaaa-ffff-ffff-ffff-ffffffffffff",
		"AAAAAAAA-1":                           "aaaaaaaa-1000-0000-0000-000000000000 aaaaaaaa-1fff-ffff-ffff-ffffffffffff",
		"aaaaaaaa-1111-5000-8000-000000000001": "aaaaaaaa-1111-5000-8000-000000000001 aaaaaaaa-1111-5000-8000-000000000001",
		"":                                     "", "aaaaaaaa1": "", "launched": "", "aaaaaaaa-1111-5000-8000-0000000000012": "",
	} {
		least, most, some := graph.IDRange(short)
		if some != (want != "") || some && least+" "+most != want {
			t.Errorf("IDRange(%q) = %s %s, %t; want %q", short, least, most, some, want)
		}
	}
}

func TestIsShortID(t *testing.T) {
	for text, want := range map[string]bool{
		"aaaaaaaa": true, "AAAAAAAA-11": true, "aaaaaaa": false, "aaaaaaaab": false, "launch": false, "": false,
		"aaaaaaaa-1111-5000-8000-000000000001": false, // that is a whole one
	} {
		if got := graph.IsShortID(text); got != want {
			t.Errorf("IsShortID(%q) = %v", text, got)
		}
	}
}

func TestIsShownID(t *testing.T) {
	for _, id := range []string{"HARB-42", "bd-7b7h", "#12", "task-7", "hb-a1b2", "GH-12", "TASK-1.2", "repo#7", "adr_001", "bd-a1b2.3.1",
		"A-1", "!3", "&5", "loop:5.2", "autonomous-tdd-git-workflow:12.3", "shop#7", "shop!7"} {
		if !graph.IsShownID(id) {
			t.Errorf("%q is not displayed", id)
		}
	}
	for _, id := range []string{
		"", "#", "12", "signal13", "Harbour-Gate", "owner/repo#12", "HARB 42", "HARB-42\n", "[HARB-42]", "HARB-42] [deadbeef", "# HARB-42",
		"##12", "-1-", "__a1__", "_1", "a--1", "*a-1*", "`a-1`", "<a-1>", "a-1(x)", "a-1:", "HARB-42!", "ä-1", "HARB-\u202e42", "HARB-４２",
		"x-" + strings.Repeat("1", 40), "12:30", "2026:1", "a::1", ":5", "!", "!!3", "a:", "bd-kwro", "deadbeef", "deadbeef-0000", graph.ID("x"),
	} {
		if graph.IsShownID(id) {
			t.Errorf("%q is displayed", id)
		}
	}
}

func TestShownIDWithoutDigits(t *testing.T) {
	var entities []graph.Entity
	for _, id := range []string{"bd-a1b2", "bd-7b7h", "bd-kwr0", "bd-kwro", "bd-wxyz.1", "bd-kwro-notes", "to-do", "read-later", "hq-1",
		"hq-abc", "17", "012", "12345678"} {
		task := &graph.Task{Title: id}
		task.ID, task.Kind, task.ExternalID = graph.ID(id), graph.KindTask, &id
		entities = append(entities, task)
	}
	g := memory.NewGraph(graph.Changes{Entities: entities})
	for id, want := range map[string]bool{
		"bd-a1b2": true, "bd-kwro": true, "bd-wxyz.1": true, "hq-1": true, "17": true,
		// one id of hq is no tracker
		"bd-kwro-notes": false, "to-do": false, "read-later": false, "hq-abc": false, "012": false, "12345678": false,
	} {
		if got := memory.ShownID([]*memory.Graph{g}, graph.ID(id), nil); (got == id) != want {
			t.Errorf("%s is displayed as %s", id, got)
		}
	}
}

// TestExternalFollowsChanges finds entities by external ids in graphs that follow from each
// other: after an entity is added, gets another id, is deleted and is restored.
func TestExternalFollowsChanges(t *testing.T) {
	task := func(id, external string) *graph.Task {
		e := &graph.Task{Title: id}
		e.ID, e.Kind, e.ExternalID = graph.ID(id), graph.KindTask, &external
		return e
	}
	g := memory.NewGraph(graph.Changes{Entities: []graph.Entity{task("one", "T-1"), task("two", "T-2")}})
	gone := task("one", "T-9")
	gone.DeletedAt = new(time.Now())
	milestone := &graph.Milestone{Title: "T-2, too"}
	milestone.ID, milestone.Kind, milestone.ExternalID = graph.ID("five"), graph.KindMilestone, new("T-2")
	for _, step := range []struct {
		change graph.Entity
		want   string // the numbers of entities with the ids T-1, T-2, T-3 and T-9
	}{
		{task("two", "T-2"), "1 1 0 0"}, {task("three", "T-3"), "1 1 1 0"}, {task("one", "T-9"), "0 1 1 1"}, {gone, "0 1 1 0"},
		{task("one", "T-1"), "1 1 1 0"}, {milestone, "1 2 1 0"},
	} {
		g = g.Apply(graph.Changes{Entities: []graph.Entity{step.change}})
		var counts []string
		for _, name := range []string{"T-1", "T-2", "T-3", "T-9"} {
			counts = append(counts, fmt.Sprint(len(g.IDs().External(name))))
		}
		if got := strings.Join(counts, " "); got != step.want {
			t.Errorf("after %v: %s, want %s", step.change.Self().Label, got, step.want)
		}
	}
	if got := memory.ShownID([]*memory.Graph{g}, milestone.ID, nil); got != milestone.ID[:8] {
		t.Errorf("a milestone with the id of a task is shown as %s", got)
	}
}
