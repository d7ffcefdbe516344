package outline_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/outline/outlinetest"
)

// library is a graph whose answers are frozen.
type library struct {
	*outlinetest.Library
	test string
}

// open returns the graph of testdata/topics.ndjson: proposals for a watering
// system, in two projects.
func open(t *testing.T) *library {
	t.Helper()
	source, err := os.ReadFile("../../testdata/topics.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	return openWith(t, string(source))
}

func openWith(t *testing.T, source string) *library {
	t.Helper()
	return &library{outlinetest.Open(t, source), t.Name()}
}

// now is after release 2.8 and before 2.9.
var now = outlinetest.Now

func (l *library) find(question string) *outline.Outline {
	o := l.Find(question)
	freeze(l.test, question, o)
	return o
}

var text = outlinetest.Text

func labels(o *outline.Outline) string {
	var list []string
	for _, t := range o.Topics {
		name, _, _ := strings.Cut(t.Entity.Self().Label, ":")
		list = append(list, name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestTopics(t *testing.T) {
	open(t).isAbout(t, map[string]about{
		"risks of HIP-104":                         {"HIP-104", true},
		"compare HIP-104 and HIP-131":              {"HIP-104 HIP-131", true},
		"who decided on the switch PrivateRadio":   {"HIP-95", true},
		"zone layuot managr: who wrote it":         {"HIP-112", true},
		"E0907 gateway 7: abort in HIP-140, retry": {"HIP-140", true},
	})
}

// about has the topics of a question, and whether it names them.
type about struct {
	topics string
	named  bool
}

// isAbout checks the topics of questions that ask for no list.
func (l *library) isAbout(t *testing.T, questions map[string]about) {
	t.Helper()
	for question, want := range questions {
		o := l.find(question)
		if got := labels(o); got != want.topics || o.Named != want.named || o.List != nil {
			t.Errorf("%q is about %q (named: %v, list: %v), want %q", question, got, o.Named, o.List != nil, want.topics)
		}
	}
}

// listed returns the first words of the labels in a list.
func listed(list *outline.List) string {
	if list == nil {
		return ""
	}
	var words []string
	for _, group := range list.Groups {
		for _, m := range group.Members {
			word, _, _ := strings.Cut(m.Entity.Self().Label, " ")
			words = append(words, strings.TrimSuffix(word, ":"))
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// lists checks what questions list, by listed.
func (l *library) lists(t *testing.T, wanted map[string]string) {
	t.Helper()
	for question, want := range wanted {
		if list := listed(l.find(question).List); list != want {
			t.Errorf("%q lists %q, want %q", question, list, want)
		}
	}
}

func TestLists(t *testing.T) {
	l := open(t)
	for question, want := range map[string]string{
		"what is ines-okonkwo working on":             "HIP-104 HIP-121 HIP-131",
		"which alpha proposals does harrow core have": "HIP-131 HIP-160",
		"what is overdue in harrow field":             "Certify",
	} {
		o := l.find(question)
		if o.List == nil {
			t.Errorf("%q asks for no list, want %s", question, want)
			continue
		}
		if list := listed(o.List); list != want {
			t.Errorf("%q lists %s, want %s", question, list, want)
		}
	}
}

// TestListsOfAll checks lists over all projects by only a kind, a state or a
// time, and that questions with further words ask for something else.
func TestListsOfAll(t *testing.T) {
	l := open(t)
	for question, want := range map[string]string{
		"what is overdue?":                      "Certify",
		"which plans are completed":             "HIP-59 HIP-77",
		"what is due next month":                "Bring Bring Bring Bring Bring Harrow Harrow",
		"what are the upcoming milestones":      "Harrow Harrow",
		"which tasks come next":                 "Bring Bring Bring Bring Bring",
		"which plans of bananas are completed":  "",
		"why are completed gateways slow":       "",
		"what do people think?":                 "",
		"how is the frost guard due next month": "",
	} {
		if list := listed(l.find(question).List); list != want {
			t.Errorf("%q lists %q, want %q", question, list, want)
		}
	}
}

func TestConfidence(t *testing.T) {
	l := open(t)
	for question, want := range map[string]outline.Answerability{
		"risks of HIP-104":                       outline.Likely,
		"why were live valve retunings deferred": outline.Likely,
		"risks of HIP-9999":                      outline.Unlikely,
		"best recipe for banana bread":           outline.Unlikely,
		"what has kowalskij written":             outline.Unlikely,
		"enough of valve retuning yet?":          outline.Likely,
	} {
		if got := l.find(question).Confidence; got.Answer != want || len(got.Reasons) == 0 || got.Value < 0 || got.Value > 1 {
			t.Errorf("%q is answered %s (%.2f: %v), want %s", question, got.Answer, got.Value, got.Reasons, want)
		}
	}
}

// TestConfidenceInPages checks that a question about people has an answer in a
// graph with only pages, which has no records.
func TestConfidenceInPages(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"document","id":"a","project_id":"p","title":"Harbour Museum","content":"Harbour Museum was founded by a pilot. It shows ships."}
{"kind":"document","id":"b","project_id":"p","title":"North Light","content":"North Light burnt down. A keeper built it again."}`)
	if got := l.find("who founded the Harbour Museum").Confidence; got.Answer != outline.Likely {
		t.Errorf("the answer is %s (%.2f: %v), want LIKELY", got.Answer, got.Value, got.Reasons)
	}
}

// TestPagesAreTopics asks for a section of a page in words that no heading has:
// the page is a topic if the question is about it, not if it names it in
// passing.
func TestPagesAreTopics(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"document","id":"HL-12","project_id":"p","title":"Harbour light",`+
		`"content":"# Harbour light\n\n## Lamp\n\nIt burns gas at night.\n\n## Keepers\n\nTwo families live `+
		`there.\n\n## Storms\n\nThe sea broke a door."}
{"kind":"document","id":"HL-13","project_id":"p","title":"Pilot house",`+
		`"content":"# Pilot house\n\n## Boats\n\nThree boats wait.\n\n## Crew\n\nNine pilots work here.\n\n## Fees\n\nShips pay by length."}`)
	for question, want := range map[string]string{
		"who sleeps in HL-12":            "Harbour light",
		"is the harbour light dangerous": "Harbour light",
		"three boats wait for ships that pay by length, nine pilots work, families live where the sea broke a door, and gas " +
			"burns at night under the harbour light": "",
	} {
		if got := labels(l.find(question)); got != want {
			t.Errorf("%q is about %q, want %q", question, got, want)
		}
	}
}

// TestPeersAreTopics checks that a question which compares a plan with a long
// name and one with a short name has both topics.
func TestPeersAreTopics(t *testing.T) {
	var others strings.Builder
	for i, name := range []string{"house", "boats", "crew", "fees", "school"} {
		fmt.Fprintf(&others, "\n"+`{"kind":"plan","id":"p%d","project_id":"p","name":"Pilot %s"}`+"\n"+
			`{"kind":"plan","id":"l%d","project_id":"p","name":"Lights of %s"}`, i, name, i, name)
	}
	l := openWith(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"plan","id":"a","project_id":"p","name":"Storm drainage of eastern quays below customs houses"}
{"kind":"task","id":"at","project_id":"p","title":"Dig the trench"}
{"kind":"edge","rel":"has_task","src_id":"a","dst_id":"at"}
{"kind":"plan","id":"b","project_id":"p","name":"Pilot lights"}
{"kind":"task","id":"bt","project_id":"p","title":"Hang the lamps"}
{"kind":"edge","rel":"has_task","src_id":"b","dst_id":"bt"}`+others.String())
	o := l.find("compare storm drainage of eastern quays below customs houses with pilot lights")
	if got := labels(o); !strings.Contains(got, "Pilot lights") || !strings.Contains(got, "Storm drainage") {
		t.Errorf("the topics are %q, want both plans", got)
	}
}

// TestFactsBeforeTheEndOfSections checks that a text has the facts of a topic
// if a section is longer than the budget of 500 tokens.
func TestFactsBeforeTheEndOfSections(t *testing.T) {
	var section strings.Builder
	for i := range 60 {
		fmt.Fprintf(&section, "Sluice number %d is closed by hand before the tide turns. ", i)
	}
	var others strings.Builder
	for i, name := range []string{"Locks", "Slipway", "Ferry", "Crane", "Market"} {
		fmt.Fprintf(&others, "\n"+`{"kind":"document","id":"o%d","project_id":"p","title":"%s",`+
			`"content":"# %s\n\n## Closing\n\nThe %s shuts at night."}`, i, name, name, name)
	}
	l := openWith(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"plan","id":"a","project_id":"p","name":"Tide gates"}
{"kind":"task","id":"t","project_id":"p","title":"Grease the hinges"}
{"kind":"edge","rel":"has_task","src_id":"a","dst_id":"t"}
{"kind":"document","id":"d","project_id":"p","title":"Tide gates",`+
		`"content":"# Tide gates\n\n## Paint\n\nRed lead keeps rust away.\n\n## Keys\n\nThe foreman has two of them.\n\n## Closing\n\n`+
		section.String()+`"}
{"kind":"edge","rel":"references","src_id":"a","dst_id":"d"}`+others.String())
	question := "closing of the tide gates"
	plan := l.Plan(t, question, l.find(question))
	if first := text(plan.First(40)); !strings.Contains(first, "Grease the hinges") || !strings.Contains(first, "Sluice number 10") ||
		strings.Contains(first, "Sluice number 50") {
		t.Errorf("the first lines are\n%s\nwant the beginning of the section and the task", first)
	}
	if all := text(plan.First(len(plan.Lines))); !strings.Contains(all, "Sluice number 59") {
		t.Errorf("all lines are\n%s\nwant the whole section", all)
	}
}

// TestConfidenceInTexts asks with a text that is about one proposal and has
// words of others.
func TestConfidenceInTexts(t *testing.T) {
	text := "The certificate took the laboratory half of March. Two gateways read warm, a thin flow ran at dawn, and the tank was " +
		"empty after fourteen hours. Installers asked for a percentage, growers for a list. The invoice named neither; a rule met in May was " +
		"unmet in June, when every season closed."
	if got := open(t).find(text).Confidence; got.Answer == outline.Unlikely {
		t.Errorf("the answer is %s (%.2f: %v), want another", got.Answer, got.Value, got.Reasons)
	}
}

// hasParts reports whether a line has the name and the facts of an earlier one: an id and
// other facts may be between them.
func hasParts(line, earlier string) bool {
	name, facts, _ := strings.Cut(strings.TrimSuffix(earlier, ")"), " (")
	return strings.Contains(line, name) && strings.Contains(line, facts)
}

// TestPlansAreMonotone checks that a text with more lines has all of a text
// with fewer.
func TestPlansAreMonotone(t *testing.T) {
	l := open(t)
	for _, question := range []string{"risks of HIP-104", "compare HIP-104 and HIP-131", "what is ines-okonkwo working on",
		"gateways start too slowly"} {
		o := l.find(question)
		plan := l.Plan(t, question, o)
		var before []string
		for n := range len(plan.Lines) + 1 {
			now := strings.Split(text(plan.First(n)), "\n")
			for _, line := range before {
				part := strings.TrimSpace(line)
				if !slices.ContainsFunc(now, func(l string) bool { return hasParts(l, part) }) {
					t.Fatalf("%q: line %q of %d lines is missing from %d", question, line, n-1, n)
				}
			}
			before = now
		}
	}
}

func TestPlanOrder(t *testing.T) {
	l := open(t)
	question := "risks of HIP-104"
	plan := l.Plan(t, question, l.find(question))
	first := text(plan.First(3))
	if !strings.Contains(first, "### Risks (3)") || strings.Contains(first, "### Goals") {
		t.Errorf("the first lines are\n%s\nwant the risks that the question asks for", first)
	}
	all := text(plan.First(len(plan.Lines)))
	for _, want := range []string{"A retuned valve starves its neighbours", "### Goals (1)", "Bring HIP-104 to beta in 2.8", "### › Design",
		"HIP-131"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing from\n%s", want, all)
		}
	}
	for _, line := range plan.Lines {
		if q := line.Quote; q != nil && (q.Start >= q.End || q.Field == "") {
			t.Errorf("the quote %+v is no place in a text", q)
		}
	}
}

// TestWordsThatAskAreNotMissing checks that unknown words which only ask do not
// lower the confidence.
func TestWordsThatAskAreNotMissing(t *testing.T) {
	o := open(t).find("what happened, is there really enough time to retune valves")
	for _, reason := range o.Confidence.Reasons {
		for _, word := range []string{"happened", "really", "enough"} {
			if strings.Contains(reason, `"`+word+`"`) {
				t.Errorf("the reason is %q, want none about words that ask", reason)
			}
		}
	}
}

// TestTopicsBehindComeLast asks in words that name nothing: all lines of the
// likeliest topics precede those of topics behind them, except the beginnings.
func TestTopicsBehindComeLast(t *testing.T) {
	l := open(t)
	behind := 0
	for _, question := range []string{
		"what if a valve is retuned while the field is watered", "how does a field survive a cold night",
		"why do gateways start one after the other", "which sensors come back while a field stops", "who merges the schedules of a season",
	} {
		o := l.find(question)
		plan, last, first := l.Plan(t, question, o), -1, -1
		for i, line := range plan.Lines {
			switch isNearest := line.Topic >= len(o.Topics); {
			case isNearest:
			case !o.Topics[line.Topic].Behind:
				last = i
			case line.Section >= 0 && first < 0:
				first = i
			}
		}
		if first >= 0 {
			behind++
			if first < last {
				t.Errorf("%q: line %d of a topic that is behind comes before line %d of another", question, first, last)
			}
		}
	}
	if behind == 0 {
		t.Error("no question has a topic that is behind")
	}
}

// TestPartComesFirst checks that a risk that the question nearly names precedes
// its plan.
func TestPartComesFirst(t *testing.T) {
	l := open(t)
	question := "what piles up on dry days"
	plan := l.Plan(t, question, l.find(question))
	first := text(plan.First(1))
	if !strings.Contains(first, "Deferred retunings pile up on dry days") || !strings.Contains(first, "HIP-104") {
		t.Errorf("the first line is\n%s\nwant the risk of HIP-104", first)
	}
	if all := text(plan.First(len(plan.Lines))); strings.Count(all, "- Deferred retunings pile up on dry days") != 1 {
		t.Errorf("the risk is not rendered once in\n%s", all)
	}
}

func TestAboutEntities(t *testing.T) {
	l := open(t)
	id := graph.ID("hip-104")
	reader := l.Set.Corpus().Open()
	o := outline.About(reader, l.Set.Graphs(), "how is the flow measured", []string{id, graph.ID("nothing")}, now, nil, outline.Defaults())
	reader.Close()
	if got := labels(o); got != "HIP-104" {
		t.Fatalf("the topics are %s, want HIP-104", got)
	}
	joined := o.Join(l.find("risks of HIP-104 and HIP-88"))
	if got := labels(joined); got != "HIP-104 HIP-88" {
		t.Errorf("joined topics are %s, want HIP-104 HIP-88", got)
	}
}

func TestKinds(t *testing.T) {
	l := open(t)
	reader := l.Set.Corpus().Open()
	defer reader.Close()
	keep := func(k graph.Kind) bool { return k == graph.KindPlan || k == graph.KindRisk }
	o := outline.Find(reader, l.Set.Graphs(), "HIP-104", now, keep, outline.Defaults())
	for _, topic := range o.Topics {
		for _, group := range topic.Groups {
			if !keep(group.Kind) {
				t.Errorf("the topic has %s, want plans and risks alone", group.Kind)
			}
		}
		if len(topic.Passages) > 0 {
			t.Error("the topic has passages of documents, want none")
		}
	}
}

func TestConfidencesOfHits(t *testing.T) {
	l := open(t)
	reader := l.Set.Corpus().Open()
	defer reader.Close()
	ids := []string{graph.ID("hip-104"), graph.ID("hip-88"), graph.ID("nothing")}
	for query, want := range map[string][2]outline.Answerability{ // for the first two ids
		"HIP-104":               {outline.Likely, outline.Unlikely},
		"frost guard":           {outline.Unlikely, outline.Likely},
		"banana bread recipe":   {outline.Unlikely, outline.Unlikely},
		"HIP-9999 frost guards": {outline.Unlikely, outline.Unlikely},
	} {
		got := outline.Confidences(reader, query, ids, outline.Defaults())
		for i, answer := range want {
			if outline.ClassOf(got[i]) != answer {
				t.Errorf("%q: hit %d has the confidence %.2f, want %s", query, i, got[i], answer)
			}
		}
		if got[2] != 0 {
			t.Errorf("%q: an unknown entity has the confidence %.2f, want 0", query, got[2])
		}
	}
}
