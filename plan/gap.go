package plan

import "reflect"

// A gap is the position in the text of a field that waits for a read.
type gap struct {
	at      int // in the text
	step    *step
	object  reflect.Value
	path    []pathElement
	filling segment
	dropped bool // an enclosing object became null
}

// A segment is a part of the text with gaps in it. A gap is filled by another
// segment, which is written at the end of the text.
type segment struct {
	begin, end int
	gaps       []*gap
}

// fill writes the value of a gap at the end of the text. It reports whether the
// enclosing object may have the value: false means a null that is not allowed.
func (w *walk) fill(g *gap) bool {
	g.filling.begin = len(w.text)
	w.open, w.path = &g.filling, append(w.path[:0], g.path[:len(g.path)-1]...)
	allowed := w.step(g.step, g.object)
	g.filling.end = len(w.text)
	return allowed || g.dropped
}

// appendTo appends the segment, with its gaps filled, to data.
func (s *segment) appendTo(data, text []byte) []byte {
	at := s.begin
	for _, g := range s.gaps {
		data = append(data, text[at:g.at]...)
		data = g.filling.appendTo(data, text)
		at = g.at
	}
	return append(data, text[at:s.end]...)
}
