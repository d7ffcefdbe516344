package rank_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"

	"pgregory.net/rapid"
)

// ranker returns a ranker of indexes with the constants in use.
func ranker(indexes ...*index.Index) rank.Ranker {
	return rank.New(corpus.Over(indexes...), rank.Defaults())
}

func ids(nodes []rank.Node) []string {
	var list []string
	for _, node := range nodes {
		list = append(list, node.ID)
	}
	return list
}

func TestRankFollowsMentions(t *testing.T) {
	r := ranker(indextest.People(t)).Rank(rank.Request{Topics: []string{"Who was the friend of Ada Lovelace?"}, Depth: 2, Limit: 10})
	if first := ids(r.Nodes); len(first) < 4 || first[0] != "ada" || !slices.Contains(first[:4], "mary") ||
		!slices.Contains(first[:4], "jed") {
		t.Errorf("the first are %v, want ada, then mary and jed", first)
	}
	for _, n := range r.Nodes {
		if n.ID == "jed" && (n.Why != rank.WhyMention || n.Distance != 2 || n.Path[0].From != "ada" || n.Path[1].Via != rank.ViaMention) {
			t.Errorf("jed is there by %s over %+v, want mentions from ada", n.Why, n.Path)
		}
	}
}

func TestStartsAndDepth(t *testing.T) {
	x := indextest.People(t)
	x.SetEdges([]links.Edge{{ID: "e1", From: "engine", To: "risk", Relation: "has_risk", Role: links.Contains}})
	for _, c := range []struct {
		depth int
		want  string
	}{{0, "engine"}, {1, "engine risk"}} {
		r := ranker(x).Rank(rank.Request{Starts: []string{"engine"}, Depth: c.depth, Limit: 2})
		if got := strings.Join(ids(r.Nodes), " "); got != c.want {
			t.Errorf("depth %d gives %s, want %s", c.depth, got, c.want)
		}
		if r.Nodes[0].Why != rank.WhyStart || r.Nodes[0].Score != 1 {
			t.Errorf("the start is %+v", r.Nodes[0])
		}
	}
	n := ranker(x).Rank(rank.Request{Starts: []string{"engine"}, Depth: 1, Limit: 2}).Nodes[1]
	want := []rank.Step{{From: "engine", To: "risk", Via: rank.ViaEdge,
		Edge: links.Edge{ID: "e1", From: "engine", To: "risk", Relation: "has_risk", Role: links.Contains}}}
	if n.Why != rank.WhyEdge || !reflect.DeepEqual(n.Path, want) {
		t.Errorf("risk is there by %s over %+v, want %+v", n.Why, n.Path, want)
	}
}

func TestSeveralTopicsAreInterleaved(t *testing.T) {
	r := ranker(indextest.People(t)).Rank(rank.Request{Topics: []string{"Ada Lovelace", "mills and market"}, Depth: 1, Limit: 2})
	if got := ids(r.Nodes); !slices.Equal(got, []string{"ada", "leeds"}) {
		t.Errorf("the best of each topic are %v", got)
	}
	if r.Nodes[1].Start != 1 {
		t.Errorf("leeds answers topic %d, want 1", r.Nodes[1].Start)
	}
}

func TestLensWeighsRelations(t *testing.T) {
	x := indextest.New(t, indextest.Note("a", "Alpha thing", ""), indextest.Note("b", "Beta", ""), indextest.Note("c", "Gamma", ""))
	x.SetEdges([]links.Edge{{ID: "1", From: "a", To: "b", Relation: "blocks"}, {ID: "2", From: "a", To: "c", Relation: "references"}})
	for relation, want := range map[string]string{"blocks": "b", "references": "c"} {
		r := ranker(x).Rank(rank.Request{Starts: []string{"a"}, Depth: 1, Limit: 3, Relations: map[string]float64{relation: 2}})
		if got := r.Nodes[1].ID; got != want {
			t.Errorf("with %s twice as heavy the next is %s, want %s", relation, got, want)
		}
	}
}

