//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package managed

import (
	"errors"
	"os"
	"syscall"
)

// flock locks a file until the last process that has it open ends.
func flock(lock *os.File) error {
	err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
