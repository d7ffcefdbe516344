package tokens_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"dossier/tokens"
)

func ExampleFor() {
	counter, err := tokens.For("gpt-4o-2024-08-06")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(counter.Encoding(), counter.Count("Every token is counted, <|endoftext|> as the text it is."))
	// Output: o200k_base 18
}

func ExampleCached() {
	counter, err := tokens.For(tokens.Default)
	if err != nil {
		fmt.Println(err)
		return
	}
	cached := tokens.Cached(counter, 1<<20)
	fmt.Println(cached.Count("# A heading"), cached.Count("# A heading"))
	// Output: 3 3
}

func TestForResolvesNames(t *testing.T) {
	for name, want := range map[string]string{
		"o200k_base": "o200k_base", "cl100k_base": "cl100k_base", "p50k_base": "p50k_base", "p50k_edit": "p50k_edit", "r50k_base": "r50k_base",
		"gpt-4o": "o200k_base", "gpt-4o-mini": "o200k_base", "gpt-4.1-2025-04-14": "o200k_base", "gpt-4": "cl100k_base",
		"gpt-4-0314": "cl100k_base", "gpt-3.5-turbo-0301": "cl100k_base", "text-embedding-3-large": "cl100k_base",
		"text-davinci-003": "p50k_base", "davinci": "r50k_base", "gpt-5": "o200k_base", "gpt-5-mini": "o200k_base", "gpt-5.1": "o200k_base",
		"gpt-5-codex": "o200k_base", "gpt-4.1": "o200k_base", "gpt-4.1-nano": "o200k_base", "o1": "o200k_base", "o1-preview": "o200k_base",
		"o3": "o200k_base", "o3-mini-2025-01-31": "o200k_base", "o4-mini": "o200k_base", "gpt-oss-120b": "o200k_base",
		"openai/gpt-oss-20b": "o200k_base", "chatgpt-4o-latest": "o200k_base", "o200k_harmony": "o200k_base",
		"ft:gpt-4o-mini:acme::id": "o200k_base", "ft:gpt-3.5-turbo": "cl100k_base",
	} {
		counter, err := tokens.For(name)
		if err != nil {
			t.Errorf("For(%q): %v", name, err)
		} else if counter.Encoding() != want {
			t.Errorf("For(%q) is %s, want %s", name, counter.Encoding(), want)
		}
	}
}

// TestModelsWithoutATokenizer checks that counts are those of the encoding
// times the factor, cached or not.
func TestModelsWithoutATokenizer(t *testing.T) {
	const text = "An upper bound is counted.\nIt is rounded up."
	exact, err := tokens.For(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	for name, factor := range map[string]float64{
		"claude-opus-4-1": 1.5, "claude-3-5-sonnet-20241022": 1.5, "anthropic/claude-sonnet-4.5": 1.5, "claude": 1.5, "gemini-2.5-pro": 1.3,
		"models/gemini-3-pro": 1.3,
	} {
		bound, err := tokens.For(name)
		if err != nil {
			t.Errorf("For(%q): %v", name, err)
			continue
		}
		want := int(math.Ceil(factor * float64(exact.Count(text))))
		cached := tokens.Cached(bound, 1<<20)
		if bound.Factor() != factor || bound.Count(text) != want || cached.Count(text) != want || cached.Factor() != factor {
			t.Errorf("For(%q) has factor %v, counts %d, cached %d; want %v and %d", name, bound.Factor(), bound.Count(text), cached.Count(text),
				factor, want)
		}
		if bound.Count("") != 0 {
			t.Errorf("For(%q) counts %d in the empty text", name, bound.Count(""))
		}
	}
	if exact.Factor() != 1 {
		t.Errorf("%s has factor %v", tokens.Default, exact.Factor())
	}
}

// TestFamilies checks that every family resolves to its encoding and factor.
func TestFamilies(t *testing.T) {
	for _, family := range tokens.Families() {
		counter, err := tokens.For(family.Prefix)
		if err != nil || counter.Encoding() != family.Encoding || counter.Factor() != family.Factor {
			t.Errorf("%+v resolves to %s, %v, %v", family, counter.Encoding(), counter.Factor(), err)
		}
	}
}

func TestForRefusesUnknownNames(t *testing.T) {
	for _, name := range []string{"", "gpt-4x", "o1x", "o5", "gpt-50", "claudette", "gemini2", "llama-3", "/", "ft:", "O200K_BASE", "gpt2",
		" o200k_base", "o200k_base\n"} {
		_, err := tokens.For(name)
		if !errors.Is(err, tokens.ErrUnknown) {
			t.Errorf("For(%q): error %v, want ErrUnknown", name, err)
			continue
		}
		for _, part := range append(tokens.Encodings(), fmt.Sprintf("%q", name)) {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("For(%q): %q does not name %s", name, err, part)
			}
		}
	}
}

