package memory_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

func snapshot(t interface{ Fatal(...any) }, g *memory.Graph, q memory.SnapshotQuery) *memory.GraphSnapshot {
	s, err := g.Snapshot(q)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// distances returns the minimum distances from the root, by the simplest
// algorithm.
func distances(g *memory.Graph, root string) map[string]int {
	least := map[string]int{root: 0}
	for changed := true; changed; {
		changed = false
		for e := range g.Edges() {
			for _, way := range [][2]string{{e.Src.ID, e.Dst.ID}, {e.Dst.ID, e.Src.ID}} {
				from, known := least[way[0]]
				to, reached := least[way[1]]
				if known && !g.Entity(way[1]).Self().IsScratch() && (!reached || from+1 < to) {
					least[way[1]] = from + 1
					changed = true
				}
			}
		}
	}
	return least
}

func TestSnapshotHolds(t *testing.T) {
	words := func(text string) int { return len(text) / 4 }
	rapid.Check(t, func(t *rapid.T) {
		g := memory.NewGraph(graphtest.Random(t))
		root := rapid.SampledFrom(graphtest.Entities(g)).Draw(t, "root").Self()
		q := memory.SnapshotQuery{
			Root: root.ID, Now: now, Depth: rapid.IntRange(1, 5).Draw(t, "depth"), MaxNodes: rapid.IntRange(1, 40).Draw(t, "nodes"),
			MaxEdges: rapid.IntRange(1, 60).Draw(t, "edges"), MaxNodesPerKind: rapid.IntRange(1, 10).Draw(t, "per kind"), Count: words,
		}
		s := snapshot(t, g, q)
		if len(s.Nodes) > q.MaxNodes || len(s.Edges) > q.MaxEdges || s.Nodes[0].ID != root.ID {
			t.Fatalf("%d nodes, %d edges, root %s", len(s.Nodes), len(s.Edges), s.Nodes[0].ID)
		}
		least, kinds, kept := distances(g, root.ID), map[graph.Kind]int{}, map[string]bool{}
		for i, node := range s.Nodes {
			kinds[node.Kind]++
			kept[node.ID] = true
			if d, reached := least[node.ID]; !reached || d != node.Depth || d > q.Depth {
				t.Fatalf("node %d has depth %d; its distance is %d", i, node.Depth, d)
			}
			if kinds[node.Kind] > q.MaxNodesPerKind {
				t.Fatalf("too many of kind %s", node.Kind)
			}
		}
		for _, e := range s.Edges {
			if !kept[e.SrcID] || !kept[e.DstID] {
				t.Fatalf("edge %s leads out of the snapshot", e.ID)
			}
		}
		checkDropped(t, g, s, least, q.Depth)
		q.MaxTokens = rapid.IntRange(400, 3000).Draw(t, "tokens")
		if fitted, err := g.Snapshot(q); err == nil && words(fitted.JSON()) > q.MaxTokens {
			t.Fatalf("%d tokens of %d", words(fitted.JSON()), q.MaxTokens)
		}
		q.MaxTokens = 0
		if snapshot(t, g, q).JSON() != s.JSON() {
			t.Fatal("not the same twice")
		}
	})
}

// TestSurveyedSnapshots compares snapshots of projects, at several times and after
// several changes, with those of a walk that visits all entities.
func TestSurveyedSnapshots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := newStored(graphtest.Random(t))
		g := new(memory.Graph)
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			g = g.Apply(rows.change(t))
			q := memory.SnapshotQuery{
				Now:      now.AddDate(0, rapid.IntRange(-12, 12).Draw(t, "months"), 0).Add(time.Duration(rapid.IntRange(0, 1).Draw(t, "later"))),
				Depth:    rapid.IntRange(1, 5).Draw(t, "depth"),
				MaxNodes: rapid.IntRange(1, 40).Draw(t, "nodes"), MaxEdges: 60, MaxNodesPerKind: rapid.IntRange(1, 10).Draw(t, "per kind"),
			}
			s, err := g.Snapshot(q)
			if graph.CodeOf(err) == graph.CodeNotFound {
				continue
			}
			if want := g.WalkedSnapshot(q); s.JSON() != want.JSON() || fmt.Sprint(s.Dropped) != fmt.Sprint(want.Dropped) {
				t.Fatalf("got %s, dropped %v\nwant %s, dropped %v", s.JSON(), s.Dropped, want.JSON(), want.Dropped)
			}
		}
	})
}

