package outline

import (
	"slices"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// anchorEvidence is the least evidence of a name for an anchor, by eye: a
// version number has little, because every project has it. ordinaryEvidence is
// the least for the last word of an id, which may be a common word such as
// "data".
const (
	anchorEvidence   = .12
	ordinaryEvidence = .4
)

// isAnchor reports whether the question names a project, milestone or record
// with enough evidence to ask for its members, and not by a year or month.
func (f *finding) isAnchor(s *subject.Subject) bool {
	if f.isInPeriod(s.First, s.Last) {
		return false
	}
	kind, least := graph.Kind(f.reader.Entry(s.Doc).Kind), anchorEvidence
	if s.IsCode && s.Last-s.First == 1 && isOrdinary(f.asked.Words[s.First]) && kind != graph.KindProject {
		least = ordinaryEvidence
	}
	return s.Name >= least && kind.IsShared()
}

// anchors returns the projects, milestones and records that the question names.
// A project takes precedence over others of its name, and a name over those of other
// projects that are part of it. If the question names projects, only their milestones
// and records count. Of those with one name, only the ones in the project that the
// question calls count, if there are some.
func (f *finding) anchors(subjects []subject.Subject) []*Topic {
	var list []*Topic
	projects := map[int32]bool{}
	spans := map[[2]int]bool{}
	for i := range subjects {
		s := &subjects[i]
		kind := graph.Kind(f.reader.Entry(s.Doc).Kind)
		if !f.isAnchor(s) {
			continue
		}
		if kind == graph.KindProject {
			projects[s.Doc.Project], spans[[2]int{s.First, s.Last}] = true, true
		}
		list = f.appendTopic(list, s)
	}
	list = slices.DeleteFunc(slices.Clone(list), func(t *Topic) bool {
		return slices.ContainsFunc(list, func(other *Topic) bool { return t.isWithin(other) })
	})
	return slices.DeleteFunc(list, func(t *Topic) bool {
		if t.Entity.Self().Kind == graph.KindProject {
			return false
		}
		isElsewhere := t.Graph != f.called && slices.ContainsFunc(list, func(other *Topic) bool {
			return other.Graph == f.called && other.First == t.First && other.Last == t.Last
		})
		return spans[[2]int{t.First, t.Last}] || len(projects) > 0 && !projects[t.Doc.Project] || isElsewhere
	})
}

// isWithin reports whether the name of a topic is part of a longer one of another.
func (t *Topic) isWithin(other *Topic) bool {
	return other.First <= t.First && t.Last <= other.Last && t.Last-t.First < other.Last-other.First
}

// isOrdinary reports whether a word has neither capitals nor digits.
func isOrdinary(word text.Word) bool {
	return word.Marks&text.Capital == 0 && !strings.ContainsFunc(word.Text, unicode.IsDigit)
}
