package memory_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/flat"
	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

// saved returns a graph after it was saved and loaded.
func saved(t interface{ Fatal(...any) }, g *memory.Graph) *memory.Graph {
	var out bytes.Buffer
	w := flat.NewWriter(&out)
	g.Compact().Save(w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := flat.NewReader(&out, int64(out.Len()))
	loaded, err := memory.Load(r)
	if err == nil {
		err = r.Done()
	}
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// TestALoadedGraphIsTheSavedOne also changes the loaded graph further.
func TestALoadedGraphIsTheSavedOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := newStored(graphtest.Random(t))
		g := new(memory.Graph)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			g = g.Apply(rows.change(t))
		}
		loaded := saved(t, g)
		if loaded.Revision != g.Revision {
			t.Fatalf("loaded revision %+v, saved %+v", loaded.Revision, g.Revision)
		}
		if different := difference(reading(loaded), reading(g)); different != "" {
			t.Fatalf("loaded and saved: %s", different)
		}
		change := rows.change(t)
		if different := difference(reading(loaded.Apply(change)), reading(g.Apply(change))); different != "" {
			t.Fatalf("loaded and saved, after a change: %s", different)
		}
	})
}

// TestEveryLightFieldIsSaved sets every field of every kind that the light view
// has, in one of two entities.
func TestEveryLightFieldIsSaved(t *testing.T) {
	for _, spec := range graph.Kinds {
		full, empty := spec.New(), spec.New()
		full.Self().ID, empty.Self().ID = graph.ID("full"), graph.ID("empty")
		for _, field := range spec.Columns(graph.Light) {
			if field.Name != "id" && field.Name != "deleted_at" {
				setField(field.Pointer(full))
			}
		}
		full.Self().ProjectID, empty.Self().ProjectID = graph.ID("p"), graph.ID("p")
		spec.Finish(full, graph.Light)
		spec.Finish(empty, graph.Light)
		g := saved(t,
			memory.NewGraph(graph.Changes{Revision: graph.Revision{ProjectID: graph.ID("p"), Number: 1}, Entities: []graph.Entity{full, empty}}))
		for _, want := range []graph.Entity{full, empty} {
			if got := g.Entity(want.Self().ID); !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		}
	}
}

// long is longer than every limit of the light view, so that Finish cuts it.
var long = string(bytes.Repeat([]byte("ä long text "), 100))

func setField(pointer any) {
	at, n, x, text := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), -7, .25, long
	switch pointer := pointer.(type) {
	case *string:
		*pointer = text
	case **string:
		*pointer = &text
	case *[]string:
		*pointer = []string{"a", long}
	case *graph.JSON:
		*pointer = graph.JSON(`{"a":1}`)
	case *time.Time:
		*pointer = at
	case **time.Time:
		*pointer = &at
	case **int:
		*pointer = &n
	case **float64:
		*pointer = &x
	case *bool:
		*pointer = true
	}
}

// TestManyTextsAreSaved has more different texts in a field than are shared, and
// entities without one.
func TestManyTextsAreSaved(t *testing.T) {
	g := memory.NewGraph(graphtest.Synthetic(20_000, 100))
	loaded := saved(t, g)
	for ord, e := range g.Entities() {
		if got := loaded.Entity(e.Self().ID); !reflect.DeepEqual(got, e) {
			t.Fatalf("entity %d: got %+v, want %+v", ord, got, e)
		}
	}
}

func TestLoadRefusesDamage(t *testing.T) {
	var out bytes.Buffer
	w := flat.NewWriter(&out)
	memory.NewGraph(graphtest.Synthetic(100, 200)).Save(w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	whole := out.Bytes()
	for at := 0; at < len(whole); at += 7 {
		changed := bytes.Clone(whole)
		changed[at] ^= 0x10
		for name, damaged := range map[string][]byte{"changed": changed, "cut": whole[:at]} {
			if _, err := memory.Load(flat.NewReader(bytes.NewReader(damaged), int64(len(damaged)))); !errors.Is(err, flat.ErrDamaged) {
				t.Fatalf("%s at %d: got %v, want that it is damaged", name, at, err)
			}
		}
	}
}

func TestSaveRefusesEdgesOfOtherProjects(t *testing.T) {
	c := graphtest.Synthetic(10, 10)
	c.Edges[3].ProjectID = graph.ID("other")
	w := flat.NewWriter(&bytes.Buffer{})
	if memory.NewGraph(c).Save(w); w.Flush() == nil {
		t.Error("an edge of another project was saved")
	}
}
