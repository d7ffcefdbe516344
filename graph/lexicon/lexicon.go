// Package lexicon returns the English words that are related to a word, by a
// general dictionary: limit and constrain, option and alternative. It is
// derived from WordNet by lexicongen, and knows nothing of any project. A short
// list, headings.txt, has what projects in general call their sections and parts, and
// phrases.txt the idioms by which people ask for these.
package lexicon

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sort"
	"strings"
	"sync"
)

// Word is the stem of a related word. Weight is the strength of the relation:
// 1 for a word with the same meaning, less if one of the two words usually has
// another.
type Word struct {
	Stem   string  // as [text.English] returns it
	Weight float64 // above 0, at most 1
}

// packed has a line for each stem, in ascending order: the stem, then for each
// related one a digit, its weight in ninths, and the stem. It is written by
//
//	go run ./graph/lexicon/lexicongen /usr/share/wordnet graph/lexicon/english.txt.gz
//
// where the files of WordNet are installed, and not by go generate.
//
//go:embed english.txt.gz
var packed []byte

// lines are the lines of packed, unpacked at the first use: by estimate 15 ms
// and 3 MB.
var lines = sync.OnceValue(func() []string {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil // TestLexicon reads the same bytes
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
})

// Has reports whether the dictionary, or the list of headings, has a word with an
// English stem that is related to others.
func Has(stem string) bool { return lineOf(stem) != nil || Headings(stem) != nil }

// lineOf returns the related words of a stem as in its line, nil for none.
func lineOf(stem string) []string {
	if stem == "" {
		return nil
	}
	all, prefix := lines(), stem+" "
	at := sort.Search(len(all), func(i int) bool { return all[i] >= prefix })
	if at == len(all) || !strings.HasPrefix(all[at], prefix) {
		return nil
	}
	return strings.Fields(all[at])[1:]
}

// Related returns the words related to the word with an English stem, the
// closest first.
func Related(stem string) []Word {
	fields := lineOf(stem)
	if fields == nil {
		return nil
	}
	words := make([]Word, len(fields))
	for i, field := range fields {
		words[i] = Word{field[1:], float64(field[0]-'0') / 9}
	}
	return words
}
