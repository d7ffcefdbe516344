package outline

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// isVague reports whether the question says nothing of what it is about,
// besides one project, which it returns.
func (f *finding) isVague(subjects []subject.Subject) (isVague bool, project *graph.Graph) {
	anchors := f.anchors(subjects)
	switch {
	case len(f.asked.Words) == 0 || len(anchors) > 1 || f.hasNumber() || f.otherNoun() != "":
		return false, nil
	case len(anchors) == 1 && anchors[0].Entity.Self().Kind != graph.KindProject, slices.ContainsFunc(subjects, isNumbered):
		return false, nil
	case len(anchors) == 1:
		project = anchors[0].Graph
	default:
		project = f.called
	}
	return asksNothing(f.filterWords(anchors)), project
}

// isNumbered reports whether the question names a subject by an id or a number, such as
// #20.
func isNumbered(s subject.Subject) bool { return s.IsAlias && s.Name > 0 }

// leastName is the least number of digits of a number that is the name of
// something, and no amount such as that of "the top 10 risks". By eye.
const leastName = 3

// hasNumber reports whether the question has a number or version of leastName digits or
// more, besides that of a period.
func (f *finding) hasNumber() bool {
	for i, word := range f.asked.Words {
		number := strings.TrimPrefix(word.Text, "v")
		if len(number) >= leastName && isNumber(number) && !f.isOfPeriod(i) {
			return true
		}
	}
	return false
}

// filterWords returns the words of the question that name neither an anchor, a
// field of it, nor the project that the question calls, each once, without stop
// words, numbers, versions, what is behind "by", requests for a list, and unknown
// verbs: all risks "could kill the launch".
func (f *finding) filterWords(anchors []*Topic) []string {
	named := map[string]bool{}
	for _, t := range anchors {
		for _, word := range f.asked.Words[t.First:t.Last] {
			named[text.English(word.Text)] = true
		}
		for word := range text.Words(t.Entity.Self().Label) {
			named[text.English(word.Text)] = true
		}
	}
	var words []string
	seen := map[string]bool{}
	for i, word := range f.asked.Words {
		stem := text.English(word.Text)
		if seen[word.Text] || f.choosesNothing(i) {
			continue
		}
		seen[word.Text] = true
		if stem == "" || named[stem] || slices.Contains(f.calledBy, stem) || isNumber(strings.TrimPrefix(word.Text, "v")) {
			continue
		}
		if !slices.ContainsFunc(anchors, func(t *Topic) bool { return f.hasFieldCalled(t.Doc, word.Text) }) {
			words = append(words, word.Text)
		}
	}
	return words
}

// choosesNothing reports whether word i is behind "by", a request for a list, an
// unknown verb, or a word for the changes and dates of a period.
func (f *finding) choosesNothing(i int) bool {
	word := f.asked.Words[i].Text
	isUnknownVerb := i > 0 && slices.Contains(modals, f.asked.Words[i-1].Text) && slices.Contains(f.asked.Unknown, word)
	isOfPeriod := f.period() != nil && (slices.Contains(changeWords, word) || f.isDateOfEvent(i))
	return isUnknownVerb || isOfPeriod || f.isBehindBy(i) || f.isRequest(i)
}

// modals are before a verb.
var modals = strings.Fields("will would shall can could must may might")

// isDateOfEvent reports whether word i is the date of the event or kind that the word
// before it names, as in "start date" and "decision date".
func (f *finding) isDateOfEvent(i int) bool {
	words := f.words()
	return i > 0 && (words[i] == "date" || words[i] == "dates") && (isEvent(words[i-1]) || ownKind(words[i-1]) != "")
}

// requests are the verbs that ask for a list, and nouns for it.
var requests = strings.Fields("list lists show overview")

// isRequest reports whether word i asks for a list, as the first word of "list open
// tasks" does, and "list" in "a list of all risks". It names what a linked list is.
func (f *finding) isRequest(i int) bool {
	words := f.words()
	if !slices.Contains(requests, words[i]) {
		return false
	}
	isFirst := !slices.ContainsFunc(words[:i], func(word string) bool { return !asksNothing([]string{word}) })
	return isFirst && (i == 0 || i+1 < len(words) && words[i+1] == "of")
}

// kindsNamed returns the kinds that the question names by a noun, except
// records, and except projects if it names them only as the place to look in.
func (f *finding) kindsNamed() map[graph.Kind]bool {
	named := maps.Clone(f.intent.Named)
	maps.DeleteFunc(named, func(kind graph.Kind, by bool) bool {
		return !by || kind == graph.KindRecord || kind == graph.KindProject && !f.listsProjects()
	})
	return named
}

// otherNoun returns the only plural noun that nothing has of a question that names
// no kind. With a state or a time it may be another word for the work of a project,
// such as tickets for tasks. It returns "" for none.
func (f *finding) otherNoun() (noun string) {
	if len(f.kindsNamed()) > 0 {
		return ""
	}
	for _, word := range f.asked.Unknown {
		if isPlural(word) && !slices.Contains(changeWords, word) && !f.isOfCapitals(word) && !f.isActor(word) {
			if noun != "" {
				return ""
			}
			noun = word
		}
	}
	return noun
}

// isOfCapitals reports whether a word is of a name: it and the word before it have capitals.
func (f *finding) isOfCapitals(word string) bool {
	at := slices.Index(f.words(), word)
	return at > 0 && f.asked.Words[at].Marks&f.asked.Words[at-1].Marks&text.Capital != 0
}

// actorWords are before who did something, or whom something is for.
var actorWords = strings.Fields("by to from with")

// isActor reports whether a word of the question names who did something, such as the
// author in "notes by jonas".
func (f *finding) isActor(word string) bool {
	at := slices.Index(f.words(), word)
	return at > 0 && slices.Contains(actorWords, f.words()[at-1])
}
