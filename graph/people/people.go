// Package people finds the people of graphs by their names.
package people

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/text"
)

// A Name is a name of a person in folded words.
type Name struct {
	Ord       int32 // of the record in its graph
	Words     []string
	IsAddress bool // of e-mail, whose words call the person only together
}

// Names are the names of the people of a page of a graph.
type Names struct {
	names []Name
	with  map[string][]int32 // the places in names of those with a word, ascending
}

// On returns the names of the people of a page, which the graph keeps.
func On(g *memory.Graph, page int) *Names {
	memo := &g.Memo(page).People
	if made, is := memo.Load().(*Names); is {
		return made
	}
	made := &Names{}
	for ord, e := range g.Page(page) {
		if e.Self().Kind == graph.KindRecord && graph.IsPerson(e) {
			for _, name := range e.(*graph.Record).Names() {
				local, _, isAddress := strings.Cut(strings.TrimPrefix(name, "@"), "@")
				made.add(Name{ord, text.Folded(name), isAddress})
				if isAddress {
					made.add(Name{ord, text.Folded(local), false})
				}
			}
		}
	}
	memo.Store(made)
	return made
}

func (n *Names) add(name Name) {
	if n.with == nil {
		n.with = map[string][]int32{}
	}
	at := int32(len(n.names))
	for i, word := range name.Words {
		if !slices.Contains(name.Words[:i], word) {
			n.with[word] = append(n.with[word], at)
		}
	}
	n.names = append(n.names, name)
}

// leastGenitive is the least length of a word that may be a genitive, by eye.
const leastGenitive = 4

// With returns the names that have one of some words, which may be in the genitive.
func (n *Names) With(words []text.Word) (names []Name) {
	if n.names == nil {
		return nil
	}
	var places []int32
	for _, w := range words {
		places = append(places, n.with[w.Text]...)
		if name, isGenitive := strings.CutSuffix(w.Text, "s"); isGenitive && len(w.Text) >= leastGenitive {
			places = append(places, n.with[name]...)
		}
	}
	slices.Sort(places)
	for _, at := range slices.Compact(places) {
		names = append(names, n.names[at])
	}
	return names
}

// Called returns the person of a graph with a name or an id of some folded words, joined
// by spaces; of several the one with the least id, nil for none.
func Called(g *memory.Graph, name string) (found *graph.Record) {
	if record, is := g.Entity(strings.ReplaceAll(name, " ", "-")).(*graph.Record); is && graph.IsPerson(record) {
		found = record
	}
	first, _, _ := strings.Cut(name, " ")
	for page := range g.Pages() {
		names := On(g, page)
		for _, at := range names.with[first] {
			record := g.At(names.names[at].Ord).(*graph.Record)
			if strings.Join(names.names[at].Words, " ") == name && (found == nil || record.ID < found.ID) {
				found = record
			}
		}
	}
	return found
}
