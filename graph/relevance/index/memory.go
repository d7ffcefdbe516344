package index

import "unsafe"

// Memory returns the approximate size of the index in bytes, within 15 % of
// measurements with some thousand entities. It does not count ids and titles,
// which the index shares with the graph. It does not wait for a concurrent
// change, and returns the size before it.
func (x *Index) Memory() int { return int(x.memory.Load()) }

// held counts the memory of the lists of entries and postings, so that a change
// need not visit all entries.
type held struct {
	bytes    int // of the lists
	postings int
	mentions int
}

// add adds the lists of an entry if sign is 1, and subtracts them if it is -1.
// Mentions are counted separately, because they change without the entry.
func (h *held) add(e *Entry, sign int) {
	bytes := of(e.Sentences) + of(e.Tokens) + of(e.Numbers) + of(e.Sections) + of(e.Phrases) + of(e.likeness.words) + of(e.sentences)
	for i := range e.Sections {
		bytes += of(e.Sections[i].Terms)
	}
	h.bytes += sign * bytes
}

// of returns the memory of a list, including the allocator's rounding.
func of[T any](list []T) int {
	if cap(list) == 0 {
		return 0
	}
	return cap(list)*size[T]() + rounded
}

// rounded is the mean rounding of a small allocation to the size classes of
// Go's allocator.
const rounded = 4

func size[T any]() int {
	var one T
	return int(unsafe.Sizeof(one))
}

// ofMap returns the memory of a map. The slots of Go's maps are three quarters
// full on average, and each has a control byte.
func ofMap[K comparable, V any](m map[K]V) int {
	type slot struct {
		_ K
		_ V
	}
	return len(m) * (size[slot]() + 1) * 4 / 3
}

// measure updates the size of the index. It visits each structure once, but no
// entries. The caller must hold the write lock.
func (x *Index) measure() {
	bytes := x.held.bytes + x.held.mentions*(size[Mention]()+size[int32]()+2*rounded) + x.held.postings*size[Posting]()
	bytes += cap(x.entries)*size[Entry]() + cap(x.attributes)*size[Attributes]() + of(x.lengths) + ofMap(x.ordinals)
	bytes += cap(x.postings) * (size[[]Posting]() + rounded)
	bytes += x.vocabulary.memory() + x.titles.memory() + x.names.memory() + x.links.memory() + x.headings.memory()
	bytes += x.phrases.memory() + ofMap(x.aliases) + of(x.families.roots) + of(x.families.lengths) + of(x.families.holding)
	bytes += of(x.families.next) + of(x.families.previous)
	bytes += x.sentences.numbers.memory() + of(x.sentences.hashes) + of(x.sentences.uses)
	bytes += cap(x.entries)*size[float32]() + (x.Terms()+1)*(size[float32]()+size[int32]()) // of mass, which readers build
	bytes += x.spelling.memory() + x.titleWords.memory() + of(x.values) + ofMap(x.series.with) + ofMap(x.series.inProps)
	x.memory.Store(int64(bytes))
}

// perWord is the approximate size of a word's text in bytes, by eye.
const perWord = 12

func (v *vocabulary) memory() int {
	return ofMap(v.words) + ofMap(v.terms) + of(v.names) + of(v.stems) + of(v.termOf) +
		len(v.names)*perWord + ofMap(v.letters) + 8*len(v.terms)
}

func (t *titleTrie) memory() int {
	return t.next.memory() + of(t.single) + of(t.starts) + ofMap(t.several) + len(t.several)*2*size[TitleOwner]()
}

func (l *links) memory() int {
	ends := 2 * len(l.edges)
	return of(l.edges) + ends*size[Link]() + l.byEntry.Nodes()*size[int32]() + ofMap(l.added) + ofMap(l.changed) +
		of(l.families) + of(l.neighbours) + of(l.sequences) + l.contained*size[int32]()
}

func (h *headings) memory() int {
	return h.below.memory() + h.pairs.memory() + ofMap(h.named) + ofMap(h.classes) + len(h.classes)*size[HeadingClass]()
}

func (p *phrases) memory() int {
	return p.single.memory() + ofMap(p.several) + len(p.several)*8*size[int32]()
}

func (s *spelling) memory() int {
	return ofMap(s.words) + ofMap(s.sizes) + ofMap(s.uses) + s.pairs*size[uint32]()
}

func (w *titleWords) memory() int {
	return ofMap(w.numbers) + of(w.trigrams) + w.total*size[uint64]() + len(w.trigrams)*(perWord+rounded)
}