func TestForIsSafeForConcurrentUse(t *testing.T) {
	tokens.Warm()
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			name := tokens.Encodings()[i%len(tokens.Encodings())]
			counter, err := tokens.For(name)
			if err != nil {
				t.Errorf("For(%q): %v", name, err)
				return
			}
			if got := counter.Count("two words"); got != 2 {
				t.Errorf("%s: %d tokens, want 2", name, got)
			}
		})
	}
	group.Wait()
}

func TestCountOfOrdinaryTextAllocatesNothing(t *testing.T) {
	text := strings.Repeat("Ordinary text: words, *emphasis*, naïve Ünïcödé, 1234567 and supercalifragilisticexpialidocious.\n\n", 20)
	for _, p := range pairs() {
		if got := testing.AllocsPerRun(10, func() { p.count(text) }); got != 0 {
			t.Errorf("%s: %v allocations", p.name, got)
		}
	}
}

// A quadratic algorithm would exceed the time limit of go test: tiktoken-go
// takes 17 s for 100 kB of one letter.
func TestCountOfUnbrokenRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which takes 15 s with the race detector")
	}
	const size = 100_000
	for _, unit := range []string{"a", "A", "é", "中", "🎉", " ", "\n", "\r\n", " \n", "\t ", "-", "/", "'", "ab", "aB", "中A", "\u0301", "1",
		"\xff", "\x00"} {
		text := strings.Repeat(unit, size/len(unit))
		for _, p := range pairs() {
			got := p.count(text)
			if got < len(text)/128 || got > 3*len(text) {
				t.Errorf("%s: %q repeated to %d bytes: %d tokens", p.name, unit, len(text), got)
			}
		}
	}
}

func TestCountOfRunTooLongToMergeIsItsBytes(t *testing.T) {
	text := strings.Repeat("a", 4<<20+1)
	for _, p := range pairs() {
		if got := p.count(text); got != len(text) {
			t.Errorf("%s: %d tokens, want %d", p.name, got, len(text))
		}
	}
}

func TestCountsAddUpOverPieces(t *testing.T) {
	opening := rapid.SampledFrom([]string{"", "- ", "# ", "    ", "\t", "**", "1. ", "> ", "| ", "```\n", "'s "})
	word := rapid.StringMatching(`[A-Za-z0-9.,:;*'é中/-]{1,9}`)
	piece := rapid.Custom(func(t *rapid.T) string {
		return opening.Draw(t, "opening") + strings.Join(rapid.SliceOfN(word, 1, 20).Draw(t, "words"),
			rapid.SampledFrom([]string{" ", "\n"}).Draw(t, "between"))
	})
	rapid.Check(t, func(t *rapid.T) {
		checkSum(t, rapid.SliceOfN(piece, 1, 6).Draw(t, "pieces"))
	})
}

// checkSum compares the count of pieces joined by blank lines with the sum of
// their counts.
func checkSum(t interface{ Errorf(string, ...any) }, pieces []string) {
	for _, p := range pairs() {
		sum := 0
		for i, piece := range pieces {
			if i < len(pieces)-1 {
				piece += "\n\n"
			}
			sum += p.count(piece)
		}
		off := p.count(strings.Join(pieces, "\n\n")) - sum
		if joins := len(pieces) - 1; off < -joins || off > joins {
			t.Errorf("%s: %d joins, the whole is %+d tokens off the sum: %.300q", p.name, joins, off, pieces)
		}
	}
}

func TestSampleEqualsOracleAndAddsUp(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which takes 20 s with the race detector")
	}
	const every, limit = 20, 20_000
	for i, body := range sample(t) {
		if i%every == 0 {
			body = body[:min(len(body), limit)]
			check(t, body)
			checkSum(t, strings.Split(body, "\n\n"))
		}
	}
}

// sample returns the Markdown bodies of the sample data, and skips the test
// without it.
func sample(t testing.TB) []string {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "shared", "data", "kep.ndjson.gz"))
	if err != nil {
		t.Skip("no sample data")
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var bodies []string
	decoder := json.NewDecoder(unzipped)
	for decoder.More() {
		var line map[string]any
		if err := decoder.Decode(&line); err != nil {
			t.Fatal(err)
		}
		if body, ok := line["content"].(string); ok && line["kind"] == "document" {
			bodies = append(bodies, body)
		}
	}
	if len(bodies) == 0 {
		t.Fatal("no documents in the sample data")
	}
	return bodies
}

func BenchmarkCount(b *testing.B) {
	const documents = 60
	bodies := sample(b)
	text := strings.Join(bodies[:min(documents, len(bodies))], "\n\n")
	for _, p := range pairs()[:2] {
		for name, count := range map[string]func(string) int{"tokens": p.count, "tiktoken-go": p.want} {
			b.Run(p.name+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					count(text)
				}
			})
		}
	}
}

func BenchmarkUnbrokenRun(b *testing.B) {
	text := strings.Repeat("a", 10_000)
	p := pairs()[0]
	for name, count := range map[string]func(string) int{"tokens": p.count, "tiktoken-go": p.want} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				count(text)
			}
		})
	}
}
