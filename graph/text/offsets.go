package text

import "unicode/utf8"

// offsetStep is the distance of the counted places of [Offsets], in bytes, by eye.
const offsetStep = 512

// Offsets returns offsets in characters for offsets in bytes of one text.
type Offsets struct {
	text string
	// counts has the number of characters before each multiple of offsetStep. A
	// character belongs where its first byte is.
	counts []int
}

// NewOffsets returns the offsets of a text.
func NewOffsets(text string) *Offsets {
	o := &Offsets{text: text, counts: make([]int, 1, len(text)/offsetStep+1)}
	for at := offsetStep; at <= len(text); at += offsetStep {
		o.counts = append(o.counts, o.counts[len(o.counts)-1]+starts(text[at-offsetStep:at]))
	}
	return o
}

// At returns the number of characters that begin before an offset in bytes.
func (o *Offsets) At(offset int) int {
	counted := offset / offsetStep
	return o.counts[counted] + starts(o.text[counted*offsetStep:offset])
}

// starts returns the number of bytes that begin a character.
func starts(part string) (count int) {
	for i := range len(part) {
		if utf8.RuneStart(part[i]) {
			count++
		}
	}
	return count
}
