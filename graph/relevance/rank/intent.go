package rank

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
)

// IntentParams are the constants for boosting the kinds that a question asks
// for, as "risks of the launch" does. They are by eye, on eleven questions
// about the Kubernetes enhancement proposals.
type IntentParams struct {
	// Weight multiplies the score of an entity of such a kind. A lower value
	// leaves risks behind other entities of their plan; a higher one promotes
	// unrelated risks.
	Weight float64
	// Joined is the share of a subject's score that such an entity gains if an
	// edge joins it to the subject.
	Joined float64
	// Latest is the gain of the latest entity if the question asks for news.
	// Others gain less, in the order of their dates.
	Latest float64
	// Record multiplies the score of a record that the question does not ask for,
	// because its few words match easily but say little.
	Record float64
	// A subject of the question is an entity of whose title the question names
	// more than SubjectWords of the words, and whose score is at least
	// SubjectScore of the best. Only the first Titles titles are considered. The
	// first subject is ranked no lower than SubjectRank, counted from 0, so that
	// answers have their context.
	SubjectWords, SubjectScore float64
	Titles, SubjectRank        int
}

func intentDefaults() IntentParams {
	return IntentParams{
		Weight: 1.7, Joined: .8, Latest: .4, Record: .5,
		SubjectWords: .5, SubjectScore: .3, Titles: 12, SubjectRank: 3,
	}
}

// Intent is the kinds, relations and states that a question asks for.
type Intent struct {
	Kinds     map[graph.Kind]bool     // those that the question asks for
	Named     map[graph.Kind]bool     // those of Kinds that a noun of the question names
	Relations map[graph.Relation]bool // those that the question asks for
	Open      bool                    // it asks only for what is not done
	Recent    bool                    // it asks for the latest
	Dated     bool                    // it asks for a date
}

// IntentOf returns the intent of a question.
func IntentOf(question string) Intent {
	intent := Intent{Kinds: map[graph.Kind]bool{}, Named: map[graph.Kind]bool{}, Relations: map[graph.Relation]bool{}}
	words, folded := wordsOf(question), text.Folded(question)
	for _, rule := range doubtful {
		if words[rule.word] && !rule.asks(folded) {
			delete(words, rule.word)
		}
	}
	for word := range words {
		for _, rule := range rulesOf[word] {
			intent.add(rule)
		}
		if relation, asks := relationVerbs[word]; asks {
			intent.Relations[relation] = true
		}
	}
	return intent
}

// add adds the intent of a rule.
func (i *Intent) add(rule *intentRule) {
	for _, kind := range rule.kinds {
		i.Kinds[kind], i.Named[kind] = true, i.Named[kind] || !rule.verb
	}
	for _, relation := range rule.relations {
		i.Relations[relation] = true
	}
	i.Open, i.Recent, i.Dated = i.Open || rule.open, i.Recent || rule.recent, i.Dated || rule.dated
}

// wordsOf returns the words of a question and their stems.
func wordsOf(question string) map[string]bool {
	words := map[string]bool{}
	for word := range text.Words(question) {
		words[text.English(word.Text)], words[word.Text] = true, true
	}
	delete(words, "") // the stem of a stop word
	return words
}

// applyIntent boosts the entities of the kinds that the question asks for:
// those that an edge joins to its subjects or, if it has no subject, all of the
// kinds that it names. It lowers records that the question does not ask for,
// unless they come first or it names them. It scales scores to shares of the best.
func (a *answer) applyIntent() {
	if !a.request.Intent || a.started || !a.request.single() {
		return
	}
	for i := range a.list {
		a.list[i].Score /= a.unit
	}
	a.trace.rescale(1 / a.unit)
	a.unit = 1
	a.intent = IntentOf(a.question)
	asked := wordsOf(a.question)
	subjects := a.subjects(asked)
	joined := a.joined(subjects)
	for i := range a.list {
		a.boost(&a.list[i], asked, subjects, joined)
	}
	if a.intent.Recent {
		a.boostLatest(joined)
	}
	slices.SortStableFunc(a.list, func(x, y candidate) int { return cmp.Compare(y.Score, x.Score) })
	if len(a.list) > 0 && a.list[0].Score > 0 {
		a.unit = a.list[0].Score
	}
	a.promoteSubject(subjects)
}

