package subject

import (
	"cmp"
	"slices"

	"dossier/flat"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/naming"
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

// addBest adds the subjects that may be among the best of all, at most limit,
// by titles and texts alone, and those that may have the best title of all. The
// bounds of a subject decide whether its titles are looked at.
func (f *finder) addBest(limit int) {
	likely := flat.NewTop(limit, func(a, b reached) int {
		return cmp.Or(cmp.Compare(b.bound, a.bound), cmp.Compare(a.place, b.place))
	})
	f.eachReached(likely.Add)
	list := likely.Sorted()
	least := make([]float64, 0, limit)
	for _, r := range list {
		s := f.of(f.at(r.place))
		f.score(s)
		least = append(least, s.Score)
	}
	if len(list) == limit {
		worst := slices.Min(least)
		f.eachReached(func(r reached) {
			if r.bound >= worst {
				f.of(f.at(r.place))
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

// A reached is a root with an upper bound of its score by titles and texts. Most are
// never looked at, so that it has no document.
type reached struct {
	place int // see [finder.place]
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
		visit(reached{int(place), bound})
	}
}
