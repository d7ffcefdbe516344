package flat

import (
	"iter"
	"math/bits"
)

// A Table has a number for each of its keys, which are hashes or pairs of
// numbers. It takes less memory and time than a map, and is saved as it is. The
// zero value is an empty table.
type Table struct {
	keys   []uint64 // by slot, of which there are a power of two; 0 in those without a key
	values []int32  // by slot
	count  int
}

// zeroKey replaces the key 0. No pair of numbers equals it, and a hash hardly
// ever.
const zeroKey uint64 = 1 << 63

// Tables are at most three quarters full: more would make searches long.
const tableFull, tableSlots = 3, 4

// home returns the slot where the search for a key begins. The keys may be small
// numbers, which the multiplication spreads.
func (t *Table) home(key uint64) int {
	return int(key * 0x9E3779B97F4A7C15 >> (64 - bits.TrailingZeros(uint(len(t.keys)))))
}

// slot returns the slot of a key, or the one without a key where it belongs.
func (t *Table) slot(key uint64) int {
	mask := len(t.keys) - 1
	at := t.home(key)
	for t.keys[at] != key && t.keys[at] != 0 {
		at = (at + 1) & mask
	}
	return at
}

// Get returns the value of a key, and whether the table has it.
func (t *Table) Get(key uint64) (value int32, known bool) {
	if key == 0 {
		key = zeroKey
	}
	if len(t.keys) == 0 {
		return 0, false
	}
	at := t.slot(key)
	if t.keys[at] == 0 {
		return 0, false // without a look at the values, which are elsewhere in memory
	}
	return t.values[at], true
}

// At returns the value of a key, which it adds with 0 if necessary. The pointer
// is valid until the next key is added.
func (t *Table) At(key uint64) *int32 {
	if key == 0 {
		key = zeroKey
	}
	if tableSlots*(t.count+1) > tableFull*len(t.keys) {
		t.grow()
	}
	at := t.slot(key)
	if t.keys[at] == 0 {
		t.keys[at] = key
		t.count++
	}
	return &t.values[at]
}

func (t *Table) grow() {
	before := *t
	size := max(2*len(t.keys), 8)
	t.keys, t.values = make([]uint64, size), make([]int32, size)
	for i, key := range before.keys {
		if key != 0 {
			at := t.slot(key)
			t.keys[at], t.values[at] = key, before.values[i]
		}
	}
}

// Remove removes a key, if it is there. It moves the keys after it to where
// searches find them.
func (t *Table) Remove(key uint64) {
	if key == 0 {
		key = zeroKey
	}
	if len(t.keys) == 0 {
		return
	}
	free, mask := t.slot(key), len(t.keys)-1
	if t.keys[free] == 0 {
		return
	}
	for next := (free + 1) & mask; t.keys[next] != 0; next = (next + 1) & mask {
		if (next-t.home(t.keys[next]))&mask >= (next-free)&mask {
			t.keys[free], t.values[free] = t.keys[next], t.values[next]
			free = next
		}
	}
	t.keys[free], t.values[free] = 0, 0
	t.count--
}

// All yields the keys and their values, in any order.
func (t *Table) All() iter.Seq2[uint64, int32] {
	return func(yield func(uint64, int32) bool) {
		for i, key := range t.keys {
			if key == 0 {
				continue
			}
			if key == zeroKey {
				key = 0
			}
			if !yield(key, t.values[i]) {
				return
			}
		}
	}
}

// Clear removes all keys.
func (t *Table) Clear() {
	clear(t.keys)
	clear(t.values)
	t.count = 0
}

// Len returns the number of keys.
func (t *Table) Len() int { return t.count }

// Memory returns the approximate size of the table in bytes.
func (t *Table) Memory() int { return Memory(t.keys) + Memory(t.values) }

// Save writes the table for [Table.Load].
func (t *Table) Save(w *Writer) {
	Write(w, t.keys)
	Write(w, t.values)
	WriteOne(w, int64(t.count))
}

// Load reads what [Table.Save] wrote.
func (t *Table) Load(r *Reader) {
	t.keys = Read[uint64](r)
	t.values = ReadN[int32](r, len(t.keys))
	t.count = int(ReadOne[int64](r))
}
