package tokens

import (
	"math"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
)

// encoding is one way to turn text into tokens: a rule that splits text into
// pieces and a vocabulary that splits pieces.
type encoding struct {
	name string
	next splitter
	load func() (*ranks, error) // reads the vocabulary once per process
}

// encodings are all encodings, the default first. p50k_edit differs from
// p50k_base only in special tokens, which count as text, and r50k_base in runs of
// spaces, which are the last tokens.
var encodings = func() []encoding {
	p50k := vocabulary(tiktoken.MODEL_P50K_BASE, math.MaxInt)
	return []encoding{
		{Default, nextO200k, vocabulary(Default, math.MaxInt)},
		{tiktoken.MODEL_CL100K_BASE, nextCl100k, vocabulary(tiktoken.MODEL_CL100K_BASE, math.MaxInt)},
		{tiktoken.MODEL_P50K_BASE, nextGPT2, p50k},
		{tiktoken.MODEL_P50K_EDIT, nextGPT2, p50k},
		{tiktoken.MODEL_R50K_BASE, nextGPT2, vocabulary(tiktoken.MODEL_P50K_BASE, tokensOfR50k)},
	}
}()

// tokensOfR50k is the number of tokens of r50k_base.
const tokensOfR50k = 50_256

// tokenizer counts the tokens of texts in one encoding.
type tokenizer struct {
	next  splitter
	ranks *ranks
}

func (t tokenizer) count(text string) int {
	if !utf8.ValidString(text) {
		text = string([]rune(text)) // one U+FFFD per invalid byte, like tiktoken-go
	}
	total := 0
	for start := 0; start < len(text); {
		end := t.next(text, start)
		total += t.ranks.count(text[start:end])
		start = end
	}
	return total
}
