package tokens

import (
	"hash/maphash"
	"strings"
	"sync"
)

// Cached returns a counter that remembers the counts of the lines it saw, for
// callers that count the same pieces and texts made of them again and again,
// within about the given number of bytes of memory. Below a few hundred bytes
// it remembers next to nothing.
//
// A line is known by its length and a 64-bit hash under a seed drawn per cache,
// so that the lines themselves are neither kept nor compared: with a million
// lines remembered, the odds that any two are taken for each other are below
// one in ten million, and nobody can choose them so.
func Cached(c Counter, bytes int) Counter {
	cache := &cache{
		seed:  maphash.MakeSeed(),
		limit: max(1, bytes/(2*entryBytes)),
		young: map[textKey]int{},
	}
	return Counter{encoding: c.encoding, factor: c.factor, count: func(text string) int {
		total := 0
		for {
			end := lineEnd(text)
			total += cache.count(text[:end], c.count)
			if text = text[end:]; text == "" {
				return total
			}
		}
	}}
}

// lineEnd is where the first line of a text ends of those that can be counted
// alone. Whatever the encoding, a piece ends with a line break between two
// visible ASCII characters of which the second is no slash; a piece of
// o200k_base would take that too.
func lineEnd(text string) int {
	for at := 0; ; {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return len(text)
		}
		at += next + 1
		if at > 1 && at < len(text) && visible(text[at-2]) && visible(text[at]) && text[at] != '/' {
			return at
		}
	}
}

func visible(b byte) bool { return b > ' ' && b <= '~' }

// entryBytes is what an entry of 24 bytes takes in a map at its usual load.
const entryBytes = 56

// textKey stands for a line.
type textKey struct {
	hash uint64
	size int
}

// cache keeps counts in two generations: when the young one is full it becomes
// the old one, and the old one is dropped but for what was asked for again
// meanwhile.
type cache struct {
	seed  maphash.Seed
	limit int // entries per generation

	mu         sync.Mutex
	young, old map[textKey]int
}

// count returns the count of a line, computing it outside the lock when it is
// not known.
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
