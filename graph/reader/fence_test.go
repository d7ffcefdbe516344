package reader_test

import (
	"testing"

	"dossier/graph/reader"
)

func TestFence(t *testing.T) {
	for _, test := range []struct {
		text  string
		fence reader.Fence
		valid bool
	}{
		{"none", 0, true},
		{"newest", reader.Newest, true},
		{"16/B3748", 0x16000b3748, true},
		{"FFFFFFFF/FFFFFFFE", reader.Newest - 1, true},
		{"", 0, false},
		{"16", 0, false},
		{"16/", 0, false},
		{"-1/0", 0, false},
		{"100000000/0", 0, false},
		{"0/0/0", 0, false},
	} {
		fence, err := reader.ParseFence(test.text)
		if fence != test.fence || (err == nil) != test.valid {
			t.Errorf("%q: %d, %v", test.text, fence, err)
		}
		if test.valid && fence.String() != test.text {
			t.Errorf("%q: got the text %q", test.text, fence)
		}
	}
}

// TestReading checks that a reading chooses a replica once, and only before it left.
func TestReading(t *testing.T) {
	choose := func(n int) func(*reader.Reading) int { return func(*reader.Reading) int { return n } }
	var none *reader.Reading
	none.Accept()
	none.Leave()
	if none.Replica(choose(1)) != 0 || none.IsLate() {
		t.Error("a request without a reading reads a replica")
	}
	newest := &reader.Reading{Seen: reader.Newest}
	newest.Accept()
	if newest.Replica(choose(1)) != 0 || newest.IsLate() {
		t.Error("a client that has seen the newest state reads a replica")
	}
	r := &reader.Reading{}
	if r.Replica(choose(1)) != 0 || r.IsLate() {
		t.Error("a request that may write reads a replica")
	}
	r.Accept()
	if !r.IsLate() || r.Replica(choose(2)) != 2 || r.Replica(choose(1)) != 2 || !r.IsLate() {
		t.Error("the replica is not chosen once")
	}
	r.Leave()
	if r.Replica(choose(1)) != 0 || r.IsLate() {
		t.Error("it still reads a replica")
	}
}
