package relevance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/graph/text"

	"pgregory.net/rapid"
)

// note is a document with a title and one body.
func note(id, title, body string) Document {
	return Document{ID: id, Kind: "document", Title: title,
		Vector: text.Analyse(text.Field{Name: "title", Text: title}, text.Field{Name: "content", Text: body})}
}

// indexed gives an index of the documents.
func indexed(t testing.TB, docs ...Document) *Index {
	t.Helper()
	x := NewIndex(text.English)
	if err := x.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	return x
}

// people is a small graph in which the answer is two mentions away from the question.
func people(t testing.TB) *Index {
	return indexed(t,
		note("ada", "Ada Lovelace", "Ada Lovelace wrote about the Analytical Engine. She was a friend of Mary Somerville."),
		note("mary", "Mary Somerville", "A mathematician who was born in Jedburgh, Scotland."),
		note("jed", "Jedburgh, Scotland", "A town with a ruined abbey near the border."),
		note("engine", "Analytical Engine", "A machine by Charles Babbage that was never finished."),
		note("leeds", "Leeds", "A city with mills and a market near the border."),
		note("risk", "Gears may jam", "The gears of the machine may jam."),
	)
}

func ids(nodes []Node) []string {
	var list []string
	for _, n := range nodes {
		list = append(list, n.ID)
	}
	return list
}

func TestRankFollowsMentions(t *testing.T) {
	r := Over(people(t)).Rank(Request{Topics: []string{"Who was the friend of Ada Lovelace?"}, Depth: 2, Limit: 10})
	if first := ids(r.Nodes); len(first) < 4 || first[0] != "ada" || !slices.Contains(first[:4], "mary") || !slices.Contains(first[:4], "jed") {
		t.Errorf("the first are %v, want ada, then mary and jed", first)
	}
	for _, n := range r.Nodes {
		if n.ID == "jed" && (n.Why != WhyMention || n.Distance != 2 || n.Path[0].From != "ada" || n.Path[1].Via != ViaMention) {
			t.Errorf("jed is there by %s over %+v, want mentions from ada", n.Why, n.Path)
		}
	}
}

func TestStartsAndDepth(t *testing.T) {
	x := people(t)
	x.SetEdges([]Edge{{ID: "e1", From: "engine", To: "risk", Relation: "has_risk"}})
	for _, c := range []struct {
		depth int
		want  string
	}{{0, "engine"}, {1, "engine risk"}} {
		r := Over(x).Rank(Request{Starts: []string{"engine"}, Depth: c.depth, Limit: 2})
		if got := strings.Join(ids(r.Nodes), " "); got != c.want {
			t.Errorf("depth %d gives %s, want %s", c.depth, got, c.want)
		}
		if r.Nodes[0].Why != WhyStart || r.Nodes[0].Score != 1 {
			t.Errorf("the start is %+v", r.Nodes[0])
		}
	}
	n := Over(x).Rank(Request{Starts: []string{"engine"}, Depth: 1, Limit: 2}).Nodes[1]
	want := []Step{{From: "engine", To: "risk", Via: ViaEdge, Edge: Edge{ID: "e1", From: "engine", To: "risk", Relation: "has_risk"}}}
	if n.Why != WhyEdge || !reflect.DeepEqual(n.Path, want) {
		t.Errorf("risk is there by %s over %+v, want %+v", n.Why, n.Path, want)
	}
}

func TestSeveralTopicsTakeTurns(t *testing.T) {
	r := Over(people(t)).Rank(Request{Topics: []string{"Ada Lovelace", "mills and market"}, Depth: 1, Limit: 2})
	if got := ids(r.Nodes); !slices.Equal(got, []string{"ada", "leeds"}) {
		t.Errorf("the best of each topic are %v", got)
	}
	if r.Nodes[1].Start != 1 {
		t.Errorf("leeds answers topic %d, want 1", r.Nodes[1].Start)
	}
}

func TestLensWeighsRelations(t *testing.T) {
	x := indexed(t, note("a", "Alpha thing", ""), note("b", "Beta", ""), note("c", "Gamma", ""))
	x.SetEdges([]Edge{{ID: "1", From: "a", To: "b", Relation: "blocks"}, {ID: "2", From: "a", To: "c", Relation: "references"}})
	for relation, want := range map[string]string{"blocks": "b", "references": "c"} {
		r := Over(x).Rank(Request{Starts: []string{"a"}, Depth: 1, Limit: 3, Relations: map[string]float64{relation: 2}})
		if got := r.Nodes[1].ID; got != want {
			t.Errorf("with %s twice as heavy the next is %s, want %s", relation, got, want)
		}
	}
}

