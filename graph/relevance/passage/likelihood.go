package passage

import (
	"iter"
	"math"
	"slices"
	"strings"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// heading is a heading in an index.
type heading struct {
	index *index.Index
	terms []uint32
	class uint64
}

// evidence returns for each term, in nats, how much more likely it is in a
// question for a section with this heading than in one for another section, or 0
// if it is not. own is what the section itself has, which does not count for the
// class of its heading; nil for none.
func (f *finder) evidence(h heading, own *held) []float64 {
	list := f.fits(h)
	if h.class == 0 {
		return list
	}
	c := f.counts.class(f.reader, h.class)
	for at := range list {
		list[at] += f.lift(c, at, own)
	}
	return list
}

// fits returns the evidence of a heading's own words. Words between which there
// is punctuation are alternatives: the share of the heading that fits is the
// geometric mean of that of the whole and that of the best alternative.
func (f *finder) fits(h heading) []float64 {
	fits := make([]float64, len(f.terms))
	if !f.fitsAny(h) {
		return fits
	}
	best, matched, all := 0.0, 0.0, 0.0
	for rest := h.terms; len(rest) > 0; {
		end := slices.Index(rest, 0)
		if end < 0 {
			end = len(rest)
		}
		m, a := f.fitted(fits, h.stems(rest[:end]))
		best, matched, all = max(best, m/a), matched+m, all+a
		rest = rest[min(end+1, len(rest)):]
	}
	return f.scaled(fits, math.Sqrt(best*matched/all))
}

// fitsName returns the evidence of the name of a field of a record or in props, which
// is the heading of its text.
func (f *finder) fitsName(field string) []float64 {
	fits := make([]float64, len(f.terms))
	_, name, isMember := strings.Cut(field, ".")
	if !isMember {
		return fits
	}
	return f.fitsWords(fits, name)
}

// fitsTitle returns the evidence of the title of a part of the subject, which is the
// heading of its text, without the words that name the subject. It returns none for
// a question that does not name its subject, because the title may do that.
func (f *finder) fitsTitle(entry *index.Entry) []float64 {
	fits := make([]float64, len(f.terms))
	if !f.isNamed {
		return fits
	}
	return f.fitsWords(fits, entry.Title)
}

// fitsWords raises fits by the words of a title, other than those that name the
// subject.
func (f *finder) fitsWords(fits []float64, title string) []float64 {
	matched, all := f.fitted(fits, func(yield func(string) bool) {
		for word := range text.Parts(title) {
			if stem := f.index.Words.Stem(word.Text); stem != "" && !f.names[stem] && !yield(stem) {
				return
			}
		}
	})
	if matched == 0 {
		return fits
	}
	return f.scaled(fits, matched/all)
}

// scaled returns the evidence of fits, if a share of the heading fits.
func (f *finder) scaled(fits []float64, share float64) []float64 {
	factor := f.params.Heading * math.Pow(share, f.params.Precision)
	for at := range fits {
		fits[at] *= factor
	}
	return fits
}

// stems yields the stems of some terms of a heading.
func (h heading) stems(terms []uint32) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, number := range terms {
			if !yield(h.index.Words.StemOf(number)) {
				return
			}
		}
	}
}

// fitsAny reports whether a word of a heading fits a term of the question. Most
// headings have none, and need no counts of their words.
func (f *finder) fitsAny(h heading) bool {
	return slices.ContainsFunc(h.terms, func(number uint32) bool {
		stem := h.index.Words.StemOf(number)
		return f.beginnings[beginning(stem)] && slices.ContainsFunc(f.terms, func(t term) bool { return t.fit(stem, f.params) > 0 })
	})
}

// fitted raises the fit of each term of the question to that of some stems of a
// heading. It returns the sum of the IDF of these stems that fits, and of all.
func (f *finder) fitted(fits []float64, stems iter.Seq[string]) (matched, all float64) {
	for stem := range stems {
		best := 0.0
		if f.beginnings[beginning(stem)] {
			for at := range f.terms {
				fit := f.terms[at].fit(stem, f.params)
				fits[at], best = max(fits[at], fit), max(best, fit)
			}
		}
		idf := corpus.IDF(f.sections, f.counts.headingsWith(f.reader, stem))
		matched += best * idf
		all += idf
	}
	return matched, all
}

// lift returns the logarithm of the ratio of a term's frequency in the sections
// of a class to that in all sections, at least 0.
func (f *finder) lift(c *class, at int, own *held) float64 {
	if f.terms[at].sections == 0 {
		return 0
	}
	under, sections := float64(f.counts.under(f.reader, c, &f.terms[at])), float64(c.sections)
	if own != nil {
		sections--
		if own.below[at] {
			under--
		}
	}
	if under <= 0 {
		return 0
	}
	usual := (float64(f.terms[at].sections) + .5) / float64(f.sections+1)
	smooth := f.params.Smoothing
	ratio := (under + smooth*usual) / ((sections + smooth) * usual)
	length := float64(c.words) / float64(c.sections) / f.mean
	return max(0, math.Log(ratio)) / math.Pow(max(1, length), f.params.Length)
}

// sum returns the evidence of all terms, weighted.
func (f *finder) sum(evidence []float64) float64 {
	sum := 0.0
	for at, t := range f.terms {
		sum += math.Pow(t.weight*evidence[at], f.params.Norm)
	}
	return math.Pow(sum, 1/f.params.Norm)
}

// explained returns the share of the question that evidence explains. It may
// exceed 1 if both a heading and its class have the words.
func (f *finder) explained(evidence []float64) float64 {
	sum, all := 0.0, 0.0
	for at, t := range f.terms {
		sum += t.weight * evidence[at]
		all += t.weight * f.params.Heading
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
