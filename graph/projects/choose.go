package projects

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dossier/graph"
	"dossier/graph/text"
)

// ChoiceParams are the constants for choosing the projects of which a question
// is asked.
type ChoiceParams struct {
	// All is the number of projects up to which all are asked. If the actor may
	// read more, the best are chosen.
	All int
	// Projects is the maximum number of chosen projects.
	Projects int
	// Least is the number of projects that are chosen whatever their score.
	// Others have at least the share Share of the best score.
	Least int
	Share float64
	// Entities is the maximum number of entities in the chosen projects together.
	// The first project is chosen even if it has more.
	Entities int
	// Words is the maximum number of a question's words that are looked up.
	Words int
	// Title is the weight of the entities with a word in the title, relative to
	// those with the word anywhere.
	Title float64
	// Half is the number of entities with a word that count half as much as any
	// number of them.
	Half float64
}

// ChoiceDefaults returns the constants that servers use.
func ChoiceDefaults() ChoiceParams {
	return ChoiceParams{
		All:      32, // by eye
		Projects: 16, // docs/notebook/performance.md has the shares of right choices
		Least:    5,
		Share:    .6,
		Entities: 100_000, // by eye
		Words:    64,      // by eye, as in ranking
		Title:    1,       // by eye; docs/notebook/performance.md has the share of right choices
		Half:     2,       // by eye
	}
}

// A Choice reports how many projects a question was asked of.
type Choice struct {
	All, Asked int // projects that the actor may read, and those that were asked
	// Left is the number of projects with words of the question that were not
	// asked.
	Left int
}

// Ask returns the projects of which a question over all projects is asked: all
// that the actor may read, if they are few, otherwise those with most of the
// question's words in their texts and titles, weighted by rarity. The choice
// depends only on the question and the projects. Of projects with equal scores,
// those with the lower ids are chosen.
func (c *Cache) Ask(ctx context.Context, question []string, parts Parts) (Set, Choice, error) {
	began := c.clock.Add(1)
	revisions, err := c.allRevisions(ctx)
	if err != nil {
		return nil, Choice{}, err
	}
	choice := Choice{All: len(revisions), Asked: len(revisions)}
	if len(revisions) > c.options.Choice.All {
		if revisions, choice.Left, err = c.choose(ctx, question, revisions); err != nil {
			return nil, Choice{}, err
		}
		choice.Asked = len(revisions)
	}
	set, err := c.get(ctx, revisions, began, parts)
	return set, choice, err
}

// All returns all projects that the actor may read, if they are so few that
// questions are asked of all. Otherwise it loads nothing, and few is false.
func (c *Cache) All(ctx context.Context, parts Parts) (set Set, few bool, err error) {
	began := c.clock.Add(1)
	revisions, err := c.allRevisions(ctx)
	if err != nil || len(revisions) > c.options.Choice.All {
		return nil, false, err
	}
	set, err = c.get(ctx, revisions, began, parts)
	return set, true, err
}

// choose returns the revisions of the chosen projects, and the number of others
// that have words of the question.
func (c *Cache) choose(ctx context.Context, question []string, revisions []graph.Revision) (chosen []graph.Revision, left int, err error) {
	counts := newCandidates(revisions)
	if err := c.store.WordCounts(ctx, stemsOf(question, c.options.Choice.Words), counts.add); err != nil {
		return nil, 0, err
	}
	ordered := counts.ordered(&c.options.Choice)
	for _, one := range c.options.Choice.best(ordered) {
		chosen = append(chosen, one.revision)
	}
	for _, one := range ordered[len(chosen):] {
		if one.score > 0 {
			left++
		}
	}
	return chosen, left, nil
}

// best returns those of the ordered candidates that are chosen.
func (p *ChoiceParams) best(ordered []*candidate) []*candidate {
	entities := 0
	for i, one := range ordered {
		entities += one.entities
		switch {
		case i == 0: // whatever its size
		case i >= p.Projects, entities > p.Entities, i >= p.Least && one.score < p.Share*ordered[0].score:
			return ordered[:i]
		}
	}
	return ordered
}

// stemsOf returns the distinct stems of the words of a question, at most most
// of them.
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

// candidates are the projects to choose from, with the counts of the store.
type candidates struct {
	byID   map[string]*candidate
	total  int // entities of all projects
	counts map[string][]graph.WordCount
}

func newCandidates(revisions []graph.Revision) *candidates {
	c := &candidates{make(map[string]*candidate, len(revisions)), 0, map[string][]graph.WordCount{}}
	for _, revision := range revisions {
		c.byID[revision.ProjectID] = &candidate{revision: revision}
	}
	return c
}

// add adds a count. It ignores projects that were created after the revisions
// were read.
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

// ordered returns the projects by descending score, then by id. Projects
// without counts have a score of 0.
func (c *candidates) ordered(params *ChoiceParams) []*candidate {
	stems := make([]string, 0, len(c.counts))
	for stem := range c.counts {
		stems = append(stems, stem)
	}
	slices.Sort(stems) // the sum of floats depends on their order
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

// weigh adds the score of a word to the projects that have it.
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
