package managed

import (
	"syscall"
	"testing"
)

// ForbidNamespaces makes this system look as if it had none until the test ends.
func ForbidNamespaces(t *testing.T) {
	before := works
	works = func(*syscall.SysProcAttr, string) bool { return false }
	t.Cleanup(func() { works = before })
}
