package relevance

import (
	"cmp"
	"slices"
	"strings"
)

// How a search joins what words found with what is near in meaning: by weighted reciprocal ranks. A match scores
// fuseWords/(fuseOffset+rank) for its rank by words and title and fuseMeaning/(fuseOffset+rank) for that in meaning, of
// the most that there is.
const (
	fuseWords   = 1.0
	fuseMeaning = .8
	fuseOffset  = 60.0
	fuseMost    = (fuseWords + fuseMeaning) / (fuseOffset + 1)
)

// findNear notes the places that are nearest in meaning, by a function that gives an entity's cosine.
func (q *query) findNear(similar func(id string) float64) {
	if similar == nil {
		return
	}
	var list []seed
	for _, v := range q.views {
		v.near = make([]float64, len(v.x.docs))
		for d := range v.x.docs {
			if id := v.x.docs[d].ID; id != "" {
				if likeness := similar(id); likeness >= q.params.NearFloor {
					list = append(list, seed{place{v, int32(d)}, likeness})
				}
			}
		}
	}
	list = strongest(list, q.params.NearMost)
	for i, s := range list {
		if s.a < q.params.NearShare*list[0].a {
			return
		}
		s.v.near[s.doc] = q.params.Near / (1 + float64(i)/q.params.NearRank)
	}
}

// nearness is what a document's rank in meaning counts, 0 if it is not among the nearest.
func (v *view) nearness(doc int32) float64 {
	if v.near == nil {
		return 0
	}
	return v.near[doc]
}

// liftNear joins the ranks in meaning with the scores by words and titles.
func (q *query) liftNear() {
	for _, v := range q.views {
		for d, near := range v.near {
			v.score[d] = q.params.join(v.score[d], near)
		}
	}
}

// fuse joins matches in the order of their scores with the places that are near in meaning.
func (q *query) fuse(list []match) []match {
	near := q.nearest()
	if len(near) == 0 {
		return list
	}
	meant := make(map[place]float64, len(near))
	for i, s := range near {
		meant[s.place] = fused(fuseMeaning, i)
	}
	for i := range list {
		m := &list[i]
		if m.why != ByTitle {
			m.score = min(.999, fused(fuseWords, i)+meant[m.place])
		}
		delete(meant, m.place)
	}
	for _, s := range near {
		if score, left := meant[s.place]; left {
			list = append(list, match{s.place, score, ByMeaning})
		}
	}
	inOrder(list)
	return list
}

// nearest gives the places near in meaning, the nearest first.
func (q *query) nearest() []seed {
	var list []seed
	for _, v := range q.views {
		for d, near := range v.near {
			if near > 0 {
				list = append(list, seed{place{v, int32(d)}, near})
			}
		}
	}
	return strongest(list, len(list))
}

// fused is what the rank at an index, from 0, brings.
func fused(weight float64, at int) float64 {
	return weight / (fuseOffset + float64(at+1)) / fuseMost
}

// inOrder sorts matches by score, then title, then id.
func inOrder(list []match) {
	slices.SortFunc(list, func(x, y match) int {
		i, j := x.document(), y.document()
		return cmp.Or(cmp.Compare(y.score, x.score), strings.Compare(i.Title, j.Title), strings.Compare(i.ID, j.ID))
	})
}
