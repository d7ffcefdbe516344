package sets

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

const (
	plan        = `{"kind":"plan","id":"kep:7","name":"KEP-7777: Sleep well at night"}`
	otherPlan   = `{"kind":"plan","id":"kep:8","name":"KEP-8888: Wake up early in spring"}`
	requirement = `{"kind":"requirement","id":"kep:7/requirement/1","text":"Nobody wakes up"}`
	betaTask    = `{"kind":"task","id":"kep:7/stage/beta","title":"Graduate KEP-7777 to beta in v1.30"}`
	readme      = `{"kind":"document","id":"kep:7/readme","title":"Sleep well",` +
		`"content":"# Rollback\nTurn off the gate and restart every node of the cluster."}`
	person   = `{"kind":"record","id":"sig:x/person/ann","name":"ann"}`
	gateEdge = `{"kind":"edge","rel":"references","src_id":"sig:x/person/ann","dst_id":"kep:7"}`
)

// project reads a set of questions over the graph above.
func project(t *testing.T, questions string) *Project {
	t.Helper()
	folder := t.TempDir()
	graph := filepath.Join(folder, "graph.ndjson")
	lines := ""
	for _, line := range []string{plan, otherPlan, requirement, betaTask, readme, person, gateEdge} {
		lines += line + "\n"
	}
	write(t, graph+".gz", lines)
	write(t, filepath.Join(folder, "dev", "questions.jsonl"), questions)
	p, err := ReadProject(filepath.Join(folder, "dev"), graph, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRecall(t *testing.T) {
	const (
		child = `{"id":"a1","family":"a","variant":"title","question":"What has Sleep well at night to meet?","subject":["kep:7"],` +
			`"gold":{"entities":["kep:7/requirement/1"],"sentences":[]},"answerable":true}`
		section = `{"id":"b1","family":"b","variant":"title","question":"Rollback of Sleep well at night?","subject":["kep:7"],` +
			`"gold":{"entities":[],"sentences":["Turn off the gate and restart every node of the cluster."]},"answerable":true}`
		when = `{"id":"a2","family":"a","variant":"number","question":"When is it beta?","subject":["kep:7"],` +
			`"gold":{"entities":["kep:7/stage/beta"],"sentences":[]},"answerable":true}`
		shipped = `{"id":"c1","family":"c","variant":"shipped","question":"beta in 1.30?","subject":["sig:x/milestone/1.30"],` +
			`"gold":{"entities":["kep:7/stage/beta"],"sentences":[]},"answerable":true}`
		compared = `{"id":"e1","family":"e","variant":"title","question":"Compare KEP-7777 and another","subject":["kep:7","kep:8"],` +
			`"gold":{"entities":["kep:7","kep:8"],"sentences":[]},"answerable":true}`
	)
	subject := Node{ID: "kep:7"}
	for _, test := range []struct {
		name, question, text string
		nodes                []Node
		want                 float64
	}{
		{"in its words", child, "* nobody *wakes* up!", nil, 1},
		{"not at all", child, "somebody wakes up", nil, 0},
		{"by its id as a node", child, "see [0123abcd]", []Node{{ID: "kep:7/requirement/1", UUID: "0123abcd-4567"}}, 1},
		{"by an id without a node", child, "see [0123abcd]", nil, 0},
		{"half of a sentence", section, "… restart every node of the cluster. …", nil, 1},
		{"less than half", section, "every node of the cluster", nil, 0},
		{"by the task", when, "Graduate KEP-7777 to beta in v1.30", nil, 1},
		{"beside the plan", when, "KEP-7777: beta in v1.30", []Node{subject}, 1},
		{"beside a plan that is no node", when, "KEP-7777: beta in v1.30", nil, 0},
		{"in the task of another stage", when, "KEP-7777. Graduate KEP-7777 to stable in v1.30. It was beta.", []Node{subject}, 0},
		{"in a line of a list", shipped, "shipped:\n- KEP-7777 (v1.30)", nil, 1},
		{"in another line", shipped, "- KEP-7777\n- v1.30", nil, 0},
		{"by the question alone", compared, "KEP-7777 and another\nKEP-8888 is the other", nil, .5},
		{"both", compared, "KEP-7777 sleeps\nWake up early in spring", nil, 1},
	} {
		p := project(t, test.question)
		got := p.Score(p.Questions()[0], &Answer{Text: test.text, Budget: 100, Nodes: test.nodes})
		if got[Recall] != test.want {
			t.Errorf("%s: recall %v, want %v", test.name, got[Recall], test.want)
		}
		over := p.Score(p.Questions()[0], &Answer{Text: test.text, Tokens: 101, Budget: 100, Nodes: test.nodes})
		if over[Recall] != 0 || over[Over] != 1 {
			t.Errorf("%s: recall %v over the budget, want 0", test.name, over[Recall])
		}
	}
}

func TestTarget(t *testing.T) {
	p := project(t,
		`{"id":"a1","family":"a","variant":"title","question":"?","subject":["kep:7"],"gold":{"entities":["sig:x/person/ann"],`+
			`"sentences":[]},"answerable":true}
{"id":"e1","family":"e","variant":"title","question":"?","subject":["kep:7","kep:8"],"gold":{"entities":["kep:8"],`+
			`"sentences":[]},"answerable":true}
{"id":"c1","family":"c","variant":"author","question":"?","subject":["sig:x/person/ann"],"gold":{"entities":["kep:7/stage/beta"],`+
			`"sentences":[]},"answerable":true}`)
	spent := func(id string) Node { return Node{ID: id, Tokens: 10} }
	for _, test := range []struct {
		question int
		nodes    []Node
		first    float64
		target   float64
	}{
		{0, []Node{spent("kep:8"), spent("kep:77"), spent("kep:7/requirement/1")}, 1, .25},
		{0, []Node{spent("kep:8"), spent("kep:8"), spent("kep:8"), spent("kep:7")}, 0, .25},
		{0, []Node{spent("sig:x/person/ann"), spent("kep:7/readme")}, 1, .5},
		{1, []Node{spent("kep:8"), spent("x"), spent("y"), spent("kep:7/readme")}, 1, .5},
		{1, []Node{spent("kep:8"), spent("kep:8/readme")}, 0, .5},
		{2, []Node{spent("kep:7")}, 1, .25},
		{2, []Node{spent("x"), spent("y"), spent("z"), spent("sig:x/person/ann")}, 0, .25},
	} {
		got := p.Score(p.Questions()[test.question], &Answer{Tokens: 40, Budget: 40, Nodes: test.nodes})
		if got[Subject3] != test.first || got[OnTarget] != test.target {
			t.Errorf("%v: subject first %v, on target %v; want %v, %v", test.nodes, got[Subject3], got[OnTarget], test.first, test.target)
		}
	}
}

func TestQuestionsWithoutAnswer(t *testing.T) {
	p := project(t,
		`{"id":"f1","family":"f","variant":"offtopic","question":"?","subject":[],"gold":{"entities":[],"sentences":[]},"answerable":false}
{"id":"f2","family":"f","variant":"invented","question":"?","subject":[],"gold":{"entities":[],"sentences":[]},"answerable":false}
{"id":"a1","family":"a","variant":"title","question":"?","subject":["kep:7"],"gold":{"entities":["kep:7"],`+
			`"sentences":[]},"answerable":true}`)
	scores := map[string]Score{}
	for i, q := range p.Questions() {
		scores[q.ID] = p.Score(q, &Answer{Budget: 9, Confidence: []float64{.1, .9, .5}[i], Unanswered: i == 0})
	}
	for row, want := range map[Row]float64{
		{"f, offtopic", Separation}: 1,
		{nearMisses, Separation}:    0,
		{nothing, Separation}:       .5,
		{nothing, Alarm}:            .5,
		{Answerable, Alarm}:         0,
	} {
		if !slices.Contains(p.Rows(), row) {
			t.Errorf("no row %v", row)
		}
		if got, _ := row.Value(p.Questions(), scores); got != want {
			t.Errorf("%v: %v, want %v", row, got, want)
		}
	}
	if _, has := scores["f1"][Recall]; has {
		t.Error("a question without an answer has a recall")
	}
}

// TestSummary checks that the summary is the mean over families, independent of
// the number of questions in each.
func TestSummary(t *testing.T) {
	questions := []Question{{ID: "1", Groups: []string{"a"}}, {ID: "2", Groups: []string{"a"}}, {ID: "3", Groups: []string{"b"}},
		{ID: "4", Groups: []string{"f"}}}
	scores := map[string]Score{"1": {Recall: 1}, "2": {Recall: 0}, "3": {Recall: 1}, "4": {}}
	row := Row{Answerable, Summary}
	got, n := row.Value(questions, scores)
	if got != .75 || n != 3 {
		t.Errorf("got %v of %d, want .75 of 3", got, n)
	}
	if got := row.Format(got); got != "75.0" {
		t.Errorf("formatted as %s", got)
	}
	if none, n := (Row{"c", Recall}).Value(questions, scores); !math.IsNaN(none) || n != 0 || row.Format(none) != "–" {
		t.Errorf("a part without questions is %v of %d", none, n)
	}
}

func TestAUROC(t *testing.T) {
	values := rapid.SliceOfN(rapid.SampledFrom([]float64{0, .25, .5, 1}), 1, 12)
	rapid.Check(t, func(t *rapid.T) {
		positives, negatives := values.Draw(t, "positives"), values.Draw(t, "negatives")
		wins := 0.0
		for _, p := range positives {
			for _, n := range negatives {
				switch {
				case p > n:
					wins++
				case p == n:
					wins += .5
				}
			}
		}
		want := wins / float64(len(positives)*len(negatives))
		if got := auroc(positives, negatives); math.Abs(got-want) > 1e-12 {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
	if !math.IsNaN(auroc(nil, []float64{1})) {
		t.Error("without positives there is a figure")
	}
}
