package index

import (
	"math"
	"slices"

	"dossier/flat"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// phraseParams are the constants of shared phrases.
var phraseParams = struct {
	// MaxWords is the maximum length of a phrase. Holders is the maximum number of
	// entries that a phrase joins; one in more entries joins none.
	MaxWords, Holders int
}{
	MaxWords: 8,  // by eye
	Holders:  20, // first value of the method
}

// Phrase is a sequence of capitalised words in a sentence of an entry.
type Phrase struct {
	hash        uint64
	Sentence    int32  // into Entry.Sentences
	First, Last uint16 // into Entry.Sequence
}

// Phrases has the ordinals of the entries with each phrase, by the phrase's
// hash. Most phrases are in only one entry.
type Phrases struct {
	dictionary *terms.Words
	single     flat.Table         // the entry, or severalHold
	several    map[uint64][]int32 // ascending

	words []text.Token    // of a sentence
	list  []Phrase        // of an entry
	seen  map[uint64]bool // hashes of many phrases of an entry
}

const severalHold int32 = -1

func newPhrases(words *terms.Words) Phrases {
	return Phrases{dictionary: words, several: make(map[uint64][]int32)}
}

// Holders returns the ordinals of the entries with a phrase, ascending.
// It returns none for a phrase in many entries, because such a phrase joins
// nothing.
func (p *Phrases) Holders(phrase Phrase) []int32 {
	switch single, known := p.single.Get(phrase.hash); {
	case !known:
		return nil
	case single != severalHold:
		return []int32{single}
	}
	if holders := p.several[phrase.hash]; len(holders) <= phraseParams.Holders {
		return holders
	}
	return nil
}

func (p *Phrases) addHolder(hash uint64, ordinal int32) {
	single, known := p.single.Get(hash)
	if !known {
		*p.single.At(hash) = ordinal
		return
	}
	list := p.several[hash]
	if single != severalHold {
		list, *p.single.At(hash) = []int32{single}, severalHold
	}
	at, _ := slices.BinarySearch(list, ordinal)
	p.several[hash] = slices.Insert(list, at, ordinal)
}

func (p *Phrases) removeHolder(hash uint64, ordinal int32) {
	list := p.several[hash]
	at, found := slices.BinarySearch(list, ordinal)
	if found {
		list = slices.Delete(list, at, at+1)
		p.several[hash] = list
	}
	if len(list) == 0 {
		p.single.Remove(hash)
		delete(p.several, hash)
	}
}

// of returns the capitalised phrases of an entry, each once, until the next call.
func (p *Phrases) of(entry *Entry) []Phrase {
	p.list, p.words = p.list[:0], p.words[:0]
	for i, sentence := range entry.Sentences {
		if sentence.Unit == text.Comment || sentence.Unit == text.Code {
			continue
		}
		p.words = entry.Sequence(int32(i), p.words)
		for at := 0; at < len(p.words); {
			length := capitalised(p.words[at:])
			if hash, ok := p.hash(p.words[at:at+length], at); ok && at+length <= math.MaxUint16 && p.isNew(hash) {
				p.list = append(p.list, Phrase{hash, int32(i), uint16(at), uint16(at + length)})
			}
			at += max(length, 1)
		}
	}
	clear(p.seen)
	return p.list
}

// fewPhrases is the most phrases of an entry that are compared one by one, by eye.
const fewPhrases = 16

// isNew reports whether no phrase of the entry so far has a hash.
func (p *Phrases) isNew(hash uint64) bool {
	if len(p.list) <= fewPhrases {
		return !slices.ContainsFunc(p.list, func(phrase Phrase) bool { return phrase.hash == hash })
	}
	if len(p.seen) == 0 {
		p.seen = make(map[uint64]bool)
		for _, phrase := range p.list {
			p.seen[phrase.hash] = true
		}
	}
	isNew := !p.seen[hash]
	p.seen[hash] = true
	return isNew
}

// add adds the phrases of an entry.
func (p *Phrases) add(entry *Entry, ordinal int32) {
	for _, phrase := range entry.Phrases {
		p.addHolder(phrase.hash, ordinal)
	}
}

// remove removes the phrases of an entry.
func (p *Phrases) remove(entry *Entry, ordinal int32) {
	for _, phrase := range entry.Phrases {
		p.removeHolder(phrase.hash, ordinal)
	}
}

// capitalised returns the number of capitalised words at the beginning of
// words, up to a punctuation mark.
func capitalised(words []text.Token) int {
	length := 0
	for length < min(len(words), phraseParams.MaxWords) {
		word := words[length]
		if !word.Has(text.Capital) || length > 0 && word.Has(text.Apart) {
			break
		}
		length++
	}
	return length
}

// hash returns the hash of a phrase at a position in its sentence,
// without the stop words at its beginning. ok is false if nothing is left, or
// only the first word of the sentence.
func (p *Phrases) hash(words []text.Token, at int) (hash uint64, ok bool) {
	for len(words) > 0 && p.dictionary.TermOf(words[0].Word()) == 0 {
		words, at = words[1:], at+1
	}
	if len(words) == 0 || len(words) == 1 && at == 0 {
		return 0, false
	}
	return hashWords(words), true
}

// hashWords returns a hash of the words of tokens, which depends on their order.
func hashWords(tokens []text.Token) uint64 {
	hash := hashBasis
	for _, token := range tokens {
		hash = hashNumber(hash, token.Word())
	}
	return hash
}

// The constants of the FNV-1a hash of 64 bits.
const (
	hashBasis uint64 = 14695981039346656037
	hashPrime uint64 = 1099511628211
)

// hashNumber returns a hash with the bytes of a number after those before it.
func hashNumber(hash uint64, number uint32) uint64 {
	for range 4 {
		hash = (hash ^ uint64(number&0xff)) * hashPrime
		number >>= 8
	}
	return hash
}

func (p *Phrases) save(w *flat.Writer) {
	p.single.Save(w)
	flat.WriteListMap(w, p.several)
}

func (p *Phrases) load(r *flat.Reader) {
	p.single.Load(r)
	p.several = flat.ReadListMap[uint64, int32](r)
}

func (p *Phrases) memory() int {
	return p.single.Memory() + flat.MapMemory(p.several) + len(p.several)*8*flat.Size[int32]()
}
