package contextdoc_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/outline"
	"dossier/graph/view"
)

// viewing returns a writer over the demo graph that has the built-in views.
func viewing(t testing.TB) *asked {
	a := demo(t)
	a.Views = view.BuiltIn
	return a
}

// exampleOf returns a start that asks for a view: its example or, of a view that only its
// name asks for, the payments app.
func exampleOf(v *view.View) contextdoc.Input {
	if v.Example == nil {
		return contextdoc.Input{Start: contextdoc.Start{Topic: new("the payments app")}, View: &v.Name}
	}
	return contextdoc.Input{Start: contextdoc.Start{Topic: v.Example}}
}

// TestViews compares the document of the example of each view with testdata/views. An
// example that its view does not answer fails.
func TestViews(t *testing.T) {
	a := viewing(t)
	for _, v := range view.BuiltIn() {
		in := exampleOf(&v)
		in.MaxTokens = new(1200)
		question := *in.Start.Topic
		d, err := a.Write(a.ctx, in)
		if err != nil {
			t.Fatalf("%s: %v", question, err)
		}
		if !strings.HasPrefix(d.Text, "# "+v.Title+": ") {
			t.Errorf("%s: the document is not that of view %s:\n%.200s", question, v.Name, d.Text)
		}
		path := filepath.Join("testdata", "views", v.Name+".md")
		if *update {
			if err := os.WriteFile(path, []byte(d.Text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != d.Text {
			t.Errorf("%s: the document differs from %s; go test ./graph/contextdoc -run TestViews -update writes it:\n%s", question, path, d.Text)
		}
	}
}

// A viewed is a request for a view, with the writer that answers it.
type viewed struct {
	*asked
	contextdoc.Input
}

func (v viewed) String() string {
	if topic := v.Start.Topic; topic != nil {
		return *topic
	}
	return *v.View + " of " + *v.Start.ProjectID
}

// viewsOfMakes returns requests for each view: its example in the demo, and all that a
// project can have of graphs of other makes, which are a hospital's move, the export of a
// tracker, notes and an empty project.
func viewsOfMakes(t *testing.T) (all []viewed) {
	a := viewing(t)
	for _, v := range view.BuiltIn() {
		all = append(all, viewed{a, exampleOf(&v)})
	}
	for project, lines := range map[string]string{
		"hospital": graphtest.Must(readText("../../testdata/hospital.ndjson"))(t),
		"kelp":     graphtest.Must(readText("../../bench/testdata/lists/kelp.ndjson"))(t),
		"notes":    sparse, "empty": sparse,
	} {
		store := storetest.Open(t)
		store.Load(t, lines)
		b := &asked{newWriter(store), store, storetest.Context()}
		b.Views = view.BuiltIn
		count := len(all)
		for _, v := range view.BuiltIn() {
			in := contextdoc.Input{Start: contextdoc.Start{ProjectID: new(graph.ID(project))}, View: &v.Name, Now: new(storetest.Now())}
			if _, err := b.Write(b.ctx, in); err == nil { // others are of one entity
				all = append(all, viewed{b, in})
			}
		}
		if len(all) < count+5 {
			t.Errorf("%s has %d views", project, len(all)-count)
		}
	}
	slices.SortFunc(all, func(a, b viewed) int { return strings.Compare(a.String(), b.String()) }) // so that a seed draws the same
	return all
}

func readText(path string) (string, error) {
	text, err := os.ReadFile(path)
	return string(text), err
}

// TestViewsAreMonotone checks that a larger budget has the entities of a smaller one and
// as much of their texts, that no document exceeds its budget, and that the same
// question has the same text.
func TestViewsAreMonotone(t *testing.T) {
	requests := viewsOfMakes(t)
	write := func(r *rapid.T, of viewed, budget int, format contextdoc.Format) *contextdoc.Document {
		of.MaxTokens, of.Format = &budget, &format
		d, err := of.Write(of.ctx, of.Input)
		if err != nil {
			r.Fatal(err)
		}
		if d.Tokens > budget {
			r.Fatalf("%s: %d tokens of %d", of, d.Tokens, budget)
		}
		return d
	}
	rapid.Check(t, func(r *rapid.T) {
		of := rapid.SampledFrom(requests).Draw(r, "request")
		format := rapid.SampledFrom([]contextdoc.Format{contextdoc.FormatMarkdown, contextdoc.FormatJSON}).Draw(r, "format")
		small := rapid.IntRange(100, 3000).Draw(r, "budget")
		less := write(r, of, small, format)
		more := write(r, of, small+rapid.IntRange(0, 2000).Draw(r, "more"), format)
		if again := write(r, of, small, format); again.Text != less.Text {
			r.Fatalf("%s has two texts:\n%s\n---\n%s", of, less.Text, again.Text)
		}
		has := map[string]int{}
		for _, node := range more.Nodes {
			has[node.Entity.Self().ID] = node.Tokens
		}
		for _, node := range less.Nodes {
			if tokens, known := has[node.Entity.Self().ID]; !known || tokens < node.Tokens {
				r.Fatalf("%s: %s has %d tokens of %d, and %d of more", of, node.Entity.Self().Label, node.Tokens, small, tokens)
			}
		}
	})
}

// TestUnsureViews checks that a document is only partly an answer if the question has no
// phrase for its view, or makes remarks, which may be what is asked.
func TestUnsureViews(t *testing.T) {
	a := viewing(t)
	for question, want := range map[string]struct {
		judged outline.Answerability
		readAs string
	}{
		"how do things stand with the tape transfer":                    {outline.Partly, "view brief of Tape transfer"},
		"brief me on the tape transfer":                                 {outline.Likely, "view brief of Tape transfer"},
		"what happened with the tape transfer lately":                   {outline.Likely, "view changed of Tape transfer"},
		"what happened with the tape transfer lately, dunno who moaned": {outline.Partly, "view changed of Tape transfer"},
	} {
		d, err := a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &question}})
		if err != nil || d.Answerability != want.judged || d.ReadAs == nil || d.ReadAs.Text != want.readAs {
			t.Errorf("%s: %v, %+v, %v; want %v", question, d.Answerability, d.ReadAs, err, want)
		}
	}
}

