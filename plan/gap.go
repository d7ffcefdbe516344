package plan

import "reflect"

// A gap is a place in the text for a field that waits for a read.
type gap struct {
	at      int // in the text
	step    *step
	object  reflect.Value
	path    []pathElement
	filling segment
	dropped bool // an object around it became null
}

// A segment is a part of the text, with gaps in it. What fills a gap is another
// segment, further on in the text.
type segment struct {
	begin, end int
	gaps       []*gap
}

// fill writes the value of a gap at the end of the text. It reports whether the
// object around the gap may have it.
func (w *walk) fill(g *gap) bool {
	g.filling.begin = len(w.text)
	w.open, w.path = &g.filling, append(w.path[:0], g.path[:len(g.path)-1]...)
	allowed := w.step(g.step, g.object)
	g.filling.end = len(w.text)
	return allowed || g.dropped
}

// appendTo appends the segment with its gaps filled.
func (s *segment) appendTo(data, text []byte) []byte {
	at := s.begin
	for _, g := range s.gaps {
		data = append(data, text[at:g.at]...)
		data = g.filling.appendTo(data, text)
		at = g.at
	}
	return append(data, text[at:s.end]...)
}
