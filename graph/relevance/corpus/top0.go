package relevance

import (
	"cmp"
	"math"
	"slices"
)

// best gives the n places with the highest scores, in no order.
func (q *query) best(n int) []seed {
	list := make([]seed, 0, 2*n)
	floor := math.SmallestNonzeroFloat64
	for _, v := range q.views {
		for d, s := range v.score {
			if s < floor {
				continue
			}
			if len(list) == cap(list) {
				list, floor = prune(list, n)
			}
			list = append(list, seed{place{v, int32(d)}, s})
		}
	}
	if len(list) > n {
		list, _ = prune(list, n)
	}
	if len(list) > n { // several are as strong as the last
		return strongest(list, n)
	}
	return list
}

// prune keeps the n strongest seeds and all that are as strong as the last of them, and says how strong that is.
func prune(list []seed, n int) ([]seed, float64) {
	floor := highest(list, n)
	return slices.DeleteFunc(list, func(s seed) bool { return s.a < floor }), floor
}

// highest gives the activation of the nth strongest seed, and 0 when there are fewer. It changes their order.
func highest(list []seed, n int) float64 {
	if n > len(list) || len(list) == 0 {
		return 0
	}
	nth := max(n, 1) - 1
	for low, high := 0, len(list)-1; low < high; {
		i, j, pivot := low, high, list[(low+high)/2].a
		for i <= j {
			switch {
			case list[i].a > pivot:
				i++
			case list[j].a < pivot:
				j--
			default:
				list[i], list[j] = list[j], list[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case nth <= j:
			high = j
		case nth >= i:
			low = i
		default:
			low = high
		}
	}
	return list[nth].a
}

// strongest gives the n seeds with the most activation in descending order, equal ones by id.
func strongest(list []seed, n int) []seed {
	if len(list) > n {
		list, _ = prune(list, n)
	}
	slices.SortFunc(list, func(a, b seed) int {
		switch {
		case a.a > b.a:
			return -1
		case a.a < b.a:
			return 1
		}
		return cmp.Compare(a.document().ID, b.document().ID)
	})
	return list[:min(n, len(list))]
}
