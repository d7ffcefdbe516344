package index

import "dossier/graph/flat"

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
	bytes := flat.Memory(e.Sentences) + flat.Memory(e.Tokens) + flat.Memory(e.Numbers) + flat.Memory(e.Sections) +
		flat.Memory(e.Phrases) + flat.Memory(e.likeness.words) + flat.Memory(e.sentences)
	for i := range e.Sections {
		bytes += flat.Memory(e.Sections[i].Terms)
	}
	h.bytes += sign * bytes
}

// measure updates the size of the index. It visits each structure once, but no
// entries. The caller must hold the write lock.
func (x *Index) measure() {
	bytes := x.held.bytes + x.held.mentions*(flat.Size[Mention]()+flat.Size[int32]()+2*flat.Rounding) + x.held.postings*flat.Size[Posting]()
	bytes += cap(x.entries)*flat.Size[Entry]() + cap(x.attributes)*flat.Size[Attributes]() + flat.Memory(x.lengths) + flat.MapMemory(x.ordinals)
	bytes += cap(x.postings) * (flat.Size[[]Posting]() + flat.Rounding)
	bytes += x.vocabulary.memory() + x.titles.memory() + x.names.memory() + x.links.memory() + x.headings.memory()
	bytes += x.phrases.memory() + flat.MapMemory(x.aliases) + flat.Memory(x.families.roots) + flat.Memory(x.families.lengths) + flat.Memory(x.families.holding)
	bytes += flat.Memory(x.families.next) + flat.Memory(x.families.previous)
	bytes += x.sentences.numbers.Memory() + flat.Memory(x.sentences.hashes) + flat.Memory(x.sentences.uses)
	bytes += cap(x.entries)*flat.Size[float32]() + (x.Terms()+1)*(flat.Size[float32]()+flat.Size[int32]()) // of mass, which readers build
	bytes += x.spelling.memory() + x.titleWords.memory() + flat.Memory(x.values) + flat.MapMemory(x.series.with) + flat.MapMemory(x.series.inProps)
	x.memory.Store(int64(bytes))
}

// perWord is the approximate size of a word's text in bytes, by eye.
const perWord = 12

func (v *vocabulary) memory() int {
	return flat.MapMemory(v.words) + flat.MapMemory(v.terms) + flat.Memory(v.names) + flat.Memory(v.stems) + flat.Memory(v.termOf) +
		len(v.names)*perWord + flat.MapMemory(v.letters) + 8*len(v.terms)
}

func (t *titleTrie) memory() int {
	return t.next.Memory() + flat.Memory(t.single) + flat.Memory(t.starts) + flat.MapMemory(t.several) + len(t.several)*2*flat.Size[TitleOwner]()
}

func (l *links) memory() int {
	ends := 2 * len(l.edges)
	return flat.Memory(l.edges) + ends*flat.Size[Link]() + l.byEntry.Nodes()*flat.Size[int32]() + flat.MapMemory(l.added) + flat.MapMemory(l.changed) +
		flat.Memory(l.families) + flat.Memory(l.neighbours) + flat.Memory(l.sequences) + l.contained*flat.Size[int32]()
}

func (h *headings) memory() int {
	return h.below.Memory() + h.pairs.Memory() + flat.MapMemory(h.named) + flat.MapMemory(h.classes) + len(h.classes)*flat.Size[HeadingClass]()
}

func (p *phrases) memory() int {
	return p.single.Memory() + flat.MapMemory(p.several) + len(p.several)*8*flat.Size[int32]()
}

func (s *spelling) memory() int {
	return flat.MapMemory(s.words) + flat.MapMemory(s.sizes) + flat.MapMemory(s.uses) + s.pairs*flat.Size[uint32]()
}

func (w *titleWords) memory() int {
	return flat.MapMemory(w.numbers) + flat.Memory(w.trigrams) + w.total*flat.Size[uint64]() + len(w.trigrams)*(perWord+flat.Rounding)
}
