package search

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// matcher finds the matches of a query.
type matcher struct {
	params   *Params
	query    query
	reader   *corpus.Reader
	question *corpus.Question
	lexical  [][]float32
	scored   []corpus.Set // those that may have a lexical score
	similar  map[corpus.Doc]float64
	compared []*naming.Comparison // by project, computed on demand
	total    int
}

// match is a document that matches.
type match struct {
	corpus.Scored
	why Cause
}

// addExactTitle adds the entities whose title is the whole query, even if all
// its words are stop words.
func (m *matcher) addExactTitle() {
	for project, x := range m.reader.Indexes {
		words := m.question.Tokens(int32(project))
		owners, length := x.Names.LongestTitle(words)
		if length != len(words) {
			continue
		}
		for _, owner := range owners {
			m.raise(project, owner.Ordinal)
		}
	}
}

// raise sets the lexical score of a document to at least Raised.
func (m *matcher) raise(project int, ordinal int32) {
	m.scored[project].Add(ordinal)
	score := &m.lexical[project][ordinal]
	*score = max(*score, m.params.Raised)
}

// raiseHolders raises the documents of a project that may have a phrase.
func (m *matcher) raiseHolders(project int, p *phrase) {
	for ordinal := range m.lexical[project] {
		if p.mayHold(int32(ordinal)) && m.reader.Indexes[project].Entry(int32(ordinal)).ID != "" {
			m.raise(project, int32(ordinal))
		}
	}
}

// restrict clears the scores of documents that lack a phrase of the query, that
// the query excludes, or that are not wanted.
func (m *matcher) restrict(keep func(id, kind string) bool) {
	for project, x := range m.reader.Indexes {
		wanted, excluded := phrasesOf(x, m.query.phrases), phrasesOf(x, m.query.excluded)
		if len(m.question.Terms) == 0 && len(wanted) > 0 { // only stop words
			m.raiseHolders(project, &wanted[0])
		}
		if len(wanted)+len(excluded) > 0 {
			r := phraseReader{index: x}
			m.clear(project, func(ordinal int32) bool { return !r.holdsAll(ordinal, wanted) || r.holdsOne(ordinal, excluded) })
		}
		if keep != nil {
			m.clear(project, func(ordinal int32) bool { entry := x.Entry(ordinal); return !keep(entry.ID, entry.Kind) })
		}
	}
}

// clear clears the scores of a project's documents for which gone returns true.
// It calls gone only for documents with a score.
func (m *matcher) clear(project int, gone func(ordinal int32) bool) {
	for ordinal := range m.scored[project].All() {
		if m.lexical[project][ordinal] > 0 && gone(ordinal) {
			m.lexical[project][ordinal] = 0
			delete(m.similar, corpus.Doc{Project: int32(project), Ordinal: ordinal})
		}
	}
	for d, similarity := range m.similar {
		if d.Project == int32(project) && similarity > 0 && gone(d.Ordinal) {
			delete(m.similar, d)
		}
	}
}

// matches returns the matches in order, at least up to end, and counts all
// matches.
func (m *matcher) matches(end int) []match {
	best := m.countMatches()
	window := m.params.Window
	for window < end {
		window *= 2
	}
	page := leaders{most: end}
	if len(m.similar) > 0 || 2*end > window { // all are needed for the ranks, or nearly all
		page.most = window
	}
	var list []match
	candidates := corpus.Best(m.reader, m.scored, m.lexical, window)
	corpus.Lead(candidates, end) // so that fewer titles of the others are compared
	for _, one := range candidates {
		if found, needed := m.match(one, best, page.least()); needed {
			list = append(list, found)
			page.add(found.Score)
		}
	}
	m.sort(list)
	return m.fuse(list)
}

// leaders are the highest scores so far, of as many matches as are needed.
type leaders struct {
	most   int
	scores []float64 // descending
}

// least returns the score that a further match needs to be among the leaders.
func (l *leaders) least() float64 {
	if len(l.scores) < l.most {
		return 0
	}
	return l.scores[l.most-1]
}

func (l *leaders) add(score float64) {
	if score < l.least() {
		return
	}
	at, _ := slices.BinarySearchFunc(l.scores, score, func(a, b float64) int { return cmp.Compare(b, a) })
	l.scores = slices.Insert(l.scores, at, score)
	l.scores = l.scores[:min(l.most, len(l.scores))]
}

// countMatches counts the matches, and returns the highest score by words.
func (m *matcher) countMatches() (best float64) {
	for project, scores := range m.lexical {
		most, count := float32(0), 0
		for ordinal := range m.scored[project].All() {
			score := scores[ordinal]
			if score > most {
				most = score
			}
			if score > 0 {
				count++
			}
		}
		best, m.total = max(best, float64(most)), m.total+count
	}
	for d, similarity := range m.similar {
		if similarity > 0 && m.lexical[d.Project][d.Ordinal] <= 0 {
			m.total++
		}
	}
	return best
}

