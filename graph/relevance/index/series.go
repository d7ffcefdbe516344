package index

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"dossier/flat"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// Series counts entries, by kind, and by what is before the numbers of their
// identifiers.
type Series struct {
	words   *terms.Words
	kinds   *flat.Numbered[string, uint16]
	all     []int // by kind
	with    map[seriesOf]int
	inProps map[seriesOf]int // of identifiers in props, of entries without one in the title
}

// A seriesOf is an English stem before the numbers of identifiers of a kind.
type seriesOf struct {
	kind uint16
	stem string
}

func (s seriesOf) compare(other seriesOf) int {
	return cmp.Or(cmp.Compare(s.kind, other.kind), cmp.Compare(s.stem, other.stem))
}

func newSeries(words *terms.Words, kinds *flat.Numbered[string, uint16]) Series {
	return Series{words: words, kinds: kinds, with: make(map[seriesOf]int), inProps: make(map[seriesOf]int)}
}

// Of returns the number of entries of a kind, and of those that have an English stem
// before the number of the identifier in their title.
func (s *Series) Of(kind, stem string) (all, with int) {
	number := slices.Index(s.kinds.Values, kind)
	if number < 0 || number >= len(s.all) {
		return 0, 0
	}
	return s.all[number], s.with[seriesOf{uint16(number), stem}]
}

// CalledBy returns the number of entries of a kind, and of those that have an English
// stem before the number of their identifier, in the title or in props.
func (s *Series) CalledBy(kind, stem string) (all, with int) {
	all, with = s.Of(kind, stem)
	return all, with + s.inProps[seriesOf{uint16(max(0, slices.Index(s.kinds.Values, kind))), stem}]
}

// Stems yields the English stems of the identifiers of entries, in any order. One can
// come several times.
func (s *Series) Stems() iter.Seq[string] {
	return func(yield func(string) bool) {
		for of := range s.with {
			if !yield(of.stem) {
				return
			}
		}
	}
}

// count adds an entry, with the series of its title, to the counts if by is 1, and
// removes it if it is -1.
func (s *Series) count(e *Entry, kind uint16, name string, by int) {
	if missing := int(kind) + 1 - len(s.all); missing > 0 {
		s.all = append(s.all, make([]int, missing)...)
	}
	s.all[kind] += by
	counts := s.with
	if name == "" {
		name, counts = s.nameInProps(e), s.inProps
	}
	of := seriesOf{kind, text.English(name)}
	if of.stem == "" {
		return
	}
	if counts[of] += by; counts[of] == 0 {
		delete(counts, of)
	}
}

// nameInProps returns what is before the number of the first identifier in the props
// of an entry, such as "msc" of MSC2675 and "adr" of ADR-12; "" for none.
func (s *Series) nameInProps(e *Entry) string {
	for words := range e.NamesInProps() {
		first := s.words.Text(words[0])
		letters := strings.TrimRight(first, "0123456789")
		isOne := len(words) == 1 && len(letters) < len(first)
		if isOne || len(words) == 2 && len(letters) == len(first) && text.IsDigits(s.words.Text(words[1])) {
			return letters
		}
	}
	return ""
}

func (s *Series) save(w *flat.Writer) {
	flat.Write(w, s.all)
	saveSeries(w, s.with)
	saveSeries(w, s.inProps)
}

func saveSeries(w *flat.Writer, with map[seriesOf]int) {
	kinds, stems, counts := []uint16{}, []string{}, []int{}
	for _, of := range slices.SortedFunc(maps.Keys(with), seriesOf.compare) {
		kinds, stems, counts = append(kinds, of.kind), append(stems, of.stem), append(counts, with[of])
	}
	flat.Write(w, kinds)
	flat.WriteStrings(w, slices.Values(stems))
	flat.Write(w, counts)
}

func (s *Series) load(r *flat.Reader) {
	s.all = flat.Read[int](r)
	loadSeries(r, s.with)
	loadSeries(r, s.inProps)
}

func loadSeries(r *flat.Reader, with map[seriesOf]int) {
	kinds := flat.Read[uint16](r)
	stems := flat.ReadStringsN(r, len(kinds))
	counts := flat.ReadN[int](r, len(stems))
	for i, count := range counts {
		with[seriesOf{kinds[i], stems[i]}] = count
	}
}

func (s *Series) memory() int { return flat.MapMemory(s.with) + flat.MapMemory(s.inProps) }
