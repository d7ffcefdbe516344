package ndjson

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestSpool keeps more lines than fit into memory, some longer than the window,
// and reads them in order and at random.
func TestSpool(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	kept := &spool{}
	defer kept.close()
	var lines [][]byte
	var offsets []int64
	for n := range 3000 {
		size := random.IntN(3000)
		if n%1000 == 7 {
			size = 3*windowSize + n
		}
		line := bytes.Repeat([]byte{byte('a' + n%26)}, size)
		offset, err := kept.add(line)
		if err != nil {
			t.Fatal(err)
		}
		lines, offsets = append(lines, line), append(offsets, offset)
	}
	if kept.stored == 0 || len(kept.tail) == 0 {
		t.Fatalf("%d bytes are in the file and %d in memory, want some in both", kept.stored, len(kept.tail))
	}
	var held [][]byte
	for i := range lines {
		held = append(held, readLine(t, kept, offsets[i], lines[i]))
	}
	for _, i := range random.Perm(len(lines)) {
		readLine(t, kept, offsets[i], lines[i])
	}
	for i, line := range held {
		if !bytes.Equal(line, lines[i]) {
			t.Errorf("line %d changed after others were read", i)
		}
	}
}

// readLine reads a line, and checks that it is want.
func readLine(t *testing.T, kept *spool, offset int64, want []byte) []byte {
	t.Helper()
	line, err := kept.line(offset)
	if err != nil || !bytes.Equal(line, want) {
		t.Fatalf("at %d: got %d bytes, %v; want %d", offset, len(line), err, len(want))
	}
	return line
}
