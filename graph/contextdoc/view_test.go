package contextdoc_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/outline"
	"dossier/graph/view"
)

// viewQuestions are a question for each view, by its name.
var viewQuestions = map[string]string{
	"brief":    "Give me an overview of the oral history archive",
	"next":     "What should Priya do next?",
	"risks":    "What endangers the winter calibration?",
	"blocking": "What is holding up the public listening portal?",
	"track":    "Will the harbour loop be complete by the end of the month?",
	"changed":  "What happened in the archive since the start of October?",
	"finished": "What was completed in the payments app in October?",
	"why":      "Why did we choose one fee without a monthly charge?",
	"owner":    "Who is in charge of the penetration test and how far is it?",
	"meeting":  "I have a meeting with Marek about the batteries",
	"slip":     "What happens if the heater retrofit is late?",
	"unclear":  "What is still undecided about the stations on lamp posts?",
	"compare":  "Compare tape transfer with transcription",
	"handover": "I'm covering for Aisha, what does she have in hand?",
}

// viewing returns a writer over the demo graph that has the built-in views.
func viewing(t testing.TB) *asked {
	a := demo(t)
	a.Views = view.BuiltIn
	return a
}

// TestViews compares the document of each view with testdata/views. A view without a
// question, or a question that its view does not answer, fails.
func TestViews(t *testing.T) {
	a := viewing(t)
	for _, v := range view.BuiltIn() {
		question := viewQuestions[v.Name]
		if question == "" {
			t.Errorf("view %s has no question in viewQuestions", v.Name)
			continue
		}
		d, err := a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &question}, MaxTokens: new(1200)})
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

// TestViewsAreMonotone checks that a larger budget has the entities of a smaller one and
// as much of their texts, that no document exceeds its budget, and that the same
// question has the same text.
func TestViewsAreMonotone(t *testing.T) {
	a := viewing(t)
	var questions []string
	for _, question := range viewQuestions {
		questions = append(questions, question)
	}
	slices.Sort(questions)
	write := func(r *rapid.T, question string, budget int, format contextdoc.Format) *contextdoc.Document {
		d, err := a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &question}, MaxTokens: &budget, Format: &format})
		if err != nil {
			r.Fatal(err)
		}
		if d.Tokens > budget {
			r.Fatalf("%q: %d tokens of %d", question, d.Tokens, budget)
		}
		return d
	}
	rapid.Check(t, func(r *rapid.T) {
		question := rapid.SampledFrom(questions).Draw(r, "question")
		format := rapid.SampledFrom([]contextdoc.Format{contextdoc.FormatMarkdown, contextdoc.FormatJSON}).Draw(r, "format")
		small := rapid.IntRange(100, 3000).Draw(r, "budget")
		less := write(r, question, small, format)
		more := write(r, question, small+rapid.IntRange(0, 2000).Draw(r, "more"), format)
		if again := write(r, question, small, format); again.Text != less.Text {
			r.Fatalf("%q has two texts:\n%s\n---\n%s", question, less.Text, again.Text)
		}
		has := map[string]int{}
		for _, node := range more.Nodes {
			has[node.Entity.Self().ID] = node.Tokens
		}
		for _, node := range less.Nodes {
			if tokens, known := has[node.Entity.Self().ID]; !known || tokens < node.Tokens {
				r.Fatalf("%q: %s has %d tokens of %d, and %d of more", question, node.Entity.Self().Label, node.Tokens, small, tokens)
			}
		}
	})
}

// TestGuessedViews checks that a document is only partly an answer if the question has no
// phrase for its view.
func TestGuessedViews(t *testing.T) {
	a := viewing(t)
	for question, want := range map[string]outline.Answerability{
		"how do things stand with the tape transfer": outline.Partly,
		"brief me on the tape transfer":              outline.Likely,
	} {
		d, err := a.Write(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &question}})
		if err != nil || d.Answerability != want || d.ReadAs == nil || d.ReadAs.Text != "view brief of Tape transfer" {
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
		{"compare", contextdoc.Start{FocusID: &transfer}, "the view compare has nothing about this; expected the name of two of plan", ""},
		{"handover", contextdoc.Start{ProjectID: &archive}, "the view handover has nothing about this; expected the name of one of person", ""},
		{"why", contextdoc.Start{Global: new(true)}, "the view why has nothing about this", ""},
		{"nxt", contextdoc.Start{ProjectID: &archive}, `unknown view "nxt"; expected one of brief, next`, ""},
		{"next", contextdoc.Start{Topics: []string{"fog", "salt"}}, "applies to one topic", ""},
	} {
		d, err := a.Write(a.ctx, contextdoc.Input{Start: test.start, View: &test.view, MaxTokens: new(900)})
		switch {
		case err != nil && (test.read != "" || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s of %+v: got the error %v, want %s", test.view, test.start, err, test.want)
		case err == nil && (test.read == "" || !strings.HasPrefix(d.Text, test.want) || d.ReadAs == nil || !strings.HasPrefix(d.ReadAs.Text, test.read)):
			t.Errorf("%s of %+v: got %+v and %.100s, want %s and %s", test.view, test.start, d.ReadAs, d.Text, test.read, test.want)
		}
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
			in := contextdoc.Input{View: &v, Start: contextdoc.Start{FocusID: new(rapid.SampledFrom(l.entities).Draw(r, "entity").Self().ID)}, Now: new(storetest.Now())}
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
