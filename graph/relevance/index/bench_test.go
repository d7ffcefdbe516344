package index_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"dossier/flat"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/text"
)

// members is the number of documents in each family of a set's index, and in each chain.
const members = 20

// indexOf returns the index of a set with families, and its documents.
func indexOf(b *testing.B, name string) (*index.Index, []index.Document) {
	var documents []index.Document
	var edges []links.Edge
	set := indextest.ReadSet(b, name)
	for i, d := range set.Documents {
		documents = append(documents, indextest.Note(d.ID, d.Title, d.Content))
		if parent := i - i%members; parent != i {
			edges = append(edges,
				links.Edge{ID: fmt.Sprint("in", i), From: set.Documents[parent].ID, To: d.ID, Relation: "contains", Role: links.Contains},
				links.Edge{ID: fmt.Sprint("after", i), From: set.Documents[i-1].ID, To: d.ID, Relation: "precedes", Role: links.Follows})
		}
	}
	x := indextest.New(b, documents...)
	x.SetEdges(edges)
	roots := map[string]string{}
	for _, e := range edges {
		if e.Role == links.Contains {
			roots[e.To] = e.From
		}
	}
	x.SetRoots(func(id string) string {
		if root, isPart := roots[id]; isPart {
			return root
		}
		return id
	})
	for i, d := range set.Documents {
		documents[i].Vector = indextest.Note(d.ID, d.Title, d.Content).Vector // Apply takes it
	}
	return x, documents
}

// BenchmarkIndex builds, changes, saves and loads the index of 3,900 paragraphs of
// Wikipedia.
func BenchmarkIndex(b *testing.B) {
	x, documents := indexOf(b, "musique_train")
	file, names := save(b, x)
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			indextest.New(b, append([]index.Document(nil), documents...)...)
		}
	})
	b.Run("change", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if err := x.Apply([]index.Document{documents[i%len(documents)]}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("save", func(b *testing.B) {
		b.ReportAllocs()
		places, _ := placesOf(x)
		for b.Loop() {
			w := flat.NewWriter(io.Discard)
			if x.Save(w, x.Version(), places); w.Flush() != nil {
				b.Fatal(w.Flush())
			}
		}
	})
	b.Run("load", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := index.Load(flat.NewReader(bytes.NewReader(file), int64(len(file))), text.English, known(names)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("correct", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.Spelling.Corrections("somervile", 5)
		}
	})
}