func TestTiesAreDecidedByTimeAndState(t *testing.T) {
	now := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	old, fresh, active := note("a", "Same words", ""), note("b", "Same words", ""), note("c", "Same words", "")
	old.Modified, fresh.Modified = now.AddDate(-1, 0, 0), now.AddDate(0, 0, -1)
	active.Modified, active.Active = fresh.Modified, true
	r := Over(indexed(t, old, fresh, active)).Rank(Request{Topics: []string{"same words"}, Now: now, Limit: 3})
	if got := ids(r.Nodes); !slices.Equal(got, []string{"c", "b", "a"}) {
		t.Errorf("order is %v", got)
	}
}

func TestNothingMatches(t *testing.T) {
	for _, topic := range []string{"", "zzz", "the of and", strings.Repeat("q ", 5000)} {
		if r := Over(people(t)).Rank(Request{Topics: []string{topic}, Depth: 5, Limit: 5}); len(r.Nodes) != 0 {
			t.Errorf("%q finds %v", topic, ids(r.Nodes))
		}
	}
	if r := Over().Rank(Request{Topics: []string{"x"}, Limit: 5}); len(r.Nodes) != 0 {
		t.Error("no index finds something")
	}
	if r := Over(people(t)).Rank(Request{Starts: []string{"unknown"}, Limit: 5}); len(r.Nodes) != 0 {
		t.Error("an unknown start finds something")
	}
}

func TestApplyNamesABrokenVector(t *testing.T) {
	x := people(t)
	err := x.Apply([]Document{{ID: "bad", Kind: "task", Vector: []byte("no")}}, []string{"ada"})
	if err == nil || !strings.Contains(err.Error(), "task bad") || x.Len() != 6 {
		t.Errorf("error %v, %d documents left of 6", err, x.Len())
	}
}

func TestMentionsFollowTitles(t *testing.T) {
	x := people(t)
	mentioned := func(id string) []string {
		var list []string
		for _, d := range x.docs[x.ordinals[id]].mentioned {
			list = append(list, x.docs[d].ID)
		}
		return list
	}
	if got := mentioned("mary"); !slices.Equal(got, []string{"ada"}) {
		t.Fatalf("mary is mentioned by %v", got)
	}
	steps := []struct {
		put  Document
		want string
	}{
		{note("mary", "Mary Fairfax", "A mathematician."), "[]"},
		{note("risk", "Gears may jam", "So said Mary Fairfax."), "[risk]"},
		{note("mary", "Mary Somerville (scientist)", "A mathematician."), "[ada]"},
		{note("ada", "Ada Lovelace", "Silence."), "[]"},
	}
	for i, s := range steps {
		if err := x.Apply([]Document{s.put}, nil); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(mentioned("mary")); got != s.want {
			t.Errorf("after step %d mary is mentioned by %s, want %s", i, got, s.want)
		}
	}
}