// TestNamedViewOfNothing checks that a document is only partly an answer if the words of the
// topic name nothing.
func TestNamedViewOfNothing(t *testing.T) {
	a := viewing(t)
	for topic, want := range map[string]outline.Answerability{"zzzz nothing": outline.Partly, "tape transfer": outline.Likely} {
		d, err := a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &topic}, View: new("next")})
		if err != nil || d.Answerability != want {
			t.Errorf("%s: %+v, %v; want %v", topic, d, err, want)
		}
	}
}

// TestNamedViews checks the view that a request names: what it is about, and what it
// refuses.
func TestNamedViews(t *testing.T) {
	a := viewing(t)
	archive, transfer := graph.ID("voices"), graph.ID("voices/plan/transfer")
	for _, test := range []struct {
		view  string
		start contextdoc.Start
		want  string // how the document begins, or the error
		read  string
	}{
		{"next", contextdoc.Start{ProjectID: &archive}, "# Next: Voices", "view next of Voices"},
		{"next", contextdoc.Start{Topic: new("Priya")}, "# Next: Priya Raman", "view next of Priya Raman"},
		{"risks", contextdoc.Start{Topic: new("what should I work on in the tape transfer")}, "# Risks: ", "view risks of Tape transfer"},
		{"brief", contextdoc.Start{FocusID: &transfer}, "# Brief: Tape transfer", "view brief of Tape transfer"},
		{"brief", contextdoc.Start{IDs: []string{transfer}}, "# Brief: Tape transfer", "view brief of Tape transfer"},
		{"changed", contextdoc.Start{Topic: new("the archive since the start of October")}, "# What changed: ", "view changed of "},
		{"track", contextdoc.Start{Global: new(true)}, "# Schedule: ", "view track of "},
		{"compare", contextdoc.Start{Topic: new("tape transfer with consent review")}, "# Compared: ", "view compare of "},
		{"compare", contextdoc.Start{FocusID: &transfer}, "the view compare needs to know what it is about: two of plan, goal", ""},
		{"handover", contextdoc.Start{ProjectID: &archive},
			"the view handover needs to know what it is about: one of person, record; expected a name in the question or topic, or an id", ""},
		{"why", contextdoc.Start{Global: new(true)}, "the view why needs to know what it is about: one of decision", ""},
		{"brief", contextdoc.Start{ProjectID: &archive}, "# Brief: Voices", "view brief of Voices"},
		{"nxt", contextdoc.Start{ProjectID: &archive}, `unknown view "nxt"; expected one of `, ""},
		{"next", contextdoc.Start{Topics: []string{"fog", "salt"}}, "applies to one topic", ""},
	} {
		d, err := a.Write(a.ctx, contextdoc.Input{Start: test.start, View: &test.view, MaxTokens: new(900)})
		switch {
		case err != nil && (test.read != "" || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s of %+v: got the error %v, want %s", test.view, test.start, err, test.want)
		case err == nil && (test.read == "" || !strings.HasPrefix(d.Text, test.want) || d.ReadAs == nil ||
			!strings.HasPrefix(d.ReadAs.Text, test.read)):
			t.Errorf("%s of %+v: got %+v and %.100s, want %s and %s", test.view, test.start, d.ReadAs, d.Text, test.read, test.want)
		}
	}
}

// TestPeriodsOfChanges checks that the reading names the days that the title has: changes
// are in the past, and a period that has just ended goes on until today, unless it is a month.
func TestPeriodsOfChanges(t *testing.T) {
	a := viewing(t)
	for question, want := range map[string][2]string{
		"what changed in the archive in December?":               {"1 December 2025 to 31 December 2025", "2025-12-01 to 2025-12-31"},
		"what changed in the archive in November?":               {"1 November 2026 to 30 November 2026", "2026-11-01 to 2026-11-30"},
		"what happened in the archive since Monday?":             {"16 November 2026 to 18 November 2026", "2026-11-16 to 2026-11-18"},
		"What has changed in the archive in the last five days?": {"13 November 2026 to 18 November 2026", "2026-11-13 to 2026-11-18"},
	} {
		input := contextdoc.Input{Start: contextdoc.Start{Topic: &question}}
		if strings.Contains(question, "November") {
			input.Now = new(time.Date(2026, 12, 3, 12, 0, 0, 0, time.UTC))
		}
		d, err := a.Write(a.ctx, input)
		if err != nil {
			t.Fatal(err)
		}
		if title, _, _ := strings.Cut(d.Text, "\n"); !strings.HasSuffix(title, want[0]) || !strings.HasSuffix(d.ReadAs.Text, want[1]) {
			t.Errorf("%s: the title is %q, read as %q; want %q", question, title, d.ReadAs.Text, want)
		}
	}
}

// TestListsBeforeViews checks that a question that is mostly a list is one, if the view for
// which it has words would need a subject.
func TestListsBeforeViews(t *testing.T) {
	a := viewing(t)
	for question, want := range map[string]string{
		"what is in progress and who is on it": "all where state=in_progress",
	} {
		d, err := a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &question}})
		if err != nil || d.ReadAs == nil || d.ReadAs.Text != want {
			t.Errorf("%s: read as %+v, %v; want %s", question, d.ReadAs, err, want)
		}
	}
}

