package tokens_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"pgregory.net/rapid"

	"dossier/tokens"
)

// pair is an encoding counted by this package and by tiktoken-go.
type pair struct {
	name  string
	count func(string) int
	want  func(string) int
}

var pairs = sync.OnceValue(func() []pair {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	var all []pair
	for _, name := range tokens.Encodings() {
		counter, err := tokens.For(name)
		if err != nil {
			panic(err)
		}
		oracle, err := tiktoken.GetEncoding(name)
		if err != nil {
			panic(err)
		}
		all = append(all, pair{name, counter.Count, func(text string) int { return len(oracle.EncodeOrdinary(text)) }})
	}
	return all
})

// check compares the counts of a text in all encodings.
func check(t interface {
	Helper()
	Errorf(string, ...any)
}, text string) {
	t.Helper()
	for _, p := range pairs() {
		if got, want := p.count(text), p.want(text); got != want {
			t.Errorf("%s: %d tokens, want %d: %.200q", p.name, got, want, text)
		}
	}
}

var samples = []string{
	"", " ", "  ", "\n", "\r\n", "\n\n \n", "a", "Hello, world!", "hello  world", "  indented\n\tcode\n", "trailing   ", "trailing \n ",
	"don't I'LL we'Ve it's 'tis x'sy 'S '", "rock 'n' roll's", "I'\u017f I'\u017fA don'\u017f", "it\u2019s", "'ll'", "''s",
	"camelCaseHTTPServer XMLHttp iOS", "API's HTTPd ABCdefGHI Ǆǅǆ ʰword 中文AB中文ab", "I'LLOW 'REST 'STOP 'TEAM",
	"1 12 123 1234 123456 1234567 123456789012345 ٣٤٥٦ ½Ⅷ²", "path/to//file.go ./// ... \n// comment\n/\n",
	"e\u0301te\u0301 \u0301 \u0301A \u0301AB's \u0301a \u0301's x\u0301\u0301Y", "\u0301\u0301\u0301AAA'll", "नमस्ते สวัสดี 안녕하세요 مرحبا",
	"\u00a0\u2003\u3000x\u0085\u2028\n y", "👩‍👩‍👧‍👦 🏳️‍🌈 é ﷽ 𝔘𝔫𝔦 \U0010ffff", "\xff", "a\xffb\xc3", "\xed\xa0\x80\xf0\x9f\x98",
	"\xe4\xb8 \x80\x80\x80", "\x00\x01\x7f\ufffd\ufeff", "<|endoftext|> <|fim_prefix|>x<|endofprompt|><|im_start|>",
	"| a | b |\n|---|:-:|\n| 1 | 2 |\n", "```go\nfunc main() {\n\tx := 1 // y\n}\n```\n", "\t\t\t\tx", "a\tb\t\tc", "=====\n-----",
	"\r\r\n\n\r x", " \n \n  z", "https://example.org/a?b=c&d=%20#e",
}

func TestCountEqualsOracle(t *testing.T) {
	for _, text := range samples {
		check(t, text)
		check(t, "x"+text+text+" Y")
	}
}

// All sequences of three runes of an alphabet with a rune of each class.
func TestCountOfNeighboursEqualsOracle(t *testing.T) {
	alphabet := []rune("aZ中ʰǅ\u03011½ \t\u00a0\n\r/.'s<🎉")
	var text strings.Builder
	for _, a := range alphabet {
		for _, b := range alphabet {
			for _, c := range alphabet {
				text.WriteString(string([]rune{a, b, c}))
			}
		}
		check(t, text.String())
		text.Reset()
	}
}

func TestCountOfEveryClassEqualsOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which takes 18 s with the race detector")
	}
	const all, step, block = 0x3100, 61, 64
	var text strings.Builder
	inBlock := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= all && r%step != 0 || !utf8.ValidRune(r) {
			continue
		}
		for _, neighbour := range "aB1 " {
			text.WriteRune(neighbour)
			text.WriteRune(r)
		}
		if inBlock++; inBlock == block {
			check(t, text.String())
			text.Reset()
			inBlock = 0
		}
	}
}

// texts draws texts to which each of the rules applies.
func texts() *rapid.Generator[string] {
	words := rapid.SampledFrom(append([]string{"the", "Über", "naïve", " ", " ", " ", "\n", "\n\n", "- ", "# ", "`", "**", "](", "://",
		"{\n\t", "}", ";", "_", "2024", "!", "…"}, samples...))
	return rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(words), func(w []string) string { return strings.Join(w, "") }),
		rapid.StringOf(rapid.RuneFrom([]rune(" \t\n\r\u00a0a/"))),
		rapid.StringOf(rapid.RuneFrom(nil, unicode.L, unicode.M, unicode.N, unicode.Z)),
		rapid.StringOf(rapid.RuneFrom([]rune("aAbBzZ'sSlLdD \u0301ʰ"))),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)
}

func TestCountOfGeneratedTextEqualsOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(texts(), 1, 4).Draw(t, "parts"), "")
		}).Draw(t, "text"))
	})
}

// Random bytes of a small alphabet are pieces long enough for the queue, with
// all types of merges.
func TestCountOfLongPieceEqualsOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{"a", "ab", "etaoinshrdlu", "-=", " ", "\n", "\n ", "中文字", "🎉", "é\u0301"} {
		runes := []rune(alphabet)
		for _, size := range []int{126, 127, 128, 129, 130, 700, 1500} {
			text := make([]rune, size)
			for i := range text {
				text[i] = runes[random.IntN(len(runes))]
			}
			check(t, string(text))
			check(t, " "+string(text)+"x")
		}
	}
}

func FuzzCount(f *testing.F) {
	for _, text := range samples {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const limit = 2000 // bytes: the oracle's time is quadratic
		check(t, text[:min(len(text), limit)])
	})
}
