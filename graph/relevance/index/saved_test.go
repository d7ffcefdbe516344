package index_test

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"dossier/flat"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/text"
)

// placesOf returns the ids and titles of an index as a graph has them: entities
// in any order, edges by id.
func placesOf(x *index.Index) (index.Places, index.Names) {
	defer index.Lock([]*index.Index{x})()
	var entities []*index.Entry
	edges := []string{}
	for ordinal := range int32(x.Size()) {
		if e := *x.Entry(ordinal); e.ID != "" {
			entities = append(entities, &e)
		}
		for _, link := range x.Links.Of(ordinal) {
			edges = append(edges, x.Edge(link.Edge).ID)
		}
	}
	slices.SortFunc(entities, func(a, b *index.Entry) int { return cmp.Compare(a.ID, b.ID) })
	slices.Sort(edges)
	edges = slices.Compact(edges)
	places := index.Places{
		Entity: func(id string) (int32, bool) {
			at, known := slices.BinarySearchFunc(entities, id, func(e *index.Entry, id string) int { return cmp.Compare(e.ID, id) })
			return int32(at), known
		},
		Edge: func(id string) (int32, bool) {
			at, known := slices.BinarySearch(edges, id)
			return int32(at), known
		},
	}
	return places, index.Names{
		Entities: len(entities), Entity: func(place int32) (id, title string) { return entities[place].ID, entities[place].Title },
		Edges: len(edges), Edge: func(place int32) string { return edges[place] },
	}
}

func save(t interface{ Fatal(...any) }, x *index.Index) ([]byte, index.Names) {
	var out bytes.Buffer
	w := flat.NewWriter(&out)
	places, names := placesOf(x)
	x.Save(w, x.Version(), places)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), names
}

func known(names index.Names) func() (index.Names, error) {
	return func() (index.Names, error) { return names, nil }
}

// saved returns an index after it was saved and loaded. It checks that saving it
// again writes the same.
func saved(t interface{ Fatal(...any) }, x *index.Index) *index.Index {
	file, names := save(t, x)
	r := flat.NewReader(bytes.NewReader(file), int64(len(file)))
	loaded, err := index.Load(r, text.English, known(names))
	if err == nil {
		err = r.Done()
	}
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := save(t, loaded); !bytes.Equal(again, file) {
		t.Fatal("the loaded index is saved as another")
	}
	if got, want := loaded.Memory(), x.Memory(); got > want+want/2 {
		t.Fatal("the loaded index counts as", got, "bytes, the saved one as", want)
	}
	return loaded
}

func TestALoadedIndexIsTheSavedOne(t *testing.T) {
	aliased := indextest.Note("a", "Milestone v1.2", "## Risks\nIt may jam. It may rust.\n## Risks and tests\nNone of them.\n")
	aliased.Aliases = []string{"1.2", "v1.2"}
	x := indextest.New(t, aliased, indextest.Note("b", "Press", manual),
		indextest.Note("c", "Presses of Leeds", "Milestone v1.2 is late. The Analytical Engine is not."))
	x.SetEdges([]links.Edge{{ID: "2", From: "a", To: "b", Relation: "contains", Role: "containment"},
		{ID: "1", From: "b", To: "c", Relation: "precedes", Role: "sequence"}})
	x.SetRoots(func(string) string { return "a" })
	loaded := saved(t, x)
	if got, want := dump(loaded), dump(x); got != want {
		t.Errorf("loaded:\n%s\nsaved:\n%s", got, want)
	}
	for _, word := range []string{"pres", "mileston", "leads"} {
		if got, want := loaded.Spelling.Corrections(word, 5), x.Spelling.Corrections(word, 5); !slices.Equal(got, want) {
			t.Errorf("%s: loaded %v, saved %v", word, got, want)
		}
		if got, want := loaded.Completions(word, 5), x.Completions(word, 5); !slices.Equal(got, want) {
			t.Errorf("%s: loaded %v, saved %v", word, got, want)
		}
	}
}

func TestAnIndexThatChangesIsNotSaved(t *testing.T) {
	x := indextest.People(t)
	version := x.Version()
	if err := x.Apply(nil, []string{"ada"}); err != nil {
		t.Fatal(err)
	}
	places, _ := placesOf(x)
	w := flat.NewWriter(&bytes.Buffer{})
	if x.Save(w, version, places); !errors.Is(w.Flush(), index.ErrChanged) {
		t.Errorf("got %v, want that it was changed", w.Flush())
	}
}

// TestAChangeEndsASave changes an index while its entries are being saved.
func TestAChangeEndsASave(t *testing.T) {
	x := indextest.People(t)
	places, _ := placesOf(x)
	entity, asked, changed := places.Entity, 0, make(chan error)
	places.Entity = func(id string) (int32, bool) {
		if asked++; asked == 1 {
			go func() { changed <- x.Apply(nil, []string{"ada"}) }()
			time.Sleep(20 * time.Millisecond) // in which it begins to wait for the save
		}
		return entity(id)
	}
	w := flat.NewWriter(&bytes.Buffer{})
	if x.Save(w, x.Version(), places); !errors.Is(w.Flush(), index.ErrChanged) || asked > 1 {
		t.Errorf("got %v after %d entities, want that it was changed after one", w.Flush(), asked)
	}
	if err := <-changed; err != nil {
		t.Error(err)
	}
}

func TestAnIndexOfAnotherGraphIsRefused(t *testing.T) {
	file, names := save(t, indextest.People(t))
	names.Entities--
	if _, err := index.Load(flat.NewReader(bytes.NewReader(file), int64(len(file))), text.English, known(names)); !errors.Is(err,
		flat.ErrDamaged) {
		t.Errorf("got %v, want that the file is damaged", err)
	}
}

// FuzzLoad changes a byte of a saved index, or cuts it.
func FuzzLoad(f *testing.F) {
	file, names := save(f, indextest.People(f))
	f.Add(uint(100), byte(1), false)
	f.Add(uint(1000), byte(0x80), true)
	f.Fuzz(func(t *testing.T, at uint, change byte, cut bool) {
		changed := bytes.Clone(file)
		place := int(at % uint(len(file)))
		if changed[place] ^= change; cut {
			changed = changed[:place]
		}
		r := flat.NewReader(bytes.NewReader(changed), int64(len(changed)))
		if _, err := index.Load(r, text.English, known(names)); err == nil && (cut || change != 0) {
			t.Errorf("byte %d changed by %x, cut %t: it was loaded", place, change, cut)
		}
	})
}
