package viewdoc

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sort"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/text"
)

// A keyWord is a word of the name by which an import calls an entity. Words with equal
// hashes may differ.
type keyWord struct {
	hash uint32
	ord  int32
}

var hashSeed = maphash.MakeSeed()

func hashOf(word string) uint32 { return uint32(maphash.String(hashSeed, word)) }

// keyWords returns the words of the names by which an import calls the entities of a page,
// by hash. The graph keeps them.
func keyWords(g *memory.Graph, page int) []keyWord {
	memo := &g.Memo(page).Keys
	if made, is := memo.Load().([]keyWord); is {
		return made
	}
	made := []keyWord{}
	for ord, e := range g.Page(page) {
		for _, word := range wordsOfKey(e) {
			made = append(made, keyWord{hashOf(word), ord})
		}
	}
	slices.SortFunc(made, func(a, b keyWord) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.ord, b.ord)) })
	memo.Store(made)
	return made
}

// wordsOfKey returns the words of the name by which an import calls an entity: the last
// part of its external id, as in voices/person/samir.
func wordsOfKey(e graph.Entity) []string {
	key := graph.Or(e.Self().ExternalID, "")
	if key = key[strings.LastIndexAny(key, "/:#")+1:]; key == "" || e.Self().Kind == graph.KindProject {
		return nil
	}
	return text.Folded(strings.TrimSuffix(key, ".md"))
}

// keyed returns the ordinals of the entities of a page of which some words are perhaps in
// the names by which an import calls them.
func keyed(g *memory.Graph, page int, hashes []uint32) (ords []int32) {
	list := keyWords(g, page)
	for _, hash := range hashes {
		at := sort.Search(len(list), func(i int) bool { return list[i].hash >= hash })
		for ; at < len(list) && list[at].hash == hash; at++ {
			ords = append(ords, list[at].ord)
		}
	}
	slices.Sort(ords)
	return slices.Compact(ords)
}

// addKeys adds the evidence of the names by which an import calls entities.
func (c *candidates) addKeys() {
	g := c.graphs[c.project]
	var hashes []uint32
	for _, word := range c.asked {
		hashes = append(hashes, hashOf(word))
	}
	for page := range g.Pages() {
		for _, ord := range keyed(g, page, hashes) {
			c.addKey(g.At(ord))
		}
	}
}

func (c *candidates) addKey(e graph.Entity) {
	ordinal, known := c.index.Find(e.Self().ID)
	if !known {
		return
	}
	for _, name := range wordsOfKey(e) {
		word := slices.Index(c.asked, name)
		if word < 0 {
			continue
		}
		at, found := c.find(ordinal)
		if !found {
			c.list = slices.Insert(c.list, at, candidate{ordinal: ordinal})
		}
		if one := &c.list[at]; !slices.Contains(one.words, word) {
			one.title += c.idf[word]
			one.words = append(one.words, word)
			c.titled[word] = true
		}
	}
}