func TestTiesAreDecidedByTimeAndState(t *testing.T) {
	now := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	old, fresh, active := indextest.Note("a", "Same words", ""), indextest.Note("b", "Same words", ""), indextest.Note("c", "Same words", "")
	old.Modified, fresh.Modified = now.AddDate(-1, 0, 0), now.AddDate(0, 0, -1)
	active.Modified, active.Active = fresh.Modified, true
	r := ranker(indextest.New(t, old, fresh, active)).Rank(rank.Request{Topics: []string{"same words"}, Now: now, Limit: 3})
	if got := ids(r.Nodes); !slices.Equal(got, []string{"c", "b", "a"}) {
		t.Errorf("order is %v", got)
	}
}

func TestNothingMatches(t *testing.T) {
	for _, topic := range []string{"", "zzz", "the of and", strings.Repeat("q ", 5000)} {
		if r := ranker(indextest.People(t)).Rank(rank.Request{Topics: []string{topic}, Depth: 5, Limit: 5}); len(r.Nodes) != 0 {
			t.Errorf("%q finds %v", topic, ids(r.Nodes))
		}
	}
	if r := ranker().Rank(rank.Request{Topics: []string{"x"}, Limit: 5}); len(r.Nodes) != 0 {
		t.Error("no index finds something")
	}
	if r := ranker(indextest.People(t)).Rank(rank.Request{Starts: []string{"unknown"}, Limit: 5}); len(r.Nodes) != 0 {
		t.Error("an unknown start finds something")
	}
}

func TestClassicGoesByDistance(t *testing.T) {
	x := indextest.People(t)
	x.SetEdges([]links.Edge{{ID: "e1", From: "engine", To: "risk", Relation: "has_risk", Role: links.Contains}})
	r := ranker(x).Rank(rank.Request{Starts: []string{"engine"}, Depth: 2, Limit: 9, Classic: true})
	for i, n := range r.Nodes {
		if i > 0 && n.Distance < r.Nodes[i-1].Distance {
			t.Errorf("%s at distance %d stands behind %d", n.ID, n.Distance, r.Nodes[i-1].Distance)
		}
	}
	if len(r.Nodes) < 3 {
		t.Errorf("only %v found", ids(r.Nodes))
	}
}

// TestRankingsLeaveNothingBehind changes an index in random steps, ranking
// after each, and compares its rankings with those of a new index of the same
// documents.
func TestRankingsLeaveNothingBehind(t *testing.T) {
	titles := []string{"Mary Somerville", "Jedburgh, Scotland", "KEP-12: Pods", "Leeds", "Leeds", "", "Analytical Engine (draft)"}
	bodies := []string{"", "Mary Somerville was in Leeds.", "See KEP-12 and the Analytical Engine of Jedburgh. Big Ben Tower.",
		"Big Ben Tower and Jedburgh, Scotland."}
	edges := []links.Edge{{ID: "1", From: "d0", To: "d1", Role: links.Contains}, {ID: "2", From: "d0", To: "d2", Role: links.Contains}}
	rapid.Check(t, func(t *rapid.T) {
		x, live := index.New(text.English), map[string]index.Document{}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			d := indextest.Note(fmt.Sprint("d", rapid.IntRange(0, 5).Draw(t, "id")), rapid.SampledFrom(titles).Draw(t, "title"),
				rapid.SampledFrom(bodies).Draw(t, "body"))
			live[d.ID] = d
			var gone []string
			if id := fmt.Sprint("d", rapid.IntRange(0, 9).Draw(t, "gone")); id != d.ID {
				gone = append(gone, id)
				delete(live, id)
			}
			if err := x.Apply([]index.Document{d}, gone); err != nil {
				t.Fatal(err)
			}
			ranker(x).Rank(rank.Request{Topics: []string{"Who was in Leeds?"}, Depth: 2, Limit: 9}) // later ones reuse its arrays
		}
		fresh := index.New(text.English)
		for _, id := range slices.Sorted(maps.Keys(live)) {
			if err := fresh.Apply([]index.Document{live[id]}, nil); err != nil {
				t.Fatal(err)
			}
		}
		x.SetEdges(edges)
		fresh.SetEdges(edges)
		for _, question := range []string{"Who was in Leeds with Mary Somerville?", "KEP-12 engine", "Big Ben Tower jedburg"} {
			got := ranker(x).Rank(rank.Request{Topics: []string{question}, Depth: 2, Limit: 9})
			if want := ranker(fresh).Rank(rank.Request{Topics: []string{question}, Depth: 2, Limit: 9}); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q ranks\n%+v, rebuilt\n%+v", question, got, want)
			}
		}
	})
}

