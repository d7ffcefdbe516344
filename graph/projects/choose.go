package projects

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dossier/graph"
	"dossier/graph/text"
)

// ChoiceParams are the constants of choosing the projects that a question is
// asked of.
type ChoiceParams struct {
	// Projects is how many projects are asked at most. With no more than these
	// all are, and nothing is chosen.
	Projects int
	// Entities is how many entities those have together that are asked beside the
	// first one.
	Entities int
	// Words is how many words of a question are looked up, the first ones.
	Words int
	// Title is what a word in a title counts beside one in any text.
	Title float64
	// Half is how many entities with a word count half of what any number does.
	Half float64
}

// ChoiceDefaults returns the constants that servers use.
func ChoiceDefaults() ChoiceParams {
	return ChoiceParams{
		Projects: 32,      // of 1,000 entities each they are loaded in a second
		Entities: 100_000, // what loads in the time of a request from a saved index
		Words:    64,      // by eye: as many as ranking looks up
		Title:    1,       // by eye; see docs/performance.md for how often the right ones are chosen
		Half:     2,       // by eye
	}
}

// A Choice says which part of the projects that the actor may read a question is
// asked of.
type Choice struct {
	All, Asked int // projects
	// Left is how many of the projects that are not asked have words of the
	// question.
	Left int
}

// Ask returns the projects that a question over all projects is asked of: all
// that the actor may read, if they are few, or those whose texts and titles have
// most of its words, weighed by how rare these are. The choice depends on
// nothing but the question and the projects; equal ones are ordered by id.
func (c *Cache) Ask(ctx context.Context, question []string, parts Parts) (Set, Choice, error) {
	began := c.clock.Add(1)
	revisions, err := c.allRevisions(ctx)
	if err != nil {
		return nil, Choice{}, err
	}
	choice := Choice{All: len(revisions), Asked: len(revisions)}
	if len(revisions) > c.options.Choice.Projects {
		if revisions, choice.Left, err = c.choose(ctx, question, revisions); err != nil {
			return nil, Choice{}, err
		}
		choice.Asked = len(revisions)
	}
	set, err := c.get(ctx, revisions, began, parts)
	return set, choice, err
}

// choose returns the revisions of the projects worth asking, and how many of the
// others have words of the question.
func (c *Cache) choose(ctx context.Context, question []string, revisions []graph.Revision) (chosen []graph.Revision, left int, err error) {
	counts := newCandidates(revisions)
	if err := c.store.WordCounts(ctx, stemsOf(question, c.options.Choice.Words), counts.add); err != nil {
		return nil, 0, err
	}
	ordered := counts.ordered(&c.options.Choice)
	entities := 0
	for i, one := range ordered {
		entities += one.entities
		if i > 0 && (i >= c.options.Choice.Projects || entities > c.options.Choice.Entities) {
			break
		}
		chosen = append(chosen, one.revision)
	}
	for _, one := range ordered[len(chosen):] {
		if one.score > 0 {
			left++
		}
	}
	return chosen, left, nil
}

// stemsOf returns the distinct stems of the first words of a question.
func stemsOf(question []string, most int) (stems []string) {
	for _, part := range question {
		for word := range text.Words(part) {
			stem := text.English(word.Text)
			if stem == "" || slices.Contains(stems, stem) {
				continue
			}
			if stems = append(stems, stem); len(stems) == most {
				return stems
			}
		}
	}
	return stems
}

// A candidate is a project that may be chosen.
type candidate struct {
	revision graph.Revision
	entities int
	score    float64
}

// candidates are the projects among which some are chosen, with what the store
// counts of them.
type candidates struct {
	byID   map[string]*candidate
	total  int // entities of all
	counts map[string][]graph.WordCount
}

func newCandidates(revisions []graph.Revision) *candidates {
	c := &candidates{make(map[string]*candidate, len(revisions)), 0, map[string][]graph.WordCount{}}
	for _, revision := range revisions {
		c.byID[revision.ProjectID] = &candidate{revision: revision}
	}
	return c
}

// add takes a count. One of a project that was made since is of no use.
func (c *candidates) add(count graph.WordCount) {
	of := c.byID[count.ProjectID]
	switch {
	case of == nil:
	case count.Word == "":
		of.entities = count.Entities
		c.total += count.Entities
	default:
		c.counts[count.Word] = append(c.counts[count.Word], count)
	}
}

// ordered returns the projects, those with the greatest scores first, then by
// id. Projects that are not counted yet have a score of 0.
func (c *candidates) ordered(params *ChoiceParams) []*candidate {
	stems := make([]string, 0, len(c.counts))
	for stem := range c.counts {
		stems = append(stems, stem)
	}
	slices.Sort(stems) // sums of floats depend on their order
	for _, stem := range stems {
		c.weigh(c.counts[stem], params)
	}
	list := make([]*candidate, 0, len(c.byID))
	for _, one := range c.byID {
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.revision.ProjectID, b.revision.ProjectID))
	})
	return list
}

// weigh adds what a word says to the scores of the projects that have it.
func (c *candidates) weigh(counts []graph.WordCount, params *ChoiceParams) {
	holding := 0
	for _, count := range counts {
		holding += count.Entities
	}
	idf := math.Log(1 + (float64(max(0, c.total-holding))+.5)/(float64(holding)+.5))
	saturated := func(n int) float64 { return float64(n) / (float64(n) + params.Half) }
	for _, count := range counts {
		c.byID[count.ProjectID].score += idf * (saturated(count.Entities) + params.Title*saturated(count.Titles))
	}
}
