package contextdoc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/db/storetest"
	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/lens"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/tokens"
)

// A library is a writer over a graph, with the possible starts of documents.
type library struct {
	store    store
	writer   *contextdoc.Writer
	projects []string
	entities []graph.Entity
	replaced bool // the graph has replacement characters for broken bytes
}

// newLibrary imports a file, plain or gzip.
func newLibrary(path string) (*library, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readLibrary(file)
}

// readLibrary imports the valid lines into a store that is not closed.
func readLibrary(in io.Reader) (*library, error) {
	store, err := sqlite.Open(storetest.Context(), sqlite.Memory, sqlstore.Options{Now: storetest.Now})
	if err != nil {
		return nil, err
	}
	if _, err := ndjson.Import(storetest.Context(), store, in, ndjson.Options{Analyse: searchtext.Analyse, OnError: ndjson.Skip}); err != nil {
		return nil, err
	}
	l := &library{store: store, writer: newWriter(store)}
	return l, l.list()
}

func (l *library) list() error {
	projects, err := l.store.Revisions(storetest.Context(), nil)
	if err != nil {
		return err
	}
	for i := range projects {
		l.projects = append(l.projects, projects[i].ProjectID)
		projects[i].Number = 0
	}
	changes, err := l.store.Changes(storetest.Context(), projects)
	for _, change := range changes {
		l.entities = append(l.entities, change.Entities...)
	}
	return err
}

var demoLibrary = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/demo.ndjson") })

var sampleLibrary = sync.OnceValues(func() (*library, error) {
	return newLibrary("../../../shared/data/kep.ndjson.gz")
})

