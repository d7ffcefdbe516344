package outline

import (
	"slices"
	"strings"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// propAt returns the condition that a member has the property whose name begins at word
// i, as in "decisions with a feature flag" and "goals that have a sponsor". It is the
// zero condition if the question does not say that members have it. An owner, a date and
// a state have conditions of their own.
func (f *finding) propAt(words []string, i int) condition {
	first := i
	for first > 0 && slices.Contains(articleWords, words[first-1]) {
		first--
	}
	if first == 0 || !slices.Contains(havingWords, words[first-1]) {
		return condition{}
	}
	name, length := f.propNamed(words[i:])
	if name == "" {
		return condition{}
	}
	return condition{title: "with " + name, words: words[first-1 : i+length], isValue: true, isKnown: true, has: func(m Member) bool {
		d, found := f.reader.Find(m.Entity.Self().ID)
		return found && slices.Contains(f.reader.Entry(d).Fields, propField+name)
	}}
}

// heldAt returns the condition that a property which the question has in other forms of
// its words has word i as a value: "motions of which Ann led the hearing" for
// hearing_leader. It is the zero condition for other words.
func (f *finding) heldAt(words []string, i int) condition {
	own := f.stem(words[i])
	for _, name := range f.inOtherForms() {
		stems := f.props[name]
		isHolder := func(x *index.Index) bool { return x.HasValue(name, words[i]) }
		if own == "" || slices.Contains(stems, own) || !slices.ContainsFunc(f.reader.Indexes, isHolder) {
			continue
		}
		of := []string{words[i]}
		for _, word := range words {
			if stem := f.stem(word); slices.Contains(stems, stem) || word == "led" || slices.ContainsFunc(stems, func(own string) bool { return deedOf(own) == stem && stem != "" }) {
				of = append(of, word)
			}
		}
		return condition{title: name + " " + words[i], words: of, isValue: true, isKnown: true, has: func(m Member) bool { return f.holds(m, name, words[i]) }}
	}
	return condition{}
}

// inOtherForms returns the names of properties of several words, all of which the question
// has in some form, in alphabetical order. It omits those that it has as they are, because
// then its words choose.
func (f *finding) inOtherForms() []string {
	if f.otherForms != nil {
		return f.otherForms
	}
	f.otherForms = []string{}
	asked := f.askedStems()
	for name, stems := range f.propStems() {
		isAsIs := !slices.ContainsFunc(stems, func(stem string) bool { return !asked[stem] })
		isInForm := !slices.ContainsFunc(stems, func(stem string) bool { return !asked[stem] && !asked[deedOf(stem)] })
		if len(stems) > 1 && !isAsIs && isInForm {
			f.otherForms = append(f.otherForms, name)
		}
	}
	slices.Sort(f.otherForms)
	return f.otherForms
}

// holds reports whether a property of a member has a word.
func (f *finding) holds(m Member, name, word string) bool {
	d, found := f.document(m)
	if !found {
		return false
	}
	x, entry := f.reader.Indexes[d.Project], f.reader.Entry(d)
	return slices.ContainsFunc(entry.Sentences, func(s text.Sentence) bool {
		return entry.Fields[s.Field] == propField+name && slices.ContainsFunc(entry.Tokens[s.First:s.Last], func(t text.Token) bool { return x.WordText(t.Word()) == word })
	})
}

// propNamed returns the property with the longest name that some words begin with, and
// the number of these words; "" for none.
func (f *finding) propNamed(words []string) (name string, length int) {
	isOther := ownKind(words[0]) != "" || ownerStems[text.English(words[0])] || dueStems[text.English(words[0])] || isState(words[0])
	for other, stems := range f.propStems() { // in any order
		n := wordsOfName(words, stems)
		isLonger := n > length || n == length && other < name
		if n > 0 && isLonger && (n > 1 || !isOther || strings.Contains(words[0], "_")) {
			name, length = other, n
		}
	}
	return name, length
}

// propStems returns the stems of the words of the names of all properties. Projects have
// many of them in common.
func (f *finding) propStems() map[string][]string {
	if f.props == nil {
		f.props = map[string][]string{}
		for _, x := range f.reader.Indexes {
			for name := range propNames(x) {
				if _, known := f.props[name]; !known {
					f.props[name] = nameStems(name)
				}
			}
		}
	}
	return f.props
}

// wordsOfName returns the number of words at the beginning of some that have the stems of
// a name, 0 if they do not. A word may have all, as feature_flag has.
func wordsOfName(words, stems []string) int {
	switch {
	case len(stems) == 0:
		return 0
	case slices.Equal(nameStems(words[0]), stems):
		return 1
	case len(words) < len(stems):
		return 0
	}
	for i, stem := range stems {
		if text.English(words[i]) != stem {
			return 0
		}
	}
	return len(stems)
}
