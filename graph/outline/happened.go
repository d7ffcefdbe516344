package outline

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A happening is an entity with the date of an event in its props.
type happening struct {
	Member
	at time.Time
}

// listHappened returns the list of what has a date in the period of the question in a
// property that the word before the period names: "proposals accepted in 2025", of
// which the props have accepted_on. It returns nil for other questions: the other words
// of this one name a kind, or call it in any words before that one.
func (f *finding) listHappened() *List {
	event, when := f.eventInPeriod()
	if when == nil {
		return nil
	}
	all := f.happenings(text.English(event))
	if len(all) == 0 {
		return nil
	}
	call := f.callOf(membersOf(all))
	if wide := f.callOf(f.everything(nil)); len(wide.words) > 0 {
		if !slices.ContainsFunc(all, func(h happening) bool { return f.isCalled(h.Member, wide.words) }) {
			return nil // others have the property
		}
		call.words = append(call.words, wide.words...)
	}
	all = slices.DeleteFunc(all, func(h happening) bool { return len(call.kinds) > 0 && !call.kinds[h.Entity.Self().Kind] })
	if len(all) == 0 {
		return nil
	}
	for _, word := range f.filterWords(nil) {
		isOfEvent := word == event || slices.Contains(when.words, word) || f.isPluralBefore(word, event)
		if isOfEvent || asksNothing([]string{word}) || slices.Contains(call.words, word) {
			continue
		}
		if all = ofProjects(all, f.projectsWith([]string{text.English(word)})); len(all) == 0 {
			return nil
		}
	}
	kept := slices.DeleteFunc(all, func(h happening) bool { return !when.has(h.at) })
	list := &List{Of: f.scopeName(), Filters: []string{event + " " + when.String()}, Kinds: call.kinds, IsAll: true}
	list.Groups = groupsByKind(membersOf(kept))
	f.knowAsking(true)
	return list
}

// eventInPeriod returns the word before the period of a question, and the period: the
// last such one for a month without a year. It returns nil for a question without
// both.
func (f *finding) eventInPeriod() (event string, when *period) {
	words := f.words()
	if f.isLong() || slices.ContainsFunc(words, negatesValue) {
		return "", nil
	}
	when = periodOf(words, f.clock, true)
	if when == nil {
		return "", nil
	}
	for at := 1; at+len(when.words) <= len(words); at++ {
		if event = words[at-1]; slices.Equal(words[at:at+len(when.words)], when.words) && f.stem(event) != "" {
			return event, when
		}
	}
	return "", nil
}

// isPluralBefore reports whether a word is a plural before another, with only stop
// words between them: "which proposals were accepted".
func (f *finding) isPluralBefore(word, other string) bool {
	words := f.words()
	at, end := slices.Index(words, word), slices.Index(words, other)
	return isPlural(word) && at < end && !slices.ContainsFunc(words[at+1:end], func(w string) bool { return f.stem(w) != "" })
}

// happenings returns the entities in scope with a date in a property of whose name a
// word has the stem, the latest first.
func (f *finding) happenings(stem string) (list []happening) {
	for i, g := range f.graphs {
		x := f.reader.Indexes[i]
		if fields := eventFields(x, stem); len(fields) > 0 && (f.called == nil || f.called == g) {
			list = appendHappenings(list, g, x, fields)
		}
	}
	slices.SortFunc(list, func(a, b happening) int {
		return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID))
	})
	return list
}

// eventFields returns the properties of whose names a word has a stem.
func eventFields(x *index.Index, stem string) (fields []string) {
	for name := range propNames(x) {
		if field := propField + name; slices.Contains(nameStems(name), stem) && !slices.Contains(fields, field) {
			fields = append(fields, field)
		}
	}
	return fields
}

// propNames yields the names of the properties that entries have, or had, in any
// order. One can come several times.
func propNames(x *index.Index) iter.Seq[string] {
	return func(yield func(string) bool) {
		for field := range x.FieldNames() {
			if name, isProp := strings.CutPrefix(field, propField); isProp && !yield(name) {
				return
			}
		}
	}
}

// appendHappenings appends the entities of a project that have a date in one of some
// fields.
func appendHappenings(list []happening, g *graph.Graph, x *index.Index, fields []string) []happening {
	for ord := range g.Entities() {
		e := g.At(ord)
		ordinal, known := x.Find(e.Self().ID)
		if !known || e.Self().IsScratch() {
			continue
		}
		if field, at := dateInProps(x, x.Entry(ordinal), fields); at != nil {
			shown := []string{strings.TrimPrefix(field, propField)}
			list = append(list, happening{Member{Graph: g, Entity: e, Shown: shown}, *at})
		}
	}
	return list
}

// dateInProps returns the first of some fields of an entry that begins with a date,
// and the date; nil for none. Most entries have none of the fields, and long texts in
// others.
func dateInProps(x *index.Index, entry *index.Entry, fields []string) (field string, at *time.Time) {
	for number, field := range entry.Fields {
		if !slices.Contains(fields, field) {
			continue
		}
		first := slices.IndexFunc(entry.Sentences, func(s text.Sentence) bool { return int(s.Field) == number })
		if first < 0 {
			continue
		}
		s := &entry.Sentences[first]
		if tokens := entry.Tokens[s.First:s.Last]; len(tokens) >= len("ymd") {
			if at = dateOfTokens(x, tokens); at != nil {
				return field, at
			}
		}
	}
	return "", nil
}

// dateOfTokens returns the date that the first tokens of a text are: year, month and
// day; nil for others.
func dateOfTokens(x *index.Index, tokens []text.Token) *time.Time {
	var numbers [3]int
	for i := range numbers {
		number, err := strconv.Atoi(x.WordText(tokens[i].Word()))
		if err != nil {
			return nil
		}
		numbers[i] = number
	}
	at := time.Date(numbers[0], time.Month(numbers[1]), numbers[2], 0, 0, 0, 0, time.UTC)
	if at.Year() != numbers[0] || int(at.Month()) != numbers[1] || numbers[0] < firstYear || numbers[0] > lastYear {
		return nil
	}
	return &at
}

// ofProjects returns the happenings of some projects.
func ofProjects(list []happening, projects []*graph.Graph) []happening {
	return slices.DeleteFunc(list, func(h happening) bool { return !slices.Contains(projects, h.Graph) })
}

// membersOf returns the entities of happenings.
func membersOf(list []happening) []Member {
	members := make([]Member, len(list))
	for i := range list {
		members[i] = list[i].Member
	}
	return members
}

// groupsByKind returns members in groups, each in their order.
func groupsByKind(members []Member) (groups []Group) {
	of := byKind(members)
	for _, spec := range graph.Kinds {
		if len(of[spec.Kind]) > 0 {
			groups = append(groups, Group{Kind: spec.Kind, Members: of[spec.Kind]})
		}
	}
	return groups
}