// TestApplyEqualsRebuild changes an index in random steps and compares it with one that is built from what is left.
func TestApplyEqualsRebuild(t *testing.T) {
	titles := []string{"Mary Somerville", "Jedburgh, Scotland", "KEP-12: Pods", "Leeds", "Leeds", "", "Analytical Engine (draft)"}
	bodies := []string{"", "Mary Somerville was in Leeds.", "See KEP-12 and the Analytical Engine of Jedburgh. Big Ben Tower.", "Big Ben Tower and Jedburgh, Scotland."}
	rapid.Check(t, func(t *rapid.T) {
		x, live := NewIndex(text.English), map[string]Document{}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			var put []Document
			for range rapid.IntRange(0, 3).Draw(t, "puts") {
				d := note(fmt.Sprint("d", rapid.IntRange(0, 5).Draw(t, "id")), rapid.SampledFrom(titles).Draw(t, "title"), rapid.SampledFrom(bodies).Draw(t, "body"))
				put, live[d.ID] = append(put, d), d
			}
			var gone []string
			if id := fmt.Sprint("d", rapid.IntRange(0, 9).Draw(t, "gone")); !slices.ContainsFunc(put, func(d Document) bool { return d.ID == id }) {
				gone = append(gone, id)
				delete(live, id)
			}
			if err := x.Apply(put, gone); err != nil {
				t.Fatal(err)
			}
			Over(x).Rank(Request{Topics: []string{"Who was in Leeds?"}, Depth: 2, Limit: 9}) // leaves its arrays to later ones
		}
		fresh := NewIndex(text.English)
		for _, d := range live {
			if err := fresh.Apply([]Document{d}, nil); err != nil {
				t.Fatal(err)
			}
		}
		edges := []Edge{{ID: "1", From: "d0", To: "d1", Relation: "contains"}, {ID: "2", From: "d0", To: "d2", Relation: "contains"}}
		x.SetEdges(edges)
		fresh.SetEdges(edges)
		for _, q := range []string{"Who was in Leeds with Mary Somerville?", "KEP-12 engine", "Big Ben Tower jedburg"} {
			got := Over(x).Rank(Request{Topics: []string{q}, Depth: 2, Limit: 9})
			if want := Over(fresh).Rank(Request{Topics: []string{q}, Depth: 2, Limit: 9}); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q gives\n%+v, rebuilt\n%+v", q, got, want)
			}
			found := Over(x).Search(SearchRequest{Query: q, Limit: 9})
			if want := Over(fresh).Search(SearchRequest{Query: q, Limit: 9}); !reflect.DeepEqual(found, want) {
				t.Fatalf("%q finds\n%+v, rebuilt\n%+v", q, found, want)
			}
		}
	})
}

func TestSplitProjectsShareStatistics(t *testing.T) {
	docs := []Document{note("a", "One border", "A border of a town."), note("b", "Two", "The market of a town."), note("c", "Three", "A town.")}
	whole := Over(indexed(t, docs...)).Search(SearchRequest{Query: "border town", Limit: 9})
	parts := Over(indexed(t, docs[0]), indexed(t, docs[1], docs[2])).Search(SearchRequest{Query: "border town", Limit: 9})
	if !reflect.DeepEqual(whole, parts) {
		t.Errorf("one project gives %+v, two give %+v", whole, parts)
	}
}

func TestClassicGoesByDistance(t *testing.T) {
	x := people(t)
	x.SetEdges([]Edge{{ID: "e1", From: "engine", To: "risk", Relation: "has_risk"}})
	r := Over(x).Rank(Request{Starts: []string{"engine"}, Depth: 2, Limit: 9, Classic: true})
	for i, n := range r.Nodes {
		if i > 0 && n.Distance < r.Nodes[i-1].Distance {
			t.Errorf("%s at distance %d stands behind %d", n.ID, n.Distance, r.Nodes[i-1].Distance)
		}
	}
	if len(r.Nodes) < 3 {
		t.Errorf("only %v found", ids(r.Nodes))
	}
}

func ExampleCorpus_Rank() {
	x := NewIndex(text.English)
	_ = x.Apply([]Document{
		note("1", "KEP-753: Sidecar Containers", "Sidecars start before the main container."),
		note("2", "Graduate to beta", "Needs KEP-753 to be stable first."),
	}, nil)
	for _, n := range Over(x).Rank(Request{Topics: []string{"sidecar"}, Depth: 1, Limit: 5}).Nodes {
		fmt.Println(n.Title, n.Why, n.Distance)
	}
	// Output:
	// KEP-753: Sidecar Containers match 0
	// Graduate to beta mention 1
}

func TestReadersAndWriters(t *testing.T) {
	x, y := people(t), people(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 20 {
				switch i % 4 {
				case 0:
					_ = x.Apply([]Document{note(fmt.Sprint("new", j), "Fresh Title", "Ada Lovelace again.")}, []string{fmt.Sprint("new", j-1)})
				case 1:
					_ = y.Apply([]Document{note("mary", "Mary Somerville", fmt.Sprint("Words ", j))}, nil)
				case 2:
					Over(x, y).Rank(Request{Topics: []string{"friend of Ada Lovelace"}, Depth: 2, Limit: 5})
				default:
					Over(y, x).Search(SearchRequest{Query: "ada mary scotlnd", Limit: 5})
				}
			}
		})
	}
	all.Wait()
	if x.Len() != 7 || y.Len() != 6 {
		t.Errorf("%d and %d documents are left, want 7 and 6", x.Len(), y.Len())
	}
}
