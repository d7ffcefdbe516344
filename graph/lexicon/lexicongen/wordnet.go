package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// word is a word of a set of synonyms. share is the share of the word's uses
// that have this meaning.
type word struct {
	lemma string
	share float64
}

// pointer is a pointer to another set. from and word are the numbers of the
// words that it joins, 0 for whole sets.
type pointer struct {
	sign, to   string
	from, word int
}

// synonyms are words with the same meaning.
type synonyms struct {
	words    []word
	pointers []pointer
}

// parts are the parts of speech, by their letters.
var parts = map[string]string{"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

// read returns the sets of synonyms by part of speech and offset, and the stems
// of the words that were counted in texts.
func read(folder string) (sets map[string]*synonyms, common map[string]bool, err error) {
	counts, err := readCounts(filepath.Join(folder, "cntlist.rev"))
	if err != nil {
		return nil, nil, err
	}
	common = map[string]bool{}
	for key := range counts {
		lemma, _, _ := strings.Cut(key, " ")
		common[stem(lemma)] = true
	}
	shares, err := readShares(folder, counts)
	if err != nil {
		return nil, nil, err
	}
	sets = map[string]*synonyms{}
	for part, name := range parts {
		err := eachLine(filepath.Join(folder, "data."+name), func(fields []string) error {
			s, err := synonymsOf(fields, part, shares)
			sets[part+fields[0]] = s
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return sets, common, nil
}

// readCounts returns how often each meaning was counted in texts, by lemma,
// part of speech and number of the meaning.
func readCounts(path string) (map[string]float64, error) {
	letters := map[byte]string{'1': "n", '2': "v", '3': "a", '4': "r", '5': "a"}
	counts := map[string]float64{}
	err := eachLine(path, func(fields []string) error {
		lemma, key, _ := strings.Cut(fields[0], "%")
		if key == "" || len(fields) != 3 {
			return fmt.Errorf("expected a sense, its number and a count; got %q", fields)
		}
		count, err := strconv.ParseFloat(fields[2], 64)
		counts[lemma+" "+letters[key[0]]+" "+fields[1]] += count
		return err
	})
	return counts, err
}

// share is a lemma in a set of synonyms.
type share struct{ lemma, set string }

// readShares returns the share of each meaning of a lemma over all parts of
// speech. Each meaning counts 1/n more, where n is its number, because most were
// never counted.
func readShares(folder string, counts map[string]float64) (map[share]float64, error) {
	shares, sums := map[share]float64{}, map[string]float64{}
	for part, name := range parts {
		err := eachLine(filepath.Join(folder, "index."+name), func(fields []string) error {
			meanings, err := strconv.Atoi(fields[2])
			if err != nil || meanings > len(fields) {
				return fmt.Errorf("expected the number of meanings of %s; got %q", fields[0], fields[2])
			}
			for i, offset := range fields[len(fields)-meanings:] {
				count := counts[fmt.Sprintf("%s %s %d", fields[0], part, i+1)] + 1/float64(i+1)
				shares[share{fields[0], part + offset}] = count
				sums[fields[0]] += count
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for key := range shares {
		shares[key] /= sums[key.lemma]
	}
	return shares, nil
}

// synonymsOf returns the set of a line of a data file.
func synonymsOf(fields []string, part string, shares map[share]float64) (*synonyms, error) {
	n, err := strconv.ParseInt(fields[3], 16, 32)
	if err != nil {
		return nil, err
	}
	s := &synonyms{}
	for i := range int(n) {
		lemma, _, _ := strings.Cut(strings.ToLower(fields[4+2*i]), "(")
		s.words = append(s.words, word{lemma, shares[share{lemma, part + fields[0]}]})
	}
	rest := fields[4+2*n:]
	count, err := strconv.Atoi(rest[0])
	if err != nil {
		return nil, err
	}
	for i := range count {
		f := rest[1+4*i : 5+4*i]
		ends, err := strconv.ParseUint(f[3], 16, 16)
		if err != nil {
			return nil, err
		}
		to := strings.Replace(f[2], "s", "a", 1) // satellites are in the file of adjectives
		s.pointers = append(s.pointers, pointer{f[0], to + f[1], int(ends >> 8), int(ends & 255)})
	}
	return s, nil
}

// eachLine calls do with the fields of each line of a file, without its licence
// and the glosses.
func eachLine(path string, do func(fields []string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "  ") {
			continue
		}
		line, _, _ := strings.Cut(lines.Text(), " | ")
		if err := do(strings.Fields(line)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return lines.Err()
}