// TestSurveyedSnapshotsOfManyPages is like TestSurveyedSnapshots, with so many
// entities that most pages are not looked at.
func TestSurveyedSnapshotsOfManyPages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	changes := graphtest.Synthetic(3000, 6000)
	written := func(e graph.Entity) graph.Entity {
		e = clone(e)
		e.Self().UpdatedAt = now.AddDate(0, 0, -random.IntN(50))
		if task, is := e.(*graph.Task); is && random.IntN(3) == 0 {
			task.DueAt = new(now.AddDate(0, 0, random.IntN(100)-50))
		}
		return e
	}
	for i, e := range changes.Entities {
		changes.Entities[i] = written(e)
	}
	g := memory.NewGraph(changes)
	for n := range 200 {
		q := memory.SnapshotQuery{
			Now: now.AddDate(0, 0, random.IntN(40)-20), Depth: 1 + random.IntN(5),
			MaxNodes: 1 + random.IntN(100), MaxEdges: 100, MaxNodesPerKind: 1 + random.IntN(50),
		}
		s, want := snapshot(t, g, q), g.WalkedSnapshot(q)
		if s.JSON() != want.JSON() || fmt.Sprint(s.Dropped) != fmt.Sprint(want.Dropped) {
			t.Fatalf("%d: got %s, dropped %v\nwant %s, dropped %v", n, s.JSON(), s.Dropped, want.JSON(), want.Dropped)
		}
		edge := changes.Edges[random.IntN(len(changes.Edges))]
		edge.Deleted = random.IntN(2) == 0
		g = g.Apply(graph.Changes{Revision: g.Revision, Edges: []graph.Edge{edge},
			Entities: []graph.Entity{written(changes.Entities[1+random.IntN(2999)])}})
	}
}

// TestSnapshotReservesPlaces checks that a snapshot has risks at a distance,
// although there are enough plans at the project to fill it.
func TestSnapshotReservesPlaces(t *testing.T) {
	var lines strings.Builder
	lines.WriteString(`{"kind":"project","id":"p","name":"P","created_at":"2026-01-01T00:00:00Z"}` + "\n")
	for i := range 20 {
		fmt.Fprintf(&lines, `{"kind":"plan","id":"plan%[1]d","project_id":"p","name":"Plan %[1]d","created_at":"2026-01-01T00:00:00Z"}
{"kind":"risk","id":"risk%[1]d","project_id":"p","title":"Risk %[1]d","impact":"%[2]s","created_at":"2026-01-01T00:00:00Z"}
{"kind":"edge","rel":"has_plan","src_id":"p","dst_id":"plan%[1]d"}
{"kind":"edge","rel":"has_risk","src_id":"plan%[1]d","dst_id":"risk%[1]d"}
`, i, []string{"critical", "high", "low"}[i%3])
	}
	graphs, err := graphtest.Read(strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	q := memory.DefaultSnapshot(now, nil)
	q.MaxNodes = 16
	risks := 0
	for _, node := range snapshot(t, graphs["p"], q).Nodes {
		if node.Kind == graph.KindRisk {
			risks++
			if impact := *node.Entity.(*graph.Risk).Impact; impact != "critical" {
				t.Errorf("%s has impact %s; want critical ones first", node.Name, impact)
			}
		}
	}
	if risks != 16/3 {
		t.Errorf("%d risks; want a third of 16 nodes", risks)
	}
}

// checkDropped checks that every reached entity and every edge between nodes is
// in the snapshot or counted.
func checkDropped(t *rapid.T, g *memory.Graph, s *memory.GraphSnapshot, least map[string]int, depth int) {
	reached, between := 0, 0
	for _, d := range least {
		if d <= depth {
			reached++
		}
	}
	shown := func(id string) bool {
		return slices.ContainsFunc(s.Nodes, func(n memory.SnapshotNode) bool { return n.ID == id })
	}
	for e := range g.Edges() {
		if shown(e.Src.ID) && shown(e.Dst.ID) {
			between++
		}
	}
	dropped := 0
	for _, count := range s.Dropped {
		dropped += count.Count
	}
	if len(s.Nodes)+dropped != reached || len(s.Edges)+s.DroppedEdges != between {
		t.Fatalf("%d nodes + %d dropped of %d; %d edges + %d dropped of %d", len(s.Nodes), dropped, reached, len(s.Edges), s.DroppedEdges,
			between)
	}
}

func TestCoverageAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := memory.NewGraph(graphtest.Random(t))
		if len(g.Coverage()) != len(graph.Kinds) {
			t.Fatalf("%d kinds", len(g.Coverage()))
		}
		for _, c := range g.Coverage() {
			if c.Direct > c.Linked || c.Linked > c.Total || c.Direct+c.Unlinked != c.Total || c.Orphaned > c.Unlinked {
				t.Fatalf("%+v", c)
			}
		}
	})
}

