package corpus

import (
	"cmp"
	"math"
	"slices"
)

// Scored is a document with a score.
type Scored struct {
	Doc
	Score float64
}

// Best returns the documents of a set for each project with the highest positive
// scores, at most limit, in no particular order. Of equal scores it prefers the
// lower ids.
func Best[T float32 | float64](r *Reader, scored []Set, scores [][]T, limit int) []Scored {
	list := make([]Scored, 0, 2*limit)
	floor := math.SmallestNonzeroFloat64
	for project, ordinals := range scored {
		for ordinal := range ordinals.All() {
			score := float64(scores[project][ordinal])
			if score < floor {
				continue
			}
			if len(list) == cap(list) {
				list, floor = prune(list, limit)
			}
			list = append(list, Scored{Doc{int32(project), ordinal}, score})
		}
	}
	if len(list) > limit {
		list, _ = prune(list, limit)
	}
	if len(list) > limit { // several are equal to the lowest
		list = r.lowestIDs(list, limit)
	}
	return list
}

// lowestIDs returns limit of the entries: all but those with the lowest score, and
// of these the ones with the lowest ids.
func (r *Reader) lowestIDs(list []Scored, limit int) []Scored {
	floor := slices.MinFunc(list, func(a, b Scored) int { return cmp.Compare(a.Score, b.Score) }).Score
	higher := 0
	for i, one := range list {
		if one.Score > floor {
			list[higher], list[i] = one, list[higher]
			higher++
		}
	}
	slices.SortFunc(list[higher:], func(a, b Scored) int { return cmp.Compare(r.Entry(a.Doc).ID, r.Entry(b.Doc).ID) })
	return list[:limit]
}

// Top returns the documents with the highest scores, at most limit, in
// descending order of score, then by id. It reorders list.
func (r *Reader) Top(list []Scored, limit int) []Scored {
	if len(list) > limit {
		list, _ = prune(list, limit)
	}
	slices.SortFunc(list, func(a, b Scored) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return cmp.Compare(r.Entry(a.Doc).ID, r.Entry(b.Doc).ID)
	})
	return list[:min(limit, len(list))]
}

// prune returns the entries with the limit highest scores, and those equal to
// the lowest of these, which is floor.
func prune(list []Scored, limit int) (kept []Scored, floor float64) {
	floor = nth(list, limit)
	return slices.DeleteFunc(list, func(s Scored) bool { return s.Score < floor }), floor
}

// Lead reorders list so that those with the limit highest scores come first, in
// no particular order.
func Lead(list []Scored, limit int) { nth(list, limit) }

// nth returns the nth highest score by quickselect, 0 if there are fewer. It
// reorders list.
func nth(list []Scored, n int) float64 {
	if n > len(list) || len(list) == 0 {
		return 0
	}
	at := max(n, 1) - 1
	for low, high := 0, len(list)-1; low < high; {
		left, right := partition(list, low, high)
		switch {
		case at <= right:
			high = right
		case at >= left:
			low = left
		default:
			low = high
		}
	}
	return list[at].Score
}

// partition reorders the range low to high by the score in its middle: entries
// up to right have a score that is higher or equal, those from left on one that
// is lower or equal.
func partition(list []Scored, low, high int) (left, right int) {
	left, right = low, high
	pivot := list[(low+high)/2].Score
	for left <= right {
		switch {
		case list[left].Score > pivot:
			left++
		case list[right].Score < pivot:
			right--
		default:
			list[left], list[right] = list[right], list[left]
			left, right = left+1, right-1
		}
	}
	return left, right
}
