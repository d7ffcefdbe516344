package text

import "fmt"

// Vocabulary returns the distinct folded words of an encoded vector in the order
// of their first use, those of its first field, the title, first, and how many
// these are; [ErrVector] for other bytes. The words share the memory of a copy
// of all bytes.
func Vocabulary(blob []byte) (words []string, titled int, err error) {
	if !current(blob) {
		return nil, 0, fmt.Errorf("read vocabulary: %w", ErrVector)
	}
	d := decoder{rest: string(blob[1:])}
	words = make([]string, d.count())
	for i := range words {
		words[i] = d.text()
	}
	if d.count() > 0 { // fields
		d.text()
		titled = d.distinct()
	}
	if d.broken || titled > len(words) {
		return nil, 0, fmt.Errorf("read vocabulary: %w", ErrVector)
	}
	return words, titled, nil
}

// distinct reads the sentences of the first field, and returns how many distinct
// words they have: words are numbered as they come.
func (d *decoder) distinct() (count int) {
	for range d.count() {
		for range 3 { // where it begins, its length, its unit
			d.number()
		}
		for range d.count() {
			count = max(count, int(Token(d.number()).Word())+1)
		}
	}
	return count
}
