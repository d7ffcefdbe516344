package flat

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePage is the size of a large page of memory on the processors that Dossier
// is built for.
const largePage = 2 << 20

// adviseLarge asks the system to use large pages for memory: new memory of 1.8 GB
// has 460,000 pages of the usual size, and each costs a fault when it is filled.
func adviseLarge(memory []byte) {
	if len(memory) < 2*largePage {
		return
	}
	before := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) & (largePage - 1)
	whole := memory[before:]
	_ = unix.Madvise(whole[:len(whole)&^(largePage-1)], unix.MADV_HUGEPAGE) // of use only if the system has them
}
