package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Field is a text of an entity with its name in the API, such as title or
// content, or a number, which is not searched.
type Field struct {
	Name, Text string
	Number     *float64 // nil for a text
}

// Token is a word of a vector: its number in a vocabulary and its marks.
type Token uint32

// NewToken returns the token of a word's number and its marks.
func NewToken(word uint32, marks Mark) Token { return Token(word<<markBits | uint32(marks)) }

// Word returns the number of the word in its vocabulary.
func (t Token) Word() uint32 { return uint32(t) >> markBits }

// Has reports whether the token has a mark.
func (t Token) Has(m Mark) bool { return Mark(t)&m != 0 }

// Sentence is one sentence of a vector. It is small, since indexes hold those of
// all entities.
type Sentence struct {
	// Start and End are byte offsets in the text of the field.
	Start, End int32
	// First and Last bound the sentence's tokens in Vector.Tokens.
	First, Last int32
	// Field is the index of its field.
	Field uint16
	// Unit is its syntactic type.
	Unit Unit
	// Level is the level of a heading, 1 to 6; 0 for other units.
	Level uint8
}

// Vector is the analysed text of an entity's fields, for searching and ranking.
type Vector struct {
	// Vocabulary has the distinct folded words in the order of their first use.
	// The words of tokens are indexes of it.
	Vocabulary []string
	// Fields are the names of the fields, the title first.
	Fields []string
	// Sentences are the sentences of all fields, in order.
	Sentences []Sentence
	// Tokens are the words of all sentences.
	Tokens []Token
	// Numbers are the fields that are numbers, which have no sentences.
	Numbers []Number
}

// Number is a field of a vector that is a number.
type Number struct {
	Field uint16 // the index of its name
	Value float64
}

// vectorVersion is the first byte of an encoded vector, and oldestVersion that of
// vectors which can still be read. Texts with code in fences of other lengths, or
// with code spans of three backticks, had other sections before version 2, and
// before version 3 there were no numbers.
const (
	vectorVersion = 3
	oldestVersion = 1

	numbersVersion = 3 // of vectors that may have numbers
)

// ErrVector means that bytes are not an encoded vector of this version.
var ErrVector = errors.New("not a text vector of this version")

// current reports whether blob has a version that this package reads. Only
// [Decode] checks the rest.
func current(blob []byte) bool {
	return len(blob) > 0 && blob[0] >= oldestVersion && blob[0] <= vectorVersion
}

// Newest reports whether blob has the version that [Analyse] encodes.
func Newest(blob []byte) bool { return len(blob) > 0 && blob[0] == vectorVersion }

// bytesPerWord is the number of bytes of text for each distinct word, by eye: room
// that suits most texts, so that their words are not moved as they become more.
const bytesPerWord = 16

// Analyse splits the fields, title first, into sentences and words and returns
// the encoded vector. Equal fields have equal vectors.
func Analyse(fields ...Field) []byte {
	length := 0
	for _, f := range fields {
		length += len(f.Text)
	}
	v := vocabulary{numbers: make(map[string]uint32, length/bytesPerWord), words: make([]byte, 0, length/2)}
	body := make([]byte, 0, length/3)
	var tokens, numbers []byte // tokens of a sentence
	for i, f := range fields {
		if f.Number != nil {
			numbers = binary.AppendUvarint(numbers, uint64(i))
			numbers = binary.BigEndian.AppendUint64(numbers, math.Float64bits(*f.Number))
		}
		units := Sentences(f.Text)
		body = appendString(body, f.Name)
		body = binary.AppendUvarint(body, uint64(len(units)))
		end := 0
		for _, u := range units {
			var count int
			tokens, count = v.appendTokens(tokens[:0], f.Text[u.Start:u.End])
			for _, n := range [...]int{u.Start - end, u.End - u.Start, int(u.Unit) + unitLevels*u.Level, count} {
				body = binary.AppendUvarint(body, uint64(n))
			}
			body = append(body, tokens...)
			end = u.End
		}
	}
	blob := make([]byte, 0, len(v.words)+len(body)+2*binary.MaxVarintLen32+1)
	blob = binary.AppendUvarint(append(blob, vectorVersion), uint64(len(v.numbers)))
	blob = append(blob, v.words...)
	blob = binary.AppendUvarint(blob, uint64(len(fields)))
	return append(append(blob, body...), numbers...)
}

