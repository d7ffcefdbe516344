package index

import "dossier/flat"

// Memory returns the approximate size of the index in bytes, within 15 % of
// measurements with some thousand entities. It does not count ids and titles,
// which the index shares with the graph. It does not wait for a concurrent
// change, and returns the size before it.
func (x *Index) Memory() int { return int(x.memory.Load()) }

// held counts the memory of the lists of entries, so that a change
// need not visit all entries.
type held struct {
	bytes    int // of the lists
	mentions int
}

// add adds the lists of an entry if sign is 1, and subtracts them if it is -1.
// Mentions are counted separately, because they change without the entry.
func (h *held) add(e *Entry, sign int) {
	bytes := flat.Memory(e.Sentences) + flat.Memory(e.Tokens) + flat.Memory(e.Numbers) + flat.Memory(e.Sections) +
		flat.Memory(e.Phrases) + flat.Memory(e.Likeness.Words) + flat.Memory(e.sentences)
	for i := range e.Sections {
		bytes += flat.Memory(e.Sections[i].Terms)
	}
	h.bytes += sign * bytes
}

// measure updates the size of the index. It visits each structure once, but no
// entries. The caller must hold the write lock.
func (x *Index) measure() {
	bytes := x.held.bytes + x.held.mentions*(flat.Size[Mention]()+flat.Size[int32]()+2*flat.Rounding)
	bytes += cap(x.entries)*flat.Size[Entry]() + cap(x.attributes)*flat.Size[Attributes]() + flat.Memory(x.lengths)
	bytes += flat.MapMemory(x.ordinals) + flat.MapMemory(x.aliases)
	bytes += x.Words.Memory() + x.Postings.Memory() + x.Links.Memory() + x.Names.Memory() + x.TitleWords.Memory()
	bytes += x.Roots.memory() + x.Headings.memory() + x.Spelling.memory() + x.Phrases.memory() + x.Series.memory()
	bytes += flat.Memory(x.Values) + x.Templates.memory()
	// of mass, which readers build
	bytes += cap(x.entries)*flat.Size[float32]() + (x.Words.Terms()+1)*(flat.Size[float32]()+flat.Size[int32]())
	x.memory.Store(int64(bytes))
}
