package tokens

import (
	"hash/maphash"
	"strings"
	"sync"
)

// Cached returns a counter that caches the counts of lines in about the given
// number of bytes of memory. It is for callers that repeatedly count the same
// pieces and texts made of them. With less than a few hundred bytes it caches
// almost nothing.
//
// The key of a line is its length and a 64-bit hash with a seed drawn per
// cache; the lines themselves are neither stored nor compared. With a million
// lines in the cache, the odds that any two have the same key are below one in
// ten million, and nobody can construct such lines.
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

// lineEnd returns the end of the shortest prefix of lines that can be counted
// separately. In every encoding, a piece ends at a line break between two
// visible ASCII characters, unless the second is a slash, which a piece of
// o200k_base would include.
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

// entryBytes is the memory of an entry of 24 bytes in a map of usual load.
const entryBytes = 56

// textKey stands for a line.
type textKey struct {
	hash uint64
	size int
}

// cache keeps counts in two generations. When the young one is full, it
// replaces the old one. Entries of the old one that are used move to the young
// one.
type cache struct {
	seed  maphash.Seed
	limit int // entries per generation

	mu         sync.Mutex
	young, old map[textKey]int
}

// count returns the count of a line. If it is not cached, count computes it
// without holding the lock.
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
