//go:build !linux

package postgres

import (
	"os/exec"
	"testing"
)

// runAsOwner makes a command run as the user who owns a folder, which is the
// user of the test.
func runAsOwner(*testing.T, *exec.Cmd, string) {}
