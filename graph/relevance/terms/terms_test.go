package terms_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"dossier/flat"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"

	"pgregory.net/rapid"
)

func tokensOf(w *terms.Words, words string) (tokens []text.Token) {
	for word := range text.Words(words) {
		tokens = append(tokens, text.NewToken(w.Add(word.Text), 0))
	}
	return tokens
}

func TestWords(t *testing.T) {
	w := terms.NewWords(text.English)
	tokensOf(w, "the presses pressed a printing press in Prague")
	check := func(w *terms.Words) {
		t.Helper()
		press := w.Lookup("press")
		if press == 0 || w.Lookup("pressing") != press || w.TermOf(w.Number("presses")) != press || w.Term(w.StemOf(press)) != press {
			t.Errorf("forms of press have other terms than %d", press)
		}
		if w.Lookup("the") != 0 || w.Number("the") == 0 || w.Stem("the") != "" || w.Lookup("lamp") != 0 || w.Number("lamp") != 0 {
			t.Error("a stop word or an unknown word has a term, or an unknown word a number")
		}
		var beginning []string
		for _, word := range w.Beginning("pr") {
			beginning = append(beginning, w.Text(word))
		}
		if got := strings.Join(beginning, " "); got != "prague press pressed presses printing" {
			t.Errorf("words with pr are %s", got)
		}
		if got := w.PrefixMatches("pressure"); !slices.Equal(got, []uint32{press}) || w.PrefixMatches("pres") != nil {
			t.Errorf("terms like pressure are %v, want %d", got, press)
		}
	}
	check(w)
	var file bytes.Buffer
	out := flat.NewWriter(&file)
	w.Save(out)
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	loaded := terms.NewWords(text.English)
	r := flat.NewReader(&file, int64(file.Len()))
	loaded.Load(r)
	if err := r.Done(); err != nil {
		t.Fatal(err)
	}
	check(loaded)
	if next := loaded.Add("lamp"); int(next) != 9 || len(loaded.Beginning("la")) != 1 {
		t.Errorf("the next word has number %d", next)
	}
}

// TestPostings adds, removes, compacts, saves and loads postings, and compares them with
// the words of entries.
func TestPostings(t *testing.T) {
	words := []string{"oven", "fire", "the", "smoke", "heat"}
	rapid.Check(t, func(t *rapid.T) {
		w, p, held := terms.NewWords(text.English), new(terms.Postings), map[int32][2][]text.Token{}
		counter := terms.NewCounter(w)
		counts := func(of [2][]text.Token) []terms.Count {
			counter.Add(of[0], true)
			counter.Add(of[1], false)
			return counter.Take()
		}
		some := rapid.SliceOfN(rapid.SampledFrom(words), 0, 6)
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			ordinal := rapid.Int32Range(0, 4).Draw(t, "ordinal")
			if of, known := held[ordinal]; known {
				p.Remove(ordinal, counts(of))
				delete(held, ordinal)
			} else {
				of := [2][]text.Token{tokensOf(w, strings.Join(some.Draw(t, "title"), " ")), tokensOf(w, strings.Join(some.Draw(t, "body"), " "))}
				p.Add(ordinal, counts(of), w.Terms())
				held[ordinal] = of
			}
			if rapid.Bool().Draw(t, "compact") {
				p.Compact()
			}
		}
		built := new(terms.Postings)
		built.Build(5, w.Terms(), func() func(int32) []terms.Count {
			counter := terms.NewCounter(w)
			return func(ordinal int32) []terms.Count {
				counter.Add(held[ordinal][0], true)
				counter.Add(held[ordinal][1], false)
				return counter.Take()
			}
		})
		for _, word := range words {
			if got, want := built.Of(w.Lookup(word)), p.Of(w.Lookup(word)); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s: built %v, want %v", word, got, want)
			}
			var want []terms.Posting
			for _, ordinal := range slices.Sorted(maps.Keys(held)) {
				number := func(tokens []text.Token) (n uint16) {
					for _, token := range tokens {
						if term := w.TermOf(token.Word()); term != 0 && term == w.Lookup(word) {
							n++
						}
					}
					return n
				}
				one := terms.Posting{Ordinal: ordinal, Title: number(held[ordinal][0]), Body: number(held[ordinal][1])}
				found, known := p.Find(w.Lookup(word), ordinal)
				if one.Title+one.Body > 0 {
					want = append(want, one)
				} else {
					one = terms.Posting{}
				}
				if found != one || known != (one != terms.Posting{}) {
					t.Fatalf("%s in %d: got %v, want %v", word, ordinal, found, one)
				}
			}
			if got := p.Of(w.Lookup(word)); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s: got %v, want %v", word, got, want)
			}
		}
	})
}

// TestDrafts numbers words by several drafts at a time, and compares them with words that
// were added one after the other.
func TestDrafts(t *testing.T) {
	vocabulary := rapid.SliceOfN(rapid.SampledFrom(strings.Fields("oven fire the smoke heat ovens fires and glass")), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		drafted, added := terms.NewWords(text.English), terms.NewWords(text.English)
		drafts := []*terms.Draft{drafted.Draft(), drafted.Draft(), drafted.Draft()}
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			lists, numbers := make([][]string, len(drafts)), make([][]uint32, len(drafts))
			for i, draft := range drafts {
				draft.Begin()
				lists[i] = vocabulary.Draw(t, "words")
				for _, word := range lists[i] {
					number := draft.Add(word)
					numbers[i] = append(numbers[i], number)
					if got := draft.Text(number); got != word || draft.IsNew(number) != (drafted.Number(word) == 0) {
						t.Fatalf("%s is %s, new %t", word, got, draft.IsNew(number))
					}
				}
			}
			for i, draft := range drafts {
				final := draft.Settle()
				for j, word := range lists[i] {
					got := numbers[i][j]
					if final != nil {
						got = final(got)
					}
					if want := added.Add(word); got != want || drafted.Number(word) != want {
						t.Fatalf("%s has number %d, want %d", word, got, want)
					}
				}
			}
		}
	})
}
