package subject

import (
	"cmp"
	"slices"

	"dossier/graph/flat"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// A heldTitle is a title of which the question holds words.
type heldTitle struct {
	doc corpus.Doc
	// held is the IDF of these words. bound is the most that the evidence of the
	// title may be.
	held, bound float64
	next        int32 // another title of the family, as in arrays.title
}

// holdTitles collects the entries of a project of whose titles the question
// holds words, with the bounds of their evidence. Most of them are not among the
// best, and are never looked at.
func (f *finder) holdTitles(project int32, entries []int32) {
	x, first := f.reader.Indexes[project], f.first[project]
	mass := x.TitleMass()
	for _, ordinal := range entries {
		at := first + int(ordinal)
		t := heldTitle{doc: corpus.Doc{Project: project, Ordinal: ordinal}, held: f.arrays.held[at]}
		t.bound = min(f.params.MaxTitle, t.held)
		if all := (float64(mass[ordinal]) - f.arrays.asks[at]) / f.question.scale; t.held < all {
			t.bound *= t.held / all * t.held / all
		}
		t.bound += rounding
		root, reach := first+int(x.Roots.Of(ordinal)), t.bound
		if x.Roots.Of(ordinal) != ordinal {
			reach *= f.params.PartTitle
		}
		t.next = f.arrays.title[root]
		f.arrays.titles = append(f.arrays.titles, t)
		f.arrays.title[root] = int32(len(f.arrays.titles))
		f.arrays.reach[root] = max(f.arrays.reach[root], reach)
		f.arrays.add(root)
	}
}

// rounding is more than what bounds lose by rounding.
const rounding = 1e-9

// coverTitles adds the evidence of the titles of a family that the question
// holds in part. The first of equal titles names the subject.
func (f *finder) coverTitles(s *Subject) {
	for at := f.arrays.title[f.place(s.Doc)]; at > 0; at = f.arrays.titles[at-1].next {
		t := &f.arrays.titles[at-1]
		evidence, covered := f.titleEvidence(t.doc, t.held)
		f.members[t.doc] += evidence
		f.evident = max(f.evident, evidence)
		if s.Doc != t.doc {
			evidence *= f.params.PartTitle
		}
		if evidence > s.Titled && f.names(t.doc, naming.Owner{}) && f.isTogether(t.doc) && f.isEnough(t.doc, covered) {
			s.Titled = evidence
		}
		if isFirst := evidence == s.Title && t.doc.Ordinal < s.Member.Ordinal; evidence > s.Title || evidence > 0 && isFirst {
			s.Title, s.Covered = evidence, covered
			if !s.IsAlias {
				s.Member = t.doc
			}
		}
	}
}

// fewTerms is the number of terms of a question above which one word of a longer title
// is no name: "lamps" in "why did the lamps break after the repair" is not
// "Weir lamps". By eye; of 39 questions about three small graphs, 1.8 % more was found
// in 500 tokens, and of others as much. WholeTitle is the least share of a title that is
// all of it, but for rounding.
const (
	fewTerms   = 4
	WholeTitle = .999
)

// isEnough reports whether the question holds enough of a title, of which it has a share,
// to name it.
func (f *finder) isEnough(d corpus.Doc, covered float64) bool {
	if covered >= WholeTitle || len(f.question.Terms) <= fewTerms {
		return true
	}
	held := 0
	f.buffer = f.reader.TitleTerms(d, f.buffer)
	for _, term := range f.buffer {
		if _, has := f.terms[d.Project][term]; has {
			held++
		}
	}
	return held > 1
}

// isTogether reports whether the words that the question holds of a title are near
// each other, or too many to be there by chance. A message of dozens of words has
// words of many titles somewhere, and one alone, or another form of it, is no name.
func (f *finder) isTogether(d corpus.Doc) bool {
	words := f.question.Words
	if len(words) <= f.params.Scattered {
		return true
	}
	f.buffer = f.reader.TitleTerms(d, f.buffer)
	last := make(map[uint32]int, len(f.buffer)) // by term of the title that is held: the place of its last occurrence
	for _, term := range f.buffer {
		if _, held := f.terms[d.Project][term]; held {
			last[term] = -len(words)
		}
	}
	if len(last) == 1 || len(last) >= wholeWords {
		return len(last) > 1
	}
	nearby := 2*len(last) + 2 // by eye
	for i, term := range f.sequence(d.Project) {
		if _, isHeld := last[term]; !isHeld {
			continue
		}
		last[term] = i
		first := i
		for _, place := range last {
			first = min(first, place)
		}
		if i-first < nearby {
			return true
		}
	}
	return false
}

// sequence returns the terms of the question's words in a project, in order. A
// misspelt word has the term that is read instead.
func (f *finder) sequence(project int32) []uint32 {
	if list, known := f.sequences[project]; known {
		return list
	}
	x, list := f.reader.Indexes[project], make([]uint32, len(f.question.Words))
	for i, word := range f.question.Words {
		list[i] = x.Words.Lookup(cmp.Or(f.question.Corrected[word.Text], word.Text))
	}
	f.sequences[project] = list
	return list
}

// addBest adds the subjects that may be among the best of all, at most limit,
// by titles and texts alone, and those that may have the best title of all. The
// bounds of a subject decide whether its titles are looked at.
func (f *finder) addBest(limit int) {
	likely := flat.NewTop(limit, func(a, b reached) int {
		return cmp.Or(cmp.Compare(b.bound, a.bound), cmp.Compare(a.doc.Project, b.doc.Project), cmp.Compare(a.doc.Ordinal, b.doc.Ordinal))
	})
	f.eachReached(likely.Add)
	list := likely.Sorted()
	least := make([]float64, 0, limit)
	for _, r := range list {
		f.score(f.of(r.doc))
		least = append(least, f.found[r.doc].Score)
	}
	if len(list) == limit {
		worst := slices.Min(least)
		f.eachReached(func(r reached) {
			if r.bound >= worst {
				f.of(r.doc)
			}
		})
	}
	if len(f.arrays.titles) == 0 {
		return
	}
	f.of(slices.MaxFunc(f.arrays.titles, func(a, b heldTitle) int { return cmp.Compare(a.bound, b.bound) }).doc)
	for i := range f.arrays.titles {
		if f.arrays.titles[i].bound > f.evident+2*rounding {
			f.of(f.arrays.titles[i].doc)
		}
	}
}

// A reached is a root with an upper bound of its score by titles and texts.
type reached struct {
	doc   corpus.Doc
	bound float64
}

// eachReached calls visit with the roots that may have a score.
func (f *finder) eachReached(visit func(reached)) {
	longer := f.longer()
	for _, place := range f.arrays.set {
		sum, reach := f.arrays.texts[place], f.arrays.reach[place]
		if sum == 0 && reach == 0 {
			continue
		}
		bound := f.params.Title*reach + f.params.Text*longer*sum + rounding
		visit(reached{f.at(int(place)), bound})
	}
}

// titleEvidence returns the evidence of a title if the question holds words
// with the IDF held of it, and their share of the title's IDF.
func (f *finder) titleEvidence(d corpus.Doc, held float64) (evidence, covered float64) {
	all := f.titleIDF(d)
	if all == 0 {
		return 0, 0
	}
	covered = min(1, held/all)
	return covered * covered * min(f.params.MaxTitle, held), covered
}

// titleIDF returns the sum of the IDF of a title's words. Words by which the
// question asks weigh less, and those of an identifier that the question lacks
// nothing, because a question has either the identifier or the rest.
func (f *finder) titleIDF(d corpus.Doc) float64 {
	sum := 0.0
	lacked := f.lackedIdentifier(d)
	f.buffer = f.reader.TitleTerms(d, f.buffer)
	for _, term := range f.buffer {
		if slices.Contains(lacked, term) {
			continue
		}
		sum += f.idf(d.Project, term)
	}
	return sum
}

// idf returns the IDF of a term of a title, less if the question asks by it.
func (f *finder) idf(project int32, term uint32) float64 {
	x := f.reader.Indexes[project]
	idf := corpus.IDF(x.Roots.Count(), x.Roots.With(term)) / f.question.scale
	if f.terms[project][term] {
		idf *= f.params.Asking
	}
	return idf
}

// lackedIdentifier returns the terms of the identifier of a title that the
// question lacks.
func (f *finder) lackedIdentifier(d corpus.Doc) (terms []uint32) {
	x := f.reader.Indexes[d.Project]
	for word := range text.Words(naming.Identifier(x.Entry(d.Ordinal).Title)) {
		term := x.Words.Lookup(word.Text)
		if _, has := f.terms[d.Project][term]; !has {
			terms = append(terms, term)
		}
	}
	return terms
}

// inTitle returns the weight of a question's term in a title.
func (f *finder) inTitle(term *Term) float64 {
	if term.Asks {
		return f.params.Asking * term.Weight * term.IDF
	}
	return term.Weight * term.IDF
}