// TestPropagation checks that neighbours of a match have a score, by the role
// of the edge.
func TestPropagation(t *testing.T) {
	x := indextest.New(t,
		indextest.Note("plan", "Rocket engine", ""), indextest.Note("part", "One", ""), indextest.Note("sibling", "Two rocket parts", ""),
		indextest.Note("next", "Three", ""), indextest.Note("other", "Four", ""),
	)
	x.SetEdges([]links.Edge{
		{ID: "1", From: "plan", To: "part", Role: links.Contains},
		{ID: "2", From: "sibling", To: "plan", Role: links.PartOf},
		{ID: "3", From: "plan", To: "next", Role: links.Follows},
		{ID: "4", From: "plan", To: "other", Role: "reference"},
	})
	got := ids(ranker(x).Rank(rank.Request{Topics: []string{"the rocket engine"}, Limit: 9}).Nodes)
	if want := []string{"plan", "sibling", "part", "next"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// TestSharesAddUp checks that the contributions of the stages add up to the
// score.
func TestSharesAddUp(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	x := indextest.People(t)
	x.SetEdges([]links.Edge{{ID: "1", From: "engine", To: "risk", Role: links.Contains}})
	similar := func(_ int, id string) float64 { return map[string]float64{"leeds": .5, "mary": .4}[id] }
	for name, request := range map[string]rank.Request{
		"topic":   {Topics: []string{"Which documents tell of the friend of Ada Lovelace and her engine?"}, Intent: true},
		"meaning": {Topics: []string{"friend of Ada Lovelace near the border"}, Similar: similar},
		"start":   {Starts: []string{"engine"}},
		"classic": {Topics: []string{"friend of Ada Lovelace"}, Classic: true},
		"several": {Topics: []string{"friend of Ada Lovelace", "mills and market"}},
	} {
		request.Depth, request.Limit, request.Now = 2, 9, now
		plain := ranker(x).Rank(request)
		request.Explain = true
		explained := ranker(x).Rank(request)
		for i, node := range explained.Nodes {
			shares, parts := 0.0, node.Parts.Text+node.Parts.Walk+node.Parts.Tie
			for _, share := range node.Shares {
				shares += share.Score
			}
			if math.Abs(shares-node.Score) > 1e-9 || math.Abs(parts-node.Score) > 1e-9 {
				t.Errorf("%s: %s scores %g, its shares add up to %g, its parts to %g", name, node.ID, node.Score, shares, parts)
			}
			if node.Shares = nil; !reflect.DeepEqual(node, plain.Nodes[i]) {
				t.Errorf("%s: explained, node %d is %+v, want %+v", name, i, node, plain.Nodes[i])
			}
		}
	}
}

func TestSharesNameTheStages(t *testing.T) {
	similar := func(_ int, id string) float64 { return map[string]float64{"leeds": .5}[id] }
	nodes := ranker(indextest.People(t)).Rank(rank.Request{Topics: []string{"friend of Ada Lovelace"}, Depth: 2, Limit: 9, Explain: true,
		Similar: similar}).Nodes
	largest := map[string]string{}
	for _, node := range nodes {
		most := slices.MaxFunc(node.Shares, func(a, b rank.Share) int { return int(math.Copysign(1, a.Score-b.Score)) })
		largest[node.ID] = most.Stage
	}
	if largest["ada"] != "titles" || largest["jed"] != "walk" || largest["leeds"] != "similarity" {
		t.Errorf("the largest shares are of %v, want titles for ada, walk for jed, similarity for leeds", largest)
	}
}

func TestSkip(t *testing.T) {
	x := indextest.People(t)
	request := rank.Request{Topics: []string{"friend of Ada Lovelace"}, Depth: 2, Limit: 9}
	all := ranker(x).Rank(request)
	request.Skip = map[string]bool{"ada": true}
	got := ranker(x).Rank(request)
	if !slices.Equal(ids(got.Nodes), ids(all.Nodes)[1:]) || got.Kinds["document"] != all.Kinds["document"]-1 || got.Found != all.Found {
		t.Errorf("got %v of %v, want all but ada", ids(got.Nodes), got.Kinds)
	}
	if !reflect.DeepEqual(got.Nodes, all.Nodes[1:]) {
		t.Error("skipping changes the scores of others")
	}
	request.Topics = append(request.Topics, "mills and market")
	if got := ids(ranker(x).Rank(request).Nodes); slices.Contains(got, "ada") || got[0] != "leeds" {
		t.Errorf("of two topics: %v, want leeds first and no ada", got)
	}
	request.Skip = map[string]bool{}
	for _, node := range all.Nodes {
		request.Skip[node.ID] = true
	}
	request.Topics = request.Topics[:1]
	if got := ranker(x).Rank(request); !reflect.DeepEqual(got, all) {
		t.Errorf("skipping everything leaves %v, want all", ids(got.Nodes))
	}
}

func TestKeepDropsKinds(t *testing.T) {
	task := indextest.Note("task", "Oil the Analytical Engine", "It must not jam.")
	task.Kind = "task"
	x := indextest.People(t)
	if err := x.Apply([]index.Document{task}, nil); err != nil {
		t.Fatal(err)
	}
	got := ranker(x).Rank(rank.Request{Topics: []string{"oil the engine"}, Depth: 2, Limit: 9,
		Keep: func(kind string) bool { return kind == "task" }})
	if !slices.Equal(ids(got.Nodes), []string{"task"}) || got.Found != 1 || got.Kinds["task"] != 1 {
		t.Errorf("got %v of %d, %v, want the task", ids(got.Nodes), got.Found, got.Kinds)
	}
}

func ExampleRanker_Rank() {
	x := index.New(text.English)
	_ = x.Apply([]index.Document{
		indextest.Note("1", "KEP-753: Sidecar Containers", "Sidecars start before the main container."),
		indextest.Note("2", "Graduate to beta", "Needs KEP-753 to be stable first."),
	}, nil)
	ranker := rank.New(corpus.Over(x), rank.Defaults())
	for _, node := range ranker.Rank(rank.Request{Topics: []string{"sidecar"}, Depth: 1, Limit: 5}).Nodes {
		fmt.Println(node.Title, node.Why, node.Distance)
	}
	// Output:
	// KEP-753: Sidecar Containers match 0
	// Graduate to beta mention 1
}

// TestRankEnds checks that no stage runs after the caller is gone.
func TestRankEnds(t *testing.T) {
	looks := 0
	request := rank.Request{Topics: []string{"Ada", "Mary", "Jed"}, Depth: 2, Limit: 10, Ended: func() bool {
		looks++
		return looks > 15
	}}
	r := ranker(indextest.People(t)).Rank(request)
	if want := 15 + 2; looks != want || len(r.Nodes) == 0 { // the first topic is done, the second is not
		t.Errorf("looked %d times, want %d; got %v", looks, want, ids(r.Nodes))
	}
}
