package memory

import "iter"

// pageBits is the logarithm of the length of a page. By eye: to change an
// element of a million copies 256 of them, and 4,000 slices.
const pageBits = 8

const pageSize = 1 << pageBits

// A paged is an immutable list in pages. A changed list, made by a [pagedEdit],
// shares the pages without changes.
type paged[T any] struct {
	pages  [][]T
	length int32
}

// newPaged returns a list with the elements of items, whose memory it shares.
func newPaged[T any](items []T) paged[T] {
	p := paged[T]{length: int32(len(items)), pages: make([][]T, 0, (len(items)+pageSize-1)/pageSize)}
	for first := 0; first < len(items); first += pageSize {
		last := min(first+pageSize, len(items))
		p.pages = append(p.pages, items[first:last:last])
	}
	return p
}

// at returns an element. It must not be modified.
func (p *paged[T]) at(i int32) *T { return &p.pages[uint32(i)>>pageBits][i&(pageSize-1)] }

// all iterates over the elements.
func (p *paged[T]) all() iter.Seq2[int32, *T] {
	return func(yield func(int32, *T) bool) {
		for i := range p.length {
			if !yield(i, p.at(i)) {
				return
			}
		}
	}
}

// apart iterates over the indexes of the elements in pages that another list does
// not share.
func (p *paged[T]) apart(other *paged[T]) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for n, page := range p.pages {
			if n < len(other.pages) && len(page) == len(other.pages[n]) && &page[0] == &other.pages[n][0] {
				continue
			}
			for i := range page {
				if !yield(int32(n<<pageBits + i)) {
					return
				}
			}
		}
	}
}

// A pagedEdit changes a copy of a list.
type pagedEdit[T any] struct {
	paged[T]
	own map[int]bool // the pages that were copied; nil if pages is shared too
}

func edit[T any](p paged[T]) *pagedEdit[T] { return &pagedEdit[T]{paged: p} }

// set changes an element.
func (e *pagedEdit[T]) set(i int32, value T) { *e.change(i) = value }

// change returns an element that may be modified.
func (e *pagedEdit[T]) change(i int32) *T {
	e.copy(int(i >> pageBits))
	return e.at(i)
}

// push appends an element and returns its index.
func (e *pagedEdit[T]) push(value T) int32 {
	n := int(e.length >> pageBits)
	e.copy(n)
	e.pages[n] = append(e.pages[n], value)
	e.length++
	return e.length - 1
}

// copy makes a page safe to modify, at most once. The page after the last one is
// new.
func (e *pagedEdit[T]) copy(n int) {
	if e.own == nil {
		e.pages, e.own = append(make([][]T, 0, len(e.pages)+1), e.pages...), map[int]bool{}
	}
	if n == len(e.pages) {
		e.pages = append(e.pages, nil)
	}
	if !e.own[n] {
		e.own[n] = true
		e.pages[n] = append(make([]T, 0, pageSize), e.pages[n]...)
	}
}
