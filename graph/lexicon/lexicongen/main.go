// Lexicongen derives the table of graph/lexicon from the files of WordNet 3.0:
// lexicongen /usr/share/wordnet english.txt.gz, with Debian's wordnet-base.
package main

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"dossier/graph/text"
)

// The constants of the table. With words that were never counted in texts it has
// 1.2 MB, and of the sections of KEPs asked for in other words 91 instead of 94 %
// are found.
const (
	most  = 24  // related words of each stem
	least = .15 // weight
)

// weights are the weights of pointers between sets of synonyms, by their signs
// in WordNet.
var weights = map[string]float64{
	"@": .9, "~": .9, // more general, more special
	"&": .7, "^": .5, "$": .7, // similar to, see also, group of verbs
	"=": .5, `\`: .6, "<": .5, // attribute, derived from
	"+": .8, "*": .4, ">": .4, // derivationally related, entails, causes
}

// derived is the weight of a pointer between two words.
const derived = .9

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: lexicongen FOLDER FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "lexicongen:", err)
		os.Exit(1)
	}
}

func run(folder, path string) error {
	sets, common, err := read(folder)
	if err != nil {
		return err
	}
	t := table{}
	for _, s := range sets {
		t.cross(s, s, 1)
		for _, p := range s.pointers {
			to, weight := sets[p.to], weights[p.sign]
			if to == nil || weight == 0 {
				continue
			}
			if p.from > 0 && p.from <= len(s.words) && p.word <= len(to.words) {
				a, b := s.words[p.from-1], to.words[p.word-1]
				t.add(a.lemma, b.lemma, derived*math.Sqrt(a.share*b.share))
			}
			t.cross(s, to, weight)
		}
	}
	return t.write(path, common)
}

// table has the weights of related stems.
type table map[string]map[string]float64

// cross adds the pairs of the words of two sets. A word that usually means
// something else weighs less.
func (t table) cross(a, b *synonyms, weight float64) {
	for _, one := range a.words {
		for _, other := range b.words {
			t.add(one.lemma, other.lemma, weight*math.Sqrt(one.share*other.share))
		}
	}
}

// add adds a pair of words, unless they have the same stem.
func (t table) add(word, other string, weight float64) {
	a, b := stem(word), stem(other)
	if a == "" || b == "" || a == b {
		return
	}
	if t[a] == nil {
		t[a] = map[string]float64{}
	}
	t[a][b] = max(t[a][b], weight)
}

// stem returns the stem of a single word of three letters and more, else "".
func stem(word string) string {
	if len(word) < 3 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return text.English(word)
}

// line returns the line of a stem with the common ones that are related to it,
// "" if there are none.
func (t table) line(stem string, common map[string]bool) string {
	related := t[stem]
	words := slices.DeleteFunc(slices.Collect(maps.Keys(related)), func(w string) bool { return related[w] < least || !common[w] })
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(digit(related[b]), digit(related[a])), cmp.Compare(a, b))
	})
	words = words[:min(len(words), most)]
	if len(words) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(stem)
	for _, w := range words {
		fmt.Fprintf(&b, " %d%s", digit(related[w]), w)
	}
	b.WriteByte('\n')
	return b.String()
}

// digit returns a weight in ninths.
func digit(weight float64) int { return min(9, int(math.Round(weight*9.99))) }

func (t table) write(path string, common map[string]bool) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	packed, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	if err != nil {
		return err
	}
	lines := make([]string, 0, len(t))
	for stem := range t {
		lines = append(lines, t.line(stem, common))
	}
	slices.Sort(lines)
	for _, line := range lines {
		if _, err := packed.Write([]byte(line)); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	return packed.Close()
}
