package outline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// The words that ask for the last and the first of a kind in time.
var (
	newestWords = strings.Fields("newest latest youngest")
	oldestWords = strings.Fields("oldest earliest")
)

// ofOne is the number of members of a list that the newest or oldest entity heads, if
// the question asks only for that, by eye.
const ofOne = 5

// mostScanned is the number of entities in scope up to which the newest and the oldest
// are looked for, by eye: over 15,000 it takes 15 ms.
const mostScanned = 100_000

// scopeSize returns the number of entities in scope.
func (f *finding) scopeSize() (n int) {
	for _, g := range f.scope() {
		n += g.Count()
	}
	return n
}

// listExtreme returns the list of the entities of a kind, the newest or the oldest first,
// if a question asks only for these: "newest motion", "the oldest open-air stage of the
// park". A project calls the kind in its own words. It returns nil for other questions,
// and if nothing says when the entities began.
func (f *finding) listExtreme(subjects []subject.Subject) *List {
	at := slices.IndexFunc(f.words(), func(word string) bool {
		return slices.Contains(newestWords, word) || slices.Contains(oldestWords, word)
	})
	if at < 0 || f.isLong() || f.scopeSize() > mostScanned || f.period() != nil || len(f.conditions()) > 0 {
		return nil
	}
	called, noun := f.called, f.nounOfExtreme(at, subjects)
	isNewest := slices.Contains(newestWords, f.words()[at])
	if noun == "" || isNewest && ownKind(strings.TrimSuffix(noun, "s")) == graph.KindDecision { // which lists have in that order
		f.called = called
		return nil
	}
	of := f.begun
	if slices.Contains(f.words(), "start") {
		of = f.started
	}
	members := inOrderOf(f.extremesCalled(noun), timeOf(of), isNewest)
	if len(members) == 0 {
		f.called = called
		return nil
	}
	filter := "oldest first"
	if isNewest {
		filter = "newest first"
	}
	if !isPlural(noun) {
		members = members[:min(len(members), ofOne)]
	}
	shown := members
	if listed := f.params.Listed; listed > 0 {
		shown = members[:min(len(members), max(listed, askedMembers))]
	}
	f.showBeginnings(shown, of)
	f.knowAsking(true)
	kind := members[0].Entity.Self().Kind
	return &List{
		Of: f.scopeName(), Filters: []string{filter}, Kinds: map[graph.Kind]bool{kind: true}, IsAll: true,
		Groups: []Group{{Kind: kind, Members: members}},
	}
}

// timeOf returns a function that returns the time of an origin, nil for none.
func timeOf(of func(Member) *origin) func(Member) *time.Time {
	return func(m Member) *time.Time {
		first := of(m)
		if first == nil {
			return nil
		}
		return &first.at
	}
}

// inOrderOf returns the members that have a time, the earliest or the latest first, then
// by id. It finds each time once.
func inOrderOf(members []Member, of func(Member) *time.Time, isLatest bool) []Member {
	type timed struct {
		Member
		at *time.Time
	}
	var list []timed
	for _, m := range members {
		if at := of(m); at != nil {
			list = append(list, timed{m, at})
		}
	}
	order := 1
	if isLatest {
		order = -1
	}
	slices.SortFunc(list, func(a, b timed) int {
		return cmp.Or(order*a.at.Compare(*b.at), cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID))
	})
	ordered := make([]Member, len(list))
	for i, one := range list {
		ordered[i] = one.Member
	}
	return ordered
}

// nounOfExtreme returns the word for what a question asks for behind the superlative at a
// place, and sets the project that it calls. It returns "" if the question has other words.
func (f *finding) nounOfExtreme(at int, subjects []subject.Subject) (noun string) {
	anchors := f.anchors(subjects)
	if len(anchors) > 1 || len(anchors) == 1 && anchors[0].Entity.Self().Kind != graph.KindProject {
		return ""
	}
	if len(anchors) == 1 {
		f.called = anchors[0].Graph
	}
	call := f.callOf(f.everything(nil))
	for i, word := range f.words() {
		stem := f.stem(word)
		switch {
		case i == at:
		case noun == "" && i > at && (slices.Contains(call.words, word) || ownKind(word) != "" && ownKind(word) != graph.KindProject):
			noun = word
		case f.isOfProject(stem):
		case isOtherOfExtreme(word):
			return ""
		}
	}
	return noun
}

// isOtherOfExtreme reports whether a word chooses something, and is not for a date.
func isOtherOfExtreme(word string) bool {
	isOfDate := slices.Contains(beforeBy, word) || dateVerbs[text.English(word)] || word == "date"
	return isStateOrImpact(word) || slices.Contains(openWords, word) || !isOfDate && !asksNothing([]string{word})
}

// isOfProject reports whether a stem is of the name of the project that the question is
// about.
func (f *finding) isOfProject(stem string) bool {
	return f.called != nil && f.called.Project() != nil && hasStems(f.called.Project().Label, []string{stem})
}

// extremesCalled returns the entities in scope that a noun calls, of one kind: the first
// with the most of them.
func (f *finding) extremesCalled(noun string) (most []Member) {
	kind := ownKind(noun)
	if kind == "" {
		kind = ownKind(noun + "s")
	}
	members := byKind(f.everything(nil))
	for _, spec := range graph.Kinds {
		list := slices.Clone(members[spec.Kind])
		if kind != "" && spec.Kind != kind {
			continue
		}
		if kind == "" {
			list = slices.DeleteFunc(list, func(m Member) bool { return !f.isCalled(m, []string{noun}) })
		}
		if len(list) > len(most) {
			most = list
		}
	}
	return most
}
