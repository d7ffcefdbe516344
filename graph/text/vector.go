package text

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Field is one text of an entity under the name the API shows for it, such as title or content.
type Field struct{ Name, Text string }

// Token is a word of a vector: its number in a vocabulary and how it stands in the text.
type Token uint32

// NewToken joins a word's number with its marks.
func NewToken(word uint32, marks Mark) Token { return Token(word<<markBits | uint32(marks)) }

// Word gives the number of the word in its vocabulary.
func (t Token) Word() uint32 { return uint32(t) >> markBits }

// Has tells whether the token bears the mark.
func (t Token) Has(m Mark) bool { return Mark(t)&m != 0 }

// Sentence is one sentence of a vector.
type Sentence struct {
	// Field is the index of the field in which the sentence stands.
	Field int
	// Unit says what Markdown made of it.
	Unit Unit
	// Start and End are byte offsets in the text of the field.
	Start, End int
	// First and Last bound the sentence's tokens in Vector.Tokens.
	First, Last int
}

// Vector is an analysed text: all that searching and ranking need of an entity's fields.
type Vector struct {
	// Vocabulary holds the distinct folded words in the order of their first use; tokens number into it.
	Vocabulary []string
	// Fields names the fields, the title first.
	Fields []string
	// Sentences stand in the order of the fields and of their text.
	Sentences []Sentence
	// Tokens are the words of all sentences.
	Tokens []Token
}

// vectorVersion opens every encoded vector; another number means that the text must be analysed again.
const vectorVersion = 1

// ErrVector says that bytes are not an encoded vector of this version.
var ErrVector = errors.New("not a text vector of this version")

// Current tells whether bytes claim to be a vector of this version; Decode tells whether they are.
func Current(blob []byte) bool { return len(blob) > 0 && blob[0] == vectorVersion }

// Analyse cuts the fields, title first, into sentences and words and gives the encoded vector. Equal fields give equal bytes.
func Analyse(fields ...Field) []byte {
	numbers := make(map[string]uint32)
	var words, body []byte
	for _, f := range fields {
		units := Sentences(f.Text)
		body = appendString(body, f.Name)
		body = binary.AppendUvarint(body, uint64(len(units)))
		end := 0
		for _, u := range units {
			tokens, count := []byte(nil), 0
			for w := range Words(f.Text[u.Start:u.End]) {
				n, seen := numbers[w.Text]
				if !seen {
					n = uint32(len(numbers))
					numbers[w.Text] = n
					words = appendString(words, w.Text)
				}
				tokens = binary.AppendUvarint(tokens, uint64(NewToken(n, w.Marks)))
				count++
			}
			for _, n := range [...]int{u.Start - end, u.End - u.Start, int(u.Unit), count} {
				body = binary.AppendUvarint(body, uint64(n))
			}
			body = append(body, tokens...)
			end = u.End
		}
	}
	blob := binary.AppendUvarint([]byte{vectorVersion}, uint64(len(numbers)))
	blob = append(blob, words...)
	blob = binary.AppendUvarint(blob, uint64(len(fields)))
	return append(blob, body...)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Decode reads a vector that Analyse encoded; it refuses other bytes with ErrVector and never takes more memory than a
// small multiple of their length.
func Decode(blob []byte) (Vector, error) {
	var v Vector
	if !Current(blob) {
		return v, fmt.Errorf("read text vector: %w", ErrVector)
	}
	d := decoder{rest: string(blob[1:])}
	v.Vocabulary = make([]string, d.count())
	for i := range v.Vocabulary {
		v.Vocabulary[i] = d.text()
	}
	v.Fields = make([]string, d.count())
	v.Tokens = make([]Token, 0, len(d.rest)/2)
	for i := range v.Fields {
		v.Fields[i] = d.text()
		d.sentences(&v, i)
	}
	if d.broken || d.rest != "" {
		return Vector{}, fmt.Errorf("read text vector: %w", ErrVector)
	}
	return v, nil
}

// decoder takes a vector apart; after the first fault it gives zeros.
type decoder struct {
	rest   string
	broken bool
}

func (d *decoder) sentences(v *Vector, field int) {
	end := 0
	for range d.count() {
		s := Sentence{Field: field, First: len(v.Tokens)}
		s.Start = end + d.number()
		s.End = s.Start + d.number()
		s.Unit = Unit(d.number())
		for range d.count() {
			t := Token(d.number())
			if int(t.Word()) >= len(v.Vocabulary) {
				d.fail()
				return
			}
			v.Tokens = append(v.Tokens, t)
		}
		s.Last, end = len(v.Tokens), s.End
		v.Sentences = append(v.Sentences, s)
	}
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

// count reads the number of things that follow, of which each takes at least a byte.
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
