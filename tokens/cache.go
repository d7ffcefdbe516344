package tokens

import (
	"hash/maphash"
	"sync"
)

// Cached returns a counter that remembers the counts of the texts it saw, for callers that count the same pieces again and
// again, within about the given number of bytes of memory. Below a few hundred bytes it remembers next to nothing.
//
// A text is known by its length and a 64-bit hash under a seed drawn per cache, so that the texts themselves are neither
// kept nor compared: with a million texts remembered, the odds that any two are taken for each other are below one in ten
// million, and nobody can choose them so.
func Cached(c Counter, bytes int) Counter {
	cache := &cache{
		seed:  maphash.MakeSeed(),
		limit: max(1, bytes/(2*entryBytes)),
		young: map[textKey]int{},
	}
	return Counter{encoding: c.encoding, count: func(text string) int { return cache.count(text, c.count) }}
}

// entryBytes is what an entry of 24 bytes takes in a map at its usual load.
const entryBytes = 56

// textKey stands for a text.
type textKey struct {
	hash uint64
	size int
}

// cache keeps counts in two generations: when the young one is full it becomes the old one, and the old one is dropped
// but for what was asked for again meanwhile.
type cache struct {
	seed  maphash.Seed
	limit int // entries per generation

	mu         sync.Mutex
	young, old map[textKey]int
}

// count returns the count of a text, computing it outside the lock when it is not known.
func (c *cache) count(text string, compute func(string) int) int {
	key := textKey{maphash.String(c.seed, text), len(text)}
	count, ok := c.recall(key)
	if !ok {
		count = compute(text)
		c.remember(key, count)
	}
	return count
}

func (c *cache) recall(key textKey) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if count, ok := c.young[key]; ok {
		return count, true
	}
	count, ok := c.old[key]
	if ok {
		c.store(key, count)
	}
	return count, ok
}

func (c *cache) remember(key textKey, count int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store(key, count)
}

// store puts an entry into the young generation; the caller holds the lock.
func (c *cache) store(key textKey, count int) {
	if len(c.young) >= c.limit {
		c.old, c.young = c.young, map[textKey]int{}
	}
	c.young[key] = count
}
