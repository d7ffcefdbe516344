//go:build unix

package machine

import (
	"golang.org/x/sys/unix"
)

// Room returns the bytes of the disk of a folder that are free for this process,
// -1 if they are not known.
func Room(folder string) int64 {
	var disk unix.Statfs_t
	if err := unix.Statfs(folder, &disk); err != nil {
		return -1
	}
	return int64(disk.Bavail) * int64(disk.Bsize) //nolint:unconvert // of another type on macOS
}

// Files returns the number of files and connections that this process may have
// open.
func Files() int64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return -1
	}
	return int64(min(limit.Cur, 1<<62))
}
