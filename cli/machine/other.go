//go:build !unix

package machine

// Room returns -1 for both.
func Room(string) (free, total int64) { return -1, -1 }

// Files returns -1.
func Files() int64 { return -1 }