func TestSnapshotArguments(t *testing.T) {
	g := hub()
	for _, test := range []struct {
		change func(q *memory.SnapshotQuery)
		want   string
	}{
		{func(q *memory.SnapshotQuery) { q.Depth = 0 }, "depth: 0 is out of range; expected 1 to 5"},
		{func(q *memory.SnapshotQuery) { q.Depth = 6 }, "depth: 6 is out of range; expected 1 to 5"},
		{func(q *memory.SnapshotQuery) { q.MaxNodes = 1001 }, "maxNodes: 1001 is out of range; expected 1 to 1000"},
		{func(q *memory.SnapshotQuery) { q.MaxEdges = -1 }, "maxEdges: -1 is out of range; expected 1 to 2000"},
		{func(q *memory.SnapshotQuery) { q.MaxTokens = -1 }, "maxTokens: -1 is out of range; expected 1 or more"},
		{func(q *memory.SnapshotQuery) { q.Root = "nobody" }, "focusId: no entity with id nobody in the project p"},
	} {
		q := memory.DefaultSnapshot(now, nil)
		test.change(&q)
		if _, err := g.Snapshot(q); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestFullKindsAreWalkedThrough checks that a risk is reached by a path through
// a task that is not selected.
func TestFullKindsAreWalkedThrough(t *testing.T) {
	g := project([]graph.Entity{made(graph.KindTask, "a", "blocked"), made(graph.KindTask, "b", ""), made(graph.KindRisk, "r", "")},
		edge(ref("", "p"), "has_task", ref("", "a")), edge(ref("", "p"), "has_task", ref("", "b")), edge(ref("", "b"), "has_risk", ref("", "r")))
	q := memory.DefaultSnapshot(now, nil)
	q.MaxNodesPerKind = 1
	s := snapshot(t, g, q)
	var ids []string
	for _, node := range s.Nodes {
		ids = append(ids, node.ID)
	}
	if fmt.Sprint(ids) != "[p a r]" || fmt.Sprint(s.Dropped) != "[1 task]" || len(s.Edges) != 1 {
		t.Errorf("got %v, dropped %v, %d edges", ids, s.Dropped, len(s.Edges))
	}
}

func TestScore(t *testing.T) {
	past, near, far := now.AddDate(0, 0, -1), now.AddDate(0, 0, 10), now.AddDate(0, 0, 20)
	task := func(state string, priority int, due *time.Time) graph.Entity {
		e := made(graph.KindTask, "t", state).(*graph.Task)
		e.Priority, e.DueAt = &priority, due
		return e
	}
	milestone := func(state string, due time.Time) graph.Entity {
		e := made(graph.KindMilestone, "m", state).(*graph.Milestone)
		e.DueAt = &due
		return e
	}
	risk := made(graph.KindRisk, "r", "occurred").(*graph.Risk)
	risk.Impact = new("critical")
	goal := made(graph.KindGoal, "g", "active").(*graph.Goal)
	goal.TargetDate = &far
	for name, test := range map[string]struct {
		entity graph.Entity
		want   int
	}{
		"overdue blocked urgent task": {task("blocked", 1, &past), 50 + 30 + 15 + 25},
		"task in progress":            {task("in_progress", 3, &far), 20 + 15},
		"done task":                   {task("done", 2, &past), 30 + 15},
		"risk":                        {risk, 40 + 10},
		"goal":                        {goal, 20 + 10},
		"output":                      {made(graph.KindOutput, "o", "review"), 40},
		"near milestone":              {milestone("pending", near), 20},
		"overdue milestone":           {milestone("in_progress", past), 20},
		"far milestone":               {milestone("pending", far), 0},
		"missed milestone":            {milestone("missed", past), 0},
		"document":                    {made(graph.KindDocument, "d", "review"), 0},
	} {
		if got := graph.Score(test.entity, now); got != test.want {
			t.Errorf("%s: got %d, want %d", name, got, test.want)
		}
	}
}
