//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package managed

import (
	"errors"
	"os"
	"syscall"
)

// flock takes the lock that ends with the last process that holds the file open.
func flock(lock *os.File) error {
	err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
