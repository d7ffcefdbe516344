package vocabulary

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// calls finds the nouns by which a graph calls what it has, and no table of words does:
// QIPs, of plans with identifiers such as QIP-2; CRs, of change requests; contracts, of
// the only type that ends so; mails, of signals of that channel.
func (f *calling) calls() {
	for at, w := range f.words {
		singular, isPlural := strings.CutSuffix(w.Text, "s")
		if !isPlural || len(singular) < leastCall || text.StopWord(w.Text) {
			continue
		}
		f.series(at, singular)
		f.channel(at, singular)
		f.partOfType(at, singular)
	}
}

// The least length of a noun of a graph in its singular, and of what is the same before
// many numbers. By eye.
const (
	leastCall = 2
	leastOfIt = 2
)

func (f *calling) call(at int, q ask.Query) { f.add("called", q, at, at+1, valuePrior) }

// series adds the kind of which most entities of some projects have an identifier that
// begins with a word, in these projects.
func (f *calling) series(at int, word string) {
	for _, spec := range graph.Kinds {
		var called []ask.Cond
		others := false
		for i, x := range f.reader.Indexes {
			all, with := x.Series.CalledBy(string(spec.Kind), x.Words.Stem(word))
			if isCalled := with >= leastOfIt && 2*with > all && f.graphs[i].Project() != nil; isCalled {
				called = append(called, scopeOf(f.graphs[i].Project()))
				continue
			}
			others = others || all > 0
		}
		q := ask.Query{Kind: spec.Kind}
		if others && len(called) < manyOwners {
			q.Where = anyScope(called)
		}
		if len(called) > 0 {
			f.call(at, q)
			return // the texts of plans may be called as these
		}
	}
}

// channel adds the signals whose title, which is their channel, is a word.
func (f *calling) channel(at int, word string) {
	isOf := func(x *index.Index) bool {
		signals := slices.Index(x.Kinds(), string(graph.KindSignal))
		return slices.ContainsFunc(x.Postings.Of(x.Words.Lookup(word)), func(p terms.Posting) bool {
			return x.KindOf(p.Ordinal) == signals && text.Fold(x.Entry(p.Ordinal).Title) == word
		})
	}
	if slices.ContainsFunc(f.reader.Indexes, isOf) {
		f.call(at, ask.Query{Kind: graph.KindSignal, Where: ask.Cond{Op: ask.Equal, Name: ask.Title, Values: []string{word}}})
	}
}

// findRecordTypes returns the ids of the types that records have, in order.
func (f *finding) findRecordTypes() (types []string) {
	for _, g := range f.graphs {
		types = append(types, g.Records().Types...)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// partOfType adds the only record type of several words that ends with a word, or has it
// as its initials, in capitals.
func (f *calling) partOfType(at int, word string) {
	var found []ask.Query
	for _, id := range f.recordTypes {
		isCalled := func(n noun) bool {
			last, isInitials := len(n.words)-1, f.words[at].Marks&text.Capital != 0 && initials(n.words) == word
			return last > 0 && (n.words[last] == word || isInitials)
		}
		if nouns := f.nounsOf(id); slices.ContainsFunc(nouns, isCalled) {
			found = append(found, ask.Query{Kind: graph.KindRecord, RecordType: id, Noun: nouns[slices.IndexFunc(nouns, isCalled)].name})
		}
	}
	if len(found) == 1 {
		f.call(at, found[0])
	}
}
