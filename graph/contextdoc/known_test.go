package contextdoc_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
)

// TestKnown repeats a request with the digests of its document as known.
func TestKnown(t *testing.T) {
	store := storetest.OpenFile(t, t.TempDir()+"/demo.db")
	store.Load(t, storetest.DemoGraph(t, "../.."))
	writer := newWriter(store)
	input := contextdoc.Input{Start: contextdoc.Start{Topic: new("what blocks the app-store submission?")}, MaxTokens: new(1500)}
	first := document(t, writer, input)
	included := first.Nodes[0].Entity.Self()
	for name, known := range map[string][]string{
		"digest": {first.Digest}, "known digest": {first.KnownDigest}, "handle": {first.Handle()},
		"both, and one of another form": {first.Digest, first.KnownDigest, "k1!"},
	} {
		input.Known = known
		again := document(t, writer, input)
		if again.Tokens > 600 || !strings.Contains(again.Text, " known entities omitted") {
			t.Errorf("%s: %d tokens after %d\n%s", name, again.Tokens, first.Tokens, again.Text)
		}
		for _, line := range strings.Split(again.Text, "\n") {
			answers := strings.Contains(line, " — ") // the edges that the question asks for
			if strings.HasPrefix(line, "- ") && !answers && strings.Contains(first.Text, line+"\n") {
				t.Errorf("%s: repeats %q", name, line)
			}
		}
	}

	changed := *store.Entity(t, "shoplane/task/entitlement").(*graph.Task)
	changed.Title = "Tap-to-phone entitlement, again"
	store.Put(t, graph.Batch{Entities: []graph.Entity{&changed}})
	for _, known := range []string{first.KnownDigest, first.Handle()} {
		input.Known = []string{known}
		if again := document(t, writer, input); !strings.Contains(again.Text, changed.Title) {
			t.Errorf("what changed since is left out:\n%s", again.Text)
		}
	}

	input.Known = []string{included.ID[:8], "0badbeef", graph.ID("nothing"), "d1old", ""}
	again := document(t, writer, input)
	if len(again.Warnings) != 3 ||
		!slices.ContainsFunc(again.Warnings, func(w contextdoc.Warning) bool { return strings.Contains(w.Message, "2 of 5") }) {
		t.Errorf("warnings %v", again.Warnings)
	}
}

// TestNothingIsLost checks that a document that leaves out what an earlier one
// has is within its budget, hardly longer than it would be alone, because other
// lines fit, and that both together have the entities that it would have alone.
func TestNothingIsLost(t *testing.T) {
	l := libraryOf(t, demoLibrary)
	questions := []string{"what blocks the launch", "offline payments", "risks of the acquirer integration", "who owns the refunds",
		"crash replay", "app-store submission"}
	rapid.Check(t, func(r *rapid.T) {
		ask := func(known ...string) *contextdoc.Document {
			return document(t, l.writer, contextdoc.Input{
				Start:     contextdoc.Start{Topic: new(rapid.SampledFrom(questions).Draw(r, "question"))},
				MaxTokens: new(rapid.IntRange(200, 6000).Draw(r, "tokens")), Known: known,
			})
		}
		earlier := ask()
		in := contextdoc.Input{Start: contextdoc.Start{Topic: new(rapid.SampledFrom(questions).Draw(r, "question"))},
			MaxTokens: new(rapid.IntRange(200, 6000).Draw(r, "tokens"))}
		alone := document(t, l.writer, in)
		in.Known = []string{rapid.SampledFrom([]string{earlier.KnownDigest, earlier.Handle()}).Draw(r, "known")}
		got := document(t, l.writer, in)
		if got.Tokens > got.MaxTokens || got.Tokens > alone.Tokens+50 {
			r.Errorf("%d of %d tokens, %d without", got.Tokens, got.MaxTokens, alone.Tokens)
		}
		has := map[string]contextdoc.Form{}
		for _, node := range slices.Concat(earlier.Nodes, got.Nodes) {
			has[node.Entity.Self().ID] = node.Form
		}
		for _, node := range alone.Nodes {
			if e := node.Entity.Self(); has[e.ID] == "" {
				r.Errorf("%s %q is in neither document:\n%s\n---\n%s", e.Kind, e.Label, earlier.Text, got.Text)
			}
		}
	})
}

// FuzzKnown passes any text as known.
func FuzzKnown(f *testing.F) {
	f.Add("k1")
	f.Add("k1EcuYBe6PsgMOxcoCgNyuBR7hMM6mggF4gZsCnpOaCpqH8gfYyCyKroAIgMbPAXaxHGMQDsQRuQUO1AXSAQ5imQUOQKwWDjilBw44jw")
	f.Add("d2AAAA")
	f.Add("k012345678")
	f.Fuzz(func(t *testing.T, known string) {
		l := libraryOf(t, demoLibrary)
		in := contextdoc.Input{Start: contextdoc.Start{Topic: new("offline queue")}, MaxTokens: new(300), Known: []string{known}}
		if d := document(t, l.writer, in); d.Tokens > 300 || !utf8.ValidString(d.Text) {
			t.Errorf("%d tokens: %s", d.Tokens, d.Text)
		}
	})
}
