package links_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"dossier/flat"
	"dossier/graph/relevance/links"

	"pgregory.net/rapid"
)

// entries is the number of entries of the tests, whose ids are "0" and so on.
const entries = 6

func ordinalOf(id string) (ordinal int32, known bool) {
	ordinal = int32(strings.Index("012345", id))
	return ordinal, id != "" && ordinal >= 0
}

// dump returns what can be read of links.
func dump(l *links.Links) string {
	var out strings.Builder
	idOf := func(ordinal int32) string { return fmt.Sprint(ordinal) }
	for ordinal := range int32(entries) {
		for _, link := range l.Of(ordinal) {
			fmt.Fprintln(&out, ordinal, link.Other, link.Incoming, l.Relation(link.Edge), l.Edge(link.Edge, idOf))
		}
	}
	for _, family := range l.Families() {
		fmt.Fprintln(&out, family.Parent, "contains", family.Children)
	}
	fmt.Fprintln(&out, l.Neighbours())
	return out.String()
}

// saved returns links after they were saved and loaded. ids are those of all edges, in
// order.
func saved(t *rapid.T, l *links.Links, ids []string) *links.Links {
	var file bytes.Buffer
	w := flat.NewWriter(&file)
	l.Save(w, func(id string) (int32, bool) {
		at, known := slices.BinarySearch(ids, id)
		return int32(at), known
	})
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var loaded links.Links
	r := flat.NewReader(&file, int64(file.Len()))
	places := loaded.Load(r, entries)
	loaded.Join(entries)
	loaded.Name(func(i int) string { return ids[places[i]] })
	if err := r.Done(); err != nil {
		t.Fatal(err)
	}
	return &loaded
}

// TestChangesEqualNew changes links step by step, and compares them with new ones.
func TestChangesEqualNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges := map[string]links.Edge{}
		l := links.New(listed(nil), ordinalOf, entries)
		end := rapid.SampledFrom([]string{"0", "1", "2", "3", "4", "5", "none"})
		id := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i"})
		role := rapid.SampledFrom([]links.Role{"", links.Contains, links.PartOf, links.Follows})
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				gone := rapid.Int32Range(0, entries-1).Draw(t, "gone")
				l.Detach(map[int32]bool{gone: true}, entries)
				maps.DeleteFunc(edges, func(_ string, e links.Edge) bool { return slices.Contains([]string{e.From, e.To}, fmt.Sprint(gone)) })
			case 1, 2, 3:
				one := id.Draw(t, "id")
				l.Remove(one)
				delete(edges, one)
			case 4:
				l = *saved(t, &l, slices.Sorted(maps.Keys(edges)))
			default:
				e := links.Edge{
					ID: id.Draw(t, "id"), From: end.Draw(t, "from"), To: end.Draw(t, "to"), Relation: "relation", Role: role.Draw(t, "role"),
				}
				l.Put(&e, ordinalOf)
				edges[e.ID] = e
			}
		}
		again := links.New(listed(slices.Collect(maps.Values(edges))), ordinalOf, entries)
		if got, want := dump(&l), dump(&again); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestManyAreDetached detaches an entry with more edges than [links.Few].
func TestManyAreDetached(t *testing.T) {
	var edges []links.Edge
	for i := range 2 * links.Few {
		edges = append(edges, links.Edge{ID: fmt.Sprint(1000 + i), From: "0", To: fmt.Sprint(1 + i%(entries-1)), Role: links.Contains})
	}
	last := links.Edge{ID: "last", From: "1", To: "2", Role: links.Contains}
	l := links.New(listed(append(edges, last)), ordinalOf, entries)
	l.Detach(map[int32]bool{0: true}, entries)
	want := links.New(listed([]links.Edge{last}), ordinalOf, entries)
	if got, want := dump(&l), dump(&want); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLoadRefusesOtherEntries loads links of more entries than there are.
func TestLoadRefusesOtherEntries(t *testing.T) {
	l := links.New(listed([]links.Edge{{ID: "a", From: "0", To: "5"}}), ordinalOf, entries)
	var file bytes.Buffer
	w := flat.NewWriter(&file)
	l.Save(w, func(string) (int32, bool) { return 0, true })
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := flat.NewReader(&file, int64(file.Len()))
	if new(links.Links).Load(r, entries-1); r.Err() == nil {
		t.Error("an end without an entry was loaded")
	}
}

// listed returns the edges of a list.
func listed(edges []links.Edge) links.Edges {
	return links.Edges{Count: len(edges), Each: slices.Values(edges)}
}