// TestViewsWithoutSubjects checks the answer to questions that ask for a view and do not
// say what it is about: what is lacking, how to give it, and what there is.
func TestViewsWithoutSubjects(t *testing.T) {
	a := viewing(t)
	for question, want := range map[string][]string{
		"I have a meeting tomorrow": {"# For the meeting\n", "The view meeting needs to know what it is about: one of person, record",
			"as in \"I have a meeting with Marek"},
		"who owns it and how is it going?": {"The view owner needs to know what it is about"},
		"Compare the two":                  {"# Compared\n", "two of plan, goal", "here, for example: "},
	} {
		for _, project := range []*string{nil, new(graph.ID("airnet"))} {
			d, err := a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &question}, ProjectID: project})
			if err != nil || d.Answerability != outline.Unlikely || len(d.Reasons) != 1 {
				t.Errorf("%s: %+v, %v", question, d, err)
				continue
			}
			for _, part := range want {
				if !strings.Contains(d.Text, part) {
					t.Errorf("%s: the document lacks %q:\n%s", question, part, d.Text)
				}
			}
		}
	}
}

// TestViewsSayWhatTheyOmit checks that each entity which a larger document has is in a
// smaller one, or among those that it omits, and that paths lead to what is not a subject.
func TestViewsSayWhatTheyOmit(t *testing.T) {
	a := viewing(t)
	for _, v := range view.BuiltIn() {
		in := exampleOf(&v)
		in.MaxTokens = new(700)
		small := graphtest.Must(a.Write(a.ctx, in))(t)
		in.MaxTokens = new(4000)
		large := graphtest.Must(a.Write(a.ctx, in))(t)
		count := func(d *contextdoc.Document, kind graph.Kind) (shown, omitted int) {
			for _, node := range d.Nodes {
				if node.Entity.Self().Kind == kind {
					shown++
				}
			}
			for _, one := range d.Omitted {
				if one.Kind == kind {
					omitted = one.Count
				}
			}
			return shown, omitted
		}
		for _, spec := range graph.Kinds {
			if spec.Kind == graph.KindProject {
				continue
			}
			less, left := count(small, spec.Kind)
			more, still := count(large, spec.Kind)
			if less+left != more+still {
				t.Errorf("%s: %d and %d omitted of kind %s in 700 tokens, %d and %d in 4,000", v.Name, less, left, spec.Kind, more, still)
			}
		}
		if len(small.Omitted) > 0 && len(small.OmittedBest) == 0 {
			t.Errorf("%s: none of the omitted is named", v.Name)
		}
		isEdge := func(n contextdoc.Node) bool { return n.Why == contextdoc.WhyEdge }
		if !slices.ContainsFunc(large.Nodes, isEdge) {
			t.Errorf("%s: no node has a path", v.Name)
		}
		for _, node := range large.Nodes {
			if len(node.Path) != node.Distance || isEdge(node) != (node.Distance > 0) && node.Why != contextdoc.WhySubject {
				t.Errorf("%s: %s is %s, at %d with %d edges", v.Name, node.Entity.Self().Label, node.Why, node.Distance, len(node.Path))
			}
		}
	}
}

