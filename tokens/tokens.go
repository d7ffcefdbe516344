// Package tokens counts the tokens a text costs a language model, exactly and
// fast.
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
	"slices"
	"strings"

	"github.com/pkoukk/tiktoken-go"
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
	count    func(text string) int
}

// Encoding returns the canonical name of the encoding, such as o200k_base, also
// when the counter was asked for by model.
func (c Counter) Encoding() string { return c.encoding }

// Count returns the number of tokens of text; 0 for the empty text.
func (c Counter) Count(text string) int { return c.count(text) }

// For returns the counter of an encoding (o200k_base) or of a model (gpt-4o,
// gpt-4o-2024-08-06), by exact name. The first call for an encoding loads its
// vocabulary, 0.1 to 0.3 s; later calls return at once (see [Warm]). The error
// of an unknown name wraps [ErrUnknown] and lists the encodings there are.
func For(nameOrModel string) (Counter, error) {
	for _, name := range []string{nameOrModel, encodingOfModel(nameOrModel)} {
		at := slices.IndexFunc(encodings, func(e encoding) bool { return e.name == name })
		if at < 0 {
			continue
		}
		ranks, err := encodings[at].load()
		if err != nil {
			return Counter{}, fmt.Errorf("load token encoding %s: %w", name, err)
		}
		return Counter{encoding: name, count: tokenizer{encodings[at].next, ranks}.count}, nil
	}
	return Counter{}, fmt.Errorf("resolve token encoding %q: %w: encodings are %s",
		nameOrModel, ErrUnknown, strings.Join(Encodings(), ", "))
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

// encodingOfModel returns the encoding tiktoken-go's tables give for a model,
// by name or by the longest prefix of a dated name; "" when there is none.
func encodingOfModel(model string) string {
	if name, ok := tiktoken.MODEL_TO_ENCODING[model]; ok {
		return name
	}
	longest := ""
	for prefix := range tiktoken.MODEL_PREFIX_TO_ENCODING {
		if strings.HasPrefix(model, prefix) && len(prefix) > len(longest) {
			longest = prefix
		}
	}
	return tiktoken.MODEL_PREFIX_TO_ENCODING[longest]
}
