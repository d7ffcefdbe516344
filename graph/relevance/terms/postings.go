package terms

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"dossier/flat"
	"dossier/graph/pipeline"
)

// IDF returns the inverse document frequency of a term that occurs in holding
// of documents.
func IDF(documents, holding int) float64 {
	return math.Log(1 + (float64(documents-holding)+.5)/(float64(holding)+.5))
}

// Posting has the number of occurrences of a term in the title and in the other
// fields of an entry.
type Posting struct {
	Ordinal     int32  // of the entry
	Title, Body uint16 // numbers of occurrences
}

// postingParams are the constants of term frequencies.
var postingParams = struct {
	// TitleWeight is the weight of an occurrence in the title; others have weight
	// 1.
	TitleWeight float64
}{
	TitleWeight: 3, // first value of the method
}

// Frequency returns the weighted number of occurrences.
func (p Posting) Frequency() float64 {
	return postingParams.TitleWeight*float64(p.Title) + float64(p.Body)
}

// Postings has a list of postings for each term, ascending by ordinal.
type Postings struct {
	lists [][]Posting // by term
	count int         // of all lists
}

// Of returns the postings of a term, ascending by ordinal.
func (p *Postings) Of(term uint32) []Posting {
	if int(term) < len(p.lists) {
		return p.lists[term]
	}
	return nil
}

// Find returns the posting of a term in an entry.
func (p *Postings) Find(term uint32, ordinal int32) (posting Posting, found bool) {
	list := p.Of(term)
	at, found := place(list, ordinal)
	if !found {
		return Posting{}, false
	}
	return list[at], true
}

// Add adds the postings of an entry that has none, and returns its weighted number of
// terms. terms is the highest term of all.
func (p *Postings) Add(ordinal int32, counts []Count, terms int) (length float64) {
	if missing := terms + 1 - len(p.lists); missing > 0 {
		p.lists = append(p.lists, make([][]Posting, missing)...)
	}
	for _, count := range counts {
		posting := Posting{ordinal, count.title, count.body}
		length += posting.Frequency()
		list := p.lists[count.Term]
		at := len(list)
		if at > 0 && list[at-1].Ordinal > ordinal {
			at, _ = place(list, ordinal)
		}
		p.lists[count.Term] = slices.Insert(list, at, posting)
	}
	p.count += len(counts)
	return length
}

// buildParts is the most parts of entries that are counted at the same time: each needs
// a number for each term.
const buildParts = 8

// Build makes the postings of all entries, whose ordinals are less than entries, when
// there are none: in one array, without lists that grow. counts returns a function that
// returns the terms of an entry, which one goroutine calls. terms is the highest term.
func (p *Postings) Build(entries, terms int, counts func() func(ordinal int32) []Count) {
	parts := min(runtime.GOMAXPROCS(0), buildParts)
	next := make([][]int32, parts) // by part and term: the number of postings, then the place of the next one
	each := func(f func(part int, of func(int32) []Count, ordinal int32)) {
		pipeline.Times(parts, func(part int) {
			of := counts()
			for ordinal := entries * part / parts; ordinal < entries*(part+1)/parts; ordinal++ {
				f(part, of, int32(ordinal))
			}
		})
	}
	for part := range next {
		next[part] = make([]int32, terms+1)
	}
	each(func(part int, of func(int32) []Count, ordinal int32) {
		for _, count := range of(ordinal) {
			next[part][count.Term]++
		}
	})
	all := p.allot(next)
	each(func(part int, of func(int32) []Count, ordinal int32) {
		for _, count := range of(ordinal) {
			place := &next[part][count.Term]
			all[*place] = Posting{ordinal, count.title, count.body}
			*place++
		}
	})
}

// allot gives each term the room for its postings in one array, which it returns. It
// replaces the numbers of postings, by part and term, by their first places.
func (p *Postings) allot(numbers [][]int32) []Posting {
	p.count = 0
	ends := make([]int, len(numbers[0])) // by term
	for term := range ends {
		for _, of := range numbers {
			first := p.count
			p.count += int(of[term])
			of[term] = int32(first)
		}
		ends[term] = p.count
	}
	all := make([]Posting, p.count)
	p.lists = make([][]Posting, len(ends))
	first := 0
	for term, end := range ends {
		p.lists[term] = all[first:end:end]
		first = end
	}
	return all
}

// Remove removes the postings of an entry, which were added for the same counts.
func (p *Postings) Remove(ordinal int32, counts []Count) {
	for _, count := range counts {
		if at, found := place(p.lists[count.Term], ordinal); found {
			p.lists[count.Term] = slices.Delete(p.lists[count.Term], at, at+1)
			p.count--
		}
	}
}

// Compact moves all postings into one array without spare capacity. A list that grows
// later is copied.
func (p *Postings) Compact() {
	all := make([]Posting, 0, p.count)
	for term, list := range p.lists {
		first := len(all)
		all = append(all, list...)
		p.lists[term] = all[first:len(all):len(all)]
	}
}

// place returns the index of an entry's posting in a list, or where it belongs.
func place(list []Posting, ordinal int32) (at int, found bool) {
	return slices.BinarySearchFunc(list, ordinal, func(p Posting, ordinal int32) int { return cmp.Compare(p.Ordinal, ordinal) })
}

// Save writes the postings for [Postings.Load].
func (p *Postings) Save(w *flat.Writer) { flat.WriteLists(w, slices.Values(p.lists)) }

// Load reads what [Postings.Save] wrote.
func (p *Postings) Load(r *flat.Reader) {
	lists := flat.ReadLists[Posting](r)
	p.count = len(lists.All())
	p.lists = make([][]Posting, lists.Len())
	for term := range p.lists {
		p.lists[term] = lists.Next()
	}
}

// Memory returns the approximate size of the postings in bytes.
func (p *Postings) Memory() int {
	return p.count*flat.Size[Posting]() + cap(p.lists)*(flat.Size[[]Posting]()+flat.Rounding)
}
