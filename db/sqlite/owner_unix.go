//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// sameOwner reports whether two files have the same owner and group.
func sameOwner(a, b os.FileInfo) bool {
	one, _ := a.Sys().(*syscall.Stat_t)
	other, _ := b.Sys().(*syscall.Stat_t)
	return one == nil || other == nil || one.Uid == other.Uid && one.Gid == other.Gid
}

// own gives a file the owner and the group of another, if this process may.
func own(path string, other os.FileInfo) {
	if stat, is := other.Sys().(*syscall.Stat_t); is {
		_ = os.Lchown(path, int(stat.Uid), int(stat.Gid))
	}
}
