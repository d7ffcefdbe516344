package serving

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/tokens"
)

// countCache is the maximum size, in bytes, of the cached token counts of each
// encoding. They are cached because consecutive documents have the same
// passages. By eye.
const countCache = 32 << 20

// Counters are the token counters of a service, one for each encoding.
type Counters struct {
	counted atomic.Int64 // tokens

	mu    sync.Mutex
	found map[counterKey]query.TokenCounter
}

// A counterKey identifies a counter.
type counterKey struct {
	encoding string
	factor   float64
}

// NewCounters returns counters.
func NewCounters() *Counters {
	return &Counters{found: map[counterKey]query.TokenCounter{}}
}

// Find returns the counter of an encoding or model.
func (c *Counters) Find(encoding string) (query.TokenCounter, error) {
	known, err := tokens.For(encoding)
	if errors.Is(err, tokens.ErrUnknown) {
		return query.TokenCounter{}, graph.BadInput("input.encoding", "unknown encoding or model %q; expected one of %s, or the name of a model",
			graph.Truncate(encoding, 60), strings.Join(tokens.Encodings(), ", "))
	}
	if err != nil {
		return query.TokenCounter{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := counterKey{known.Encoding(), known.Factor()}
	counter, cached := c.found[key]
	if !cached {
		counter = query.TokenCounter{Encoding: known.Encoding(), Count: c.counting(tokens.Cached(known, countCache))}
		if known.Factor() != 1 {
			counter.Estimate = fmt.Sprintf("the tokenizer of %s is not public: tokens are those of %s times %g, an upper bound",
				graph.Truncate(encoding, 60), known.Encoding(), known.Factor())
		}
		c.found[key] = counter
	}
	return counter, nil
}

// counting returns a function that counts tokens by a counter, and adds them up.
func (c *Counters) counting(by tokens.Counter) func(text string) int {
	return func(text string) int {
		count := by.Count(text)
		c.counted.Add(int64(count))
		return count
	}
}

// Encodings returns the encodings and their models.
func (*Counters) Encodings() []query.TokenEncoding {
	var all []query.TokenEncoding
	for _, name := range tokens.Encodings() {
		all = append(all, query.TokenEncoding{Name: name, Factor: 1, Models: []string{}})
	}
	for _, family := range tokens.Families() {
		at := slices.IndexFunc(all, func(e query.TokenEncoding) bool {
			return e.Name == family.Encoding && e.Factor == family.Factor
		})
		if at < 0 {
			at = len(all)
			all = append(all, query.TokenEncoding{Name: family.Encoding, Factor: family.Factor})
		}
		all[at].Models = append(all[at].Models, family.Prefix)
	}
	return all
}
