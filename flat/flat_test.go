package flat_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"testing"

	"dossier/flat"
)

type point struct {
	X int32
	Y uint8
}

func write(w *flat.Writer) {
	flat.Write(w, []point{{1, 2}, {-3, 4}})
	flat.WriteStrings(w, slices.Values([]string{"one", "", "three"}))
	flat.WriteLists(w, slices.Values([][]uint64{{1}, nil, {2, 3}}))
	flat.WriteOne(w, 2.5)
	flat.WriteMap(w, numbers)
	flat.WriteListMap(w, letters)
	var table flat.Table
	*table.At(7) = 8
	table.Save(w)
	flat.WriteOne(w, int32(1))
}

var (
	numbers = map[uint32]int32{5: 6, 1: 2, 3: 4}
	letters = map[uint64][]uint8{2: {'b', 'c'}, 1: {'a'}}
)

func written(t testing.TB) []byte {
	var out bytes.Buffer
	w := flat.NewWriter(&out)
	write(w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// read reads what write wrote, and reports whether it is that.
func read(file []byte) (same bool, err error) {
	r := flat.NewReader(bytes.NewReader(file), int64(len(file)))
	points, strings := flat.Read[point](r), flat.ReadStrings(r)
	lists := flat.ReadListsN[uint64](r, 3)
	first, second, third := lists.Next(), lists.Next(), lists.Next()
	one := flat.ReadOne[float64](r)
	same = slices.Equal(points, []point{{1, 2}, {-3, 4}}) && slices.Equal(strings, []string{"one", "", "three"}) &&
		slices.Equal(first, []uint64{1}) && second == nil && slices.Equal(third, []uint64{2, 3}) && cap(first) == 1 && one == 2.5
	same = same && maps.Equal(flat.ReadMap[uint32, int32](r), numbers) &&
		maps.EqualFunc(flat.ReadListMap[uint64, uint8](r), letters, slices.Equal)
	var table flat.Table
	table.Load(r)
	value, known := table.Get(7)
	same = same && value == 8 && known && table.Len() == 1 && flat.ReadOne[int32](r) == 1
	return same, r.Done()
}

func TestReadIsWhatWasWritten(t *testing.T) {
	if same, err := read(written(t)); !same || err != nil {
		t.Errorf("the same: %t, error %v", same, err)
	}
}

func TestReadRefuses(t *testing.T) {
	whole := written(t)
	for name, file := range map[string][]byte{
		"nothing": nil, "cut": whole[:len(whole)-1], "more": append(bytes.Clone(whole), 0),
		"another order": append(bytes.Clone(whole[len(whole)-24:]), whole[:len(whole)-24]...),
	} {
		if _, err := read(file); !errors.Is(err, flat.ErrDamaged) {
			t.Errorf("%s: got error %v, want that it is damaged", name, err)
		}
	}
	r := flat.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if list := flat.Read[uint32](r); list != nil || r.Err() == nil {
		t.Errorf("a list of another type was read: %v", list)
	}
}

func TestListsOfPointersPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a list of strings was written as it is in memory")
		}
	}()
	flat.Write(flat.NewWriter(&bytes.Buffer{}), []string{"a"})
}

// FuzzRead reads changed files: each is refused, or is what was written.
func FuzzRead(f *testing.F) {
	whole := written(f)
	f.Add(whole)
	f.Add(whole[:20])
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\x7f\x08\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if same, err := read(file); err == nil && !same {
			t.Errorf("read %x, which was not written", file)
		}
	})
}
