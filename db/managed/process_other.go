//go:build !linux

package managed

import "syscall"

// attributesFor returns no attributes: Postgres runs as the user of this
// process, which must not be root, and survives a killed parent.
func attributesFor(folder, string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }

// chown does nothing, since the server runs as the user of this process.
func (*launcher) chown(string) error { return nil }

// clearStale does nothing: Postgres itself detects stale lock files.
func (folder) clearStale() error { return nil }
