package rank

import "dossier/graph/relevance/corpus"

// trace records how each stage changes the scores. A nil trace records nothing.
type trace struct {
	stages []string
	gains  []map[corpus.Doc]float64 // by stage
	scores map[corpus.Doc]float64   // after the last stage
}

// explain records the scores after a stage.
func (a *answer) explain(stage string) {
	if !a.request.Explain {
		return
	}
	if a.trace == nil {
		a.trace = &trace{scores: make(map[corpus.Doc]float64)}
	}
	gains := make(map[corpus.Doc]float64)
	record := func(d corpus.Doc, score float64) {
		if gain := score - a.trace.scores[d]; gain != 0 {
			gains[d], a.trace.scores[d] = gain, score
		}
	}
	switch {
	case a.list != nil:
		for _, one := range a.list {
			record(one.Doc, one.Score)
		}
	case a.best != nil:
		for _, one := range a.best {
			record(one.Doc, one.Score)
		}
	default:
		for project, scored := range a.arrays.Scored {
			for ordinal := range scored.All() {
				record(corpus.Doc{Project: int32(project), Ordinal: ordinal}, a.arrays.Score[project][ordinal])
			}
		}
	}
	a.trace.stages, a.trace.gains = append(a.trace.stages, stage), append(a.trace.gains, gains)
}

// rescale multiplies all recorded scores by a factor, for a stage that scales
// the scores.
func (t *trace) rescale(factor float64) {
	if t == nil {
		return
	}
	for _, scores := range append(t.gains, t.scores) {
		for d := range scores {
			scores[d] *= factor
		}
	}
}

// shares returns what each stage contributed to a document's score, relative to
// the score that counts as 1.
func (t *trace) shares(d corpus.Doc, unit float64) []Share {
	if t == nil {
		return nil
	}
	shares := make([]Share, len(t.stages))
	for i, stage := range t.stages {
		shares[i] = Share{stage, t.gains[i][d] / unit}
	}
	return shares
}
