package index

import (
	"encoding/binary"
	"hash/fnv"
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
	words   *terms.Words
	single  flat.Table         // the entry, or severalHold
	several map[uint64][]int32 // ascending
}

const severalHold int32 = -1

func newPhrases(words *terms.Words) Phrases {
	return Phrases{words: words, several: make(map[uint64][]int32)}
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

// add adds the capitalised phrases of an entry, each once.
func (p *Phrases) add(entry *Entry, ordinal int32) {
	seen := make(map[uint64]bool)
	var words []text.Token
	var list []Phrase
	for i, sentence := range entry.Sentences {
		if sentence.Unit == text.Comment || sentence.Unit == text.Code {
			continue
		}
		words = entry.Sequence(int32(i), words)
		for at := 0; at < len(words); {
			length := capitalised(words[at:])
			if hash, ok := p.hash(words[at:at+length], at); ok && !seen[hash] && at+length <= math.MaxUint16 {
				seen[hash] = true
				list = append(list, Phrase{hash, int32(i), uint16(at), uint16(at + length)})
			}
			at += max(length, 1)
		}
	}
	entry.Phrases = flat.Exact(list)
	for _, phrase := range list {
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
	for len(words) > 0 && p.words.TermOf(words[0].Word()) == 0 {
		words, at = words[1:], at+1
	}
	if len(words) == 0 || len(words) == 1 && at == 0 {
		return 0, false
	}
	return hashWords(words), true
}

// hashWords returns a hash of the words of tokens.
func hashWords(tokens []text.Token) uint64 {
	numbers := make([]uint32, len(tokens))
	for i, token := range tokens {
		numbers[i] = token.Word()
	}
	return hashNumbers(numbers)
}

// hashNumbers returns a hash of words or terms, which depends on their order.
func hashNumbers(numbers []uint32) uint64 {
	hash := fnv.New64a()
	var number [4]byte
	for _, n := range numbers {
		binary.LittleEndian.PutUint32(number[:], n)
		hash.Write(number[:])
	}
	return hash.Sum64()
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
