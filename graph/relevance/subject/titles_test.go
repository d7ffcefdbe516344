package subject

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
)

// words are common if they are first.
var words = strings.Fields("crane slab quay risk lift ramp pump goal ferry lock river storm winter visitor roof pipe sand buoy")

func some(random *rand.Rand, n int) string {
	var list []string
	for range n {
		list = append(list, words[min(random.IntN(len(words)), random.IntN(len(words)))])
	}
	return strings.Join(list, " ")
}

// harbour returns an index of entities in families of four, some of which were
// changed later.
func harbour(t *testing.T, random *rand.Rand) *index.Index {
	x := indextest.New(t)
	family := func(id string) string { return id[:3] + "/0" }
	apply := func(documents ...index.Document) {
		if err := x.Apply(documents, nil); err != nil {
			t.Fatal(err)
		}
	}
	entity := func(i int) index.Document {
		title := some(random, 1+random.IntN(5))
		if i%7 == 0 {
			title = fmt.Sprintf("PX-%d: %s", i, title)
		}
		return indextest.Note(fmt.Sprintf("%03d/%d", i/4, i%4), title, some(random, 12))
	}
	var documents []index.Document
	for i := range 800 {
		documents = append(documents, entity(i))
	}
	apply(documents...)
	x.SetRoots(family)
	x.TitleMass()
	for range 10 {
		apply(entity(random.IntN(800)))
	}
	return x
}

// areZero reports whether arrays are as new.
func areZero(a *arrays) bool {
	isSet := func(list []float64) bool { return slices.ContainsFunc(list, func(n float64) bool { return n != 0 }) }
	isNumbered := func(list []int32) bool { return slices.ContainsFunc(list, func(n int32) bool { return n != 0 }) }
	return len(a.titles)+len(a.set) == 0 && !slices.Contains(a.isSet, true) && !isNumbered(a.title) && !isNumbered(a.terms) &&
		!slices.ContainsFunc([][]float64{a.texts, a.count, a.reach, a.held, a.asks}, isSet)
}

// TestFindLooksAtEachTitleThatCounts compares subjects with those that are found
// by looking at all titles.
func TestFindLooksAtEachTitleThatCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	r := corpus.Over(harbour(t, random), harbour(t, random)).Open()
	defer r.Close()
	p := Defaults()
	p.Candidates = 10
	asks := func(word string) bool { return word == "risk" || word == "goal" }
	looked, titles := 0, 0
	for range 200 {
		question := some(random, 1+random.IntN(6))
		if random.IntN(4) == 0 {
			question += fmt.Sprint(" PX-", 7*random.IntN(100))
		}
		q := Ask(r, question, asks, p)
		f := newFinder(r, q, p)
		f.arrays, f.first = newArrays(r)
		f.readWords()
		f.addBest(p.Candidates)
		looked, titles = looked+len(f.members), titles+len(f.arrays.titles)
		f.eachReached(func(root reached) { f.of(f.at(root.place)) })
		want := f.best(10)
		f.arrays.release(f.first)
		if !areZero(f.arrays) {
			t.Fatalf("%q: released arrays are not 0", question)
		}
		if got, _ := Find(r, q, p, 10); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: got %+v, want %+v", question, got, want)
		}
	}
	if looked > titles/2 {
		t.Errorf("looked at %d of %d titles, want few", looked, titles)
	}
}