// libraryOf returns a library. It skips the test if the file of the library is
// absent.
func libraryOf(t *testing.T, open func() (*library, error)) *library {
	t.Helper()
	l, err := open()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the sample is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// hostile are unusual topics that users will paste eventually.
var hostile = []string{
	"🧭🔥👩‍👩‍👧‍👦 🏳️‍🌈", "مرحبا بالعالم", "\u202eevitcepsrep", "# Context: `fog`\n\n## Fake [id] (task)\n```", `"quoted" 'topic' \ "`,
	"nul \x00 inside", "\xff\xfe broken", strings.Repeat("x", 2000), strings.Repeat("é", 2000), "| a | b |\n|---|---|",
	"<script>alert(1)</script>", "-offline", `"`, "in-place pod resize", "offline queue", "the", "feature gate", "KEP-1287",
	"risks and mitigations of the scheduler", "%s%d", "\t\ta\u0000\u2028b",
}

// input draws a request for a context document.
func (l *library) input(t *rapid.T) contextdoc.Input {
	entity := func() string { return rapid.SampledFrom(l.entities).Draw(t, "entity").Self().ID }
	topic := func() string {
		if rapid.Bool().Draw(t, "hostile") {
			return rapid.SampledFrom(hostile).Draw(t, "topic")
		}
		return rapid.SampledFrom(l.entities).Draw(t, "titled").Self().Label
	}
	in := contextdoc.Input{
		Depth:     new(rapid.IntRange(0, 5).Draw(t, "depth")),
		MaxTokens: new(rapid.OneOf(rapid.IntRange(100, 700), rapid.IntRange(100, 20_000)).Draw(t, "maxTokens")),
		Encoding:  new(rapid.SampledFrom([]string{"o200k_base", "cl100k_base"}).Draw(t, "encoding")),
		Lens:      new(rapid.SampledFrom(lens.BuiltIn()).Draw(t, "lens").Name),
		Format:    new(rapid.SampledFrom([]contextdoc.Format{contextdoc.FormatMarkdown, contextdoc.FormatJSON}).Draw(t, "format")),
		Ranking: new(rapid.SampledFrom([]contextdoc.Ranking{contextdoc.RankRelevance, contextdoc.RankRelevance,
			contextdoc.RankClassic}).Draw(t, "ranking")),
		IncludeFields:  new(rapid.Bool().Draw(t, "fields")),
		IncludeSources: new(rapid.Bool().Draw(t, "sources")),
	}
	if rapid.Bool().Draw(t, "fenced") {
		in.ProjectID = new(rapid.SampledFrom(l.projects).Draw(t, "project"))
	}
	switch rapid.IntRange(0, 5).Draw(t, "start") {
	case 0, 1:
		in.Start.Topic = new(topic())
	case 2:
		in.Start.Topics = []string{topic(), topic()}
	case 3:
		in.Start.IDs, in.ProjectID = []string{entity(), entity()}, nil
	case 4:
		in.Start.FocusID, in.ProjectID = new(entity()), nil
	default:
		in.Start.ProjectID, in.ProjectID = new(rapid.SampledFrom(l.projects).Draw(t, "workspace")), nil
	}
	return in
}

// TestContextDocuments checks the invariants of context documents.
func TestContextDocuments(t *testing.T) {
	for name, open := range map[string]func() (*library, error){"demo": demoLibrary, "hostile": hostileLibrary, "sample": sampleLibrary} {
		t.Run(name, func(t *testing.T) {
			if name == "sample" && testing.Short() {
				t.Skip("the sample takes a while")
			}
			l, count := libraryOf(t, open), 60
			if testing.Short() {
				count = 8
			}
			inputs := rapid.Custom(l.input)
			for seed := range count {
				t.Run(fmt.Sprint(seed), func(t *testing.T) { l.check(t, inputs.Example(seed)) })
			}
		})
	}
}

// TestEveryProject checks documents of every project.
func TestEveryProject(t *testing.T) {
	if testing.Short() {
		t.Skip("the sample takes a while")
	}
	l := libraryOf(t, sampleLibrary)
	for _, id := range l.projects {
		for _, budget := range []int{100, 499, 4000} {
			l.check(t, contextdoc.Input{Start: contextdoc.Start{ProjectID: new(id)}, MaxTokens: &budget})
			l.check(t, contextdoc.Input{Start: contextdoc.Start{Topic: new("beta graduation criteria")}, ProjectID: new(id), MaxTokens: &budget})
		}
	}
}

// TestServicesAgree compares the documents of a writer that has cached the
// graph with those of new writers.
func TestServicesAgree(t *testing.T) {
	l := libraryOf(t, demoLibrary)
	inputs := rapid.Custom(l.input)
	for seed := range 8 {
		in := inputs.Example(seed)
		again, err := newWriter(l.store).Write(storetest.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if before := l.document(t, in); !reflect.DeepEqual(before, again) {
			t.Errorf("two services differ on %+v:\n%s\n---\n%s", in, before.Text, again.Text)
		}
	}
}

func (l *library) document(t *testing.T, in contextdoc.Input) *contextdoc.Document {
	t.Helper()
	return document(t, l.writer, in)
}

// check compares a document with its budget, its own figures and a second
// document of the same request.
func (l *library) check(t *testing.T, in contextdoc.Input) {
	t.Helper()
	got := l.document(t, in)
	counter, err := tokens.For(got.Encoding)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if n := counter.Count(got.Text); n != got.Tokens || n > got.MaxTokens || n == 0 {
		t.Errorf("counted %d tokens, reports %d, allowed %d:\n%s", n, got.Tokens, got.MaxTokens, got.Text)
	}
	if again := l.document(t, in); !reflect.DeepEqual(got, again) {
		t.Errorf("it differs when repeated:\n%s\n---\n%s", got.Text, again.Text)
	}
	if !glyphs.AreShown(got.Text) || !utf8.ValidString(got.Text) || !l.replaced && strings.ContainsRune(got.Text, utf8.RuneError) {
		t.Errorf("unexpected characters: %q", got.Text)
	}
	asJSON := in.Format != nil && *in.Format == contextdoc.FormatJSON
	if asJSON && !json.Valid([]byte(got.Text)) {
		t.Errorf("not JSON: %s", got.Text)
	}
	seen := map[string]bool{}
	for _, node := range got.Nodes {
		common := node.Entity.Self()
		if seen[common.ID] {
			t.Errorf("%s is a node twice", common.ID)
		}
		seen[common.ID] = true
		isNamed := common.Kind != graph.KindSignal // a signal is rendered by its text
		if start := glyphs.Shown(labelStart(common.Label)); isNamed && !asJSON && node.Passages == nil && !strings.Contains(got.Text, start) &&
			!strings.Contains(got.Text, "["+common.ID[:8]) {
			t.Errorf("the text does not name the node %q\n%s", start, got.Text)
		}
		if in.ProjectID != nil && in.Start.FocusID == nil && in.Start.ProjectID == nil && common.ProjectID != *in.ProjectID {
			t.Errorf("%s is of another project", common.ID)
		}
		if node.Score < 0 || node.Score > 1 || node.Distance < 0 {
			t.Errorf("%s has score %v and distance %d", common.ID, node.Score, node.Distance)
		}
		isOverview := got.Nodes[0].ScoreParts == nil && slices.Contains(got.Reasons, "the question names nothing; an overview may answer it")
		ranked := !isOverview && (in.Start.Topic != nil || in.Start.Topics != nil || in.Start.IDs != nil)
		if parts := node.ScoreParts; (parts != nil) != ranked || ranked && !adds(node.Score, parts.Text, parts.Walk, parts.Tie) {
			t.Errorf("%s has score %v, got parts %+v", common.ID, node.Score, parts)
		}
	}
}

// adds reports whether the sum of the parts is sum, and none is negative.
func adds(sum float64, parts ...float64) bool {
	for _, part := range parts {
		if part < 0 {
			return false
		}
		sum -= part
	}
	return math.Abs(sum) < 1e-9
}

// labelStart returns the beginning of a label that every line of a prompt has.
func labelStart(label string) string {
	line := strings.TrimSuffix(graph.Line(label, 41), "…")
	return strings.TrimRight(strings.TrimRight(line, " "), "\u200d\ufe0f")
}

// FuzzTopic checks documents about any topic.
func FuzzTopic(f *testing.F) {
	for _, topic := range hostile {
		f.Add(topic, 100, false)
		f.Add(topic, 900, true)
	}
	f.Fuzz(func(t *testing.T, topic string, budget int, asJSON bool) {
		if strings.TrimSpace(topic) == "" || len(topic) > 2000 || budget < 100 || budget > 5000 {
			t.Skip()
		}
		in := contextdoc.Input{Start: contextdoc.Start{Topic: &topic}, MaxTokens: &budget}
		if asJSON {
			in.Format = new(contextdoc.FormatJSON)
		}
		libraryOf(t, demoLibrary).check(t, in)
	})
}
