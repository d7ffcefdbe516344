package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// callsProject sets the project that the question calls by some words of its
// name beside the noun, as in "the payments project": the one with the fewest other
// words. It sets none if several have as few.
func (f *finding) callsProject() {
	words := make([]string, len(f.asked.Words))
	for i, word := range f.asked.Words {
		words[i] = text.English(word.Text)
	}
	for i, word := range words {
		if word != string(graph.KindProject) {
			continue
		}
		first := i
		for first > 0 && len(f.projectsWith(words[first-1:i])) > 0 {
			first--
		}
		if g := f.callingMost(words[first:i]); g != nil {
			f.called, f.calledBy = g, words[first:i]
			return
		}
	}
	for i, word := range f.asked.Words {
		if i > 0 && word.Marks&text.Capital != 0 && slices.Contains(placeWords, f.asked.Words[i-1].Text) {
			f.callsByBeginning(words[i:])
		}
		if g := f.calling(words[i : i+1]); g != nil && len(f.graphs) > 1 && f.isInBrackets(word) {
			f.called, f.calledBy = g, words[i:i+1]
		}
	}
	if f.called == nil {
		f.callsByOwnName(words)
	}
	if f.called == nil {
		f.callsBySome(words)
	}
	if f.called == nil && len(f.graphs) > 1 {
		f.callsByText(words)
	}
}

// isInBrackets reports whether a word of the question is alone in brackets, as the name
// of a project is in "what was opened in May? (harbour)".
func (f *finding) isInBrackets(word text.Word) bool {
	return strings.HasSuffix(f.question[:word.Start], "(") && strings.HasPrefix(f.question[word.End:], ")")
}

// callsBySome sets the project that most words of its name call without the noun,
// after a preposition, as in "risks of the pump replacement", or before what calls a
// kind, as in "merger tasks". They are no more of the name of a plan or goal.
func (f *finding) callsBySome(stems []string) {
	if len(f.graphs) == 1 {
		return
	}
	for i := range stems {
		if g, length := f.idBefore(i); g != nil {
			f.called, f.calledBy = g, stems[i-length:i]
			return
		}
		first, last := f.nameAround(i, stems)
		g := f.calling(stems[first:last])
		if g != nil && last-first > len(f.calledBy) && !f.isNameOfWork(first, last, len(text.Stems(g.Project().Name))) {
			f.called, f.calledBy = g, stems[first:last]
		}
	}
}

// idWords is the maximum number of words that an external id of a project is read as,
// by eye: SwiftPM is two.
const idWords = 3

// idBefore returns the project whose external id is before what calls a kind, as in
// "swiftpm tasks", and the number of the id's words. It returns nil for none.
func (f *finding) idBefore(i int) (called *graph.Graph, length int) {
	words := f.words()
	if !f.callsKind(words[i]) {
		return nil, 0
	}
	for length = 1; length <= min(idWords, i); length++ {
		id := strings.Join(words[i-length:i], "")
		for _, g := range f.graphs {
			if project := g.Project(); project != nil && project.ExternalID != nil && strings.ToLower(*project.ExternalID) == id {
				return g, length
			}
		}
	}
	return nil, 0
}

// nameAround returns the range of the words that some project has in its name: after
// word i if that is a preposition, or before it if that calls a kind.
func (f *finding) nameAround(i int, stems []string) (first, last int) {
	word := f.asked.Words[i].Text
	if f.callsKind(word) {
		return f.nameBefore(i, stems)
	}
	if !slices.Contains(placeWords, word) {
		return i, i
	}
	first = i + 1
	for first < len(stems) && slices.Contains(allWords, f.asked.Words[first].Text) {
		first++
	}
	last = first
	for last < len(stems) && len(f.projectsWith(stems[first:last+1])) > 0 {
		last++
	}
	return first, last
}

// betweenName is the maximum number of words between the name of a project and what
// calls a kind, as in "payments service open tasks", by eye.
const betweenName = 2

// nameBefore returns the range of the words before word i that some project has in its
// name: several words if others are between.
func (f *finding) nameBefore(i int, stems []string) (first, last int) {
	for between := 0; between <= min(betweenName, i); between++ {
		first, last = i-between, i-between
		for first > 0 && len(f.projectsWith(stems[first-1:last])) > 0 {
			first--
		}
		if last-first > min(between, 1) {
			break
		}
	}
	return first, last
}

// callsKind reports whether a word is the name of a kind, or the plural of a type or of
// another noun for a kind.
func (f *finding) callsKind(word string) bool {
	if f.kindWords == nil {
		f.kindWords = map[string]bool{}
	}
	calls, known := f.kindWords[word]
	if !known {
		calls = ownKind(word) != "" || f.isTypes(word) || isPlural(word) && len(rank.IntentOf(word).Named) > 0
		f.kindWords[word] = calls
	}
	return calls
}

