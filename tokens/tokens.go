// Package tokens counts the tokens of a text for a language model, exactly and
// fast. For models whose tokenizer is not public it counts an upper bound.
//
// [For] resolves the name of an encoding or of a model to a [Counter]. This
// package implements every encoding of tiktoken-go with its own scanner and
// byte pair merge, and with vocabularies embedded in the binary, so that it
// needs no network. Counts equal those of tiktoken-go for every text: special
// tokens such as <|endoftext|> count as ordinary text, and each byte that is
// not valid UTF-8 counts as U+FFFD.
//
// # Cost
//
// Time grows as n·log n, even for a text without split points. Counting
// ordinary text does not allocate. Counting a long run without split points
// takes about 30 bytes of memory per byte. A run of over 4 MiB counts as its
// number of bytes: this is an upper bound, because a token has at least one
// byte, and the only count that is not exact.
//
// # Counting in pieces
//
// If a text is cut after blank lines, the counts of the pieces add up to the
// count of the text to within one token per cut for prose and Markdown. For
// o200k_base and cl100k_base the sum is exact if no piece but the first begins
// with a line break, with white space and a line break, or (o200k_base) with a
// slash. A caller can therefore stay within a budget by adding the counts of
// pieces, if it counts the entire text once at the end.
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

// ErrUnknown is wrapped by the error of [For] for a name that is neither an
// encoding nor a model.
var ErrUnknown = errors.New("unknown encoding or model")

// Counter counts tokens in one encoding. It is safe for concurrent use; obtain
// one from [For].
type Counter struct {
	encoding string
	factor   float64
	count    func(text string) int
}

// Encoding returns the canonical name of the encoding, such as o200k_base, even
// if the counter is that of a model.
func (c Counter) Encoding() string { return c.encoding }

// Factor returns the factor of counts in the encoding: 1 if they are exact, more
// for a model whose tokenizer is not public; see [Family].
func (c Counter) Factor() float64 { return c.factor }

// Count returns the number of tokens of text times the factor, rounded up.
func (c Counter) Count(text string) int {
	n := c.count(text)
	if c.factor <= 1 {
		return n
	}
	return int(math.Ceil(float64(n) * c.factor))
}

// For returns the counter of an encoding (o200k_base) or of a model (gpt-5-mini,
// gpt-4o-2024-08-06, claude-opus-4-1), by exact name or family. The first call
// for an encoding loads its vocabulary, which takes 0.1 to 0.3 s (see [Warm]).
// The error for an unknown name wraps [ErrUnknown] and lists the encodings.
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

// Warm starts to load the default encoding in the background, so that a
// server's first request need not wait for it. Calling it again is cheap.
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
