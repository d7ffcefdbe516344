package plan

// depth is the stack that the reading of a root field needs, in bytes: three
// lists use 9 kB.
const depth = 10 << 10

// deepen makes the stack of a new goroutine large enough for a root field, in one
// step and while it is empty. It would otherwise grow in several steps, each of
// which copies the frames so far: a twentieth of the processor time of three
// lists.
//
//go:noinline
func deepen() byte {
	var frame [depth]byte
	return lastOf(&frame)
}

// lastOf keeps the frame of deepen from being optimized away.
//
//go:noinline
func lastOf(frame *[depth]byte) byte { return frame[depth-1] }
