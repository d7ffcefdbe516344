package parts

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// First returns the first n members by due date and id, or all. It sorts the list.
func First(members []Member, n int) []Member {
	n = min(len(members), n)
	arrange(members, n, func(graph.Entity) int { return 0 })
	return members[:n]
}

// byID sorts members by due date and id.
func byID(members []Member) []Member {
	arrange(members, len(members), func(graph.Entity) int { return 0 })
	return members
}

// byNeed sorts members by the scores of open risks, due date and id.
func byNeed(members []Member) []Member {
	arrange(members, len(members), func(e graph.Entity) int {
		if c := e.Self(); c.Kind != graph.KindRisk || c.IsOver() {
			return 0
		}
		return graph.Score(e, time.Time{}) // of a risk, it does not depend on the time
	})
	return members
}

// A ranked is a member with what it is sorted by.
type ranked struct {
	Member
	score int
	due   int64  // in seconds, the greatest number for none
	name  string // that of natural, "" until it is needed
}

// arrange sorts members by descending score, then by due date and id: the first
// most of them, as a list may have a million, of which a text has few. It makes
// each key once.
func arrange(members []Member, most int, score func(graph.Entity) int) {
	list, order := make([]ranked, len(members)), make([]*ranked, len(members))
	for i, m := range members {
		list[i] = ranked{Member: m, score: score(m.Entity), due: math.MaxInt64}
		if at := graph.Due(m.Entity); at != nil {
			list[i].due = at.Unix()
		} else if signal, ok := m.Entity.(*graph.Signal); ok && signal.TS != nil {
			list[i].due = -signal.TS.Unix() // the newest first
		}
		order[i] = &list[i]
	}
	sortFirst(order, most)
	for i, one := range order {
		members[i] = one.Member
	}
}

// sortFirst sorts the first most of a list to its beginning. Those that may be
// among them are collected behind them, until there are as many.
func sortFirst(list []*ranked, most int) {
	both := list[:min(2*most, len(list))]
	slices.SortFunc(both, (*ranked).compare)
	n := most
	for i := len(both); i < len(list); i++ {
		if list[i].compare(list[most-1]) > 0 {
			continue
		}
		list[n], list[i] = list[i], list[n]
		if n++; n == len(both) {
			slices.SortFunc(both, (*ranked).compare)
			n = most
		}
	}
	slices.SortFunc(both, (*ranked).compare)
}

func (r *ranked) compare(other *ranked) int {
	switch {
	case r.score != other.score:
		return cmp.Compare(other.score, r.score)
	case r.due != other.due:
		return cmp.Compare(r.due, other.due)
	}
	return cmp.Compare(r.key(), other.key())
}

func (r *ranked) key() string {
	if r.name == "" {
		r.name = natural(r.Entity)
	}
	return r.name
}

// natural returns the id of an entity in its import, with numbers padded so
// that the second of a list is before the tenth, and then its own id.
func natural(e graph.Entity) string {
	c := e.Self()
	if c.ExternalID == nil {
		return c.ID
	}
	var out strings.Builder
	digits := 0 // at the end of what was read
	flush := func(end int) {
		if digits > 0 {
			out.WriteString("000000000000"[min(digits, 12):])
			out.WriteString((*c.ExternalID)[end-digits : end])
			digits = 0
		}
	}
	for i, r := range *c.ExternalID {
		if r >= '0' && r <= '9' {
			digits++
			continue
		}
		flush(i)
		out.WriteRune(r)
	}
	flush(len(*c.ExternalID))
	return out.String() + c.ID
}
