package tokens

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pkoukk/tiktoken-go"
)

// A Family is the set of models whose names are Prefix, or begin with Prefix
// and a hyphen, a point or a colon.
type Family struct {
	Prefix   string // of the names of models, in lower case
	Encoding string // in which their tokens are counted
	// Factor is 1 if counts are exact, and more if the tokenizer of the models
	// is not public. Counts in the encoding times the factor are at least as
	// high as those of the models for prose, Markdown and code.
	Factor float64
}

// The factors of models whose tokenizer is not public. By eye, on the safe
// side: compared with o200k_base, the vendors' counts of English text are up to
// a third higher for Claude, and about the same for Gemini.
const (
	claudeFactor = 1.5
	geminiFactor = 1.3
)

// families are the families of this package and the models and prefixes that
// tiktoken-go knows, ordered by prefix.
var families = func() []Family {
	all := []Family{
		{"claude", Default, claudeFactor},
		{"gemini", Default, geminiFactor},
	}
	for _, prefix := range []string{"gpt-5", "chatgpt-4o", "gpt-oss", "gpt-image", "o1", "o3", "o4", "codex-mini", "o200k_harmony"} {
		all = append(all, Family{prefix, Default, 1})
	}
	for prefix, encoding := range tiktoken.MODEL_PREFIX_TO_ENCODING {
		all = append(all, Family{strings.TrimRight(prefix, "-:"), encoding, 1})
	}
	for model, encoding := range tiktoken.MODEL_TO_ENCODING {
		all = append(all, Family{model, encoding, 1})
	}
	all = slices.DeleteFunc(all, func(f Family) bool { return !slices.Contains(Encodings(), f.Encoding) }) // gpt2
	slices.SortFunc(all, func(a, b Family) int { return cmp.Compare(a.Prefix, b.Prefix) })
	return slices.CompactFunc(all, func(a, b Family) bool { return a.Prefix == b.Prefix })
}()

// Families returns the families of models, ordered by prefix.
func Families() []Family { return slices.Clone(families) }

// familyOf returns the family of a model with the longest prefix, and reports
// whether there is one. It ignores the vendor before a slash, which routers
// add, and the ft: of fine-tuned models.
func familyOf(model string) (longest Family, known bool) {
	model = strings.TrimPrefix(model[strings.LastIndexByte(model, '/')+1:], "ft:")
	for _, f := range families {
		rest, is := strings.CutPrefix(model, f.Prefix)
		if is && (rest == "" || strings.ContainsRune("-.:", rune(rest[0]))) && len(f.Prefix) > len(longest.Prefix) {
			longest, known = f, true
		}
	}
	return longest, known
}
