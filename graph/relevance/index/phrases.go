package relevance

import (
	"slices"

	"dossier/graph/text"
)

// phrase is a run of capitalised words in a sentence of a document.
type phrase struct {
	hash        uint64
	sentence    int32
	first, last int32 // tokens
}

// A phrase joins entities when at least two and at most phraseHolders of them have it; phraseWords bounds its length.
const (
	phraseHolders = 20
	phraseWords   = 8
)

// addPhrases notes the capitalised phrases of a document's body, each once.
func (x *Index) addPhrases(ord int32) {
	doc := &x.docs[ord]
	seen := make(map[uint64]bool)
	var buf []text.Token
	for i, s := range doc.sentences {
		if s.Unit == text.Comment || s.Unit == text.Code {
			continue
		}
		buf = doc.sequence(s, buf)
		for at := 0; at < len(buf); {
			n := capitalRun(buf[at:])
			if hash := x.phraseHash(buf[at:at+n], at); hash != 0 && !seen[hash] {
				seen[hash] = true
				doc.phrases = append(doc.phrases, phrase{hash, int32(i), int32(at), int32(at + n)})
			}
			at += max(n, 1)
		}
	}
	for _, p := range doc.phrases {
		list := x.phrases[p.hash]
		at, _ := slices.BinarySearch(list, ord)
		x.phrases[p.hash] = slices.Insert(list, at, ord)
	}
}

func (x *Index) dropPhrases(ord int32) {
	for _, p := range x.docs[ord].phrases {
		list := x.phrases[p.hash]
		if at, ok := slices.BinarySearch(list, ord); ok {
			list = slices.Delete(list, at, at+1)
		}
		if x.phrases[p.hash] = list; len(list) == 0 {
			delete(x.phrases, p.hash)
		}
	}
}

// capitalRun gives how many capitalised words stand together at the start of the words.
func capitalRun(words []text.Token) int {
	n := 0
	for n < len(words) && n < phraseWords && words[n].Has(text.Capital) && (n == 0 || !words[n].Has(text.Apart)) {
		n++
	}
	return n
}

// phraseHash names a phrase; it gives 0 for words that make none: a single word that opens its sentence or is a stop
// word, or no word at all.
func (x *Index) phraseHash(words []text.Token, at int) uint64 {
	for len(words) > 0 && x.vocab.termOf[words[0].Word()] == 0 {
		words, at = words[1:], at+1
	}
	if len(words) == 0 || len(words) == 1 && at == 0 {
		return 0
	}
	hash := uint64(14695981039346656037)
	for _, w := range words {
		hash = (hash ^ uint64(w.Word())) * 1099511628211
	}
	return hash
}
