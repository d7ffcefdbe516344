package vocabulary

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/text"
)

// calls finds the nouns by which a graph calls what it has, and no table of words does:
// QIPs, of plans with identifiers such as QIP-2; CRs, of change requests; contracts, of
// the only type that ends so; mails, of signals of that channel.
func (f *calling) calls() {
	f.channels()
	for at, w := range f.words {
		singular, isPlural := strings.CutSuffix(w.Text, "s")
		if !isPlural || len(singular) < leastCall || text.StopWord(w.Text) {
			continue
		}
		f.series(at, singular)
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

// channels adds the channels of signals as values, and in the plural as the signals of one;
// and their name, by which signals are divided.
func (f *calling) channels() {
	signals := []graph.Kind{graph.KindSignal}
	for at := range f.words {
		if f.hasStems(at, []string{stemOf(ask.Channel)}) {
			f.add("field", ask.Field{Name: ask.Channel, Kinds: signals}, at, at+1, valuePrior)
		}
	}
	for _, g := range f.graphs {
		for _, channel := range g.Channels() {
			name := text.Folded(strings.ReplaceAll(channel, "_", " "))
			is := ask.Cond{Op: ask.Equal, Name: ask.Channel, Values: []string{channel}, Kinds: signals}
			f.called(name, func(asked string, at, last int) {
				if asked != name[len(name)-1] {
					f.add("called", ask.Query{Kind: graph.KindSignal, Where: is}, at, last, valuePrior)
				} else if !text.StopWord(asked) {
					f.add("value", is, at, last, valuePrior)
				}
			})
		}
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
