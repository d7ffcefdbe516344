//go:build !linux

package managed

import "syscall"

// attributesFor returns nothing special: without namespaces Postgres runs as the user of this process, who must not be
// root, and it survives a parent that is killed.
func attributesFor(folder, string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }

// handOver has nothing to do where the server runs as the user of this process.
func (*launcher) handOver(string) error { return nil }

// clearStale leaves it to Postgres to tell a stale process file.
func (folder) clearStale() error { return nil }
