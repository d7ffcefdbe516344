package tokens

import (
	"slices"
	"testing"

	"github.com/dlclark/regexp2"
	"pgregory.net/rapid"
)

// The published patterns are compared piece by piece, because pieces that are
// split incorrectly may still have the correct number of tokens.
func TestSplittersMatchTheirPatterns(t *testing.T) {
	const oldest = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
	for name, pattern := range map[string]string{
		"o200k_base": `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
			`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
			`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
		"cl100k_base": `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
		"p50k_base":   oldest, "p50k_edit": oldest, "r50k_base": oldest,
	} {
		expression := regexp2.MustCompile(pattern, regexp2.None)
		next := encodings[slices.Index(Encodings(), name)].next
		t.Run(name, func(t *testing.T) {
			alphabet := rapid.StringOf(rapid.RuneFrom([]rune("aZZ中ʰǅ\u0301½1 \t\u00a0\n\r/.''sSlLreE\u017f🎉")))
			rapid.Check(t, func(t *rapid.T) {
				text := rapid.OneOf(alphabet, alphabet, rapid.String()).Draw(t, "text")
				if got, want := split(text, next), matches(expression, text); !slices.Equal(got, want) {
					t.Fatalf("%q is split into %q, want %q", text, got, want)
				}
			})
		})
	}
}

func split(text string, next splitter) (pieces []string) {
	for i := 0; i < len(text); {
		end := next(text, i)
		pieces = append(pieces, text[i:end])
		i = end
	}
	return pieces
}

func matches(expression *regexp2.Regexp, text string) (found []string) {
	for match, _ := expression.FindStringMatch(text); match != nil; match, _ = expression.FindNextMatch(match) {
		found = append(found, match.String())
	}
	return found
}
