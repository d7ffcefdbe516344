package subject

import (
	"math"
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// readWords finds the evidence of words: BM25 over families, in texts, and titles
// that the question holds in part.
func (f *finder) readWords() {
	for i := range f.question.Terms {
		f.mass += f.question.Terms[i].Text
	}
	var titled []int32
	for project := range f.reader.Indexes {
		titled = titled[:0]
		for i := range f.question.Terms {
			term := &f.question.Terms[i]
			f.addText(project, term)
			titled = f.addTitles(project, term, titled)
		}
		f.holdTitles(int32(project), titled)
	}
}

// addText adds the BM25 of a term to the families of a project.
func (f *finder) addText(project int, term *Term) {
	x, first := f.reader.Indexes[project], f.first[project]
	sums, counts := f.arrays.texts[first:], f.arrays.count[first:]
	average := x.TotalLength()/float64(max(x.Roots.Count(), 1)) + 1e-9
	f.roots = f.count(x, term.numbers[project], counts, f.roots)
	for _, root := range f.roots {
		k := f.params.K1 * (1 - f.params.B + f.params.B*float64(x.Roots.Length(root))/average)
		sums[root] += term.Text * counts[root] / (counts[root] + k)
		counts[root] = 0
		f.arrays.add(first + int(root))
	}
}

// addTitles adds the IDF of a term to the titles of a project that have it. It
// appends the entries that had none to titled.
func (f *finder) addTitles(project int, term *Term, titled []int32) []int32 {
	x, first := f.reader.Indexes[project], f.first[project]
	held, asks := f.arrays.held[first:], f.arrays.asks[first:]
	weight, less := f.inTitle(term), 0.0
	if term.Asks {
		less = (1 - f.params.Asking) * corpus.IDF(x.Roots.Count(), x.Roots.With(term.numbers[project]))
	}
	for _, posting := range x.Postings.Of(term.numbers[project]) {
		if posting.Title == 0 {
			continue
		}
		if held[posting.Ordinal] == 0 {
			titled = append(titled, posting.Ordinal)
		}
		held[posting.Ordinal] += weight
		asks[posting.Ordinal] += less
	}
	return titled
}

// count adds the frequencies of a term in the families of an index to counts,
// by root, and returns the roots. It reuses roots.
func (f *finder) count(x *index.Index, term uint32, counts []float64, roots []int32) []int32 {
	p := f.params
	roots = roots[:0]
	for _, posting := range x.Postings.Of(term) {
		root := x.Roots.Of(posting.Ordinal)
		title, body := p.PartTitleWords, p.ShortText
		switch {
		case root == posting.Ordinal:
			title, body = p.RootTitle, p.RootText
		case x.Length(posting.Ordinal) > p.LongText:
			body = p.LongTextWords
		}
		if counts[root] == 0 {
			roots = append(roots, root)
		}
		counts[root] += title*float64(posting.Title) + body*min(float64(posting.Body), p.MaxCount)
	}
	return roots
}

// matchNames adds the evidence of names that the question holds whole: at each
// word the longest one.
func (f *finder) matchNames() {
	for project, x := range f.reader.Indexes {
		tokens := make([]text.Token, len(f.question.Words))
		for i, word := range f.question.Words {
			if i > 0 && word.Start == f.question.Words[i-1].End+1 && f.question.text[word.Start-1] == ':' {
				word.Marks &^= text.Apart // of an id such as loop:5
			}
			tokens[i] = text.NewToken(x.Words.Number(word.Text), word.Marks)
		}
		for at := 0; at < len(tokens); {
			owners, length := f.longestName(x, tokens, at)
			if !f.question.HasDigit(at, at+length) {
				owners = f.meant(int32(project), owners)
			}
			if len(owners) == 0 {
				at++
				continue
			}
			if owners = f.called(int32(project), owners, at); len(owners) > 0 && len(owners) <= f.params.Owners {
				f.name(int32(project), owners, at, at+length)
			}
			at += length
		}
	}
}

// name adds the evidence of a name. If a project has the name, only projects
// are meant.
func (f *finder) name(project int32, owners []naming.Owner, first, last int) {
	x := f.reader.Indexes[project]
	mass := f.nameIDF(project, first, last)
	isProject := func(o naming.Owner) bool { return graph.Kind(x.Entry(o.Ordinal).Kind) == graph.KindProject }
	if slices.ContainsFunc(owners, isProject) {
		owners = slices.DeleteFunc(slices.Clone(owners), func(o naming.Owner) bool { return !isProject(o) })
		if last-first > 1 || f.question.Words[first].Marks&text.Capital != 0 {
			mass = max(mass, f.params.Project)
		}
	}
	f.question.know(first, last)
	roots := map[int32]bool{}
	for _, owner := range owners {
		roots[x.Roots.Of(owner.Ordinal)] = true
	}
	for _, owner := range partsFirst(x, owners) {
		d := corpus.Doc{Project: project, Ordinal: owner.Ordinal}
		s := f.of(d)
		evidence := mass * owner.Quality()
		isSame := s.Name > 0 && s.First == first && s.Last == last
		isRoot := f.reader.Root(d) == d && s.Member != d && isSame && (owner.IsAlias() || evidence == s.Name) // whose number its documents have
		if (evidence > s.Name || isRoot) && (last-first >= wholeWords || f.names(d, owner)) {
			s.Name, s.Member, s.First, s.Last, s.Owners = max(evidence, s.Name), d, first, last, len(roots)
			s.IsCode, s.IsAlias = owner.IsCode(), owner.IsAlias()
		}
	}
}

// partsFirst returns owners in another order: those that are parts before roots.
func partsFirst(x *index.Index, owners []naming.Owner) []naming.Owner {
	isRoot := func(o naming.Owner) bool { return x.Roots.Of(o.Ordinal) == o.Ordinal }
	list := without(owners, isRoot)
	if len(list) == len(owners) {
		return list
	}
	for _, owner := range owners {
		if isRoot(owner) {
			list = append(list, owner)
		}
	}
	return list
}

// readSentences adds the evidence of the sentence of each family that holds
// most of the question.
func (f *finder) readSentences(list []*Subject) {
	if len(f.question.Terms) > f.params.SentenceTerms {
		return
	}
	candidates := f.arrays.count // all 0
	for i, s := range list {
		candidates[f.place(s.Doc)] = float64(i + 1)
	}
	for project, x := range f.reader.Indexes {
		hits := f.hitsOf(project)
		first := f.first[project]
		terms := f.countTerms(project, &hits, candidates)
		for _, ordinal := range f.holding {
			s := list[int(candidates[first+int(x.Roots.Of(ordinal))])-1]
			evidence := f.bestSentence(x, ordinal, &hits, int(terms[ordinal]))
			s.Sentence = max(s.Sentence, evidence)
			f.members[corpus.Doc{Project: int32(project), Ordinal: ordinal}] += evidence
			terms[ordinal] = 0
		}
	}
	for _, s := range list {
		candidates[f.place(s.Doc)] = 0
	}
}

// countTerms sets f.holding to the entries of a project that have a hit and are in
// the families of candidates, and returns the number of the hits of each.
func (f *finder) countTerms(project int, hits *hits, candidates []float64) []int32 {
	x, first := f.reader.Indexes[project], f.first[project]
	terms := f.arrays.terms[first:]
	f.holding = f.holding[:0]
	for number := range hits.places {
		for _, posting := range x.Postings.Of(number) {
			if candidates[first+int(x.Roots.Of(posting.Ordinal))] == 0 {
				continue
			}
			if terms[posting.Ordinal]++; terms[posting.Ordinal] == 1 {
				f.holding = append(f.holding, posting.Ordinal)
			}
		}
	}
	return terms
}

// hits are the places of a question's terms by their numbers in a project. mask
// has the bits of these numbers, and few others: it rules out most words of a
// text faster than the map.
type hits struct {
	places map[uint32]int
	mask   [16]uint64
}

func (f *finder) hitsOf(project int) hits {
	h := hits{places: make(map[uint32]int)}
	for i := range f.question.Terms {
		if number := f.question.Terms[i].numbers[project]; number != 0 {
			h.places[number] = i
			h.mask[number/64%16] |= 1 << (number % 64)
		}
	}
	return h
}

// of returns the place of a term.
func (h *hits) of(number uint32) (place int, hit bool) {
	if h.mask[number/64%16]>>(number%64)&1 == 0 {
		return 0, false
	}
	place, hit = h.places[number]
	return place, hit
}

// bestSentence returns the evidence of the sentence of an entry that holds most
// of the question: the weight of the question's terms in texts, times the
// square of the sentence's share of it. It reads no further than a sentence that
// is not long and has all terms that the entry has, of which terms is the number.
func (f *finder) bestSentence(x *index.Index, ordinal int32, hits *hits, terms int) float64 {
	entry := x.Entry(ordinal)
	best := 0.0
	seen := make([]int, len(f.question.Terms))
	for i, sentence := range entry.Sentences[:min(len(entry.Sentences), f.params.Sentences)] {
		sum, has := 0.0, 0
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			term, hit := hits.of(x.Words.TermOf(token.Word()))
			if !hit || seen[term] == i+1 {
				continue
			}
			seen[term] = i + 1
			has++
			sum += f.question.Terms[term].Text
		}
		words := float64(sentence.Last - sentence.First)
		if sum > best && words > f.params.LongSentence {
			sum *= math.Sqrt(f.params.LongSentence / words)
		}
		best = max(best, sum)
		if has == terms && words <= f.params.LongSentence {
			break
		}
	}
	return best * best / f.mass
}