// TestKindsOfViews checks that the lists of a view have the kinds of the request.
func TestKindsOfViews(t *testing.T) {
	a := viewing(t)
	d := graphtest.Must(a.Write(a.ctx, contextdoc.Input{
		Start: contextdoc.Start{ProjectID: &shoplane}, View: new("brief"), Kinds: []graph.Kind{graph.KindRisk},
	}))(t)
	for _, node := range d.Nodes {
		if kind := node.Entity.Self().Kind; kind != graph.KindRisk && kind != graph.KindProject && kind != graph.KindDocument {
			t.Errorf("a %s is in the document", kind)
		}
	}
	if len(d.Nodes) < 3 {
		t.Errorf("%d nodes", len(d.Nodes))
	}
}

// TestEveryViewOfEveryProject draws a view of a project or an entity of the demo and of a
// graph with hostile texts: no document exceeds its budget, a larger one has the entities
// of a smaller one, and the same request has the same text.
func TestEveryViewOfEveryProject(t *testing.T) {
	for name, open := range map[string]func() (*library, error){"demo": demoLibrary, "hostile": hostileLibrary} {
		l := libraryOf(t, open)
		l.writer.Views = view.BuiltIn
		write := func(in contextdoc.Input, budget int) (*contextdoc.Document, error) {
			in.MaxTokens = &budget
			return l.writer.Write(storetest.Context(), in)
		}
		rapid.Check(t, func(r *rapid.T) {
			v := rapid.SampledFrom(view.BuiltIn()).Draw(r, "view").Name
			in := contextdoc.Input{View: &v, Start: contextdoc.Start{FocusID: new(rapid.SampledFrom(l.entities).Draw(r, "entity").Self().ID)},
				Now: new(storetest.Now())}
			if rapid.Bool().Draw(r, "whole") {
				in.Start = contextdoc.Start{ProjectID: new(rapid.SampledFrom(l.projects).Draw(r, "project"))}
			}
			budget := rapid.IntRange(100, 3000).Draw(r, "budget")
			less, err := write(in, budget)
			if err != nil {
				return // nothing of the view is about it
			}
			more, err := write(in, budget+rapid.IntRange(0, 2000).Draw(r, "more"))
			again, failed := write(in, budget)
			if err != nil || failed != nil || again.Text != less.Text || less.Tokens > budget {
				r.Fatalf("%s, view %s: %v, %v, %d tokens of %d, the same text: %v", name, v, err, failed, less.Tokens, budget, again.Text == less.Text)
			}
			for _, node := range less.Nodes {
				if !slices.ContainsFunc(more.Nodes, func(n contextdoc.Node) bool { return n.Entity.Self().ID == node.Entity.Self().ID }) {
					r.Fatalf("%s, view %s: %s is in %d tokens, and not in more", name, v, node.Entity.Self().Label, budget)
				}
			}
		})
	}
}

// TestDatesInNames checks that a word that may be a date finds what is called by it, in a
// view that is about no time.
func TestDatesInNames(t *testing.T) {
	a := viewing(t)
	for question, want := range map[string]string{
		"Why did we move the launch out of Christmas and what followed from that?": "view why of Launch on 9 February, not before Christmas",
		"What if the winter calibration slips?":                                    "view slip of Winter calibration signed off",
	} {
		d := graphtest.Must(a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &question}}))(t)
		if d.ReadAs == nil || !strings.HasPrefix(d.ReadAs.Text, want) {
			t.Errorf("%s: read as %+v; expected %s", question, d.ReadAs, want)
		}
	}
}