// isTypes reports whether a word is the plural of a type of entities in scope.
func (f *finding) isTypes(word string) bool {
	return isPlural(word) && slices.ContainsFunc(f.scope(), func(g *graph.Graph) bool {
		kind := g.TypeWords()[strings.TrimSuffix(word, "s")]
		return kind != "" && kind != graph.KindProject
	})
}

// isOfCalled reports whether word i calls the project that the question is about.
func (f *finding) isOfCalled(i int) bool {
	return slices.Contains(f.calledBy, f.stem(f.asked.Words[i].Text))
}

// isNameOfWork reports whether the name of a plan or a goal has the words from first
// to last, at least half of its words, and at most as many as most.
func (f *finding) isNameOfWork(first, last, most int) bool {
	most = min(most, 2*(last-first))
	for at, x := range f.reader.Indexes {
		var terms []uint32
		for _, word := range f.asked.Words[first:last] {
			terms = append(terms, x.Term(x.Stem(word.Text)))
		}
		isName := func(p index.Posting) bool {
			kind := graph.Kind(x.Kinds()[x.KindOf(p.Ordinal)])
			if kind != graph.KindPlan && kind != graph.KindGoal {
				return false
			}
			has := f.reader.TitleTerms(corpus.Doc{Project: int32(at), Ordinal: p.Ordinal}, nil)
			return len(has) <= most && !slices.ContainsFunc(terms, func(term uint32) bool { return !slices.Contains(has, term) })
		}
		if slices.ContainsFunc(x.Postings(terms[0]), isName) {
			return true
		}
	}
	return false
}

// callsByBeginning sets the project whose name begins with the first of some stems, if
// only one of several does: "what is due for Harbour" of "Harbour air: 40 stations". The
// stems behind it call it, too, as far as its name has them.
func (f *finding) callsByBeginning(stems []string) {
	var called []*graph.Graph
	for _, g := range f.graphs {
		if project := g.Project(); project != nil && stems[0] != "" {
			if first := text.Folded(project.Name); len(first) > 0 && text.English(first[0]) == stems[0] {
				called = append(called, g)
			}
		}
	}
	if len(called) != 1 || len(f.graphs) == 1 {
		return
	}
	last := 1
	for last < len(stems) && stems[last] != "" && hasStems(called[0].Project().Name, stems[last:last+1]) {
		last++
	}
	f.called, f.calledBy = called[0], stems[:last]
}

// calling returns the only project whose name has all of some stems, nil for
// none and for several.
func (f *finding) calling(stems []string) *graph.Graph {
	called := f.projectsWith(stems)
	if len(called) != 1 {
		return nil
	}
	return called[0]
}

// callingMost returns the project whose name has all of some stems and the fewest
// others, nil for none and for several.
func (f *finding) callingMost(stems []string) (most *graph.Graph) {
	least := 0
	for _, g := range f.projectsWith(stems) {
		switch n := len(text.Stems(g.Project().Name)); {
		case least == 0 || n < least:
			most, least = g, n
		case n == least:
			most = nil
		}
	}
	return most
}

// projectsWith returns the projects whose names have all of some stems, none for none or
// if one is of a stop word.
func (f *finding) projectsWith(stems []string) (called []*graph.Graph) {
	if len(stems) == 0 || slices.Contains(stems, "") {
		return nil
	}
	for _, g := range f.graphs {
		if project := g.Project(); project != nil && hasStems(project.Name, stems) {
			called = append(called, g)
		}
	}
	return called
}

func hasStems(name string, stems []string) bool {
	has := map[string]bool{}
	for word := range text.Words(name) {
		has[text.English(word.Text)] = true
	}
	return !slices.ContainsFunc(stems, func(stem string) bool { return !has[stem] })
}

// scope returns the graphs that the question is about: that of the project it
// calls, or all.
func (f *finding) scope() []*graph.Graph {
	if f.called != nil {
		return []*graph.Graph{f.called}
	}
	return f.graphs
}

// placeWords are the prepositions before a place to look in, allWords may be
// between them and it.
var (
	placeWords = strings.Fields("in of at on across over for from within among")
	allWords   = strings.Fields("all my our the these both every")
)

// listsProjects reports whether the question asks for projects, not for what is
// in some.
func (f *finding) listsProjects() bool {
	at := slices.IndexFunc(f.asked.Words, func(word text.Word) bool { return word.Text == graph.SpecOf(graph.KindProject).Plural })
	if at < 0 || f.called != nil {
		return false
	}
	for at > 0 && (slices.Contains(allWords, f.asked.Words[at-1].Text) || f.isOfCalled(at-1)) {
		at--
	}
	return at == 0 || !slices.Contains(placeWords, f.asked.Words[at-1].Text)
}
