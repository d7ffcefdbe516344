package outline

import (
	"maps"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// callsByOwnName sets the project that the question calls by its own name, before what
// calls a kind, as in "package manager proposals" of "Evolution: Package Manager", or
// apart from the rest: at the beginning before a colon, or at the end behind a comma, a
// colon or a dash.
func (f *finding) callsByOwnName(stems []string) {
	if len(f.graphs) == 1 {
		return
	}
	for i := 1; i <= len(stems); i++ {
		calls := i < len(stems) && f.callsKind(f.asked.Words[i].Text)
		if !calls && i < len(stems) && !strings.HasPrefix(f.question[f.asked.Words[i-1].End:], ":") {
			continue
		}
		g, first := f.ownNameBefore(i, stems)
		if g != nil && (calls || i < len(stems) && first == 0 || i == len(stems) && f.isBehindMark(first)) {
			f.called, f.calledBy = g, stems[first:i]
			return
		}
	}
}

// ownNameBefore returns the only project whose own name the words before word i are, and
// the first of them: all those of its name that the names of all projects do not share.
// It returns nil for none and for several.
func (f *finding) ownNameBefore(i int, stems []string) (called *graph.Graph, first int) {
	for at, own := range f.ownStems() {
		left, from := len(own), i
		for held := map[string]bool{}; from > 0 && left > 0 && (stems[from-1] == "" && from < i || own[stems[from-1]]); from-- {
			if stem := stems[from-1]; stem != "" && !held[stem] {
				held[stem] = true
				left--
			}
		}
		switch {
		case len(own) == 0 || left > 0:
		case called != nil:
			return nil, 0
		default:
			called, first = f.graphs[at], from
		}
	}
	return called, first
}

// ownStems returns the stems of each project's name that the names of all projects do not
// share, in the order of the projects. They are empty for one without a name.
func (f *finding) ownStems() []map[string]bool {
	if f.ownNames != nil {
		return f.ownNames
	}
	names, with := make([]map[string]bool, len(f.graphs)), map[string]int{}
	for i, g := range f.graphs {
		if project := g.Project(); project != nil {
			names[i] = text.Stems(project.Name)
		}
		for stem := range names[i] {
			with[stem]++
		}
	}
	for _, own := range names {
		maps.DeleteFunc(own, func(stem string, _ bool) bool { return with[stem] == len(f.graphs) })
	}
	f.ownNames = names
	return names
}

// isBehindMark reports whether a comma, a colon or a dash is before a word of the
// question.
func (f *finding) isBehindMark(word int) bool {
	if word == 0 {
		return false
	}
	before := strings.TrimRight(f.question[:f.asked.Words[word].Start], " ")
	return strings.HasSuffix(before, ",") || strings.HasSuffix(before, ":") || strings.HasSuffix(before, " -")
}
