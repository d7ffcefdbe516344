//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package managed

import "os"

// flock leaves it to Postgres to refuse a second server.
func flock(*os.File) error { return nil }