// match returns a match with the score of a document by its words, relative to
// best, and by its title. If the score is below least, match returns false: it
// does not compare a title that cannot raise the score enough.
func (m *matcher) match(one corpus.Scored, best, least float64) (found match, needed bool) {
	found = match{one, ByWords}
	words, entry, titles := m.params.Words*one.Score/best, m.reader.Entry(one.Doc), m.titles(one.Doc.Project)
	isTitle, isIdentifier := titles.IsTitle(&entry.Likeness, entry.Title), titles.IsIdentifier(&entry.Likeness, entry.Title)
	if !isTitle && !isIdentifier && m.combined(words, 1) < least {
		return found, false
	}
	whole, most := titles.Whole(&entry.Likeness)
	if !isTitle && !isIdentifier && m.combined(words, (whole+most)/2) < least {
		return found, false
	}
	within := 0.0
	if most > 0 {
		within = titles.Within(&entry.Likeness)
	}
	found.Score = m.combined(words, (whole+within)/2)
	if !m.asGiven(one.Doc) {
		found.why = BySimilar
	}
	switch {
	case isTitle:
		found.Score, found.why = 1, ByTitle
	case isIdentifier:
		found.Score, found.why = max(found.Score, m.params.AlmostExact), ByTitle
	}
	return found, true
}

// combined returns the sum of a score by words and that by the similarity of
// the title.
func (m *matcher) combined(words, similarity float64) float64 {
	return min(m.params.AlmostExact, words+m.params.Title*similarity)
}

// titles returns the comparison of the query with the titles of a project.
func (m *matcher) titles(project int32) *naming.Comparison {
	if m.compared[project] == nil {
		m.compared[project] = m.reader.Indexes[project].TitleWords.Compare(m.query.title, m.query.length, m.query.titleKey)
	}
	return m.compared[project]
}

// asGiven reports whether a document contains a word of the query, not only a
// correction or completion.
func (m *matcher) asGiven(d corpus.Doc) bool {
	for i, term := range m.question.Terms {
		if term.Weight >= 1 && m.question.TermWeight(i, d) > 0 {
			return true
		}
	}
	return false
}

// sort sorts matches by score, then title, then id.
func (m *matcher) sort(list []match) {
	slices.SortFunc(list, func(a, b match) int {
		if a.Score != b.Score {
			return cmp.Compare(b.Score, a.Score)
		}
		x, y := m.reader.Entry(a.Doc), m.reader.Entry(b.Doc)
		return cmp.Or(strings.Compare(x.Title, y.Title), strings.Compare(x.ID, y.ID))
	})
}

// hit returns the hit of a match.
func (m *matcher) hit(one match) Hit {
	entry := m.reader.Entry(one.Doc)
	hit := Hit{ID: entry.ID, Kind: entry.Kind, Title: entry.Title, Score: one.Score, Why: one.why}
	matched := make([]bool, len(entry.Fields))
	fits := make([]float64, len(m.question.Terms))
	for _, s := range entry.Sentences {
		score := m.sentenceScore(one.Doc, s, fits)
		if score == 0 {
			continue
		}
		matched[s.Field] = true
		if s.Field > 0 {
			hit.Sentences = bestTwo(hit.Sentences, Sentence{entry.Fields[s.Field], int(s.Start), int(s.End), score})
		}
	}
	for i, name := range entry.Fields {
		if matched[i] {
			hit.Fields = append(hit.Fields, name)
		}
	}
	if one.why == ByMeaning {
		hit.Sentences = lead(entry)
	}
	return hit
}

// sentenceScore returns the weighted IDF of the question's terms that a
// sentence contains exactly.
func (m *matcher) sentenceScore(d corpus.Doc, s text.Sentence, fits []float64) (score float64) {
	m.question.Fit(d, s, fits)
	for i, fit := range fits {
		if fit == 1 {
			score += m.question.Terms[i].IDF * m.question.Terms[i].Weight
		}
	}
	return score
}

// lead returns the first sentence outside the title and comments, nil for none.
func lead(entry *index.Entry) []Sentence {
	for _, s := range entry.Sentences {
		if s.Field > 0 && s.Unit != text.Comment {
			return []Sentence{{Field: entry.Fields[s.Field], Start: int(s.Start), End: int(s.End)}}
		}
	}
	return nil
}

// bestTwo returns the best two of two and one, in the order of the text.
func bestTwo(two []Sentence, one Sentence) []Sentence {
	switch {
	case len(two) < 2:
		return append(two, one)
	case one.score > min(two[0].score, two[1].score):
		if two[0].score < two[1].score {
			return []Sentence{two[1], one}
		}
		return []Sentence{two[0], one}
	}
	return two
}