// TestQuietProjects reads views of a project that has little, and checks that they say what
// it lacks.
func TestQuietProjects(t *testing.T) {
	a := viewing(t)
	a.store.Load(t, `{"kind":"project","id":"shed","name":"Build a shed"}
{"kind":"task","id":"shed/wood","project_id":"shed","title":"Buy wood"}
{"kind":"task","id":"shed/plan","project_id":"shed","title":"Draw a plan","state_key":"done","completed_at":"2024-03-05T10:00:00Z"}
{"kind":"edge","rel":"has_task","src_id":"shed","dst_id":"shed/wood"}
{"kind":"edge","rel":"has_task","src_id":"shed","dst_id":"shed/plan"}
`)
	project, wood := graph.ID("shed"), graph.ID("shed/wood")
	for name, want := range map[string]string{
		"next":     "no dates: what is due is unknown",
		"blocking": "Nothing open is recorded that it waits for.",
		"finished": "- Draw a plan [%s] (task, done, finished 2024-03-05)",
		"changed":  "Nothing is recorded as changed in this time.",
		"why":      "No decision about it is recorded: the reason is unknown.",
	} {
		in := contextdoc.Input{Start: contextdoc.Start{ProjectID: &project}, View: &name}
		if name == "why" {
			in.Start = contextdoc.Start{FocusID: &wood}
		}
		d := graphtest.Must(a.Write(a.ctx, in))(t)
		if before, after, _ := strings.Cut(want, "[%s]"); !strings.Contains(d.Text, before) || !strings.Contains(d.Text, after) {
			t.Errorf("%s lacks %q:\n%s", name, want, d.Text)
		}
	}
}

// TestTextsAndRecordsInViews checks that what names somebody, and what a record is dated by, is
// in views.
func TestTextsAndRecordsInViews(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, `{"kind":"project","id":"p","name":"Ward","created_at":"2020-01-01T00:00:00Z","updated_at":"2020-01-01T00:00:00Z"}
{"kind":"record_type","id":"customer","name":"Customer","fields":[]}
{"kind":"record","id":"c","project_id":"p","record_type":"customer","name":"Kaffebar Nord"}
{"kind":"record_type","id":"incident","name":"Incident","fields":[]}
{"kind":"record","id":"i","project_id":"p","record_type":"incident","name":"Fall in bay C","fields":{"occurred":"2026-11-15"}}
{"kind":"signal","id":"s","project_id":"p","channel":"call","payload":{"text":"Kaffebar Nord: the till froze twice."}}
{"kind":"insight","id":"y","project_id":"p","title":"Freezes follow long breaks"}
{"kind":"edge","rel":"derived_from","src_id":"y","dst_id":"s"}
`)
	w := newWriter(store)
	w.Views = view.BuiltIn
	for question, want := range map[string][]string{
		"Kaffebar Nord are on the phone, fuming. What do I tell them?": {"# For the meeting: Kaffebar Nord", "the till froze", "Freezes follow"},
		"what happened in the last week":                               {"# What changed: Ward", "Fall in bay C", "15 Nov: occurred"},
	} {
		d := document(t, w, contextdoc.Input{Start: contextdoc.Start{Topic: &question}})
		for _, part := range want {
			if !strings.Contains(d.Text, part) {
				t.Errorf("%s lacks %q:\n%s", question, part, d.Text)
			}
		}
	}
}

// TestNamesBesideViews checks that words which say nothing beside a view may name what it
// is about.
func TestNamesBesideViews(t *testing.T) {
	w := *libraryOf(t, appLibrary).writer
	w.Views = view.BuiltIn
	question := "why didn't we go with a free month"
	d := document(t, &w, contextdoc.Input{Start: contextdoc.Start{Topic: &question}})
	if want := "view why of Ten free receipts or a free month"; d.ReadAs == nil || d.ReadAs.Text != want {
		t.Errorf("%s: %+v, want %q", question, d.ReadAs, want)
	}
}

// TestNameOfProject checks that the name of a project means the project where somebody is
// called alike, unless the view cannot be about a project.
func TestNameOfProject(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, `{"kind":"project","id":"node","name":"Group Node"}
{"kind":"task","id":"t","project_id":"node","title":"Drain the pool","due_at":"2026-11-30T00:00:00Z"}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record","id":"n","project_id":"node","record_type":"person","name":"Node"}
{"kind":"edge","rel":"has_task","src_id":"node","dst_id":"t"}
`)
	w := newWriter(store)
	w.Views = view.BuiltIn
	for name, want := range map[string]string{"next": "view next of Group Node", "risks": "view risks of Group Node",
		"meeting": "view meeting of Node"} {
		d := document(t, w, contextdoc.Input{Start: contextdoc.Start{Topic: new("node")}, View: &name})
		if d.ReadAs == nil || d.ReadAs.Text != want {
			t.Errorf("%s: %+v, want %q", name, d.ReadAs, want)
		}
	}
}