// boost changes the score of a candidate by the intent. Something done gains
// nothing if the question asks for what is open, and a closed risk never does.
func (a *answer) boost(c *candidate, asked map[string]bool, subjects, joined map[corpus.Doc]float64) {
	params, entry := a.params.Intent, a.reader.Entry(c.Doc)
	kind, strength := graph.Kind(entry.Kind), joined[c.Doc]
	weighed := slices.Contains(a.request.First, graph.KindRecord)
	switch {
	case (a.intent.Open || kind == graph.KindRisk) && a.reader.Attributes(c.Doc).Done:
	case a.intent.Kinds[kind] && strength > 0:
		c.Score = c.Score*params.Weight + params.Joined*strength
	case a.intent.Named[kind] && len(subjects) == 0:
		c.Score *= params.Weight
	case kind == graph.KindRecord && !a.intent.Kinds[kind] && !weighed && subjects[c.Doc] == 0 && namedShare(entry.Title, asked) < recordWords:
		c.Score *= params.Record
	}
}

// recordWords is the least share of the words of a record's title with which a
// question names it, as "Ann" of "Ann Lee". By eye: GmbH has two parts, Gmb and H.
const recordWords = .3

// promoteSubject moves the first subject up to SubjectRank if the question asks
// for a kind.
func (a *answer) promoteSubject(subjects map[corpus.Doc]float64) {
	rank := a.params.Intent.SubjectRank
	at := slices.IndexFunc(a.list, func(c candidate) bool { return subjects[c.Doc] > 0 })
	if at <= rank || len(a.intent.Kinds) == 0 {
		return
	}
	subject := a.list[at]
	subject.Score = a.list[rank].Score
	copy(a.list[rank+1:], a.list[rank:at])
	a.list[rank] = subject
}

// subjects returns the scores of the entities that the question is about: those
// that it names, but not of the kinds that it asks for.
func (a *answer) subjects(asked map[string]bool) map[corpus.Doc]float64 {
	subjects, titles := map[corpus.Doc]float64{}, map[string]bool{}
	for _, one := range a.list {
		entry := a.reader.Entry(one.Doc)
		kind := graph.Kind(entry.Kind)
		if titles[entry.Title] = true; one.Score < a.params.Intent.SubjectScore || len(titles) > a.params.Intent.Titles {
			break
		}
		if kind != graph.KindProject && !a.intent.Kinds[kind] && namedShare(entry.Title, asked) > a.params.Intent.SubjectWords {
			subjects[one.Doc] = one.Score
		}
	}
	return subjects
}

// namedShare returns the share of a title's words that are asked. The two parts
// of a title such as "KEP-1287: In-place update" count separately, and the
// larger share is returned.
func namedShare(title string, asked map[string]bool) float64 {
	best := 0.0
	for part := range strings.SplitSeq(title, ": ") {
		named, all := 0.0, 0.0
		for word := range text.Words(part) {
			if text.StopWord(word.Text) || word.Marks&text.Whole != 0 {
				continue
			}
			all++
			if asked[text.English(word.Text)] {
				named++
			}
		}
		if all > 0 {
			best = max(best, named/all)
		}
	}
	return best
}

// joined maps each entity that an edge joins to a subject to the best score of
// such a subject.
func (a *answer) joined(subjects map[corpus.Doc]float64) map[corpus.Doc]float64 {
	joined := map[corpus.Doc]float64{}
	for subject, score := range subjects {
		for _, link := range a.reader.Indexes[subject.Project].Links.Of(subject.Ordinal) {
			to := corpus.Doc{Project: subject.Project, Ordinal: link.Other}
			joined[to] = max(joined[to], score)
		}
	}
	return joined
}

// boostLatest orders the joined entities of the kinds that the question asks
// for by time: of what they report, or of their last change.
func (a *answer) boostLatest(joined map[corpus.Doc]float64) {
	params := a.params.Intent
	var list []*candidate
	for i := range a.list {
		one := &a.list[i]
		if joined[one.Doc] > 0 && a.intent.Kinds[graph.Kind(a.reader.Entry(one.Doc).Kind)] {
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(x, y *candidate) int {
		return a.reader.Entry(x.Doc).Occurred().Compare(a.reader.Entry(y.Doc).Occurred())
	})
	for i, one := range list {
		one.Score = joined[one.Doc]*(params.Weight+params.Joined) + params.Latest*float64(i+1)/float64(len(list))
	}
}