// A vocabulary has the distinct words of a vector in the order of their numbers.
type vocabulary struct {
	numbers map[string]uint32
	words   []byte // encoded
}

// appendTokens appends the encoded words of a sentence to tokens, and returns also
// their number.
func (v *vocabulary) appendTokens(tokens []byte, sentence string) (_ []byte, count int) {
	for w := range Words(sentence) {
		n, seen := v.numbers[w.Text]
		if !seen {
			n = uint32(len(v.numbers))
			v.numbers[w.Text] = n
			v.words = appendString(v.words, w.Text)
		}
		tokens = binary.AppendUvarint(tokens, uint64(NewToken(n, w.Marks)))
		count++
	}
	return tokens, count
}

// unitLevels separates the level of a heading from the unit in an encoded
// sentence.
const unitLevels = 8

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Decode returns the vector that [Analyse] encoded, or [ErrVector] for other
// bytes. It uses at most a small multiple of len(blob) of memory. The texts of
// the vector share one string: clone those that are kept.
func Decode(blob []byte) (Vector, error) {
	var v Vector
	err := v.Decode(blob)
	return v, err
}

// Decode makes v the vector that [Analyse] encoded, as the function does. It reuses the
// lists of v.
func (v *Vector) Decode(blob []byte) error {
	v.Vocabulary, v.Fields, v.Sentences, v.Tokens, v.Numbers = v.Vocabulary[:0], v.Fields[:0], v.Sentences[:0], v.Tokens[:0], v.Numbers[:0]
	if !current(blob) {
		return fmt.Errorf("read text vector: %w", ErrVector)
	}
	d := decoder{rest: string(blob[1:])}
	words := d.count()
	v.Vocabulary = slices.Grow(v.Vocabulary, words)
	for range words {
		v.Vocabulary = append(v.Vocabulary, d.text())
	}
	fields := min(d.count(), math.MaxUint16)
	v.Tokens = slices.Grow(v.Tokens, len(d.rest)/2)
	for i := range fields {
		v.Fields = append(v.Fields, d.text())
		d.sentences(v, i)
	}
	for !d.broken && d.rest != "" && blob[0] >= numbersVersion {
		v.Numbers = append(v.Numbers, d.numbered(len(v.Fields)))
	}
	if d.broken || d.rest != "" {
		*v = Vector{}
		return fmt.Errorf("read text vector: %w", ErrVector)
	}
	return nil
}

// decoder decodes a vector. After the first fault it returns zeros.
type decoder struct {
	rest   string
	broken bool
}

func (d *decoder) sentences(v *Vector, field int) {
	end := 0
	for range d.count() {
		start := end + d.number()
		end = start + d.number()
		unit := d.number()
		if end > math.MaxInt32 || unit/unitLevels > math.MaxUint8 {
			d.fail()
			return
		}
		s := Sentence{Field: uint16(field), First: int32(len(v.Tokens)), Start: int32(start), End: int32(end)}
		s.Unit, s.Level = Unit(unit%unitLevels), uint8(unit/unitLevels)
		for range d.count() {
			t := Token(d.number())
			if int(t.Word()) >= len(v.Vocabulary) {
				d.fail()
				return
			}
			v.Tokens = append(v.Tokens, t)
		}
		s.Last = int32(len(v.Tokens))
		v.Sentences = append(v.Sentences, s)
	}
}

// numbered reads the number of one of some fields.
func (d *decoder) numbered(fields int) (n Number) {
	const size = 8
	at := d.number()
	if at >= fields || len(d.rest) < size {
		d.fail()
		return n
	}
	bits := binary.BigEndian.Uint64([]byte(d.rest[:size]))
	d.rest = d.rest[size:]
	return Number{uint16(at), math.Float64frombits(bits)}
}

// number reads a varint of at most 32 bits.
func (d *decoder) number() int {
	n, shift := uint64(0), 0
	for i := 0; i < len(d.rest) && i < binary.MaxVarintLen32; i++ {
		c := d.rest[i]
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			d.rest = d.rest[i+1:]
			if n > 1<<32-1 {
				break
			}
			return int(n)
		}
		shift += 7
	}
	d.fail()
	return 0
}

// count reads the number of items that follow. It fails if there are fewer
// bytes than items.
func (d *decoder) count() int {
	n := d.number()
	if n > len(d.rest) {
		d.fail()
		return 0
	}
	return n
}

func (d *decoder) text() string {
	n := d.count()
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}

func (d *decoder) fail() { d.rest, d.broken = "", true }
