// Package tokens counts the tokens a text costs a language model, exactly and
// fast. For models whose tokenizer is not public it counts an upper bound.
//
// [For] resolves the name of an encoding or of a model to a [Counter]. Every
// encoding tiktoken-go knows is counted by the scanner and the byte pair merge
// of this package, from the vocabularies embedded in the binary: nothing is
// ever fetched. Counts equal those of tiktoken-go for every text: special
// tokens such as <|endoftext|> count as the ordinary text they are, and each
// byte that is not valid UTF-8 counts as U+FFFD.
//
// # Cost
//
// Time grows as n·log n even on one unbroken run; ordinary text allocates
// nothing. A run no split point breaks takes about 30 bytes of memory per byte
// while it is counted. A run of over 4 MiB is not merged but counted as its
// number of bytes, which is an upper bound (a token has at least one byte) and
// the only count that is not exact.
//
// # Counting in pieces
//
// Let a text be cut after a blank line, the blank line staying with the piece
// before it. The counts of the pieces add up to the count of the whole to
// within one token per cut for prose and Markdown, and exactly for o200k_base
// and cl100k_base when the next piece opens with neither a line break, white
// space before one, nor (o200k_base) a slash. A budget can therefore be kept by
// adding up counts of pieces, provided the whole is counted once at the end.
package tokens

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Default is the encoding used when a caller names none.
const Default = "o200k_base"

// ErrUnknown is wrapped by the error of [For] when a name is neither an
// encoding nor a model.
var ErrUnknown = errors.New("unknown encoding or model")

// Counter counts tokens in one encoding. It is safe for concurrent use; obtain
// one from [For].
type Counter struct {
	encoding string
	factor   float64
	count    func(text string) int
}

// Encoding returns the canonical name of the encoding, such as o200k_base, also
// when the counter was asked for by model.
func (c Counter) Encoding() string { return c.encoding }

// Factor returns what counts in the encoding are multiplied by: 1 where they are
// exact, more for a model whose tokenizer is not public; see [Family].
func (c Counter) Factor() float64 { return c.factor }

// Count returns the number of tokens of text; 0 for the empty text.
func (c Counter) Count(text string) int {
	n := c.count(text)
	if c.factor <= 1 {
		return n
	}
	return int(math.Ceil(float64(n) * c.factor))
}

// For returns the counter of an encoding (o200k_base) or of a model (gpt-5-mini,
// gpt-4o-2024-08-06, claude-opus-4-1), by exact name or family. The first call
// for an encoding loads its vocabulary, 0.1 to 0.3 s; later calls return at once
// (see [Warm]). The error of an unknown name wraps [ErrUnknown] and lists the
// encodings there are.
func For(nameOrModel string) (Counter, error) {
	family := Family{Encoding: nameOrModel, Factor: 1}
	if !slices.Contains(Encodings(), nameOrModel) {
		var known bool
		if family, known = familyOf(nameOrModel); !known {
			return Counter{}, fmt.Errorf("resolve token encoding %q: %w: encodings are %s",
				nameOrModel, ErrUnknown, strings.Join(Encodings(), ", "))
		}
	}
	at := slices.IndexFunc(encodings, func(e encoding) bool { return e.name == family.Encoding })
	ranks, err := encodings[at].load()
	if err != nil {
		return Counter{}, fmt.Errorf("load token encoding %s: %w", family.Encoding, err)
	}
	return Counter{family.Encoding, family.Factor, tokenizer{encodings[at].next, ranks}.count}, nil
}

// Warm starts to load the default encoding in the background and returns at
// once, so that a server's first request need not wait for it. Calling it again
// costs nothing.
func Warm() {
	go func() { _, _ = For(Default) }() // a failure is kept and returned by For
}

// Encodings returns the canonical names of the encodings, the default first.
func Encodings() []string {
	names := make([]string, len(encodings))
	for i, e := range encodings {
		names[i] = e.name
	}
	return names
}
