//go:build !unix

package machine

// Room returns -1.
func Room(string) int64 { return -1 }

// Files returns -1.
func Files() int64 { return -1 }
