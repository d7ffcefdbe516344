package managed

import (
	"syscall"
	"testing"
)

// ForbidNamespaces simulates a system without namespaces until the test ends.
func ForbidNamespaces(t *testing.T) {
	before := works
	works = func(*syscall.SysProcAttr, string) bool { return false }
	t.Cleanup(func() { works = before })
}
