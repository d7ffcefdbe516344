package naming_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"dossier/flat"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// A dictionary numbers words by their places.
type dictionary []string

func (d *dictionary) Add(word string) uint32 {
	if !slices.Contains(*d, word) {
		*d = append(*d, word)
	}
	return uint32(slices.Index(*d, word))
}

func (d *dictionary) Text(word uint32) string { return (*d)[word] }

func (*dictionary) IsNew(uint32) bool { return false }

func (d *dictionary) tokens(name string) (tokens []text.Token) {
	for word := range text.Words(name) {
		tokens = append(tokens, text.NewToken(d.Add(word.Text), word.Marks))
	}
	return tokens
}

func (d *dictionary) numbers(name string) (numbers []uint32) {
	for _, token := range d.tokens(name) {
		numbers = append(numbers, token.Word())
	}
	return numbers
}

func TestNames(t *testing.T) {
	d := &dictionary{""}
	entities := []naming.Entity{
		{Kind: "plan", Title: "PX-12: In-place press"},
		{Kind: "task", Title: "Online changes of schemas (OCS)", Aliases: []string{"pci-socket-affinity"}},
		{Kind: "plan", Title: "Critical design review"},
		{Kind: "record", Title: "Site 03 Brno", Aliases: []string{"north-hall"}},
		{Kind: "signal", Title: "general", Named: [][]uint32{d.numbers("big filter")}},
		{Kind: "document", Title: "Big press", Values: [][]text.Token{d.tokens("inline_const")}},
		{Kind: "document", Title: "Big presses"},
	}
	names, titles := naming.New(), naming.NewTitleWords()
	analyst := naming.NewAnalyst(d, &titles)
	forms := make([]naming.Forms, len(entities))
	for i := range entities {
		forms[i] = analyst.Analyse(&entities[i]).Forms
		names.Add(forms[i], int32(i))
	}
	want := map[string]string{ // the ordinals of titles and of names
		"px 12": "[0] [0]", "in place press": "[0] [0]", "press": "[] []", "ocs": "[] [1]", "online changes of schemas": "[1] [1]",
		"pci socket affinity": "[] [1]", "cdr": "[] [2]", "site 3": "[3] [3]", "brno": "[3] [3]", "north hall": "[] [3]",
		"general": "[] []", "big filter": "[] [4]", "inline const": "[] [5]", "big presses": "[6] [6]", "big press": "[5] [5]",
	}
	check := func(names *naming.Names, when string) {
		t.Helper()
		for name, want := range want {
			tokens := d.tokens(name)
			titles, length := names.LongestTitle(tokens)
			others, longest := names.LongestName(tokens)
			if got := fmt.Sprint(ordinals(titles, length == len(tokens)), ordinals(others, longest == len(tokens))); got != want {
				t.Errorf("%s, %q is a title and a name of %s, want %s", when, name, got, want)
			}
		}
	}
	check(&names, "added")
	var file bytes.Buffer
	w := flat.NewWriter(&file)
	if names.Save(w); w.Flush() != nil {
		t.Fatal(w.Flush())
	}
	loaded := naming.New()
	r := flat.NewReader(&file, int64(file.Len()))
	if loaded.Load(r); r.Done() != nil {
		t.Fatal(r.Done())
	}
	check(&loaded, "loaded")
	for i := range entities {
		loaded.Remove(forms[i], int32(i))
	}
	for name := range want {
		want[name] = "[] []"
	}
	check(&loaded, "removed")
}

// ordinals returns the ordinals of the owners of a whole name.
func ordinals(owners []naming.Owner, whole bool) []int32 {
	list := []int32{}
	for _, owner := range owners {
		if whole {
			list = append(list, owner.Ordinal)
		}
	}
	return list
}
