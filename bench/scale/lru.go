package main

import (
	"container/list"
	"math/rand/v2"
)

// A zipf is a distribution of requests over projects, as Zipf's law has it: the most
// popular project gets most, and the others in proportion to a power of their rank.
type zipf struct {
	projects int
	exponent float64 // more than 1
}

// requests returns an endless list of projects, the same for the same seed.
func (l zipf) requests(seed uint64) func() int {
	drawn := rand.NewZipf(rand.New(rand.NewPCG(seed, 1)), l.exponent, 1, uint64(l.projects-1)) //nolint:gosec // not negative
	return func() int { return int(drawn.Uint64()) }                                           //nolint:gosec // below projects
}

// An lru holds the projects that were used last, as a server does.
type lru struct {
	room   int // projects
	used   *list.List
	places map[int]*list.Element
}

func newLRU(room int) *lru { return &lru{room, list.New(), map[int]*list.Element{}} }

// use reports whether the memory has a project, and puts it there.
func (m *lru) use(project int) (held bool) {
	if place := m.places[project]; place != nil {
		m.used.MoveToFront(place)
		return true
	}
	m.places[project] = m.used.PushFront(project)
	if m.used.Len() > m.room {
		oldest := m.used.Back()
		m.used.Remove(oldest)
		delete(m.places, oldest.Value.(int))
	}
	return false
}

// serverOf returns the server of a project, as a balancer that hashes does.
func serverOf(project, servers int) int {
	hash := uint64(project) * 0x9e3779b97f4a7c15 //nolint:gosec // not negative
	return int(hash >> 32 % uint64(servers))     //nolint:gosec // below servers
}

// hitRate simulates servers that have room for some projects each, and returns the
// share of requests for which one has the project in memory, after the first ones.
func (l zipf) hitRate(servers, room, first, requests int, hashed bool) float64 {
	all := make([]*lru, servers)
	for i := range all {
		all[i] = newLRU(room)
	}
	next, hits := l.requests(7), 0
	for i := range first + requests {
		project := next()
		at := i % servers
		if hashed {
			at = serverOf(project, servers)
		}
		if all[at].use(project) && i >= first {
			hits++
		}
	}
	return float64(hits) / float64(requests)
}
