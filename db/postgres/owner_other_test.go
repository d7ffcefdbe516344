//go:build !linux

package postgres

import (
	"os/exec"
	"testing"
)

// runAsOwner does nothing, because the owner of the folder is the user of the
// test.
func runAsOwner(*testing.T, *exec.Cmd, string) {}
